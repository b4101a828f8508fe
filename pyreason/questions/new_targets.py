"""Which new targets could a copy of a spell or ability be given (CR 707.10c, 115.7d)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import NewTargets
from pyreason.facts import object_symbol
from pyreason.guests import asked_row, on_stack
from pyreason.program import COPIES
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation
from pyreason.target_caveats import source_of, target_caveats

FILES = (*COPIES, "questions/new_targets")
OUTPUT = (("has_target", 2), ("new_target_of", 3), ("uncertain", 1), ("aims", 1))
ASIDES = ("asides/targets",)
GOAL = "new_target_of"
LAYERED = False
RULES = ("707.10c",)


def facts(question: NewTargets, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_new_targets(T)` for the copy T. Raises UnknownObject or InputError where nothing is copied."""
    yield Function("ask_new_targets", [object_symbol(game, asked_row(question, situation).id)])


def decode(
    question: NewTargets, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """For each target of the original the legal new ones: objects in the order of the board, then players."""
    original = on_stack(situation, question.object)
    order = {id: place for place, id in enumerate(situation.board.ids())}
    answer: list[list[str]] = [[] for _ in atoms["has_target"]]
    for _, number, target in atoms["new_target_of"]:
        answer[number.number - 1].append(target.arguments[1].string)
    for choices in answer:
        choices.sort(key=order.__getitem__)
    id, card = source_of(situation, original)
    found = []
    if atoms["uncertain"]:
        why = "its targets don't fit the number of targets that its text, its modes and X ask for"
        found.append(Caveat(id, card.name, None, why))
    elif atoms["aims"] and not answer:
        found.append(Caveat(id, card.name, None, "the board doesn't say what it targets"))
    notes = [
        f"{name} is no legal target for the copy; it may stay all the same (CR 707.10c)"
        for name, choices in zip(original.targets, answer, strict=False)
        if name not in choices
    ]
    if original.division:
        notes.append("how it divides what it does can't be changed (CR 115.7f)")
    return Decoded(answer, (), tuple(notes), caveats=tuple(found))


def caveats(question: NewTargets, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on the targets and was not taken into account."""
    original = on_stack(situation, question.object)
    return target_caveats(situation, original)
