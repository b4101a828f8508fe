"""Can a spell or ability target an object or a player (CR 115)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import CanTarget
from pyreason.board import StackObject
from pyreason.errors import InputError, UnknownObject
from pyreason.facts import object_symbol, player_symbol
from pyreason.guests import asked_row
from pyreason.program import TARGETS
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation
from pyreason.target_caveats import source_of, target_caveats

FILES = (*TARGETS, "questions/can_target")
OUTPUT = (
    *(("target_place", 2), ("verdict", 3), ("illegal_target", 3), ("doomed", 1), ("unknown_number", 2)),
)
ASIDES = ("asides/targets",)
GOAL = "verdict"
LAYERED = False
RULES = ("115.1",)


def facts(question: CanTarget, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_target(Q, T, H)`. Raises UnknownObject where there is no such object or player."""
    name = question.object
    if name not in situation.board.ids():
        raise UnknownObject(name, situation.board.ids())
    wanted = (player_symbol if name in situation.board.players else object_symbol)(game, name)
    ends = [object_symbol(game, asked_row(question, situation).id), wanted]
    yield Function("ask_target", [Function("q", ends), *ends])


def decode(
    question: CanTarget, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """Whether some target phrase may take it, else the rules that bar it; notes on targets already chosen."""
    row = asked_row(question, situation)
    if atoms["unknown_number"]:
        have = atoms["unknown_number"][0][1].number
        raise InputError(f"{row.ability_of!r} has no ability number {row.ability}: it has {have or 'none'}")
    verdicts = {(place, reason) for _, place, reason in atoms["verdict"]}
    legal = any(reason.name == "legal" for _, reason in verdicts if not _is_number(reason))
    barred = sorted({reason.string for _, reason in verdicts if _is_number(reason)})
    notes = list(resolution_notes(row, atoms))
    if not atoms["target_place"]:
        notes.insert(0, f"{source_of(situation, row)[1].name} asks for no target")
    elif not legal:
        notes = [f"barred by CR {number}" for number in barred] + notes
    return Decoded(legal, (), tuple(notes), () if legal else tuple(barred))


def _is_number(reason: Symbol) -> bool:
    return not reason.match("legal", 0)


def resolution_notes(row: StackObject, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]) -> Iterable[str]:
    """What becomes of the targets it has, were it to resolve now (CR 608.2b)."""
    why: dict[int, set[str]] = {}
    for _, number, reason in atoms["illegal_target"]:
        why.setdefault(number.number, set()).add(reason.string)
    for place, reasons in sorted(why.items()):
        listed = ", ".join(sorted(reasons))
        yield f"its target {row.targets[place - 1]} is illegal now (CR 608.2b; {listed})"
    if atoms["doomed"]:
        yield "all its targets are illegal, so it would not resolve (CR 608.2b)"


def caveats(question: CanTarget, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on its targets and was not taken into account."""
    return target_caveats(situation, asked_row(question, situation))
