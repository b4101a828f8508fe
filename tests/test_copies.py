"""copy_values, copy_for_each, triggers, x_value, move_counter, resolves_next, revealed_by: terms at work."""

from __future__ import annotations

import pytest

from pyreason.answering import ask
from pyreason.asks import (
    CopyForEach,
    CopyValues,
    Event,
    Move,
    MoveCounter,
    NewTargets,
    ResolvesNext,
    RevealedBy,
    Triggers,
    XValue,
)
from pyreason.board import Board, GameObject, StackObject
from pyreason.errors import InputError, UnknownObject
from tests.trial_cards import library, trial

CREATURE = "and(permanent, type(creature))"
BEAR = GameObject("bear", "Grizzly Bears", "b", "b")
ELF = GameObject("elf", "Llanowar Elves", "a", "a")
ZAP = trial("Trial Zap", "Instant", "spell(opaque(1, (slot(1, 1, any_target),)))", cost="{X}{R}")
COPY = "copy(target(and(spell, type(instant))))"
FORK = trial("Trial Fork", "Instant", f"spell(seq(comma, {COPY}, except((set_colors((u,)),))))", cost="{U}")
TWIN = trial("Trial Twin", "Artifact", f"activated((tap,), {COPY}, ())")
THIEF = trial(
    "Trial Thief",
    "Creature",
    "triggered(casts(a_player, and(spell, targets_only(and(permanent, and(other, type(creature)))))), "
    "always, seq(sentence, may(you, copy(that)), copy_targets(this)))",
    size="1/1",
)
PRISM = trial(
    "Trial Prism",
    "Creature",
    "triggered(casts(you, and(spell, targets_only(this))), always, "
    "copy_for_each(that, and(other_target, and(permanent, and(type(creature), controlled_by(you))))))",
    size="1/1",
)
ALL = library(ZAP, FORK, TWIN, THIEF, PRISM)


def cast(*targets: str, **rest: object) -> StackObject:
    return StackObject("zap", "a", card="Trial Zap", targets=targets, **rest)  # type: ignore[arg-type]


def board(*objects: GameObject, stack: tuple[StackObject, ...] = (), active: str = "a") -> Board:
    return Board(("a", "b"), active, objects, stack)


# ---- CR 707.2, 707.10: what a copy has -----------------------------------------------------------------


def test_707_10_a_copy_has_what_was_chosen() -> None:
    spell = cast("bear", x=3, modes=(2, 1), paid=("kicker", "Buyback"))
    values = ask(board(BEAR, stack=(spell,)), CopyValues("zap"), library=ALL).answer
    assert values == {
        "name": "Trial Zap",
        "controller": "a",
        "colors": ["R"],
        "modes": [2, 1],
        "targets": ["bear"],
        "paid": ["kicker", "Buyback"],
        "x": 3,
    }


def test_707_10_whoever_makes_the_copy_controls_it() -> None:
    twin = GameObject("twin", "Trial Twin", "b", "b")
    values = ask(board(BEAR, twin, stack=(cast("bear"),)), CopyValues("zap", "twin"), library=ALL)
    assert values.answer["controller"] == "b"
    assert "707.10" in values.rules
    assert not values.caveats


def test_a_copier_may_change_the_colour() -> None:
    """Which counts for protection as well."""
    wall = trial("Trial Wall", "Creature", "keyword(protection, color(u))", size="0/4")
    known = library(ZAP, FORK, wall)
    position = board(BEAR, GameObject("wall", "Trial Wall", "b", "b"), stack=(cast("bear"),))
    assert ask(position, CopyValues("zap", "Trial Fork"), library=known).answer["colors"] == ["U"]
    assert ask(position, CopyValues("zap"), library=known).answer["colors"] == ["R"]
    assert ask(position, NewTargets("zap", by="Trial Fork"), library=known).answer == [["bear", "a", "b"]]
    assert ask(position, NewTargets("zap"), library=known).answer == [["bear", "wall", "a", "b"]]


