"""What an answer rests on: derivations read off the law itself.

Recording rules (`recording.py`) are grounded over the atoms already derived, where these are facts, so
nothing is searched again; and only as far down from the goals as these rest on them. From the recorded
instances each atom gets a derivation of least depth; such a derivation never rests on itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clingo import _internal
from clingo.ast import Location, Position, Program, ProgramBuilder
from clingo.control import Control
from clingo.core import MessageCode
from clingo.symbol import Function, Symbol

from pyreason.errors import InternalError
from pyreason.explain.labels import LabelledRule
from pyreason.explain.recording import (
    BECAUSE,
    MEMBER,
    RELEVANT,
    Present,
    Recorder,
    needed_recorders,
    recorder,
    relevance,
)

_HERE = Location(Position("<explain>", 1, 1), Position("<explain>", 1, 1))


@dataclass(frozen=True, slots=True)
class Step:
    """One atom of a derivation, the rule that gives it and the atoms that this instance of the rule rests on.

    `support` are the positive body atoms, `members` what its aggregates counted; `values` are those of the
    recorder's variables.
    """

    atom: Symbol
    by: Recorder
    support: tuple[Symbol, ...]
    members: tuple[Symbol, ...]
    values: tuple[Symbol, ...]

    @property
    def rule(self) -> LabelledRule:
        """The rule of the law with its label."""
        return self.by.rule

    @property
    def premises(self) -> tuple[Symbol, ...]:
        """All atoms it rests on, each once."""
        return tuple(dict.fromkeys((*self.support, *self.members)))


class Derivations:
    """The derivations of some atoms of one grounding, and of all that these rest on.

    Args:
        control: a control in which the law files `names` are grounded and settled; can be used once.
        names: those files.
        goals: the atoms.
        bridges: recorders of rules that are no law (`recording.bridging`).
    """

    def __init__(
        self,
        control: Control,
        names: Sequence[str],
        goals: Iterable[Symbol],
        bridges: Sequence[Recorder] = (),
    ) -> None:
        goals = list(goals)
        self.names = tuple(names)
        self._chosen: dict[Symbol, Symbol] = {}
        self._counted: dict[tuple[int, int], list[Symbol]] = {}
        self._steps: dict[Symbol, Step] = {}
        if goals:
            self._record(control, self.names, goals, bridges)

    def _record(
        self, control: Control, names: tuple[str, ...], goals: Sequence[Symbol], bridges: Sequence[Recorder]
    ) -> None:
        here = Present(control)
        wanted = {(goal.name, len(goal.arguments)) for goal in goals}
        needed = needed_recorders(names, wanted, here, bridges)
        with control.backend() as backend:
            for goal in goals:
                backend.add_rule([backend.add_atom(Function(RELEVANT, [goal]))])
        with ProgramBuilder(control) as builder:
            builder.add(Program(_HERE, "explain", []))
            for each in needed:
                for twin in each.twins:
                    builder.add(twin)
            for width in sorted({each.width for each in needed}):
                for rule in relevance(width):
                    builder.add(rule)
        control.ground([("explain", [])])
        self._chosen = _least_depth(control)
        self._counted = _members(control)

    @classmethod
    def of_model(cls, atoms: Iterable[Symbol], names: Sequence[str], goals: Iterable[Symbol]) -> Derivations:
        """The derivations of atoms of one stable model, whose atoms are all given."""
        control = Control(["--warn=none"], _heed)
        with control.backend() as backend:
            for atom in atoms:
                backend.add_rule([backend.add_atom(atom)])
        return cls(control, names, goals)

    def step(self, atom: Symbol) -> Step | None:
        """How the atom is derived; None for a fact of the board."""
        known = self._steps.get(atom)
        if known is None and (instance := self._chosen.get(atom)) is not None:
            index, _, support, values = instance.arguments
            counted = self._counted.get((index._rep, values._rep), ())
            members = tuple(sorted(set(counted)))
            known = Step(
                atom, recorder(index.number), tuple(support.arguments), members, tuple(values.arguments)
            )
            self._steps[atom] = known
        return known

    def proof(self, goals: Iterable[Symbol]) -> Iterator[Step]:
        """All steps below these atoms, each once, goals first."""
        pending, seen = deque(goals), set[Symbol]()
        while pending:
            atom = pending.popleft()
            if atom in seen:
                continue
            seen.add(atom)
            if step := self.step(atom):
                yield step
                pending.extend(step.premises)

    def citations(self, goals: Iterable[Symbol]) -> frozenset[str]:
        """The CR numbers of the labelled rules used below these atoms."""
        return frozenset(step.rule.number for step in self.proof(goals) if step.rule.number is not None)


def _heed(code: MessageCode, message: str) -> None:
    if code is MessageCode.RuntimeError:
        raise InternalError(" ".join(message.split()))


def _least_depth(control: Control) -> dict[Symbol, Symbol]:
    """For each derived atom the first instance whose premises are complete, counting up from the facts.

    Symbols stand in the inner loop as the numbers by which clingo knows them: hashing these is much faster.
    """
    instances: list[Symbol] = []
    heads: list[int] = []
    premises: list[list[int]] = []
    members = _members(control)
    for recorded in control.symbolic_atoms.by_signature(BECAUSE, 4):
        instance = recorded.symbol
        index, head, support, values = _arguments(instance._rep)
        found = _arguments(support)
        if members and (counted := members.get((index, values))):
            found += [atom._rep for atom in counted]
        instances.append(instance)
        heads.append(head)
        premises.append(found)
    derived = set(heads)
    waiting: dict[int, list[int]] = {}
    missing = []
    ready: deque[int] = deque()
    for number, found in enumerate(premises):
        open_atoms = derived.intersection(found)
        missing.append(len(open_atoms))
        for atom in open_atoms:
            waiting.setdefault(atom, []).append(number)
        if not open_atoms:
            ready.append(number)
    chosen: dict[int, int] = {}
    while ready:
        number = ready.popleft()
        atom = heads[number]
        if atom in chosen:
            continue
        chosen[atom] = number
        for waiter in waiting.get(atom, ()):
            missing[waiter] -= 1
            if not missing[waiter]:
                ready.append(waiter)
    symbol: Any = Symbol
    return {symbol(atom): instances[number] for atom, number in chosen.items()}


def _arguments(symbol: int) -> list[int]:
    """The arguments of a symbol, all by clingo's numbers."""
    inside: Any = _internal
    call = inside._lib.clingo_symbol_arguments
    found, size = inside._c_call2("clingo_symbol_t*", "size_t", call, symbol)
    return list(inside._ffi.unpack(found, size)) if size else []


def _members(control: Control) -> dict[tuple[int, int], list[Symbol]]:
    """What the aggregates of instances counted, by recorder and values of its variables."""
    found: dict[tuple[int, int], list[Symbol]] = {}
    for atom in control.symbolic_atoms.by_signature(MEMBER, 3):
        index, values, counted = atom.symbol.arguments
        found.setdefault((index._rep, values._rep), []).extend(counted.arguments)
    return found
