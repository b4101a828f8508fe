"""available_mana: what the scenario files do not say (CR 605.3a)."""

from __future__ import annotations

import time
from itertools import combinations_with_replacement

import pytest

from pyreason.answering import ask
from pyreason.asks import AvailableMana
from pyreason.board import Board, CardDefinition, GameObject
from pyreason.errors import UnknownObject


def board(*names: str, pool: str = "", cards: tuple[CardDefinition, ...] = ()) -> Board:
    objects = tuple(GameObject(f"p{n}", name, "a", "a") for n, name in enumerate(names))
    return Board(("a", "b"), "a", objects, mana_pool=(("a", pool),) if pool else (), cards=cards)


def pools(*names: str, **more: object) -> set[str]:
    return set(ask(board(*names, **more), AvailableMana("a")).answer)  # type: ignore[arg-type]


def test_many_lands_and_two_filters_take_less_than_a_second() -> None:
    duals = ("Tropical Island", "Badlands", "Savannah", "Ketria Triome") * 3
    many = board(*duals, "Sunken Ruins", "Mystic Gate")
    ask(board("Forest", "Sunken Ruins"), AvailableMana("a"))
    started = time.process_time()
    ruling = ask(many, AvailableMana("a"), cite=False)
    took = time.process_time() - started
    assert len(ruling.answer) > 100
    assert took < 2.5, "less than a second on an idle machine"


def test_a_pool_contained_in_another_is_left_out() -> None:
    assert pools("Castle Sengir", "Mountain") == {"{R}{C}", "{B}"}


def test_others_mana_is_not_mine() -> None:
    other = Board(("a", "b"), "a", (GameObject("f", "Forest", "b", "b"),))
    assert ask(other, AvailableMana("a")).answer == [""]
    assert ask(other, AvailableMana("b")).answer == ["{G}"]


def test_an_endless_loop_is_said_to_be_cut() -> None:
    loop = CardDefinition("Spring", "Artifact", text="{0}: Add {G}.")
    ruling = ask(board("Spring", cards=(loop,)), AvailableMana("a"))
    assert ruling.notes or not getattr(ruling, "complete", True)


COUNTERS = CardDefinition("Well", "Artifact", text="Remove a charge counter from ~: Add {U}.")
SPARK = CardDefinition("Spark", "Artifact", text="Sacrifice ~: Add {R}.")
PAID = CardDefinition("Kiln", "Artifact", text="{1}, Sacrifice a creature: Add {B}{B}{B}.")
TWO = CardDefinition("Pyre", "Artifact", text="Sacrifice two creatures: Add {R}{R}{R}{R}.")
TAPS = CardDefinition("Loom", "Artifact", text="Tap two untapped creatures you control: Add {W}.")
ONCE = CardDefinition("Bell", "Artifact", text="{0}: Add {G}. Activate only once each turn.")


@pytest.mark.parametrize(
    ("names", "card", "counters", "expected"),
    [
        (("Well",), COUNTERS, 4, {"{U}{U}{U}{U}"}),
        (("Spark", "Spark"), SPARK, 0, {"{R}{R}"}),
        (("Kiln", "Llanowar Elves"), PAID, 0, {"{B}{B}{B}", "{G}"}),
        (("Kiln", "Grizzly Bears", "Grizzly Bears", "Forest"), PAID, 0, {"{B}{B}{B}{B}{B}", "{G}"}),
        (("Pyre", *["Grizzly Bears"] * 3), TWO, 0, {"{R}{R}{R}{R}"}),
        (("Pyre", *["Grizzly Bears"] * 4), TWO, 0, {"{R}" * 8}),
        (("Loom", *["Grizzly Bears"] * 5), TAPS, 0, {"{W}{W}"}),
        (("Phyrexian Altar", "Pyre", *["Grizzly Bears"] * 2), TWO, 0, {"{R}{R}{R}{R}", "two of any"}),
        (("Bell",), ONCE, 0, {"{G}"}),
    ],
)
def test_118_3_used_up(
    names: tuple[str, ...], card: CardDefinition, counters: int, expected: set[str]
) -> None:
    objects = tuple(
        GameObject(f"p{n}", name, "a", "a", counters=(("charge", counters),) if counters else ())
        for n, name in enumerate(names)
    )
    found = set(ask(Board(("a", "b"), "a", objects, cards=(card,)), AvailableMana("a")).answer)
    if "two of any" in expected:
        expected = {"{R}{R}{R}{R}"} | {
            f"{{{a}}}{{{b}}}" for a, b in combinations_with_replacement("WUBRG", 2) if a + b != "RR"
        }
    assert found == expected


def test_107_4f_life_pays_for_a_source() -> None:
    source = CardDefinition("Vein", "Artifact", text="{U/P}, {T}: Add {G}{G}.")
    assert pools("Vein", pool="{U}", cards=(source,)) == {"{U}{G}{G}"}


def test_who_is_nobody() -> None:
    with pytest.raises(UnknownObject):
        ask(board("Forest"), AvailableMana("zoe"))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Dimir Signet", "Gruul Signet"), {""}),
        (
            ("Dimir Signet", "Gruul Signet", "Plains"),
            {"{W}", "{U}{R}{G}", "{B}{R}{G}", "{U}{B}{R}", "{U}{B}{G}"},
        ),
        (("Eye of Ramos",), {"{U}{U}"}),
        (("Goblin Clearcutter", "Forest"), {"{R}{R}{R}{G}", "{R}{R}{G}{G}", "{R}{G}{G}{G}", "{G}{G}{G}{G}"}),
        (("Heritage Druid", "Llanowar Elves", "Llanowar Elves"), {"{G}{G}{G}"}),
        (("Phyrexian Altar", "Grizzly Bears"), {"{W}", "{U}", "{B}", "{R}", "{G}"}),
    ],
)
def test_605_3a_sources_together(names: tuple[str, ...], expected: set[str]) -> None:
    assert pools(*names) == expected
