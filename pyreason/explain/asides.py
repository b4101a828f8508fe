"""What is told beside an answer: what was looked at and has no bearing on it, and why.

The files of `asp/asides/` say so. They are grounded over the atoms of an answer, where its numbers are cited;
`aside(S, X)` belongs to the question whose subject is S.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from clingo.ast import AST, Location, Position, Program, ProgramBuilder
from clingo.control import Control
from clingo.symbol import Symbol

from pyreason.explain.reading import Reader
from pyreason.explain.recording import Signature, recorders

BESIDE = ""
"""What the part of a proof is called that has the asides."""

_HERE = Location(Position("<asides>", 1, 1), Position("<asides>", 1, 1))


def ground_asides(control: Control, names: Sequence[str], facts: Iterable[Symbol] = ()) -> None:
    """Ground these files of `asp/asides/` over what a control has settled, and some more facts."""
    with control.backend() as backend:
        for fact in facts:
            backend.add_rule([backend.add_atom(fact)])
    with ProgramBuilder(control) as builder:
        builder.add(Program(_HERE, "asides", []))
        for statement in _in_play(control, names):
            builder.add(statement)
    control.ground([("asides", [])])


def _in_play(control: Control, names: Sequence[str]) -> list[AST]:
    """The rules of which no positive body atom is known to be lacking."""
    reader = Reader(control)
    left = [each for name in names for each in recorders(name)]
    given: set[Signature] = set()
    found: list[AST] = []
    while True:
        ready = [
            each
            for each in left
            if all(any(s in given or reader.some(*s) for s in some) for some in each.takes)
        ]
        if not ready:
            return found
        found += (each.rule.ast for each in ready)
        given = given.union(*(each.gives for each in ready))
        left = [each for each in left if each not in ready]


@cache
def uses(names: tuple[str, ...]) -> frozenset[str]:
    """The predicates that these files ask for, as "name/arity"."""
    found: set[Signature] = set()
    for name in names:
        for each in recorders(name):
            found |= each.gathers.union(*each.takes, (signature for _, signature in each.absences))
    return frozenset(f"{name}/{arity}" for name, arity in found)


def asides(control: Control, names: Sequence[str]) -> dict[Symbol, list[Symbol]]:
    """The atoms `aside(S, X)` that these files give, by subject."""
    found: dict[Symbol, list[Symbol]] = {}
    if names:
        ground_asides(control, names)
        for atom in control.symbolic_atoms.by_signature("aside", 2):
            found.setdefault(atom.symbol.arguments[0], []).append(atom.symbol)
    return found
