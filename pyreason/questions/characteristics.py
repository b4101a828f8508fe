"""What is an object now (CR 109.3, 613)?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from clingo.symbol import Function, Symbol, SymbolType

from pyreason.alike import stand_ins as stand_ins
from pyreason.asks import Characteristics
from pyreason.assembly import world_of
from pyreason.atoms import name_of
from pyreason.caveats import object_caveats, size_caveats
from pyreason.errors import UnknownObject
from pyreason.explain.outcomes import trait_patterns
from pyreason.facts import object_symbol
from pyreason.layers import has_effects
from pyreason.program import OBJECTS
from pyreason.questions._abilities import Ability, in_order
from pyreason.rulings import Caveat, Decoded, LayerStep
from pyreason.situation import Situation

FILES = (*OBJECTS, "questions/characteristics")
OUTPUT = (("trait", 2), ("ability_of", 3))
OUTPUT_NAMES = tuple(name for name, _ in OUTPUT)
GOAL = "trait"
LAYERED = True
RULES = ("109.3",)

_COLORS = "WUBRG"
_COLOR_NAMES = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green"}


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
    found: dict[str, list[Any]] = {}
    for _, trait in atoms["trait"]:
        name, value = _plain(trait)
        found.setdefault(name, []).append(value)
    obj = situation.board.get(question.object)
    answer: dict[str, Any] = {
        "name": "" if obj is not None and obj.face_down else card.name,
        "colors": [x for x in _COLORS if x in found.get("color", ())],
        "types": sorted(found.get("type", ())),
        "subtypes": sorted(found.get("subtype", ())),
        "supertypes": sorted(found.get("supertype", ())),
        "abilities": [ability.text(card) for ability in in_order(atoms["ability_of"])],
    }
    for name in ("power", "toughness", "controller"):
        if name in found:
            answer[name] = found[name][0]
    layers, unsized = tuple(_steps(situation, question.object)), size_caveats(situation, question.object)
    return Decoded(answer, layers=layers, caveats=unsized)


def own(decoded: Decoded, question: Characteristics, situation: Situation) -> Decoded:
    """The answer about an object, from that about its stand-in."""
    id = question.object
    answer = {name: [*value] if type(value) is list else value for name, value in decoded.answer.items()}
    # Without effects on the board there are but the counters on the object itself.
    layers = _steps(situation, id) if has_effects(situation) else _renamed(decoded.layers, source=id)
    return Decoded(answer, layers=tuple(layers), caveats=tuple(_renamed(decoded.caveats, object=id)))


def _renamed(rows: Iterable[Any], **ids: str) -> Iterator[Any]:
    return (replace(row, **ids) for row in rows)


@lru_cache(maxsize=16384)
def _plain(trait: Symbol) -> tuple[str, Any]:
    """The name of a trait, and its value as the answer has it."""
    (value,) = trait.arguments
    if trait.name == "controller":
        return "controller", value.arguments[1].string
    if value.type is SymbolType.Number:
        return trait.name, value.number
    if value.type is SymbolType.String:
        return trait.name, value.string
    return trait.name, value.name.upper() if trait.name == "color" else value.name.capitalize()


_LAYERS = {71: "7a", 72: "7b", 73: "7c", 74: "7d"}


def _steps(situation: Situation, id: str) -> Iterator[LayerStep]:
    """What each effect changed of the object, in the order of application."""
    for applied, *traits in world_of(situation).steps_of(id):
        gained, lost = (
            tuple(_said(trait, situation, id) for trait in _in_order(tuple(some))) for some in traits
        )
        if gained or lost:
            layer = _LAYERS.get(applied.layer, str(applied.layer))
            source = applied.source
            card = situation.effect_cards.get(source) or situation.cards[source]
            yield LayerStep(layer, source, "counters" if applied.counters else card.name, gained, lost)


@lru_cache(maxsize=16384)
def _in_order(traits: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    """Those traits of an object that are known, in the order in which they are told."""
    return tuple(trait for trait in sorted(traits) if trait.name != "unknown")


def _said(trait: Symbol, situation: Situation, id: str) -> str:
    """A trait in words: "Land", "Swamp", "green", "power 2", an ability in Oracle wording."""
    if name_of(trait) != "ability":
        return _worded(trait)
    return _ability(trait).text(situation.cards[id])


@lru_cache(maxsize=16384)
def _ability(trait: Symbol) -> Ability:
    key, term = trait.arguments
    return Ability(key, term, 0)


@lru_cache(maxsize=16384)
def _worded(trait: Symbol) -> str:
    value = trait.arguments[-1]
    if trait.name in ("power", "toughness"):
        return f"{trait.name} {value.number}"
    if trait.name == "controller":
        return f"controller {value.string if value.type is SymbolType.String else value.arguments[1].string}"
    if value.type is SymbolType.String:
        return value.string
    return _COLOR_NAMES[value.name] if trait.name == "color" else value.name.capitalize()


def wanted(
    question: Characteristics,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
    outcome: str,
) -> list[Symbol]:
    """The traits that a word such as "Swamp", "red" or "power 3" would be."""
    return trait_patterns(object_symbol(0, question.object), outcome)


def goals(
    question: Characteristics, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> dict[str, list[Symbol]]:
    """The traits and abilities, each by its wording."""
    found: dict[str, list[Symbol]] = {}
    for name in OUTPUT_NAMES:
        for arguments in atoms[name]:
            trait = arguments[1] if name == "trait" else Function("ability", list(arguments[1:]))
            part = _said(trait, situation, question.object)
            found.setdefault(part, []).append(Function(name, list(arguments)))
    return found


def caveats(question: Characteristics, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on what the object is and was not taken into account."""
    return object_caveats(situation, question.object)
