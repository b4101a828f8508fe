"""State-based actions until nothing more happens (CR 704.3): each check, and the board after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pyreason.answering import ask
from pyreason.asks import StateBasedActions
from pyreason.board import Board, GameObject
from pyreason.cards.library import Library
from pyreason.rulings import Ruling

_ENDLESS = 1000
"""More checks than any board can need: each but the last takes something away or apart."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check of state-based actions: what it does, and the board once that is done."""

    ruling: Ruling
    board: Board


def settle(board: Board, *, library: Library | None = None, cite: bool = True) -> Iterator[Check]:
    """Check state-based actions again and again, as CR 704.3 says; the last check does nothing.

    What a player has to choose (CR 704.5j) is left undone, with a note in the ruling. Errors: those of `ask`.
    """
    for _ in range(_ENDLESS):
        ruling = ask(board, StateBasedActions(), library=library, cite=cite)
        for action in ruling.answer:
            ((what, id),) = action.items()
            board = _done(board, what, id)
        yield Check(ruling, board)
        if not ruling.answer:
            return


def _done(board: Board, what: str, id: str) -> Board:
    obj = board.get(id)
    if obj is None:
        return board
    if what in ("put_into_graveyard", "destroy"):
        return _without(
            board, id, GameObject(id, obj.card, obj.owner, obj.owner, "graveyard", token=obj.token)
        )
    if what == "cease_to_exist":
        return _without(board, id)
    loose = replace(obj, attached_to=None, paid=tuple(cost for cost in obj.paid if cost != "bestow"))
    return replace(board, objects=tuple(loose if o.id == id else o for o in board.objects))


def _without(board: Board, id: str, *instead: GameObject) -> Board:
    """The board without a permanent; what was attached to it stays there, attached to nothing."""
    rest = (replace(o, attached_to=None) if o.attached_to == id else o for o in board.objects if o.id != id)
    gone = "" if instead else id
    return replace(
        board, objects=(*rest, *instead), timestamps=tuple(t for t in board.timestamps if t != gone)
    )
