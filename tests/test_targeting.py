"""can_target, new_targets: the law of targets on small boards, its abilities written as terms."""

from __future__ import annotations

import pytest

from pyreason.answering import ask, ask_many
from pyreason.asks import CanTarget, NewTargets
from pyreason.board import Board, GameObject, StackObject
from pyreason.cards.model import Card
from pyreason.errors import InputError
from pyreason.rulings import Ruling
from tests.trial_cards import library, trial

CREATURE = "and(permanent, type(creature))"
BEAR = GameObject("bear", "Grizzly Bears", "b", "b")
ELF = GameObject("elf", "Llanowar Elves", "a", "a")
RING = GameObject("ring", "Sol Ring", "b", "b")
GRAVE = GameObject("dead", "Grizzly Bears", "b", "b", "graveyard")


def zap(*slots: str, kind: str = "Instant", cost: str = "{R}") -> Card:
    return trial("Trial Zap", kind, f"spell(opaque(1, ({', '.join(slots)},)))", cost=cost)


def cast(*targets: str, **rest: object) -> StackObject:
    return StackObject("zap", "a", card="Trial Zap", targets=targets, **rest)  # type: ignore[arg-type]


def asked(
    card: Card,
    *objects: GameObject,
    spell: StackObject | None = None,
    about: str = "bear",
    more: tuple[Card, ...] = (),
    stack: tuple[StackObject, ...] = (),
) -> Ruling:
    board = Board(("a", "b"), "a", objects, (*stack, spell or cast()))
    return ask(board, CanTarget(about, "zap"), library=library(card, *more))


def renewed(
    card: Card,
    *objects: GameObject,
    spell: StackObject,
    controller: str = "a",
    more: tuple[Card, ...] = (),
    stack: tuple[StackObject, ...] = (),
) -> list[list[str]]:
    board = Board(("a", "b"), "a", objects, (*stack, spell))
    ruling = ask(board, NewTargets("zap", controller), library=library(card, *more))
    assert not ruling.caveats, ruling.caveats
    answer: list[list[str]] = ruling.answer
    return answer


# ---- CR 115.1, 115.2, 115.4: what the phrase asks for --------------------------------------------------


@pytest.mark.parametrize(
    ("filter", "legal"),
    [
        (CREATURE, {"bear", "elf"}),
        ("and(permanent, and(type(creature), controlled_by(you)))", {"elf"}),
        ("and(permanent, and(type(creature), controlled_by(opponent)))", {"bear"}),
        ("permanent", {"bear", "elf", "ring"}),
        ("any_target", {"bear", "elf", "a", "b"}),
        ("player", {"a", "b"}),
        ("and(player, who(opponent))", {"b"}),
        (f"or({CREATURE}, player)", {"bear", "elf", "a", "b"}),
        ("and(card(graveyard, any), type(creature))", {"dead"}),
        ("card(graveyard, you)", set()),
        ("spell", {"bolt"}),
        ("and(spell, type(creature))", set()),
        ("or(and(spell, type(instant)), and(permanent, type(artifact)))", {"bolt", "ring"}),
        ("ability", {"ab"}),
        ("and(ability, activated)", {"ab"}),
        ("and(ability, triggered)", set()),
        ("or(spell, ability)", {"bolt", "ab"}),
        ("and(spell, single_target)", {"bolt"}),
        ("and(spell, targets(and(player, who(you))))", {"bolt"}),
        (f"and(spell, targets({CREATURE}))", set()),
        ("and(spell, targets_only(player))", {"bolt"}),
        ("and(ability, from(and(source, type(creature))))", {"ab"}),
        ("and(ability, from(and(source, type(artifact))))", set()),
    ],
)
def test_115_1_a_target_phrase(filter: str, legal: set[str]) -> None:
    bolt = StackObject("bolt", "b", card="Lightning Bolt", targets=("a",))
    ability = StackObject("ab", "a", ability_of="elf", ability=1)
    card = zap(f"slot(1, 1, {filter})")
    found = set()
    for name in ("bear", "elf", "ring", "dead", "bolt", "ab", "zap", "a", "b"):
        ruling = asked(card, BEAR, ELF, RING, GRAVE, about=name, stack=(bolt, ability))
        assert not ruling.caveats
        if ruling.answer:
            found.add(name)
    assert found == legal


