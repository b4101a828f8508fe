"""The law and the plain Python reference agree about mana events (CR 106.7, 106.12-12b, 614.5, 616.1)."""

from __future__ import annotations

import pytest

from pyreason.answering import ask_many
from pyreason.asks import CouldProduce, TapForMana
from pyreason.board import MANA_TYPES, Board, GameObject
from pyreason.cards.library import default_library
from tests.differential import Cases, compared, pool_cases, replaced_cases, symbols, tapping_cases
from tests.reference_mana import ManaReference, payments
from tests.strategies import OWN, REPLACING, SOURCES, TAPPED, TRIGGERING, mana_boards, pool_boards

BOARDS, CHUNK = 1000, 50
REPLACED = mana_boards(106, BOARDS, triggering=0)
EVENTS = mana_boards(616, BOARDS)
POOLS = pool_boards(605, 300)


def assert_agreed(cases: Cases) -> None:
    found = list(compared(cases, default_library()))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("start", range(0, BOARDS, CHUNK))
def test_could_produce_with_replacement_effects(start: int) -> None:
    assert_agreed(replaced_cases(REPLACED[start : start + CHUNK], default_library()))


@pytest.mark.parametrize("start", range(0, BOARDS, CHUNK))
def test_tap_for_mana(start: int) -> None:
    """Every second ability of each board: a long run (`tests.differential`) compares them all."""
    assert_agreed(tapping_cases(EVENTS[start : start + CHUNK], default_library())[::2])


@pytest.mark.parametrize("start", range(0, 300, CHUNK))
def test_available_mana(start: int) -> None:
    assert_agreed(pool_cases(POOLS[start : start + CHUNK], default_library()))


# ---- could_produce and tap_for_mana agree with each other ----------------------------------------------


def test_106_7_types_of_outcomes_are_those_that_could_be_produced() -> None:
    """Of fixed amounts and costs: what could come of {T} abilities is what could be produced by them."""
    cases: list[tuple[Board, CouldProduce | TapForMana]] = []
    for board in mana_boards(7, 300, triggering=0):
        for obj in board.battlefield:
            known = ManaReference(board, default_library())
            if obj.tapped or obj.sick or not all(map(fixed, known.mana_abilities(obj))):
                continue
            cases += [(board, CouldProduce(obj.id)), (board, TapForMana(obj.id))]
    rulings = ask_many(cases)
    assert len(cases) > 800
    for could, tapped in zip(rulings[::2], rulings[1::2], strict=True):
        letters = "".join(mana for outcome in tapped.answer for mana in outcome.values())
        assert could.answer == [t for t in MANA_TYPES if t in letters], could.question


def fixed(ability: object) -> bool:
    """Whether {T} is all that the ability costs, and nothing restricts activating it."""
    cost, _, limits = (part.arguments for part in ability.arguments)  # type: ignore[attr-defined]
    return len(cost) == 1 and cost[0].match("tap", 0) and not limits


# ---- the boards and the reference are worth something ---------------------------------------------------


def test_the_pools_of_cards_are_understood() -> None:
    library = default_library().with_definitions(OWN)
    missed = [
        name
        for name in (*TAPPED, *REPLACING, *TRIGGERING, *SOURCES)
        for line in library.find(name).lines
        if line.term is None and {"adds_mana", "mana_event"} & set(line.touches)
    ]
    assert not missed


def test_the_boards_are_worth_comparing() -> None:
    """Most events are replaced or set triggers off, many have several outcomes, some have many effects."""
    cases = tapping_cases(EVENTS[:300], default_library())
    outcomes = [expected for _, _, expected in cases]
    assert sum(len(each) > 3 for each in outcomes) > 150
    assert sum(not each for each in outcomes) > 30
    assert sum(any(mana == "" for (_, mana), *_ in each) for each in outcomes) > 10
    effects = [len(ManaReference(board, default_library()).effects) for board in EVENTS[:300]]
    assert all(effects.count(n) > 30 for n in range(5))


def test_most_pools_are_small_enough_to_search() -> None:
    assert len(pool_cases(POOLS[:60], default_library())) > 45


def test_616_1_the_reference_applies_effects_in_every_order() -> None:
    board = Board(
        ("a", "b"),
        "a",
        (
            GameObject("forest", "Forest", "a", "a"),
            GameObject("twice", "Mana Reflection", "a", "a"),
            GameObject("dark", "Contamination", "b", "b"),
        ),
    )
    known = ManaReference(board, default_library())
    forest = board.battlefield[0]
    assert known.ends(forest, "G") == {"B", "BB"}
    assert known.ends(forest, "") == {""}


@pytest.mark.parametrize(
    ("cost", "pool", "left"),
    [
        ("{1}", "WU", {"W", "U"}),
        ("{U/B}", "WUB", {"WU", "WB"}),
        ("{2/W}", "WUU", {"UU", "U", "W"}),
        ("{G/P}", "GW", {"GW", "W"}),
        ("{C}", "WW", set()),
        ("{R}{R}", "RRG", {"G"}),
    ],
)
def test_107_4_payments_of_the_reference(cost: str, pool: str, left: set[str]) -> None:
    assert payments(cost, pool) == left


def test_mana_is_written_in_the_order_of_types() -> None:
    assert symbols("WUC") == "{W}{U}{C}"
