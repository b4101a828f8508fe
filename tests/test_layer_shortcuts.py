"""The shortcuts on the way through the layers lead where the whole way does."""

from __future__ import annotations

import random

import pytest

from pyreason.board import Board, GameObject
from pyreason.layer_plan import layer_plans
from pyreason.layers import World, _Walk, final_world
from pyreason.situation import Situation, situate
from tests.test_layers_reference import BY_HAND, boards

CARDS = (
    *("Grizzly Bears", "Serra Angel", "Glorious Anthem", "Crusade", "Control Magic", "Conspiracy"),
    *("Painter's Servant", "Forest", "Steam Vents", "Blood Moon", "Test Winds", "Test Swap"),
)


def whole(situation: Situation) -> World:
    walk = _Walk(situation, cite=False, whole=True)
    for plan in layer_plans(situation):
        walk.go_through(plan)
    return walk.world


def same(on: Board) -> None:
    situation = situate(on, BY_HAND)  # type: ignore[arg-type]
    quick, slow = final_world(situation), whole(situation)
    assert quick.base == slow.base
    assert quick.history == slow.history


@pytest.mark.parametrize("number", range(60))
def test_small_boards(number: int) -> None:
    same(boards(90210, 60)[number])


@pytest.mark.parametrize("seed", range(12))
def test_boards_with_many_counters(seed: int) -> None:
    rng = random.Random(seed)
    names = [rng.choice(CARDS) for _ in range(8)]
    same(
        Board(
            ("ann", "ben"),
            "ann",
            tuple(
                GameObject(
                    *(f"p{n}", name, *[rng.choice(("ann", "ben"))] * 2),
                    tapped=rng.random() < 0.4,
                    attached_to=f"p{rng.randrange(8)}" if name == "Control Magic" else None,
                    counters=(("+1/+1", rng.randint(1, 3)),) if rng.random() < 0.6 else (),
                    chosen=(("color", rng.choice("WUBRG")), ("type", "Elf")),
                )
                for n, name in enumerate(names)
            ),
        )
    )


def test_counters_on_many_creatures_are_applied_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One look at the board is enough, however many objects have counters."""
    count = 0
    grounding = _Walk._ground

    def counted(*arguments: object) -> object:
        nonlocal count
        count += 1
        return grounding(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(_Walk, "_ground", counted)
    bears = tuple(
        GameObject(f"p{n}", "Grizzly Bears", "ann", "ann", counters=(("+1/+1", n + 1),)) for n in range(20)
    )
    world = final_world(situate(Board(("ann", "ben"), "ann", bears), BY_HAND))  # type: ignore[arg-type]
    assert count == 1
    assert [step.source for step in world.history] == [f"p{n}" for n in range(20)]
