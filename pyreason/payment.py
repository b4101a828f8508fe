"""Searching for mana: which pools a player can make, and whether the mana of a cost can be paid (CR 605.3a).

Everything else about a board is settled by grounding; here clingo chooses which mana abilities are activated.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import monotonic

from clingo.control import Control
from clingo.symbol import Function, Number, Symbol

from pyreason.assembly import assemble, controller_of
from pyreason.facts import object_symbol, player_symbol
from pyreason.program import EVENTS, MANA, OBJECTS, POOL
from pyreason.situation import Situation
from pyreason.solve import grounded, settled
from pyreason.terms import given_abilities, subterms, words

Pool = tuple[tuple[str, int], ...]
"""Numbers of mana by type, in the law's order of letters, types without mana left out."""

_TYPES = "wubrgc"

HIGHEST_X = 12
"""Higher values of X are not looked at: the ways to add X mana of any colours grow with its fourth power."""


@dataclass(frozen=True, slots=True)
class Pools:
    """Pools a player can have: those that no other contains, and whether the search was complete."""

    maximal: tuple[Pool, ...]
    complete: bool


def pools(situation: Situation, player: str, limit: int, seconds: float = 10) -> Pools:
    """All maximal pools of a player (by inclusion as multisets).

    A search looks at `limit` pools at most, and for so many seconds; what was found by then is not complete.
    """
    found = _pools(grounded_pools(situation, player), limit, seconds)
    return Pools(found.maximal, found.complete and _most_mana(situation, player) <= HIGHEST_X)


def grounded_pools(situation: Situation, player: str) -> Control:
    """The law over the mana abilities of a player, none of them to pay for another ability."""
    return _grounded(situation, player, most=min(_most_mana(situation, player), HIGHEST_X))


def payable(situation: Situation, id: str, key: Symbol) -> bool:
    """Whether the mana that an ability (named by its key in the law) costs can be paid, X being 0.

    It is found out once for a situation.
    """
    known: dict[tuple[str, Symbol], bool] = situation.memo.setdefault("payable", {})
    if (id, key) not in known:
        control = _grounded(situation, controller_of(situation, id), (id, key))
        known[id, key] = bool(control.solve().satisfiable)
    return known[id, key]


def highest_x(situation: Situation, id: str) -> tuple[dict[Symbol, int], bool]:
    """For each ability of a permanent with {X} in its mana cost (by its key) the highest X that can be paid.

    The second value is False where a higher one may be payable than the law looks at.
    """
    if not _has_x_costs(situation):
        return {}, True
    player = controller_of(situation, id)
    most = _most_mana(situation, player)
    bound = min(most, HIGHEST_X)
    about = object_symbol(0, id)
    keys = [key for o, key in _atoms(_grounded(situation, player, most=bound), "x_priced", 2) if o == about]
    return {key: _highest(situation, player, (id, key), bound) for key in keys}, most <= HIGHEST_X


def _highest(situation: Situation, player: str, goal: tuple[str, Symbol], bound: int) -> int:
    control = _grounded(situation, player, goal, bound)
    for (x,) in sorted(_atoms(control, "goal_x", 1), reverse=True):
        if control.solve(assumptions=[(Function("goal_x", [x]), True)]).satisfiable:
            return x.number
    return 0


def _has_x_costs(situation: Situation) -> bool:
    """Whether {X} stands in the mana cost of some activated ability that adds mana."""
    return any(
        part.match("mana", 1) and "{X}" in part.arguments[0].string
        for term in (*situation.terms(), *(t for x in situation.terms() for t in given_abilities(x)))
        if term.match("activated", 3) and "add/2" in words(term)
        for part in subterms(term.arguments[0])
    )


def _most_mana(situation: Situation, player: str) -> int:
    """A bound for X: how much mana the player can have where every X is 0."""
    key = f"most mana of {player}"
    if key not in situation.memo:
        found = _pools(_grounded(situation, player), 1000, 10).maximal if _has_x_costs(situation) else ()
        situation.memo[key] = max((sum(number for _, number in pool) for pool in found), default=0)
    most: int = situation.memo[key]
    return most


def _pools(control: Control, limit: int, seconds: float) -> Pools:
    reached = settled(control, "pool", 1)
    if reached:
        counted = {
            _pool(dict(zip(_TYPES, (n.number for n in mana.arguments), strict=True))) for (mana,) in reached
        }
        return Pools(tuple(sorted(_maximal(counted), reverse=True)), complete=True)
    found, complete = _search(control, limit, seconds)
    return Pools(tuple(sorted(_maximal(found), reverse=True)), complete)


def _search(control: Control, limit: int, seconds: float) -> tuple[set[Pool], bool]:
    """Pools until none is left that those found do not contain, and whether that is what ended the search.

    Each pool found forbids all that it contains, so that only a few steps lead to the largest ones.
    """
    control.configuration.configuration = "trendy"
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    atoms = [(symbol.name, number.number) for symbol, number in _atoms(control, "in_pool", 2)]
    found: set[Pool] = set()
    complete = True
    ends = monotonic() + seconds
    with control.solve(yield_=True, async_=True) as handle:
        while True:
            if not handle.wait(max(0.0, ends - monotonic())) or len(found) > limit:
                handle.cancel()
                return found, False
            if (model := handle.model()) is None:
                return found, complete
            symbols = model.symbols(shown=True)
            numbers = {s.arguments[0].name: s.arguments[1].number for s in symbols if s.arguments}
            found.add(_pool(numbers))
            complete = complete and Function("cut") not in symbols
            more = [
                (Function("in_pool", [Function(kind), Number(number)]), True)
                for kind, number in atoms
                if number > numbers.get(kind, 0)
            ]
            model.context.add_clause(more)
            handle.resume()


def _atoms(control: Control, name: str, arity: int) -> list[tuple[Symbol, ...]]:
    """The arguments of all atoms of a predicate, settled or not."""
    return [tuple(atom.symbol.arguments) for atom in control.symbolic_atoms.by_signature(name, arity)]


def _grounded(
    situation: Situation, player: str, goal: tuple[str, Symbol] | None = None, most: int = 0
) -> Control:
    p = player_symbol(0, player)
    asked = [Function("gathers", [p]), Function("x_bound", [Number(most)])]
    asked += (
        Function("concerns", [object_symbol(0, obj.id)])
        for obj in situation.board.battlefield
        if controller_of(situation, obj.id) == player
    )
    if goal is not None:
        asked.append(Function("goal", [object_symbol(0, goal[0]), goal[1]]))
    floating = dict(situation.board.mana_pool).get(player, "").lower()
    asked += (
        Function("floating", [Function(kind), Number(floating.count(kind))])
        for kind in _TYPES
        if kind in floating
    )
    names, facts = assemble((*OBJECTS, *MANA, *EVENTS, *POOL), [situation], said=asked)
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
