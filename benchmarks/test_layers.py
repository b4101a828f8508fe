"""What every object of a board, or of many, is: without continuous effects, and with six that change types.

Run: pytest benchmarks --benchmark-only
"""

from __future__ import annotations

import random
from itertools import count, cycle, islice

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


def dealt(seed: int, size: int, more: tuple[str, ...] = ()) -> Board:
    """The same cards in another order, which is that of their timestamps too, and to other players."""
    pick = random.Random(seed)
    on = board(size, more)
    names, players = [obj.card for obj in on.objects], [obj.controller for obj in on.objects]
    pick.shuffle(names)
    pick.shuffle(players)
    cards = enumerate(zip(names, players, strict=True))
    return Board(on.players, on.active, tuple(GameObject(f"p{i}", *card, card[1]) for i, card in cards))


@pytest.mark.parametrize("alike", [True, False], ids=["equal", "different"])
@pytest.mark.parametrize("effects", [0, 6])
def test_all_objects_of_thirty_on_a_hundred_boards(
    benchmark: BenchmarkFixture, effects: int, alike: bool
) -> None:
    """The time is for the characteristics of all 30 of each of 100 boards, answered together.

    No two of the different boards are dealt alike, those of the round before, which warms up, among them.
    """
    seeds = count()
    changing = CHANGING[:effects]

    def cases() -> tuple[tuple[list[tuple[Board, Characteristics]]], dict[str, object]]:
        boards = (board(30, changing) if alike else dealt(next(seeds), 30, changing) for _ in range(100))
        return ([(on, Characteristics(obj.id)) for on in boards for obj in on.objects],), {}

    ask_many(*cases()[0])
    rulings = benchmark.pedantic(ask_many, setup=cases, rounds=3)
    assert len(rulings) == 3000
