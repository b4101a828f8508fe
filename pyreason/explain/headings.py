"""What the step of each part of an answer says."""

from __future__ import annotations

from collections.abc import Iterable

from pyreason.asks import Question
from pyreason.board import MANA_TYPES
from pyreason.heads import HEADS, label
from pyreason.situation import Situation


def headings(question: Question, situation: Situation, parts: Iterable[str]) -> dict[str, str]:
    """By part of the answer, its step's text: "Reflecting Pool could produce {U}"."""
    ask = question.to_ask()
    subject = ask[question.kind]
    head = HEADS.get(question.kind, question.kind.replace("_", " ") + " {}")
    name = label(subject, situation.board) if isinstance(subject, str) else ""
    head = head.format(name)
    joined = ": " if question.answer_shape in ("bool", "traits") else " "
    return {
        part: f"{head}{': ' if part.startswith('not ') else joined}{_said(part, situation)}".strip()
        for part in parts
    }


def _said(part: str, situation: Situation) -> str:
    if part in MANA_TYPES:
        return f"{{{part}}}"
    return " ".join(label(word, situation.board) for word in part.split(" "))
