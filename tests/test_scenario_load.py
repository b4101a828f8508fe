"""Reading scenarios: the format, defaults, ids, and writing them back."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from pyreason import asks
from pyreason.board import Board, CardDefinition, GameObject, ResolvedEffect, StackObject
from pyreason.errors import ScenarioError, UnknownCard, UnknownObject, UnsupportedQuestion
from pyreason.scenario import MISSING, Scenario, load, loads, parse_ask, problems, read

FULL = """
id: everything
title: All keys at once
players: [alice, bob]
active: bob
battlefield:
  - {id: pool, card: Reflecting Pool, controller: alice, owner: bob, tapped: true, sick: true}
  - card: Grizzly Bears
    controller: alice
    counters: {"+1/+1": 2, charge: 0}
    face_down: true
    token: true
    copy_of: pool
    chosen: {color: R, type: Forest, name: X}
    x: 3
    granted: ["hexproof", "protection from red"]
    paid: [bestow]
    mana_spent: "{G}{W}"
    exiled_with: [gone, Some Card]
  - {card: Grizzly Bears, controller: bob}
  - {id: aura, card: Pacifism, controller: alice, attached_to: grizzly-bears-2}
  - {id: curse, card: Curse, controller: alice, attached_to: bob}
hand: {alice: [Card A, Card A, {id: named, card: Card A}]}
library: {bob: [Top, Bottom]}
exile: {bob: [{id: gone, card: Gone Card, owner: alice, counters: {time: 2}}]}
stack:
  - {id: bolt, card: Lightning Bolt, controller: alice, targets: [pool, bob, Top], x: 0, modes: [1],
     paid: [overload], division: {bob: 3}, resolving: true}
  - {id: ab, ability_of: pool, ability: 1, controller: bob, targets: []}
  - {id: cp, card: Lightning Bolt, controller: bob, copy: true, copy_of: bolt}
effects:
  - {id: tide, card: High Tide, controller: bob, chosen: {color: U}, targets: [pool], ability: 2}
timestamps: [tide, pool, aura]
commander: {alice: "Niv-Mizzet, Parun", bob: [One, Two]}
mana_pool: {alice: "{C}{G}{W}"}
cards:
  - {name: Twin, mana_cost: "{1}{G/U}", type: Creature — Elf, text: "{T}: Add {G}.", power: 1, toughness: "*",
     colors: [G], color_indicator: [U]}
