"""A second opinion on mana events: plain Python, naive on purpose, sharing no code with the law.

What a mana ability may add is a set of multisets, each written as a sorted string of letters. Replacement
effects are permuted: at every step any effect not yet applied that applies to the event as it is now may be
the next (CR 614.5, 616.1); then every trigger adds its share (CR 106.12a, 605.4a). Pools are found by trying
every sequence of activations, each on the board that the ones before left.

It extends `tests.reference` and, like it, raises `UnknownTerm` rather than guess.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product

from clingo.symbol import Symbol, SymbolType

from pyreason.board import Board, GameObject
from pyreason.cards.library import Library
from tests.reference import COLORS, SILENT, Reference, UnknownTerm, View, _chosen, _text, _words

TYPES = "WUBRGC"
Mana = str
"""A multiset of mana: letters in the order of TYPES."""

Outcome = tuple[tuple[str, Mana], ...]
"""Who gets what, players sorted; the one who taps always stands there."""

PAID = {"sacrificed": "sacrifice", "exiled": "exile", "untapped": "untap"}
FREE = frozenset({"life", "exert", "put_counters", "mill"})
"""Cost parts that a board can't refuse: it shows no life totals, and libraries only where they matter."""
GONE = frozenset({"sacrifice", "exile", "return", "discard"})


def mana(letters: Sequence[str]) -> Mana:
    return "".join(sorted(letters, key=TYPES.index))


@dataclass(frozen=True)
class Way(View):
    """A view with what the payment of the cost decided, and the types that set a trigger off."""

    number: int | None = None
    named: tuple[str, ...] = ()
    produced: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    """What was tapped, untapped or put away beside the source."""


@dataclass(frozen=True)
class Effect:
    """A replacement effect of mana events; `view` is whence it is judged."""

    view: View
    event: Symbol
    change: Symbol


