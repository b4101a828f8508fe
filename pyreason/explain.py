"""What an answer rests on: derivations read off the law itself.

Every rule of the law gets a twin that records which instance fired with which positive body. The twins
are grounded over the atoms already derived, where these are facts, so nothing is searched again; and only
as far down from the goals as these rest on them. From the recorded instances each atom gets a derivation
of least depth; such a derivation never rests on itself.
Labels (`%!rule NUMBER "sentence"`) come from the comments that clingo's parser hands over before each rule.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from clingo.ast import (
    AST,
    ASTType,
    Function,
    Literal,
    Program,
    ProgramBuilder,
    Rule,
    Sign,
    SymbolicAtom,
    SymbolicTerm,
    Transformer,
    Variable,
    parse_string,
)
from clingo.control import Control
from clingo.symbol import Function as Symbolic
from clingo.symbol import Number, Symbol

from pyreason.errors import InternalError
from pyreason.program import parsed

_LABEL = re.compile(r'%!rule (\S+) "([^"]*)"')


@dataclass(frozen=True, slots=True)
class LabelledRule:
    """A rule of the law: CR number and sentence (None for a helper), and where it stands."""

    number: str | None
    sentence: str | None
    file: str
    line: int
    ast: AST


@cache
def labelled(name: str) -> tuple[LabelledRule, ...]:
    """The rules of one law file with their labels. Raises InternalError for a rule that has none."""
    found = []
    label: tuple[str | None, str | None] | None = None
    for statement in parsed(name):
        if statement.ast_type is ASTType.Comment:
            if match := _LABEL.fullmatch(statement.value.strip()):
                label = (match[1], match[2])
            elif statement.value.startswith("%!helper"):
                label = (None, None)
        elif statement.ast_type is ASTType.Rule:
            line = statement.location.begin.line
            if label is None:
                raise InternalError(f"asp/{name}.lp:{line}: a rule without a label")
            found.append(LabelledRule(*label, name, line, statement))
            label = None
    return tuple(found)


class _NameAnonymous(Transformer):
    """Gives every `_` a name of its own, so that a body atom can be repeated in a head."""

    def __init__(self) -> None:
        self.count = 0

    def visit_Variable(self, node: AST) -> AST:  # noqa: N802 (clingo's protocol)
        if node.name != "_":
            return node
        self.count += 1
        return Variable(node.location, f"Anonymous{self.count}")


@cache
def recording(names: tuple[str, ...]) -> tuple[tuple[LabelledRule, ...], tuple[AST, ...]]:
    """The labelled rules of these files, and for each (by index) the rule that records its instances."""
    originals = tuple(rule for name in names for rule in labelled(name))
    twins: list[AST] = []
    widest = 0
    for index, rule in enumerate(originals):
        location, head = rule.ast.location, rule.ast.head.atom.symbol
        namer = _NameAnonymous()
        body = [
            namer(literal) if literal.ast_type is ASTType.Literal and literal.sign == Sign.NoSign else literal
            for literal in rule.ast.body
        ]
        support = [
            literal.atom.symbol
            for literal in body
            if literal.ast_type is ASTType.Literal
            and literal.sign == Sign.NoSign
            and literal.atom.ast_type is ASTType.SymbolicAtom
        ]
        record = Function(
            location,
            "because",
            [
                SymbolicTerm(location, Number(index)),
                head,
                Function(location, "", support, 0),
            ],
            0,
        )
        goal = SymbolicAtom(Function(location, "relevant", [head], 0))
        body.insert(0, Literal(location, Sign.NoSign, goal))
        twins.append(Rule(location, Literal(location, Sign.NoSign, SymbolicAtom(record)), body))
        widest = max(widest, len(support))
    parse_string(
        "".join(
            f"relevant(X) :- because(_, _, ({'_,' * before}X,{'_,' * (width - before - 1)}))."
            for width in range(1, widest + 1)
            for before in range(width)
        ),
        lambda statement: None if statement.ast_type is ASTType.Program else twins.append(statement),
    )
    return originals, tuple(twins)


@dataclass(frozen=True, slots=True)
class Step:
    """One atom of a proof, the rule that gives it and the atoms that rule rests on."""

    atom: Symbol
    rule: LabelledRule
    support: tuple[Symbol, ...]


class Derivations:
    """The derivations of some atoms of one grounding, and of all that these rest on.

    Args:
        control: a control in which the law files `names` are grounded and settled; can be used once.
        names: those files.
        goals: the atoms.
    """

    def __init__(self, control: Control, names: Sequence[str], goals: Iterable[Symbol]) -> None:
        rules, twins = recording(tuple(names))
        with control.backend() as backend:
            for goal in goals:
                backend.add_rule([backend.add_atom(Symbolic("relevant", [goal]))])
        with ProgramBuilder(control) as builder:
            builder.add(Program(twins[0].location, "explain", []))
            for twin in twins:
                builder.add(twin)
        control.ground([("explain", [])])
        instances = [
            (rules[index.number], head, tuple(support.arguments))
            for index, head, support in (
                atom.symbol.arguments for atom in control.symbolic_atoms.by_signature("because", 3)
            )
        ]
        self._steps = dict(_least_depth(instances))

    def step(self, atom: Symbol) -> Step | None:
        """How the atom is derived; None for a fact of the board."""
        return self._steps.get(atom)

    def proof(self, goals: Iterable[Symbol]) -> Iterator[Step]:
        """All steps below these atoms, each once, goals first."""
        pending, seen = deque(goals), set()
        while pending:
            atom = pending.popleft()
            if atom in seen:
                continue
            seen.add(atom)
            if step := self._steps.get(atom):
                yield step
                pending.extend(step.support)

    def citations(self, goals: Iterable[Symbol]) -> frozenset[str]:
        """The CR numbers of the labelled rules used below these atoms."""
        return frozenset(step.rule.number for step in self.proof(goals) if step.rule.number is not None)


def _least_depth(
    instances: Sequence[tuple[LabelledRule, Symbol, tuple[Symbol, ...]]],
) -> Iterator[tuple[Symbol, Step]]:
    """For each derived atom the first instance whose support is complete, counting up from the facts."""
    heads = {head for _, head, _ in instances}
    waiting: dict[Symbol, list[int]] = {}
    missing = []
    ready: deque[int] = deque()
    for index, (_, _, support) in enumerate(instances):
        open_atoms = {atom for atom in support if atom in heads}
        missing.append(len(open_atoms))
        for atom in open_atoms:
            waiting.setdefault(atom, []).append(index)
        if not open_atoms:
            ready.append(index)
    done: set[Symbol] = set()
    while ready:
        rule, head, support = instances[ready.popleft()]
        if head in done:
            continue
        done.add(head)
        yield head, Step(head, rule, support)
        for index in waiting.get(head, ()):
            missing[index] -= 1
            if not missing[index]:
                ready.append(index)


def in_order(numbers: Iterable[str]) -> tuple[str, ...]:
    """CR numbers in the CR's own order: 106.7 before 106.12 before 106.12a."""

    def key(number: str) -> tuple[int, int, str]:
        match = re.fullmatch(r"(\d+)(?:\.(\d+))?([a-z]*)", number)
        return (int(match[1]), int(match[2] or 0), match[3]) if match else (0, 0, number)

    return tuple(sorted(set(numbers), key=key))
