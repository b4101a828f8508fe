"""could_produce on growing boards, one question a grounding and a hundred boards in one.

Run: pytest benchmarks --benchmark-only
"""

from __future__ import annotations

from itertools import cycle, islice

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from pyreason import CouldProduce, ask, ask_many
from pyreason.board import Board, GameObject

MIXED = (
    *("Reflecting Pool", "Exotic Orchard", "Forest", "Sunken Ruins", "Gaea's Cradle", "Vivid Creek"),
    *("Underground Sea", "City of Brass", "Wastes", "Llanowar Elves", "Grizzly Bears", "Sol Ring"),
    *("Ancient Tomb", "Shivan Reef", "Azorius Chancery", "Gilded Lotus", "Island", "Mountain"),
    *("Cabal Coffers", "Star Compass"),
)
MIRRORS = ("Reflecting Pool", "Exotic Orchard")
REPLACEMENTS = (
    *("Mana Reflection", "Contamination", "Infernal Darkness", "Ritual of Subdual", "Damping Sphere"),
    *("Naked Singularity", "Pulse of Llanowar", "Nyxbloom Ancient"),
)


def board(size: int, cards: tuple[str, ...], more: tuple[str, ...] = ()) -> Board:
    """Permanents from `cards` in turn, dealt to two players by twos; `more` belongs to bob."""
    names = [*more, *islice(cycle(cards), size - len(more))]
    return Board(
        ("alice", "bob"),
        "alice",
        tuple(
            GameObject(f"p{i}", name, who := "bob" if i < len(more) or (i // 2) % 2 else "alice", who)
            for i, name in enumerate(names)
        ),
    )


@pytest.mark.parametrize("size", [10, 30, 100, 300, 1000])
def test_mixed(benchmark: BenchmarkFixture, size: int) -> None:
    """(a) Mixed lands and mana sources."""
    on = board(size, MIXED)
    assert benchmark(ask, on, CouldProduce("p0"), cite=False).answer


@pytest.mark.parametrize("size", [10, 30, 100, 300, 1000])
def test_mirrors(benchmark: BenchmarkFixture, size: int) -> None:
    """(b) Nearly all lands look at other lands."""
    on = board(size, MIRRORS, ("Forest", "Mountain"))
    assert benchmark(ask, on, CouldProduce(f"p{size - 1}"), cite=False).answer


def test_cited(benchmark: BenchmarkFixture) -> None:
    """With citations from the derivation, 30 permanents."""
    assert benchmark(ask, board(30, MIXED), CouldProduce("p0")).rules


def test_hundred_boards_at_once(benchmark: BenchmarkFixture) -> None:
    """A hundred boards of 30 permanents in one grounding; the time is for all of them."""
    cases = [(board(30, MIXED), CouldProduce(f"p{i % 10}")) for i in range(100)]
    assert len(benchmark(ask_many, cases)) == 100


@pytest.mark.parametrize("effects", range(9))
def test_replacement_effects(benchmark: BenchmarkFixture, effects: int) -> None:
    """30 permanents, every one asked about at once, under so many replacement effects."""
    on = board(30, MIXED, REPLACEMENTS[:effects])
    cases = [(on, CouldProduce(f"p{i}")) for i in range(effects, 30)]
    assert benchmark.pedantic(_all_of_one_board, args=(cases,), rounds=3)


def _all_of_one_board(cases: list[tuple[Board, CouldProduce]]) -> object:
    return ask_many(cases)