class ManaReference(Reference):
    """One board; what its mana abilities could produce, and exactly what can come of them."""

    def __init__(self, board: Board, library: Library) -> None:
        super().__init__(board, library)
        self.library = library
        self.targets: dict[str, tuple[str, ...]] = {e.id: e.targets for e in board.effects}
        self._lasting = {e.id: tuple(self._set_up(library, e)) for e in board.effects}
        self._ends: dict[tuple[str, frozenset[int], Mana], frozenset[Mana]] = {}

    def _set_up(self, library: Library, effect: object) -> Iterator[Symbol]:
        card = library.with_definitions(self.board.cards).find(effect.card)  # type: ignore[attr-defined]
        pending = [line.term for line in card.lines if line.term is not None]
        while pending:
            term = pending.pop(0)
            if term.type is SymbolType.Function:
                if term.name == "until" and len(term.arguments) == 2:
                    yield term.arguments[1]
                else:
                    pending += term.arguments

    def _as_source(self, effect: object) -> GameObject:
        e = effect
        return GameObject(e.id, e.card, e.controller, e.controller, "effect", chosen=e.chosen)  # type: ignore[attr-defined]

    # ---- replacement effects (CR 106.12b, 614.5, 616.1) ------------------------------------------

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        found = []
        for obj in self.board.battlefield:
            for ability in self.abilities[obj.id]:
                if ability.name == "static" and ability.arguments[0].name == "replaces":
                    found.append(Effect(View(obj, ability), *ability.arguments[0].arguments))
        for e in self.board.effects:
            for term in self._lasting[e.id]:
                if term.name == "replaces":
                    found.append(Effect(View(self._as_source(e), term), *term.arguments))
        return tuple(found)

    def applies(self, effect: Effect, obj: GameObject, event: Mana) -> bool:
        if effect.event.name != "tapped_for_mana":
            raise UnknownTerm(effect.event.name)
        which, who, kind = effect.event.arguments
        if not event or not self._fits(which, obj, effect.view) or not self._taps(who, obj, effect.view):
            return False
        if kind.name == "at_least":
            return len(event) >= kind.arguments[0].number
        return self._has(kind, effect.view.source, event)

    def _taps(self, who: Symbol, obj: GameObject, view: View) -> bool:
        return who.name in ("any_player", "a_player") or obj.controller in self._players(who, view)

    @staticmethod
    def _has(kind: Symbol, source: GameObject, event: Mana) -> bool:
        match kind.name:
            case "any":
                return bool(event)
            case "chosen_color":
                return bool(_chosen(source, "color") & set(event))
            case letter if letter.upper() in TYPES:
                return letter.upper() in event
            case name:
                raise UnknownTerm(name)

    def changed(self, effect: Effect, obj: GameObject, event: Mana) -> set[Mana]:
        """What the event may be once the effect was applied."""
        match effect.change.name, effect.change.arguments:
            case "times", [n]:
                return {mana(event * n.number)}
            case "types", [kind]:
                return {t * len(event) for t in self._into(kind, effect)}
            case "colors", [kind]:
                return {mana(["C" if x == "C" else t for x in event]) for t in self._into(kind, effect)}
            case "type", [old, kind]:
                return {
                    mana([t if x == old.name.upper() else x for x in event]) for t in self._into(kind, effect)
                }
            case "types_and_amount", [n, kind]:
                return {t * n.number for t in self._into(kind, effect)}
            case "by_type", [cases]:
                return {
                    t * len(event)
                    for case in cases.arguments
                    if self._fits(case.arguments[0], obj, effect.view)
                    for t in self._into(case.arguments[1], effect)
                }
            case name, _:
                raise UnknownTerm(name)

    def _into(self, kind: Symbol, effect: Effect) -> frozenset[str]:
        if kind.name == "any_color":
            return COLORS
        if kind.name == "chosen_color":
            return _chosen(effect.view.source, "color")
        return frozenset(kind.name.upper())

    def ends(self, obj: GameObject, event: Mana, left: frozenset[int] | None = None) -> frozenset[Mana]:
        """What the event may be in the end, the effects that are left applied in any order."""
        if left is None:
            left = frozenset(range(len(self.effects)))
        key = (obj.id, left, event)
        if key not in self._ends:
            now = [i for i in left if self.applies(self.effects[i], obj, event)]
            found = {event} if not now else set()
            for i in now:
                for after in self.changed(self.effects[i], obj, event):
                    found |= self.ends(obj, after, left - {i})
            self._ends[key] = frozenset(found)
        return self._ends[key]

    # ---- could produce (CR 106.7) ----------------------------------------------------------------

    def _produced(self, obj: GameObject) -> frozenset[str]:
        found: set[str] = set()
        for ability in self.abilities[obj.id]:
            if self._taps_itself(ability) and any(self._bears_on(e, obj) for e in self.effects):
                for number in range(4):  # what costs decide; more makes no difference to any effect
                    view = Way(obj, ability, number=number, named=("?",))
                    for event in self.exactly(ability.arguments[1], view):
                        found |= set().union(*self.ends(obj, event))
            else:
                found |= set().union(*self._resolve(ability, obj))
        return frozenset(found)

    def _bears_on(self, effect: Effect, obj: GameObject) -> bool:
        which, who, _ = effect.event.arguments
        return self._fits(which, obj, effect.view) and self._taps(who, obj, effect.view)

    @staticmethod
    def _taps_itself(ability: Symbol) -> bool:
        return ability.name == "activated" and any(
            p.name == "tap" and not p.arguments for p in _cost(ability)
        )

    # ---- exactly what an effect adds (CR 106.3, 106.5, 608.2c-d) ----------------------------------

    def exactly(self, effect: Symbol, view: View) -> set[Mana]:
        """All that may be added by following the effect; the choices in it are free."""
        match effect.name, effect.arguments:
            case "add", [_, production]:
                return self._multisets(production, view) or {""}  # CR 106.5: undefined, so none
            case "seq", [_, first, rest] if first.name == "choose_color":
                among = self._colors_of(first.arguments[0], view) if first.arguments else COLORS
                found = set()
                for color in among:
                    found |= self.exactly(rest, replace(view, that_color=frozenset(color)))
                return found or self.exactly(rest, view)
            case "seq", [_, first, rest]:
                return _sums(self.exactly(first, view), self.exactly(rest, view))
            case "if", [condition, then]:
                return self.exactly(then, view) if self._true(condition, view) else {""}
            case "instead", [condition, new, old]:
                if self._true(condition, view):
                    types = frozenset(letter for each in self.exactly(old, view) for letter in each)
                    return self.exactly(new, replace(view, that_type=types))
                return self.exactly(old, view)
            case "may", [_, then]:
                return self.exactly(then, view) | {""}
            case name, _ if name in SILENT:
                return {""}
            case name, _:
                raise UnknownTerm(name)

    def _multisets(self, term: Symbol, view: View) -> set[Mana]:
        match term.name, term.arguments:
            case "either", [one, other]:
                return self._multisets(one, view) | self._multisets(other, view)
            case "both", [one, other]:
                return _sums(self._multisets(one, view), self._multisets(other, view))
            case "for_each", [production, amount]:
                number = self._number(amount, view)
                if _words(production) & {"that_color", "chosen_color", "that_type"}:
                    return {mana(each * number) for each in self._multisets(production, view)} or (
                        {""} if number == 0 else set()
                    )
                found = {""}
                for _ in range(number):
                    found = _sums(found, self._multisets(production, view))
                return found
            case "mana", [amount, what]:
                number = self._number(amount, view)
                return self._of(number, what, view) if number else {""}
            case name, _:
                raise UnknownTerm(name)

    def _of(self, number: int, what: Symbol, view: View) -> set[Mana]:
        match what.name, what.arguments:
            case "each_color_among", [among]:
                return {mana([*self._colors_of(among, view)] * number)}
            case "different_colors", []:
                return {mana(some) for some in combinations(sorted(COLORS), number)}
            case "combination", _:
                types = self._types(what, view)
                return {mana(some) for some in combinations_with_replacement(sorted(types), number)}
            case "could_produce", [kind, where] if isinstance(view, Way) and where.name == "ref":
                if view.named == ("?",):
                    return {t * number for t in self._types(what, view)}
                types = frozenset().union(*(self.could[name] for name in view.named))
                return {t * number for t in (types & COLORS if kind.name == "color" else types)}
            case "could_produce", [_, where] if where.name != "ref":
                # Reflecting Pool and the like: one type for one mana
                return {t * number for t in self._types(what, view)}
            case "produced", [_]:
                assert isinstance(view, Way)
                return {t * number for t in view.produced}
            case _:
                return {t * number for t in self._types(what, view)}

    def _number(self, term: Symbol, view: View) -> int:
        number = self._amount(term, view)
        if not isinstance(number, int):
            raise UnknownTerm(str(term))
        return max(0, number)  # CR 107.1b

    def _amount(self, term: Symbol, view: View) -> int | str:
        if isinstance(view, Way) and term.type is SymbolType.Function:
            match term.name, term.arguments:
                case (("x" | "paid"), _) if view.number is not None:
                    return view.number
                case ("power" | "toughness" | "mana_value") as what, [ref] if ref.name in PAID and view.named:
                    if view.named == ("?",):
                        assert view.number is not None
                        return view.number
                    measured = [self._measure(what, self._object(name)) for name in view.named]
                    return sum(n for n in measured if n is not None)
        return super()._amount(term, view)

    def _object(self, id: str) -> GameObject:
        found = self.board.get(id)
        assert found is not None
        return found

    def _fits(self, term: Symbol, obj: GameObject, view: View) -> bool:
        match term.name, term.arguments:
            case "target", []:
                return obj.id in self.targets.get(view.source.id, ())
            case "card", []:
                return obj.zone == "hand"
            case "source", []:
                return True
        return super()._fits(term, obj, view)

    # ---- costs (CR 107.5, 107.6, 118.3, 302.6, 602.5) ----------------------------------------------

    def ways(self, obj: GameObject, ability: Symbol) -> list[Way]:
        """The ways to pay for what is not mana; none where the ability can't be activated."""
        view = Way(obj, ability)
        for limit in ability.arguments[2].arguments:
            if limit.name == "only_if" and not self._true(limit.arguments[0], view):
                return []
            if limit.name == "your_turn" and self.board.active != obj.controller:
                return []
            if limit.name == "opponents_turn" and self.board.active == obj.controller:
                return []
            if limit.name not in (
                "only_if",
                "once_each_turn",
                "instant_speed",
                "your_turn",
                "opponents_turn",
            ):
                raise UnknownTerm(limit.name)
        if self._targets(ability):
            raise UnknownTerm("target")
        ways = [view]
        for part in sorted(_cost(ability), key=lambda p: p.name in ("tap", "untap") and bool(p.arguments)):
            ways = [paid for way in ways for paid in self._pay(part, way)]
        return list(dict.fromkeys(ways))

    @staticmethod
    def _targets(ability: Symbol) -> bool:
        return bool(_words(ability) & {"target", "target_player", "slot"})

    def _pay(self, part: Symbol, way: Way) -> Iterator[Way]:
        obj = way.source
        match part.name, part.arguments:
            case "tap" | "untap" as what, []:
                card = self.card[obj.id]
                hasty = any(
                    a.name == "keyword" and a.arguments[0].name == "haste" for a in self.abilities[obj.id]
                )
                if obj.tapped == (what == "untap") and not (
                    obj.sick and "Creature" in card.types and not hasty
                ):
                    yield replace(way, used=way.used | {obj.id})
            case "mana", _:
                yield way
            case name, _ if name in FREE:
                yield way
            case (("sacrifice" | "exile" | "return" | "discard"), [this]) if this.name == "this":
                yield way
            case "remove_counters", [number, kind, this] if this.name == "this":
                have = self._counters(obj, _text(kind))
                for n in _numbers(number, have):
                    yield way if number.type is SymbolType.Number else replace(way, number=n)
            case ("sacrifice" | "exile") as what, [number, among]:
                found = [o.id for o in self.board.objects if self._mine(o, obj) and self._fits(among, o, way)]
                for n in _numbers(number, len(found)):
                    for some in combinations(found, n):
                        paid = replace(way, named=some)
                        yield paid if number.type is SymbolType.Number else replace(paid, number=n)
            case "discard", [number, among]:
                found = [
                    o.id
                    for o in self.board.objects
                    if o.zone == "hand" and o.owner == obj.controller and self._fits(among, o, way)
                ]
                for n in _numbers(number, len(found)):
                    yield way if number.type is SymbolType.Number else replace(way, number=n)
            case ("tap" | "untap") as what, [number, among]:
                found = [
                    o.id
                    for o in self.board.battlefield
                    if o.tapped == (what == "untap")
                    and o.id not in way.used
                    and (what == "untap" or o.controller == obj.controller)
                    and self._fits(among, o, way)
                ]
                for n in _numbers(number, len(found)):
                    for some in combinations(found, n):
                        paid = replace(way, used=way.used | set(some))
                        if what == "untap":
                            paid = replace(paid, named=some)
                        yield paid if number.type is SymbolType.Number else replace(paid, number=n)
            case name, _:
                raise UnknownTerm(f"cost {name}")

    def _mine(self, obj: GameObject, source: GameObject) -> bool:
        if obj.zone == "battlefield":
            return obj.controller == source.controller
        return obj.owner == source.controller

    # ---- tapping for mana (CR 106.12, 106.12a, 605) --------------------------------------------------

    def mana_abilities(self, obj: GameObject) -> list[Symbol]:
        """CR 605.1a, in the order they are counted."""
        return [
            a for a in self.abilities[obj.id] if a.name == "activated" and "add" in _words(a.arguments[1])
        ]

    def outcomes(self, obj: GameObject, ability: Symbol) -> set[Outcome]:
        """All that may come of activating the ability, mana costs apart."""
        return {outcome for way in self.ways(obj, ability) for outcome in self.results(way)}

    def results(self, way: Way) -> set[Outcome]:
        """All that may come of the ability, paid for in one way."""
        obj, tapping = way.source, self._taps_itself(way.ability)
        found: set[Outcome] = set()
        for event in self.exactly(way.ability.arguments[1], way):
            for final in self.ends(obj, event) if tapping else (event,):
                found |= self._with_triggers(obj, final, tapping)
        return found

    def _triggers(self) -> Iterator[View]:
        for obj in self.board.battlefield:
            yield from (View(obj, a) for a in self.abilities[obj.id] if a.name == "triggered")
        for e in self.board.effects:
            yield from (View(self._as_source(e), a) for a in self._lasting[e.id] if a.name == "triggered")

    def _with_triggers(self, obj: GameObject, event: Mana, tapping: bool) -> set[Outcome]:
        shares: list[list[tuple[str, Mana]]] = []
        for view in self._triggers() if event else ():
            happening, condition, effect = view.ability.arguments
            if "add" not in _words(effect) or self._targets(view.ability):
                continue
            match happening.name, happening.arguments:
                case "tapped_for_mana", [which, who, kind] if tapping:
                    pass
                case "ability_adds", [which, who, kind]:
                    pass
                case _:
                    continue
            source = view.source
            if not (
                self._fits(which, obj, view)
                and self._taps(who, obj, view)
                and self._has(kind, source, event)
                and self._true(condition, view)
            ):
                continue
            to = {who.name for who in _receivers(effect)}
            if len(to) != 1:
                raise UnknownTerm(str(effect))
            player = source.controller if to == {"you"} else obj.controller
            aware = Way(source, view.ability, that_color=_chosen(source, "color"), produced=frozenset(event))
            shares.append([(player, more) for more in self.exactly(effect, aware)])
        found = set()
        for choice in product(*shares):
            got = Counter({obj.controller: Counter(event)})
            for player, more in choice:
                got.setdefault(player, Counter()).update(more)
            found.add(
                tuple(
                    sorted(
                        (player, mana(list(each.elements())))
                        for player, each in got.items()
                        if each or player == obj.controller
                    )
                )
            )
        return found


