"""How can cards enter the battlefield at the same time (CR 303.4f-g)?

Each Aura among them has its own choices, so the outcomes are all combinations of hosts: they are counted as
a product, and written out only as far as the limit goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, product
from math import prod

from clingo.symbol import Function, Number, Symbol

from pyreason.asks import EnterTogether
from pyreason.aura_caveats import attaching_caveats, moving_caveats
from pyreason.board import Board
from pyreason.cards.library import Library
from pyreason.entering import entering_facts, with_card, with_spell
from pyreason.errors import InputError
from pyreason.facts import object_symbol
from pyreason.limits import LIMIT
from pyreason.movers import mover_facts, puts
from pyreason.program import ATTACHING, OBJECTS, STACK
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation
from pyreason.terms import signature, subterms

FILES = (*OBJECTS, *STACK, *ATTACHING, "auras/moves", "questions/enter_together")
OUTPUT = (("enters_on", 3), ("remains", 2), ("enters", 2), ("refused_host", 4))
ASIDES = ("asides/unfit", "asides/hosts")
GOAL = "enters_on"
LAYERED = False
RULES = ("303.4f",)


def prepared(question: EnterTogether, board: Board, library: Library) -> Board:
    """The board with the cards that enter in the zone they come from, and the spell that puts them in."""
    if question.by is not None:
        board = with_spell(board, question.by, question.controller)
    for id in question.objects:
        board = with_card(board, id, question.controller, question.from_zone)
    return board


def facts(question: EnterTogether, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_enter_together(G, O)` for each object. Raises InputError for a permanent."""
    for id in question.objects:
        obj = situation.board.get(id)
        if obj is not None and obj.zone == "battlefield":
            raise InputError(f"{id!r} is on the battlefield already, so it can't enter it")
        yield Function("ask_enter_together", [Number(game), object_symbol(game, id)])
        yield from entering_facts(situation, game, id, _controller(question, situation, id))
    yield from mover_facts(situation, game, question)


def _controller(question: EnterTogether, situation: Situation, id: str) -> str:
    """Under whose control an object enters: who puts it there, unless the effect says its owner."""
    obj = situation.board.get(id)
    owners = any(term.arguments[1] == Function("owner") for term in puts(situation, question))
    return obj.owner if obj is not None and owners else question.controller


def decode(
    question: EnterTogether, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """All outcomes: maps from each Aura to its host, or to where it stays; and their number."""
    order = {id: place for place, id in enumerate(situation.board.ids())}
    stays = f"stays in {question.from_zone}"
    hosts: dict[str, list[str]] = {}
    for _, aura, host in atoms["enters_on"]:
        hosts.setdefault(_name(aura), []).append(_name(host))
    for _, aura in atoms["remains"]:
        hosts[_name(aura)] = []
    optional = any(
        signature(sub) in _OPTIONAL for term in puts(situation, question) for sub in subterms(term)
    )
    choices = []
    for id in question.objects:
        if id in hosts:
            found = sorted(hosts[id], key=lambda host: order[host])
            choices.append((id, [*found, *([stays] if optional or not found else [])]))
    number = prod(len(places) for _, places in choices)
    combinations = product(*(places for _, places in choices))
    ids = [id for id, _ in choices]
    outcomes = [dict(zip(ids, places, strict=True)) for places in islice(combinations, LIMIT.get())]
    rules = ("303.4g",) if atoms["remains"] else ()
    return Decoded(outcomes, rules=rules, complete=number == len(outcomes), count=number)


def goals(
    question: EnterTogether, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> dict[str, list[Symbol]]:
    """By Aura and host, or by Aura that stays, the atoms that say so; and what keeps it off each host."""
    found: dict[str, list[Symbol]] = {}
    for arguments in atoms["enters_on"]:
        part = f"{_name(arguments[1])} {_name(arguments[2])}"
        found.setdefault(part, []).append(Function("enters_on", list(arguments)))
    for arguments in atoms["remains"]:
        found.setdefault(_name(arguments[1]), []).append(Function("remains", list(arguments)))
    for arguments in atoms["refused_host"]:
        if _name(arguments[1]) in found:
            found[_name(arguments[1])].append(Function("refused_host", list(arguments)))
    return found


_OPTIONAL = frozenset({"any_number/1", "up_to/2", "may/2"})
"""Words of an effect that lets its player leave some of the cards behind."""


def _name(host: Symbol) -> str:
    return host.arguments[1].string


def caveats(question: EnterTogether, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on where the Auras among them can be and was not taken into account."""
    return moving_caveats(situation, question) + attaching_caveats(situation, question.objects)
