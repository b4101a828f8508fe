"""Which rules of the law can fire on a board: those that cannot are not handed to clingo.

A rule costs time as it is grounded, even where it has nothing to say: about as much as ten atoms. A rule is
idle where a positive literal of its body can have no instance: because it asks for a part of an ability term
(`seen(count(F), V)`, `part(A, choose_color)`) made of a word that occurs in no ability on the board, or for a
predicate that neither the facts nor a rule in play gives. And it is of no use where nothing that is read off
in the end can hang on what it says. Nothing here knows what a rule means.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from clingo.ast import ASTType, ProgramBuilder
from clingo.control import Control
from clingo.symbol import Symbol

from pyreason.atoms import signatures
from pyreason.program import inputs, rules
from pyreason.shapes import CARRIERS, OF_PARTS, SAID, Shape, made_words, predicate_of, shape_of
from pyreason.situation import Situation
from pyreason.terms import signature, words


class Facts(list[Symbol]):
    """Facts for one program, and what is known of them as a whole, by which rules can be left out.

    `words` has every word of the ability terms they speak of, where that is known, and `narrow` those that a
    predicate of `CARRIERS` can carry where they are fewer. Of the predicates `absent` there is no fact among
    them, and none of any that is not in `present`, where that is known; of those in `complete` every atom
    is one, so that no rule has to give it. `goals` are the predicates that will be read off, where no other
    will; where the answer is `explained`, what always holds is derived like all else. Once the program is
    grounded, `left_out` has the `id`s of the statements that were left out. Where `present` is known, further
    facts are added by `ask`. `keys` has facts beside those in the list: keys of `pyreason.atoms.Table`.
    """

    def __init__(self, words: frozenset[str] | None = None, absent: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self.words = words
        self.absent = absent
        self.narrow: Mapping[str, frozenset[str]] = {}
        self.complete: frozenset[str] = frozenset()
        self.goals: frozenset[str] = frozenset()
        self.explained = False
        self.left_out: frozenset[int] = frozenset()
        self.present: frozenset[str] | None = None
        self.keys: list[int] = []

    def ask(self, facts: Sequence[Symbol]) -> None:
        """Add what a question says, with the words of the parts that it brings along."""
        self += facts
        asked = signatures(facts)
        self.absent -= asked
        if self.present is not None:
            self.present |= asked
        if self.words is not None:
            brought = (fact.arguments[1] for fact in facts if fact.name == "part")
            self.words = self.words.union(*map(words, brought))


_SELDOM: dict[str, Callable[[Situation], bool]] = {
    "attached/2": lambda on: any(obj.attached_to is not None for obj in on.board.objects),
    "card_in_zone/4": lambda on: any(o.zone != "battlefield" for o in on.board.objects),
    "chosen/3": lambda on: any(o.chosen for o in on.board.objects) or any(e.chosen for e in on.board.effects),
    "commander/2": lambda on: bool(on.board.commander),
    "commander_identity/2": lambda on: bool(on.board.commander),
    "copy_effect/3": lambda on: bool(on.copying),
    "counters_on/3": lambda on: any(obj.counters for obj in on.board.objects),
    "exiled_with/2": lambda on: any(obj.exiled_with for obj in on.board.objects),
    "granted_ability/3": lambda on: any(obj.granted for obj in on.board.objects),
    "has_commander/1": lambda on: bool(on.board.commander),
    "lasting/4": lambda on: any(on.lasting.values()),
    "tapped/1": lambda on: any(obj.tapped for obj in on.board.objects),
    "targeted_by/2": lambda on: bool(on.board.effects),
    "token/1": lambda on: any(obj.token for obj in on.board.objects),
}
"""Inputs of the law that many boards have no fact of, and where a board may have one."""


def absent_from(situations: Sequence[Situation]) -> frozenset[str]:
    """Inputs of the law of which none of these boards has a fact; none where something is on a stack."""
    if any(situation.board.stack for situation in situations):
        return frozenset()
    return frozenset(name for name, told in _SELDOM.items() if not any(map(told, situations)))


@cache
def _shapes_in(name: str, showing: bool) -> tuple[Shape, ...]:
    return tuple(shape_of(each) for each in rules((name,), showing) if each.ast_type is ASTType.Rule)


@cache
def _shapes(names: tuple[str, ...], showing: bool) -> tuple[tuple[Shape, ...], frozenset[str]]:
    """The rules of these files, and the words that they ask of a carrier or give to one."""
    shapes = tuple(shape for name in names for shape in _shapes_in(name, showing))
    marks = {mark for shape in shapes for each in (shape.gives, *shape.asks) for mark in each}
    return shapes, frozenset(mark.partition(" ")[2] for mark in marks) - {"", "*"}


@cache
def _own_words(names: tuple[str, ...], showing: bool) -> frozenset[str]:
    """The words of the parts of abilities that the law gives by itself, those of basic land types."""
    shapes, _ = _shapes(names, showing)
    marks = {mark for shape in shapes for mark in shape.gives if mark.startswith("part/2 ")}
    return frozenset(mark.partition(" ")[2] for mark in marks)


@cache
def _made_words(names: tuple[str, ...], showing: bool) -> frozenset[str]:
    """The words of terms that rules make, however deep they stand in them, and don't ask for."""
    made: set[str] = set()
    for statement in rules(names, showing):
        if statement.ast_type is ASTType.Rule:
            made |= made_words(statement)
    return frozenset(made)


