"""could_produce, block by block of the law: every test names the CR number it is about.

Cards are written here in the barest wording, so that nothing hangs on the state of the database. A row is a
card with its controller; the first row is the one asked about.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from clingo import parse_term

from pyreason.answering import ask
from pyreason.asks import CouldProduce
from pyreason.board import Board, CardDefinition, GameObject
from pyreason.cards.library import Library, default_library
from pyreason.cards.model import Card, Line
from pyreason.facts import CardFacts, situation_facts
from pyreason.program import needed
from pyreason.questions import could_produce
from pyreason.situation import situate
from pyreason.solve import grounded, settled
from pyreason.terms import words

A, B, C = "ann", "ben", "cat"

_TYPES = {
    "Forest": "Basic Land — Forest",
    "Island": "Basic Land — Island",
    "Swamp": "Basic Land — Swamp",
    "Mountain": "Basic Land — Mountain",
    "Plains": "Basic Land — Plains",
}


def card(
    name: str, type: str = "Land", text: str = "", cost: str = "", pt: str = "", **more: Any
) -> CardDefinition:
    power, _, toughness = pt.partition("/")
    return CardDefinition(name, type, cost, text, power or None, toughness or None, **more)


BEAR = card("Test Bear", "Creature — Bear", "", "{1}{G}", "2/2")
SPIRIT = card("Test Spirit", "Creature — Spirit", "", "{R/W}{R/W}", "1/4")
GOLEM = card("Test Golem", "Artifact Creature — Golem", "", "{4}", "3/1")
LEGEND = card("Test Legend", "Legendary Creature — Human", "", "{U}", "1/1")
BOLT = card("Test Bolt", "Instant", "Draw a card.", "{R}")
ANY_LAND = card("Any Land", text="{T}: Add one mana of any type that a land you control could produce.")
ANY_COLOR = card("Any Color", text="{T}: Add one mana of any color that a land you control could produce.")
THEIR_LAND = card(
    "Their Land", text="{T}: Add one mana of any color that a land an opponent controls could produce."
)
WASTE = card("Test Waste", text="{T}: Add {C}.")
CITY = card("Test City", text="{T}: Add one mana of any color.")


def row(what: CardDefinition | str, controller: str = A, **more: Any) -> tuple[CardDefinition, GameObject]:
    """A card on the board; a basic land by name. The id is the card's name unless given."""
    if isinstance(what, str):
        what = card(what, _TYPES[what])
    more.setdefault("owner", controller)
    more.setdefault("id", what.name)
    return what, GameObject(card=what.name, controller=controller, **more)


def board(
    *rows: tuple[CardDefinition, GameObject], commander: dict[str, CardDefinition] | None = None
) -> Board:
    commander = commander or {}
    definitions = {d.name: d for d in [*(d for d, _ in rows), *commander.values()]}
    seen: dict[str, int] = {}
    objects = []
    for _, obj in rows:
        seen[obj.id] = number = seen.get(obj.id, 0) + 1
        objects.append(obj if number == 1 else _renamed(obj, f"{obj.id} {number}"))
    return Board(
        (A, B, C),
        A,
        tuple(objects),
        commander=tuple((p, d.name) for p, d in commander.items()),
        cards=tuple(definitions.values()),
    )


def _renamed(obj: GameObject, id: str) -> GameObject:
    return replace(obj, id=id)


def produces(
    *rows: tuple[CardDefinition, GameObject], commander: dict[str, CardDefinition] | None = None
) -> str:
    """The answer for the first row, as letters."""
    the_board = board(*rows, commander=commander)
    return "".join(ask(the_board, CouldProduce(the_board.objects[0].id), cite=False).answer)


def of(
    text: str,
    *rows: tuple[CardDefinition, GameObject],
    type: str = "Land",
    cost: str = "",
    pt: str = "",
    **more: Any,
) -> str:
    """What a permanent of ann's with this text could produce, beside these rows."""
    return produces(row(card("Asked", type, text, cost, pt), **more), *rows)


# ---- CR 106.1, 106.3: plain mana -----------------------------------------------------------------


@pytest.mark.parametrize("letter", "WUBRGC")
def test_106_1b_each_type_of_mana(letter: str) -> None:
    assert of(f"{{T}}: Add {{{letter}}}.") == letter


def test_106_1a_colorless_is_a_type_but_no_color() -> None:
    assert produces(row(ANY_LAND), row(WASTE)) == "C"
    assert produces(row(ANY_COLOR), row(WASTE)) == ""


def test_105_4_any_color_is_each_of_the_five() -> None:
    assert of("{T}: Add one mana of any color.") == "WUBRG"


def test_106_3_each_kind_of_ability_with_an_instruction_to_add_mana() -> None:
    assert of("When ~ enters, add {R}.", type="Artifact") == "R"
    assert of("[+1]: Add {U} or {B}.", type="Planeswalker — Test") == "UB"
    assert of("I — Add {R}.\nII — Add {G}.", type="Enchantment — Saga") == "RG"
    assert of("Flying", type="Creature", pt="1/1") == ""


