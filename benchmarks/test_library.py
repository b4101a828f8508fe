"""How long a look-up takes: `pytest benchmarks/test_library.py`."""

from __future__ import annotations

import random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from pyreason.cards import database, names
from pyreason.cards.library import Library
from pyreason.errors import UnknownCard

CARDS = [name for name in database.shipped().names() if "//" not in name]


def test_open_and_find(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: Library(database.Database(database.SHIPPED)).find("Reflecting Pool"))


def test_find_cards_not_yet_read(benchmark: BenchmarkFixture) -> None:
    library = Library(database.shipped())
    some = [name for name in random.Random(1).sample(CARDS, 1000) if library.knows(name)]

    def find() -> None:
        for name in some:
            for entry in database.shipped().entries(names.key(name)):
                if entry.card:
                    entry.card()

    benchmark.pedantic(find, rounds=10)
    assert benchmark.stats["mean"] / len(some) < 0.001


def test_find_again(benchmark: BenchmarkFixture) -> None:
    library = Library(database.shipped())
    benchmark(library.find, "Reflecting Pool")


def test_an_unknown_name(benchmark: BenchmarkFixture) -> None:
    library = Library(database.shipped())

    def miss() -> None:
        with pytest.raises(UnknownCard):
            library.find("Reflecting Pol")

    benchmark(miss)
