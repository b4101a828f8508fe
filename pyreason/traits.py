"""What objects have to begin with, before any effect applies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from clingo.symbol import Function, Number, String, Symbol

from pyreason.board import Board
from pyreason.cards.model import Card
from pyreason.facts import abilities
from pyreason.situation import Situation
from pyreason.terms import subterms

Trait = tuple[str, Symbol]
"""An object's id and one thing it has: `type(land)`, `power(2)`, ... as `asp/layers/world.lp` lists them."""


def printed(situation: Situation) -> Iterator[Trait]:
    """What is printed on each object's card, or on what it is a copy of; face-down permanents have none."""
    for obj in situation.objects:
        if obj.zone == "battlefield":
            yield obj.id, _controlled(obj.controller)
        for trait in _card_traits(situation.cards[obj.id]):
            yield obj.id, trait


@lru_cache(maxsize=4096)
def _controlled(player: str) -> Symbol:
    return Function("controller", [String(player)])


def beside_printed(situation: Situation) -> Iterator[Trait]:
    """What objects have to begin with beside what the law finds printed: granted abilities, sizes unknown."""
    for obj in situation.objects:
        for place, term in situation.granted.get(obj.id, ()):
            yield obj.id, Function("ability", [Function("granted", [Number(place)]), term])
        for trait in _unknown(situation.cards[obj.id]):
            yield obj.id, trait


_NUMBER = re.compile(r"[+-]?\d+")


@lru_cache(maxsize=8192)
def _card_traits(card: Card) -> tuple[Symbol, ...]:
    traits = [Function("type", [Function(t.lower())]) for t in card.types]
    traits += (Function("supertype", [Function(s.lower())]) for s in card.supertypes)
    traits += (Function("subtype", [String(s)]) for s in card.subtypes)
    traits += (Function("color", [Function(x.lower())]) for x in card.colors)
    for name, value in (("power", card.power), ("toughness", card.toughness)):
        if value is not None and _NUMBER.fullmatch(value):
            traits.append(Function(name, [Number(int(value))]))
    traits += (Function("ability", [Function("printed", [Number(n)]), term]) for n, term in abilities(card))
    return tuple(traits)


@lru_cache(maxsize=8192)
def _unknown(card: Card) -> tuple[Symbol, ...]:
    terms = tuple(term for _, term in abilities(card))
    return tuple(
        Function("unknown", [Function(name)])
        for name, value in (("power", card.power), ("toughness", card.toughness))
        if value is not None
        and not _NUMBER.fullmatch(value)
        and (value != "*" or not any(_defines(name, term) for term in terms))
    )


def _defines(value: str, term: Symbol) -> bool:
    """Whether an ability says what the star of a printed power or toughness is (CR 208.2a)."""
    return any(sub.match("cda", 2) and sub.arguments[0].name == value for sub in subterms(term))


def timestamps(board: Board) -> dict[str, int]:
    """Which timestamp each object and lasting effect has, numbered from 1, oldest first (CR 613.7)."""
    later = (*(o.id for o in board.objects), *(s.id for s in board.stack), *(e.id for e in board.effects))
    return {id: place for place, id in enumerate(dict.fromkeys((*board.timestamps, *later)), 1)}