def idle(names: Sequence[str], facts: Facts, showing: bool = False) -> frozenset[int]:
    """The `id`s of the statements of these files that can't fire over these facts, or need not.

    None where nothing is known of the facts, and none the first time that some of these files are asked for:
    to look at the rules takes longer than one grounding saves.
    """
    if facts.words is None or not is_known(names):
        _met.update(names)
        return frozenset()
    return _sifted(names, facts, showing)[0]


def is_known(names: Sequence[str]) -> bool:
    """Whether these files were asked for before, so that rules can be left out."""
    return _met.issuperset(names)


def asked(names: Sequence[str], facts: Facts) -> frozenset[str]:
    """What the rules of these files that are of use over these facts speak of: see `Shape.uses`.

    `has/3 *` where what is carried may be anything, and `has/3` whatever it is. Raises ValueError where
    nothing is known of the facts.
    """
    if facts.words is None or not facts.goals:
        raise ValueError("nothing is known of the facts")
    return _sifted(names, facts, showing=False)[1]


def _sifted(names: Sequence[str], facts: Facts, showing: bool) -> tuple[frozenset[int], frozenset[str]]:
    key = (tuple(names), showing)
    said = _shapes(*key)[1]
    assert facts.words is not None
    narrow = frozenset((predicate, words & said) for predicate, words in facts.narrow.items())
    return _idle(*key, facts.words & said, narrow, facts.absent, facts.complete, facts.goals, facts.present)


_met: set[str] = set()


@dataclass(frozen=True, slots=True)
class _Program:
    """The rules of some files, but those that give nothing that is not told already, as what hangs on what.

    `open` has by mark which sets in `Shape.asks` it is in, as the places of the shape and of the set; `words`
    has the words of those marks by predicate; `given` are the predicates that rules give, and `by_head` has
    the shapes by what they give.
    """

    shapes: tuple[Shape, ...]
    open: Mapping[str, Sequence[tuple[int, int]]]
    words: Mapping[str, frozenset[str]]
    given: frozenset[str]
    by_head: Mapping[str, Sequence[Shape]]


@cache
def _program(names: tuple[str, ...], showing: bool, complete: frozenset[str]) -> _Program:
    shapes = tuple(
        shape
        for shape in _shapes(names, showing)[0]
        if not (shape.gives and complete.issuperset(map(predicate_of, shape.gives)))
    )
    open_: dict[str, list[tuple[int, int]]] = defaultdict(list)
    by_head: dict[str, list[Shape]] = defaultdict(list)
    for place, shape in enumerate(shapes):
        for number, each in enumerate(shape.asks):
            for mark in each:
                open_[mark].append((place, number))
        for predicate in {predicate_of(mark) for mark in shape.gives} or {""}:
            by_head[predicate].append(shape)
    words: dict[str, set[str]] = defaultdict(set)
    for mark in open_:
        predicate, _, word = mark.partition(" ")
        words[predicate].add(word)
    given = frozenset(predicate_of(mark) for shape in shapes for mark in shape.gives)
    asked_words = {predicate: frozenset(each - {""}) for predicate, each in words.items()}
    return _Program(shapes, dict(open_), asked_words, given, dict(by_head))


