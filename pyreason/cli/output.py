"""Rulings as text: plain lines, or coloured ones on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from pyreason.board import MANA_TYPES
from pyreason.heads import HEADS, label

if TYPE_CHECKING:
    from pyreason.board import Board
    from pyreason.rulings import Ruling

Piece = tuple[str, str]
"""Text and the style it has on a terminal ("" for none)."""
Line = list[Piece]

MAX_REASONS = 5
"""How many sources of one part of an answer are printed."""


def show(lines: Iterable[Line]) -> None:
    """Print lines to stdout: coloured on a terminal (not where NO_COLOR is set), else plain."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        for line in lines:
            click.echo("".join(text for text, _ in line))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for line in lines:
        console.print(Text.assemble(*line))


def ruling_lines(ruling: Ruling, board: Board) -> Iterator[Line]:
    """The answer, where each part of it comes from, the rules, and what was not understood."""
    ask = ruling.question.to_ask()
    subject = ask[ruling.question.kind]
    head = HEADS.get(ruling.question.kind, ruling.question.kind.replace("_", " ") + " {}")
    head = head.format(label(subject, board) if isinstance(subject, str) else "")
    shape = ruling.question.answer_shape
    rows = list(answer_rows(shape, ruling.answer, board))
    if len(rows) == 1:
        yield [(f"{head}: ", "bold"), (rows[0], "bold green")]
    else:
        yield [(f"{head}:" if rows else f"{head}: nothing", "bold")]
        yield from ([("  ", ""), (row, "green")] for row in rows)
    yield from _reason_lines(ruling, board)
    yield from _layer_lines(ruling)
    if ruling.rules:
        yield [("Rules: ", "bold"), ("CR " + ", ".join(ruling.rules), "")]
    if not ruling.complete:
        yield [("Incomplete: ", "bold yellow"), ("a limit cut the answer; there may be more", "")]
    yield from ([("Caveat: ", "bold yellow"), (str(caveat), "")] for caveat in ruling.caveats)
    yield from ([("Note: ", "bold"), (note, "")] for note in ruling.notes)


def _reason_lines(ruling: Ruling, board: Board) -> Iterator[Line]:
    parts: dict[str, list[str]] = {}
    for reason in ruling.reasons:
        name = label(reason.object, board)
        source = f"{name}: {reason.text}" if reason.text else f"{name}, ability {reason.ability}"
        if reason.through:
            seen = [label(id, board) for id in reason.through[:MAX_REASONS]]
            seen += [f"{more} more"] if (more := len(reason.through) - MAX_REASONS) > 0 else []
            source += f" (through {', '.join(seen)})"
        known = parts.setdefault(reason.part, [])
        if source not in known:
            known.append(source)
    braced = ruling.question.answer_shape == "mana_types"
    order = {t: i for i, t in enumerate(MANA_TYPES)} if braced else {}
    shown = {part: f"{{{part}}}" if braced else part for part in parts}
    width = max(map(len, shown.values()), default=0)
    for part in sorted(parts, key=lambda p: order.get(p, 9)):
        sources = parts[part]
        more = len(sources) - MAX_REASONS
        for i, source in enumerate(sources[:MAX_REASONS]):
            yield [("  ", ""), ((shown[part] if i == 0 else "").ljust(width), "green"), (f"  {source}", "")]
        if more > 0:
            yield [("  " + " " * width, ""), (f"  and {more} more", "dim")]


def _layer_lines(ruling: Ruling) -> Iterator[Line]:
    """Which effect changed what, in the order of the layers."""
    for step in ruling.layers:
        changes = [f"+ {gained}" for gained in step.gained] + [f"- {lost}" for lost in step.lost]
        yield [(f"  layer {step.layer:<3}", "cyan"), (f"{step.card}: ", ""), ("  ".join(changes), "")]


def answer_rows(shape: str, answer: Any, board: Board) -> Iterator[str]:
    """An answer as rows of text, none for an empty one."""
    if isinstance(answer, bool):
        yield "yes" if answer else "no"
    elif shape == "mana_types":
        if answer:
            yield " ".join(f"{{{t}}}" for t in answer)
    elif shape in ("mana_outcomes", "host_maps", "actions"):
        for item in answer:
            text = ", ".join(_pair(shape, key, value, board) for key, value in item.items())
            yield text or "none of them enters attached"
    elif shape in ("ids", "ordered_ids"):
        if answer:
            yield ", ".join(label(id, board) for id in answer)
    elif shape == "target_slots":
        for number, slot in enumerate(answer, 1):
            yield f"target {number}: {', '.join(label(id, board) for id in slot) or 'nothing'}"
    elif shape == "traits":
        for key, value in answer.items():
            listed = (
                ("  " if key == "abilities" else ", ").join(map(str, value))
                if isinstance(value, list)
                else value
            )
            yield f"{key}: {listed}" if listed != "" else f"{key}: none"
    elif shape == "pools":
        yield from (pool or "no mana" for pool in answer)
    elif shape == "id":
        yield label(answer, board) if isinstance(answer, str) else "nothing"
    else:
        yield str(answer)


def _pair(shape: str, key: str, value: str, board: Board) -> str:
    if shape == "mana_outcomes":
        return f"{key} {value or 'no mana'}"
    if shape == "actions":
        return f"{key.replace('_', ' ')} {label(value, board)}"
    sep = " " if value.startswith("stays in ") else " on "
    return f"{label(key, board)}{sep}{label(value, board)}"