def test_106_7_costs_and_tapped_state_are_left_out() -> None:
    assert of("{9}, {T}, Sacrifice ~: Add {B}.", tapped=True, sick=True) == "B"


def test_106_7_conditions_on_activating_are_left_out() -> None:
    assert of("{T}: Add {U}. Activate only if you control a creature.") == "U"


def test_608_2c_all_instructions_of_an_ability() -> None:
    assert of("{T}: Add {R}. You gain 1 life.") == "R"
    assert (
        of(
            "{T}, Remove any number of charge counters from ~: "
            "Add {B}, then add {R} for each charge counter removed this way."
        )
        == "BR"
    )


def test_608_2c_a_player_may() -> None:
    assert of("Whenever a creature enters, you may add {G}.", type="Enchantment") == "G"


def test_603_7a_mana_added_later() -> None:
    assert (
        of(
            "Whenever ~ attacks, add {C}{C} at the beginning of your next main phase this turn.",
            type="Creature",
            pt="1/1",
        )
        == "C"
    )


# ---- CR 608.2c, 614: if and instead --------------------------------------------------------------


FICKLE = "{T}: Add {W}. If you control a creature, add {B} instead."


def test_608_2c_the_later_instruction_takes_the_place_of_the_earlier() -> None:
    assert of(FICKLE, row(BEAR)) == "B"


def test_608_2c_the_first_instruction_stands() -> None:
    assert of(FICKLE, row(BEAR, B)) == "W"


def test_608_2c_an_instruction_with_a_condition() -> None:
    text = "{T}: Add {C}. If you control a creature, add {G}."
    assert of(text) == "C"
    assert of(text, row(BEAR)) == "GC"


def test_608_2c_controls_none() -> None:
    text = "{T}: Add {C}. If you control no creatures, add {G}."
    assert of(text) == "GC"
    assert of(text, row(BEAR)) == "C"


def test_608_2c_controls_so_many() -> None:
    text = "{T}: Add {C}. If you control two or more creatures, add {G}."
    assert of(text, row(BEAR)) == "C"
    assert of(text, row(BEAR), row(BEAR)) == "GC"


def test_608_2c_one_and_another() -> None:
    text = "{T}: Add {C}. If you control a Bear and an artifact, add {G} instead."
    assert of(text, row(BEAR)) == "C"
    assert of(text, row(BEAR), row(GOLEM)) == "G"


def test_608_2c_one_or_another() -> None:
    text = "{T}: Add {C}. If you control a Bear or an artifact, add {G} instead."
    assert of(text) == "C"
    assert of(text, row(BEAR)) == "G"
    assert of(text, row(GOLEM)) == "G"


def test_608_2c_counters_on_it() -> None:
    text = "{T}: Add {C}. If ~ has a luck counter on it, instead add {W}."
    assert of(text) == "C"
    assert of(text, counters=(("luck", 1),)) == "W"
    assert of(text, counters=(("charge", 1),)) == "C"


def test_608_2c_so_many_counters_on_it() -> None:
    text = "{T}: Add {C}. If ~ has three or more charge counters on it, instead add {W}."
    assert of(text, counters=(("charge", 2),)) == "C"
    assert of(text, counters=(("charge", 3),)) == "W"


def test_608_2c_no_counters_on_it() -> None:
    text = "{T}: Add {C}. If ~ has no charge counters on it, instead add {W}."
    assert of(text) == "W"
    assert of(text, counters=(("charge", 3),)) == "C"


def test_608_2c_what_it_is_itself() -> None:
    text = "{T}: Add {C}. If ~ is tapped, add {W} instead."
    assert of(text) == "C"
    assert of(text, tapped=True) == "W"


def test_608_2c_cards_exiled_with_it() -> None:
    text = "{T}: Add {C}. If a card is exiled with ~, add {W} instead."
    exiled = row(BEAR, zone="exile")
    assert of(text, exiled) == "C"
    assert of(text, exiled, exiled_with=(BEAR.name,)) == "W"


# ---- CR 106.7, 106.5: what others could produce --------------------------------------------------


def test_106_7_a_land_that_looks_at_lands() -> None:
    assert produces(row(ANY_LAND), row("Forest"), row("Island"), row("Mountain", B)) == "UG"


def test_106_7_lands_that_only_look_at_each_other_give_nothing() -> None:
    assert produces(row(ANY_LAND), row(ANY_LAND)) == ""
    assert produces(row(THEIR_LAND), row(THEIR_LAND, B)) == ""


def test_106_7_the_example_of_the_rule() -> None:
    assert produces(row(THEIR_LAND), row("Forest"), row(THEIR_LAND, B)) == "G"
    assert produces(row(THEIR_LAND, B), row("Forest"), row(THEIR_LAND)) == "G"


def test_106_7_through_a_chain() -> None:
    assert produces(row(ANY_LAND), row(THEIR_LAND), row(ANY_COLOR, B), row("Swamp", B)) == "B"


