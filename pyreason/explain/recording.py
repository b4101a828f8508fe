"""Recording rules: for each rule of the law the rules that write down which of its instances fired.

From `h :- p, not q, N = #count { X : r(X) }.` come

    explain_because(i, h, (p,), (...)) :- explain_relevant(h), p, not q, N = #count { X : r(X) }.
    explain_member(i, (...), (r(X),)) :- explain_because(i, _, _, (...)), r(X).

where i numbers the rule and (...) holds the values of the variables that its sentence, its negated literals
and its aggregates speak of. What an instance rests on is relevant in turn. An element of a choice gets a
recording rule of its own; constraints derive nothing and get none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from clingo.ast import (
    AST,
    ASTType,
    Comparison,
    ComparisonOperator,
    Function,
    Guard,
    Literal,
    Location,
    Rule,
    Sign,
    SymbolicAtom,
    SymbolicTerm,
    Transformer,
    Variable,
    parse_string,
)
from clingo.control import Control
from clingo.symbol import Number, Symbol, SymbolType

from pyreason.explain.labels import LabelledRule, labelled

Signature = tuple[str, int]
Pattern = None | Symbol | tuple[str, tuple["Pattern", ...]]
"""The form of a term: None for what can't be told, a symbol for itself, else a functor and its arguments."""

BECAUSE, MEMBER, RELEVANT = "explain_because", "explain_member", "explain_relevant"
TELLING = (("seen", 2), ("does", 3), ("effect", 2))
"""Predicates by whose argument at a certain place most rules differ: a term that is judged, or followed."""

_TELLING_AT = {("seen", 2): 0, ("does", 3): 2, ("effect", 2): 0}


@dataclass(frozen=True, slots=True, eq=False)
class Recorder:
    """One rule of the law (or one element of its choice) with what records its instances.

    `variables` are those whose values are recorded, in order; `absent` are the negated atoms, as terms;
    `chosen` tells an element of a choice; `gives` and `takes` are signatures of its head and positive body,
    `gathers` of its aggregates; `shapes` are those of the `TELLING` atoms in its body; `width` counts the
    positive body atoms; `twins` are the recording rules.
    """

    index: int
    rule: LabelledRule
    head: AST
    variables: tuple[str, ...]
    absent: tuple[AST, ...]
    chosen: bool
    gives: frozenset[Signature]
    takes: frozenset[Signature]
    gathers: frozenset[Signature]
    shapes: tuple[tuple[Signature, Pattern], ...]
    width: int
    twins: tuple[AST, ...]


class _NameAnonymous(Transformer):
    """Gives every `_` and every pool a name of its own, so that a body atom can be repeated in a head.

    `pools` are the comparisons that tie the names of pools to them.
    """

    def __init__(self) -> None:
        self.count = 0
        self.pools: list[AST] = []

    def visit_Pool(self, node: AST) -> AST:  # noqa: N802 (clingo's protocol)
        self.count += 1
        name = Variable(node.location, f"Anonymous{self.count}")
        equal = Comparison(name, [Guard(ComparisonOperator.Equal, node)])
        self.pools.append(Literal(node.location, Sign.NoSign, equal))
        return name

    def visit_Variable(self, node: AST) -> AST:  # noqa: N802 (clingo's protocol)
        if node.name != "_":
            return node
        self.count += 1
        return Variable(node.location, f"Anonymous{self.count}")


class _Variables(Transformer):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_Variable(self, node: AST) -> AST:  # noqa: N802
        if node.name != "_":
            self.found.add(node.name)
        return node


def variables_of(nodes: Iterable[AST]) -> set[str]:
    """The names of the variables that occur in these statements or terms."""
    seeker = _Variables()
    for node in nodes:
        seeker(node)
    return seeker.found


def signatures_of(term: AST) -> Iterator[Signature]:
    """The predicates of an atom's term, of which a pool has several."""
    if term.ast_type is ASTType.Function:
        yield term.name, len(term.arguments)
    elif term.ast_type is ASTType.Pool:
        for each in term.arguments:
            yield from signatures_of(each)
    elif term.ast_type is ASTType.SymbolicTerm:
        yield term.symbol.name, 0


def is_atom(literal: AST, sign: Sign) -> bool:
    """Whether a body literal is an atom of the law with this sign."""
    return (
        literal.ast_type is ASTType.Literal
        and literal.sign == sign
        and literal.atom.ast_type is ASTType.SymbolicAtom
    )


_ALL: list[Recorder] = []


def recorder(index: int) -> Recorder:
    """The recorder of that number."""
    return _ALL[index]


@cache
def recorders(name: str) -> tuple[Recorder, ...]:
    """The recorders of one law file, in its order."""
    first = len(_ALL)
    for rule in labelled(name):
        for head, conditions, chosen in _heads(rule.ast):
            _ALL.append(_recorder(len(_ALL), rule, head, [*conditions, *rule.ast.body], chosen))
    return tuple(_ALL[first:])


