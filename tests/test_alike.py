"""Objects that are alike: the ruling on each is that of its own board asked as a whole."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.test_layers import CHANGING, QUIET
from pyreason import Board, Characteristics, Ruling, alike, ask_many
from pyreason.alike import stand_ins
from pyreason.board import GameObject, ResolvedEffect, StackObject
from pyreason.errors import UnknownObject
from pyreason.questions import characteristics
from pyreason.situation import situate

ODD = (
    *("Tarmogoyf", "Student of Warfare", "Changeling Outcast", "Master of Etherium", "Walking Ballista"),
    *("Clone", "Zoetic Cavern", "Mutavault", "Kazandu Mammoth", "Chaos Orb", "Serra Avatar"),
)
SHAPING = (*CHANGING, "Opalescence", "Humility", "March of the Machines", "Glorious Anthem", "Conspiracy")


def whole(cases: Sequence[tuple[Board, Characteristics]]) -> list[Ruling]:
    """The rulings with every object asked about on its own board."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(characteristics, "stand_ins", list)
        return ask_many(cases)


def dealt(pick: random.Random, shaped: bool) -> Board:
    """A board of a few objects, some of them odd."""
    players = pick.sample(["ann", "ben", "cat"], k=pick.randint(2, 3))
    pool = [*QUIET, *(ODD if shaped else ODD[4:])]
    names = pick.choices(pool, k=pick.randint(2, 7))
    if shaped:
        names += pick.choices(SHAPING, k=pick.randint(1, 3))
    objects = []
    for number, name in enumerate(names):
        token = name != "Clone" and pick.random() < 0.2
        zone = "battlefield" if token or pick.random() < 0.8 else pick.choice(["hand", "graveyard", "exile"])
        there = zone == "battlefield"
        owner = pick.choice(players)
        objects.append(
            GameObject(
                *(f"{pick.choice('xyz')}{number}", name),
                *(pick.choice(players) if there else owner, owner, zone),
                tapped=there and pick.random() < 0.2,
                counters=((pick.choice(["+1/+1", "-1/-1", "level"]), pick.randint(1, 5)),)
                if there and pick.random() < 0.3
                else (),
                face_down=there and shaped and pick.random() < 0.1,
                token=token,
                granted=(pick.choice(["Flying", "{T}: Add {G}.", "Whatever this may be."]),)
                if there and pick.random() < 0.2
                else (),
            )
        )
    return Board(tuple(players), players[0], tuple(objects))


@given(seed=st.integers(0, 2**32), shaped=st.booleans())
def test_the_rulings_are_those_of_the_whole_boards(seed: int, shaped: bool) -> None:
    pick = random.Random(seed)
    boards = [dealt(pick, shaped) for _ in range(pick.randint(1, 4))]
    cases = [(board, Characteristics(obj.id)) for board in boards for obj in board.objects]
    assert ask_many(cases) == whole(cases)


def asked(*boards: Board) -> int:
    """How many different questions are asked about all objects of these boards."""
    group = [(Characteristics(obj.id), situate(board)) for board in boards for obj in board.objects]
    return len({(id(on), question.object) for question, on in stand_ins(group)})


def test_those_alike_are_asked_about_once() -> None:
    one = Board.parse("a: Forest, Forest (tapped), Grizzly Bears | b: Forest")
    other = Board.parse("a: Grizzly Bears, Forest, Island | b: Forest (token)")
    assert asked(one, other) == 5  # Forest of a, of b, as a token of b; Grizzly Bears; Island


def test_what_an_effect_made_of_some_tells_them_apart() -> None:
    plain = Board.parse("a: Blood Moon, Steam Vents, Forest | b: Forest")
    less = Board.parse("a: Blood Moon, Forest, Glorious Anthem | b: Steam Vents, Grizzly Bears")
    more = Board.parse("a: Blood Moon, Forest, Urborg, Tomb of Yawgmoth | b: Steam Vents, Grizzly Bears")
    assert asked(plain, less) == asked(plain) + 3  # Anthem, Steam Vents of b, Bears
    assert asked(plain, more) == asked(plain) + 3  # Urborg too; it gives nothing under Blood Moon


def test_the_answers_are_no_one_elses() -> None:
    cases = [(Board.parse("a: Forest, Island | b:"), Characteristics(id)) for id in ("forest",) * 2]
    one, other = ask_many(cases)
    one.answer["subtypes"].append("Bear")
    assert other.answer["subtypes"] == ["Forest"]


def test_steps_and_caveats_name_the_object_itself() -> None:
    bears = tuple(
        GameObject(id, "Grizzly Bears", "a", "a", counters=(("+1/+1", 2),)) for id in ("first", "second")
    )
    rulings = ask_many([(Board(("a", "b"), "a", bears), Characteristics(obj.id)) for obj in bears])
    assert [[step.source for step in ruling.layers] for ruling in rulings] == [["first"], ["second"]]
    assert [ruling.answer["power"] for ruling in rulings] == [4, 4]
    unsized = tuple(GameObject(id, "Serra Avatar", "a", "a") for id in ("this", "that"))
    rulings = ask_many([(Board(("a", "b"), "a", unsized), Characteristics(obj.id)) for obj in unsized])
    assert all({caveat.object for caveat in each.caveats} >= {each.question.object} for each in rulings)  # type: ignore[attr-defined]


def test_what_may_hang_on_more_is_asked_of_its_own_board() -> None:
    bear = GameObject("bear", "Grizzly Bears", "a", "a")
    spell = StackObject("bolt", "a", card="Lightning Bolt", owner="a")
    lasting = ResolvedEffect("growth", "Giant Growth", "a", targets=("bear",))
    for board, id in (
        (Board(("a", "b"), "a", (bear,), stack=(spell,)), "bolt"),
        (Board(("a", "b"), "a", (GameObject("x", "Forest", "a", "a", "exile", face_down=True),)), "x"),
    ):
        case = (Characteristics(id), situate(board))
        assert stand_ins([case])[0] is case
    shaped = Board(("a", "b"), "a", (bear,), effects=(lasting,))
    (ruling,) = ask_many([(shaped, Characteristics("bear"))])
    assert ruling.answer["power"] == 5
    with pytest.raises(UnknownObject):
        ask_many([(shaped, Characteristics("bears"))])


def test_other_rules_may_look_around(monkeypatch: pytest.MonkeyPatch) -> None:
    case = (Characteristics("forest"), situate(Board.parse("a: Forest | b:")))
    assert stand_ins([case])[0] is not case
    with monkeypatch.context() as patched:
        patched.setattr(alike, "OVERLAY", alike.OVERLAY)
        token = alike.OVERLAY.set(object())  # type: ignore[arg-type]
        try:
            assert stand_ins([case])[0] is case
        finally:
            alike.OVERLAY.reset(token)