def test_115_5_no_spell_targets_itself() -> None:
    ruling = asked(zap("slot(1, 1, spell)"), about="zap")
    assert ruling.answer is False
    assert "115.5" in ruling.rules


def test_other_leaves_out_the_source_itself() -> None:
    card = trial(
        "Trial Bear",
        "Creature",
        "activated((tap,), opaque(1, (slot(1, 1, and(permanent, and(other, type(creature)))),)), ())",
        size="2/2",
    )
    mine = GameObject("mine", "Trial Bear", "a", "a")
    board = Board(("a", "b"), "a", (mine, BEAR))
    assert ask(board, CanTarget("bear", "mine", 1), library=library(card)).answer is True
    assert ask(board, CanTarget("mine", "mine", 1), library=library(card)).answer is False


# ---- CR 702.11, 702.16, 702.18: what can't be targeted -------------------------------------------------


@pytest.mark.parametrize(
    ("keyword", "spell_by", "legal", "number"),
    [
        ("keyword(hexproof)", "a", False, "702.11b"),
        ("keyword(hexproof)", "b", True, None),
        ("keyword(shroud)", "a", False, "702.18a"),
        ("keyword(shroud)", "b", False, "702.18a"),
        ("keyword(hexproof, color(r))", "a", False, "702.11d"),
        ("keyword(hexproof, color(r))", "b", True, None),
        ("keyword(hexproof, color(u))", "a", True, None),
        ("keyword(hexproof, ability)", "a", True, None),
        ("keyword(protection, color(r))", "a", False, "702.16b"),
        ("keyword(protection, color(r))", "b", False, "702.16b"),
        ("keyword(protection, color(u))", "a", True, None),
        ("keyword(protection, player(opponent))", "a", False, "702.16b"),
        ("keyword(protection, player(opponent))", "b", True, None),
    ],
)
def test_keywords_of_permanents(keyword: str, spell_by: str, legal: bool, number: str | None) -> None:
    wall = trial("Trial Wall", "Creature — Wall", keyword, size="0/4")
    card = zap("slot(1, 1, any_target)")
    spell = StackObject("zap", spell_by, card="Trial Zap")
    ruling = asked(card, GameObject("wall", "Trial Wall", "b", "b"), about="wall", spell=spell, more=(wall,))
    assert ruling.answer is legal
    assert number is None or number in ruling.rules


@pytest.mark.parametrize(
    ("keyword", "by", "legal", "number"),
    [
        ("keyword(hexproof)", "a", False, "702.11c"),
        ("keyword(hexproof)", "b", True, None),
        ("keyword(shroud)", "b", False, "702.18a"),
        ("keyword(protection, color(r))", "b", False, "702.16b"),
        ("keyword(protection, everything)", "a", False, "702.16b"),
        ("keyword(hexproof, color(r))", "a", False, "702.11d"),
        ("keyword(hexproof, color(g))", "a", True, None),
    ],
)
def test_keywords_of_players(keyword: str, by: str, legal: bool, number: str | None) -> None:
    leyline = trial(
        "Trial Leyline", "Enchantment", f"static(applies(and(player, who(you)), (gains({keyword}),)))"
    )
    spell = StackObject("zap", by, card="Trial Zap")
    ruling = asked(
        zap("slot(1, 1, any_target)"),
        GameObject("line", "Trial Leyline", "b", "b"),
        about="b",
        spell=spell,
        more=(leyline,),
    )
    assert ruling.answer is legal
    assert number is None or number in ruling.rules


def test_702_11d_an_ability_from_a_source_of_that_quality() -> None:
    """Not the ability but its source is red; and "abilities" means abilities alone."""
    text = "activated((tap,), opaque(1, (slot(1, 1, any_target),)), ())"
    red, blue = (
        trial("Red Pinger", "Creature", text, cost="{R}", size="1/1"),
        trial("Blue Pinger", "Creature", text, cost="{U}", size="1/1"),
    )
    for keyword, expected in (
        ("keyword(hexproof, color(r))", (False, True)),
        ("keyword(hexproof, ability)", (False, False)),
    ):
        wall = trial("Trial Wall", "Creature — Wall", keyword, size="0/4")
        objects = (
            GameObject("red", "Red Pinger", "a", "a"),
            GameObject("blue", "Blue Pinger", "a", "a"),
            GameObject("wall", "Trial Wall", "b", "b"),
        )
        board = Board(("a", "b"), "a", objects)
        found = tuple(
            ask(board, CanTarget("wall", by, 1), library=library(red, blue, wall)).answer
            for by in ("red", "blue")
        )
        assert found == expected


