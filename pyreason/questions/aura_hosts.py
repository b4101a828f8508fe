"""What can an Aura legally go on: cast, entering otherwise, or moved (CR 303.4, 701.3)?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from clingo.symbol import Function, String, Symbol

from pyreason.asks import AuraHosts
from pyreason.aura_caveats import attaching_caveats, moving_caveats
from pyreason.board import Board
from pyreason.cards.library import Library
from pyreason.entering import cast, entering_facts, with_spell
from pyreason.errors import InputError, UnknownObject
from pyreason.facts import object_symbol, player_symbol
from pyreason.movers import mover_facts
from pyreason.program import ATTACHING, TARGETS
from pyreason.rulings import Caveat, Decoded, Refusal
from pyreason.situation import Situation

FILES = (*TARGETS, *ATTACHING, "auras/moves", "questions/aura_hosts")
OUTPUT = (("host", 2), ("barred", 3))
ASIDES = ("asides/unfit", "asides/hosts")
GOAL = "host"
LAYERED = False
RULES = ("303.4",)


def prepared(question: AuraHosts, board: Board, library: Library) -> Board:
    """The board with what the question puts on it: the Aura as a spell, or the spell that moves it."""
    if question.by is not None:
        board = with_spell(board, question.by, question.controller or board.active)
    if question.how == "cast" and (card := board.get(question.object)) is not None:
        board = cast(board, card, question.controller, library)
    return board


def facts(question: AuraHosts, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_aura_hosts(A, How)` and what `how`, `by` and `within` say. Raises InputError, UnknownObject."""
    if question.object not in situation.cards:
        raise UnknownObject(question.object, situation.cards)
    aura = object_symbol(game, question.object)
    yield Function("ask_aura_hosts", [aura, Function(question.how)])
    if question.how == "move":
        situation.permanent(question.object)
    elif _zone(situation, question.object) == "battlefield":
        raise InputError(f"{question.object!r} is on the battlefield already: ask with how: move")
    else:
        yield from entering_facts(situation, game, question.object, _controller(question, situation))
    yield from mover_facts(situation, game, question)
    yield from _within(question, situation, game)


def _zone(situation: Situation, id: str) -> str:
    obj = situation.board.get(id)
    return "stack" if obj is None else obj.zone


def _controller(question: AuraHosts, situation: Situation) -> str:
    """Who is to control the Aura: whom the question names, else who controls or owns it now."""
    if question.controller is not None:
        return question.controller
    obj = next(o for o in situation.objects if o.id == question.object)
    return obj.controller if obj.zone == "stack" else obj.owner


def _within(question: AuraHosts, situation: Situation, game: int) -> Iterator[Symbol]:
    aura = object_symbol(game, question.object)
    limits = question.within
    if limits is None:
        return
    if limits.controller == "same":
        yield Function("within", [aura, Function("same_controller")])
    elif limits.controller is not None:
        player = player_symbol(game, limits.controller)
        yield Function("within", [aura, Function("controller_is", [player])])
    for id in limits.only or ():
        known = player_symbol if id in situation.board.players else object_symbol
        yield Function("only", [aura, known(game, id)])
    if limits.only == ():
        yield Function("only", [aura, String("nothing")])


def decode(
    question: AuraHosts, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """The ids of hosts in board order, players last; and each candidate refused with its reasons."""
    order = {id: place for place, id in enumerate(situation.board.ids())}
    hosts = sorted((_name(host) for _, host in atoms["host"]), key=order.__getitem__)
    against: dict[str, set[str]] = {}
    for _, host, reason in atoms["barred"]:
        against.setdefault(_name(host), set()).add(reason.string)
    refused = tuple(
        Refusal(id, tuple(sorted(against[id]))) for id in sorted(against, key=lambda id: order[id])
    )
    rules = () if hosts else tuple(sorted({number for refusal in refused for number in refusal.rules}))
    return Decoded(hosts, rules=rules, refused=refused)


def _name(host: Symbol) -> str:
    """The id of an object, or the name of a player."""
    return host.arguments[1].string


def caveats(question: AuraHosts, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on where the Aura can be and was not taken into account."""
    return moving_caveats(situation, question) + attaching_caveats(situation, (question.object,))
