"""asp/objects/protection.lp: which qualities of a source protection keeps away (CR 702.16)."""

from __future__ import annotations

import pytest
from clingo.symbol import Function

from pyreason.assembly import assemble
from pyreason.board import Board, GameObject, ResolvedEffect, StackObject
from pyreason.cards.model import Card
from pyreason.facts import object_symbol, player_symbol
from pyreason.program import OBJECTS, STACK
from pyreason.situation import situate
from pyreason.solve import grounded, settled
from tests.trial_cards import library, trial

BOLT = StackObject("bolt", "b", card="Lightning Bolt", targets=("bear",))


def protected(board: Board, source: str, *cards: Card) -> set[str]:
    """Ids and names of whatever has protection from the source."""
    situation = situate(board, library(*cards))
    names, facts = assemble((*OBJECTS, *STACK), [situation])
    control = grounded(names, [*facts, Function("protection_source", [object_symbol(0, source)])])
    held = {holder for holder, _, _ in settled(control, "protected", 3)}
    known = {object_symbol(0, id): id for id in board.ids()} | {player_symbol(0, p): p for p in board.players}
    return {known[holder] for holder in held}


def bear(quality: str) -> Card:
    return trial(
        "Trial Bear", "Creature — Bear", f"keyword(protection, {quality})", cost="{1}{G}", size="2/2"
    )


def board(*objects: GameObject, stack: tuple[StackObject, ...] = (BOLT,), **rest: object) -> Board:
    mine = GameObject("bear", "Trial Bear", "a", "a")
    return Board(("a", "b", "c"), "a", (mine, *objects), stack, **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("quality", "source", "expected"),
    [
        ("color(r)", "bolt", True),
        ("color(u)", "bolt", False),
        ("or(color(b), color(r))", "bolt", True),
        ("or(color(b), color(u))", "bolt", False),
        ("or(color(u), or(color(b), type(instant)))", "bolt", True),
        ("color(any)", "bolt", True),
        ("color(any)", "ring", False),
        ("or(type(artifact), color(any))", "ring", True),
        ("colorless", "ring", True),
        ("monocolored", "bolt", True),
        ("multicolored", "bolt", False),
        ("type(instant)", "bolt", True),
        ("type(artifact)", "ring", True),
        ("type(artifact)", "bolt", False),
        ("subtype(\"Elf\")", "elf", True),
        ("subtype(\"Goblin\")", "elf", False),
        ("and(type(creature), non(subtype(\"Elf\")))", "elf", False),
        ("and(type(creature), non(subtype(\"Goblin\")))", "elf", True),
        ("and(type(creature), controlled_by(opponent))", "elf", True),
        ("and(type(creature), controlled_by(you))", "elf", False),
        ("mana_value(le, 1)", "elf", True),
        ("mana_value(ge, 3)", "elf", False),
        ("supertype(legendary)", "elf", False),
        ("name(\"Sol Ring\")", "ring", True),
        ("spell", "bolt", True),
        ("spell", "elf", False),
        ("everything", "bolt", True),
        ("everything", "forest", True),
        ("player(opponent)", "bolt", True),
        ("player(opponent)", "forest", False),
        ("player(opponent)", "grave", True),
        ("player(you)", "forest", True),
    ],
)  # fmt: skip
def test_702_16a_a_quality_of_the_source(quality: str, source: str, expected: bool) -> None:
    others = (
        GameObject("elf", "Llanowar Elves", "b", "b"),
        GameObject("ring", "Sol Ring", "a", "a"),
        GameObject("forest", "Forest", "a", "a"),
        GameObject("grave", "Shock", "c", "c", "graveyard"),
    )
    assert ("bear" in protected(board(*others), source, bear(quality))) is expected


def test_702_16k_owned_by_the_player_but_controlled_by_another() -> None:
    """What another player controls is not that player's, though it be its owner's card."""
    ring = GameObject("ring", "Sol Ring", "a", "b")
    assert protected(board(ring), "ring", bear("player(opponent)")) == set()


