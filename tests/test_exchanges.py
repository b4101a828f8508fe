"""Exchanges of control: which are understood, and what is told where one is not (CR 701.12)."""

from __future__ import annotations

import pytest

from pyreason import Characteristics, ask
from pyreason.board import Board, GameObject, ResolvedEffect
from pyreason.cards.oracle import compile_text
from pyreason.terms import marked

UNDERSTOOD = (
    "Exchange control of two target creatures.",
    "Exchange control of two target lands. Draw a card.",
    "Exchange control of target land you control and target land an opponent controls.",
)
NOT_UNDERSTOOD = (
    "Exchange control of two target creatures, then sacrifice one of them.",
    "Exchange control of two target creatures. They gain haste until end of turn.",
    "Exchange control of target artifact and another target permanent that shares a strange thing with it.",
    "Exchange control of target spell and target creature.",
    "Exchange control of up to two target creatures.",
)


def mark(text: str) -> str:
    (line,) = compile_text(text, name="Some Card", types=["Sorcery"])
    assert line.term is not None
    return " ".join(each for each in ("exchange", "changes") if marked(line.term, each))


@pytest.mark.parametrize("text", UNDERSTOOD)
def test_understood(text: str) -> None:
    assert mark(text) == "exchange"


@pytest.mark.parametrize("text", NOT_UNDERSTOOD)
def test_not_understood(text: str) -> None:
    assert mark(text) == "changes"


def board(*effects: ResolvedEffect) -> Board:
    rows = (
        GameObject("elf", "Llanowar Elves", "alice", "alice"),
        GameObject("angel", "Serra Angel", "bob", "bob"),
        GameObject("gone", "Grizzly Bears", "bob", "bob", zone="graveyard"),
    )
    return Board(("alice", "bob"), "alice", rows, effects=effects)


@pytest.mark.parametrize("targets", [("elf",), ("elf", "gone"), ("elf", "elf")])
def test_half_an_exchange_is_a_caveat(targets: tuple[str, ...]) -> None:
    """Who has what is not known where the two that were exchanged are not both there."""
    ruling = ask(
        board(ResolvedEffect("swap", "Switcheroo", "alice", targets=targets)), Characteristics("elf")
    )
    assert ruling.answer["controller"] == "alice"
    assert [caveat.card for caveat in ruling.caveats] == ["Switcheroo"]


def test_a_whole_exchange_is_none() -> None:
    swap = ResolvedEffect("swap", "Switcheroo", "alice", targets=("elf", "angel"))
    ruling = ask(board(swap), Characteristics("elf"))
    assert (ruling.answer["controller"], ruling.caveats) == ("bob", ())
