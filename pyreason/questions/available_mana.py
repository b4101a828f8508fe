"""Which pools can a player make by activating mana abilities now (CR 605.3a)?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Symbol

from pyreason.asks import AvailableMana
from pyreason.caveats import activation_caveats, all_mana_caveats
from pyreason.errors import InputError, UnknownObject
from pyreason.explain.parts import Grounding
from pyreason.explain.payments import pool_evidence
from pyreason.limits import LIMIT
from pyreason.payment import pools
from pyreason.program import OBJECTS
from pyreason.questions._mana import counted, written
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation

FILES = OBJECTS
OUTPUT: tuple[tuple[str, int], ...] = ()
GOAL = ""
LAYERED = False
RULES = ("605.3a",)


def facts(question: AvailableMana, situation: Situation, game: int) -> Iterable[Symbol]:
    """None: the search states its own. Raises UnknownObject where nobody has that name."""
    if question.player not in situation.board.players:
        raise UnknownObject(question.player, situation.board.players)
    return ()


def decode(
    question: AvailableMana, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """The maximal pools as mana strings; a note where the search was cut."""
    found = pools(situation, question.player, limit=LIMIT.get())
    answer = [written(Counter(dict(pool))) for pool in found.maximal]
    return Decoded(answer, complete=found.complete)


def evidence(
    question: AvailableMana,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
    decoded: Decoded,
) -> Iterable[Grounding]:
    """How each pool is made."""
    return pool_evidence(situation, question.player, decoded.answer)


def unreached(
    question: AvailableMana,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
    outcome: str,
) -> Iterable[Grounding]:
    """How each of the largest pools is made, and what it lacks of the one asked about.

    Raises InputError where that is no pool, or one of the answers or a part of it.
    """
    if not re.fullmatch(r"(\{[WUBRGC]\})+", outcome.upper().strip()):
        raise InputError(f"a pool is written like {{G}}{{G}}, of WUBRGC, not {outcome!r}")
    wanted = counted(outcome)
    lacking: dict[str, str] = {}
    for pool in decode(question, situation, atoms).answer:
        if not (missing := wanted - counted(pool)):
            raise InputError(f"{outcome!r} is among the answers, as {pool}: ask with explain for its proof")
        lacking[pool] = f"{pool or 'no mana'} can be had, which lacks {written(missing)}"
    for derived, goals in pool_evidence(situation, question.player, list(lacking)):
        yield derived, {lacking.get(part, part): goals[part] for part in goals}


def caveats(question: AvailableMana, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on the mana of any permanent of the player and was not taken into account."""
    return all_mana_caveats(situation, question.player) + activation_caveats(situation)