@pytest.mark.parametrize(
    ("what", "legal"),
    [
        ("spell", False),
        ("ability", True),
        ("and(spell, color(r))", False),
        ("and(spell, color(w))", True),
        ("or(and(spell, controlled_by(opponent)), and(ability, controlled_by(opponent)))", False),
        ("and(spell, controlled_by(you))", True),
        ('and(spell, subtype("Aura"))', True),
    ],
)
def test_101_2_effects_that_forbid_targeting(what: str, legal: bool) -> None:
    ban = trial(
        "Trial Ban",
        "Enchantment",
        "static(applies(and(permanent, and(type(creature), controlled_by(you))), "
        f"(cant(be_targeted({what})),)))",
    )
    ruling = asked(zap("slot(1, 1, any_target)"), BEAR, GameObject("ban", "Trial Ban", "b", "b"), more=(ban,))
    assert ruling.answer is legal
    assert legal or "101.2" in ruling.rules
    assert not ruling.caveats


def test_702_11e_as_though_it_had_no_hexproof() -> None:
    spot = trial(
        "Trial Spot",
        "Artifact",
        "static(applies(and(permanent, and(type(creature), controlled_by(opponent))), "
        "(targetable_despite(hexproof, and(spell, controlled_by(you))),)))",
    )
    wall = trial("Trial Wall", "Creature", "keyword(hexproof, color(r))", "keyword(hexproof)", size="0/4")
    objects = (GameObject("wall", "Trial Wall", "b", "b"), GameObject("spot", "Trial Spot", "a", "a"))
    assert asked(zap("slot(1, 1, any_target)"), *objects, about="wall", more=(wall, spot)).answer is True
    assert asked(zap("slot(1, 1, any_target)"), objects[0], about="wall", more=(wall, spot)).answer is False


# ---- CR 608.2b: on resolution --------------------------------------------------------------------------


def test_608_2b_some_and_all_targets_illegal() -> None:
    card = zap(f"slot(2, 2, {CREATURE})")
    hexed = GameObject("bear", "Grizzly Bears", "b", "b", granted=("hexproof",))
    some = asked(card, hexed, ELF, spell=cast("bear", "elf"))
    assert some.answer is False
    assert any("target bear is illegal" in note for note in some.notes)
    assert not any("would not resolve" in note for note in some.notes)
    every = asked(card, hexed, RING, spell=cast("bear", "ring"))
    assert any("would not resolve" in note for note in every.notes)


# ---- CR 707.10c, 115.7: new targets --------------------------------------------------------------------


def test_707_10c_the_controller_of_the_copy_decides() -> None:
    card = zap("slot(1, 1, and(permanent, controlled_by(you)))")
    assert renewed(card, BEAR, ELF, RING, spell=cast("elf")) == [["elf"]]
    assert renewed(card, BEAR, ELF, RING, spell=cast("elf"), controller="b") == [["bear", "ring"]]


def test_115_5_not_itself_but_the_original() -> None:
    bolt = StackObject("bolt", "b", card="Lightning Bolt", targets=("a",))
    assert renewed(zap("slot(1, 1, spell)"), spell=cast("bolt"), stack=(bolt,)) == [["bolt", "zap"]]


def test_one_list_a_target_in_the_order_of_the_text() -> None:
    card = zap(f"slot(1, 1, {CREATURE})", "slot(1, 1, player)")
    assert renewed(card, BEAR, ELF, spell=cast("bear", "b")) == [["bear", "elf"], ["a", "b"]]


