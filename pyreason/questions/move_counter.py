"""Does an effect move a counter from one object to another (CR 122.5)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, String, Symbol

from pyreason.asks import MoveCounter
from pyreason.errors import InputError
from pyreason.facts import object_symbol
from pyreason.guests import asked_row
from pyreason.program import TARGETS
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation
from pyreason.target_caveats import source_of, target_caveats

FILES = (*TARGETS, "spells/counters", "questions/move_counter")
OUTPUT = (("move_verdict", 3), ("understood", 1), ("no_such_ability", 2))
GOAL = "move_verdict"
LAYERED = False
RULES = ("122.5",)

_WHY = {
    "not_from_there": "the effect does not move counters from {from_}",
    "not_onto_that": "the effect does not move counters onto {to}",
    "other_kind": "the effect does not move {kind} counters",
    "illegal_target": "a target is illegal as it resolves",
    "no_counter": "{from_} has no {kind} counter",
    "same_object": "the counter would come from where it goes to",
    "none_on_that": "{to} can't have {kind} counters put on it",
    "gone": "{from_} or {to} is not on the battlefield",
}


def facts(question: MoveCounter, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_move(Q, T, O, H, K)`. Raises UnknownObject or InputError where there is no such effect."""
    move = question.move
    mover = object_symbol(game, asked_row(question, situation).id)
    ends = (object_symbol(game, id) for id in (move.from_object, move.to))
    asked = [mover, *ends, String(move.counter)]
    yield Function("ask_move", [Function("q", asked), *asked])


def decode(
    question: MoveCounter, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """Whether a counter is moved, else why not."""
    row = asked_row(question, situation)
    id, card = source_of(situation, row)
    if atoms["no_such_ability"]:
        have = atoms["no_such_ability"][0][1].number
        raise InputError(f"{id!r} has no ability number {row.ability}: it has {have or 'none'}")
    against = sorted(
        (number.string, why.name) for _, number, why in atoms["move_verdict"] if not number.match("moves", 0)
    )
    words = {"from_": question.move.from_object, "to": question.move.to, "kind": question.move.counter}
    notes = tuple(f"{_WHY[why].format(**words)} (CR {number})" for number, why in against)
    found: tuple[Caveat, ...] = ()
    if not atoms["understood"]:
        found = (Caveat(id, card.name, None, "what counters it moves was not understood"),)
    return Decoded(not against, notes=notes, rules=tuple(number for number, _ in against), caveats=found)


def caveats(question: MoveCounter, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on the targets, and on counters, and was not taken into account."""
    return target_caveats(situation, asked_row(question, situation))