@cache
def bridging(text: str, place: str) -> tuple[Recorder, ...]:
    """Recorders of rules that are no law: they tie together what Python carried between groundings.

    Args:
        text: the rules.
        place: what to call where they stand.
    """
    first = len(_ALL)
    rules: list[AST] = []
    parse_string(text, lambda each: rules.append(each) if each.ast_type is ASTType.Rule else None)
    for line, rule in enumerate(rules, 1):
        unlabelled = LabelledRule(None, None, place, line, rule)
        _ALL.append(_recorder(len(_ALL), unlabelled, rule.head.atom.symbol, rule.body, False))
    return tuple(_ALL[first:])


def _heads(rule: AST) -> Iterator[tuple[AST, Sequence[AST], bool]]:
    """The atoms that a rule can derive, with the conditions of a choice's element."""
    head = rule.head
    if head.ast_type is ASTType.Literal and head.atom.ast_type is ASTType.SymbolicAtom:
        yield head.atom.symbol, (), False
    elif head.ast_type is ASTType.Aggregate:
        for element in head.elements:
            yield element.literal.atom.symbol, element.condition, True


def _recorder(index: int, rule: LabelledRule, head: AST, body: Sequence[AST], chosen: bool) -> Recorder:
    namer = _NameAnonymous()
    named = [namer(literal) if is_atom(literal, Sign.NoSign) else literal for literal in body]
    named += namer.pools
    positive = [literal.atom.symbol for literal in named if is_atom(literal, Sign.NoSign)]
    absent = tuple(literal.atom.symbol for literal in body if is_atom(literal, Sign.Negation))
    gathered = [
        literal
        for literal in body
        if literal.ast_type is ASTType.ConditionalLiteral
        or (literal.ast_type is ASTType.Literal and literal.atom.ast_type in _AGGREGATES)
    ]
    bound = variables_of([head, *positive]) | set(_assigned(body))
    spoken = set(re.findall(r"\{(\w+'*)\}", rule.sentence or ""))
    wanted = tuple(sorted((spoken | variables_of(absent) | variables_of(gathered)) & bound))
    location = rule.ast.location
    goal = _atom(Function(location, RELEVANT, [head], 0))
    record = [
        SymbolicTerm(location, Number(index)),
        head,
        Function(location, "", positive, 0),
        _tuple(location, wanted),
    ]
    twins = [Rule(location, _atom(Function(location, BECAUSE, record, 0)), [goal, *named])]
    gathers: set[Signature] = set()
    anonymous = [Variable(location, "_")]
    this = [record[0], *anonymous, *anonymous, record[3]]
    for conditions in (_named(each) for literal in gathered for each in _elements(literal)):
        found = [c.atom.symbol for c in conditions if is_atom(c, Sign.NoSign)]
        member = [record[0], record[3], Function(location, "", found, 0)]
        premise = _atom(Function(location, BECAUSE, this, 0))
        twins.append(Rule(location, _atom(Function(location, MEMBER, member, 0)), [premise, *conditions]))
        twins.extend(
            Rule(location, _atom(Function(location, RELEVANT, [atom], 0)), [premise, *conditions])
            for atom in found
        )
        gathers |= {signature for atom in found for signature in signatures_of(atom)}
    return Recorder(
        index,
        rule,
        head,
        wanted,
        absent,
        chosen,
        frozenset(signatures_of(head)),
        frozenset(signature for atom in positive for signature in signatures_of(atom)),
        frozenset(gathers),
        tuple(_shapes(positive)),
        len(positive),
        tuple(twins),
    )


def _named(conditions: Sequence[AST]) -> list[AST]:
    """Conditions whose positive atoms can be repeated in a head."""
    namer = _NameAnonymous()
    named = [namer(each) if is_atom(each, Sign.NoSign) else each for each in conditions]
    return named + namer.pools


_AGGREGATES = frozenset({ASTType.BodyAggregate, ASTType.Aggregate})


def _elements(literal: AST) -> Iterator[list[AST]]:
    """The conditions under which an aggregate counts something, or a conditional literal asks for it."""
    if literal.ast_type is ASTType.ConditionalLiteral:
        yield [literal.literal, *literal.condition]
        return
    for element in literal.atom.elements:
        if element.ast_type is ASTType.ConditionalLiteral:
            yield [element.literal, *element.condition]
        else:
            yield list(element.condition)


def _assigned(body: Sequence[AST]) -> Iterator[str]:
    """Variables that comparisons and aggregates of the body give their value."""
    for literal in body:
        if literal.ast_type is ASTType.Literal and literal.sign == Sign.NoSign:
            atom = literal.atom
            if atom.ast_type is ASTType.Comparison:
                yield from variables_of([atom])
            elif atom.ast_type in _AGGREGATES and atom.left_guard is not None:
                yield from variables_of([atom.left_guard])


