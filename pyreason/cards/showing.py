"""Cards as people and programs look at them: values, and each line as it is understood."""

from __future__ import annotations

from typing import Any

from pyreason.cards.model import Card, Line

_FIELDS = (
    "name", "full_name", "mana_cost", "mana_value", "supertypes", "types", "subtypes", "colors", 
    "color_indicator", "color_identity", "power", "toughness", "loyalty", "layout", "side",
    "missing_half", "token",
)  # fmt: skip


def card_json(card: Card) -> dict[str, Any]:
    """`card` as JSON values, its lines with term, rendering and what an un-understood one touches."""
    values = {field: getattr(card, field) for field in _FIELDS}
    values["lines"] = [
        {
            "number": line.number,
            "understood": line.term is not None,
            "term": None if line.term is None else str(line.term),
            "reads": None if line.term is None else read_line(line, card),
            "touches": line.touches,
        }
        for line in card.lines
    ]
    return values


def read_line(line: Line, card: Card) -> str:
    """The line's term in words; it must have one."""
    from pyreason.cards.oracle import render  # the grammar is slow to load

    assert line.term is not None
    return render(line.term, opaque=line.opaque, self_name=_self_name(card))


def _self_name(card: Card) -> str:
    """How the card's own text calls it: "this land", "this creature", "this spell"."""
    if card.token:
        return "this token"
    if {"Instant", "Sorcery"} & set(card.types):
        return "this spell"
    if "Aura" in card.subtypes or "Equipment" in card.subtypes or "Vehicle" in card.subtypes:
        return f"this {next(s for s in card.subtypes if s in ('Aura', 'Equipment', 'Vehicle'))}"
    for kind in ("Creature", "Land", "Artifact", "Enchantment"):
        if kind in card.types:
            return f"this {kind.lower()}"
    return "this permanent"
