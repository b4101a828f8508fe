"""Objects that are entering the battlefield, as they would exist there (CR 303.4f, 614.12).

What a card would be on the battlefield is found by putting it there: the layers are gone through on a board
that has it as a permanent, attached to nothing. Hosts are looked at on the board as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clingo.symbol import Function, Symbol

from pyreason.board import Board, GameObject, StackObject
from pyreason.cards.library import Library
from pyreason.facts import object_symbol, player_symbol
from pyreason.layers import final_world
from pyreason.situation import Situation
from pyreason.syntax import syntax_facts


def card_named(id: str) -> str:
    """The card that an id made of a card's name means: of `Holy Strength#2` it is Holy Strength."""
    return id.partition("#")[0]


def with_card(board: Board, id: str, owner: str, zone: str) -> Board:
    """The board with one more card in a zone, where nothing on it has the id yet; else as it is."""
    if id in board.ids():
        return board
    card = GameObject(id, card_named(id), owner, owner, zone=zone)
    return replace(board, objects=(*board.objects, card))


def with_spell(board: Board, id: str, controller: str) -> Board:
    """The board with one more spell on top of the stack, just resolving, where nothing has the id yet."""
    if id in board.ids():
        return board
    spell = StackObject(id, controller, card=card_named(id), owner=controller, resolving=True)
    return replace(board, stack=(*board.stack, spell))


def cast(board: Board, card: GameObject, controller: str | None, library: Library) -> Board:
    """The board on which a card is a spell on top of the stack; cast bestowed where only so it is an Aura."""
    subtypes = library.find(card.card).subtypes
    bestowed = "Aura" not in subtypes and any(_is_bestow(line.term) for line in library.find(card.card).lines)
    spell = StackObject(
        card.id,
        controller or card.owner,
        card=card.card,
        owner=card.owner,
        paid=(*card.paid, "bestow") if bestowed and "bestow" not in card.paid else card.paid,
        copy_of=card.copy_of,
        chosen=card.chosen,
    )
    rest = tuple(obj for obj in board.objects if obj.id != card.id)
    return replace(board, objects=rest, stack=(*board.stack, spell))


def _is_bestow(term: Symbol | None) -> bool:
    return term is not None and term.match("keyword", 2) and term.arguments[0].name == "bestow"


def entering_facts(situation: Situation, game: int, id: str, controller: str) -> Iterator[Symbol]:
    """`entering(O, P)` and `would_be(O, C)` for an object that is to enter under a player's control."""
    o = object_symbol(game, id)
    yield Function("entering", [o, player_symbol(game, controller)])
    for trait in _traits_there(situation, id, controller):
        yield Function("would_be", [o, trait])
        if trait.match("ability", 2):
            yield from syntax_facts(trait.arguments[1])


def _traits_there(situation: Situation, id: str, controller: str) -> Iterator[Symbol]:
    cards = {**situation.cards, id: situation.copied.get(id, situation.cards[id])}
    there = replace(situation, board=_put_there(situation.board, id, controller), cards=cards, memo={})
    yield from sorted(trait for at, trait in final_world(there).base if at == id)


def _put_there(board: Board, id: str, controller: str) -> Board:
    """The board with the object as a permanent, attached to nothing, whatever zone it is in now."""
    obj = board.get(id)
    if obj is not None:
        permanent = replace(obj, controller=controller, zone="battlefield", attached_to=None)
        return replace(board, objects=(*(o for o in board.objects if o.id != id), permanent))
    spell = next(s for s in board.stack if s.id == id)
    assert spell.card is not None
    permanent = GameObject(
        id,
        spell.card,
        controller,
        spell.owner or spell.controller,
        copy_of=spell.copy_of,
        paid=spell.paid,
        chosen=spell.chosen,
        x=spell.x,
    )
    rest = tuple(s for s in board.stack if s.id != id)
    return replace(board, objects=(*board.objects, permanent), stack=rest)
