"""What is X: of a spell on the stack, a copy, a permanent as it enters, an object elsewhere (CR 107.3)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import XValue
from pyreason.facts import object_symbol
from pyreason.guests import stack_row
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation
from pyreason.target_caveats import source_of

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
    """The number; 0, with a caveat where an X is in the cost, for a spell of which no X is told."""
    values = sorted({value.number for _, value in atoms["x_is"]})
    if values:
        return Decoded(values[0])
    row = stack_row(situation, question.object)
    assert row is not None
    id, card = source_of(situation, row)
    if row.ability_of is None and "{X}" not in card.mana_cost:
        return Decoded(0, notes=(f"{card.name} has no {{X}} in its mana cost, and no X is told of it",))
    return Decoded(0, caveats=(Caveat(id, card.name, None, "the board does not say what X is"),))


def caveats(question: XValue, situation: Situation) -> tuple[Caveat, ...]:
    """None but what the answer itself brings."""
    return ()
