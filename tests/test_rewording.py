"""Words replaced in ability terms (CR 612), and what a copy copies (CR 707)."""

from __future__ import annotations

import pytest
from clingo import parse_term

from pyreason.answering import ask
from pyreason.asks import Characteristics
from pyreason.board import Board, CardDefinition, GameObject, ResolvedEffect
from pyreason.errors import InputError
from pyreason.rewording import reworded, rewordings


@pytest.mark.parametrize(
    ("term", "old", "new", "expected"),
    [
        (
            'count(and(permanent,subtype("Swamp")))',
            "Swamp",
            "Island",
            'count(and(permanent,subtype("Island")))',
        ),
        ('is(this,name("Swamp"))', "Swamp", "Island", 'is(this,name("Swamp"))'),
        ("non(color(b))", "black", "white", "non(color(w))"),
        ("add(you,mana(1,b))", "black", "white", "add(you,mana(1,b))"),
        ("keyword(swampwalk)", "Swamp", "Forest", "keyword(forestwalk)"),
        ('keyword(swampcycling,(mana("{2}"),))', "Swamp", "Forest", 'keyword(forestcycling,(mana("{2}"),))'),
        ("keyword(protection,color(b))", "black", "red", "keyword(protection,color(r))"),
        ('set_land_types(("Plains",))', "Plains", "Swamp", 'set_land_types(("Swamp",))'),
        ("set_colors((w,u))", "blue", "green", "set_colors((w,g))"),
        ("devotion(g)", "green", "red", "devotion(r)"),
    ],
)
def test_612_2_only_words_used_in_the_right_way(term: str, old: str, new: str, expected: str) -> None:
    assert reworded(parse_term(term), old, new) == parse_term(expected)


def test_words_are_replaced_one_after_another() -> None:
    known = parse_term("color(b)")
    found = {(str(a), str(b)) for a, _, _, b in rewordings([known], [("black", "red"), ("red", "white")])}
    assert found == {("color(b)", "color(r)"), ("color(r)", "color(w)")}


def of(id: str, *objects: GameObject, effects: tuple[ResolvedEffect, ...] = (), **more: object) -> object:
    board = Board(("a", "b"), "a", objects, effects=effects, **more)  # type: ignore[arg-type]
    return ask(board, Characteristics(id))


def test_707_9_a_copy_by_an_effect_that_is_not_known_has_a_caveat() -> None:
    elf = GameObject("elf", "Llanowar Elves", "b", "b")
    known = of("c", elf, GameObject("c", "Clone", "a", "a", copy_of="elf"))
    assert not known.caveats  # type: ignore[attr-defined]
    token = of("c", elf, GameObject("c", "Llanowar Elves", "a", "a", copy_of="elf", token=True))
    assert not token.caveats  # type: ignore[attr-defined]
    unknown = of("c", elf, GameObject("c", "Grizzly Bears", "a", "a", copy_of="elf"))
    assert unknown.caveats  # type: ignore[attr-defined]
    half = of("c", elf, GameObject("c", "Flesh Duplicate", "a", "a", copy_of="elf"))
    assert half.caveats  # type: ignore[attr-defined]


def test_a_circle_of_copies_is_refused() -> None:
    one = GameObject("one", "Clone", "a", "a", copy_of="two")
    with pytest.raises(InputError, match="copy of itself"):
        of("one", one, GameObject("two", "Clone", "a", "a", copy_of="one"))


def test_707_9_an_exception_in_a_copy_of_a_copy_stands_in_layer_1() -> None:
    bear = GameObject("bear", "Grizzly Bears", "b", "b")
    morph = GameObject("morph", "Phyrexian Metamorph", "a", "a", copy_of="bear")
    ruling = of("clone", bear, morph, GameObject("clone", "Clone", "a", "a", copy_of="morph"))
    ((step,),) = [ruling.layers]  # type: ignore[attr-defined]
    assert (step.layer, step.gained) == ("1", ("Artifact",))


def test_612_an_effect_without_its_words_has_a_caveat() -> None:
    swamp = GameObject("swamp", "Swamp", "a", "a")
    silent = ResolvedEffect("hack", "Magical Hack", "a", targets=("swamp",))
    assert of("swamp", swamp, effects=(silent,)).caveats  # type: ignore[attr-defined]
    told = ResolvedEffect(
        "hack", "Magical Hack", "a", (("from", "Swamp"), ("to", "Island")), targets=("swamp",)
    )
    ruling = of("swamp", swamp, effects=(told,))
    assert not ruling.caveats  # type: ignore[attr-defined]
    assert ruling.answer["subtypes"] == ["Island"]  # type: ignore[attr-defined]


def test_708_2_nothing_of_the_card_shows_while_it_is_face_down() -> None:
    own = CardDefinition("Secret", "Enchantment", "{G}{G}", "Other creatures get +1/+1.")
    hidden = GameObject("h", "Secret", "a", "a", face_down=True)
    bear = GameObject("bear", "Grizzly Bears", "a", "a")
    ruling = of("bear", bear, hidden, cards=(own,))
    assert ruling.answer["power"] == 2  # type: ignore[attr-defined]


def test_709_4_a_half_that_the_data_lacks_is_said_to_be_missing() -> None:
    half = GameObject("f", "Fire // Ice", "a", "a", zone="graveyard")
    ruling = of("f", half)
    assert any("Ice" in caveat.why for caveat in ruling.caveats)  # type: ignore[attr-defined]