def test_106_7_what_a_cost_could_name() -> None:
    text = "{T}, Sacrifice a land: Add one mana of any type the sacrificed land could produce."
    assert of(text, row("Forest"), row("Island", B), type="Artifact") == "G"


def test_106_7_what_a_cost_could_untap() -> None:
    text = "{T}, Untap a tapped land an opponent controls: Add one mana of any type that land could produce."
    rows = row("Forest", B, tapped=True), row("Island", B), row("Swamp", tapped=True)
    assert of(text, *rows, type="Creature", pt="1/1") == "G"


def test_106_5_a_production_with_an_undefined_part_is_lost() -> None:
    text = "{T}: Add {C}, plus an additional one mana of the chosen color for each creature you control."
    assert of(text, row(BEAR)) == ""
    assert of(text, row(BEAR), chosen=(("color", "R"),)) == "RC"


def test_106_5_nothing_chosen() -> None:
    assert of("{T}: Add one mana of the chosen color.") == ""


def test_106_5_no_color_among_the_permanents() -> None:
    text = "{T}: Choose a color of a permanent you control. Add one mana of that color."
    assert of(text, row(GOLEM)) == ""
    assert of(text, row(GOLEM), row(SPIRIT), row(BEAR, B)) == "WR"


# ---- CR 106.7, 107.1b: amounts -------------------------------------------------------------------


def test_106_7_an_amount_of_zero_gives_nothing() -> None:
    text = "{T}: Add {G} for each creature you control."
    assert of(text, row(BEAR, B)) == ""
    assert of(text, row(BEAR)) == "G"


def test_107_1b_a_negative_amount_is_zero() -> None:
    text = "{T}: Add an amount of {B} equal to ~'s power."
    assert of(text, type="Creature", pt="2/2") == "B"
    assert of(text, type="Creature", pt="2/2", counters=(("-1/-1", 3),)) == ""


def test_107_1b_a_part_of_zero_leaves_the_rest() -> None:
    text = "{T}: Add {C}, plus an additional {G} for each charge counter on ~."
    assert of(text) == "C"
    assert of(text, counters=(("charge", 2),)) == "GC"
    assert of("{T}: Add {C}, plus an additional {G} for each creature you control.") == "C"


def test_107_2_a_number_that_nothing_gives_is_zero() -> None:
    text = "{T}: Add X mana of any one color, where X is 1 plus the number of charge counters on ~."
    assert of(text) == "WUBRG"


def test_107_3a_an_x_of_the_cost_may_be_above_zero() -> None:
    assert (
        of("{X}, {T}, Remove X charge counters from ~: Add X mana in any combination of {R} and/or {G}.")
        == "RG"
    )


def test_106_7_counters_of_a_kind_and_of_any_kind() -> None:
    assert of("{T}: Add {C} for each charge counter on ~.", counters=(("luck", 1),)) == ""
    assert of("{T}: Add {C} for each charge counter on ~.", counters=(("charge", 1),)) == "C"
    assert of("{T}: Add {C} for each counter on ~.", counters=(("luck", 1),)) == "C"
    assert of("{T}: Add {C} for each counter on ~.") == ""


def test_700_5_devotion_counts_symbols_in_costs() -> None:
    text = "{T}: Add an amount of {W} equal to your devotion to white."
    assert of(text, row(BEAR), row(SPIRIT, B)) == ""
    assert of(text, row(SPIRIT)) == "W"


def test_700_5_devotion_to_the_color_chosen() -> None:
    text = (
        "{2}, {T}: Choose a color. Add an amount of mana of that color equal to your devotion to that color."
    )
    assert of(text, row(BEAR), row(SPIRIT), row(LEGEND, B)) == "WRG"


def test_305_6_domain_counts_basic_land_types() -> None:
    text = (
        "{T}: Add X mana of any one color, where X is the number of basic land types among lands you control."
    )
    assert of(text, row(WASTE)) == ""
    assert of(text, row("Forest")) == "WUBRG"


GREATEST = "{T}: Add X mana of any one color, where X is the greatest %s among creatures you control."


@pytest.mark.parametrize("what", ["power", "toughness", "mana value"])
def test_106_7_the_greatest_of_some_numbers(what: str) -> None:
    assert of(GREATEST % what, row("Forest"), row(BEAR, B)) == ""
    assert of(GREATEST % what, row(BEAR)) == "WUBRG"


def test_106_7_the_total_and_the_number_of_different_powers() -> None:
    total = "{T}: Add X mana of any one color, where X is the total power of creatures you control."
    assert of(total) == ""
    weak = row(card("Weak", "Creature", "", "", "-2/4"))
    assert of(total, row(BEAR), weak) == ""
    assert of(total, row(BEAR), row(BEAR), weak) == "WUBRG"
    different = "{T}: Add {G} for each different power among creatures you control."
    assert of(different) == ""
    assert of(different, row(BEAR)) == "G"


