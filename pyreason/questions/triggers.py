"""Does an ability trigger when a spell is cast or copied, or a permanent tapped for mana (CR 603.2)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import Triggers
from pyreason.assembly import controller_of
from pyreason.errors import UnknownObject
from pyreason.facts import object_symbol, player_symbol
from pyreason.guests import COUNTED, maker, on_stack
from pyreason.program import TARGETS
from pyreason.questions._abilities import in_order, numbered
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation
from pyreason.target_caveats import trigger_caveats

FILES = (*TARGETS, "spells/triggers", "questions/triggers")
OUTPUT = (("trigger_verdict", 3), ("ability_of", 3))
GOAL = "trigger_verdict"
LAYERED = False
RULES = ("603.2",)


def facts(question: Triggers, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_trigger(Q, S, E, O, P)`. Raises UnknownObject or InputError for an event that makes no sense."""
    if question.object not in situation.cards:
        raise UnknownObject(question.object, situation.cards)
    event = question.event
    if event.what == "tapped_for_mana":
        situation.permanent(event.object)
        player = event.controller or controller_of(situation, event.object)
    else:
        row = on_stack(situation, event.object)
        copier = maker(situation, event.by, event.controller) if event.what == "copied" else event.controller
        player = copier or row.controller
    asked = [
        object_symbol(game, question.object),
        Function(event.what),
        object_symbol(game, event.object),
        player_symbol(game, player),
    ]
    yield Function("ask_trigger", [Function("q", asked), *asked])


def decode(
    question: Triggers, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """Whether some triggered ability triggers, or the one asked about; notes say what stands against it."""
    abilities = in_order(atoms["ability_of"])
    verdicts = [(key, reason) for _, key, reason in atoms["trigger_verdict"]]
    if question.ability is not None:
        counted = [ability for ability in abilities if ability.term.name in COUNTED]
        asked = numbered(counted, question.ability, "ability", question.object).key
        verdicts = [(key, reason) for key, reason in verdicts if key == asked]
    yes = any(reason.match("triggers", 0) for _, reason in verdicts)
    if yes:
        return Decoded(True)
    numbers = sorted({reason.string for _, reason in verdicts})
    notes = tuple(f"barred by CR {number}" for number in numbers)
    return Decoded(False, notes=notes, rules=tuple(numbers))


def caveats(question: Triggers, situation: Situation) -> tuple[Caveat, ...]:
    """Lines and events of the object that were not understood, and what bears on the event."""
    return trigger_caveats(situation, question.object)
