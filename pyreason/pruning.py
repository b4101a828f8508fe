"""Which rules of the law can fire on a board: those that cannot are not handed to clingo.

A rule costs time as it is grounded, even where it has nothing to say: about as much as ten atoms. A rule is
idle where a positive literal of its body can have no instance: because it asks for a part of an ability term
(`seen(count(F), V)`, `part(A, choose_color)`) made of a word that occurs in no ability on the board, or for a
predicate that neither the facts nor a rule in play gives. And it is of no use where nothing that is read off
in the end can hang on what it says. Nothing here knows what a rule means.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from clingo.ast import AST, ASTType, ComparisonOperator, ProgramBuilder, Sign
from clingo.control import Control
from clingo.symbol import Symbol

from pyreason.program import inputs, rules
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
    facts are added by `ask`.
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

    def ask(self, facts: Sequence[Symbol]) -> None:
        """Add what a question says, with the words of the parts that it brings along."""
        self += facts
        asked = frozenset(map(signature, facts))
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


_OF_PARTS = {"seen/2": 0, "part/2": 1, "instruction/2": 1, "does/3": 2}
CARRIERS = {**_OF_PARTS, "effect_change/3": 2, "change/3": 2, "part_now/3": 2, "does/4": 3}
"""Predicates that carry parts of ability terms, and at which place.

