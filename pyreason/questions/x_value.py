"""What is X: of a spell on the stack, a copy, a permanent as it enters, an object elsewhere (CR 107.3)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import XValue
from pyreason.facts import object_symbol
from pyreason.guests import stack_row
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation
from pyreason.target_caveats import own_lines, source_of
from pyreason.terms import marked, words

FILES = ("vocabulary", "spells/choices", "questions/x_value")
OUTPUT = (("x_is", 2), ("x_untold", 1))
GOAL = "x_is"
LAYERED = False
RULES = ("107.3",)


def facts(question: XValue, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_x(Q, O, What)`. Raises UnknownObject where the id names nothing."""
    situation.check_known(question.object)
    asked = [object_symbol(game, question.object), Function(question.purpose)]
    yield Function("ask_x", [Function("q", asked), *asked])


def decode(
    question: XValue, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """The number; for a spell of which no X is told 0, with a caveat where it has an X to tell of."""
    values = sorted({value.number for _, value in atoms["x_is"]})
    if values:
        return Decoded(values[0])
    row = stack_row(situation, question.object)
    assert row is not None
    id, card = source_of(situation, row)
    defining = [
        Caveat(
            id, card.name, line.number, "it says what X is, which is not worked out (CR 107.3c)", line.text
        )
        for line, term in own_lines(situation, row)
        if line is not None and (marked(term, "defines_x") or "where_x/1" in words(term))
    ]
    if defining:
        return Decoded(0, caveats=tuple(defining))
    if row.ability_of is None and "{X}" not in card.mana_cost:
        return Decoded(0, notes=(f"{card.name} has no {{X}} in its mana cost, and no X is told of it",))
    return Decoded(0, caveats=(Caveat(id, card.name, None, "the board does not say what X is"),))


def caveats(question: XValue, situation: Situation) -> tuple[Caveat, ...]:
    """None but what the answer itself brings."""
    return ()
