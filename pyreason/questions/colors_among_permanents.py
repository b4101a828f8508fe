"""How many colours are there among the permanents a player controls (CR 105.2)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import ColorsAmongPermanents
from pyreason.caveats import color_caveats
from pyreason.errors import UnknownObject
from pyreason.facts import player_symbol
from pyreason.program import OBJECTS
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation

FILES = (*OBJECTS, "questions/colors_among_permanents")
OUTPUT = (("color_among", 2), ("colorless_among", 2))
GOAL = "color_among"
LAYERED = False
RULES = ("105.2",)


def facts(question: ColorsAmongPermanents, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_colors(P)`. Raises UnknownObject where nobody has that name."""
    if question.player not in situation.board.players:
        raise UnknownObject(question.player, situation.board.players)
    yield Function("ask_colors", [player_symbol(game, question.player)])


def decode(
    question: ColorsAmongPermanents, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """The number of colours, and which they are."""
    colors = {color.name.upper() for _, color in atoms["color_among"]}
    listed = "".join(letter for letter in "WUBRG" if letter in colors)
    return Decoded(len(colors), notes=(f"colours: {listed or 'none'}",))


def goals(
    question: ColorsAmongPermanents,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
) -> dict[str, list[Symbol]]:
    """The colours by letter, and the colourless permanents."""
    found = {
        color.name.upper(): [Function("color_among", [player, color])]
        for player, color in atoms["color_among"]
    }
    colorless = [Function("colorless_among", list(arguments)) for arguments in atoms["colorless_among"]]
    return {**found, "colourless": colorless} if colorless else found


def caveats(question: ColorsAmongPermanents, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on the colours of the player's permanents and was not taken into account."""
    return color_caveats(situation)
