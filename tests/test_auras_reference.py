"""The law of Auras against the plain reference, and what holds on every board."""

from __future__ import annotations

import random

import pytest

from pyreason.answering import ask_many
from pyreason.asks import AuraHosts, EnterTogether, StateBasedActions
from tests import reference_auras as reference

SEEDS = range(8)
A_SEED = 25
"""How many boards a seed makes."""


def boards(seed: int, number: int = A_SEED) -> list[reference.Board]:
    rng = random.Random(seed)
    return [reference.board(rng) for _ in range(number)]


@pytest.mark.parametrize("seed", SEEDS)
def test_hosts_agree(seed: int) -> None:
    cases = [
        (board, AuraHosts(f"h{i}", how))
        for board in boards(seed)
        for i in (0, 1)
        for how in ("cast", "enter")
    ]
    cases += [
        (board, AuraHosts(o.id, "move"))
        for board in boards(seed)
        for o in board.battlefield
        if o.attached_to is not None
    ]
    for (board, question), ruling in zip(cases, ask_many(cases), strict=True):
        assert set(ruling.answer) == reference.hosts(board, question.object, question.how), (board, question)
        candidates = {o.id for o in board.battlefield} | set(board.players)
        refused = {refusal.part for refusal in ruling.refused}
        assert set(ruling.answer) | refused >= candidates
        assert not set(ruling.answer) & refused
        assert not ruling.caveats


@pytest.mark.parametrize("seed", SEEDS)
def test_state_based_actions_agree(seed: int) -> None:
    some = boards(seed)
    for board, ruling in zip(some, ask_many([(b, StateBasedActions()) for b in some]), strict=True):
        fallen = {action["put_into_graveyard"] for action in ruling.answer if "put_into_graveyard" in action}
        assert fallen == reference.fallen(board), board


@pytest.mark.parametrize("seed", SEEDS)
def test_legal_to_cast_is_legal_to_enter(seed: int) -> None:
    """303.4a, 303.4f: what can be targeted and enchanted can be chosen without being targeted."""
    some = boards(seed)
    answers = [
        [set(ruling.answer) for ruling in ask_many([(board, AuraHosts("h0", how)) for board in some])]
        for how in ("cast", "enter")
    ]
    assert all(cast <= enter for cast, enter in zip(*answers, strict=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_no_companion_is_a_host_and_nothing_falls_at_once(seed: int) -> None:
    """303.4f: an Aura never enters attached to what enters with it, nor where it could not stay."""
    some = boards(seed)
    together = EnterTogether(("h0", "h1"), "ann", "hand")
    after = []
    for board, ruling in zip(some, ask_many([(b, together) for b in some]), strict=True):
        assert ruling.count == len(ruling.answer)
        for outcome in ruling.answer:
            assert not set(outcome.values()) & {"h0", "h1"}
        outcome = ruling.answer[0]
        for id, host in outcome.items():
            if host != "stays in hand":
                after.append((reference.attached(board, id, host, "ann"), id))
    checks = ask_many([(board, StateBasedActions()) for board, _ in after])
    for (_, id), check in zip(after, checks, strict=True):
        assert {"put_into_graveyard": id} not in check.answer


def test_questions_of_one_batch_do_not_mix() -> None:
    """Two ways of putting the same Aura onto the battlefield, asked about together and one by one."""
    (board, *_) = boards(3)
    asked = [(board, AuraHosts("h0", how)) for how in ("cast", "enter")]
    together = [ruling.answer for ruling in ask_many(asked)]
    assert together == [ask_many([each])[0].answer for each in asked]
