"""Searching for mana: which pools a player can make, and whether the mana of a cost can be paid (CR 605.3a).

Everything else about a board is settled by grounding; here clingo chooses which mana abilities are activated.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clingo.control import Control
from clingo.symbol import Function, Number, Symbol

from pyreason.assembly import assemble, controller_of
from pyreason.facts import object_symbol, player_symbol
from pyreason.program import EVENTS, MANA, OBJECTS, POOL
from pyreason.situation import Situation
from pyreason.solve import grounded, settled

Pool = tuple[tuple[str, int], ...]
"""Numbers of mana by type, in the law's order of letters, types without mana left out."""

_TYPES = "wubrgc"


@dataclass(frozen=True, slots=True)
class Pools:
    """Pools a player can have: those that no other contains, and whether the search was complete."""

    maximal: tuple[Pool, ...]
    complete: bool


def pools(situation: Situation, player: str, limit: int) -> Pools:
    """All maximal pools of a player (by inclusion as multisets), at most `limit` pools looked at."""
    control = _grounded(situation, player)
    reached = settled(control, "pool", 1)
    if reached:
        counted = {
            _pool(dict(zip(_TYPES, (n.number for n in mana.arguments), strict=True))) for (mana,) in reached
        }
        return Pools(tuple(sorted(_maximal(counted), reverse=True)), complete=True)
    control.configuration.solve.models = limit + 1  # type: ignore[union-attr]
    control.configuration.solve.project = "show"  # type: ignore[union-attr]
    found: set[Pool] = set()
    complete = True
    with control.solve(yield_=True) as handle:
        for model in handle:
            symbols = model.symbols(shown=True)
            found.add(_pool({s.arguments[0].name: s.arguments[1].number for s in symbols if s.arguments}))
            complete = complete and Function("cut") not in symbols
            if len(found) > limit:
                complete = False
                break
    return Pools(tuple(sorted(_maximal(found), reverse=True)), complete)


def payable(situation: Situation, id: str, key: Symbol) -> bool:
    """Whether the mana that an ability (named by its key in the law) costs can be paid."""
    control = _grounded(situation, controller_of(situation, id), (id, key))
    return bool(control.solve().satisfiable)


def _grounded(situation: Situation, player: str, goal: tuple[str, Symbol] | None = None) -> Control:
    p = player_symbol(0, player)
    names, facts = assemble((*OBJECTS, *MANA, *EVENTS, *POOL), [situation])
    facts.append(Function("gathers", [p]))
    facts += (
        Function("concerns", [object_symbol(0, obj.id)])
        for obj in situation.board.battlefield
        if controller_of(situation, obj.id) == player
    )
    if goal is not None:
        facts.append(Function("goal", [object_symbol(0, goal[0]), goal[1]]))
    floating = dict(situation.board.mana_pool).get(player, "").lower()
    facts += (
        Function("floating", [Function(kind), Number(floating.count(kind))])
        for kind in _TYPES
        if kind in floating
    )
    return grounded(names, facts, showing=True)


def _pool(numbers: Mapping[str, int]) -> Pool:
    return tuple((kind.upper(), numbers[kind]) for kind in _TYPES if numbers.get(kind))


def _maximal(found: set[Pool]) -> Iterator[Pool]:
    """The pools that no other contains. One contains another only if it is larger."""
    by_size: dict[int, list[Pool]] = defaultdict(list)
    for pool in found:
        by_size[sum(number for _, number in pool)].append(pool)
    larger: list[Counter[str]] = []
    for size in sorted(by_size, reverse=True):
        kept = [pool for pool in by_size[size] if not any(Counter(dict(pool)) <= other for other in larger)]
        larger += (Counter(dict(pool)) for pool in kept)
        yield from kept
