"""What a line that is not understood is said to touch; phrases per domain, and lines that touch nothing."""

from __future__ import annotations

import pytest

from pyreason.cards.domains import DOMAINS, touches
from pyreason.cards.oracle import compile_line


@pytest.mark.parametrize(
    ("text", "domains"),
    [
        ("{T}: Add {∞}.", "adds_mana"),
        ("If a land is tapped for mana, it produces {B} instead of any other type.", "mana_event"),
        ("If you tap a permanent for mana, it produces twice as much of that mana instead.", "mana_event"),
        ("If a player would add mana, instead all players add that mana.", "adds_mana mana_event"),
        ("Whenever you tap a land for mana, sacrifice it.", ""),
        ("Enchanted land is a Swamp.", "types"),
        ("All lands are 1/1 creatures that are still lands.", "types power_toughness"),
        ("Nonbasic lands are Mountains.", "types"),
        ("Each land is a Swamp in addition to its other land types.", "types"),
        ("As long as your devotion to blue is less than five, ~ isn't a creature.", "types"),
        ("Each nonland permanent you control is all colors.", "colors"),
        ("Enchanted creature gets +2/+2.", "power_toughness"),
        ("~'s power is equal to the number of lands you control.", "power_toughness"),
        (
            "Enchanted creature loses all abilities and has base power and toughness 1/1.",
            "loses power_toughness",
        ),
        ("You control enchanted land.", "control"),
        ("You may have ~ enter as a copy of any land on the battlefield.", "copy"),
        ("~ has all activated abilities of all lands on the battlefield.", "grants"),
        ('Creatures you control have flying and "{T}: Add {G}."', "grants"),
        ('Creatures you control have "{T}: Draw a card."', ""),
        ("Creatures you control of the chosen type have vigilance.", ""),
        ("Creatures you control of the chosen type get +1/+1.", "power_toughness"),
        ("Whenever ~ attacks, it gets +2/+0 until end of turn.", ""),
        ("{2}: ~ becomes a 2/2 creature until end of turn.", ""),
        ("[−2]: Target land becomes a 3/3 creature.", ""),
        ("II — Lands you control gain flying.", ""),
        ("~ can't have counters put on it.", "forbids"),
        ("You and creatures you control have hexproof.", "forbids"),
        ("~ can't be the target of spells that can target only Walls.", "forbids"),
        ("This effect doesn't remove Auras.", "forbids"),
        ("As ~ becomes attached to a creature, choose a color.", ""),
        ("Destroy target land.", ""),
    ],
)
def test_touches(text: str, domains: str) -> None:
    found = touches(text, "permanent")
    assert set(found) == set(domains.split())
    assert list(found) == [domain for domain in DOMAINS if domain in found]


def test_what_a_spell_does_once_touches_nothing() -> None:
    assert touches("Target creature gets +2/+2 until end of turn.", "spell") == ()
    assert touches(
        "Until end of turn, if a player taps a land for mana, it produces {C} instead of any other type.",
        "spell",
    ) == ("mana_event",)


@pytest.mark.parametrize(
    ("text", "domains"),
    [
        ("Devoid", ("colors",)),
        ("Flying, changeling", ("types",)),
        ("Flying", ()),
        ("Bestow {3}{W}", ("types", "attaching")),
        ("Reconfigure {2}", ("types", "attaching")),
    ],
)
def test_keywords_that_say_what_an_object_is(text: str, domains: tuple[str, ...]) -> None:
    read = compile_line(text, number=1, name="Test", types=("Creature",))
    assert (read.term is not None, read.touches) == (True, domains)
