"""Properties of the rules, and the search for a board in a scope that breaks one.

A property is a rule for `violated(G, NAME, Subject)` in a file of `asp/verify/`, labelled

    %!property NAME NUMBER "sentence"

The head of the file says over which law: `%!law OBJECTS MANA questions/could_produce` names groups of
`pyreason.program` and single files. The law is the very files that answer questions; a generator
(`asp/verify/board.lp`) stands in the place of one board's facts, and clingo looks for a board. What it finds
is a counterexample; that it finds none is a statement about the scope and no proof beyond it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod

from clingo.ast import ProgramBuilder
from clingo.control import Control
from clingo.solving import Model
from clingo.symbol import Function, Number, String, Symbol

from pyreason import program
from pyreason._closest import closest
from pyreason.board import Board, GameObject
from pyreason.cards.library import Library
from pyreason.cards.model import Card
from pyreason.errors import InputError, did_you_mean
from pyreason.facts import CardFacts, object_symbol, player_symbol
from pyreason.program import law_directory, rules
from pyreason.situation import PERMANENT_TYPES
from pyreason.terms import shapes_objects, unwrapped, words
from pyreason.verify.scope import PLAYERS

_PROPERTY = re.compile(r'^%!property (\S+) (\S+) "([^"]*)"', re.M)


@dataclass(frozen=True, slots=True)
class Property:
    """A property: its name, CR number, sentence, and the file it stands in."""

    name: str
    number: str
    sentence: str
    file: str


@dataclass(frozen=True, slots=True)
class Scope:
    """All boards with so many permanents out of a pool of cards, under two players' control.

    `left_out` names cards of the pool that the search can't take: they change what objects are or replace
    mana, which is worked out board by board (see `distinguish`). `spells` are the instants and sorceries.
    """

    cards: tuple[str, ...]
    permanents: int
    spells: tuple[str, ...] = ()
    entering: int = 2
    tapped: bool = True
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a search: a board that breaks the property (None: none in this scope), boards, seconds."""

    property: Property
    scope: Scope
    counterexample: Board | None
    boards: int
    seconds: float

    def __str__(self) -> str:
        what = "no counterexample" if self.counterexample is None else "counterexample"
        return (
            f"{what} in this scope: {self.property.name} (CR {self.property.number}), "
            f"{self.scope.permanents} permanents out of {len(self.scope.cards)} cards, "
            f"{self.boards:,} boards, {self.seconds:.1f} s"
        )


@cache
def properties() -> dict[str, Property]:
    """All properties by name, in the order of their files."""
    found = {}
    for path in sorted((law_directory() / "verify").glob("*.lp")):
        for name, number, sentence in _PROPERTY.findall(path.read_text("utf-8")):
            found[name] = Property(name, number, sentence, f"verify/{path.stem}")
    return found


def property_named(name: str) -> Property:
    """The property of that name. Raises InputError where there is none."""
    if name not in properties():
        raise InputError(f"no property is called {name!r}{did_you_mean(closest(name, properties()))}")
    return properties()[name]


def scope(cards: Sequence[str], permanents: int, library: Library, *, tapped: bool = True) -> Scope:
    """The scope of these cards, those left out that the search can't take."""
    known = [library.find(name) for name in cards]
    spells = tuple(card.name for card in known if not PERMANENT_TYPES & set(card.types))
    searched = tuple(card.name for card in known if card.name not in spells and _searchable(card))
    left_out = tuple(card.name for card in known if card.name not in (*spells, *searched))
    return Scope(searched, permanents, spells, tapped=tapped, left_out=left_out)


def _searchable(card: Card) -> bool:
    terms = [unwrapped(line.term) for line in card.lines if line.term is not None]
    return not any(_shaping(term) or "replaces/2" in words(term) for term in terms)


def _shaping(term: Symbol) -> bool:
    """Whether an ability changes what objects are; what only says what can't be does not."""
    return shapes_objects(term) and not words(term) & {"cant/1", "exempt/1"}


def verify(some: Sequence[Property], over: Scope, library: Library) -> Iterator[Verdict]:
    """Search a scope for boards that break the properties, those of one file in one grounding.

    The smallest boards come first: one permanent, then two, and so on up to the scope's number.
    """
    for file in dict.fromkeys(each.file for each in some):
        here = [each for each in some if each.file == file]
        spent = dict.fromkeys(here, 0.0)
        broken: dict[Property, Board] = {}
        for size in range(1, over.permanents + 1):
            started = time.perf_counter()
            control = _grounded(file, over, size, library)
            grounding = (time.perf_counter() - started) / len(here)
            for each in here:
                if each not in broken:
                    started = time.perf_counter()
                    board = _search(control, each)
                    spent[each] += grounding + time.perf_counter() - started
                    if board is not None:
                        broken[each] = board
        for each in here:
            yield Verdict(each, over, broken.get(each), boards(over, library), spent[each])


