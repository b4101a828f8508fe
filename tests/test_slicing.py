"""The part of a board that mana hangs on: the answers are those of the whole board."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.test_could_produce import MIRRORS, MIXED
from pyreason import Board, CouldProduce, ask
from pyreason.board import GameObject
from pyreason.situation import situate
from pyreason.slicing import slice_of, twins

LOOKING = (*MIRRORS, "Star Compass", "Gaea's Cradle", "Cabal Coffers", "Mox Amber", "Fellwar Stone")
AWKWARD = ("Mox Opal", "Naked Singularity", "Contamination", "Mana Reflection", "Urborg, Tomb of Yawgmoth")


def left(text: str, asked: str) -> set[str]:
    situation = situate(Board.parse(text))
    return {obj.id for obj in slice_of(situation, {asked}).board.battlefield}


def test_what_is_not_looked_at_is_left_out() -> None:
    lands = "a: Reflecting Pool, Forest, Island, Sol Ring, Grizzly Bears | b: Mountain, Swamp"
    assert left(lands, "reflecting-pool") == {"reflecting-pool", "forest", "island"}
    assert left(lands, "forest") == {"forest"}


def test_what_is_looked_at_through_another_stays() -> None:
    lands = "a: Reflecting Pool, Exotic Orchard, Sol Ring | b: Mountain, Cabal Coffers, Swamp, Star Compass"
    assert left(lands, "reflecting-pool") == {
        *("reflecting-pool", "exotic-orchard", "mountain", "cabal-coffers", "swamp")
    }


def test_one_of_several_alike_stands_for_all() -> None:
    board = Board.parse("a: Reflecting Pool, Forest, Forest, Forest (tapped), Wastes, Wastes | b: Island")
    situation = situate(board)
    part = slice_of(situation, {"reflecting-pool"})
    assert [obj.id for obj in part.board.battlefield] == ["reflecting-pool", "forest", "forest-3", "wastes"]
    assert twins(situation) == {"forest-2": "forest", "wastes-2": "wastes"}
    (green, none) = ask(board, CouldProduce("reflecting-pool"), cite=False).reasons
    assert green.through == ("forest", "forest-2", "forest-3")
    assert none.through == ("wastes", "wastes-2")


@pytest.mark.parametrize(
    "more",
    [
        "Naked Singularity",  # replaces mana
        "Urborg, Tomb of Yawgmoth",  # changes what objects are
        "Utopia Sprawl -> Forest",  # something is attached
    ],
)
def test_a_form_that_is_not_known_keeps_the_whole_board(more: str) -> None:
    board = Board.parse(f"a: Reflecting Pool, Sol Ring, Forest, {more} | b: Island, Mountain, Swamp")
    situation = situate(board)
    assert slice_of(situation, {"reflecting-pool"}) is situation


def test_an_ability_with_a_condition_keeps_the_whole_board_only_where_it_counts() -> None:
    board = "a: Reflecting Pool, Island, Sol Ring, Tolaria West, {} | b: Island, Mountain, Swamp"
    assert "mountain" in left(
        board.format("Cabal Stronghold, Nimbus Maze, Temple of the False God"), "reflecting-pool"
    )
    assert "mountain" not in left(board.format("Mox Opal"), "reflecting-pool")


@given(seed=st.integers(0, 2**32))
def test_the_answer_is_that_of_the_whole_board(seed: int) -> None:
    pick = random.Random(seed)
    pool = [*pick.choices(MIXED, k=3), *pick.choices(LOOKING, k=2)]
    if pick.random() < 0.2:
        pool.append(pick.choice(AWKWARD))
    objects = []
    for number in range(pick.randint(6, 14)):
        player = pick.choice("ab")
        tapped = pick.random() < 0.2
        objects.append(GameObject(f"p{number}", pick.choice(pool), player, player, tapped=tapped))
    board, asked = Board(("a", "b"), "a", objects=tuple(objects)), CouldProduce("p0")
    part, whole = ask(board, asked, cite=False), ask(board, asked, cite=True)
    assert (part.answer, part.reasons) == (whole.answer, whole.reasons)
    assert (part.caveats, part.notes) == (whole.caveats, whole.notes)
