"""Quick boards: two lists of card names instead of a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreason.board_text import MAX_CARDS, OPPONENT, YOU, Names, read_lists

if TYPE_CHECKING:
    from pyreason.board import Board

__all__ = ["MAX_CARDS", "OPPONENT", "YOU", "Names", "quick_board"]


def quick_board(you: str, opponent: str = "", *, library: Names | None = None) -> Board:
    """A board of permanents from two lists of card names, e.g. `"Reflecting Pool, 2 Forest (tapped)"`.

    Each list is written as a player's part of board text (`pyreason.board_text`). Ids are slugs of the names,
    numbered when repeated, yours first; the players are called `you` (active) and `opponent`.

    `library` is the shipped one by default. Raises UnknownCard for a name it does not know, InputError where
    there are too many cards.
    """
    return read_lists(you, opponent, library)
