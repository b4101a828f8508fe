"""Which cards does an effect reveal from the top of a library, in order?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import RevealedBy
from pyreason.facts import object_symbol
from pyreason.guests import COUNTED
from pyreason.program import TARGETS
from pyreason.questions._abilities import in_order, numbered
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation
from pyreason.target_caveats import reveal_caveats

FILES = (*TARGETS, "questions/revealed_by")
OUTPUT = (("revealed", 4), ("reveal_known", 2), ("ability_of", 3))
GOAL = "revealed"
LAYERED = False
RULES = ("608.2h",)


def facts(question: RevealedBy, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_reveal(S)`. Raises UnknownObject where the id names nothing."""
    situation.check_known(question.object)
    yield Function("ask_reveal", [object_symbol(game, question.object)])


def decode(
    question: RevealedBy, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """The cards in the order in which they are revealed."""
    rows = [(key, place.number, card.arguments[1].string) for _, key, place, card in atoms["revealed"]]
    known = {key for _, key in atoms["reveal_known"]}
    if question.ability is not None:
        counted = [ability for ability in in_order(atoms["ability_of"]) if ability.term.name in COUNTED]
        asked = numbered(counted, question.ability, "ability", question.object).key
        rows = [row for row in rows if row[0] == asked]
        known &= {asked}
    missing: tuple[Caveat, ...] = ()
    if not known:
        card = situation.cards.get(question.object)
        name = question.object if card is None else card.name
        missing = (Caveat(question.object, name, None, "what it reveals was not understood"),)
    return Decoded([id for _, _, id in sorted(rows, key=lambda row: row[1])], caveats=missing)


def caveats(question: RevealedBy, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on what is counted and was not taken into account."""
    return reveal_caveats(situation)
