"""Cards whose abilities are written as terms, for tests of the law that should not hang on wordings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clingo.symbol import parse_term

from pyreason.board import CardDefinition
from pyreason.cards.library import Library, Source, default_library, define
from pyreason.cards.lines import Entry
from pyreason.cards.model import Card, Line
from pyreason.cards.names import key


def trial(name: str, type_line: str, *terms: str, cost: str = "", size: str = "") -> Card:
    """A card with these ability terms, a line each; `size` is "2/2"."""
    power, _, toughness = size.partition("/")
    face = define(CardDefinition(name, type_line, cost, power=power or None, toughness=toughness or None))
    lines = tuple(Line(number, parse_term(term)) for number, term in enumerate(terms, 1))
    return Card(
        name, name, face.types, face.subtypes, face.supertypes, face.mana_cost, face.mana_value, face.colors,
        face.color_indicator, face.color_identity, face.power, face.toughness, face.loyalty, lines=lines,
    )  # fmt: skip


@dataclass(frozen=True)
class _Trials:
    cards: tuple[Card, ...]
    below: Source

    def entries(self, wanted: str) -> list[Entry]:
        own = [card for card in self.cards if key(card.name) == wanted]
        if own:
            return [Entry(own[0].name, "face", own[0].name, own[0].name, lambda: own[0])]
        return self.below.entries(wanted)

    def names(self) -> Iterable[str]:
        return [card.name for card in self.cards]


def library(*cards: Card) -> Library:
    """These cards, and those of the shipped database."""
    return Library(_Trials(cards, default_library()._source))
