"""What every object of a board, or of many, is: without continuous effects, and with six that change types.

Run: pytest benchmarks --benchmark-only
"""

from __future__ import annotations

from itertools import cycle, islice

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from pyreason import Characteristics, ask_many
from pyreason.board import Board, GameObject

QUIET = (
    *(
        "Reflecting Pool",
        "Forest",
        "Sunken Ruins",
        "Grizzly Bears",
        "Llanowar Elves",
        "Sol Ring",
        "Steam Vents",
    ),
    *(
        "Wastes",
        "City of Brass",
        "Serra Angel",
        "Island",
        "Mountain",
        "Dryad Arbor",
        "Gilded Lotus",
        "Plains",
    ),
)
CHANGING = (
    *("Blood Moon", "Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth", "Prismatic Omen"),
    *("Conversion", "Kormus Bell"),
)


def board(size: int, more: tuple[str, ...] = ()) -> Board:
    """Permanents dealt to two players by twos, oldest first; `more` are the oldest."""
    names = [*more, *islice(cycle(QUIET), size - len(more))]
    return Board(
        ("alice", "bob"),
        "alice",
        tuple(
            GameObject(f"p{i}", name, who := "bob" if (i // 2) % 2 else "alice", who)
            for i, name in enumerate(names)
        ),
    )


@pytest.mark.parametrize("effects", [0, 1, 6])
def test_all_objects_of_thirty(benchmark: BenchmarkFixture, effects: int) -> None:
    """The time is for the characteristics of all 30."""
    on = board(30, CHANGING[:effects])
    cases = [(on, Characteristics(f"p{i}")) for i in range(30)]
    rulings = benchmark.pedantic(ask_many, args=(cases,), rounds=3, warmup_rounds=1)
    assert len(rulings) == 30


@pytest.mark.parametrize("effects", [0, 6])
def test_all_objects_of_thirty_on_a_hundred_boards(benchmark: BenchmarkFixture, effects: int) -> None:
    """The time is for the characteristics of all 30 of each of 100 boards, answered together."""
    cases = [
        (on, Characteristics(f"p{i}"))
        for on in (board(30, CHANGING[:effects]) for _ in range(100))
        for i in range(30)
    ]
    rulings = benchmark.pedantic(ask_many, args=(cases,), rounds=1, warmup_rounds=1)
    assert len(rulings) == 3000
