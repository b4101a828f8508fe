"""What is an object now (CR 109.3, 613)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clingo.symbol import Function, Symbol

from pyreason.asks import Characteristics
from pyreason.caveats import object_caveats
from pyreason.errors import UnknownObject
from pyreason.facts import object_symbol
from pyreason.program import OBJECTS
from pyreason.questions._abilities import in_order
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation

FILES = (*OBJECTS, "questions/characteristics")
OUTPUT = (("trait", 2), ("ability_of", 3))
GOAL = "trait"
LAYERED = True
RULES = ("109.3",)

_COLORS = "WUBRG"


def facts(question: Characteristics, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_characteristics(O)`. Raises UnknownObject where the id names no object."""
    if question.object not in situation.cards:
        raise UnknownObject(question.object, situation.cards)
    yield Function("ask_characteristics", [object_symbol(game, question.object)])


def decode(
    question: Characteristics, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """A map of all characteristics; keywords and abilities in Oracle wording."""
    card = situation.cards[question.object]
    found: dict[str, list[Symbol]] = {}
    for _, trait in atoms["trait"]:
        found.setdefault(trait.name, []).append(trait.arguments[0])
    obj = situation.board.get(question.object)
    answer: dict[str, Any] = {
        "name": "" if obj is not None and obj.face_down else card.name,
        "colors": [x for x in _COLORS if x.lower() in {color.name for color in found.get("color", ())}],
        "types": sorted(t.name.capitalize() for t in found.get("type", ())),
        "subtypes": sorted(s.string for s in found.get("subtype", ())),
        "supertypes": sorted(s.name.capitalize() for s in found.get("supertype", ())),
        "abilities": [ability.text(card) for ability in in_order(atoms["ability_of"])],
    }
    for name in ("power", "toughness"):
        if name in found:
            answer[name] = found[name][0].number
    for player in found.get("controller", ()):
        answer["controller"] = player.arguments[1].string
    return Decoded(answer)


def caveats(question: Characteristics, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on what the object is and was not taken into account."""
    return object_caveats(situation, question.object)
