"""Errors as problem documents (RFC 9457): the same messages and kinds as on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pyreason.errors import (
    CaveatError,
    InputError,
    LimitReached,
    PyreasonError,
    ScenarioError,
    UnknownCard,
    UnknownObject,
    UnsupportedQuestion,
)

MEDIA_TYPE = "application/problem+json"
URN = "urn:pyreason:problem:"

_KINDS: tuple[tuple[type[PyreasonError], str, str], ...] = (
    (UnknownCard, "unknown-card", "No card has this name"),
    (UnknownObject, "unknown-object", "Nothing on the board has this id"),
    (InputError, "bad-input", "The scenario can't be read, or can't be a game"),
    (UnsupportedQuestion, "unsupported", "Not answered yet"),
    (CaveatError, "caveat", "The answer would carry a caveat"),
    (LimitReached, "limit", "A limit stopped the work"),
)
_OURS = ("internal", "An error of ours: please report it")

OTHERS = {
    400: ("bad-request", "The request can't be read"),
    403: ("forbidden", "This host name is not served"),
    404: ("not-found", "There is nothing here"),
    405: ("method", "This can't be done here"),
    408: ("slow", "The body took too long to come"),
    413: ("too-large", "The body is too large"),
    415: ("media-type", "The body is in no format that is read here"),
    422: ("bad-input", "The request makes no sense"),
    500: _OURS,
    503: ("busy", "Too many questions are waiting"),
}
"""Problems of HTTP itself, by status."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem document: status, last part of its type, title, one-line detail, and more members."""

    status: int
    kind: str
    title: str
    detail: str
    more: tuple[tuple[str, Any], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The document."""
        head = {"type": URN + self.kind, "title": self.title, "status": self.status, "detail": self.detail}
        return {**head, **dict(self.more)}


def of_status(status: int, detail: str) -> Problem:
    """The problem of an HTTP status."""
    kind, title = OTHERS.get(status, OTHERS[400] if status < 500 else _OURS)
    return Problem(status, kind, title, detail)


def of_errors(errors: Sequence[PyreasonError], origin: PyreasonError | None = None) -> Problem:
    """The problem of one or more errors, of which the first decides.

    `origin` is the error that the first one was before it was located in its scenario: it says the kind.
    """
    first = errors[0]
    cause = origin if origin is not None else first
    kind, title = next(((kind, title) for cls, kind, title in _KINDS if isinstance(cause, cls)), _OURS)
    more: list[tuple[str, Any]] = [
        ("exit_code", first.exit_code),
        ("errors", [_entry(error) for error in errors]),
    ]
    if suggestions := getattr(cause, "suggestions", ()):
        more.append(("suggestions", list(suggestions)))
    status = 500 if kind == "internal" else 422
    return Problem(status, kind, title, " ".join(str(first).split()), tuple(more))


def internal(error: BaseException) -> Problem:
    """The problem of an exception that nobody raised on purpose."""
    detail = f"internal error: {type(error).__name__}: {error} (please report)"
    return Problem(500, *_OURS, " ".join(detail.split())[:500], (("exit_code", 70),))


def _entry(error: PyreasonError) -> dict[str, Any]:
    if isinstance(error, ScenarioError):
        place = {"line": error.line, "path": error.path, "document": error.document}
        return {"message": error.message, **{k: v for k, v in place.items() if v is not None}}
    return {"message": str(error)}
