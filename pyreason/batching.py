"""Many boards: in chunks that are grounded at once, here or on any executor, answers in the order asked.

A board that is no good, or takes too long, does not hold up the others: its chunk is halved until it stands
alone.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from pyreason.answering import ask_many
from pyreason.asks import Question
from pyreason.board import Board
from pyreason.errors import CaveatError, InputError, PyreasonError, ScenarioError
from pyreason.limits import OUTCOMES, Staying
from pyreason.rulings import Ruling
from pyreason.scenario import Broken, Scenario, read_line
from pyreason.situation import situate

CHUNK = 100
"""How many boards are grounded at once: more gain nothing, fewer pay more often for the same rules."""

LIFE = 100
"""After so many chunks the process that works within a time limit is replaced."""

AHEAD = 16
"""How many chunks are handed to an executor before the first of them has to be back."""

Item = Scenario | Mapping[str, Any] | str | bytes | tuple[Board, Question]
"""What stands for a board and its question: a scenario, a document (plain values or JSON text), or a pair."""

T = TypeVar("T")
R = TypeVar("R")

_CHILD = Staying(LIFE)


@dataclass(frozen=True, slots=True)
class Options:
    """How the boards of a batch are answered; see `pyreason.ask`."""

    strict: bool = False
    cite: bool = False
    limit: int = OUTCOMES
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one board of a batch: its place from 1, and a ruling, or else what is wrong.

    `exit_code` is what a command ends with that asked for this board alone and printed what came: 0 for a
    ruling (3 where a limit cut it), else that of the error.
    """

    line: int
    id: str | None
    ruling: Ruling | None
    errors: tuple[str, ...] = ()
    exit_code: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The record that `pyreason batch` writes: plain JSON values, the keys in a fixed order."""
        place = {"line": self.line, "id": self.id}
        if self.ruling is not None:
            return {**place, **self.ruling.to_dict()}
        return {**place, "errors": list(self.errors), "exit_code": self.exit_code}


def batch(
    boards: Iterable[Item],
    *,
    executor: Executor | None = None,
    strict: bool = False,
    cite: bool = False,
    limit: int = OUTCOMES,
    timeout: float | None = None,
    chunk: int = CHUNK,
    ahead: int = AHEAD,
) -> Iterator[Answer]:
    """Answer each board's question; the answers come in the order of the boards, as they are ready.

    Args:
        boards: see `Item`; read as far as needed only, so there may be any number.
        executor: where the work is done, such as a `ProcessPoolExecutor` or dask's `client.get_executor()`;
            in this thread by default. Its workers must be able to import pyreason.
        strict: a ruling with a caveat counts as an error.
        cite: work out the CR numbers the answers rest on.
        limit: how many outcomes an answer lists at most.
        timeout: seconds for a board that stands alone; a chunk that takes longer is halved.
        chunk: how many boards are grounded at once.
        ahead: how many chunks are under way at once, which bounds the memory that a batch takes.

    Raises what the executor raises where its workers die for good; boards that are wrong raise nothing.
    """
    options = Options(strict, cite, limit, timeout)
    work = ((first, tuple(items), options) for first, items in _numbered(boards, chunk))
    for answers in in_order(work, _answer_items, executor, ahead):
        yield from answers


def _numbered(items: Iterable[T], size: int) -> Iterator[tuple[int, list[T]]]:
    rest, first = iter(items), 1
    while taken := list(islice(rest, size)):
        yield first, taken
        first += len(taken)


def in_order(
    tasks: Iterable[tuple[Any, ...]], work: Callable[..., R], executor: Executor | None, ahead: int = AHEAD
) -> Iterator[R]:
    """What `work` gives for each task's arguments, in order, with at most `ahead` of them under way."""
    if executor is None:
        for task in tasks:
            yield work(*task)
        return
    waiting: deque[Future[R]] = deque()
    try:
        for task in tasks:
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
            waiting.append(executor.submit(work, *task))
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def answer_lines(first: int, lines: Sequence[bytes], options: Options) -> list[tuple[int, bool, int, str]]:
    """What came of the lines of a file from line `first` on, blank ones passed over.

    For each its number, whether it is a ruling, its exit code, and its record as JSON.
    """
    given = [(n, line) for n, line in enumerate(lines, first) if line.strip()]
    answers = answer_scenarios([(n, read_line(line, n)) for n, line in given], options)
    return [
        (a.line, a.ruling is not None, a.exit_code, json.dumps(a.to_dict(), ensure_ascii=False))
        for a in answers
    ]