# ---- CR 105: colours and sets of types -----------------------------------------------------------


def test_105_2_colors_among_permanents() -> None:
    text = "{T}: Add one mana of any color among legendary creatures you control."
    assert of(text, row(BEAR), row(LEGEND, B)) == ""
    assert of(text, row(LEGEND)) == "U"


def test_105_2_each_color_among_permanents() -> None:
    text = "{T}: For each color among permanents you control, add one mana of that color."
    assert of(text, row(SPIRIT), row(BEAR), row(LEGEND, B)) == "WRG"
    assert of(text) == ""


def test_105_2_a_color_indicator_counts() -> None:
    text = "{T}: Add one mana of any color among legendary creatures you control."
    legend = card("Pact", "Legendary Creature", "", "", "1/1", color_indicator=("B",))
    assert of(text, row(legend)) == "B"


def test_105_2_the_colors_of_an_exiled_card() -> None:
    text = "{T}: Add one mana of any of the exiled card's colors."
    exiled = row(SPIRIT, zone="exile")
    assert of(text, exiled) == ""
    assert of(text, exiled, exiled_with=(SPIRIT.name,), type="Artifact") == "WR"


def test_105_4_combinations() -> None:
    assert of("{T}: Add two mana in any combination of colors.") == "WUBRG"
    assert of("{T}: Add two mana in any combination of {U} and/or {R}.") == "UR"
    assert of("{T}: Add two mana in any combination of {U}, {R}, and/or {W}.") == "WUR"
    assert of("{T}: Add two mana of different colors.") == "WUBRG"


def test_105_4_choices_and_sums() -> None:
    assert of("{T}: Add {U}, {R}, or {W}.") == "WUR"
    assert of("{T}: Add {U}{R}{W}.") == "WUR"


def test_607_2d_the_chosen_color() -> None:
    assert of("{T}: Add one mana of the chosen color.", chosen=(("color", "B"),)) == "B"


def test_607_2d_a_color_chosen_as_the_ability_resolves() -> None:
    text = "{T}: Choose a color. Add {T} for each charge counter on ~.".replace(
        "{T} for", "one mana of that color for"
    )
    assert of(text, counters=(("charge", 1),)) == "WUBRG"


def test_607_2d_two_abilities_that_choose_do_not_mix() -> None:
    crater = "{T}: Choose a color of a permanent you control. Add one mana of that color."
    chooser = card("Chooser", "Artifact", "{T}: Choose a color. Add one mana of that color.")
    assert of(crater, row(chooser), row(BEAR)) == "G"


def test_607_2d_that_color_of_a_trigger_is_the_chosen_color() -> None:
    text = (
        "Whenever a basic land is tapped for mana of the chosen color, "
        "its controller adds an additional one mana of that color."
    )
    assert of(text, type="Artifact") == ""
    assert of(text, type="Artifact", chosen=(("color", "G"),)) == "G"


def test_608_2c_that_type_is_the_type_spoken_of_before() -> None:
    text = (
        "{T}: Add one mana of any type that a land you control could produce. "
        "If ~ has a +1/+1 counter on it, add three mana of that type instead."
    )
    more = {"type": "Creature", "pt": "0/2"}
    assert of(text, row("Forest"), **more) == "G"  # type: ignore[arg-type]
    assert of(text, row("Forest"), counters=(("+1/+1", 1),), **more) == "G"  # type: ignore[arg-type]
    assert of(text, counters=(("+1/+1", 1),), **more) == ""  # type: ignore[arg-type]


IDENTITY = card("Tower", text="{T}: Add one mana of any color in your commander's color identity.")


def test_903_4_the_commanders_color_identity() -> None:
    assert produces(row(IDENTITY), commander={A: SPIRIT, B: BEAR}) == "WR"


def test_903_4f_no_commander() -> None:
    assert produces(row(IDENTITY), commander={B: BEAR}) == ""


# ---- CR 305.6, 711.2, 113.3: whence abilities come -----------------------------------------------


@pytest.mark.parametrize(
    ("land", "letter"), [("Plains", "W"), ("Island", "U"), ("Swamp", "B"), ("Mountain", "R"), ("Forest", "G")]
)
def test_305_6_basic_land_types(land: str, letter: str) -> None:
    assert produces(row(land)) == letter
    assert produces(row(card("Dual", f"Land — {land} Desert"))) == letter


def test_305_6_only_lands() -> None:
    assert produces(row(card("Bush", "Creature — Forest", pt="1/1"))) == ""
    assert produces(row(card("Arbor", "Land Creature — Forest", pt="1/1"))) == "G"


LEVELER = "Level up {1}\nLEVEL 1-4\n2/3\n{T}: Add {G}.\nLEVEL 5+\n4/4\n{T}: Add {R}."


