"""A second opinion on the layers: plain Python, naive on purpose, sharing no code with the law.

Read from docs/terms.md and CR 613 alone. Objects are sets of traits in a dictionary; every question of
dependency (CR 613.8a) is answered by really applying the other effect to a copy of everything and looking
again. A word that this file knows nothing about raises `UnknownTerm`: it never guesses.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Protocol

from clingo.symbol import Function, Symbol, SymbolType, parse_term

from pyreason.board import Board, GameObject
from pyreason.cards.model import Card

BASICS = {"Plains": "w", "Island": "u", "Swamp": "b", "Mountain": "r", "Forest": "g"}
LAND_TYPES = {
    *BASICS,
    "Cave",
    "Desert",
    "Gate",
    "Lair",
    "Locus",
    "Mine",
    "Planet",
    "Power-Plant",
    "Sphere",
} | {
    *("Tower", "Town", "Urza's"),
}
ARTIFACT_TYPES = {"Equipment", "Vehicle", "Treasure", "Food", "Clue", "Gold", "Powerstone", "Fortification"}
ENCHANTMENT_TYPES = {"Aura", "Saga", "Shrine", "Curse", "Class", "Case", "Room", "Cartouche", "Background"}
EVERY = "every creature type"
LAYERS = ("2", "4", "5", "6", "7a", "7b", "7c", "7d")
LAYER_OF = {
    "controlled_by": "2",
    **dict.fromkeys(("set_land_types", "set_types", "add_types", "lose_types", "set_subtypes"), "4"),
    **dict.fromkeys(("add_subtypes", "add_supertypes", "lose_supertypes"), "4"),
    **dict.fromkeys(("set_colors", "add_colors", "colorless"), "5"),
    **dict.fromkeys(("gains", "loses", "cant_have", "loses_all_abilities", "loses_all_but"), "6"),
    "cda": "7a",
    "base_pt": "7b",
    "pt": "7c",
    "for_each": "7c",
    "switch_pt": "7d",
}

Key = tuple[Any, ...]
"""Where an ability comes from: ("printed", 1), ("intrinsic", "Swamp"), ("gained", id, key, term), ..."""


class UnknownTerm(Exception):
    """A term outside of what this reference understands."""


class Cards(Protocol):
    """Anything that finds cards by name."""

    def find(self, name: str) -> Card: ...


@dataclass
class Thing:
    """What an object is at some point of the process."""

    types: set[str]
    subtypes: set[str]
    supertypes: set[str]
    colors: set[str]
    controller: str
    power: int | None
    toughness: int | None
    abilities: dict[Key, Symbol]


@dataclass
class Effect:
    """A continuous effect: whose, by which ability, what it applies to and what it does there."""

    source: str
    key: Key
    ability: Symbol
    changes: list[Symbol]
    defining: bool
    hits: set[str] = field(default_factory=set)
    does: set[tuple[str, str]] = field(default_factory=set)
    said: list[tuple[str, Symbol, tuple[Any, ...]]] = field(default_factory=list)

    @property
    def name(self) -> Key:
        return (self.source, self.key)


def pieces(tuple_: Symbol) -> list[Symbol]:
    """The members of a tuple; a lone word is its only member."""
    if tuple_.type is SymbolType.Function and not tuple_.name:
        return list(tuple_.arguments)
    return [tuple_]


def kind_of(subtype: str) -> str:
    """The card type that a subtype belongs to (CR 205.3)."""
    for kind, names in (
        ("land", LAND_TYPES),
        ("artifact", ARTIFACT_TYPES),
        ("enchantment", ENCHANTMENT_TYPES),
    ):
        if subtype in names:
            return kind
    return "creature"


def number(printed: str | None) -> int | None:
    return int(printed) if printed is not None and printed.lstrip("+-").isdigit() else None


class Layers:
    """One board, taken through the layers."""

    def __init__(self, board: Board, cards: Cards) -> None:
        self.board = board
        self.row: dict[str, GameObject] = {o.id: o for o in board.battlefield}
        self.card = {o.id: cards.find(o.card) for o in board.battlefield}
        self.lasting = {e.id: e for e in board.effects}
        self.lasting_card = {e.id: cards.find(e.card) for e in board.effects}
        self.world = {o.id: self._printed(o) for o in board.battlefield}
        self.order = list(dict.fromkeys((*board.timestamps, *self.row, *self.lasting)))
        self.started: dict[Key, Effect] = {}
        self.log: list[tuple[str, Key]] = []
        self.waited = 0

    def _printed(self, obj: GameObject) -> Thing:
        card = self.card[obj.id]
        abilities: dict[Key, Symbol] = {
            ("printed", line.number, place): term
            for line in card.lines
            if line.term is not None
            for place, term in enumerate(_keywords(line.term))
        }
        return Thing(
            {t.lower() for t in card.types},
            set(card.subtypes),
            {s.lower() for s in card.supertypes},
            {c.lower() for c in card.colors},
            obj.controller,
            number(card.power),
            number(card.toughness),
            abilities,
        )

    # ---- the walk (CR 613.1, 613.3, 613.7, 613.8) -----------------------------------------------

    def solve(self) -> dict[str, Thing]:
        for layer in LAYERS:
            if layer == "5":
                self._intrinsic()
            done: list[Key] = []
            while effects := self._effects(self.world, layer, done):
                effect = self._next(effects, layer, done)
                self._apply(self.world, effect, layer)
                self.started.setdefault(effect.name, effect)
                self.log.append((layer, effect.name))
                done.append(effect.name)
        for id, thing in self.world.items():
            if thing.power is None and self._sized(id, thing):
                thing.power, thing.toughness = 0, thing.toughness or 0
        return self.world

    def _intrinsic(self) -> None:
        """Lands have the mana abilities of their basic land types (CR 305.6)."""
        for thing in self.world.values():
            for subtype in thing.subtypes & set(BASICS) if "land" in thing.types else ():
                thing.abilities["intrinsic", subtype] = parse_term(
                    f"activated((tap,), add(you, mana(1, {BASICS[subtype]})), ())"
                )

    def _next(self, effects: list[Effect], layer: str, done: list[Key]) -> Effect:
        effects = [e for e in effects if e.defining] or effects
        needs: dict[Key, set[Key]] = {e.name: set() for e in effects}
        for other in effects if len(effects) > 1 else ():
            after = deepcopy(self.world)
            self._apply(after, other, layer)
            then = {e.name: e for e in self._effects(after, layer, [*done, other.name])}
            for effect in effects:
                if effect.name == other.name:
                    continue
                now = then.get(effect.name)
                if now is None or now.hits != effect.hits or now.does != effect.does:
                    needs[effect.name].add(other.name)
        reach = {name: _reachable(name, needs) for name in needs}
        free = [e for e in effects if all(e.name in reach[other] for other in needs[e.name])]
        first = min(free, key=self._stamp)
        self.waited += first is not min(effects, key=self._stamp)
        return first

    def _stamp(self, effect: Effect) -> tuple[Any, ...]:
        """Its timestamp (CR 613.7a-b); of the same time, that of its object and its place there."""
        own = self.order.index(effect.source)
        stamp, key = own, effect.key
        while key[0] in ("gained", "piece"):
            if key[0] == "gained":
                stamp, key = max(stamp, self.order.index(key[1])), key[2]
            else:
                key = key[1]
        place = ("lasting", "printed", "granted", "gained", "piece", "counters").index(effect.key[0])
        return stamp, own, place, str(effect.key[1:])

    # ---- which effects there are, and what they do (CR 604.3, 611.2-3, 613.6) ----------------------

    def _effects(self, world: dict[str, Thing], layer: str, done: list[Key]) -> list[Effect]:
        found: dict[Key, Effect] = {}
        for effect in self._all(world):
            old = self.started.get(effect.name)
            if old is None:
                found[effect.name] = effect
        for old in self.started.values():
            found[old.name] = Effect(
                old.source, old.key, old.ability, old.changes, old.defining, set(old.hits)
            )
        result = []
        for name, effect in found.items():
            parts = [c for c in effect.changes if LAYER_OF.get(c.name) == layer]
            if name in done or not parts:
                continue
            effect.said = [
                (id, part, self._value_of(part, world, effect, id)) for id in effect.hits for part in parts
            ]
            effect.does = {(id, f"{part.name} {value}") for id, part, value in effect.said}
            result.append(effect)
        return result

    def _all(self, world: dict[str, Thing]) -> Iterator[Effect]:
        for id, thing in world.items():
            for key, term in thing.abilities.items():
                parts = _statements(term)
                for number_, part in enumerate(parts, 1):
                    own = key if len(parts) == 1 else ("piece", key, number_)
                    effect = self._static(world, id, own, part)
                    if effect is not None:
                        yield effect
            counters = dict(self.row[id].counters)
            if self._sized(id, thing) and counters.keys() & {"+1/+1", "-1/-1"}:
                yield Effect(id, ("counters",), _COUNTERS, [_COUNTERS], False, {id})
        for id, row in self.lasting.items():
            for line in self.lasting_card[id].lines:
                for number_, said in enumerate(_lasting(line.term), 1):
                    wanted, changes = said.arguments
                    hits = {o for o in world if self._fits(wanted, o, world, id)}
                    yield Effect(row.id, ("lasting", number_), said, pieces(changes), False, hits)

    def _static(self, world: dict[str, Thing], id: str, key: Key, term: Symbol) -> Effect | None:
        if term.name == "keyword" and (own := _KEYWORDS.get(term.arguments[0].name)) is not None:
            return Effect(id, key, term, [own], True, {id})
        if term.name != "static":
            return None
        said, always = term.arguments[0], term.arguments[0].name != "while"
        each: list[Symbol] = []
        while said.name == "while":
            condition, said = said.arguments
            if "(it" in str(condition):
                each.append(condition)
            elif not self._true(condition, world, id):
                return None
        match said.name, said.arguments:
            case "cda", _:
                return Effect(id, key, term, [said], True, {id})
            case "applies", [wanted, changes]:
                parts = pieces(changes)
            case "grants", [wanted, given]:
                parts = [Function("gains", [one]) for one in pieces(given)]
            case _:
                return None
        defining = always and any(
            part.name == "cda" or (wanted.name == "this" and (part.name in _OF_COLOR or part == _ALL_TYPES))
            for part in parts
        )
        hits = {o for o in world if self._fits(wanted, o, world, id)}
        hits = {o for o in hits if all(self._true(condition, world, id, o) for condition in each)}
        return Effect(id, key, term, parts, defining, hits)

    def _sized(self, id: str, thing: Thing) -> bool:
        """Whether it has a power, be it 0 as that of a creature without one (CR 208.5)."""
        star = self.card[id].power is not None and not any("cda(" in str(e.term) for e in self.card[id].lines)
        return thing.power is not None or ("creature" in thing.types and not star)

    def _value_of(self, part: Symbol, world: dict[str, Thing], effect: Effect, id: str) -> tuple[Any, ...]:
        """What a change comes to for one object: amounts as numbers, choices as what was chosen."""
        source = effect.source
        match part.name:
            case "controlled_by":
                return (self._you(world, source),)
            case "for_each":
                times = self._amount(part.arguments[1], world, source, id)
                return tuple(times * each.number for each in part.arguments[0].arguments)
            case "pt" | "base_pt":
                return tuple(self._amount(a, world, source, id) for a in part.arguments)
            case "cda":
                return part.arguments[0].name, self._amount(part.arguments[1], world, source, id)
            case "counters":
                counters = dict(self.row[source].counters)
                n = counters.get("+1/+1", 0) - counters.get("-1/-1", 0)
                return n, n
            case "gains" | "loses" | "cant_have" | "loses_all_but":
                return tuple(part.arguments)
            case _:
                return tuple(
                    name
                    for argument in part.arguments
                    for word in pieces(argument)
                    for name in self._named(word, source)
                )

    def _named(self, word: Symbol, source: str) -> list[str]:
        if word.type is SymbolType.String:
            return [word.string]
        chosen = (self.lasting.get(source) or self.row[source]).chosen
        match word.name:
            case "chosen_color":
                return [value.lower() for what, value in chosen if what == "color"]
            case "chosen_type":
                return [value for what, value in chosen if what == "type"]
            case "basic_land_types":
                return list(BASICS)
            case "creature_types":
                return [EVERY]
            case name:
                return [name]

    # ---- applying one (CR 205.1, 305.7, 105.3, 613.4) -----------------------------------------------

    def _apply(self, world: dict[str, Thing], effect: Effect, layer: str) -> None:
        """Each object loses first what the effect takes, then gets what it gives."""
        for id, part, value in sorted(effect.said, key=lambda s: (s[0], _TAKING.get(s[1].name, 2))):
            thing = world[id]
            if layer in ("7c", "7d") and thing.power is None and self._sized(id, thing):
                thing.power, thing.toughness = 0, thing.toughness or 0
            self._change(thing, part.name, value, effect)

    def _change(self, thing: Thing, what: str, value: tuple[Any, ...], effect: Effect) -> None:
        match what:
            case "controlled_by":
                thing.controller = value[0]
            case "set_land_types":
                thing.subtypes = {s for s in thing.subtypes if kind_of(s) != "land"} | set(value)
                thing.abilities = {k: a for k, a in thing.abilities.items() if k[0] != "printed"}
            case "set_types":
                thing.types = set(value)
                thing.subtypes = {s for s in thing.subtypes if kind_of(s) in thing.types}
            case "add_types":
                thing.types |= set(value)
            case "lose_types":
                gone = thing.types & set(value)
                thing.types -= gone
                thing.subtypes = {s for s in thing.subtypes if kind_of(s) not in gone}
            case "set_subtypes":
                thing.subtypes = {s for s in thing.subtypes if kind_of(s) != "creature"} | set(value)
            case "add_subtypes":
                thing.subtypes |= set(value)
            case "add_supertypes":
                thing.supertypes |= set(value)
            case "lose_supertypes":
                thing.supertypes -= set(value)
            case "set_colors":
                thing.colors = set(value)
            case "add_colors":
                thing.colors |= set(value)
            case "colorless":
                thing.colors = set()
            case "gains":
                thing.abilities["gained", effect.source, effect.key, value[0]] = value[0]
            case "loses" | "cant_have":
                thing.abilities = {k: a for k, a in thing.abilities.items() if a != value[0]}
            case "loses_all_abilities":
                thing.abilities = {}
            case "loses_all_but":
                thing.abilities = {k: a for k, a in thing.abilities.items() if _adds_mana(a)}
            case "cda":
                setattr(thing, value[0], value[1])
            case "base_pt":
                thing.power, thing.toughness = value
            case "pt" | "counters" | "for_each":
                if thing.power is not None and thing.toughness is not None:
                    thing.power, thing.toughness = thing.power + value[0], thing.toughness + value[1]
            case "switch_pt":
                thing.power, thing.toughness = thing.toughness, thing.power
            case _:
                raise UnknownTerm(what)

    # ---- words -------------------------------------------------------------------------------------------

    def _you(self, world: dict[str, Thing], source: str) -> str:
        return self.lasting[source].controller if source in self.lasting else world[source].controller

    def _amount(self, term: Symbol, world: dict[str, Thing], source: str, id: str) -> int:
        if term.type is SymbolType.Number:
            return term.number
        match term.name, term.arguments:
            case "count", [wanted]:
                return sum(self._fits(wanted, o, world, source, id) for o in world)
            case "distinct", [what, wanted] if what.name == "color":
                return len(
                    {c for o in world if self._fits(wanted, o, world, source, id) for c in world[o].colors}
                )
            case "counters", [kind, ref]:
                counters = dict(self.row[id if ref.name == "it" else source].counters)
                return (
                    counters.get(kind.string, 0) if kind.type is SymbolType.String else sum(counters.values())
                )
            case "half", [way, of]:
                return (self._amount(of, world, source, id) + (way.name == "up")) // 2
            case "plus", [one, other]:
                return self._amount(one, world, source, id) + self._amount(other, world, source, id)
            case "times", [one, other]:
                return one.number * self._amount(other, world, source, id)
            case "mana_value", [ref] if ref.name == "it":
                return int(self.card[id].mana_value)
            case "power", [ref] if ref.name == "this":
                return (world[source].power or 0) if "creature" in world[source].types else 0
            case name, _:
                raise UnknownTerm(name)

    def _true(self, term: Symbol, world: dict[str, Thing], source: str, it: str = "") -> bool:
        match term.name, term.arguments:
            case "otherwise", [condition]:
                return not self._true(condition, world, source, it)
            case "at_least", [amount, least]:
                return self._amount(amount, world, source, it) >= least.number
            case "controls", [who, wanted] if who.name == "you":
                you = self._you(world, source)
                return any(world[o].controller == you and self._fits(wanted, o, world, source) for o in world)
            case "controls_none", [who, wanted] if who.name == "you":
                you = self._you(world, source)
                return not any(
                    world[o].controller == you and self._fits(wanted, o, world, source) for o in world
                )
            case "is", [ref, wanted]:
                at = {"this": source, "it": it}.get(ref.name, self.row[source].attached_to or "")
                return at in world and self._fits(wanted, at, world, source)
            case "turn", [who] if who.name == "you":
                return self.board.active == self._you(world, source)
            case "both", [one, other]:
                return self._true(one, world, source) and self._true(other, world, source)
            case name, _:
                raise UnknownTerm(name)

    def _fits(self, term: Symbol, id: str, world: dict[str, Thing], source: str, it: str = "") -> bool:
        thing = world[id]
        match term.name, term.arguments:
            case "and", [one, other]:
                return self._fits(one, id, world, source, it) and self._fits(other, id, world, source, it)
            case "or", [one, other]:
                return self._fits(one, id, world, source, it) or self._fits(other, id, world, source, it)
            case "non", [one]:
                return not self._fits(one, id, world, source, it)
            case "it", []:
                return id == it
            case "other_than", [_]:
                return id != it
            case "attached_to", [_]:
                return self.row[id].attached_to == it
            case "shares", [what, _] if what.name == "color":
                return bool(thing.colors & world[it].colors)
            case "shares", [_, _]:
                return _share_creature_type(thing.subtypes, world[it].subtypes)
            case "permanent" | "anything", []:
                return True
            case "card" | "spell", _:
                return False
            case "type", [kind]:
                return kind.name in thing.types
            case "supertype", [kind]:
                return kind.name in thing.supertypes
            case "subtype", [kind]:
                return kind.string in thing.subtypes or (
                    EVERY in thing.subtypes and kind_of(kind.string) == "creature"
                )
            case "color", [color]:
                return color.name in thing.colors
            case "colorless", []:
                return not thing.colors
            case "multicolored", []:
                return len(thing.colors) > 1
            case "monocolored", []:
                return len(thing.colors) == 1
            case "controlled_by", [who] if who.name in ("you", "opponent"):
                return (thing.controller == self._you(world, source)) == (who.name == "you")
            case "this", []:
                return id == source
            case "other", []:
                return id != source
            case "host", []:
                return source in self.row and self.row[source].attached_to == id
            case "target", []:
                return source in self.lasting and id in self.lasting[source].targets
            case "tapped", []:
                return self.row[id].tapped
            case "token", []:
                return self.row[id].token
            case "name", [name]:
                return self.card[id].name == name.string
            case "keyword", [name]:
                return any(a.name == "keyword" and a.arguments[0] == name for a in thing.abilities.values())
            case "power" | "toughness" as what, [how, bound]:
                value = 0 if getattr(thing, what) is None and self._sized(id, thing) else getattr(thing, what)
                if value is None or "creature" not in thing.types:  # CR 208.3
                    return False
                return {
                    "le": value <= bound.number,
                    "ge": value >= bound.number,
                    "eq": value == bound.number,
                }[how.name]
            case "chosen_type", []:
                return bool(set(self._named(term, source)) & thing.subtypes)
            case "has_chosen_color", []:
                return any(
                    what == "color" and c.lower() in thing.colors for what, c in self.row[source].chosen
                )
            case name, _:
                raise UnknownTerm(name)


def _share_creature_type(some: set[str], others: set[str]) -> bool:
    one, other = ({s for s in each if kind_of(s) == "creature"} for each in (some, others))
    return bool(one & other) or (EVERY in one and bool(other)) or (EVERY in other and bool(one))


def _keywords(term: Symbol) -> list[Symbol]:
    """The abilities of a line: each keyword by itself."""
    if term.name == "static" and term.arguments[0].name == "keywords":
        return list(term.arguments[0].arguments[0].arguments)
    return [term]


def _statements(term: Symbol) -> list[Symbol]:
    """A static ability as several of one statement each."""
    if term.name != "static":
        return [term]
    found: list[Symbol] = []

    def take(said: Symbol, conditions: tuple[Symbol, ...]) -> None:
        match said.name, said.arguments:
            case "both", [one, other]:
                take(one, conditions)
                take(other, conditions)
            case "while", [condition, inner]:
                take(inner, (*conditions, condition))
            case "instead", [condition, new, old]:
                take(new, (*conditions, condition))
                take(old, (*conditions, Function("otherwise", [condition])))
            case _:
                for condition in reversed(conditions):
                    said = Function("while", [condition, said])
                found.append(Function("static", [said]))

    take(term.arguments[0], ())
    return found


def _constant(name: str) -> Symbol:
    return Function(name)


_COUNTERS = _constant("counters")
_ALL_TYPES = parse_term("add_subtypes(creature_types)")
_KEYWORDS = {"devoid": _constant("colorless"), "changeling": _ALL_TYPES}
_OF_COLOR = ("set_colors", "colorless")
LAYER_OF["counters"] = "7c"
_TAKING = {
    **dict.fromkeys(("set_types", "lose_types", "loses_all_abilities", "loses_all_but", "loses"), 0),
    **dict.fromkeys(("set_land_types", "set_subtypes", "set_colors", "colorless"), 1),
}
"""What comes first of several changes that one effect makes in one layer."""


def _reachable(start: Key, needs: dict[Key, set[Key]]) -> set[Key]:
    seen: set[Key] = set()
    pending = list(needs[start])
    while pending:
        name = pending.pop()
        if name not in seen:
            seen.add(name)
            pending += needs[name]
    return seen


def _lasting(term: Symbol | None) -> Iterator[Symbol]:
    """What a resolved spell set up: the statements of its `until(End, Statement)`."""
    if term is None or term.type is not SymbolType.Function:
        return
    if term.name == "until" and len(term.arguments) == 2:
        if term.arguments[1].name != "applies":
            raise UnknownTerm(term.arguments[1].name)
        yield term.arguments[1]
    else:
        for argument in term.arguments:
            yield from _lasting(argument)


def _adds_mana(ability: Symbol) -> bool:
    """Whether it is a mana ability: activated, adds mana, no target (CR 605.1a)."""
    words = str(ability)
    return ability.name == "activated" and "add(" in words and "target" not in words and "slot(" not in words


def layers(board: Board, cards: Cards) -> dict[str, Thing]:
    """What every permanent of a board finally is."""
    return Layers(board, cards).solve()
