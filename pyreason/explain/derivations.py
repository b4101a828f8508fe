"""What an answer rests on: derivations read off the law itself.

Recording rules (`recording.py`) are grounded over the atoms already derived, where these are facts, so
nothing is searched again; and only as far down from the goals as these rest on them. From the recorded
instances each atom gets a derivation of least depth; such a derivation never rests on itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clingo.ast import Location, Position, Program, ProgramBuilder
from clingo.control import Control
from clingo.core import MessageCode
from clingo.symbol import Function, Symbol

from pyreason.errors import InternalError
from pyreason.explain.labels import LabelledRule
from pyreason.explain.reading import Reader
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


class Step:
    """One atom of a derivation, the rule that gives it and the atoms that this instance of the rule rests on.

    `premises` are the positive body atoms and what its aggregates counted, each once.
    """

    __slots__ = ("_instance", "atom", "by", "premises")

    def __init__(self, atom: Symbol, by: Recorder, premises: tuple[Symbol, ...], instance: int) -> None:
        self.atom = atom
        self.by = by
        self.premises = premises
        self._instance = instance

    @property
    def rule(self) -> LabelledRule:
        """The rule of the law with its label."""
        return self.by.rule

    @property
    def values(self) -> dict[str, Symbol]:
        """The values of the recorder's variables."""
        symbol: Any = Symbol
        values = symbol(self._instance).arguments[3].arguments
        return dict(zip(self.by.variables, values, strict=True))


class Derivations:
    """The derivations of some atoms of one grounding, and of all that these rest on.

    Args:
        control: a control in which the law files `names` are grounded and settled; can be used once.
        names: those files.
        goals: the atoms.
        bridges: recorders of rules that are no law (`recording.bridging`).
        narrow: whether little of the grounding matters to the goals: see `recording`.
        idle: the `id`s of rules that can't fire, where they are known (`pruning.idle`).
    """

    def __init__(
        self,
        control: Control,
        names: Sequence[str],
        goals: Iterable[Symbol],
        bridges: Sequence[Recorder] = (),
        *,
        narrow: bool = False,
        idle: frozenset[int] = frozenset(),
    ) -> None:
        goals = list(goals)
        self.names = tuple(names)
        self._chosen: dict[int, tuple[int, int, list[int]]] = {}
        self._counted: dict[tuple[int, int], list[Symbol]] = {}
        self._steps: dict[Symbol, Step] = {}
        if goals:
            self._record(control, goals, bridges, narrow, idle)

    def _record(
        self,
        control: Control,
        goals: Sequence[Symbol],
        bridges: Sequence[Recorder],
        narrow: bool,
        idle: frozenset[int],
    ) -> None:
        wanted = {(goal.name, len(goal.arguments)) for goal in goals}
        needed = needed_recorders(self.names, wanted, Present(control), bridges, idle)
        if narrow:
            with control.backend() as backend:
                for goal in goals:
                    backend.add_rule([backend.add_atom(Function(RELEVANT, [goal]))])
        with ProgramBuilder(control) as builder:
            builder.add(Program(_HERE, "explain", []))
            for each in needed:
                for twin in each.guarded if narrow else each.twins:
                    builder.add(twin)
            for width in sorted({each.width for each in needed}) if narrow else ():
                for rule in relevance(width):
                    builder.add(rule)
        control.ground([("explain", [])])
        self._counted = _members(control)
        self._chosen = _least_depth(control, goals, self._counted)

    def step(self, atom: Symbol) -> Step | None:
        """How the atom is derived; None for a fact of the board."""
        known = self._steps.get(atom)
        if known is None and (chosen := self._chosen.get(atom._rep)) is not None:
            instance, index, premises = chosen
            symbol: Any = Symbol
            number = symbol(index).number
            known = Step(atom, recorder(number), tuple(map(symbol, dict.fromkeys(premises))), instance)
            self._steps[atom] = known
        return known

    def numbers(self, goals: Iterable[Symbol]) -> frozenset[str]:
        """The CR numbers of the labelled rules used below these atoms."""
        line = list(dict.fromkeys(goal._rep for goal in goals))
        seen, used = set(line), set[int]()
        for atom in line:
            if (chosen := self._chosen.get(atom)) is not None:
                used.add(chosen[1])
                for premise in chosen[2]:
                    if premise not in seen:
                        seen.add(premise)
                        line.append(premise)
        symbol: Any = Symbol
        return frozenset(number for index in used for number in recorder(symbol(index).number).rule.numbers)


def control_of(atoms: Iterable[Symbol]) -> Control:
    """A control in which the atoms of one stable model are settled."""
    control = Control(["--warn=none"], _heed)
    with control.backend() as backend:
        for atom in atoms:
            backend.add_rule([backend.add_atom(atom)])
    return control


def _heed(code: MessageCode, message: str) -> None:
    if code is MessageCode.RuntimeError:
        raise InternalError(" ".join(message.split()))


def _least_depth(
    control: Control, goals: Sequence[Symbol], counted: Mapping[tuple[int, int], Sequence[Symbol]]
) -> dict[int, tuple[int, int, list[int]]]:
    """For the goals and each atom below the first instance whose premises are complete, from the facts up.

    Of several that are complete at the same depth it is the one whose premises are nearest to the goals, so
    that a proof speaks of few things. With each instance stand the number of its recorder and its premises.
    """
    reader = Reader(control)
    by_head: dict[int, list[list[int]]] = {}
    for instance in reader.atoms(BECAUSE, 4):
        parts = reader.arguments(instance)
        parts.append(instance)
        known = by_head.get(parts[1])
        if known is None:
            by_head[parts[1]] = [parts]
        else:
            known.append(parts)
    found: list[tuple[int, int, int, int, list[int]]] = []
    missing: list[int] = []
    waiting: dict[int, list[int]] = {}
    level: list[int] = []
    line = [goal._rep for goal in goals]
    rank = {atom: place for place, atom in enumerate(line)}
    for atom in line:
        for index, head, support, values, instance in by_head.get(atom, ()):
            premises = reader.arguments(support)
            if counted and (members := counted.get((index, values))):
                premises += [member._rep for member in members]
            open_atoms = set()
            for premise in premises:
                if premise in by_head:
                    open_atoms.add(premise)
                    if premise not in rank:
                        rank[premise] = len(line)
                        line.append(premise)
            number = len(found)
            found.append((sum(rank[premise] for premise in open_atoms), head, instance, index, premises))
            missing.append(len(open_atoms))
            for premise in open_atoms:
                waiting.setdefault(premise, []).append(number)
            if not open_atoms:
                level.append(number)
    chosen: dict[int, tuple[int, int, list[int]]] = {}
    while level:
        fresh = []
        for number in sorted(level, key=found.__getitem__):
            _, atom, instance, index, premises = found[number]
            if atom not in chosen:
                chosen[atom] = (instance, index, premises)
                fresh.append(atom)
        level = []
        for atom in fresh:
            for waiter in waiting.get(atom, ()):
                missing[waiter] -= 1
                if not missing[waiter]:
                    level.append(waiter)
    return chosen


def _members(control: Control) -> dict[tuple[int, int], list[Symbol]]:
    """What the aggregates of instances counted, by recorder and values of its variables."""
    found: dict[tuple[int, int], list[Symbol]] = {}
    for atom in control.symbolic_atoms.by_signature(MEMBER, 3):
        index, values, counted = atom.symbol.arguments
        found.setdefault((index._rep, values._rep), []).extend(counted.arguments)
    return found