def _answer_items(first: int, items: Sequence[Item], options: Options) -> list[Answer]:
    return answer_scenarios([(n, _scenario(item, n)) for n, item in enumerate(items, first)], options)


def _scenario(item: Item, number: int) -> Scenario | Broken:
    if isinstance(item, Scenario):
        return item
    if isinstance(item, tuple):
        return Scenario(f"document-{number}", *item)
    try:
        return read_line(item if isinstance(item, str | bytes) else json.dumps(item), number)
    except (TypeError, ValueError) as error:  # a map that holds what is no plain value
        return Broken(None, number, number, (ScenarioError(f"no plain values: {error}", line=number),))


def answer_scenarios(items: Sequence[tuple[int, Scenario | Broken]], options: Options) -> list[Answer]:
    """The answers for scenarios and broken documents, each with its number; grounded together."""
    good = [item for _, item in items if isinstance(item, Scenario)]
    found = iter(_rulings(good, options))
    answers = []
    for number, item in items:
        if isinstance(item, Broken):
            answers.append(Answer(number, item.id, None, tuple(map(str, item.errors)), InputError.exit_code))
        else:
            answers.append(_answer(number, item, next(found), options))
    return answers


def _answer(number: int, scenario: Scenario, came: Ruling | Exception, options: Options) -> Answer:
    if isinstance(came, Ruling) and options.strict and came.caveats:
        came = CaveatError(str(came.caveats[0]))
    if isinstance(came, Ruling):
        return Answer(number, scenario.id, came, exit_code=0 if came.complete else 3)
    if isinstance(came, InputError):
        told = str(scenario.locate(came))
    elif isinstance(came, PyreasonError):
        told = str(came)
    else:
        told = f"internal error: {type(came).__name__}: {came} (please report)"
    code = came.exit_code if isinstance(came, PyreasonError) else 70
    return Answer(number, scenario.id, None, (" ".join(told.split()),), code)


def _rulings(
    scenarios: Sequence[Scenario], options: Options, *, found: bool = False
) -> list[Ruling | Exception]:
    """A ruling for each, or what was raised for it alone; `found`: their cards are known to be found."""
    if not scenarios:
        return []
    try:
        cases = [(s.board, s.question) for s in scenarios]
        work = partial(ask_many, cases, cite=options.cite, limit=options.limit)
        return list(work() if options.timeout is None else _CHILD.within(options.timeout, work))
    except Exception as error:  # also a fault of ours: on one board, it must not take the others along
        if len(scenarios) == 1:
            if os.environ.get("PYREASON_DEBUG") and not isinstance(error, PyreasonError):
                raise
            return [error]
    if not found:
        # To look for the nearest names takes long, so boards with unknown ones are not halved down to.
        wrong = [_wrong(s.board) for s in scenarios]
        good = [s for s, error in zip(scenarios, wrong, strict=True) if error is None]
        rulings = iter(_rulings(good, options, found=True))
        return [next(rulings) if error is None else error for error in wrong]
    half = len(scenarios) // 2
    return _rulings(scenarios[:half], options, found=True) + _rulings(scenarios[half:], options, found=True)


def _wrong(board: Board) -> Exception | None:
    """What is wrong with the cards of a board, if anything."""
    try:
        situate(board)
    except Exception as error:
        return error
    return None