def _cost(ability: Symbol) -> Sequence[Symbol]:
    return ability.arguments[0].arguments


def _numbers(number: Symbol, have: int) -> range:
    """How many a cost may take of what is there."""
    if number.type is SymbolType.Number:
        return range(number.number, number.number + 1) if number.number <= have else range(0)
    least = {"any": 0, "x": 0, "some": 1, "all": have}[number.name]
    return range(least, have + 1)


def _sums(one: set[Mana], other: set[Mana]) -> set[Mana]:
    return {mana(a + b) for a in one for b in other}


def _receivers(effect: Symbol) -> Iterator[Symbol]:
    if effect.type is SymbolType.Function:
        if effect.name == "add":
            yield effect.arguments[0]
        for argument in effect.arguments:
            yield from _receivers(argument)


# ---- pools (CR 605.3a, 118.3a) -------------------------------------------------------------------------


def payments(cost: str, pool: Mana) -> set[Mana]:
    """What may be left of the pool once the mana cost was paid (CR 107.4)."""
    left = {pool}
    for symbol in re.findall(r"\{(.*?)\}", cost):
        if symbol.isdigit():
            for _ in range(int(symbol)):
                left = {_without(each, t) for each in left for t in set(each)}
            continue
        halves = symbol.split("/")
        after = set(left) if "P" in halves else set()
        for half in halves:
            if half.isdigit():
                after |= {rest for each in left for rest in payments(f"{{{half}}}", each)}
            elif half in TYPES:
                after |= {_without(each, half) for each in left if half in each}
            elif half != "P":
                raise UnknownTerm(symbol)
        left = after
    return left


