"""What a copy copies, and what the effect that made it one adds (CR 707).

What is copied stands on another card or permanent; what is added stands on the card with the copy effect.
Here the two are only looked up. In which order they apply, and what comes of that, is the law's to say
(`asp/layers/copies.lp`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from clingo.symbol import Function, Symbol

from pyreason.board import Board, GameObject
from pyreason.cards.library import Library
from pyreason.cards.model import Card
from pyreason.errors import InputError
from pyreason.terms import subterms, unwrapped

FACE_DOWN = Card("", "", ("Creature",), power="2", toughness="2")
"""What a face-down permanent is where nothing says otherwise (CR 708.2a)."""

_THIS = Function("this")


@dataclass(frozen=True, slots=True)
class Copiable:
    """The copiable values of an object: a card, and what copy effects add, the innermost first.

    `doubts` says why something may be missing; it is empty where nothing is.
    """

    card: Card
    effects: tuple[Symbol, ...] = ()
    doubts: str = ""


def copiable(board: Board, obj: GameObject, library: Library, seen: frozenset[str] = frozenset()) -> Copiable:
    """The copiable values of an object on the board (CR 707.2, 707.3).

    Raises UnknownCard for a name nobody knows, InputError where objects copy each other in a circle.
    """
    if obj.id in seen:
        raise InputError(f"{obj.id!r}: it is a copy of itself")
    if obj.face_down and obj.zone == "battlefield":
        library.find(obj.card)
        return Copiable(FACE_DOWN)
    own = library.find(obj.card)
    if obj.copy_of is None:
        return Copiable(own)
    original = board.get(obj.copy_of)
    if original is not None:
        found = copiable(board, original, library, seen | {obj.id})
    else:
        name = next((s.card for s in board.stack if s.id == obj.copy_of and s.card is not None), obj.copy_of)
        found = Copiable(library.find(name))
    exceptions = list(_exceptions(own))
    if len(exceptions) != 1 or any(line.term is None and "copy" in line.touches for line in own.lines):
        plain = not exceptions and own.full_name == found.card.full_name
        doubts = (
            "" if plain else "it is a copy: what the copying effect itself adds is not taken into account"
        )
        return Copiable(found.card, found.effects, found.doubts or doubts)
    changes = exceptions[0].arguments
    card = found.card
    if Function("keeps", [Function("name")]) in changes:
        card = replace(card, name=own.name)
    if any(
        change.match("keeps", 1) and change.arguments[0].name not in ("name", "color") for change in changes
    ):
        return Copiable(
            card, found.effects, "it is a copy that keeps abilities of its own, which are left out"
        )
    changes = [made for change in changes for made in _worded(change, own)]
    if not changes:
        return Copiable(card, found.effects, found.doubts)
    effect = Function("static", [Function("applies", [_THIS, Function("", changes)])])
    return Copiable(card, (*found.effects, effect), found.doubts)


def _exceptions(own: Card) -> Iterator[Symbol]:
    """What each copy effect of a card adds, as a tuple of changes."""
    for line in own.lines:
        if line.term is not None:
            for term in subterms(unwrapped(line.term)):
                if term.match("copy", 2) or term.match("copy_tapped", 2):
                    yield term.arguments[1]


def _worded(change: Symbol, own: Card) -> Iterator[Symbol]:
    """A change that points at the copying card itself, with that card's values; nothing for no change."""
    if change.match("keeps", 1) and change.arguments[0].name == "color":
        colors = [Function(color.lower()) for color in own.colors]
        yield Function("set_colors", [Function("", colors)]) if colors else Function("colorless")
    elif not change.match("keeps", 1) and change.name != "opaque":
        yield change
