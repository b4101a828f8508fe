"""What does a copy of a spell or ability have (CR 707.2, 707.10)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clingo.symbol import Function, Symbol

from pyreason.asks import CopyValues
from pyreason.cards.oracle.lexicon import keyword_name
from pyreason.facts import object_symbol
from pyreason.guests import actor, asked_row, on_stack
from pyreason.program import COPYING
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation
from pyreason.target_caveats import maker_caveats, source_of

FILES = (*COPYING, "questions/copy_values")
OUTPUT = (
    *(("copy_mode", 3), ("copy_target", 3), ("copy_x", 2), ("copy_paid", 2), ("copy_color", 2)),
    *(("copy_controller", 2), ("not_made", 2), ("copier_known", 1)),
)
GOAL = ""
LAYERED = False
RULES = ("707.10",)

_COLORS = "WUBRG"


def facts(question: CopyValues, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_copy(C)` for the copy, and what makes it. Raises UnknownObject or InputError."""
    copy = asked_row(question, situation)
    c, original = object_symbol(game, copy.id), object_symbol(game, question.object)
    yield Function("ask_copy", [c])
    if question.by is not None:
        yield Function("copier", [c, original, object_symbol(game, actor(situation, question.by))])


def goals(
    question: CopyValues, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> dict[str, list[Symbol]]:
    """The atoms of each part of the answer."""
    parts = ("copy_mode", "copy_target", "copy_x", "copy_paid", "copy_color", "copy_controller", "not_made")
    return {
        name: [Function(name, list(arguments)) for arguments in atoms[name]] for name in parts if atoms[name]
    }


def decode(
    question: CopyValues, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """A map of what the copy has; empty where no copy is made."""
    row = on_stack(situation, question.object)
    id, card = source_of(situation, row)
    found = []
    if question.by is not None and not atoms["copier_known"]:
        found.append(Caveat(id, card.name, None, f"how {question.by} copies it was not understood"))
    if atoms["not_made"]:
        numbers = sorted({reason.string for _, reason in atoms["not_made"]})
        notes = tuple(f"no copy is made (CR {number})" for number in numbers)
        return Decoded({}, notes=notes, rules=tuple(numbers), caveats=tuple(found))
    paid = {what.name for _, what in atoms["copy_paid"]}
    colors = {color.name.upper() for _, color in atoms["copy_color"]}
    answer: dict[str, Any] = {
        "name": card.name,
        "controller": atoms["copy_controller"][0][1].arguments[1].string,
        "colors": [color for color in _COLORS if color in colors],
        "modes": [mode.number for _, _, mode in sorted(atoms["copy_mode"])],
        "targets": [target.arguments[1].string for _, _, target in sorted(atoms["copy_target"])],
        "paid": [written for written in row.paid if keyword_name(written) in paid],
    }
    if atoms["copy_x"]:
        answer["x"] = atoms["copy_x"][0][1].number
    return Decoded(answer, caveats=tuple(found))


def caveats(question: CopyValues, situation: Situation) -> tuple[Caveat, ...]:
    """What the text of the copier says beyond what the law has rules for."""
    return situation.caveats if question.by is None else maker_caveats(situation, question.by)