def boards(over: Scope, library: Library) -> int:
    """How many boards of the scope's largest size there are, told apart by their permanents' ids.

    Each permanent has a card and a controller, is tapped or not, and has a host where it is an Aura and a
    colour where one is chosen for it: the number of ways to the power of the number of permanents. (What else
    may be attached is not counted, nor what is entering.)
    """
    hosts = over.permanents - 1 + len(PLAYERS)
    ways = sum(
        prod(
            (
                len(PLAYERS),
                2 if over.tapped else 1,
                hosts if "Aura" in card.subtypes else 1,
                5 if _chooses(card) else 1,
            )
        )
        for card in map(library.find, over.cards)
    )
    return int(ways**over.permanents)


def _chooses(card: Card) -> bool:
    terms = [line.term for line in card.lines if line.term is not None]
    return any(words(term) & {"chosen_color/0", "has_chosen_color/0"} for term in terms)


def _files(file: str) -> tuple[str, ...]:
    """The law files that a property file names, then the generator, the file itself, and what reads it."""
    said = re.search(r"^%!law (.*)", program.text_of(file), re.M)
    assert said is not None, file
    named: list[str] = []
    for word in said[1].split():
        named += getattr(program, word) if word.isupper() else [word]
    return (*dict.fromkeys(named), "verify/board", file, "verify/found")


def _grounded(file: str, over: Scope, size: int, library: Library) -> Control:
    names = _files(file)
    control = Control(["--warn=none", "--models=1"])
    with control.backend() as backend:
        for fact in _facts(over, size, library, file):
            backend.add_rule([backend.add_atom(fact)])
    with ProgramBuilder(control) as builder:
        for statement in rules(names):
            builder.add(statement)
    control.ground([("base", [])])
    return control


def _facts(over: Scope, size: int, library: Library, file: str) -> Iterator[Symbol]:
    said = program.text_of(file)
    yield Function("game", [Number(0)])
    for player in PLAYERS:
        yield Function("player", [player_symbol(0, player)])
    yield Function("active_player", [player_symbol(0, PLAYERS[0])])
    told = CardFacts()
    for rank, name in enumerate(over.cards, 1):
        card = library.find(name)
        c = told.tell(card)
        yield Function("pool", [c, Number(rank)])
        if "Aura" in card.subtypes:
            yield Function("aura_card", [c])
        if _chooses(card):
            yield Function("choosing_card", [c])
    for name in over.spells:
        yield Function("spell_card", [told.tell(library.find(name))])
    yield from told.facts()
    for number in range(1, size + 1):
        id = f"p{number}"
        yield Function("slot", [object_symbol(0, id), String(id), Number(number)])
    if "original(" in said:
        yield Function("original", [object_symbol(0, "s1")])
        yield Function("copied", [object_symbol(0, "s2"), object_symbol(0, "s1")])
    elif "cast_aura" in said:
        yield Function("cast_aura", [object_symbol(0, "s1"), object_symbol(0, "e1")])
    elif "enterer" in said:
        for number in range(1, over.entering + 1):
            yield Function("enterer", [object_symbol(0, f"e{number}"), Number(number)])
    elif over.tapped:
        yield Function("varied", [Function("tapped")])
        if "attached" in said:
            yield Function("varied", [Function("attached")])


def _search(control: Control, wanted: Property) -> Board | None:
    found: list[Board] = []

    def take(model: Model) -> None:
        found.append(_board(model.symbols(atoms=True)))

    control.solve([(Function("found", [String(wanted.name)]), True)], on_model=take)
    return found[0] if found else None


def _board(atoms: Sequence[Symbol]) -> Board:
    """The board that a model shows."""
    by_name: dict[str, list[Sequence[Symbol]]] = {}
    for atom in atoms:
        by_name.setdefault(atom.name, []).append(atom.arguments)
    tapped = {o.arguments[1].string for (o,) in by_name.get("tapped", ())}
    hosts = {o.arguments[1].string: h.arguments[1].string for o, h in by_name.get("attached", ())}
    colors = {
        o.arguments[1].string: value.name.upper()
        for o, what, value in by_name.get("chosen", ())
        if what.name == "color"
    }
    objects = [
        GameObject(
            id := o.arguments[1].string,
            card.string,
            player.arguments[1].string,
            player.arguments[1].string,
            tapped=id in tapped,
            attached_to=hosts.get(id),
            chosen=(("color", colors[id]),) if id in colors else (),
        )
        for o, card, player, _ in by_name.get("permanent", ())
    ]
    objects += [
        GameObject(
            o.arguments[1].string, card.string, owner.arguments[1].string, owner.arguments[1].string, "hand"
        )
        for o, card, zone, owner in by_name.get("card_in_zone", ())
        if zone.name == "hand"
    ]
    return Board(PLAYERS, PLAYERS[0], tuple(sorted(objects, key=lambda obj: obj.id)))