def _without(pool: Mana, letter: str) -> Mana:
    return pool.replace(letter, "", 1)


class Search:
    """Every board and pool that a player can reach by activating mana abilities."""

    def __init__(self, board: Board, library: Library, player: str, limit: int = 1_000) -> None:
        self.library, self.player, self.limit = library, player, limit
        floating = dict(board.mana_pool).get(player, "")
        self.reached: set[tuple[Board, Mana]] = set()
        self.cut = False
        self._references: dict[Board, ManaReference] = {}
        self._known: dict[Board, list[tuple[str, Board, set[Mana]]]] = {}
        pending = [(board, mana(re.findall(r"\{(.)\}", floating)))]
        while pending:
            state = pending.pop()
            if state not in self.reached:
                if len(self.reached) >= limit:
                    self.cut = True
                    return
                self.reached.add(state)
                pending += self._steps(*state)

    def reference(self, board: Board) -> ManaReference:
        if board not in self._references:
            self._references[board] = found = ManaReference(board, self.library)
            found.solve()
        return self._references[board]

    def _steps(self, board: Board, pool: Mana) -> Iterator[tuple[Board, Mana]]:
        for cost, after, got in self._options(board):
            for rest in payments(cost, pool):
                for more in got:
                    yield after, mana(rest + more)

    def _options(self, board: Board) -> list[tuple[str, Board, set[Mana]]]:
        """What can be activated on this board: its mana cost, the board after it, what it may bring."""
        if board not in self._known:
            self._known[board] = options = []
            reference = self.reference(board)
            for obj in board.battlefield:
                if obj.controller == self.player:
                    for ability in reference.mana_abilities(obj):
                        for way in reference.ways(obj, ability):
                            got = {dict(outcome).get(self.player, "") for outcome in reference.results(way)}
                            options.append((_mana_cost(ability), _after(board, way), got))
        return self._known[board]

    def pools(self) -> set[Mana]:
        """The maximal pools, by inclusion as multisets."""
        found = {pool for _, pool in self.reached}
        counted = {pool: Counter(pool) for pool in found}
        return {
            pool
            for pool in found
            if not any(other != pool and counted[pool] <= counted[other] for other in found)
        }

    def can_pay(self, id: str, ability: Symbol) -> bool:
        """Whether the ability's whole cost can be paid after some of these activations (CR 601.2g-h)."""
        for board, pool in self.reached:
            obj = board.get(id)
            if obj is not None and obj.zone == "battlefield":
                reference = self.reference(board)
                if reference.ways(obj, ability) and payments(_mana_cost(ability), pool):
                    return True
        return False


