"""Effects that move Auras: what they say of the Aura and its place, and what of that no law file knows."""

from __future__ import annotations

import pytest

from pyreason import ask
from pyreason.rulings import Ruling
from pyreason.scenario import loads

BOARD = """
id: moved
title: Moved
players: [alice, bob]
cards:
  - {{name: Mover, mana_cost: "{{U}}", type: Instant, text: "{text}"}}
battlefield:
  - {{id: bear, card: Grizzly Bears, controller: bob}}
  - {{id: elves, card: Llanowar Elves, controller: bob}}
  - {{id: thopter, card: Ornithopter, controller: alice}}
  - {{id: holy, card: Holy Strength, controller: alice, attached_to: bear}}
ask: {{aura_hosts: holy, how: move, by: Mover}}
"""
SAME_SIDE = "another permanent with the same controller."


def moved_by(text: str) -> Ruling:
    (scenario,) = loads(BOARD.format(text=text))
    return ask(scenario.board, scenario.question)


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("Attach target Aura attached to a permanent to another permanent.", {"elves", "thopter"}),
        (f"Attach target Aura attached to a permanent to {SAME_SIDE}", {"elves"}),
        ("Attach target Aura you control to target creature you control.", {"thopter"}),
        ("Attach target Aura attached to a creature you control to target creature you control.", set()),
        ("Attach target Aura attached to a land to another permanent.", set()),
        ("Attach any number of Auras you control to another creature.", {"elves", "thopter"}),
        (f"Attach all Auras enchanting target permanent to {SAME_SIDE}", {"elves"}),
        ("Gain control of target Aura. Attach it to another permanent it can enchant.", {"elves", "thopter"}),
    ],
)
def test_where_an_effect_can_move_an_aura(text: str, hosts: set[str]) -> None:
    ruling = moved_by(text)
    assert set(ruling.answer) == hosts
    assert ruling.caveats == ()


def test_words_of_a_mover_without_a_rule_are_a_caveat() -> None:
    text = "Attach target Aura you control to a creature that shares a creature type with that creature."
    (caveat,) = moved_by(text).caveats
    assert caveat.why == "the law has no rule for creature_type"