def test_115_3_two_targets_of_one_phrase() -> None:
    """Either may become what the other was, as long as the other can become something else."""
    card = zap(f"slot(2, 2, {CREATURE})")
    assert renewed(card, BEAR, ELF, spell=cast("bear", "elf")) == [["bear", "elf"], ["bear", "elf"]]
    hexed = GameObject("bear", "Grizzly Bears", "b", "b", granted=("hexproof",))
    assert renewed(card, hexed, ELF, spell=cast("bear", "elf")) == [[], ["elf"]]
    third = GameObject("third", "Grizzly Bears", "a", "a")
    assert renewed(card, hexed, ELF, third, spell=cast("bear", "elf")) == [["elf", "third"], ["elf", "third"]]


def test_115_3_another_target() -> None:
    card = zap(f"slot(1, 1, {CREATURE})", "slot(1, 1, and(permanent, and(other_target, type(creature))))")
    assert renewed(card, BEAR, ELF, spell=cast("bear", "elf")) == [["bear", "elf"], ["bear", "elf"]]
    hexed = GameObject("bear", "Grizzly Bears", "b", "b", granted=("hexproof",))
    assert renewed(card, hexed, ELF, spell=cast("bear", "elf")) == [[], ["elf"]]


def test_115_7d_a_changed_target_must_not_spoil_the_other() -> None:
    card = zap(
        f"slot(1, 1, {CREATURE})",
        "slot(1, 1, and(permanent, and(other_target, and(same_controller, type(creature)))))",
    )
    second = GameObject("second", "Grizzly Bears", "b", "b")
    assert renewed(card, BEAR, second, ELF, spell=cast("bear", "second")) == [
        ["bear", "second"],
        ["bear", "second"],
    ]
    mine = GameObject("mine", "Grizzly Bears", "a", "a")
    every = ["bear", "second", "elf", "mine"]
    assert renewed(card, BEAR, second, ELF, mine, spell=cast("bear", "second")) == [every, every]


@pytest.mark.parametrize(("chosen", "expected"), [(("bear",), 1), (("bear", "elf"), 2), ((), 0)])
def test_601_2c_the_number_of_targets_stays(chosen: tuple[str, ...], expected: int) -> None:
    card = zap(f"slot(0, 2, {CREATURE})")
    board = Board(("a", "b"), "a", (BEAR, ELF), (cast(*chosen),))
    assert len(ask(board, NewTargets("zap", "a"), library=library(card)).answer) == expected


def test_which_phrase_a_target_was_chosen_for() -> None:
    """The numbers leave it open; the only reading in which everything fits is taken."""
    card = zap("slot(0, 1, and(permanent, type(artifact)))", f"slot(0, any, {CREATURE})")
    assert renewed(card, BEAR, ELF, RING, spell=cast("bear")) == [["bear", "elf"]]
    assert renewed(card, BEAR, ELF, RING, spell=cast("ring")) == [["ring"]]
    assert renewed(card, BEAR, ELF, RING, spell=cast("ring", "elf")) == [["ring"], ["bear", "elf"]]


def test_x_targets_and_x_in_a_filter() -> None:
    card = zap("slot(x, x, and(permanent, mana_value(le, x)))")
    assert renewed(card, BEAR, ELF, RING, spell=cast("ring", x=1)) == [["elf", "ring"]]
    assert renewed(card, BEAR, ELF, RING, spell=cast("ring", "bear", x=2)) == [["bear", "elf", "ring"]] * 2


def modal(*modes: str) -> Card:
    return trial("Trial Zap", "Instant", *(f"mode({mode})" for mode in modes), cost="{R}")


def test_700_2c_only_the_mode_chosen_asks_for_targets() -> None:
    card = modal("opaque(1, (slot(1, 1, spell),))", f"opaque(1, (slot(1, 1, {CREATURE}),))", "opaque(1)")
    assert renewed(card, BEAR, ELF, spell=cast("bear", modes=(2,))) == [["bear", "elf"]]
    assert renewed(card, BEAR, ELF, spell=cast(modes=(3,))) == []
    assert renewed(card, BEAR, ELF, spell=cast("bear", modes=(2, 3))) == [["bear", "elf"]]


def test_700_2d_a_mode_chosen_twice_asks_twice() -> None:
    card = modal(f"opaque(1, (slot(1, 1, {CREATURE}),))", "opaque(1)")
    found = renewed(card, BEAR, ELF, spell=cast("bear", "bear", modes=(1, 1)))
    assert found == [["bear", "elf"], ["bear", "elf"]]