def _mana_cost(ability: Symbol) -> str:
    return "".join(p.arguments[0].string for p in _cost(ability) if p.name == "mana")


def _after(board: Board, way: Way) -> Board:
    """The board once the cost was paid in this way."""
    source, objects = way.source, {o.id: o for o in board.objects}
    for part in _cost(way.ability):
        match part.name, part.arguments:
            case "tap" | "untap" as what, []:
                objects[source.id] = replace(objects[source.id], tapped=what == "tap")
            case "tap", [_, _]:
                for id in way.used - {source.id} if _taps(way.ability) else way.used:
                    objects[id] = replace(objects[id], tapped=True)
            case "untap", [_, _]:
                for id in way.named:
                    objects[id] = replace(objects[id], tapped=False)
            case name, [*_] if name in GONE and len(part.arguments) == 1:
                objects[source.id] = replace(objects[source.id], zone="graveyard", attached_to=None)
            case (("sacrifice" | "exile"), [_, _]):
                for id in way.named:
                    objects[id] = replace(objects[id], zone="graveyard", attached_to=None)
            case "remove_counters", [number, kind, _]:
                taken = number.number if number.type is SymbolType.Number else way.number
                objects[source.id] = _fewer(objects[source.id], _text(kind), taken or 0)
            case (("mana" | "life"), _):
                pass
            case name, _:
                raise UnknownTerm(f"cost {name} in a search")
    return replace(board, objects=tuple(objects.values()))


def _taps(ability: Symbol) -> bool:
    return any(p.name == "tap" and not p.arguments for p in _cost(ability))


def _fewer(obj: GameObject, kind: str, taken: int) -> GameObject:
    left = tuple((k, n - taken if k == kind else n) for k, n in obj.counters)
    return replace(obj, counters=tuple((k, n) for k, n in left if n))
