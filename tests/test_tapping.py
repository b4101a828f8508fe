"""tap_for_mana, can_activate, is_mana_ability: what the scenario files do not say."""

from __future__ import annotations

import random

import pytest

from pyreason.answering import ask
from pyreason.asks import AbilityMana, CanActivate, CouldProduce, IsManaAbility, TapForMana
from pyreason.board import Board, CardDefinition, GameObject, ResolvedEffect
from pyreason.cards.library import default_library
from pyreason.errors import InputError
from tests.reference_mana import ManaReference, Search
from tests.strategies import random_pool_board


def stone(text: str, pool: str = "", active: str = "a", **state: object) -> Board:
    """One artifact with this text."""
    obj = GameObject("stone", "Trial Stone", "a", "a", **state)  # type: ignore[arg-type]
    card = CardDefinition("Trial Stone", "Artifact", "{1}", text)
    return Board(("a", "b"), active, (obj,), mana_pool=(("a", pool),) if pool else (), cards=(card,))


# ---- what bars an ability says so -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "number"),
    [
        (stone("{T}: Add {G}.", tapped=True), "107.5"),
        (stone("{Q}: Add {G}."), "107.6"),
        (stone("{T}, Remove a charge counter from ~: Add {G}."), "118.3"),
        (stone("{T}, Remove two charge counters from ~: Add {G}.", counters=(("charge", 1),)), "118.3"),
        (stone("Remove one or more charge counters from ~: Add {G}."), "118.3"),
        (stone("{T}, Sacrifice a creature: Add {G}."), "118.3"),
        (stone("{T}, Discard a card: Add {G}."), "118.3"),
        (stone("{T}, Exile a card from your graveyard: Add {G}."), "118.3"),
        (stone("{T}, Tap an untapped creature you control: Add {G}."), "118.3"),
        (stone("{1}, {T}: Add {G}."), "118.3"),
        (stone("{T}: Add {G}. Activate only if you control an Island."), "602.5b"),
        (stone("{T}: Add {G}. Activate only during your turn.", active="b"), "602.5b"),
        (stone("{T}: Add {G}. Activate only during an opponent's turn."), "602.5b"),
        (stone("{T}: Add {G}. Activate only as a sorcery.", active="b"), "602.5d"),
    ],
)
def test_a_bar_names_its_rule(board: Board, number: str) -> None:
    ruling = ask(board, CanActivate("stone", 1))
    assert ruling.answer is False
    assert any(number in note for note in ruling.notes), ruling.notes


@pytest.mark.parametrize("sick", [True, False])
def test_302_6_a_new_creature(sick: bool) -> None:
    board = Board(("a", "b"), "a", (GameObject("elf", "Llanowar Elves", "a", "a", sick=sick),))
    ruling = ask(board, CanActivate("elf", 1))
    assert ruling.answer is not sick
    assert any("302.6" in note for note in ruling.notes) is sick


@pytest.mark.parametrize(
    ("cost", "pool", "payable"),
    [
        ("{W/U}", "{W}", True),
        ("{W/U}", "{B}", False),
        ("{C/W}", "{C}", True),
        ("{C/W}", "{U}", False),
        ("{U/P}", "", True),
        ("{C}", "{U}", False),
        ("{2}", "{U}", False),
        ("{2}", "{U}{C}", True),
        ("{X}", "", True),
        ("{X}{G}", "{G}", True),
        ("{0}", "", True),
        ("{U}{U}", "{U}{G}", False),
    ],
)
def test_107_4_symbols_in_costs(cost: str, pool: str, payable: bool) -> None:
    assert ask(stone(f"{cost}: Add {{R}}.", pool), CanActivate("stone", 1)).answer is payable


def test_exiling_a_card_pays_where_there_is_one() -> None:
    board = stone("{T}, Exile a card from your graveyard: Add {G}.")
    more = (*board.objects, GameObject("bolt", "Lightning Bolt", "a", "a", "graveyard"))
    board = Board(board.players, "a", more, cards=board.cards)
    assert ask(board, TapForMana("stone")).answer == [{"a": "{G}"}]


def test_discarding_a_kind_of_card() -> None:
    board = stone("{T}, Discard a land card: Add {G}.")
    for card, possible in (("Forest", True), ("Lightning Bolt", False)):
        more = (*board.objects, GameObject("held", card, "a", "a", "hand"))
        held = Board(board.players, "a", more, cards=board.cards)
        assert ask(held, CanActivate("stone", 1)).answer is possible


