"""The smallest board on which two sets of rules answer differently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pyreason.answering import ask_many
from pyreason.asks import Question
from pyreason.board import Board
from pyreason.cards.library import Library, default_library
from pyreason.checking import same_answer
from pyreason.errors import InputError
from pyreason.verify.rulesets import RuleSet
from pyreason.verify.scope import Case, cases, pool

CHUNK = 100
"""How many boards are grounded at once."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A board and a question on which two sets of rules differ, with the answer of each by name."""

    board: Board
    question: Question
    answers: dict[str, Any]


def distinguish(
    first: RuleSet,
    second: RuleSet,
    *,
    cards: str | None = None,
    size: int = 4,
    library: Library | None = None,
) -> Difference | None:
    """The first board, smallest first, on which the two answer differently; None where there is none.

    Args:
        cards: the pool, as `scope.pool` reads it; that of the variant by default.
        size: the largest number of objects on a board.

    Raises InputError where neither set of rules says by what question it shows.
    """
    library = library or default_library()
    shown = second if second.asks else first
    if not shown.asks:
        raise InputError(f"{first.name} and {second.name} are the same rules")
    named = pool(cards or shown.pool, library)
    for number in range(1, size + 1):
        some = cases(shown.asks, named, number, library, "tapped" in shown.varies)
        while chunk := list(islice(some, CHUNK)):
            if found := next(_differences(first, second, chunk, library), None):
                return found
    return None


def _differences(
    first: RuleSet, second: RuleSet, chunk: Sequence[Case], library: Library
) -> Iterator[Difference]:
    asked = [(board, question) for board, questions in chunk for question in questions]
    answers = []
    for rules in (first, second):
        with rules.in_force():
            answers.append(_answers(asked, library))
    for (board, question), one, other in zip(asked, *answers, strict=True):
        if not _same(question, one, other):
            yield Difference(board, question, {first.name: one, second.name: other})


def _answers(asked: Sequence[tuple[Board, Question]], library: Library) -> list[Any]:
    """The answers; that of a question which makes no sense on its board is None."""
    try:
        return [ruling.answer for ruling in ask_many(asked, library=library)]
    except InputError:
        if len(asked) == 1:
            return [None]
        middle = len(asked) // 2
        return _answers(asked[:middle], library) + _answers(asked[middle:], library)


def _same(question: Question, one: Any, other: Any) -> bool:
    if one is None or other is None:
        return one is other
    return same_answer(question, one, other)