def test_707_10e_a_target_that_the_effect_names() -> None:
    thief = GameObject("thief", "Trial Thief", "b", "b")
    values = ask(board(BEAR, thief, stack=(cast("bear"),)), CopyValues("zap", "thief"), library=ALL)
    assert values.answer["targets"] == ["thief"]
    for targets in (("thief",), ("a",)):
        untouched = ask(board(BEAR, thief, stack=(cast(*targets),)), CopyValues("zap", "thief"), library=ALL)
        assert untouched.answer == {}
        assert "603.2" in untouched.rules
    warded = GameObject("thief", "Trial Thief", "b", "b", granted=("hexproof",))
    none = ask(board(BEAR, warded, stack=(cast("bear"),)), CopyValues("zap", "thief"), library=ALL)
    assert none.answer == {}
    assert "707.10e" in none.rules


def test_a_copy_of_a_copy_on_the_stack() -> None:
    copy = StackObject("second", "b", card="Trial Zap", copy=True, copy_of="zap")
    values = ask(board(BEAR, stack=(cast("bear", x=2), copy)), CopyValues("second"), library=ALL).answer
    assert (values["targets"], values["x"], values["controller"]) == (["bear"], 2, "b")


def test_a_copier_that_does_not_copy_is_a_caveat() -> None:
    assert ask(board(BEAR, stack=(cast("bear"),)), CopyValues("zap", "bear"), library=ALL).caveats


# ---- CR 707.10d: a copy for each -----------------------------------------------------------------------


def test_707_10d_each_other_creature_that_it_could_target() -> None:
    prism = GameObject("prism", "Trial Prism", "a", "a")
    shy = GameObject("shy", "Grizzly Bears", "a", "a", granted=("shroud",))
    mine = GameObject("mine", "Grizzly Bears", "a", "a")
    position = board(prism, BEAR, ELF, shy, mine, stack=(cast("prism"),))
    ruling = ask(position, CopyForEach("zap", "prism"), library=ALL)
    assert ruling.answer == ["elf", "mine"]
    assert not ruling.caveats


@pytest.mark.parametrize(
    "spell", [cast("elf"), StackObject("zap", "b", card="Trial Zap", targets=("prism",))]
)
def test_it_has_to_trigger(spell: StackObject) -> None:
    prism = GameObject("prism", "Trial Prism", "a", "a")
    ruling = ask(board(prism, ELF, stack=(spell,)), CopyForEach("zap", "prism"), library=ALL)
    assert ruling.answer == []
    assert "603.2" in ruling.rules


def test_707_10d_every_target_has_to_be_the_same() -> None:
    two = trial(
        "Trial Zap",
        "Instant",
        f"spell(opaque(1, (slot(1, 1, {CREATURE}), "
        "slot(1, 1, and(permanent, and(type(creature), controlled_by(you)))))))",
    )
    same = trial("Trial Zap", "Instant", f"spell(opaque(1, (slot(0, 2, {CREATURE}),)))")
    wide = trial(
        "Trial Prism",
        "Creature",
        f"triggered(casts(you, spell), always, copy_for_each(that, and(other_target, {CREATURE})))",
        size="1/1",
    )
    prism = GameObject("prism", "Trial Prism", "a", "a")
    mine = GameObject("mine", "Grizzly Bears", "a", "a")
    position = board(prism, BEAR, ELF, mine, stack=(cast("prism", "prism"),))
    assert ask(position, CopyForEach("zap", "prism"), library=library(two, wide)).answer == ["elf", "mine"]
    position = board(prism, BEAR, ELF, mine, stack=(cast("prism", "elf"),))
    assert ask(position, CopyForEach("zap", "prism"), library=library(same, wide)).answer == []