@pytest.mark.parametrize(
    ("cost", "zone", "card", "possible"),
    [
        ("Exile a card from your graveyard", "graveyard", "Grizzly Bears", True),
        ("Exile a card from your graveyard", "hand", "Grizzly Bears", False),
        ("Sacrifice one or more creatures", "battlefield", "Grizzly Bears", True),
        ("Sacrifice one or more creatures", "battlefield", "Forest", False),
        ("Discard an artifact or creature card", "hand", "Grizzly Bears", True),
        ("Discard an artifact or creature card", "hand", "Forest", False),
        ("Discard a card", "graveyard", "Forest", False),
        ("Sacrifice two permanents", "battlefield", "Forest", True),
        ("Sacrifice two permanents", "hand", "Forest", False),
        ("Tap two untapped artifacts you control", "battlefield", "Sol Ring", True),
        ("Tap two untapped artifacts you control", "battlefield", "Forest", False),
        ("{T}, Tap two untapped artifacts you control", "battlefield", "Sol Ring", False),
    ],
)
def test_118_3_what_the_cost_asks_for(cost: str, zone: str, card: str, possible: bool) -> None:
    board = stone(f"{cost}: Add {{G}}.")
    more = Board(
        board.players, "a", (*board.objects, GameObject("other", card, "a", "a", zone)), cards=board.cards
    )
    assert ask(more, CanActivate("stone", 1)).answer is possible


def test_601_2g_costs_paid_after_mana_abilities() -> None:
    """The law and a plain search agree about paying mana, on random boards."""
    compared = 0
    for n in range(25):
        board = random_pool_board(random.Random(f"pay/{n}"))
        search = Search(board, default_library(), "ann", limit=300)
        if search.cut:
            continue
        known = ManaReference(board, default_library())
        for obj in board.battlefield:
            for number, ability in enumerate(known.abilities[obj.id], 1):
                simple = all(a.name == "activated" for a in known.abilities[obj.id])
                if obj.controller == "ann" and simple and "add" in str(ability.arguments[1]):
                    expected = search.can_pay(obj.id, ability)
                    assert ask(board, CanActivate(obj.id, number), cite=False).answer is expected, (n, obj)
                    compared += 1
    assert compared > 30