The first four carry words of `Facts.words` alone; the others may carry any but for what `Facts.narrow` says.
"""


_OF_ABILITIES = {"viewpoint/2": 0, "has_ability/4": 2}
"""Predicates that carry whole abilities, and at which place."""

_SAID = "said"
"""Stands for whatever carries terms, in the mark of a word that must be said on the board, however deep."""

TRAITS = {
    **dict.fromkeys(("has/3", "bears/3", "base/3", "plus/3", "minus/3", "more/3", "less/3"), 2),
    "seen/2": 0,
    "part/2": 1,
}
"""Predicates that carry what an object has (`type(land)`), or a part of an ability, and at which place."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a rule gives and asks for, as marks: a predicate `seen/2`, or what it carries: `seen/2 count/1`.

    Of each set in `asks` one must be given. What a head with a variable carries is anything: `seen/2 *`.
    `uses` has all that the body speaks of, negated or counted too, with what predicates of `TRAITS` carry:
    `has/3 type/1`, `has/3 *`, or `has/3 =` where it is what the head carries; `traits` has that of the head.
    """

    statement: int
    gives: frozenset[str]
    asks: tuple[frozenset[str], ...]
    uses: frozenset[str]
    traits: frozenset[str]


def _functions(term: AST) -> Iterator[AST]:
    """The functions a term can be: itself, or each term of a pool."""
    if term.ast_type is ASTType.Pool:
        for each in term.arguments:
            yield from _functions(each)
    else:
        yield term


def _word(term: AST) -> str | None:
    """The word an instance of the term begins with; None where it may be any."""
    if term.ast_type is ASTType.Function:
        return f"{term.name}/{len(term.arguments)}"
    if term.ast_type is ASTType.SymbolicTerm:
        text = str(term.symbol)
        return f"{text}/0" if text[0].isalpha() else None
    return None


def _predicates(literal: AST) -> list[AST]:
    """The atoms, as functions, that a positive literal may stand for; none where it is no symbolic atom."""
    if literal.ast_type is not ASTType.Literal or literal.sign != Sign.NoSign:
        return []
    if literal.atom.ast_type is not ASTType.SymbolicAtom:
        return []
    found = list(_functions(literal.atom.symbol))
    return found if all(each.ast_type is ASTType.Function for each in found) else []


def _heads(statement: AST) -> list[AST]:
    head = statement.head
    literals = [e.literal for e in head.elements] if head.ast_type is ASTType.Aggregate else [head]
    return [atom for literal in literals for atom in _predicates(literal)]


def _signature(atom: AST) -> str:
    return f"{atom.name}/{len(atom.arguments)}"


def shape_of(statement: AST) -> Shape:
    """What one rule gives and asks for."""
    asks: list[frozenset[str]] = []
    carried: dict[str, set[str]] = defaultdict(set)
    for literal in statement.body:
        if atoms := _predicates(literal):
            asks.append(frozenset(mark for atom in atoms for mark in _marks(atom, "")))
            for atom in atoms:
                if _signature(atom) in CARRIERS:
                    term = atom.arguments[CARRIERS[_signature(atom)]]
                    if term.ast_type is ASTType.Variable:
                        carried[term.name].add(_signature(atom))
                elif _signature(atom) in _OF_ABILITIES:
                    term = atom.arguments[_OF_ABILITIES[_signature(atom)]]
                    if term.ast_type is ASTType.Variable:
                        carried[term.name].add(_SAID)
            if len(atoms) == 1 and _signature(atoms[0]) in _OF_PARTS:
                inner = atoms[0].arguments[_OF_PARTS[_signature(atoms[0])]]
                asks += (frozenset({f"{_SAID} {word}"}) for word in _words_in(inner, pools=False))
    for literal in statement.body:
        for name, terms in _equal_to(literal):
            words = [_word(term) for term in terms]
            if None not in words:
                asks += (frozenset(f"{by} {word}" for word in words) for by in carried.get(name, ()))
    gives = frozenset(mark for atom in _heads(statement) for mark in _marks(atom, " *"))
    traits = {f"{_signature(atom)} {word or '*'}" for atom in _heads(statement) for word in _carried(atom)}
    return Shape(id(statement), gives, tuple(asks), frozenset(_uses(statement)), frozenset(traits))


def _carried(atom: AST) -> list[str | None]:
    """The words of what an atom of a predicate in `TRAITS` carries."""
    place = TRAITS.get(_signature(atom))
    return [] if place is None else [_word(term) for term in _functions(atom.arguments[place])]


def _uses(statement: AST) -> Iterator[str]:
    """The marks of `Shape.uses`."""
    carried = [
        atom.arguments[TRAITS[_signature(atom)]] for atom in _heads(statement) if _signature(atom) in TRAITS
    ]
    passed = {term.name for term in carried if term.ast_type is ASTType.Variable}
    for symbol in _symbols([*statement.body, *_conditions(statement.head)]):
        for atom in _functions(symbol):
            signature = _signature(atom)
            if signature not in TRAITS:
                yield signature
                continue
            for term in _functions(atom.arguments[TRAITS[signature]]):
                is_passed = term.ast_type is ASTType.Variable and term.name in passed
                yield f"{signature} {'=' if is_passed else _word(term) or '*'}"


def _conditions(head: AST) -> list[AST]:
    if head.ast_type is ASTType.Aggregate:
        return [each for element in head.elements for each in element.condition]
    return []


def _symbols(parts: Iterable[AST]) -> Iterator[AST]:
    """The terms of all atoms in these parts of a body, in aggregates and conditions too."""
    for part in parts:
        if part.ast_type is ASTType.SymbolicAtom:
            yield part.symbol
        else:
            for key in part.child_keys:
                child = getattr(part, key)
                if isinstance(child, AST):
                    yield from _symbols([child])
                elif child is not None:
                    yield from _symbols(child)


def _marks(atom: AST, for_any: str) -> Iterator[str]:
    """The marks of an atom: its predicate, with a word where it carries a term that begins with it."""
    signature = _signature(atom)
    if signature not in CARRIERS:
        yield signature
        return
    for term in _functions(atom.arguments[CARRIERS[signature]]):
        word = _word(term)
        if word is None:
            yield signature if term.ast_type is ASTType.SymbolicTerm else signature + for_any
        else:
            yield f"{signature} {word}"


def _equal_to(literal: AST) -> Iterator[tuple[str, list[AST]]]:
    """A variable and the terms of which it equals one: `X = (f(_); g(_))`."""
    if literal.ast_type is ASTType.Literal and literal.atom.ast_type is ASTType.Comparison:
        term, guards = literal.atom.term, literal.atom.guards
        equal = len(guards) == 1 and guards[0].comparison == ComparisonOperator.Equal
        if equal and literal.sign == Sign.NoSign and term.ast_type is ASTType.Variable:
            yield term.name, list(_functions(guards[0].term))


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
            bodies = (atom for literal in statement.body for atom in _predicates(literal))
            asked = {word for atom in bodies for word in _words_in(atom, pools=True)}
            given = {word for atom in _heads(statement) for word in _words_in(atom, pools=True)}
            made |= given - asked
    return frozenset(made)


def _words_in(term: AST, *, pools: bool) -> Iterator[str]:
    """The words within a term, tuples aside; those of a pool, of which an instance has one, only if asked."""
    inside = term.ast_type is ASTType.Function or (pools and term.ast_type is ASTType.Pool)
    for argument in term.arguments if inside else ():
        if (word := _word(argument)) is not None and not word.startswith("/"):
            yield word
        yield from _words_in(argument, pools=pools)


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
        if not (shape.gives and complete.issuperset(map(_predicate, shape.gives)))
    )
    open_: dict[str, list[tuple[int, int]]] = defaultdict(list)
    by_head: dict[str, list[Shape]] = defaultdict(list)
    for place, shape in enumerate(shapes):
        for number, each in enumerate(shape.asks):
            for mark in each:
                open_[mark].append((place, number))
        for predicate in {_predicate(mark) for mark in shape.gives} or {""}:
            by_head[predicate].append(shape)
    words: dict[str, set[str]] = defaultdict(set)
    for mark in open_:
        predicate, _, word = mark.partition(" ")
        words[predicate].add(word)
    given = frozenset(_predicate(mark) for shape in shapes for mark in shape.gives)
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
    carried |= dict.fromkeys(_OF_PARTS, words | _own_words(names, showing)) | dict(narrow)
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

    for word in program.words.get(_SAID, frozenset()) & (words | _made_words(names, showing)):
        know(f"{_SAID} {word}")
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
    return useful, frozenset(uses).union(map(_predicate, uses))


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
    heads = {shape.statement: frozenset(map(_predicate, shape.gives)) for shape in shapes}
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
                for predicate in map(_predicate, shape.uses)
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


def _predicate(mark: str) -> str:
    return mark.partition(" ")[0]