# ---- CR 603.2: triggers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "what", "expected"),
    [
        ("casts(you, and(spell, type(instant)))", "cast", True),
        ("casts(you, and(spell, type(sorcery)))", "cast", False),
        ("casts(opponent, spell)", "cast", False),
        ("casts(a_player, spell)", "cast", True),
        ("casts(you, and(spell, type(instant)))", "copied", False),
        ("copies(you, spell)", "copied", True),
        ("copies(you, spell)", "cast", False),
        ("casts_or_copies(you, and(spell, or(type(instant), type(sorcery))))", "copied", True),
        ("casts_or_copies(you, and(spell, or(type(instant), type(sorcery))))", "cast", True),
        ("either(casts(you, and(spell, type(sorcery))), copies(you, spell))", "copied", True),
        ("enters(this)", "cast", False),
    ],
)
def test_603_2_casting_and_copying(event: str, what: str, expected: bool) -> None:
    watcher = trial("Trial Watcher", "Creature", f"triggered({event}, always, opaque(1))", size="1/1")
    position = board(GameObject("watcher", "Trial Watcher", "a", "a"), stack=(cast("b"),))
    happening = Event(what, "zap", controller="a")  # type: ignore[arg-type]
    ruling = ask(position, Triggers("watcher", happening), library=library(ZAP, watcher))
    assert ruling.answer is expected
    assert not ruling.caveats


def test_603_4_the_condition_has_to_hold() -> None:
    text = f"triggered(casts(you, spell), controls(you, {CREATURE}), opaque(1))"
    watcher = trial("Trial Watcher", "Artifact", text)
    seer = GameObject("watcher", "Trial Watcher", "a", "a")
    event = Triggers("watcher", Event("cast", "zap"))
    assert ask(board(seer, ELF, stack=(cast("b"),)), event, library=library(ZAP, watcher)).answer is True
    alone = ask(board(seer, stack=(cast("b"),)), event, library=library(ZAP, watcher))
    assert alone.answer is False
    assert "603.4" in alone.rules


def test_the_copier_is_whose_copy_it_is() -> None:
    watcher = trial("Trial Watcher", "Artifact", "triggered(copies(you, spell), always, opaque(1))")
    objects = (GameObject("watcher", "Trial Watcher", "a", "a"), GameObject("twin", "Trial Twin", "b", "b"))
    known = library(ZAP, watcher, TWIN)
    theirs = Triggers("watcher", Event("copied", "zap", by="twin", ability=1))
    assert ask(board(*objects, stack=(cast("b"),)), theirs, library=known).answer is False
    assert (
        ask(
            board(*objects, stack=(cast("b"),)), Triggers("watcher", Event("copied", "zap")), library=known
        ).answer
        is True
    )


def test_tapped_for_mana() -> None:
    text = "triggered(tapped_for_mana(and(permanent, type(land)), a_player, any), always, opaque(1))"
    watcher = trial("Trial Watcher", "Artifact", text)
    forest = GameObject("forest", "Forest", "b", "b")
    position = board(GameObject("watcher", "Trial Watcher", "a", "a"), forest, ELF)
    for tapped, expected in (("forest", True), ("elf", False)):
        event = Triggers("watcher", Event("tapped_for_mana", tapped))
        assert ask(position, event, library=library(watcher)).answer is expected


# ---- CR 107.3: X ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("purpose", "permanent", "card"),
    [("etb", 4, 0), ("printed", 0, 0), ("copy", 0, 0)],
)
def test_107_3m_x_of_a_permanent_and_of_a_card(purpose: str, permanent: int, card: int) -> None:
    objects = (
        GameObject("there", "Hydroid Krasis", "a", "a", x=4),
        GameObject("card", "Hydroid Krasis", "a", "a", "hand"),
    )
    for id, expected in (("there", permanent), ("card", card)):
        assert ask(board(*objects), XValue(id, purpose)).answer == expected  # type: ignore[arg-type]


def test_107_3j_a_clone_has_no_x_of_its_own() -> None:
    objects = (
        GameObject("ballista", "Walking Ballista", "a", "a", x=3),
        GameObject("clone", "Clone", "b", "b", copy_of="ballista", x=2),
    )
    ruling = ask(board(*objects), XValue("clone", "etb"))
    assert ruling.answer == 0
    assert "107.3j" in ruling.rules


