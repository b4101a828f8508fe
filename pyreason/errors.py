"""Everything pyreason raises on purpose, in one tree.

PyreasonError                  the base; `exit_code` says how a command ends
├── InputError                 what was written can't be read or can't be a game        (2)
│   ├── ScenarioError          a file, document, key or value of a scenario
│   ├── UnknownCard            a card name nobody knows
│   └── UnknownObject          an id that names nothing on the board
├── UnsupportedQuestion        a question, or a card half, that is not answered yet      (3)
├── CaveatError                `--strict`: the answer would have carried a caveat        (3)
├── LimitReached               a time or outcome limit cut the answer                    (3)
└── InternalError              a fault of ours: the law derived what it never should    (70)

A message is one line: where, what is wrong, and the nearest thing that would be right.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class PyreasonError(Exception):
    """Base of all errors raised on purpose; `exit_code` is the exit status of a command ended by it."""

    exit_code = 70

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent to another process it is the same there, whatever its class is made from."""
        return _same, (type(self), self.args, self.__dict__)


class InputError(PyreasonError):
    """Input that can't be read, or that describes something impossible."""

    exit_code = 2


class ScenarioError(InputError):
    """A fault in a scenario: carries file, document number, key path and line where they are known."""

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        document: int | None = None,
        path: str | None = None,
        line: int | None = None,
    ) -> None:
        self.message = message
        self.file = file
        self.document = document
        self.path = path
        self.line = line
        super().__init__(str(self))

    def __str__(self) -> str:
        place = self.file or ""
        if self.line is not None:
            place += f":{self.line}" if place else f"line {self.line}"
        if self.document is not None:
            place += f" (document {self.document})" if place else f"document {self.document}"
        parts = [part for part in (place, self.path, self.message) if part]
        return ": ".join(parts)


class UnknownCard(InputError):
    """A card name that is in no library at hand; `suggestions` are the nearest names, best first."""

    def __init__(self, name: str, suggestions: Iterable[str] = ()) -> None:
        self.name = name
        self.suggestions = tuple(suggestions)
        super().__init__(f"no card is called {name!r}{did_you_mean(self.suggestions)}")


class UnknownObject(InputError):
    """An id that names no object or player of the board."""

    def __init__(self, name: str, known: Iterable[str] = ()) -> None:
        self.name = name
        self.suggestions = nearest(name, known)
        super().__init__(f"nothing on the board has the id {name!r}{did_you_mean(self.suggestions)}")


class UnsupportedQuestion(PyreasonError):
    """A question that parses but can't be answered yet, or that needs a card half the data lacks."""

    exit_code = 3


class CaveatError(PyreasonError):
    """Raised in strict mode instead of an answer that would carry caveats."""

    exit_code = 3


class LimitReached(PyreasonError):
    """A time or outcome limit stopped the work before there was an answer."""

    exit_code = 3


class InternalError(PyreasonError):
    """A fault in pyreason itself."""

    exit_code = 70


def _same(kind: type[PyreasonError], args: tuple[Any, ...], fields: dict[str, Any]) -> PyreasonError:
    """An error as it was, made without its class's own way of making one."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


def nearest(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The spellings in `known` nearest to `name`, best first; empty where none is near."""
    from rapidfuzz import fuzz, process, utils

    hits = process.extract(
        name, list(known), scorer=fuzz.WRatio, processor=utils.default_process, limit=limit, score_cutoff=60
    )
    return tuple(hit[0] for hit in hits)


def did_you_mean(suggestions: Iterable[str]) -> str:
    """`"; did you mean 'A' or 'B'?"`, or nothing where there is no suggestion."""
    quoted = [repr(s) for s in suggestions]
    return f"; did you mean {' or '.join(quoted)}?" if quoted else ""
