"""Boards and rulings as HTML, and the notebook of the examples."""

from __future__ import annotations

import copy
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import pyreason
from pyreason import Board
from pyreason.board import CardDefinition, GameObject

NOTEBOOK = Path(__file__).parents[1] / "examples" / "boards.ipynb"
VOID = {"br"}


class Outline(HTMLParser):
    """Checks that tags close in order, and keeps the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text += data


def text(value: Any) -> str:
    """The text of what a notebook shows of a value, which must be well formed and load nothing."""
    html = value._repr_html_()
    outline = Outline()
    outline.feed(html)
    assert outline.open == []
    for way_out in ("<script", "http:", "https:", "url(", " src="):
        assert way_out not in html
    return outline.text


def test_a_board() -> None:
    board = Board.parse(
        "alice: Forest (tapped), Wild Growth -> Forest, 2 Mountain (sick) | bob: Hill Giant (2 +1/+1), "
        "Pacifism -> Hill Giant, Curse of Death's Hold -> alice\nalice hand: Opt\nbob pool: {R}"
    )
    shown = text(board)
    words = ("alice", "active", "Forest", "tapped", "Wild Growth", "mountain-2", "2 × +1/+1", "on alice")
    for said in (*words, "hand: Opt"):
        assert said in shown
    assert shown.count("Wild Growth") == 1
    assert board._repr_html_().index("Forest") < board._repr_html_().index("Wild Growth")


def test_odd_boards() -> None:
    """Nothing of a board is markup; circles end; names nobody knows are shown all the same."""
    own = CardDefinition("<b>Evil</b>", "Land", text="{T}: Add {G}.")
    objects = (
        GameObject("a", "<b>Evil</b>", "<i>p</i>", "<i>p</i>", attached_to="b"),
        GameObject("b", "Nonesuch & Co", "<i>p</i>", "<i>p</i>", attached_to="a", granted=("<script>",)),
    )
    shown = text(Board(("<i>p</i>",), "<i>p</i>", objects, cards=(own,)))
    for said in ("<b>Evil</b>", "Nonesuch & Co", "<i>p</i>", "<script>"):
        assert said in shown


def test_rulings() -> None:
    own = CardDefinition("Painted Marsh", "Land", text="While it rains, lands produce {U} instead.")
    known = Board.parse("alice: Reflecting Pool, Forest, Wild Growth | bob: Blood Moon")
    marsh = GameObject("marsh", "Painted Marsh", "alice", "alice")
    board = Board(known.players, known.active, (*known.objects, marsh), cards=(own,))
    pool = pyreason.ask(board, pyreason.CouldProduce("reflecting-pool"))
    assert "Caveat: Painted Marsh" in text(pool)
    assert "CR " in text(pool)
    assert "Proof" in text(pool)
    assert "Blood Moon" in text(pyreason.ask(board, pyreason.Characteristics("reflecting-pool")))
    assert "nothing" in text(pyreason.ask(board, pyreason.CouldProduce("blood-moon"), cite=False))


def test_the_notebook_runs() -> None:
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    client = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    notebook = nbformat.read(NOTEBOOK, 4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not kept in the repository"
    ran = copy.deepcopy(notebook)
    client.NotebookClient(ran, timeout=120, kernel_name="python3").execute()
    shown = [
        output["data"].get("text/html", "")
        for cell in ran.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "data" in output
    ]
    assert sum('class="pyreason"' in html for html in shown) == 5
