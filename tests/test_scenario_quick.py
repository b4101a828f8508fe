"""Quick boards from lists of card names."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyreason.board import GameObject
from pyreason.errors import InputError, UnknownCard
from pyreason.quick import MAX_CARDS, quick_board

NAMES = [
    "Forest",
    "Reflecting Pool",
    "Niv-Mizzet",
    "Niv-Mizzet, Parun",
    "Parun",
    "1996 World Champion",
    "Gaea's Cradle",
    "Borrowing 100,000 Arrows",
]


class Library:
    def __init__(self) -> None:
        self.names = {name.casefold(): name for name in NAMES}

    def knows(self, name: str) -> bool:
        return name.casefold() in self.names

    def find(self, name: str) -> Any:
        if not self.knows(name):
            raise UnknownCard(name, ["Forest"])
        return SimpleNamespace(name=self.names[name.casefold()])


def names(you: str, opponent: str = "") -> list[str]:
    return [o.card for o in quick_board(you, opponent, library=Library()).battlefield]


def test_a_board_of_two_players() -> None:
    board = quick_board("forest, Gaea's Cradle (tapped)", "Forest", library=Library())
    assert (board.players, board.active) == (("you", "opponent"), "you")
    assert board.objects == (
        GameObject("forest", "Forest", "you", "you"),
        GameObject("gaeas-cradle", "Gaea's Cradle", "you", "you", tapped=True),
        GameObject("forest-2", "Forest", "opponent", "opponent"),
    )


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", []),
        (" , ;\n", []),
        ("Niv-Mizzet, Parun, Forest", ["Niv-Mizzet, Parun", "Forest"]),
        ("Niv-Mizzet; Parun", ["Niv-Mizzet", "Parun"]),
        ("Niv-Mizzet, Forest", ["Niv-Mizzet", "Forest"]),
        ("Forest,Niv-Mizzet,Parun", ["Forest", "Niv-Mizzet, Parun"]),
        ("2 Forest, 2x Niv-Mizzet, Parun", ["Forest"] * 2 + ["Niv-Mizzet, Parun"] * 2),
        ("1996 World Champion", ["1996 World Champion"]),
        ("2 1996 World Champion (Tapped)", ["1996 World Champion"] * 2),
        ("Forest\nParun", ["Forest", "Parun"]),
        ("Borrowing 100,000 Arrows", ["Borrowing 100,000 Arrows"]),
    ],
)
def test_the_longest_known_name_is_meant(text: str, cards: list[str]) -> None:
    assert names(text) == cards


def test_unknown_names_and_too_many() -> None:
    with pytest.raises(UnknownCard, match=r"no card is called 'Forrest'; did you mean 'Forest'\?"):
        names("Forest, 2 Forrest (tapped), Parun")
    with pytest.raises(InputError, match="more than"):
        names(f"{MAX_CARDS} Forest, Parun")


@given(st.lists(st.tuples(st.integers(1, 3), st.sampled_from(NAMES), st.booleans()), max_size=5))
def test_what_is_written_with_semicolons_is_read(rows: list[tuple[int, str, bool]]) -> None:
    text = "; ".join(f"{n} {name}{' (tapped)' if tapped else ''}" for n, name, tapped in rows)
    board = quick_board(text, library=Library())
    assert [(o.card, o.tapped) for o in board.objects] == [(c, t) for n, c, t in rows for _ in range(n)]
    assert len({o.id for o in board.objects}) == len(board.objects)
