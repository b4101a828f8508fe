"""What citations and proofs cost, on a board of 30 permanents.

Run: pytest benchmarks/test_proofs.py --benchmark-only
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from pyreason import CouldProduce, TapForMana, ask, quick_board

YOURS = (
    "Reflecting Pool, Exotic Orchard, 4 Forest, 4 Island, City of Brass, Command Tower, Llanowar Elves, "
    "Birds of Paradise, 2 Grizzly Bears"
)
THEIRS = (
    "Reflecting Pool, Exotic Orchard, 4 Mountain, 4 Plains, Ancient Tomb, Llanowar Elves, Sol Ring, "
    "Gilded Lotus"
)
QUESTIONS = {
    "could_produce": CouldProduce("reflecting-pool"),
    "tap_for_mana": TapForMana("reflecting-pool"),
}


@pytest.mark.parametrize("kind", QUESTIONS)
@pytest.mark.parametrize("way", ["answer", "cite", "explain"])
def test_thirty_permanents(benchmark: BenchmarkFixture, kind: str, way: str) -> None:
    """The answer alone, with its rule numbers, and with its proof."""
    on = quick_board(YOURS, THEIRS)
    assert len(on.battlefield) == 30
    assert benchmark(ask, on, QUESTIONS[kind], cite=way != "answer", explain=way == "explain").answer