@lru_cache(maxsize=2048)
def _idle(
    names: tuple[str, ...],
    showing: bool,
    words: frozenset[str],
    narrow: frozenset[tuple[str, frozenset[str]]],
    absent: frozenset[str],
    complete: frozenset[str],
    goals: frozenset[str],
    present: frozenset[str] | None,
) -> tuple[frozenset[int], frozenset[str]]:
    every, said = _shapes(names, showing)
    program = _program(names, showing, complete)
    carried = dict.fromkeys(CARRIERS, said)
    carried |= dict.fromkeys(OF_PARTS, words | _own_words(names, showing)) | dict(narrow)
    missing = [len(shape.asks) for shape in program.shapes]
    ready = [place for place, number in enumerate(missing) if not number]
    known: set[str] = set()
    met: set[tuple[int, int]] = set()

    def know(mark: str) -> None:
        if mark not in known:
            known.add(mark)
            for ask in program.open.get(mark, ()):
                if ask not in met:
                    met.add(ask)
                    missing[ask[0]] -= 1
                    if not missing[ask[0]]:
                        ready.append(ask[0])

    def give(mark: str) -> None:
        predicate, _, word = mark.partition(" ")
        know(predicate)
        if word == "*":
            for each in program.words.get(predicate, frozenset()) & carried[predicate]:
                know(f"{predicate} {each}")
        elif word:
            know(mark)

    for word in program.words.get(SAID, frozenset()) & (words | _made_words(names, showing)):
        know(f"{SAID} {word}")
    for predicate in program.words:
        told = (
            predicate not in program.given or predicate in inputs()
            if present is None
            else predicate in present
        )
        if told and predicate not in absent:
            give(f"{predicate} *" if predicate in CARRIERS else predicate)
    fires: set[int] = set()
    while ready:
        shape = program.shapes[ready.pop()]
        fires.add(shape.statement)
        for given in shape.gives:
            give(given)
    uses: frozenset[str] = frozenset()
    if goals:
        fires, uses = _useful(program, fires, goals)
    return frozenset(shape.statement for shape in every) - fires, uses


def _useful(program: _Program, fires: set[int], goals: frozenset[str]) -> tuple[set[int], frozenset[str]]:
    """The rules among those that fire that atoms of these predicates can hang on, and what they speak of."""
    useful: set[int] = set()
    uses: set[str] = set()
    ready = ["", *goals]  # what gives nothing forbids something
    while ready:
        mark = ready.pop()
        predicate, _, word = mark.partition(" ")
        for shape in program.by_head.get(predicate, ()):
            if shape.statement not in fires:
                continue
            if word not in ("", "*") and shape.traits.isdisjoint((mark, f"{predicate} *")):
                continue
            useful.add(shape.statement)
            for used in shape.uses:
                wanted = used[:-1] + (word or "*") if used.endswith(" =") else used
                if wanted not in uses:
                    uses.add(wanted)
                    ready.append(wanted)
    return useful, frozenset(uses).union(map(predicate_of, uses))


@dataclass(frozen=True, slots=True)
class Constants:
    """Rules that say the same whatever the board (that Forest is a land type), and the atoms they give.

    `rules` has by the `id` of each rule the predicates it gives; `atoms` has all that such rules give of one.
    """

    rules: Mapping[int, frozenset[str]]
    atoms: Mapping[str, tuple[Symbol, ...]]


@cache
def constants(names: tuple[str, ...]) -> Constants:
    """The constant rules of these files, grounded once: it takes less time to tell atoms than rules."""
    shapes, _ = _shapes(names, False)
    heads = {shape.statement: frozenset(map(predicate_of, shape.gives)) for shape in shapes}
    given_by: dict[str, set[int]] = defaultdict(set)
    for each, predicates in heads.items():
        for predicate in predicates:
            given_by[predicate].add(each)
    found: set[int] = set()
    more = True
    while more:
        new = {
            shape.statement
            for shape in shapes
            if shape.statement not in found
            and heads[shape.statement]
            and all(
                predicate not in inputs() and given_by[predicate] and given_by[predicate] <= found
                for predicate in map(predicate_of, shape.uses)
            )
        }
        found |= new
        more = bool(new)
    control = Control(["--warn=none"])
    with ProgramBuilder(control) as builder:
        for statement in rules(names):
            if id(statement) in found:
                builder.add(statement)
    control.ground([("base", [])])
    atoms: dict[str, list[Symbol]] = defaultdict(list)
    for atom in control.symbolic_atoms:
        atoms[signature(atom.symbol)].append(atom.symbol)
    by_rule = {each: heads[each] for each in found}
    return Constants(by_rule, {predicate: tuple(each) for predicate, each in atoms.items()})