def test_107_3a_x_is_what_is_sacrificed() -> None:
    goats = tuple(GameObject(f"g{n}", "Mountain Goat", "a", "a") for n in range(2))
    board = Board(("a", "b"), "a", (GameObject("pasture", "Springjack Pasture", "a", "a"), *goats))
    answer = ask(board, TapForMana("pasture", 2)).answer
    assert sorted(len(outcome["a"]) // 3 for outcome in answer) == [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]


# ---- every shape of effect, exactly ----------------------------------------------------------------------


def beside(text: str, others: tuple[str, ...], kind: str = "Artifact", **state: object) -> Board:
    """A permanent with this text, called "stone", and others of the same player."""
    more = tuple(GameObject(f"o{n}", name, "a", "a") for n, name in enumerate(others))
    obj = GameObject("stone", "Trial Stone", "a", "a", **state)  # type: ignore[arg-type]
    card = CardDefinition("Trial Stone", kind, "", text)
    return Board(("a", "b"), "a", (obj, *more), cards=(card,))


TOUGH = "{T}, Sacrifice a creature: Add an amount of {G} equal to the sacrificed creature's toughness."
POWER = "{T}, Sacrifice a creature: Add an amount of {G} equal to the sacrificed creature's power."
SAME = "{T}, Sacrifice a land: Add one mana of any type the sacrificed land could produce."
EACH = "{T}: For each color among permanents you control, add one mana of that color."
DEVOTED = "{T}: Choose a color. Add an amount of mana of that color equal to your devotion to that color."
REMOVED = "{T}, Remove any number of charge counters from ~: Add {U} for each counter removed this way."
FICKLE = "{T}: Add {W}. If you control no creatures, add {B} instead."


@pytest.mark.parametrize(
    ("text", "others", "expected"),
    [
        (TOUGH, ("Wall of Stone",), "GGGGGGGG"),
        (POWER, ("Char-Rumbler",), "-"),
        (SAME, ("Tropical Island",), "U G"),
        (EACH, (), "-"),
        (EACH, ("Grizzly Bears", "Savannah Lions"), "WG"),
        (DEVOTED, ("Grizzly Bears",), "G -"),
        (FICKLE, (), "B"),
        (FICKLE, ("Grizzly Bears",), "W"),
        ("{T}: Add two mana of different colors.", (), "WU WB WR WG UB UR UG BR BG RG"),
        ("{T}: Add two mana in any combination of {W}, {R}, and/or {G}.", (), "WW WR WG RR RG GG"),
        ("{T}: Add {G}. If you control an Island, add {U}.", ("Island",), "UG"),
        ("{T}: Add {G}. If you control an Island, add {U}.", (), "G"),
        ("{T}: Add {G} for each creature you control.", (), "-"),
    ],
)
def test_what_comes_of_each_shape(text: str, others: tuple[str, ...], expected: str) -> None:
    answer = ask(beside(text, others), TapForMana("stone")).answer
    found = {outcome["a"].replace("{", "").replace("}", "") or "-" for outcome in answer}
    assert found == set(expected.split())


@pytest.mark.parametrize(
    ("text", "others", "state", "expected"),
    [
        ("{T}: Add {R} or {G}.", (), {}, "RG"),
        ("{T}: Add {R}{R} or {G}.", (), {}, "GC"),
        ("{T}: Add {R} or {G}{G}.", (), {}, "RC"),
        ("{T}: Add {G} for each creature you control.", ("Grizzly Bears",), {}, "G"),
        ("{T}: Add {G} for each creature you control.", ("Grizzly Bears",) * 2, {}, "C"),
        (EACH, ("Grizzly Bears",), {}, "G"),
        (EACH, ("Grizzly Bears", "Savannah Lions"), {}, "C"),
        (DEVOTED, ("Grizzly Bears",), {}, "G"),
        (DEVOTED, ("Grizzly Bears", "Llanowar Elves", "Savannah Lions"), {}, "WC"),
        ("{T}: Add {R}, plus an additional {G} for each charge counter on ~.", (), {}, "R"),
        (
            "{T}: Add {R}, plus an additional {G} for each charge counter on ~.",
            (),
            {"counters": (("charge", 1),)},
            "C",
        ),
        ("{T}: Add {R}. If you control a creature, add {G}.", ("Grizzly Bears",), {}, "C"),
        ("{T}: Add {R}. If you control a creature, add {G}.", (), {}, "R"),
        (REMOVED, (), {}, "UC"),
    ],
)
def test_106_12b_two_or_more(
    text: str, others: tuple[str, ...], state: dict[str, object], expected: str
) -> None:
    """What could be produced under a Damping Sphere says how much mana the ability may bring at once."""
    board = beside(text, (*others, "Damping Sphere"), "Land", **state)
    assert "".join(ask(board, CouldProduce("stone")).answer) == expected


@pytest.mark.parametrize(("land", "types"), [("Plains", "C"), ("Savannah", "GC"), ("Forest", "G")])
def test_106_12b_one_type_alone_is_replaced(land: str, types: str) -> None:
    gnomes = ResolvedEffect("gnomes", "Quarum Trench Gnomes", "b", targets=("land",), ability=1)
    board = Board(("a", "b"), "a", (GameObject("land", land, "a", "a"),), effects=(gnomes,))
    assert "".join(ask(board, CouldProduce("land")).answer) == types


# ---- questions that make no sense --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    [TapForMana("stone", 2), AbilityMana("stone", 3), CanActivate("stone", 2), IsManaAbility("stone", 0)],
)
def test_no_such_ability(question: TapForMana) -> None:
    with pytest.raises(InputError, match="number"):
        ask(stone("{T}: Add {G}."), question)


def test_nothing_is_asked_of_abilities_with_other_costs() -> None:
    assert ask(stone("Sacrifice ~: Add {G}."), TapForMana("stone")).answer == []
    assert ask(stone("Sacrifice ~: Add {G}."), AbilityMana("stone", 1)).answer == [{"a": "{G}"}]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("{T}: Add {G}.", True),
        ("{T}, Mill a card: Add {G}.", False),
        ("{T}: Add {G}. Draw a card.", False),
        ("Sacrifice ~: Add {G}.", True),
        ("{T}: Destroy target creature. Add {G}.", False),
    ],
)
def test_605_1a_criteria(text: str, is_one: bool) -> None:
    assert ask(stone(text), IsManaAbility("stone", 1)).answer is is_one
