"""What a rule gives and asks for, read off its statement: the shape by which rules that can't fire are found.

Nothing here knows what a rule means, nor of any board (`pyreason.pruning` brings them together).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clingo.ast import AST, ASTType, ComparisonOperator, Sign

from pyreason.terms import NUMBER

OF_PARTS = {"seen/2": 0, "part/2": 1, "instruction/2": 1, "does/3": 2}
CARRIERS = {**OF_PARTS, "effect_change/3": 2, "change/3": 2, "part_now/3": 2, "does/4": 3}
"""Predicates that carry parts of ability terms, and at which place.

The first four carry words of `Facts.words` alone; the others may carry any but for what `Facts.narrow` says.
"""


_OF_ABILITIES = {"viewpoint/2": 0, "has_ability/4": 2}
"""Predicates that carry whole abilities, and at which place."""

SAID = "said"
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
    `has/3 type/1`, `seen/2 #` (a number), `has/3 *`, or `has/3 =` where it is what the head carries; `traits`
    has that of the head.
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
                        carried[term.name].add(SAID)
            if len(atoms) == 1 and _signature(atoms[0]) in OF_PARTS:
                inner = atoms[0].arguments[OF_PARTS[_signature(atoms[0])]]
                asks += (frozenset({f"{SAID} {word}"}) for word in _words_in(inner, pools=False))
    for literal in statement.body:
        if (equal := _compared(literal, ComparisonOperator.Equal)) is not None:
            name, term = equal  # one of a pool of terms: `X = (f(_); g(_))`
            words = [_word(each) for each in _functions(term)]
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
    below = (_compared(literal, ComparisonOperator.LessThan) for literal in statement.body)
    numbers = {name for name, term in filter(None, below) if str(term) == "a"}  # numbers come before words
    for symbol in _symbols([*statement.body, *_conditions(statement.head)]):
        for atom in _functions(symbol):
            signature = _signature(atom)
            if signature not in TRAITS:
                yield signature
                continue
            for term in _functions(atom.arguments[TRAITS[signature]]):
                if term.ast_type is ASTType.Variable and term.name in passed:
                    yield f"{signature} ="
                elif term.ast_type is ASTType.Variable and term.name in numbers:
                    yield f"{signature} {NUMBER}"
                else:
                    yield f"{signature} {_word(term) or '*'}"


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


def _compared(literal: AST, operator: ComparisonOperator) -> tuple[str, AST] | None:
    """The variable that a literal compares so, and with what; None where it does not."""
    if literal.ast_type is not ASTType.Literal or literal.atom.ast_type is not ASTType.Comparison:
        return None
    term, guards = literal.atom.term, literal.atom.guards
    if literal.sign != Sign.NoSign or term.ast_type is not ASTType.Variable or len(guards) != 1:
        return None
    return (term.name, guards[0].term) if guards[0].comparison == operator else None


def made_words(statement: AST) -> set[str]:
    """The words of terms that a rule makes, however deep they stand in them, and doesn't ask for."""
    bodies = (atom for literal in statement.body for atom in _predicates(literal))
    asked = {word for atom in bodies for word in _words_in(atom, pools=True)}
    return {word for atom in _heads(statement) for word in _words_in(atom, pools=True)} - asked


def _words_in(term: AST, *, pools: bool) -> Iterator[str]:
    """The words within a term, tuples aside; those of a pool, of which an instance has one, only if asked."""
    inside = term.ast_type is ASTType.Function or (pools and term.ast_type is ASTType.Pool)
    for argument in term.arguments if inside else ():
        if (word := _word(argument)) is not None and not word.startswith("/"):
            yield word
        yield from _words_in(argument, pools=pools)


def predicate_of(mark: str) -> str:
    """The predicate of a mark."""
    return mark.partition(" ")[0]
