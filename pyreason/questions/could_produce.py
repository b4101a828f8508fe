"""Which types of mana could a permanent produce (CR 106.7)?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import CouldProduce
from pyreason.board import MANA_TYPES
from pyreason.cards.oracle import render
from pyreason.caveats import mana_caveats
from pyreason.facts import object_symbol
from pyreason.program import MANA, OBJECTS
from pyreason.rulings import Caveat, Reason
from pyreason.situation import Situation

FILES = (*OBJECTS, *MANA, "questions/could_produce")
OUTPUT = (("answer", 3), ("ability_of", 3))
GOAL = "answer"
RULES = ("106.7",)

_ORDER = {"printed": 0, "intrinsic": 1, "granted": 2}


def facts(question: CouldProduce, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_could_produce(O)`. Raises UnknownObject or InputError where the id names no permanent."""
    situation.permanent(question.object)
    yield Function("ask_could_produce", [object_symbol(game, question.object)])


def decode(
    question: CouldProduce, situation: Situation, atoms: dict[str, Sequence[tuple[Symbol, ...]]]
) -> tuple[list[str], tuple[Reason, ...], tuple[str, ...]]:
    """The types as letters in the order WUBRGC, the abilities each comes from, and notes."""
    obj = situation.permanent(question.object)
    card = situation.cards[obj.id]
    abilities = sorted(
        ((_ORDER[key.name], key.arguments[0], term, key) for _, key, term in atoms["ability_of"]),
        key=lambda row: row[:2],
    )
    place = {key: (index, term) for index, (_, _, term, key) in enumerate(abilities, 1)}
    found = {(kind.name.upper(), place[key]) for _, key, kind in atoms["answer"]}
    answer = [t for t in MANA_TYPES if any(t == kind for kind, _ in found)]
    reasons = tuple(
        Reason(kind, obj.id, card.name, index, render(term, self_name=f"this {card.types[-1].lower()}"))
        for kind, (index, term) in sorted(found, key=lambda row: (MANA_TYPES.index(row[0]), row[1]))
    )
    notes = []
    terms = " ".join(str(term) for _, _, term, _ in abilities)
    if "chosen_color" in terms and not any(what == "color" for what, _ in obj.chosen):
        notes.append(f"no colour is chosen for {obj.id}, so the chosen colour is undefined (CR 106.5)")
    if "commander_identity" in terms and obj.controller not in situation.commanders:
        notes.append(f"{obj.controller} has no commander, so no colour is in its colour identity (CR 106.5)")
    return answer, reasons, tuple(notes)


def caveats(question: CouldProduce, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on the mana this permanent could produce and was not taken into account."""
    return mana_caveats(situation, question.object)
