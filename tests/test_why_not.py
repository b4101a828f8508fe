"""Why not, and what it would take."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import pyreason
from pyreason.asking_why import why_not
from pyreason.cli import group
from pyreason.errors import InputError
from pyreason.explain.proof import Proof, Step
from pyreason.scenario import loads
from pyreason.supposing import Change, WhatIf, changed, what_if

POOL = pyreason.CouldProduce("reflecting-pool")


def texts(proof: Proof) -> list[str]:
    return [node.text for node in proof.nodes]


def test_each_law_that_could_have_made_it_so_fails_somewhere() -> None:
    found = why_not(pyreason.quick_board("Reflecting Pool, Forest", "Island"), POOL, "U")
    assert "It is not so that Forest, one of those looked at, could produce {U}" in texts(found)
    assert not any("Island" in text for text in texts(found)), "it looks at lands you control"
    assert found.nodes[found.roots[0][1]].text == "Not so: Reflecting Pool could produce {U}"


def test_a_bar_is_proved() -> None:
    board = pyreason.quick_board("Rupture Spire (tapped)")
    found = why_not(board, pyreason.CanActivate("rupture-spire", 1), "yes")
    bar = next(node for node in found.nodes if isinstance(node, Step) and node.rule == "107.5")
    assert bar.text == "Rupture Spire is tapped already"
    assert "Rupture Spire is tapped" in [found.nodes[p].text for p in bar.premises]


AURA = """
players: [alice, bob]
cards: [{name: Bond, type: Enchantment — Aura, mana_cost: "{W}", text: "Enchant creature you control"}]
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice}
  - {id: elf, card: Llanowar Elves, controller: bob}
hand: {alice: [{id: link, card: Bond}]}
ask: {aura_hosts: link, how: cast}
"""


def test_any_question_whose_answers_are_barred() -> None:
    """No code of its own: the goal's atoms, and the rules that speak against them."""
    (scenario,) = loads(AURA, "x")
    ruling = pyreason.ask(scenario.board, scenario.question)
    assert [part for part, _ in ruling.why("bear").roots] == ["bear"]
    found = why_not(scenario.board, scenario.question, "link on elf")
    assert "702.5a" in found.rules
    assert why_not(scenario.board, scenario.question, "Llanowar Elves") == found


def test_why_an_effect_did_nothing() -> None:
    board = pyreason.quick_board("Urborg, Tomb of Yawgmoth, Forest", "Blood Moon")
    found = why_not(board, pyreason.Characteristics("forest"), "Swamp")
    assert {"305.7", "613.8a"} <= set(found.rules)


