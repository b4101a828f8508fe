"""What a card is to pyreason: characteristics and ability terms, no sentences."""

from __future__ import annotations

from dataclasses import dataclass

from clingo.symbol import Symbol


@dataclass(frozen=True, slots=True)
class Line:
    """One line of rules text, numbered from 1 as printed (reminder text is not counted).

    `term` is the ability term (docs/terms.md), None where the line was not understood. `touches` names the
    domains an un-understood line could bear on (`pyreason.cards.domains`). `opaque` holds the spans of the
    line that the term refers to as `opaque(K)`, K from 1; `text` is the line itself. Both are known only
    for cards compiled from their text (inline cards, `cards build`), not for those of the shipped database.
    """

    number: int
    term: Symbol | None
    touches: tuple[str, ...] = ()
    opaque: tuple[str, ...] = ()
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One face of a card: the values printed on it (CR 109.3, 200.1).

    `name` is the face's own name, `full_name` the card's ("A // B" for two-part cards, else the same).
    Colours are letters out of WUBRG in that order. `power`, `toughness` and `loyalty` are as printed
    ("*", "1+*", "X"). `missing_half` names a face of the card that the data has no record of. `token` marks
    the predefined tokens of CR 111.10.
    """

    name: str
    full_name: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    mana_cost: str = ""
    mana_value: float = 0
    colors: tuple[str, ...] = ()
    color_indicator: tuple[str, ...] = ()
    color_identity: tuple[str, ...] = ()
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    layout: str = "normal"
    side: str | None = None
    missing_half: str | None = None
    token: bool = False
    lines: tuple[Line, ...] = ()

    def __hash__(self) -> int:
        """Few cards share a name, and what is kept by card is looked up often."""
        return hash(self.name)