@pytest.mark.parametrize(("level", "letters"), [(0, ""), (1, "G"), (4, "G"), (5, "R"), (9, "R")])
def test_711_2_level_counters(level: int, letters: str) -> None:
    counters = (("level", level),) if level else ()
    definition = card("Leveler", "Creature — Elf", LEVELER, "{G}", "1/1")
    assert produces(row(definition, counters=counters)) == letters


def test_113_3_abilities_granted_by_effects_that_resolved() -> None:
    assert produces(row(BEAR, granted=("flying", "{T}: Add {R}."))) == "R"


def test_113_7_what_it_says_of_itself() -> None:
    text = "{T}: Add an amount of {B} equal to ~'s toughness."
    assert of(text, row(BEAR), type="Creature", pt="1/0") == ""
    assert of(text, type="Creature", pt="0/1") == "B"
    assert of(text, type="Creature", pt="0/0", counters=(("+1/+1", 1),)) == "B"
    assert of(text, type="Creature", pt="0/0", counters=(("charge", 1),)) == ""


def test_113_7_what_it_says_of_the_creature_it_is_on() -> None:
    text = "Enchant creature\n{T}: Add an amount of {B} equal to enchanted creature's power."
    zero = card("Zero", "Creature", "", "", "0/3")
    assert of(text, row(BEAR), type="Enchantment — Aura") == ""
    assert of(text, row(BEAR), type="Enchantment — Aura", attached_to=BEAR.name) == "B"
    assert of(text, row(zero), type="Enchantment — Aura", attached_to="Zero") == ""


def test_122_1a_counters_change_power_and_toughness() -> None:
    text = "{T}: Add {G} for each creature you control with power 3 or greater."
    assert of(text, row(BEAR)) == ""
    assert of(text, row(BEAR, counters=(("+1/+1", 1),))) == "G"
    assert of(text, row(BEAR, counters=(("+1/+1", 1), ("-1/-1", 1)))) == ""
    tough = "{T}: Add {G} for each creature you control with toughness 3 or greater."
    assert of(tough, row(BEAR)) == ""
    assert of(tough, row(BEAR, counters=(("+1/+1", 1),))) == "G"


# ---- CR 109.2, 109.5: which objects --------------------------------------------------------------


def counted(what: str, *rows: tuple[CardDefinition, GameObject], **more: Any) -> bool:
    """Whether at least one of the things is found."""
    found = of(f"{{T}}: Add {{G}} for each {what}.", *rows, **more)
    assert found in ("", "G")
    return found == "G"


def test_109_2_a_description_means_permanents() -> None:
    assert counted("creature you control", row(BEAR))
    assert not counted("creature you control", row(BEAR, zone="graveyard"))
    assert not counted("creature", row(BEAR, zone="graveyard"))
    assert counted("creature card in your graveyard", row(BEAR, zone="graveyard"))
    assert not counted("creature card in your graveyard", row(BEAR), row(BEAR, B, zone="graveyard"))


def test_109_2_any_permanent() -> None:
    assert counted("permanent an opponent controls", row(BEAR, B))
    assert not counted("permanent an opponent controls", row(BEAR), row(BEAR, B, zone="hand"))


def test_109_5_you_is_the_controller() -> None:
    assert counted("creature you control", row(BEAR, A, owner=B))
    assert not counted("creature you control", row(BEAR, B, owner=A))


def test_102_2_everybody_else_is_an_opponent() -> None:
    assert counted("creature an opponent controls", row(BEAR, B))
    assert counted("creature an opponent controls", row(BEAR, C))
    assert not counted("creature an opponent controls", row(BEAR))


def test_102_1_the_active_player() -> None:
    assert counted("creature the active player controls", row(BEAR))
    assert not counted("creature the active player controls", row(BEAR, B))


def test_108_3_owners() -> None:
    assert counted("creature you own", row(BEAR, B, owner=A))
    assert not counted("creature you own", row(BEAR, A, owner=B))


WALL = card("Wall", "Creature — Wall", "Defender", "", "0/4")
LUCK, MORE, CHARGE = (("luck", 1),), (("luck", 2),), (("charge", 1),)
QUALITIES = [
    ("artifact you control", row(GOLEM), row(BEAR)),
    ("Golem you control", row(GOLEM), row(BEAR)),
    ("legendary creature you control", row(LEGEND), row(BEAR)),
    ("nonland permanent you control", row(BEAR), row(WASTE)),
    ("artifact or land an opponent controls", row(GOLEM, B), row(BEAR, B)),
    ("artifact or Bear an opponent controls", row(BEAR, B), row(SPIRIT, B)),
    ("green creature you control", row(BEAR), row(SPIRIT)),
    ("colorless creature you control", row(GOLEM), row(BEAR)),
    ("multicolored creature you control", row(SPIRIT), row(BEAR)),
    ("monocolored creature you control", row(BEAR), row(SPIRIT)),
    ("monocolored creature an opponent controls", row(BEAR, B), row(GOLEM, B)),
    ("token you control", row(BEAR, token=True), row(BEAR)),
    ("tapped creature you control", row(BEAR, tapped=True), row(BEAR)),
    ("untapped creature you control", row(BEAR), row(BEAR, tapped=True)),
    ("creature you control with power 2 or less", row(BEAR), row(GOLEM)),
    ("creature you control with power 3", row(GOLEM), row(BEAR)),
    ("creature you control with toughness 2", row(BEAR), row(GOLEM)),
    ("creature you control with mana value 4 or greater", row(GOLEM), row(BEAR)),
    ("creature you control with a counter on it", row(BEAR, counters=LUCK), row(BEAR)),
    ("creature you control with a luck counter on it", row(BEAR, counters=LUCK), row(BEAR, counters=CHARGE)),
    (
        "creature you control with two or more luck counters on it",
        row(BEAR, counters=MORE),
        row(BEAR, counters=LUCK),
    ),
    ("creature you control named Test Bear", row(BEAR), row(GOLEM)),
    ("creature you control with defender", row(WALL), row(BEAR)),
    ("permanent card in your graveyard", row(BEAR, zone="graveyard"), row(BOLT, zone="graveyard")),
]


