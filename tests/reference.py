"""A second opinion on could_produce: plain Python, naive on purpose, sharing no code with the law.

Read from docs/terms.md and the Comprehensive Rules alone. Every ability is judged anew for every object
that has it, and what the permanents could produce (CR 106.7) is worked out round by round until nothing
changes. A term that this file knows nothing about raises `UnknownTerm`: it never guesses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from clingo.symbol import Symbol, SymbolType

from pyreason.board import Board, GameObject
from pyreason.cards.library import Library
from pyreason.cards.model import Card

COLORS = frozenset("WUBRG")
LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
OPEN = "open"
"""An amount that a cost or an event decides, not the board: it may be zero or more (CR 106.7, 107.3a)."""
NEVER_POINTED_AT = ("sacrificed", "exiled", "untapped", "that", "target")
SILENT = frozenset(
    {
        "targeting",
        "rider",
        "opaque",
        "choose_player",
        "triggers_once_each_turn",
        "choose_color",
        "destroy",
        "tap_all",
        "create",
        "emblem",
        "until",
        "loses_mana",
        "activate_mana_abilities",
        "choose_colors",
    }
)
"""Effects that add no mana."""

Outcomes = frozenset[frozenset[str]]
"""What one instruction could add: each element the types of one way to follow it. None at all: undefined."""
NOTHING: Outcomes = frozenset([frozenset()])


class UnknownTerm(Exception):
    """A term outside of what this reference understands."""


@dataclass(frozen=True)
class View:
    """Whence an ability is judged: its source, the ability itself, and what it chose or named before."""

    source: GameObject
    ability: Symbol
    that_color: frozenset[str] = frozenset()
    that_type: frozenset[str] = frozenset()


class Reference:
    """One board and what its permanents could produce."""

    def __init__(self, board: Board, library: Library) -> None:
        self.board = board
        library = library.with_definitions(board.cards)
        self.card: dict[str, Card] = {o.id: library.find(o.card) for o in board.objects}
        self.commander = {player: library.find(name) for player, name in board.commander}
        self.could: dict[str, frozenset[str]] = {o.id: frozenset() for o in board.battlefield}
        self.abilities = {o.id: tuple(self._abilities(o)) for o in board.battlefield}

    def solve(self) -> dict[str, list[str]]:
        """The types in the order WUBRGC for every permanent (CR 106.7, 106.1b)."""
        while True:
            now = {o.id: self._produced(o) for o in self.board.battlefield}
            if now == self.could:
                return {id: [t for t in "WUBRGC" if t in types] for id, types in now.items()}
            self.could = now

    def _produced(self, obj: GameObject) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        for ability in self.abilities[obj.id]:
            found = found.union(*self._resolve(ability, obj))
        return found

    # ---- abilities (CR 113.3, 305.6, 711.2) ------------------------------------------------------

    def _abilities(self, obj: GameObject) -> Iterator[Symbol]:
        from pyreason.cards.oracle import parse_ability

        card = self.card[obj.id]
        for line in card.lines:
            term = line.term
            while term is not None and term.name == "worded":
                term = term.arguments[1]
            if term is None:
                continue
            if term.name == "leveled":
                low, high, inner = term.arguments
                level = self._counters(obj, "level")
                top = level if high.type is SymbolType.Supremum else high.number
                if low.number <= level <= top:
                    yield inner
            else:
                yield term
        if "Land" in card.types:
            for subtype in LAND_TYPES:
                if subtype in card.subtypes:
                    yield parse_ability(f"{{T}}: Add {{{LAND_TYPES[subtype]}}}.")
        for text in obj.granted:
            yield parse_ability(text)

    def _resolve(self, ability: Symbol, obj: GameObject) -> Iterator[frozenset[str]]:
        view = View(obj, ability)
        match ability.name, ability.arguments:
            case "activated", [_, effect, _]:
                pass
            case "triggered", [event, condition, effect]:
                if not self._true(condition, view):  # CR 603.4: checked again as it resolves
                    return
                if "chosen_color" in _words(event):
                    view = replace(view, that_color=_chosen(obj, "color"))
            case "loyalty" | "chapter", [_, effect]:
                pass
            case "mode", [effect]:
                pass
            case "spell" | "static" | "keyword" | "intrinsic" | "provided", _:
                return
            case name, _:
                raise UnknownTerm(name)
        for outcomes in self._follow(effect, view):
            yield from outcomes

    # ---- instructions (CR 106.3, 608.2c) ---------------------------------------------------------

    def _follow(self, effect: Symbol, view: View) -> Iterator[Outcomes]:
        match effect.name, effect.arguments:
            case "add", [_, production]:
                yield self._production(production, view)
            case "seq", [_, first, rest]:
                if first.name == "choose_color":
                    choices = self._colors_of(first.arguments[0], view) if first.arguments else COLORS
                    for color in choices:
                        yield from self._follow(rest, replace(view, that_color=frozenset(color)))
                    if not choices:
                        yield from self._follow(rest, view)
                else:
                    yield from self._follow(first, view)
                    yield from self._follow(rest, view)
            case "if", [condition, then]:
                if self._true(condition, view):
                    yield from self._follow(then, view)
            case "instead", [condition, new, old]:
                types = frozenset().union(*(t for out in self._follow(old, view) for t in out))
                if self._true(condition, view):
                    yield from self._follow(new, replace(view, that_type=types))
                else:
                    yield from self._follow(old, view)
            case "table", [_, rows]:
                yield from self._follow(rows, view)
            case "rows", [row, rows]:
                yield from self._follow(row, view)
                yield from self._follow(rows, view)
            case "tapped", [then]:
                yield from self._follow(then, view)
            case "may" | "delayed" | "when_then" | "does" | "rolled", [_, then]:
                yield from self._follow(then, view)
            case "repeat", [amount, then]:
                if self._amount(amount, view) in (OPEN, *range(1, 1000)):
                    yield from self._follow(then, view)
            case name, _:
                if name not in SILENT:
                    raise UnknownTerm(name)

    # ---- productions (CR 106.5, 106.7) -----------------------------------------------------------

    def _production(self, term: Symbol, view: View) -> Outcomes:
        match term.name, term.arguments:
            case "mana", [amount, what] if what.name == "each_color_among":
                colors = self._colors_of(what.arguments[0], view)
                return self._repeated(amount, frozenset([frozenset(colors)]), view)
            case "mana", [amount, what]:
                types = self._types(what, view)
                return self._repeated(amount, frozenset(frozenset([t]) for t in types), view)
            case "for_each", [production, amount]:
                return self._repeated(amount, self._production(production, view), view)
            case "either", [one, other]:
                return self._production(one, view) | self._production(other, view)
            case "both", [one, other]:
                return frozenset(
                    a | b for a in self._production(one, view) for b in self._production(other, view)
                )
            case name, _:
                raise UnknownTerm(name)

    def _repeated(self, amount: Symbol, outcomes: Outcomes, view: View) -> Outcomes:
        number = self._amount(amount, view)
        if number == OPEN:
            return outcomes | NOTHING
        assert isinstance(number, int)
        return outcomes if number > 0 else NOTHING

    def _types(self, term: Symbol, view: View) -> frozenset[str]:
        """The types among which the mana may be; none where nothing defines them."""
        obj = view.source
        match term.name, term.arguments:
            case ("w" | "u" | "b" | "r" | "g" | "c") as letter, []:
                return frozenset(letter.upper())
            case "any_color" | "different_colors" | "each_chosen_color", []:
                return COLORS
            case "combination", [among]:
                if among.name == "colors":
                    return COLORS
                if among.name:
                    raise UnknownTerm(str(term))
                return frozenset(x.name.upper() for x in among.arguments)
            case "chosen_color", []:
                return view.that_color or _chosen(obj, "color")
            case "that_color", []:
                return view.that_color
            case "that_type", []:
                return view.that_type
            case "commander_identity", []:
                commander = self.commander.get(obj.controller)
                return frozenset(commander.color_identity if commander else ())
            case "could_produce", [kind, where]:
                types = frozenset().union(*(self.could[o.id] for o in self._looked_at(where, view)))
                return types & COLORS if kind.name == "color" else types
            case "produced", [_]:
                return frozenset()
            case "colors_among", [among]:
                return self._colors_of(among, view)
            case "colors_of", [ref]:
                return frozenset().union(*(self.card[o.id].colors for o in self._refs(ref, view)))
            case name, _:
                raise UnknownTerm(name)

    def _looked_at(self, where: Symbol, view: View) -> list[GameObject]:
        """Permanents whose mana is looked at; those a cost could have named, where a cost names them."""
        if where.name == "ref":
            costs = {"sacrificed": "sacrifice", "untapped": "untap", "exiled": "exile"}
            word = costs.get(where.arguments[0].name)
            if word is None or view.ability.name != "activated":
                raise UnknownTerm(str(where))
            parts = [p for p in view.ability.arguments[0].arguments if p.name == word]
            if len(parts) != 1:
                raise UnknownTerm(str(where))
            where = parts[0].arguments[1]
            if word == "sacrifice":  # CR 701.21a: only what one controls
                mine = [o for o in self.board.battlefield if o.controller == view.source.controller]
                return [o for o in mine if self._fits(where, o, view)]
        return [o for o in self.board.battlefield if self._fits(where, o, view)]

    def _colors_of(self, among: Symbol, view: View) -> frozenset[str]:
        return frozenset().union(
            *(self.card[o.id].colors for o in self.board.objects if self._fits(among, o, view))
        )

    # ---- amounts (CR 107.1b, 107.2, 700.5) -------------------------------------------------------

    def _amount(self, term: Symbol, view: View) -> int | str:
        if term.type is SymbolType.Number:
            return term.number
        match term.name, term.arguments:
            case "count", [among]:
                return len(self._all(among, view))
            case "power" | "toughness" | "mana_value", [ref]:
                if ref.name in NEVER_POINTED_AT:
                    return OPEN
                numbers = [self._measure(term.name, o) for o in self._refs(ref, view)]
                return sum(n for n in numbers if n is not None)
            case "counters", [kind, ref]:
                return sum(self._counters(o, _text(kind)) for o in self._refs(ref, view))
            case "greatest" | "total" | "distinct" as how, [what, among]:
                measured = [self._measure(what.name, o) for o in self._all(among, view)]
                numbers = [n for n in measured if n is not None]
                if how == "distinct":
                    return len(set(numbers))
                return max([0, *numbers]) if how == "greatest" else sum(numbers)
            case "devotion", [color]:
                letters = view.that_color if color.name == "that_color" else frozenset(color.name.upper())
                return sum(self._devotion(letter, view) for letter in letters)
            case "hand", [who]:
                return sum(
                    o.zone == "hand" and o.owner in self._players(who, view) for o in self.board.objects
                )
            case "basic_land_types", [among]:
                held = {s for o in self._all(among, view) for s in self.card[o.id].subtypes}
                return len(held & set(LAND_TYPES))
            case "life" | "x" | "that_much" | "paid" | "unseen", _:
                return OPEN
            case "where_x", [amount]:
                return self._amount(amount, view)
            case "plus", [one, other]:
                a, b = self._amount(one, view), self._amount(other, view)
                return a + b if isinstance(a, int) and isinstance(b, int) else OPEN
            case "times", [factor, amount]:
                number = self._amount(amount, view)
                return factor.number * number if isinstance(number, int) else OPEN
            case name, _:
                raise UnknownTerm(name)

    def _devotion(self, letter: str, view: View) -> int:
        """CR 700.5: the symbols of that colour, hybrid ones included, in mana costs of your permanents."""
        return sum(
            letter in symbol
            for o in self.board.battlefield
            if o.controller == view.source.controller
            for symbol in re.findall(r"\{(.*?)\}", self.card[o.id].mana_cost)
        )

    def _measure(self, what: str, obj: GameObject) -> int | None:
        card = self.card[obj.id]
        if what == "mana_value":
            return int(card.mana_value)
        printed = card.power if what == "power" else card.toughness
        if printed is None or not re.fullmatch(r"-?\d+", printed):
            return None
        counted = self._counters(obj, "+1/+1") - self._counters(obj, "-1/-1")  # CR 122.1a
        return int(printed) + counted + (self._bonus(what, obj) if obj.zone == "battlefield" else 0)

    def _bonus(self, what: str, obj: GameObject) -> int:
        """What static abilities add to power or toughness, in numbers that never change (CR 613.4c)."""
        found = 0
        for source in self.board.battlefield:
            for ability in self.abilities[source.id]:
                if ability.name == "static" and ability.arguments[0].name == "applies":
                    among, changes = ability.arguments[0].arguments
                    for change in changes.arguments:
                        if change.name == "pt" and self._fits(among, obj, View(source, ability)):
                            found += change.arguments[what == "toughness"].number
        return found

    def _counters(self, obj: GameObject, kind: str) -> int:
        return sum(n for k, n in obj.counters if kind in (k, "any"))

    # ---- conditions ------------------------------------------------------------------------------

    def _true(self, term: Symbol, view: View) -> bool:
        match term.name, term.arguments:
            case "always", []:
                return True
            case "both", [one, other]:
                return self._true(one, view) and self._true(other, view)
            case "either", [one, other]:
                return self._true(one, view) or self._true(other, view)
            case "controls", [who, among]:
                return bool(self._controlled(who, among, view))
            case "controls", [who, number, among]:
                return len(self._controlled(who, among, view)) >= number.number
            case "controls_at_most", [who, number, among]:
                return len(self._controlled(who, among, view)) <= number.number
            case "controls_none", [who, among]:
                return not self._controlled(who, among, view)
            case "is", [ref, what]:
                return any(self._fits(what, o, view) for o in self._refs(ref, view))
            case "has_counter", [ref, kind]:
                return any(self._counters(o, _text(kind)) > 0 for o in self._refs(ref, view))
            case "has_counters", [ref, kind, number]:
                return any(self._counters(o, _text(kind)) >= number.number for o in self._refs(ref, view))
            case "no_counters", [ref, kind]:
                return any(self._counters(o, _text(kind)) == 0 for o in self._refs(ref, view))
            case "at_least", [amount, number]:
                value = self._amount(amount, view)
                if not isinstance(value, int):
                    raise UnknownTerm(str(term))
                return value >= number.number
            case name, _:
                raise UnknownTerm(name)

    def _controlled(self, who: Symbol, among: Symbol, view: View) -> list[GameObject]:
        players = self._players(who, view)
        return [o for o in self._all(among, view) if o.zone == "battlefield" and o.controller in players]

    # ---- which objects (CR 109.2, 109.5) ---------------------------------------------------------

    def _all(self, among: Symbol, view: View) -> list[GameObject]:
        return [o for o in self.board.objects if self._fits(among, o, view)]

    def _refs(self, ref: Symbol, view: View) -> list[GameObject]:
        obj = view.source
        match ref.name:
            case "this":
                return [obj]
            case "enchanted" | "equipped":
                host = self.board.get(obj.attached_to) if obj.attached_to else None
                return [host] if host else []
            case "exiled_with":
                return [o for o in self.board.objects if o.id in obj.exiled_with]
            case name:
                raise UnknownTerm(name)

    def _players(self, who: Symbol, view: View) -> list[str]:
        you = view.source.controller
        match who.name:
            case "you":
                return [you]
            case "opponent":
                return [p for p in self.board.players if p != you]
            case "any" | "each":
                return list(self.board.players)
            case "active_player":
                return [self.board.active]
            case name:
                raise UnknownTerm(name)

    def _fits(self, term: Symbol, obj: GameObject, view: View) -> bool:
        card, source = self.card[obj.id], view.source
        match term.name, term.arguments:
            case "and", [one, other]:
                return self._fits(one, obj, view) and self._fits(other, obj, view)
            case "or", [one, other]:
                return self._fits(one, obj, view) or self._fits(other, obj, view)
            case "non", [one]:
                return not self._fits(one, obj, view)
            case "permanent", []:
                return obj.zone == "battlefield"
            case "card", [zone, whose] if whose.name == "with_this":
                return obj.zone == zone.name and obj.id in source.exiled_with
            case "card", [zone, whose]:
                self._players(whose, view)
                return obj.zone == zone.name and obj.owner in self._players(whose, view)
            case "type", [kind]:
                return kind.name in {t.lower() for t in card.types}
            case "supertype", [kind]:
                return kind.name in {t.lower() for t in card.supertypes}
            case "subtype", [kind]:
                return kind.string in card.subtypes
            case "name", [name]:
                return card.name == name.string
            case "same_name", [ref]:
                return any(self.card[o.id].name == card.name for o in self._refs(ref, view))
            case "color", [color]:
                return color.name.upper() in card.colors
            case "colorless", []:
                return len(card.colors) == 0
            case "monocolored", []:
                return len(card.colors) == 1
            case "multicolored", []:
                return len(card.colors) > 1
            case "token", []:
                return obj.token
            case "tapped", []:
                return obj.tapped
            case "controlled_by", [who]:
                return obj.zone == "battlefield" and obj.controller in self._players(who, view)
            case "owned_by", [who]:
                return obj.owner in self._players(who, view)
            case "is_commander", []:
                commander = self.commander.get(obj.owner)
                return commander is not None and commander.name == card.name
            case "power" | "toughness" | "mana_value" as what, [how, number]:
                value = self._measure(what, obj)
                if value is None:
                    return False
                bound = number.number
                return {"le": value <= bound, "ge": value >= bound, "eq": value == bound}[how.name]
            case "counter", [kind]:
                return self._counters(obj, _text(kind)) > 0
            case "counter", [how, number, kind] if how.name == "ge":
                return self._counters(obj, _text(kind)) >= number.number
            case "permanent_card", []:
                return not {"Instant", "Sorcery"} & set(card.types)
            case "any_counter", []:
                return self._counters(obj, "any") > 0
            case "keyword", [name]:
                terms = [line.term for line in card.lines if line.term is not None]
                return any(t.name == "keyword" and t.arguments[0] == name for t in terms)
            case "this", []:
                return obj == source
            case "other", []:
                return obj != source
            case "host", []:
                return source.attached_to == obj.id
            case "attached_to_this", []:
                return obj.attached_to == source.id
            case "enchanted" | "equipped" as word, []:
                kind = "Aura" if word == "enchanted" else "Equipment"
                return any(
                    o.attached_to == obj.id and kind in self.card[o.id].subtypes
                    for o in self.board.battlefield
                )
            case "chosen_type", []:
                return any(value in card.subtypes for what, value in source.chosen if what == "type")
            case "has_chosen_color", []:
                return bool(_chosen(source, "color") & set(card.colors))
            case name, _:
                raise UnknownTerm(name)


def _chosen(obj: GameObject, what: str) -> frozenset[str]:
    return frozenset(value.upper() for key, value in obj.chosen if key == what)


def _text(kind: Symbol) -> str:
    return kind.string if kind.type is SymbolType.String else kind.name


def _words(term: Symbol) -> set[str]:
    if term.type is not SymbolType.Function:
        return set()
    return {term.name}.union(*(_words(a) for a in term.arguments))


def reference(board: Board, library: Library) -> dict[str, list[str]]:
    """What every permanent of the board could produce. Raises UnknownTerm rather than guess."""
    return Reference(board, library).solve()
