"""Recording rules: for each rule of the law the rules that write down which of its instances fired.

From `h :- p, not q, N = #count { X : r(X) }.` come

    explain_because(i, h, (p,), (...)) :- p, not q, N = #count { X : r(X) }.
    explain_member(i, (...), (r(X),)) :- explain_because(i, _, _, (...)), r(X).

where i numbers the rule and (...) holds the values of the variables that its sentence, its negated literals
and its aggregates speak of. An element of a choice gets a recording rule of its own; constraints derive
nothing and get none. Guarded recording rules ask for `explain_relevant(h)` as well: of the goals this is so,
and of what a recorded instance rests on. Where many worlds stand in one grounding and little of it is asked
for, that saves most instances; else it costs more than it saves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache

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

from pyreason.explain.forms import Form, form
from pyreason.explain.labels import LabelledRule, labelled
from pyreason.explain.reading import Reader

Signature = tuple[str, int]

BECAUSE, MEMBER, RELEVANT = "explain_because", "explain_member", "explain_relevant"
TELLING = (("seen", 2), ("does", 3), ("effect", 2))
"""Predicates by whose argument at a certain place most rules differ: a term that is judged, or followed."""

_TELLING_AT = {("seen", 2): 0, ("does", 3): 2, ("effect", 2): 0}


class Recorder:
    """One rule of the law (or one element of its choice) with what records its instances.

    `head` and `body` are those of the rule, with the condition of a choice's element; `chosen` tells such an
    element. All else is worked out on first use: few of the rules loaded matter to a proof.
    """

    def __init__(self, index: int, rule: LabelledRule, head: AST, body: Sequence[AST], chosen: bool) -> None:
        self.index = index
        self.rule = rule
        self.head = head
        self.body = body
        self.chosen = chosen

    @cached_property
    def gives(self) -> frozenset[Signature]:
        """The signatures of its head."""
        return frozenset(signatures_of(self.head))

    @cached_property
    def takes(self) -> tuple[frozenset[Signature], ...]:
        """For each positive body atom its signatures, of which a pool has several."""
        return tuple(frozenset(signatures_of(each.atom.symbol)) for each in self._positive())

    @cached_property
    def gathers(self) -> frozenset[Signature]:
        """The signatures of what its aggregates and conditional literals ask for."""
        return frozenset(
            signature
            for literal in self._gathered
            for conditions in _elements(literal)
            for each in conditions
            if is_atom(each, Sign.NoSign)
            for signature in signatures_of(each.atom.symbol)
        )

    @cached_property
    def shapes(self) -> tuple[tuple[Signature, Form], ...]:
        """Those of the `TELLING` atoms in its body."""
        return tuple(_shapes([each.atom.symbol for each in self._positive()]))

    @cached_property
    def absent(self) -> tuple[AST, ...]:
        """The negated atoms, as terms."""
        return tuple(each.atom.symbol for each in self.body if is_atom(each, Sign.Negation))

    @cached_property
    def absences(self) -> tuple[tuple[Form, Signature], ...]:
        """The forms of the negated atoms, each with its signature."""
        return tuple((form(term), next(signatures_of(term))) for term in self.absent)

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The variables whose values are recorded, in order."""
        named = self._named
        positive = [literal.atom.symbol for literal in named if is_atom(literal, Sign.NoSign)]
        bound = variables_of([self.head, *positive]) | set(_assigned(self.body))
        spoken = set(re.findall(r"\{(\w+'*)\}", self.rule.sentence or ""))
        return tuple(sorted((spoken | variables_of(self.absent) | variables_of(self._gathered)) & bound))

    @cached_property
    def width(self) -> int:
        """The number of positive body atoms."""
        return len(self.takes)

    @cached_property
    def twins(self) -> tuple[AST, ...]:
        """The recording rules, for all instances."""
        location = self.rule.ast.location
        record = [*self._record(), _tuple(location, self.variables)]
        because = Rule(location, _atom(Function(location, BECAUSE, record, 0)), self._named)
        return (because, *self._members)

    @cached_property
    def guarded(self) -> tuple[AST, ...]:
        """The recording rules, for instances that matter below the goals alone."""
        because, *members = self.twins
        goal = _atom(Function(because.location, RELEVANT, [self.head], 0))
        guarded = Rule(because.location, because.head, [goal, *because.body])
        wanted = []
        for member in members:
            for atom in member.head.atom.symbol.arguments[2].arguments:
                wanted.append(
                    Rule(member.location, _atom(Function(member.location, RELEVANT, [atom], 0)), member.body)
                )
        return (guarded, *members, *wanted)

    def _positive(self) -> Iterator[AST]:
        return (each for each in self.body if is_atom(each, Sign.NoSign))

    @cached_property
    def _named(self) -> list[AST]:
        return _named(self.body)

    @cached_property
    def _gathered(self) -> tuple[AST, ...]:
        return tuple(
            literal
            for literal in self.body
            if literal.ast_type is ASTType.ConditionalLiteral
            or (literal.ast_type is ASTType.Literal and literal.atom.ast_type in _AGGREGATES)
        )

    def _record(self) -> list[AST]:
        location = self.rule.ast.location
        positive = [literal.atom.symbol for literal in self._named if is_atom(literal, Sign.NoSign)]
        number = SymbolicTerm(location, Number(self.index))
        return [number, self.head, Function(location, "", positive, 0)]

    @cached_property
    def _members(self) -> tuple[AST, ...]:
        location = self.rule.ast.location
        number, values = SymbolicTerm(location, Number(self.index)), _tuple(location, self.variables)
        this = [number, Variable(location, "_"), Variable(location, "_"), values]
        premise = _atom(Function(location, BECAUSE, this, 0))
        found = []
        for conditions in (_named(each) for literal in self._gathered for each in _elements(literal)):
            atoms = [c.atom.symbol for c in conditions if is_atom(c, Sign.NoSign)]
            member = [number, values, Function(location, "", atoms, 0)]
            head = _atom(Function(location, MEMBER, member, 0))
            found.append(Rule(location, head, [premise, *conditions]))
        return tuple(found)


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


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_VARIABLE = re.compile(r"(?<![\w'])_*[A-Z][\w']*")
_UNNAMED = re.compile(r"(?<![\w'])_(?![\w'])|;")
"""What has no name of its own in the text of an atom: `_`, or a pool."""