@pytest.mark.parametrize("purpose", ["etb", "printed", "copy"])
def test_107_3a_x_on_the_stack(purpose: str) -> None:
    copy = StackObject("second", "b", card="Trial Zap", copy=True, copy_of="zap")
    for id in ("zap", "second"):
        question = XValue(id, purpose)  # type: ignore[arg-type]
        assert ask(board(stack=(cast("b", x=5), copy)), question, library=ALL).answer == 5


def test_an_x_that_is_not_told_is_a_caveat() -> None:
    assert ask(board(stack=(cast("b"),)), XValue("zap", "copy"), library=ALL).caveats
    with pytest.raises(UnknownObject):
        ask(board(), XValue("zip", "copy"))


# ---- CR 122.5: moving counters -------------------------------------------------------------------------

MOVER = trial(
    "Trial Mover",
    "Creature",
    f'activated((tap,), move_counters(1, "+1/+1", target({CREATURE}), '
    "target(and(permanent, and(other_target, and(same_controller, type(creature)))))), ())",
    size="1/1",
)
GROVE = trial(
    "Trial Grove",
    "Enchantment",
    f'triggered(begins(upkeep, you), always, move_counters(1, "+1/+1", this, target({CREATURE})))',
)
STONE = trial("Trial Stone", "Creature", 'static(applies(this, (cant(have_counters("+1/+1")),)))', size="1/1")
MOVING = library(MOVER, GROVE, STONE)


def full(id: str, controller: str = "b", **rest: object) -> GameObject:
    return GameObject(id, "Grizzly Bears", controller, controller, counters=(("+1/+1", 1),), **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("objects", "ends", "kind", "why"),
    [
        ((full("one"), BEAR), ("one", "bear"), "+1/+1", None),
        ((GameObject("one", "Grizzly Bears", "b", "b"), BEAR), ("one", "bear"), "+1/+1", "no +1/+1 counter"),
        ((full("one", "a"), BEAR), ("one", "bear"), "+1/+1", "target is illegal"),
        ((full("one"), BEAR), ("one", "one"), "+1/+1", "come from where it goes"),
        ((full("one"), BEAR), ("one", "bear"), "charge", "does not move charge"),
        (
            (full("one"), GameObject("stone", "Trial Stone", "b", "b")),
            ("one", "stone"),
            "+1/+1",
            "can't have",
        ),
        ((full("one", granted=("hexproof",)), BEAR), ("one", "bear"), "+1/+1", "target is illegal"),
    ],
)
def test_122_5_moving_a_counter(
    objects: tuple[GameObject, ...], ends: tuple[str, str], kind: str, why: str | None
) -> None:
    mover = GameObject("mover", "Trial Mover", "a", "a")
    ruling = ask(board(mover, *objects), MoveCounter(Move(*ends, kind), "mover"), library=MOVING)
    assert ruling.answer is (why is None)
    assert why is None or any(why in note for note in ruling.notes)
    assert not ruling.caveats


@pytest.mark.parametrize(("second", "expected"), [("b", True), ("a", False)])
def test_608_2b_who_controls_them_counts_as_it_resolves(second: str, expected: bool) -> None:
    mover = GameObject("mover", "Trial Mover", "a", "a")
    other = GameObject("other", "Grizzly Bears", second, "b")
    ability = StackObject("ab", "a", ability_of="mover", ability=1, targets=("one", "other"))
    position = board(mover, full("one"), other, stack=(ability,))
    ruling = ask(position, MoveCounter(Move("one", "other", "+1/+1"), "ab"), library=MOVING)
    assert ruling.answer is expected
    assert expected or "608.2b" in ruling.rules


def test_from_itself() -> None:
    grove = GameObject("grove", "Trial Grove", "a", "a", counters=(("+1/+1", 3),))
    assert (
        ask(board(grove, BEAR), MoveCounter(Move("grove", "bear", "+1/+1"), "grove"), library=MOVING).answer
        is True
    )
    other = ask(
        board(grove, full("one"), BEAR), MoveCounter(Move("one", "bear", "+1/+1"), "grove"), library=MOVING
    )
    assert other.answer is False
    assert any("from one" in note for note in other.notes)


