"""A batch from file to file: a board a line in, a ruling a line out, and going on where a run was stopped.

What is written says by itself how far it goes: every record carries the number of its line, and what is wrong
with lines is written before the rulings of the same chunk. So a run that was killed at any moment leaves a
file whose last whole line says where to go on, and there is nothing else to keep.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO, Any

from pyreason.batching import AHEAD, CHUNK, Options, answer_lines, in_order
from pyreason.errors import InputError, InternalError
from pyreason.scenario import Broken, read_line

CHUNK_BYTES = 1_000_000
"""A chunk of very large boards ends here, however few they are."""

DEATHS = 3
"""How often workers may die at the same place."""

LIFE = 200
"""After so many chunks workers are replaced: clingo never forgets a name it met, so they grow."""

MakeExecutor = Callable[[], Executor | None]
Progress = Callable[[int, int], None]
"""Told how many bytes of the input were answered, and how many boards, each time both from the start."""


@dataclass(slots=True)
class Tally:
    """How a batch went: how many lines got a ruling, in this run and before, and exit codes of all lines."""

    rulings: int = 0
    before: int = 0
    codes: Counter[int] = field(default_factory=Counter)

    @property
    def bad(self) -> int:
        """How many lines got no ruling."""
        return self.codes.total() - self.rulings - self.before


def errors_beside(out: Path) -> Path:
    """Where lines without a ruling are reported: `answers.errors.jsonl` beside `answers.jsonl`."""
    return out.with_name(f"{out.stem}.errors{out.suffix or '.jsonl'}")


def run(
    source: Path,
    out: Path,
    errors: Path,
    options: Options,
    *,
    make: MakeExecutor = lambda: None,
    anew: bool = False,
    chunk: int = CHUNK,
    progress: Progress = lambda size, boards: None,
) -> Tally:
    """Answer what `source` asks and `out` does not yet say.

    Args:
        source: a scenario as JSON a line.
        out: gets the record of each ruling, in order; `errors` that of each line without one.
        make: makes the executor; it is made again where its workers die.
        anew: begin from the first line, whatever `out` holds.

    Raises InputError where files can't be read or written or `out` is not of this source, and InternalError
    where workers die at the same lines again and again.
    """
    tally = Tally()
    try:
        for path in (out, errors):
            if path.exists() and path.samefile(source):
                raise InputError(f"{path}: is the input itself")
        if anew:
            out.unlink(missing_ok=True)
        last, record = _end_of(out)
        _keep_until(errors, last, tally)
        with source.open("rb") as stream:
            offset = _skip(stream, last, record, source, out)
            tally.before = _count(out)
            tally.codes[0] += tally.before
            with out.open("ab") as good:
                for place, lines in _answered(stream, last + 1, offset, options, make, chunk):
                    _write(lines, good, errors, tally)
                    progress(place, tally.codes.total())
    except OSError as error:
        raise InputError(f"{error.filename or out}: {(error.strerror or str(error)).lower()}") from None
    return tally


# -------------------------------------------------------------------------------- working


Lines = list[tuple[int, bool, int, str]]


def _answered(
    stream: IO[bytes], first: int, offset: int, options: Options, make: MakeExecutor, chunk: int
) -> Iterator[tuple[int, Lines]]:
    """For each chunk where it ends in the file, and what came of its lines."""
    deaths = 0
    while True:
        executor = make()
        try:
            stream.seek(offset)
            ends: list[tuple[int, int]] = []
            tasks = _tasks(stream, first, offset, options, chunk, ends)
            done = 0
            some = tasks if executor is None else islice(tasks, LIFE)
            for lines in in_order(some, answer_lines, executor, AHEAD):
                first, offset = ends.pop(0)
                deaths, done = 0, done + 1
                yield offset, lines
            if executor is None or done < LIFE:
                return
        except BrokenExecutor:
            deaths += 1
            if deaths >= DEATHS:
                told = f"worker processes died {DEATHS} times at the lines from {first} on (out of memory?)"
                raise InternalError(f"{told}; what is written is whole") from None
        finally:
            if executor is not None:
                executor.shutdown()


def _tasks(
    stream: Iterable[bytes],
    first: int,
    offset: int,
    options: Options,
    chunk: int,
    ends: list[tuple[int, int]],
) -> Iterator[tuple[int, list[bytes], Options]]:
    """The chunks as tasks; `ends` is told of each which line comes next, and where that begins."""
    lines: list[bytes] = []
    size = 0
    for line in stream:
        lines.append(line)
        size += len(line)
        if len(lines) == chunk or size >= CHUNK_BYTES:
            offset += size
            ends.append((first + len(lines), offset))
            yield first, lines, options
            first += len(lines)
            lines, size = [], 0
    if lines:
        ends.append((first + len(lines), offset + size))
        yield first, lines, options


def _write(lines: Lines, good: IO[bytes], errors: Path, tally: Tally) -> None:
    bad = [text for _, ruled, _, text in lines if not ruled]
    if bad:
        with errors.open("ab") as stream:
            stream.writelines(text.encode() + b"\n" for text in bad)
    for _, ruled, code, text in lines:
        tally.codes[code] += 1
        if ruled:
            tally.rulings += 1
            good.write(text.encode() + b"\n")
    good.flush()


# -------------------------------------------------------------------------------- going on


def _end_of(out: Path) -> tuple[int, dict[str, Any]]:
    """The number of the last line answered, and its record; what is half written is cut off."""
    if not out.exists() or not out.stat().st_size:
        return 0, {}
    with out.open("r+b") as stream:
        end = _last_break(stream, stream.seek(0, os.SEEK_END))
        stream.truncate(end)
        if not end:
            return 0, {}
        stream.seek(_last_break(stream, end - 1))
        text = stream.read()
    try:
        record = json.loads(text)
        return int(record["line"]), record
    except (ValueError, TypeError, KeyError):
        raise InputError(f"{out}: exists and is no answer of a batch; --anew writes over it") from None


def _last_break(stream: IO[bytes], end: int) -> int:
    """Where the last line begins of what stands before `end`: after the last line break, or at 0."""
    while end > 0:
        start = max(0, end - 65536)
        stream.seek(start)
        found = stream.read(end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def _keep_until(errors: Path, last: int, tally: Tally) -> None:
    """Keep what was reported of lines up to `last`, count it, and cut off the rest: it is answered again."""
    if not errors.exists():
        return
    end = 0
    with errors.open("r+b") as stream:
        for line in stream:
            try:
                record = json.loads(line)
                if not line.endswith(b"\n") or record["line"] > last:
                    break
                tally.codes[record["exit_code"]] += 1
            except (ValueError, TypeError, KeyError):
                break
            end += len(line)
        stream.truncate(end)
    if not end:
        errors.unlink()


def _skip(stream: IO[bytes], last: int, record: dict[str, Any], source: Path, out: Path) -> int:
    """Where the line after `last` begins. Raises InputError where `record` is no answer to that line."""
    offset, line = 0, b""
    for _ in range(last):
        line = stream.readline()
        offset += len(line)
    if last:
        item = read_line(line, last)
        if isinstance(item, Broken) or (item.id, item.question.to_ask()) != (record["id"], record["ask"]):
            raise InputError(f"{out}: holds answers to something else than {source}; --anew writes over it")
    return offset


def _count(out: Path) -> int:
    """How many records a file has."""
    if not out.exists():
        return 0
    with out.open("rb") as stream:
        return sum(1 for _ in stream)