def variables_of(nodes: Iterable[AST]) -> set[str]:
    """The names of the variables that occur in these statements or terms.

    Read off their text, which is one call of clingo for each and not one for every part of it.
    """
    return {name for node in nodes for name in _VARIABLE.findall(_STRING.sub("", str(node)))}


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
            _ALL.append(Recorder(len(_ALL), rule, head, [*conditions, *rule.ast.body], chosen))
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
        unlabelled = LabelledRule((), None, place, line, rule)
        _ALL.append(Recorder(len(_ALL), unlabelled, rule.head.atom.symbol, list(rule.body), False))
    return tuple(_ALL[first:])


def _heads(rule: AST) -> Iterator[tuple[AST, Sequence[AST], bool]]:
    """The atoms that a rule can derive, with the conditions of a choice's element."""
    head = rule.head
    if head.ast_type is ASTType.Literal and head.atom.ast_type is ASTType.SymbolicAtom:
        yield head.atom.symbol, (), False
    elif head.ast_type is ASTType.Aggregate:
        for element in head.elements:
            yield element.literal.atom.symbol, element.condition, True


def _named(conditions: Sequence[AST]) -> list[AST]:
    """Conditions whose positive atoms can be repeated in a head."""
    namer = _NameAnonymous()
    named = [
        namer(each) if is_atom(each, Sign.NoSign) and _UNNAMED.search(_STRING.sub("", str(each))) else each
        for each in conditions
    ]
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


def _shapes(positive: Sequence[AST]) -> Iterator[tuple[Signature, Form]]:
    """The terms that say most about whether the rule can fire at all on a board."""
    for atom in positive:
        signature = next(signatures_of(atom))
        if (place := _TELLING_AT.get(signature)) is not None:
            pattern = form(atom.arguments[place])
            if not _is_open(pattern):
                yield signature, pattern


def _is_open(pattern: Form) -> bool:
    """Whether any term may be of this form: it is a variable, or what can't be told."""
    return pattern is None or isinstance(pattern, str)


class Present:
    """Which atoms a grounding has, by signature, and the terms in its `TELLING` atoms."""

    def __init__(self, control: Control) -> None:
        self._atoms = control.symbolic_atoms
        self._reader = Reader(control)
        self._some: dict[Signature, bool] = {}
        self._terms: dict[Signature, dict[Signature, set[Symbol]]] = {}

    def some(self, signature: Signature) -> bool:
        """Whether there is any atom with this signature."""
        known = self._some.get(signature)
        if known is None:
            known = self._some[signature] = self._reader.some(*signature)
        return known

    def fits(self, signature: Signature, pattern: Form) -> bool:
        """Whether an atom with a term of this form exists."""
        if isinstance(pattern, tuple):
            functor = (pattern[0], len(pattern[1]))
        else:
            assert isinstance(pattern, Symbol)
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


def _fits(pattern: Form, term: Symbol) -> bool:
    """Whether a term may be of a form; what can't be told counts as fitting."""
    if _is_open(pattern):
        return True
    if not isinstance(pattern, tuple):
        return bool(pattern == term)
    name, wanted = pattern
    if all(map(_is_open, wanted)):
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
            if each.rule.ast.body or each.rule.numbers:
                for signature in each.gives:
                    found.setdefault(signature, []).append(each)
    return {signature: tuple(some) for signature, some in found.items()}


def needed_recorders(
    names: tuple[str, ...],
    goals: Iterable[Signature],
    here: Present,
    bridges: Sequence[Recorder] = (),
    idle: frozenset[int] = frozenset(),
) -> list[Recorder]:
    """The recorders that can matter below atoms of these signatures, given the atoms that there are.

    Those of rules that are known to be `idle` don't; where none are known, terms are looked at.
    """
    by_head = _by_head(names)
    if bridges:
        by_head = {**by_head, **{signature: (each,) for each in bridges for signature in each.gives}}
    found: dict[int, Recorder] = {}
    pending, seen = list(goals), set(goals)
    while pending:
        for each in by_head.get(pending.pop(), ()):
            if each.index in found or not all(any(map(here.some, some)) for some in each.takes):
                continue
            if idle:
                if id(each.rule.ast) in idle:
                    continue
            elif not all(here.fits(signature, pattern) for signature, pattern in each.shapes):
                continue
            found[each.index] = each
            fresh = each.gathers.union(*each.takes) - seen
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
