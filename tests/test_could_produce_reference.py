"""The law and the plain Python reference agree about random boards (CR 106.7)."""

from __future__ import annotations

import pytest

from pyreason.cards.library import default_library
from tests.differential import CHUNK, disagreements
from tests.reference import Reference
from tests.strategies import OWN, POOL, boards

SEED, BOARDS = 106, 1000
SOME = boards(SEED, BOARDS)


@pytest.mark.parametrize("start", range(0, BOARDS, CHUNK))
def test_law_and_reference_agree(start: int) -> None:
    found = list(disagreements(SOME[start : start + CHUNK], default_library()))
    assert not found, "\n".join(map(str, found))


def test_the_pool_is_understood() -> None:
    """No card of the pool has a line that adds mana and was not understood."""
    library = default_library().with_definitions(OWN)
    missed = [
        (name, line.number)
        for names in POOL.values()
        for name in names
        for line in library.find(name).lines
        if line.term is None and "adds_mana" in line.touches
    ]
    assert not missed


def test_the_boards_are_worth_comparing() -> None:
    """Most permanents produce something, many do not, and every type comes up often."""
    answers = [
        types for board in SOME[:200] for types in Reference(board, default_library()).solve().values()
    ]
    assert 0.15 < sum(not types for types in answers) / len(answers) < 0.5
    for letter in "WUBRGC":
        assert sum(letter in types for types in answers) > 100
    assert len({tuple(types) for types in answers}) > 20
