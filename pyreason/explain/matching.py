"""How far the bodies of rules hold over the atoms of a grounding, and which condition fails first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clingo.ast import (
    AST,
    ASTType,
    ComparisonOperator,
    Function,
    Literal,
    Location,
    Position,
    Program,
    ProgramBuilder,
    Rule,
    Sign,
    SymbolicAtom,
    SymbolicTerm,
    Transformer,
    Variable,
)
from clingo.control import Control
from clingo.symbol import Number, Symbol

from pyreason.explain.recording import is_atom, variables_of

_HERE = Location(Position("<why not>", 1, 1), Position("<why not>", 1, 1))
_PREFIX = "explain_prefix"


@dataclass(frozen=True, slots=True)
class Failure:
    """Where the body of a rule stops holding: the literal that fails, and the ways those before it hold."""

    literal: AST
    bindings: tuple[dict[str, Symbol], ...]


class _Given(Transformer):
    """Puts values in place of variables, and in positive literals names in place of `_`."""

    def __init__(self, values: Mapping[str, Symbol]) -> None:
        self._values = values
        self._count = 0
        self._naming = False

    def within(self, literal: AST) -> AST:
        """The literal with values and names."""
        self._naming = is_atom(literal, Sign.NoSign)
        given: AST = self(literal)
        return given

    def visit_Variable(self, node: AST) -> AST:  # noqa: N802 (clingo's protocol)
        if node.name == "_" and not self._naming:
            return node
        if node.name == "_":
            self._count += 1
            return Variable(node.location, f"Anonymous{self._count}")
        value = self._values.get(node.name)
        return node if value is None else SymbolicTerm(node.location, value)


class Matcher:
    """Tries rule bodies over the settled atoms of a control."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._parts = 0

    def failures(self, bodies: Sequence[tuple[Sequence[AST], Mapping[str, Symbol]]]) -> list[Failure | None]:
        """For each body, with these values for some variables, where it fails; None where it holds."""
        part = f"why_not_{self._parts}"
        first = self._parts * 1000
        self._parts += 1
        ordered: list[list[AST]] = []
        bound: list[list[list[str]]] = []
        rules = []
        for number, (body, values) in enumerate(bodies):
            given = _Given(values)
            literals, names = _in_order([(literal, given.within(literal)) for literal in body])
            ordered.append([literal for literal, _ in literals])
            bound.append(names)
            for length in range(1, len(literals) + 1):
                head = Function(
                    _HERE,
                    _PREFIX,
                    [
                        SymbolicTerm(_HERE, Number(first + number)),
                        SymbolicTerm(_HERE, Number(length)),
                        Function(_HERE, "", [Variable(_HERE, name) for name in names[length]], 0),
                    ],
                    0,
                )
                atom = Literal(_HERE, Sign.NoSign, SymbolicAtom(head))
                rules.append(Rule(_HERE, atom, [literal for _, literal in literals[:length]]))
        with ProgramBuilder(self._control) as builder:
            builder.add(Program(_HERE, part, []))
            for rule in rules:
                builder.add(rule)
        self._control.ground([(part, [])])
        reached: dict[tuple[int, int], list[tuple[Symbol, ...]]] = {}
        for found in self._control.symbolic_atoms.by_signature(_PREFIX, 3):
            of, upto, symbols = found.symbol.arguments
            if of.number >= first:
                place = (of.number - first, upto.number)
                reached.setdefault(place, []).append(tuple(symbols.arguments))
        return [
            _failure(ordered[number], bound[number], values, number, reached)
            for number, (_, values) in enumerate(bodies)
        ]


def _failure(
    literals: Sequence[AST],
    names: Sequence[Sequence[str]],
    values: Mapping[str, Symbol],
    number: int,
    reached: Mapping[tuple[int, int], list[tuple[Symbol, ...]]],
) -> Failure | None:
    length = max((n for n in range(1, len(literals) + 1) if (number, n) in reached), default=0)
    if length == len(literals):
        return None
    rows = reached.get((number, length), [()]) if length else [()]
    bindings = tuple({**values, **dict(zip(names[length], row, strict=True))} for row in sorted(rows))
    return Failure(literals[length], bindings)


def _in_order(body: Sequence[tuple[AST, AST]]) -> tuple[list[tuple[AST, AST]], list[list[str]]]:
    """The literals, each safe after those before it, and which variables are bound after how many."""
    left, done, bound = list(body), list[tuple[AST, AST]](), set[str]()
    everywhere = {name for _, literal in body for name in _binds(literal)}
    names: list[list[str]] = [[]]
    while left:
        chosen = next((row for row in left if _safe(row[1], bound, everywhere)), left[0])
        left.remove(chosen)
        done.append(chosen)
        bound |= _binds(chosen[1])
        names.append(sorted(bound))
    return done, names


def _binds(literal: AST) -> set[str]:
    """The variables that a literal gives their values."""
    if is_atom(literal, Sign.NoSign):
        return variables_of([literal])
    if literal.ast_type is ASTType.Literal and literal.sign == Sign.NoSign:
        if literal.atom.ast_type is ASTType.Comparison:
            return variables_of([literal])
        guard = getattr(literal.atom, "left_guard", None)
        if guard is not None:
            return variables_of([guard])
    return set()


def _safe(literal: AST, bound: set[str], everywhere: set[str]) -> bool:
    """Whether a literal can stand after those that bind these variables."""
    if is_atom(literal, Sign.NoSign):
        return True
    mine = variables_of([literal])
    if literal.ast_type is ASTType.Literal and literal.atom.ast_type is ASTType.Comparison:
        if mine <= bound:
            return True
        guards = literal.atom.guards
        if len(guards) != 1 or guards[0].comparison != ComparisonOperator.Equal:
            return False
        left, right = variables_of([literal.atom.term]), variables_of([guards[0].term])
        return left <= bound or right <= bound
    if literal.ast_type is ASTType.Literal and literal.atom.ast_type is ASTType.SymbolicAtom:
        return mine <= bound
    guard = getattr(literal.atom, "left_guard", None) if literal.ast_type is ASTType.Literal else None
    own = variables_of([guard]) if guard is not None else set()
    return (mine & everywhere) - own <= bound


def matches(control: Control, name: str, arity: int) -> Iterator[Symbol]:
    """All atoms of a predicate."""
    for atom in control.symbolic_atoms.by_signature(name, arity):
        yield atom.symbol