@pytest.mark.parametrize(("what", "fits", "fails"), QUALITIES, ids=[q for q, _, _ in QUALITIES])
def test_109_2_qualities(what: str, fits: Any, fails: Any) -> None:
    assert counted(what, fits)
    assert not counted(what, fails)


def test_113_7_other_means_any_but_the_source() -> None:
    assert not counted("other creature you control", type="Creature", pt="1/1")
    assert counted("other creature you control", row(BEAR), type="Creature", pt="1/1")
    assert counted("creature you control", type="Creature", pt="1/1")


def test_201_2_the_same_name() -> None:
    assert counted("artifact you control named ~", type="Artifact")
    assert not counted("artifact an opponent controls named ~", row(GOLEM, B), type="Artifact")


def test_607_2d_the_chosen_type_and_color() -> None:
    assert counted("creature you control of the chosen type", row(BEAR), chosen=(("type", "Bear"),))
    assert not counted("creature you control of the chosen type", row(GOLEM), chosen=(("type", "Bear"),))
    assert counted("creature you control of the chosen color", row(BEAR), chosen=(("color", "G"),))
    assert not counted("creature you control of the chosen color", row(BEAR), chosen=(("color", "R"),))


def test_303_4_the_object_it_is_attached_to() -> None:
    text = "Enchant land\n{T}: Add one mana of any type that an enchanted land could produce."
    rows = row("Forest"), row("Island")
    assert of(text, *rows, type="Enchantment — Aura", attached_to="Forest") == "G"
    assert of(text, *rows, type="Enchantment — Aura") == ""


def test_903_3_commanders() -> None:
    text = "{T}: Add one mana of any color among commanders you control."
    asked = row(card("Asked", text=text))
    assert produces(asked, row(LEGEND), row(BEAR), commander={A: LEGEND}) == "U"
    assert produces(asked, row(LEGEND), commander={B: LEGEND}) == ""


# ---- rarer words ----------------------------------------------------------------------------------------


def test_109_2_cards_in_any_graveyard() -> None:
    assert counted("creature card in a graveyard", row(BEAR, B, zone="graveyard"))
    assert not counted("creature card in a graveyard", row(BEAR, B))


def test_109_2_permanents_of_any_kind() -> None:
    assert of("{T}: Add one mana of any color among permanents.", row(BEAR, B)) == "G"
    assert of("{T}: Add one mana of any color among permanents.", row(BEAR, B, zone="graveyard")) == ""


def test_109_2_one_of_three_kinds() -> None:
    what = "artifact, land, or Bear an opponent controls"
    assert counted(what, row(GOLEM, B))
    assert counted(what, row(WASTE, B))
    assert counted(what, row(BEAR, B))
    assert not counted(what, row(SPIRIT, B))


def test_109_2_what_something_is_not_or_is() -> None:
    assert counted("nonwhite or red creature an opponent controls", row(BEAR, B))
    assert counted("nonwhite or red creature an opponent controls", row(SPIRIT, B))
    assert not counted("nonwhite or blue creature an opponent controls", row(SPIRIT, B))


def test_105_2c_cards_without_color() -> None:
    assert counted("colorless card in your graveyard", row(GOLEM, zone="graveyard"))
    assert not counted("colorless card in your graveyard", row(BEAR, zone="graveyard"))


def test_113_7_what_it_says_of_the_creature_it_equips() -> None:
    text = "Equip {1}\n{T}: Add an amount of {B} equal to equipped creature's power."
    assert of(text, row(BEAR), type="Artifact — Equipment") == ""
    assert of(text, row(BEAR), type="Artifact — Equipment", attached_to=BEAR.name) == "B"


def test_107_3_amounts_that_no_board_decides() -> None:
    assert of("{T}: Add {C} for each card you've drawn this turn.") == "C"
    assert of("{T}: Add X mana of any one color, where X is your life total.") == "WUBRG"
    assert of("Whenever one or more creatures attack, add twice that much {G}.", type="Artifact") == "G"


