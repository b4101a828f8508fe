"""Searching for mana: which pools a player can make, and whether the mana of a cost can be paid (CR 605.3a).

Everything else about a board is settled by grounding; here clingo chooses which mana abilities are activated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from clingo.control import Control
from clingo.symbol import Function, Number, Symbol

from pyreason.facts import CardFacts, object_symbol, player_symbol, situation_facts
from pyreason.program import EVENTS, MANA, OBJECTS, POOL, needed
from pyreason.situation import Situation
from pyreason.solve import grounded

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
    control.configuration.solve.models = limit + 1  # type: ignore[union-attr]
    control.configuration.solve.project = "show"  # type: ignore[union-attr]
    found: set[Pool] = set()
    complete = True
    with control.solve(yield_=True) as handle:
        for model in handle:
            found.add(_pool(model.symbols(shown=True)))
            complete = complete and Function("cut") not in model.symbols(shown=True)
            if len(found) > limit:
                complete = False
                break
    return Pools(tuple(sorted(_maximal(found), reverse=True)), complete)


def payable(situation: Situation, id: str, key: Symbol) -> bool:
    """Whether the mana that an ability (named by its key in the law) costs can be paid."""
    control = _grounded(situation, situation.permanent(id).controller, (id, key))
    return bool(control.solve().satisfiable)


def _grounded(situation: Situation, player: str, goal: tuple[str, Symbol] | None = None) -> Control:
    p = player_symbol(0, player)
    facts = list(situation_facts(situation, 0, CardFacts()))
    facts.append(Function("gathers", [p]))
    facts += (
        Function("concerns", [object_symbol(0, obj.id)])
        for obj in situation.board.battlefield
        if obj.controller == player
    )
    if goal is not None:
        facts.append(Function("goal", [object_symbol(0, goal[0]), goal[1]]))
    floating = dict(situation.board.mana_pool).get(player, "").lower()
    facts += (
        Function("floating", [Function(kind), Number(floating.count(kind))])
        for kind in _TYPES
        if kind in floating
    )
    names = needed((*OBJECTS, *MANA, *EVENTS, *POOL), situation.words())
    return grounded(names, facts, showing=True)


def _pool(symbols: list[Symbol]) -> Pool:
    numbers = {s.arguments[0].name: s.arguments[1].number for s in symbols if s.name == "in_pool"}
    return tuple((kind.upper(), numbers[kind]) for kind in _TYPES if numbers.get(kind))


def _maximal(found: set[Pool]) -> Iterator[Pool]:
    """The pools that no other contains."""
    counted = sorted(
        ((sum(n for _, n in pool), Counter(dict(pool)), pool) for pool in found), key=lambda r: -r[0]
    )
    kept: list[tuple[int, Counter[str]]] = []
    for size, counter, pool in counted:
        if not any(size < larger and counter <= other for larger, other in kept):
            kept.append((size, counter))
            yield pool
