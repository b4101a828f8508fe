"""What on the stack resolves next (CR 405.5, 608.1)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import ResolvesNext
from pyreason.errors import InputError
from pyreason.facts import player_symbol
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation

FILES = ("vocabulary", "questions/resolves_next")
OUTPUT = (("next", 2),)
GOAL = "next"
LAYERED = False
RULES = ("608.1",)


def facts(question: ResolvesNext, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_next(P)`. Raises InputError where nothing is on the stack, or all that is there is resolving."""
    if all(row.resolving for row in situation.board.stack):
        raise InputError("nothing on the stack is waiting to resolve")
    yield Function("ask_next", [player_symbol(game, situation.board.players[0])])


def decode(
    question: ResolvesNext, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """The id of the top object of the stack, what is just resolving left out."""
    found = [top.arguments[1].string for _, top in atoms["next"]]
    return Decoded(found[0] if found else "")


def caveats(question: ResolvesNext, situation: Situation) -> tuple[Caveat, ...]:
    """None: the stack is all there is to it."""
    return ()