@pytest.mark.parametrize("what", ["power", "toughness", "mana value"])
def test_106_7_what_the_cost_decides_may_be_above_zero(what: str) -> None:
    text = f"{{T}}, Sacrifice a creature: Add an amount of {{R}} equal to the sacrificed creature's {what}."
    assert of(text) == "R"


def test_106_7_more_than_what_the_cost_decides() -> None:
    text = "{T}, Exile a creature you control: Add X mana of any one color, where X is %s."
    assert of(text % "1 plus the exiled creature's mana value") == "WUBRG"


def test_603_12_when_you_do() -> None:
    assert of("{T}: Discard a card. When you do, add {R}.") == "R"


def test_608_2c_unless_somebody_pays() -> None:
    text = "{T}: Choose a color. Add one mana of that color unless any player pays {1}."
    assert of(text) == "WUBRG"


def test_607_2d_a_color_of_a_card_elsewhere() -> None:
    text = "{T}: Choose a color of a card in your graveyard. Add one mana of that color."
    assert of(text, row(BEAR)) == ""
    assert of(text, row(BEAR), row(LEGEND, zone="graveyard")) == "U"


def test_607_2d_that_color_of_an_ability_of_a_land() -> None:
    text = (
        "Whenever a land's ability causes you to add one or more mana of the chosen color, "
        "add an additional one mana of that color."
    )
    assert of(text, type="Artifact") == ""
    assert of(text, type="Artifact", chosen=(("color", "G"),)) == "G"


# ---- terms that have no wording yet -----------------------------------------------------------------------


class OneTerm:
    """A library in which the card "Asked" has one ability, given as a term."""

    def __init__(self, term: str, below: Library) -> None:
        self.asked = Card(
            "Asked", "Asked", ("Creature",), power="2", toughness="0", lines=(Line(1, parse_term(term)),)
        )
        self.below = below

    def with_definitions(self, definitions: tuple[CardDefinition, ...]) -> OneTerm:
        self.below = self.below.with_definitions(definitions)
        return self

    def find(self, name: str) -> Card:
        return self.asked if name == "Asked" else self.below.find(name)


def adding(effect: str, *rows: tuple[CardDefinition, GameObject], **more: Any) -> str:
    """What a creature 2/0 of ann's whose ability has this effect could produce, beside these rows.

    Read off the law itself: a ruling would want a wording for the ability.
    """
    _, asked = row(card("Asked"), **more)
    the_board = board(*rows)
    the_board = replace(the_board, objects=(asked, *the_board.objects))
    ability = effect if effect.startswith("mode(") else f"activated((tap,),{effect},())"
    library: Any = OneTerm(ability, default_library())
    situation = situate(the_board, library)
    facts = [
        *situation_facts(situation, 0, told := CardFacts()),
        *told.facts(),
        *could_produce.facts(CouldProduce("Asked"), situation, 0),
    ]
    used = frozenset(word for fact in facts for word in words(fact))
    control = grounded(needed(could_produce.FILES, used), facts)
    found = {arguments[-1].name.upper() for arguments in settled(control, "answer", 3)}
    return "".join(letter for letter in "WUBRGC" if letter in found)


CHOSEN = "mana(1,chosen_color)"


def test_107_1b_an_amount_of_zero_is_not_undefined() -> None:
    """CR 106.5 is about one or more mana of an undefined type; no mana at all loses nothing."""
    assert adding("add(you,both(mana(1,c),mana(toughness(this),chosen_color)))") == "C"
    assert adding("add(you,both(mana(1,c),mana(power(this),chosen_color)))") == ""
    assert adding("add(you,both(mana(1,c),mana(x,chosen_color)))") == "C"
    assert adding("add(you,both(mana(1,c),for_each(mana(0,chosen_color),2)))") == "C"
    assert adding(f"add(you,both(mana(1,c),either({CHOSEN},mana(0,r))))") == "C"
    assert adding(f"add(you,both(mana(1,c),either(mana(0,r),{CHOSEN})))") == "C"
    assert adding(f"add(you,both(mana(1,c),either({CHOSEN},{CHOSEN})))") == ""
    assert adding("add(you,both(mana(1,c),both(mana(0,r),mana(0,g))))") == "C"


def test_106_5_each_part_of_a_sum_must_be_defined() -> None:
    assert adding(f"add(you,both(mana(1,c),{CHOSEN}))") == ""
    assert adding(f"add(you,both({CHOSEN},mana(1,c)))") == ""
    assert adding(f"add(you,both(mana(1,c),both({CHOSEN},mana(0,g))))") == ""


def test_107_2_a_missing_number_is_zero() -> None:
    for what in (
        "power(enchanted)",
        "toughness(enchanted)",
        "mana_value(enchanted)",
        'counters("luck",this)',
    ):
        assert adding(f"add(you,mana({what},c))") == ""
        assert adding(f"add(you,mana(plus(1,{what}),c))") == "C"
        assert adding(f"add(you,both(mana(1,c),mana({what},chosen_color)))") == "C"


