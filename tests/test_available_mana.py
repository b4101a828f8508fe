"""available_mana: what the scenario files do not say (CR 605.3a)."""

from __future__ import annotations

import time
from itertools import combinations_with_replacement

import pytest

from pyreason import payment
from pyreason.answering import ask
from pyreason.asks import AvailableMana
from pyreason.board import Board, CardDefinition, GameObject
from pyreason.errors import UnknownObject
from pyreason.situation import situate


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


# ---- what a search must not do, and what it need not ------------------------------------------------------


def altar(effect: str) -> CardDefinition:
    return CardDefinition("Slab", "Artifact", text=f"Sacrifice a creature: {effect}")


WORKER = CardDefinition("Worker", "Artifact Creature — Golem", text="{1}, {T}: Add {U}{B}.")
SPRITE = CardDefinition("Sprite", "Creature — Faerie", text="{2}, {Q}: Add one mana of any color.")
STIRRED = CardDefinition("Stirred", "Creature — Elf", text="{Q}: Add {U}.\n{T}: Add {G}.")
TWOFOLD = CardDefinition(
    "Twofold",
    "Artifact",
    text="Remove a charge counter from ~: Add {U}.\nRemove a charge counter from ~: Add {R}.",
)


def test_118_3_what_was_sacrificed_for_mana_taps_no_more() -> None:
    slab = altar("Add {C}{C}.")
    assert pools("Slab", "Worker", cards=(slab, WORKER)) == {"{C}{C}"}
    with_forest = pools("Slab", "Worker", "Forest", cards=(slab, WORKER))
    assert with_forest == {"{U}{B}{C}{C}", "{G}{C}{C}"}


def test_118_3_two_abilities_share_the_counters() -> None:
    obj = GameObject("p", "Twofold", "a", "a", counters=(("charge", 2),))
    ruling = ask(Board(("a", "b"), "a", (obj,), cards=(TWOFOLD,)), AvailableMana("a"))
    assert set(ruling.answer) == {"{U}{U}", "{U}{R}", "{R}{R}"}


def test_107_6_an_ability_that_untaps_needs_a_tapped_permanent() -> None:
    def of(name: str, card: CardDefinition, tapped: bool) -> tuple[set[str], bool]:
        objects = (
            GameObject("p", name, "a", "a", tapped=tapped),
            *(GameObject(f"f{n}", "Forest", "a", "a") for n in "12"),
        )
        ruling = ask(Board(("a", "b"), "a", objects, cards=(card,)), AvailableMana("a"))
        return set(ruling.answer), ruling.complete

    assert of("Sprite", SPRITE, tapped=False) == ({"{G}{G}"}, True)
    assert of("Sprite", SPRITE, tapped=True) == ({"{W}", "{U}", "{B}", "{R}", "{G}{G}"}, True)
    assert of("Stirred", STIRRED, tapped=True)[1] is False, "untapped, it could be tapped for mana after"
    assert of("Stirred", STIRRED, tapped=False) == ({"{G}{G}{G}"}, True)


@pytest.mark.parametrize(
    ("names", "cards", "size", "number"),
    [
        (("Goblin Clearcutter", *["Forest"] * 14), (), 17, 4),
        (("Goblin Clearcutter", *["Forest"] * 10, *["Taiga"] * 4), (), 17, 8),
        (("Phyrexian Altar", *["Llanowar Elves"] * 8), (), 16, 495),
        (("Phyrexian Altar", "Slab", *["Grizzly Bears"] * 5), (altar("Add {C}."),), 5, 252),
        (("Thermopod", "Slab", *["Grizzly Bears"] * 3), (altar("Add {C}."),), 4, 5),
    ],
)
def test_sacrifices_take_no_time(
    names: tuple[str, ...], cards: tuple[CardDefinition, ...], size: int, number: int
) -> None:
    started = time.process_time()
    ruling = ask(board(*names, cards=cards), AvailableMana("a"), cite=False)
    assert time.process_time() - started < 5, "a tenth of that on an idle machine"
    assert ruling.complete
    assert {pool.count("{") for pool in ruling.answer} == {size}
    assert len(ruling.answer) == number


def test_a_search_ends_in_time_and_says_so() -> None:
    found = payment.pools(situate(board("Kiln", *["Llanowar Elves"] * 12, cards=(PAID,))), "a", 10_000, 0.01)
    assert not found.complete


def test_107_3a_x_may_be_whatever_can_be_paid() -> None:
    rocket = CardDefinition(
        "Flare", "Artifact", text="{X}, {T}: Add X mana in any combination of {U} and/or {R}."
    )
    assert pools("Flare", "Forest", cards=(rocket,)) == {"{U}", "{R}", "{G}"}
    assert pools("Flare", "Flare", "Forest", cards=(rocket,)) == {"{U}", "{R}", "{G}"}
    assert pools("Flare", pool="{C}{C}", cards=(rocket,)) >= {
        "{U}{U}",
        "{U}{R}",
        "{R}{R}",
        "{U}{C}",
        "{C}{C}",
    }


def test_107_3a_more_mana_than_the_law_looks_at() -> None:
    rocket = CardDefinition(
        "Flare", "Artifact", text="{X}, {T}: Add X mana in any combination of {U} and/or {R}."
    )
    ruling = ask(board("Flare", *["Forest"] * 13, cards=(rocket,)), AvailableMana("a"))
    assert not ruling.complete
