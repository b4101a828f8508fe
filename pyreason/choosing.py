"""The choices that a board says players made, and what else they could have chosen.

A permanent has those that its card's abilities ask about: a colour, a type, a name, a player. An effect that
changes words has the word it changes them to; a spell or ability on the stack its mode, and its X.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from pyreason.board import Board, GameObject, ResolvedEffect, StackObject
from pyreason.cards.library import Library
from pyreason.cards.model import Card
from pyreason.terms import unwrapped, words

COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
HIGHEST_X = 9
"""No higher X is chosen."""

_ASKED = {
    "color": ("chosen_color/0", "has_chosen_color/0"),
    "type": ("chosen_type/0",),
    "name": ("chosen_name/0",),
    "player": ("chosen_player/0",),
}
"""By what is chosen the words of ability terms that ask for it."""

Choice = tuple[str, str, str]
"""The id of an object, effect or spell; what is chosen for it; and the choice."""


def choices(board: Board, pool: Sequence[str], library: Library) -> Iterator[Choice]:
    """Every other choice, object by object; types and names are those of the board and the pool."""
    cards = [library.find(name) for name in (*(obj.card for obj in board.objects), *pool)]
    open_to = {
        "color": list(COLORS),
        "type": sorted({subtype for card in cards for subtype in card.subtypes}),
        "name": sorted({card.name for card in cards}),
        "player": list(board.players),
    }
    for obj in board.battlefield:
        if obj.copy_of is None:
            asked = _words(library.find(obj.card))
            for what, by in _ASKED.items():
                if asked.intersection(by):
                    yield from ((obj.id, what, value) for value in open_to[what])
    for effect in board.effects:
        chosen = dict(effect.chosen)
        if "to" in chosen:
            of = BASICS if chosen.get("from") in BASICS else tuple(COLORS.values())
            yield from ((effect.id, "to", word) for word in of if word != chosen.get("from"))
    for row in board.stack:
        if row.card is not None:
            card = library.find(row.card)
            modes = sum(line.term is not None and line.term.name == "mode" for line in card.lines)
            if len(row.modes) == 1:
                yield from ((row.id, "mode", str(mode)) for mode in range(1, modes + 1))
            if "{X}" in card.mana_cost:
                yield from ((row.id, "x", str(value)) for value in range(HIGHEST_X + 1))


def rows(board: Board) -> dict[str, GameObject | StackObject | ResolvedEffect]:
    """By id all that choices are made for."""
    found: dict[str, GameObject | StackObject | ResolvedEffect] = {obj.id: obj for obj in board.objects}
    found |= {spell.id: spell for spell in board.stack}
    found |= {effect.id: effect for effect in board.effects}
    return found


def chosen(row: GameObject | StackObject | ResolvedEffect, what: str) -> str | None:
    """What was chosen; None where the board does not say."""
    if isinstance(row, StackObject) and what in ("mode", "x"):
        if what == "x":
            return None if row.x is None else str(row.x)
        return str(row.modes[0]) if row.modes else None
    return dict(row.chosen).get(what)


Row = TypeVar("Row", GameObject, StackObject, ResolvedEffect)


def with_choice(row: Row, what: str, value: str) -> Row:
    """The object, spell or effect with another choice."""
    if isinstance(row, StackObject) and what == "x":
        return replace(row, x=int(value))
    if isinstance(row, StackObject) and what == "mode":
        return replace(row, modes=(int(value),))
    kept: tuple[tuple[str, str], ...] = tuple(pair for pair in row.chosen if pair[0] != what)
    return replace(row, chosen=(*kept, (what, value)))


def said(what: str, value: str) -> str:
    """A choice in words: "choose blue", "choose the type Elf", "choose mode 2", "let X be 3"."""
    if what == "x":
        return f"let X be {value}"
    names = {"color": COLORS.get(value, value), "player": value, "to": f"the word {value}"}
    return f"choose {names.get(what, f'{what} {value}' if what == 'mode' else f'the {what} {value}')}"


def _words(card: Card) -> frozenset[str]:
    terms = (unwrapped(line.term) for line in card.lines if line.term is not None)
    return frozenset().union(*(words(term) for term in terms))