@pytest.mark.parametrize(
    ("quality", "chosen", "source", "expected"),
    [
        ("has_chosen_color", ("color", "R"), "bolt", True),
        ("has_chosen_color", ("color", "U"), "bolt", False),
        ("chosen_type", ("type", "Elf"), "elf", True),
        ("chosen_type", ("type", "Bear"), "elf", False),
        ("chosen_name", ("name", "Llanowar Elves"), "elf", True),
        ("chosen_name", ("name", "Elvish Mystic"), "elf", False),
        ("player(chosen_player)", ("player", "b"), "bolt", True),
        ("player(chosen_player)", ("player", "c"), "bolt", False),
    ],
)
@pytest.mark.parametrize("from_aura", [False, True])
def test_607_2d_what_was_chosen(
    quality: str, chosen: tuple[str, str], source: str, expected: bool, from_aura: bool
) -> None:
    """The choice is that of the object itself, or of the one that gives the protection."""
    elf = GameObject("elf", "Llanowar Elves", "b", "b")
    if from_aura:
        gift = f"gains(keyword(protection, {quality}))"
        term = f"static(applies(and(permanent, and(host, type(creature))), ({gift},)))"
        cloak = trial("Trial Cloak", "Enchantment — Aura", term, cost="{W}")
        aura = GameObject("cloak", "Trial Cloak", "b", "b", attached_to="bear", chosen=(chosen,))
        plain = trial("Trial Bear", "Creature — Bear", size="2/2")
        found = protected(board(elf, aura), source, plain, cloak)
    else:
        mine = GameObject("bear", "Trial Bear", "a", "a", chosen=(chosen,))
        found = protected(Board(("a", "b", "c"), "a", (mine, elf), (BOLT,)), source, bear(quality))
    assert ("bear" in found) is expected


def test_color_of_your_choice_until_end_of_turn() -> None:
    """A resolved spell remembers the colour that was chosen for it."""
    spell = trial(
        "Trial Ward",
        "Instant",
        "spell(targeting(and(permanent, type(creature)), until(end_of_turn, "
        "applies(and(permanent, target), (gains(keyword(protection, has_chosen_color)),)))))",
        cost="{W}",
    )
    for color, expected in (("R", {"bear"}), ("G", set())):
        ward = ResolvedEffect("ward", "Trial Ward", "a", (("color", color),), ("bear",))
        assert (
            protected(board(effects=(ward,)), "bolt", spell, trial("Trial Bear", "Creature", size="2/2"))
            == expected
        )


@pytest.mark.parametrize(
    ("filter", "quality", "expected"),
    [
        ("and(player, who(you))", "everything", {"a"}),
        ("and(player, who(opponent))", "color(r)", {"b", "c"}),
        ("player", "color(r)", {"a", "b", "c"}),
        ("and(player, who(you))", "color(u)", set()),
        ("and(player, who(you))", "player(opponent)", {"a"}),
        ("and(player, who(you))", "and(type(instant), controlled_by(opponent))", {"a"}),
        ("and(player, who(you))", "chosen_name", {"a"}),
    ],
)
def test_702_16b_players(filter: str, quality: str, expected: set[str]) -> None:
    term = f"static(applies({filter}, (gains(keyword(protection, {quality})),)))"
    stone = GameObject("stone", "Trial Stone", "a", "a", chosen=(("name", "Lightning Bolt"),))
    assert (
        protected(
            Board(("a", "b", "c"), "a", (stone,), (BOLT,)), "bolt", trial("Trial Stone", "Artifact", term)
        )
        == expected
    )


@pytest.mark.parametrize("creatures", [0, 1])
def test_while_its_condition_holds(creatures: int) -> None:
    term = (
        "static(while(controls(you, and(permanent, type(creature))), "
        "applies(and(player, who(you)), (gains(keyword(protection, everything)),))))"
    )
    stone = GameObject("stone", "Trial Stone", "a", "a")
    bears = tuple(GameObject(f"bear{i}", "Grizzly Bears", "a", "a") for i in range(creatures))
    found = protected(
        Board(("a", "b"), "a", (stone, *bears), (BOLT,)), "bolt", trial("Trial Stone", "Artifact", term)
    )
    assert found == ({"a"} if creatures else set())


def test_judged_on_final_characteristics() -> None:
    """The layers decide what colour the source is, and whether the protection is still there."""
    paint = trial(
        "Trial Paint", "Enchantment", "static(applies(and(permanent, type(creature)), (set_colors((r,)),)))"
    )
    humility = trial(
        "Trial Humility",
        "Enchantment",
        "static(applies(and(permanent, type(creature)), (loses_all_abilities,)))",
    )
    elf = GameObject("elf", "Llanowar Elves", "b", "b")
    lasting = GameObject("x", "Trial Paint", "b", "b")
    assert protected(board(elf), "elf", bear("color(r)")) == set()
    assert protected(board(elf, lasting), "elf", bear("color(r)"), paint) == {"bear"}
    off = GameObject("x", "Trial Humility", "b", "b")
    assert protected(board(elf, off), "bolt", bear("color(r)"), humility) == set()


def test_only_permanents_and_players_have_it() -> None:
    """CR 113.6: in a hand or on the stack the ability does nothing."""
    card = GameObject("card", "Trial Bear", "a", "a", "hand")
    spell = StackObject("spell", "a", card="Trial Bear")
    assert protected(board(card, stack=(BOLT, spell)), "bolt", bear("color(r)")) == {"bear"}


def test_nothing_is_worked_out_unasked() -> None:
    situation = situate(board(), library(bear("color(r)")))
    names, facts = assemble((*OBJECTS, *STACK), [situation])
    assert not settled(grounded(names, facts), "protected", 3)
