"""What do the copies target, when one is made for each object or player the spell could target?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import CopyForEach
from pyreason.facts import object_symbol
from pyreason.guests import actor, on_stack
from pyreason.program import COPYING
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation
from pyreason.target_caveats import maker_caveats, source_of, target_caveats

FILES = (*COPYING, "questions/copy_for_each")
OUTPUT = (("copied_at", 2), ("each_known", 1), ("each_not_made", 2))
GOAL = "copied_at"
LAYERED = False
RULES = ("707.10d",)


def facts(question: CopyForEach, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_each(Q, T)` and what copies it. Raises UnknownObject or InputError."""
    on_stack(situation, question.object)
    original = object_symbol(game, question.object)
    maker = object_symbol(game, actor(situation, question.by))
    asked = Function("q", [original, maker])
    yield Function("ask_each", [asked, original])
    yield Function("copier", [asked, original, maker])


def decode(
    question: CopyForEach, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """Ids and players, in the order of the board; none where no copies are made."""
    order = {id: place for place, id in enumerate(situation.board.ids())}
    found = sorted((target.arguments[1].string for _, target in atoms["copied_at"]), key=order.__getitem__)
    numbers = sorted({reason.string for _, reason in atoms["each_not_made"]})
    id, card = source_of(situation, on_stack(situation, question.object))
    missing: tuple[Caveat, ...] = ()
    if not atoms["each_known"] and not numbers:
        why = f"for which objects {question.by} copies it was not understood"
        missing = (Caveat(id, card.name, None, why),)
    notes = tuple(f"no copies are made (CR {number})" for number in numbers)
    return Decoded(found, notes=notes, rules=tuple(numbers), caveats=missing)


def caveats(question: CopyForEach, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on the targets of the spell and was not taken into account."""
    row = on_stack(situation, question.object)
    return target_caveats(situation, row) + maker_caveats(situation, question.by)
