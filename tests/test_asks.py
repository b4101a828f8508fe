from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

import pyreason
from pyreason.asks import (
    QUESTIONS,
    AuraHosts,
    CanActivate,
    CouldProduce,
    EnterTogether,
    Event,
    Move,
    MoveCounter,
    NewTargets,
    Question,
    StateBasedActions,
    TapForMana,
    Triggers,
    Within,
    XValue,
)

ASKS: list[tuple[Question, dict[str, object]]] = [
    (CouldProduce("pool"), {"could_produce": "pool"}),
    (TapForMana("forest", 2), {"tap_for_mana": "forest", "ability": 2}),
    (CanActivate("druid", 2), {"can_activate": "druid", "ability": 2}),
    (
        AuraHosts("aura", "move", by="mage", within=Within("same", True, ("a", "b"))),
        {
            "aura_hosts": "aura",
            "how": "move",
            "by": "mage",
            "within": {"controller": "same", "another": True, "only": ["a", "b"]},
        },
    ),
    (
        EnterTogether(("A", "B"), "alice", "library"),
        {"enter_together": ["A", "B"], "controller": "alice", "from": "library"},
    ),
    (
        MoveCounter(Move("a", "b", "+1/+1"), by="mage"),
        {"move_counter": {"from": "a", "to": "b", "kind": "+1/+1"}, "by": "mage"},
    ),
    (XValue("hydra", "etb"), {"x_value": "hydra", "for": "etb"}),
    (NewTargets("bolt", "alice"), {"new_targets": "bolt", "controller": "alice"}),
    (StateBasedActions(), {"state_based_actions": True}),
    (
        Triggers("snipe", Event("copied", "bolt", by="mage", ability=2)),
        {"triggers": "snipe", "event": {"copied": "bolt", "by": "mage", "ability": 2}},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("question", "ask"), ASKS, ids=[q.kind for q, _ in ASKS])
def test_a_question_writes_itself_as_a_scenario_does(question: Question, ask: dict[str, object]) -> None:
    assert question.to_ask() == ask


def test_unset_options_are_left_out_and_false_is_not_unset() -> None:
    assert Within(another=False).to_ask() == {"another": False}
    assert Within(only=()).to_ask() == {"only": []}


def test_the_registry_holds_every_question_by_its_kind() -> None:
    assert len(QUESTIONS) == 20
    assert all(cls.kind == kind and issubclass(cls, Question) for kind, cls in QUESTIONS.items())
    camel = {"".join(word.capitalize() for word in kind.split("_")) for kind in QUESTIONS}
    assert camel == {cls.__name__ for cls in QUESTIONS.values()}


def test_questions_are_values() -> None:
    assert len({q for q, _ in ASKS} | {q for q, _ in ASKS}) == len(ASKS)
    with pytest.raises(FrozenInstanceError):
        CouldProduce("pool").object = "other"  # type: ignore[misc]
    assert not hasattr(CouldProduce("pool"), "__dict__")


def test_every_question_is_exported() -> None:
    for cls in QUESTIONS.values():
        assert getattr(pyreason, cls.__name__) is cls