def _atom(symbol: AST) -> AST:
    return Literal(symbol.location, Sign.NoSign, SymbolicAtom(symbol))


def _tuple(location: Location, names: Sequence[str]) -> AST:
    return Function(location, "", [Variable(location, name) for name in names], 0)


def _shapes(positive: Sequence[AST]) -> Iterator[tuple[Signature, Pattern]]:
    """The terms that say most about whether the rule can fire at all on a board."""
    for atom in positive:
        signature = next(signatures_of(atom))
        if (place := _TELLING_AT.get(signature)) is not None:
            pattern = _pattern(atom.arguments[place])
            if pattern is not None:
                yield signature, pattern


def _pattern(term: AST) -> Pattern:
    if term.ast_type is ASTType.SymbolicTerm:
        symbol: Symbol = term.symbol
        return symbol
    if term.ast_type is ASTType.Function:
        return term.name, tuple(map(_pattern, term.arguments))
    return None


class Present:
    """Which atoms a grounding has, by signature, and the terms in its `TELLING` atoms."""

    def __init__(self, control: Control) -> None:
        self._atoms = control.symbolic_atoms
        self._some: dict[Signature, bool] = {}
        self._terms: dict[Signature, dict[Signature, set[Symbol]]] = {}

    def some(self, signature: Signature) -> bool:
        """Whether there is any atom with this signature."""
        known = self._some.get(signature)
        if known is None:
            known = next(iter(self._atoms.by_signature(*signature)), None) is not None
            self._some[signature] = known
        return known

    def fits(self, signature: Signature, pattern: Pattern) -> bool:
        """Whether an atom with a term of this form exists."""
        if isinstance(pattern, tuple):
            functor = (pattern[0], len(pattern[1]))
        else:
            assert pattern is not None
            if pattern.type is not SymbolType.Function:
                return True
            functor = (pattern.name, 0)
        return any(_fits(pattern, term) for term in self._told(signature).get(functor, ()))

    def _told(self, signature: Signature) -> dict[Signature, set[Symbol]]:
        if signature not in self._terms:
            found = self._terms[signature] = {}
            place = _TELLING_AT[signature]
            terms = {
                term._rep: term
                for term in (atom.symbol.arguments[place] for atom in self._atoms.by_signature(*signature))
            }
            for term in terms.values():
                if term.type is SymbolType.Function:
                    found.setdefault((term.name, len(term.arguments)), set()).add(term)
        return self._terms[signature]


def _fits(pattern: Pattern, term: Symbol) -> bool:
    """Whether a term may be of a form; what can't be told counts as fitting."""
    if pattern is None:
        return True
    if not isinstance(pattern, tuple):
        return bool(pattern == term)
    name, wanted = pattern
    if not any(each is not None for each in wanted):
        return term.type is SymbolType.Function and term.name == name
    if term.type is not SymbolType.Function or term.name != name:
        return False
    have = term.arguments
    return len(have) == len(wanted) and all(map(_fits, wanted, have))


@lru_cache(maxsize=64)
def _by_head(names: tuple[str, ...]) -> dict[Signature, tuple[Recorder, ...]]:
    found: dict[Signature, list[Recorder]] = {}
    for name in names:
        for each in recorders(name):
            if each.rule.ast.body or each.rule.number is not None:
                for signature in each.gives:
                    found.setdefault(signature, []).append(each)
    return {signature: tuple(some) for signature, some in found.items()}


def needed_recorders(
    names: tuple[str, ...], goals: Iterable[Signature], here: Present, bridges: Sequence[Recorder] = ()
) -> list[Recorder]:
    """The recorders that can matter below atoms of these signatures, given the atoms that there are."""
    by_head = _by_head(names)
    if bridges:
        by_head = {**by_head, **{signature: (each,) for each in bridges for signature in each.gives}}
    found: dict[int, Recorder] = {}
    pending, seen = list(goals), set(goals)
    while pending:
        for each in by_head.get(pending.pop(), ()):
            if each.index in found or not all(map(here.some, each.takes)):
                continue
            if not all(here.fits(signature, pattern) for signature, pattern in each.shapes):
                continue
            found[each.index] = each
            fresh = (each.takes | each.gathers) - seen
            seen |= fresh
            pending.extend(fresh)
    return [found[index] for index in sorted(found)]


@cache
def relevance(width: int) -> tuple[AST, ...]:
    """The rules that make relevant what an instance with so many positive body atoms rests on."""
    rules: list[AST] = []
    text = "".join(
        f"{RELEVANT}(X) :- {BECAUSE}(_, _, ({'_,' * before}X,{'_,' * (width - before - 1)}), _)."
        for before in range(width)
    )
    parse_string(text, lambda each: rules.append(each) if each.ast_type is ASTType.Rule else None)
    return tuple(rules)