def test_modes_not_told_are_a_caveat() -> None:
    card = modal("opaque(1, (slot(1, 1, spell),))", f"opaque(1, (slot(1, 1, {CREATURE}),))")
    board = Board(("a", "b"), "a", (BEAR,), (cast("bear"),))
    assert ask(board, NewTargets("zap", "a"), library=library(card)).caveats


def test_702_96b_an_overloaded_spell_has_no_target() -> None:
    card = trial(
        "Trial Zap",
        "Instant",
        "spell(opaque(1, (slot(1, 1, permanent),)))",
        'keyword(overload, (mana("{6}{U}"),))',
        cost="{U}",
    )
    assert renewed(card, BEAR, spell=cast(paid=("overload",))) == []
    assert renewed(card, BEAR, spell=cast("bear")) == [["bear"]]


def test_115_1b_an_aura_spell_targets_what_it_enchants() -> None:
    card = trial("Trial Zap", "Enchantment — Aura", f"keyword(enchant, {CREATURE})", cost="{W}")
    assert renewed(card, BEAR, ELF, RING, spell=cast("bear")) == [["bear", "elf"]]


def test_702_103b_a_bestowed_spell_targets_a_creature() -> None:
    card = trial(
        "Trial Zap", "Enchantment Creature — Bear", 'keyword(bestow, (mana("{3}"),))', cost="{W}", size="1/1"
    )
    assert renewed(card, BEAR, RING, spell=cast("bear", paid=("bestow",))) == [["bear"]]
    assert renewed(card, BEAR, RING, spell=cast()) == []


def test_a_copied_ability() -> None:
    text = "activated((tap,), opaque(1, (slot(1, 1, and(permanent, and(other, type(creature)))),)), ())"
    card = trial("Trial Bear", "Creature", text, size="2/2")
    mine = GameObject("mine", "Trial Bear", "a", "a")
    ability = StackObject("zap", "a", ability_of="mine", ability=1, targets=("bear",))
    assert renewed(card, mine, BEAR, ELF, spell=ability) == [["bear", "elf"]]


# ---- bad questions -------------------------------------------------------------------------------------


def test_a_permanent_needs_a_number_and_has_to_have_that_ability() -> None:
    board = Board(("a", "b"), "a", (BEAR, ELF))
    with pytest.raises(InputError, match="say which"):
        ask(board, CanTarget("bear", "elf"))
    with pytest.raises(InputError, match="no ability number 2"):
        ask(board, CanTarget("bear", "elf", 2))
    with pytest.raises(InputError, match="not on the stack"):
        ask(board, NewTargets("bear"))


def test_many_questions_about_one_spell_at_once() -> None:
    """Each has its own answer, though they share a grounding."""
    card = zap(f"slot(1, 1, {CREATURE})")
    board = Board(("a", "b"), "a", (BEAR, ELF, RING), (cast(),))
    names = ("bear", "ring", "elf", "a")
    rulings = ask_many([(board, CanTarget(name, "zap")) for name in names], library=library(card))
    assert [ruling.answer for ruling in rulings] == [True, False, True, False]


@pytest.mark.parametrize(
    ("replaced", "paid", "targets", "expected"),
    [
        (1, (), ("bear",), [["bear", "elf"]]),
        (1, ("kicker",), ("ring",), [["ring"]]),
        (0, (), ("bear",), [["bear", "elf"]]),
        (0, ("kicker",), ("bear", "ring"), [["bear", "elf"], ["ring"]]),
    ],
)
def test_601_2c_targets_that_hang_on_a_cost(
    replaced: int, paid: tuple[str, ...], targets: tuple[str, ...], expected: list[list[str]]
) -> None:
    """Instead of the phrase before, or beside it; a copy counts as kicked where the spell was."""
    artifact = "slot(1, 1, and(permanent, type(artifact)))"
    card = zap(f"slot(1, 1, {CREATURE})", f"slot_if(kicker, {replaced}, {artifact})")
    assert renewed(card, BEAR, ELF, RING, spell=cast(*targets, paid=paid)) == expected
