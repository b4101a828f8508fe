"""Boards as one line of text, read and written."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyreason import Board
from pyreason._board_marks import MARKS
from pyreason._slugs import slug_ids
from pyreason.board import GameObject, ResolvedEffect, StackObject
from pyreason.cli import run
from pyreason.errors import InputError, UnknownCard

CARDS = (
    *("Forest", "Grizzly Bears", "Ayula, Queen Among Bears", "Circle of Protection: Red", "Rancor"),
    *("Wild Growth", "1996 World Champion", "Erase (Not the Urza's Legacy One)"),
    '"Ach! Hans, Run!"',
)  # fmt: skip


def rows(text: str) -> list[tuple[str, str, str, str | None]]:
    return [(o.id, o.card, o.controller, o.attached_to) for o in Board.parse(text).objects]


def test_the_board_of_the_documentation() -> None:
    board = Board.parse(
        "alice: Reflecting Pool, Forest (tapped) | bob: Mountain, Spirit Link -> Grizzly Bears"
    )
    assert (board.players, board.active) == (("alice", "bob"), "alice")
    assert board.objects == (
        GameObject("reflecting-pool", "Reflecting Pool", "alice", "alice"),
        GameObject("forest", "Forest", "alice", "alice", tapped=True),
        GameObject("mountain", "Mountain", "bob", "bob"),
        GameObject("grizzly-bears", "Grizzly Bears", "bob", "bob"),
        GameObject("spirit-link", "Spirit Link", "bob", "bob", attached_to="grizzly-bears"),
    )
    assert Board.parse(board.to_text()) == Board.parse(board.to_text(lines=True)) == board


def test_every_mark() -> None:
    text = ", ".join(mark for mark in MARKS if mark != "owner bob")
    board = Board.parse(f"alice: Forest, Forest, Gond Gate ({text}) | bob: Mountain (owner alice)")
    assert board.get("pool") == GameObject(
        id="pool",
        card="Gond Gate",
        controller="alice",
        owner="alice",
        tapped=True,
        sick=True,
        face_down=True,
        token=True,
        counters=(("+1/+1", 2),),
        chosen=(("color", "G"),),
        granted=("hexproof",),
        x=3,
        paid=("bestow",),
        mana_spent="{G}{G}",
        copy_of="forest",
        exiled_with=("forest-2",),
    )
    mountain = board.get("mountain")
    assert mountain is not None
    assert mountain.owner == "alice"
    assert Board.parse(board.to_text()) == board


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # a host listed elsewhere, by name and by id; a player; a chain of cards named only there
        (
            "a: Rancor -> Grizzly Bears | b: Grizzly Bears",
            [("rancor", "a", "grizzly-bears"), ("grizzly-bears", "b", None)],
        ),
        (
            "a: 2 Forest, Wild Growth -> forest-2",
            [("forest", "a", None), ("forest-2", "a", None), ("wild-growth", "a", "forest-2")],
        ),
        ("a: Curse of Death's Hold -> b | b:", [("curse-of-deaths-hold", "a", "b")]),
        (
            "a: Bronze Horse -> Wild Growth -> Forest",
            [("forest", "a", None), ("wild-growth", "a", "forest"), ("bronze-horse", "a", "wild-growth")],
        ),
        # one host for several, with its own marks
        (
            "a: 2 Rancor → Grizzly Bears (sick), Wild Growth -> Forest",
            [
                ("grizzly-bears", "a", None),
                ("rancor", "a", "grizzly-bears"),
                ("rancor-2", "a", "grizzly-bears"),
                ("forest", "a", None),
                ("wild-growth", "a", "forest"),
            ],
        ),
        # commas, colons, brackets and numbers of names
        (
            "a: Rancor -> Ayula, Queen Among Bears, Circle of Protection: Red",
            [
                ("ayula-queen-among-bears", "a", None),
                ("rancor", "a", "ayula-queen-among-bears"),
                ("circle-of-protection-red", "a", None),
            ],
        ),
        ("Circle of Protection: Red", [("circle-of-protection-red", "you", None)]),
        ("Forest | Island", [("forest", "you", None), ("island", "opponent", None)]),
        (
            "a: 2 Erase (Not the Urza's Legacy One), 1996 World Champion",
            [
                ("erase-not-the-urzas-legacy-one", "a", None),
                ("erase-not-the-urzas-legacy-one-2", "a", None),
                ("1996-world-champion", "a", None),
            ],
        ),
    ],
)
def test_what_stands_where(text: str, expected: list[tuple[str, str, str | None]]) -> None:
    assert [(id, player, host) for id, _, player, host in rows(text)] == expected


def test_players_zones_and_pools() -> None:
    board = Board.parse(
        "alice: Forest\n  Mountain\nbob (active): Island\nalice hand: Forest; 2 Opt\n"
        "bob's graveyard: Opt | bob pool: gG{W}"
    )
    assert board.players == ("alice", "bob")
    assert board.active == "bob"
    assert [o.id for o in board.battlefield] == ["forest", "mountain", "island"]
    assert [(o.zone, o.id, o.controller) for o in board.objects[3:]] == [
        ("hand", "Forest", "alice"),
        ("hand", "Opt", "alice"),
        ("hand", "Opt#2", "alice"),
        ("graveyard", "Opt#3", "bob"),
    ]
    assert board.mana_pool == (("bob", "{W}{G}{G}"),)
    assert Board.parse(board.to_text()) == board


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: Forrest", "no card is called 'Forrest'; did you mean 'Forest'"),
        ("a: Forest (taped)", r"Forest: can't read the mark 'taped'; did you mean 'tapped'\?"),
        ("a: Forest (color X)", "no colour is 'X'"),
        ("a: Forest (tapped", "a bracket is never closed"),
        ("a: Forest | Island", "whose cards are these\\? write `alice: Island`"),
        ("Forest | Island | Swamp", "who has which cards"),
        ("a: Rancor -> Nonesuch", "attached to 'Nonesuch', which is not on the board"),
        ("a: 2 Forest, Wild Growth -> Forest", "which Forest\\? say -> forest or -> forest-2"),
        ("a: Forest, Wild Growth -> Forest (tapped)", "on the board already"),
        ("a: Wild Growth -> 2 Forest", "attached to one thing"),
        ("a: Wild Growth ->", "what stands behind ->"),
        ("a hand: Wild Growth -> Forest", "only a permanent"),
        ("a: 2 Forest (id f)", "can't all have the id 'f'"),
        ("a: Forest (id f), Island (id f)", "'f' is used twice"),
        ("a: Forest (owner b)", "owner 'b' is no player"),
        ("a: Forest (x many)", "x is a number"),
        ("a: Forest (x 1, x 2)", "said twice"),
        ('a: Forest (has "open)', "a bracket is never closed"),
        ("a: Forest (exiled opt)", "which is not on the board"),
        ("a pool: purple", "is no mana"),
        ("a: 1001 Forest", "more than 1000 cards"),
    ],
)  # fmt: skip
def test_what_can_not_be_read(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        Board.parse(text)


@pytest.mark.parametrize(
    "board",
    [
        Board(("a",), "a", stack=(StackObject("s", "a", "Opt"),)),
        Board(("a",), "a", effects=(ResolvedEffect("e", "High Tide", "a"),)),
        Board(("a",), "a", commander=(("a", "Selvala"),)),
        Board(("a|b",), "a|b"),
        Board(("the hand",), "the hand"),
        Board(("a", "b"), "a", (GameObject("i", "Island", "b", "b"), GameObject("f", "Forest", "a", "a"))),
        Board(("a",), "a", (GameObject("f", "Forest", "a", "a", counters=(("a (b)", 1),)),)),
    ],
)
def test_what_can_not_be_written_is_said(board: Board) -> None:
    with pytest.raises(InputError, match="board text"):
        board.to_text()


IDS = st.text("abc -#'é", min_size=1, max_size=4).filter(lambda s: s == s.strip())
VALUES = st.text('ab ,;()"|\\:>-', min_size=1, max_size=6).filter(lambda s: s == s.strip())


@st.composite
def boards(draw: st.DrawFn) -> Board:
    players = tuple(
        draw(st.lists(st.sampled_from(["alice", "bob", "Carla B"]), min_size=1, max_size=3, unique=True))
    )
    cards = draw(st.lists(st.tuples(st.sampled_from(players), st.sampled_from(CARDS)), max_size=6))
    cards.sort(key=lambda row: players.index(row[0]))
    ids = slug_ids((card for _, card in cards), players)
    objects: list[GameObject] = []
    for id, (player, card) in zip(ids, cards, strict=True):
        if draw(st.integers(0, 3)) == 0:
            new = draw(IDS)
            id = id if new in ids or new in players or any(o.id == new for o in objects) else new
        objects.append(
            GameObject(
                id=id,
                card=card,
                controller=player,
                owner=draw(st.sampled_from(players)),
                tapped=draw(st.booleans()),
                sick=draw(st.booleans()),
                counters=draw(st.sampled_from([(), (("+1/+1", 2),), (("charge", 1), ("first strike", 0))])),
                chosen=draw(st.sampled_from([(), (("color", "R"),), (("type", "Elf"), ("number", "3"))])),
                granted=tuple(draw(st.lists(VALUES, max_size=2))),
                x=draw(st.sampled_from([None, 0, 7])),
            )
        )
    hosts = [*players, *(o.id for o in objects)]
    objects = [
        replace(o, attached_to=draw(st.sampled_from(hosts))) if draw(st.booleans()) else o for o in objects
    ]
    return Board(players, draw(st.sampled_from(players)), tuple(objects))


class Library:
    """These cards and no others: suggestions out of all names would take long."""

    def knows(self, name: str) -> bool:
        return name in CARDS

    def find(self, name: str) -> Any:
        if not self.knows(name):
            raise UnknownCard(name)
        return SimpleNamespace(name=name)


@given(boards())
def test_what_is_written_is_read(board: Board) -> None:
    assert Board.parse(board.to_text(), library=Library()) == board
    assert Board.parse(board.to_text(lines=True), library=Library()) == board


@given(st.text('aF:|,;()">-\n 2\\', max_size=20), st.sampled_from(["Forest", "a: Forest", ""]))
def test_any_text_is_read_or_refused(text: str, start: str) -> None:
    with suppress(InputError):
        Board.parse(start + text, library=Library())


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    board = "alice: Forest, Wild Growth -> Forest | bob: Mountain"
    assert run(["ask", "tap-for-mana", "Forest", "--board", board]) == 0
    assert "alice {G}{G}" in capsys.readouterr().out
    assert run(["ask", "available-mana", "bob", "--board", board, "--you", "Forest"]) == 2