@pytest.mark.parametrize(
    ("question", "outcome", "message"),
    [
        (POOL, "G", "is among the answers"),
        (POOL, "sideways", "is no outcome"),
        (pyreason.CanActivate("forest", 1), "U", "is no outcome"),
    ],
)
def test_outcomes_that_make_no_sense(question: pyreason.asks.Question, outcome: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        why_not(pyreason.quick_board("Reflecting Pool, Forest"), question, outcome)


def test_why_a_pool_cannot_be_had() -> None:
    board = pyreason.quick_board("Forest, Mystic Gate, Island (tapped)")
    found = why_not(board, pyreason.AvailableMana("you"), "{G}{U}")  # in any order
    assert found.nodes[found.roots[0][1]].text == "Not so: you can have {G}{U}"
    assert "{G}{C} can be had, which lacks {U}" in texts(found)
    assert "Island is tapped already" in texts(found), "what would bring it and can't be used"
    with pytest.raises(InputError, match=r"is among the answers, as \{G\}\{C\}"):
        why_not(board, pyreason.AvailableMana("you"), "{C}")
    with pytest.raises(InputError, match="a pool is written like"):
        why_not(board, pyreason.AvailableMana("you"), "lots")


def test_why_a_cost_cannot_be_paid() -> None:
    board = pyreason.quick_board("Fetid Heath, Forest")
    found = why_not(board, pyreason.CanActivate("fetid-heath", 2), "yes")
    assert "No choice of mana abilities brings what the ability of Fetid Heath costs" in texts(found)
    assert {"118.3", "107.4e"} <= set(found.rules)
    assert any("Forest" in text for text in texts(found)), "the mana that there is"
    with pytest.raises(InputError, match="is among the answers"):
        why_not(pyreason.quick_board("Fetid Heath, Plains"), pyreason.CanActivate("fetid-heath", 2), "yes")
    barred = why_not(
        pyreason.quick_board("Fetid Heath (tapped), Plains"), pyreason.CanActivate("fetid-heath", 2), "yes"
    )
    assert "107.5" in barred.rules


# ---- what it would take --------------------------------------------------------------------------------


def ways(found: WhatIf) -> set[tuple[Change, ...]]:
    return {each.changes for each in found.found}


def test_one_change_is_enough() -> None:
    board = pyreason.quick_board("Reflecting Pool, Forest", "Island")
    found = what_if(board, POOL, "U")
    assert found.possible
    assert found.complete
    assert ways(found) == {
        (Change("add", "Island", "you"),),
        (Change("control", "island", "you"),),
        (Change("control", "reflecting-pool", "opponent"),),
    }
    assert all("U" in each.ruling.answer for each in found.found)


def test_what_makes_it_impossible() -> None:
    board = pyreason.quick_board("Reflecting Pool, Forest, Forest")
    found = what_if(board, POOL, "G", kinds=("remove", "tap"))
    assert not found.possible
    assert ways(found) == {(Change("remove", "forest"), Change("remove", "forest-2"))}


def test_untapping_and_choosing() -> None:
    spire = pyreason.quick_board("Rupture Spire (tapped)")
    found = what_if(spire, pyreason.CanActivate("rupture-spire", 1), "yes", kinds=("untap", "remove"))
    assert ways(found) == {(Change("untap", "rupture-spire"),)}
    grove = pyreason.quick_board("Thriving Grove")
    found = what_if(grove, pyreason.CouldProduce("thriving-grove"), "U", kinds=("choose",))
    assert ways(found) == {(Change("choose", "thriving-grove", "U", "color"),)}


CHOICES = """
id: types
players: [alice, bob]
cards:
  - name: Kin Banner
    type: Artifact
    text: |
      As this artifact enters, choose a creature type.
      {T}: Add {G} for each creature you control of the chosen type.
battlefield:
  - {id: banner, card: Kin Banner, controller: alice, chosen: {type: Bear}}
  - {id: elf, card: Llanowar Elves, controller: alice}
ask: {could_produce: banner}
---
id: words
players: [alice, bob]
battlefield:
  - {id: conversion, card: Conversion, controller: bob}
  - {id: mountain, card: Mountain, controller: alice}
effects:
  - id: hack
    card: Magical Hack
    controller: alice
    targets: [conversion]
    chosen: {from: Plains, to: Forest}
ask: {could_produce: mountain}
---
id: modes
players: [alice, bob]
battlefield:
  - {id: bear, card: Grizzly Bears, controller: bob}
stack:
  - {id: bolt, card: Lightning Bolt, controller: bob, targets: [alice]}
  - {id: charm, card: Izzet Charm, controller: alice, modes: [1], targets: [bolt]}
ask: {can_target: bear, by: charm}
---
id: numbers
players: [alice, bob]
battlefield:
  - {id: bear, card: Grizzly Bears, controller: bob}
stack:
  - {id: repeal, card: Repeal, controller: alice, x: 1, targets: [bear]}
ask: {can_target: bear, by: repeal}
"""


@pytest.mark.parametrize(
    ("id", "outcome", "change", "said"),
    [
        ("types", "G", Change("choose", "banner", "Elf", "type"), "choose the type Elf for Kin Banner"),
        ("words", "U", Change("choose", "hack", "Island", "to"), "choose the word Island for Magical Hack"),
        ("modes", "yes", Change("choose", "charm", "2", "mode"), "choose mode 2 for Izzet Charm"),
        ("numbers", "yes", Change("choose", "repeal", "2", "x"), "let X be 2 for Repeal"),
    ],
)
def test_every_choice_that_the_board_tells(id: str, outcome: str, change: Change, said: str) -> None:
    scenario = next(each for each in loads(CHOICES, "x") if each.id == id)
    found = what_if(scenario.board, scenario.question, outcome, kinds=("choose",))
    assert (change,) in ways(found)
    assert change.text(scenario.board) == said


def test_searches_are_cut() -> None:
    board = pyreason.quick_board("Reflecting Pool, Forest")
    assert not what_if(board, POOL, "U", boards=1).complete
    assert what_if(board, POOL, "U", kinds=("tap",)) == what_if(board, POOL, "U", kinds=("tap",))
    assert what_if(board, POOL, "U", kinds=("tap",)).found == ()
    with pytest.raises(InputError, match="is possible already"):
        what_if(board, POOL, "G", possible=True)
    with pytest.raises(InputError, match="no kind of change"):
        what_if(board, POOL, "G", kinds=("burn",))


def test_what_was_attached_to_a_permanent_taken_away_stays_alone() -> None:
    (scenario,) = loads(
        "players: [a, b]\nbattlefield:\n  - {id: f, card: Forest, controller: a}\n"
        "  - {id: g, card: Wild Growth, controller: a, attached_to: f}\nask: {could_produce: f}",
        "x",
    )
    after = changed(scenario.board, [Change("remove", "f")])
    assert [(o.id, o.attached_to) for o in after.battlefield] == [("g", None)]


# ---- the command line ------------------------------------------------------------------------------------


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(group, list(args), standalone_mode=False)
    code = result.return_value if isinstance(result.return_value, int) else 0
    return code, result.output


def test_commands(tmp_path: Path) -> None:
    code, out = run("what-if", "could-produce", "Reflecting Pool", "U", "--you", "Reflecting Pool, Forest")
    assert (code, out) == (0, "U becomes possible: add Island for you\n")
    file = tmp_path / "aura.yaml"
    file.write_text(AURA, "utf-8")
    code, out = run("ask", str(file), "--why-not", "elf", "--full")
    assert code == 0
    assert "702.5a" in out
    code, out = run("what-if", str(file), "elf", "--change", "control", "--json")
    assert code == 0
    (found,) = json.loads(out)["found"]
    assert [change["text"] for change in found["changes"]] == ["give Llanowar Elves to alice"]
    code, out = run("ask", "could-produce", "Forest", "--you", "Forest", "--format", "text")
    assert out.startswith("Forest could produce {G} because ")