ask: {could_produce: pool}
expect: [R, G]
rules: [106.7, 605, "305.10"]
source: somewhere
why: because
"""


def one(text: str) -> Scenario:
    (scenario,) = loads(text)
    return scenario


def minimal(ask: str, expect: str | None = None, board: str = "") -> Scenario:
    rows = board or "battlefield:\n  - {id: pool, card: Reflecting Pool, controller: alice}"
    return one(f"players: [alice, bob]\n{rows}\nask: {ask}\n" + (f"expect: {expect}\n" if expect else ""))


def test_everything_is_converted() -> None:
    scenario = one(FULL)
    assert (scenario.id, scenario.title, scenario.source, scenario.why) == (
        "everything",
        "All keys at once",
        "somewhere",
        "because",
    )
    assert scenario.rules == ("106.7", "605", "305.10")
    assert scenario.question == asks.CouldProduce("pool")
    assert scenario.expect == ["R", "G"]
    card = {"controller": "alice", "owner": "alice"}
    assert scenario.board == Board(
        players=("alice", "bob"),
        active="bob",
        objects=(
            GameObject("pool", "Reflecting Pool", "alice", "bob", tapped=True, sick=True),
            GameObject(
                "grizzly-bears",
                "Grizzly Bears",
                **card,
                counters=(("+1/+1", 2), ("charge", 0)),
                face_down=True,
                token=True,
                copy_of="pool",
                chosen=(("color", "R"), ("type", "Forest"), ("name", "X")),
                x=3,
                granted=("hexproof", "protection from red"),
                paid=("bestow",),
                mana_spent="{W}{G}",
                exiled_with=("gone", "Some Card"),
            ),
            GameObject("grizzly-bears-2", "Grizzly Bears", "bob", "bob"),
            GameObject("aura", "Pacifism", **card, attached_to="grizzly-bears-2"),
            GameObject("curse", "Curse", **card, attached_to="bob"),
            GameObject("Card A", "Card A", **card, zone="hand"),
            GameObject("Card A#2", "Card A", **card, zone="hand"),
            GameObject("named", "Card A", **card, zone="hand"),
            GameObject("Top", "Top", "bob", "bob", zone="library"),
            GameObject("Bottom", "Bottom", "bob", "bob", zone="library"),
            GameObject("gone", "Gone Card", "bob", "alice", zone="exile", counters=(("time", 2),)),
        ),
        stack=(
            StackObject(
                "bolt",
                "alice",
                card="Lightning Bolt",
                owner="alice",
                targets=("pool", "bob", "Top"),
                x=0,
                modes=(1,),
                paid=("overload",),
                division=(("bob", 3),),
                resolving=True,
            ),
            StackObject("ab", "bob", ability_of="pool", ability=1),
            StackObject("cp", "bob", card="Lightning Bolt", owner="bob", copy=True, copy_of="bolt"),
        ),
        effects=(ResolvedEffect("tide", "High Tide", "bob", (("color", "U"),), ("pool",), 2),),
        timestamps=("tide", "pool", "aura"),
        commander=(("alice", "Niv-Mizzet, Parun"), ("bob", "One"), ("bob", "Two")),
        mana_pool=(("alice", "{W}{G}{C}"),),
        cards=(
            CardDefinition(
                "Twin",
                "Creature — Elf",
                "{1}{G/U}",
                "{T}: Add {G}.",
                power="1",
                toughness="*",
                colors=("G",),
                color_indicator=("U",),
            ),
        ),
    )


def test_the_same_comes_back_from_yaml_and_json() -> None:
    scenario = one(FULL)
    assert one(scenario.to_yaml()) == scenario
    assert one(json.dumps(scenario.to_dict())) == scenario
    assert one(json.dumps(scenario.to_dict())).to_dict() == scenario.to_dict()


def test_little_is_written_where_little_is_said() -> None:
    assert minimal("{could_produce: pool}").to_dict() == {
        "id": "document-1",
        "players": ["alice", "bob"],
        "battlefield": [{"id": "pool", "card": "Reflecting Pool", "controller": "alice"}],
        "ask": {"could_produce": "pool"},
    }


def test_no_answer_differs_from_an_empty_one() -> None:
    assert minimal("{could_produce: pool}").expect is MISSING
    assert minimal("{could_produce: pool}", "[]").expect == []
    assert minimal("{can_activate: pool, ability: 1}", "false").expect is False
    assert not MISSING
    assert copy.deepcopy(MISSING) is MISSING
    assert pickle.loads(pickle.dumps(MISSING)) is MISSING


def test_default_ids_keep_clear_of_written_ones_and_of_players() -> None:
    rows = "\n".join(
        f"  - {{{row}, controller: forest}}"
        for row in [
            "card: Forest",
            "card: Forest",
            "id: forest-3, card: X",
            "card: Forest",
            "card: Gaea's Cradle",
        ]
    )
    scenario = one(
        f"players: [forest]\nbattlefield:\n{rows}\nhand: {{forest: [forest-3]}}\nask: {{resolves_next: true}}"
    )
    ids = [o.id for o in scenario.board.objects]
    assert ids == ["forest-2", "forest-4", "forest-3", "forest-5", "gaeas-cradle", "forest-3#2"]


ZONES = "hand: {alice: [Rancor, {id: two, card: Pacifism}]}\ngraveyard: {bob: [Forest, Forest]}"


def test_an_ask_may_name_a_card_in_a_zone_by_its_name() -> None:
    assert minimal("{aura_hosts: Rancor, how: cast}", board=ZONES).question == asks.AuraHosts(
        "Rancor", "cast"
    )
    assert minimal("{aura_hosts: Pacifism, how: cast}", board=ZONES).question == asks.AuraHosts("two", "cast")


def test_entering_cards_may_be_unlisted_and_repeated() -> None:
    cards = "[Pacifism, Forest, Forest, Rancor, Rancor]"
    ask = f"{{enter_together: {cards}, controller: alice, from: hand, by: Replenish}}"
    scenario = minimal(ask, "[{Pacifism: alice, Rancor#2: stays in hand}]", ZONES)
    assert isinstance(scenario.question, asks.EnterTogether)
    assert scenario.question.objects == ("two", "Forest", "Forest#2", "Rancor", "Rancor#2")
    assert scenario.question.by == "Replenish"
    assert scenario.expect == [{"two": "alice", "Rancor#2": "stays in hand"}]
    assert one(scenario.to_yaml()) == scenario


@pytest.mark.parametrize(
    ("ask", "question"),
    [
        ("{available_mana: bob}", asks.AvailableMana("bob")),
        ("{tap_for_mana: pool, ability: 1, by: pool}", asks.TapForMana("pool", 1, by="pool")),
        ("{can_target: bob, by: Shock}", asks.CanTarget("bob", "Shock")),
        ("{could_produce: pool, by: null}", asks.CouldProduce("pool")),
        (
            "{triggers: pool, event: {tapped_for_mana: pool}}",
            asks.Triggers("pool", asks.Event("tapped_for_mana", "pool")),
        ),
        ("{x_value: pool, for: printed}", asks.XValue("pool", "printed")),
        ("{state_based_actions: true}", asks.StateBasedActions()),
    ],
)
def test_asks(ask: str, question: asks.Question) -> None:
    assert minimal(ask).question == question


def test_parse_ask() -> None:
    assert parse_ask({"could_produce": "anything"}) == asks.CouldProduce("anything")
    with pytest.raises(ScenarioError, match=r"ask\.how: 'go' is not allowed"):
        parse_ask({"aura_hosts": "a", "how": "go"})


def test_empty_keys_count_as_absent() -> None:
    assert minimal("{state_based_actions: true}", board="battlefield:\nstack:\ntitle:").board.objects == ()


def test_files_and_texts(tmp_path: Path) -> None:
    file = tmp_path / "s.yaml"
    file.write_text(FULL + "---\n" + FULL, encoding="utf-8")
    first, second = load(file)
    assert first == second
    assert (first.file, first.document, first.line) == (str(file), 1, 2)
    assert (second.document, second.line) == (2, FULL.count("\n") + 3)
    assert load(str(file)) == load(FULL + "---" + FULL)
    assert load(json.dumps(first.to_dict())) == [first]
    with pytest.raises(ScenarioError, match=r"nothing\.yaml: can't read it: no such file"):
        load(tmp_path / "nothing.yaml")
    with pytest.raises(ScenarioError, match="can't read it"):
        load(tmp_path)
    with pytest.raises(ScenarioError, match="no file can have this name"):
        load("a\0b")
    with pytest.raises(ScenarioError, match="there is no scenario in it"):
        loads("# nothing\n")


def test_a_broken_document_does_not_hide_the_others() -> None:
    items = read(FULL + "---\nid: bad\nplayers: []\n---\na: [\n---\n" + FULL)
    assert [isinstance(item, Scenario) for item in items] == [True, False, False, True]
    assert [item.id for item in items] == ["everything", "bad", None, "everything"]
    assert len(problems(FULL)) == 0
    assert len(problems("players: []\nfoo: 1\n")) == 3
    assert len(problems(b"\xff")) == 1


# ------------------------------------------------------------------------------------------------ places


def located(error: Any) -> tuple[str | None, int | None]:
    scenario = loads(FULL, "f.yaml")[0]
    place = scenario.locate(error)
    assert (place.file, place.document, place.exit_code) == ("f.yaml", 1, error.exit_code)
    assert "\n" not in str(place)
    return place.path, place.line


def test_errors_raised_while_answering_are_given_their_place() -> None:
    assert located(UnknownCard("Pacifism")) == ("battlefield[3].card", 21)
    assert located(UnknownCard("Top")) == ("library.bob[0]", 24)
    assert located(UnknownCard("Niv-Mizzet, Parun")) == ("commander.alice", 34)
    assert located(UnknownObject("aura")) == ("battlefield[3]", 21)
    assert located(UnsupportedQuestion("not answered yet")) == (None, 2)
    assert located(ScenarioError("an instant", path="stack[1].card")) == ("stack[1].card", 29)
    assert located(ScenarioError("'cp' is odd")) == ("stack[2]", 30)
    assert located(ScenarioError("Gone Card (gone) is odd")) == ("exile.bob[0]", 25)


def test_line_of_and_path_of() -> None:
    scenario = one(FULL)
    assert scenario.path_of("grizzly-bears") == "battlefield[1]"
    assert scenario.path_of("nothing") is None
    assert scenario.line_of("battlefield[1].x") == 15
    assert Scenario("a", scenario.board, scenario.question).line_of("x") == 1