def test_an_effect_that_is_not_understood_is_a_caveat() -> None:
    assert ask(board(full("one"), ELF), MoveCounter(Move("one", "elf", "+1/+1"), "elf", 1)).caveats


# ---- CR 608.1: what resolves next ----------------------------------------------------------------------


def test_608_1_the_top_of_the_stack() -> None:
    top = StackObject("top", "b", card="Trial Zap", targets=("a",), resolving=True)
    middle = StackObject("middle", "b", ability_of="elf", ability=1)
    assert ask(board(ELF, stack=(cast("b"), middle)), ResolvesNext(), library=ALL).answer == "middle"
    assert ask(board(ELF, stack=(cast("b"), middle, top)), ResolvesNext(), library=ALL).answer == "middle"
    with pytest.raises(InputError):
        ask(board(), ResolvesNext())


# ---- CR 608.2h: what is revealed --------------------------------------------------------------------------


def revealing(effect: str, *library_cards: str, battlefield: tuple[GameObject, ...] = ()) -> list[str]:
    diver = trial(
        "Trial Diver", "Creature", f"triggered(enters(this), always, {effect})", cost="{G}", size="1/1"
    )
    cards = tuple(
        GameObject(f"{place} {name}", name, "a", "a", "library")
        for place, name in enumerate(library_cards, 1)
    )
    theirs = GameObject("theirs", "Forest", "b", "b", "library")
    objects = (GameObject("diver", "Trial Diver", "a", "a"), *battlefield, theirs, *cards)
    ruling = ask(Board(("a", "b"), "a", objects), RevealedBy("diver", 1), library=library(diver))
    assert not ruling.caveats
    answer: list[str] = ruling.answer
    return answer


LIBRARY = ("Lightning Bolt", "Nivix Guildmage", "Shock", "Forest", "Grizzly Bears")


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("reveal_until(1, permanent_card)", 2),
        ("reveal_until(2, permanent_card)", 4),
        ("reveal_until(1, type(land))", 4),
        ("reveal_until(9, permanent_card)", 5),
        ("reveal_until(0, permanent_card)", 0),
        ("reveal_top(3)", 3),
        ("reveal_until(where_x(distinct(color, and(permanent, controlled_by(you)))), permanent_card)", 2),
    ],
)
def test_608_2h_the_number_is_worked_out_once(effect: str, expected: int) -> None:
    """The Guildmage that is revealed adds no colours to what was counted."""
    assert revealing(effect, *LIBRARY) == [f"{n} {name}" for n, name in enumerate(LIBRARY[:expected], 1)]


def test_colours_are_counted_among_permanents_you_control() -> None:
    """CR 105.2: each colour once; those of opponents' permanents, and of cards elsewhere, don't count."""
    effect = "reveal_until(where_x(distinct(color, and(permanent, controlled_by(you)))), permanent_card)"
    others = (GameObject("mage", "Nivix Guildmage", "b", "b"), GameObject("elf", "Llanowar Elves", "a", "a"))
    assert len(revealing(effect, *LIBRARY, battlefield=others)) == 2
    mine = (GameObject("mage", "Nivix Guildmage", "a", "a"),)
    assert len(revealing(effect, *LIBRARY, battlefield=mine)) == 5


@pytest.mark.parametrize(
    "said", ["opaque(1, (defines_x,))", "until(turn, applies(this, (pt(where_x(speed(you)), 0),)))"]
)
def test_x_that_the_text_defines_is_told_of(said: str) -> None:
    growth = trial("Trial Growth", "Instant", f"spell({said})", cost="{G}")
    board = Board(("a", "b"), "a", stack=(StackObject("growth", "a", card="Trial Growth"),))
    ruling = ask(board, XValue("growth", "printed"), library=library(growth))
    (caveat,) = ruling.caveats
    assert "107.3c" in caveat.why
    assert not ruling.notes
