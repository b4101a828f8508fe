"""What citations and proofs cost, on a board of 30 permanents.

Run: pytest benchmarks/test_proofs.py --benchmark-only

python benchmarks/test_proofs.py    processor times, and how many times an answer its proof takes
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from pyreason import (
    AvailableMana,
    CanActivate,
    Characteristics,
    ColorsAmongPermanents,
    CouldProduce,
    IsManaAbility,
    TapForMana,
    ask,
    quick_board,
)

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
    "can_activate": CanActivate("gilded-lotus", 1),
    "is_mana_ability": IsManaAbility("city-of-brass", 1),
    "characteristics": Characteristics("llanowar-elves"),
    "colors_among_permanents": ColorsAmongPermanents("you"),
    "available_mana": AvailableMana("opponent"),
}


@pytest.mark.parametrize("kind", QUESTIONS)
@pytest.mark.parametrize("way", ["answer", "cite", "explain"])
def test_thirty_permanents(benchmark: BenchmarkFixture, kind: str, way: str) -> None:
    """The answer alone, with its rule numbers, and with its proof."""
    on = quick_board(YOURS, THEIRS)
    assert len(on.battlefield) == 30
    ruling = benchmark(ask, on, QUESTIONS[kind], cite=way != "answer", explain=way == "explain")
    assert ruling.answer is not None


def times(calls: list[Callable[[], object]], rounds: int = 25) -> list[float]:
    """The median processor time of each call in milliseconds; they take turns."""
    found: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, mine in zip(calls, found, strict=True):
            begun = time.process_time()
            call()
            mine.append(1000 * (time.process_time() - begun))
    return [statistics.median(mine[3:]) for mine in found]


def main() -> None:
    """Print a row for each question."""
    on = quick_board(YOURS, THEIRS)
    print("question                   answer    cited  explained   times")
    for kind, question in QUESTIONS.items():
        calls = [
            lambda question=question: ask(on, question, cite=False),
            lambda question=question: ask(on, question),
            lambda question=question: ask(on, question, explain=True),
        ]
        answer, cited, explained = times(calls)
        print(f"{kind:24}{answer:6.1f} ms{cited:6.1f} ms{explained:8.1f} ms{explained / answer:8.2f}")


if __name__ == "__main__":
    main()
