"""Which blocks of the law a set of scenarios exercises, and which of them no scenario would miss.

A block is what stands under one heading of a law file. A scenario exercises it where one of its rules fires
in a grounding that the scenario asks for; it kills the block's mutant where its answer changes once the block
is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache

from clingo.ast import AST, ASTType, Function, Literal, Rule, Sign, SymbolicAtom, SymbolicTerm
from clingo.control import Control
from clingo.symbol import Number

from pyreason.answering import ask
from pyreason.checking import same_answer
from pyreason.errors import PyreasonError
from pyreason.program import OVERLAY, law_directory, parsed
from pyreason.scenario import MISSING, Scenario
from pyreason.solve import OBSERVER

_FIRED = "block_fired"
_LIBRARY = ("variants", "verify")
"""Folders of the law that hold no law: other sets of rules, and properties."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block of the law: its file, its heading, and its place among all blocks."""

    file: str
    heading: str
    place: int

    def __str__(self) -> str:
        return f"{self.file}: {self.heading}"


@cache
def blocks() -> tuple[Block, ...]:
    """All blocks of the law that hold a rule, in the order of the files."""
    return tuple(dict.fromkeys(block for file in _files() for block, _ in _within(file)))


def _files() -> Iterator[str]:
    for path in sorted(law_directory().rglob("*.lp")):
        name = str(path.relative_to(law_directory()).with_suffix(""))
        if name.partition("/")[0] not in _LIBRARY and name != "vocabulary":
            yield name


@cache
def _starts() -> dict[str, int]:
    """The place of each file's first block; counted apart, since blocks of a file know their file alone."""
    found, place = {}, 0
    for file in _files():
        found[file] = place
        place += sum(_is_heading(statement) for statement in parsed(file)) + 1
    return found


def _is_heading(statement: AST) -> bool:
    return statement.ast_type is ASTType.Comment and statement.value.startswith("%% ---- ")


@cache
def _within(file: str) -> tuple[tuple[Block, AST], ...]:
    """The rules of a file, each with the block it stands in."""
    found = []
    block = Block(file, "before the first heading", _starts()[file])
    for statement in parsed(file):
        if _is_heading(statement):
            block = Block(file, statement.value.strip("%- \n"), block.place + 1)
        elif statement.ast_type is ASTType.Rule:
            found.append((block, statement))
    return tuple(found)


@dataclass(frozen=True)
class _Watched:
    """The law, each rule beside a twin that says that its block fired."""

    def statements(self, name: str) -> Iterable[AST]:
        """The statements of a law file with the twins."""
        return _watched(name)


@lru_cache(maxsize=512)
def _watched(name: str) -> tuple[AST, ...]:
    twins = [] if name not in _starts() else [_twin(block, rule) for block, rule in _within(name)]
    return (*parsed(name), *twins)


def _twin(block: Block, rule: AST) -> AST:
    at = rule.location
    term = Function(at, _FIRED, [SymbolicTerm(at, Number(block.place))], False)
    return Rule(at, Literal(at, Sign.NoSign, SymbolicAtom(term)), rule.body)


@dataclass(frozen=True)
class _Without:
    """The law without one block."""

    block: Block

    def statements(self, name: str) -> Iterable[AST]:
        """The statements of a law file, but for those of the block."""
        if name != self.block.file:
            return parsed(name)
        gone = {id(rule) for block, rule in _within(name) if block == self.block}
        return tuple(statement for statement in parsed(name) if id(statement) not in gone)


@contextmanager
def _in_force(
    overlay: _Watched | _Without, observe: Callable[[Control], None] | None = None
) -> Iterator[None]:
    tokens = OVERLAY.set(overlay), OBSERVER.set(observe)
    try:
        yield
    finally:
        OVERLAY.reset(tokens[0])
        OBSERVER.reset(tokens[1])


def exercised(scenarios: Sequence[Scenario]) -> dict[Block, list[Scenario]]:
    """For each block of the law the scenarios in which it fires, in their order; all blocks are keys."""
    by_place = {block.place: block for block in blocks()}
    found: dict[Block, list[Scenario]] = {block: [] for block in by_place.values()}
    for scenario in scenarios:
        places: set[int] = set()

        def observe(control: Control, places: set[int] = places) -> None:
            atoms = control.symbolic_atoms.by_signature(_FIRED, 1)
            places.update(atom.symbol.arguments[0].number for atom in atoms)

        with _in_force(_Watched(), observe):
            _answer(scenario)
        for place in places:
            if place in by_place:
                found[by_place[place]].append(scenario)
    return found


@dataclass(frozen=True, slots=True)
class Mutant:
    """The law without a block, and the first scenario that notices (None: no scenario does)."""

    block: Block
    killed_by: Scenario | None


def mutants(scenarios: Sequence[Scenario]) -> Iterator[Mutant]:
    """The mutants of all blocks, each tried on the scenarios that exercise it, in the order of blocks."""
    checked = [scenario for scenario in scenarios if scenario.expect is not MISSING]
    for block, some in exercised(checked).items():
        yield Mutant(block, next((scenario for scenario in some if _notices(scenario, block)), None))


def _notices(scenario: Scenario, block: Block) -> bool:
    try:
        with _in_force(_Without(block)):
            got = _answer(scenario)
    except Exception:  # a law without that block may leave Python with nothing to read: that is noticed, too
        return True
    return got is MISSING or not same_answer(scenario.question, scenario.expect, got)


def _answer(scenario: Scenario) -> object:
    """The answer to a scenario; MISSING where there is none, for whatever reason."""
    try:
        return ask(scenario.board, scenario.question, cite=False).answer
    except PyreasonError:
        return MISSING