def test_107_2_a_number_that_is_there_is_not_zero() -> None:
    more = {"attached_to": GOLEM.name, "counters": (("luck", 1),)}
    for what in (
        "power(enchanted)",
        "toughness(enchanted)",
        "mana_value(enchanted)",
        'counters("luck",this)',
    ):
        assert adding(f"add(you,mana({what},c))", row(GOLEM), **more) == "C"
        assert adding(f"add(you,both(mana(1,c),mana({what},chosen_color)))", row(GOLEM), **more) == ""


def test_105_2_no_color_among_them_is_no_mana_at_all() -> None:
    each = "mana(1,each_color_among(and(permanent,type(artifact))))"
    assert adding(f"add(you,both(mana(1,c),{each}))", row(GOLEM)) == "C"
    assert adding(f"add(you,both({CHOSEN},{each}))", row(card("Red", "Artifact", "", "{R}"))) == ""


def test_107_1_sums_and_products() -> None:
    assert adding("add(you,mana(plus(power(this),-2),r))") == ""
    assert adding("add(you,mana(plus(power(this),-1),r))") == "R"
    assert adding("add(you,mana(plus(x,-9),r))") == "R"
    assert adding("add(you,mana(plus(-9,x),r))") == "R"
    assert adding("add(you,mana(times(2,power(this)),r))") == "R"
    assert adding("add(you,mana(times(2,toughness(this)),r))") == ""


def test_402_1_cards_in_hand() -> None:
    assert adding("add(you,mana(hand(you),r))", row(BEAR, B, zone="hand"), row(BEAR, zone="graveyard")) == ""
    assert adding("add(you,mana(hand(you),r))", row(BEAR, zone="hand")) == "R"


def test_303_4_and_301_5_what_is_enchanted_or_equipped() -> None:
    aura, blade = card("Aura", "Enchantment — Aura"), card("Blade", "Artifact — Equipment")
    for word, on, off in (("enchanted", aura, blade), ("equipped", blade, aura)):
        effect = f"add(you,for_each(mana(1,g),count(and(permanent,and({word},type(creature))))))"
        assert adding(effect, row(BEAR), row(on, attached_to=BEAR.name)) == "G"
        assert adding(effect, row(BEAR), row(off, attached_to=BEAR.name)) == ""


def test_113_7_the_source_and_what_is_attached_to_it() -> None:
    blade = card("Blade", "Artifact — Equipment")
    assert adding("add(you,for_each(mana(1,g),count(and(permanent,this))))") == "G"
    effect = "add(you,for_each(mana(1,g),count(and(permanent,attached_to_this))))"
    assert adding(effect, row(blade)) == ""
    assert adding(effect, row(blade, attached_to="Asked")) == "G"


def test_700_2_each_mode_is_a_way_to_resolve() -> None:
    assert adding("mode(add(you,mana(1,g)))") == "G"


def test_608_2c_something_done_for_each() -> None:
    assert adding("repeat(power(this),add(you,mana(1,g)))") == "G"
    assert adding("repeat(toughness(this),add(you,mana(1,g)))") == ""
    assert adding("repeat(paid(revealed),seq(and,add(you,mana(1,g)),opaque(1)))") == "G"


def test_603_4_an_intervening_if_is_checked_again_on_resolution() -> None:
    text = "At the beginning of your first main phase, if ~ has a charge counter on it, add {R}."
    assert of(text, type="Artifact", counters=(("charge", 1),)) == "R"
    assert of(text, type="Artifact") == ""


def through(*rows: Any) -> dict[str, tuple[str, ...]]:
    board = Board(
        (A, B), A, tuple(obj for _, obj in rows), cards=tuple({c.name: c for c, _ in rows}.values())
    )
    return {reason.part: reason.through for reason in ask(board, CouldProduce(rows[0][1].id)).reasons}


def test_106_7_a_reason_names_what_the_type_comes_through() -> None:
    assert through(row(ANY_LAND), row(THEIR_LAND), row("Mountain", B)) == {"R": (THEIR_LAND.name,)}
    both = through(row(ANY_LAND), row("Mountain"), row(THEIR_LAND), row("Mountain", B, id="far"))
    assert both == {"R": ("Mountain", THEIR_LAND.name)}
    assert through(row(CITY), row("Mountain"))["R"] == ()


def test_106_1a_only_colours_come_through_a_land_that_asks_for_colours() -> None:
    assert through(row(ANY_COLOR), row(WASTE), row("Mountain")) == {"R": ("Mountain",)}


def test_701_21a_what_a_cost_could_name_is_what_the_type_comes_through() -> None:
    text = "Sacrifice a land: Add one mana of any type the sacrificed land could produce."
    asked = card("Squander", "Enchantment", text)
    assert through(row(asked), row("Mountain"), row("Island", B)) == {"R": ("Mountain",)}
