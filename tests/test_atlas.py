"""The atlas: which entries there are, and that they say what `ask` says."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pyreason import CouldProduce, ask
from pyreason.atlas import STANDARD, Summary, atlas, domain, pattern, plan
from pyreason.board import Board, GameObject
from pyreason.cli import run as cli
from pyreason.errors import InputError

CARDS = ("Reflecting Pool", "Contamination", "Utopia Sprawl", "Exotic Orchard", "Grizzly Bears")


def entries(
    cards: tuple[str, ...], kind: str = "could_produce", size: int = 2, **more: Any
) -> list[dict[str, Any]]:
    over, left_out = plan(cards, kind)
    assert left_out == []
    return list(atlas(over, cards, size, Summary(), **more))


def types(cards: dict[str, str], about: str) -> list[str]:
    """What `ask` says of one of the cards, or of a land of the board, with these cards dealt so."""
    board = Board.parse(STANDARD)
    host = {"Utopia Sprawl": "forest"}
    more = tuple(
        GameObject(card, card, who, who, attached_to=host.get(card), chosen=(("color", "R"),))
        for card, who in cards.items()
    )
    with_them = Board(board.players, board.active, (*board.objects, *more))
    return list(ask(with_them, CouldProduce(about), cite=False).answer)


def test_exactly_the_answers_that_no_card_alone_gives() -> None:
    """Worked out here one board at a time."""
    expected = set()
    for one, other in combinations(CARDS, 2):
        for dealt in (("alice", "alice"), ("alice", "bob"), ("bob", "alice")):
            cards = dict(zip((one, other), dealt, strict=True))
            for about in (one, other, "forest", "island", "mountain"):
                alone = [{c: w} for c, w in cards.items() if about not in cards or c == about]
                together = types(cards, about)
                if together not in [types(each, about) for each in alone]:
                    expected.add((one, other, *dealt, about, "".join(together)))
    found = {(*e["cards"], *e["cards"].values(), e["object"], "".join(e["together"])) for e in entries(CARDS)}
    assert found == expected
    assert ("Reflecting Pool", "Contamination", "alice", "bob", "Reflecting Pool", "B") in found


def test_triples_tapping_and_executors() -> None:
    cards = ("Mana Flare", "Mana Reflection", "Contamination")
    (over, _) = plan(cards, "tap_for_mana")
    summary = Summary()
    found = list(atlas(over, cards, 3, summary))
    assert summary.boards == 7
    assert summary.entries == len(found) > 0
    hers = next(e for e in found if e["object"] == "forest" and set(e["cards"].values()) == {"alice"})
    assert hers["alone"]["Mana Reflection"] == [{"alice": "{G}{G}"}]
    assert {"alice": "{B}{B}"} in hers["together"] or {"alice": "{B}"} in hers["together"]
    with ThreadPoolExecutor(2) as executor:
        assert list(atlas(over, cards, 3, Summary(), executor)) == found


def test_auras_without_a_host_are_left_out() -> None:
    over, left_out = plan(("Pacifism", "Wild Growth"), "could_produce")
    assert left_out == ["Pacifism"]
    assert over.placed["Wild Growth", "bob"].attached_to == "forest"


def test_domains_and_questions() -> None:
    assert {"Reflecting Pool", "Mana Web"} <= set(domain("could-produce")) <= set(domain("mana"))
    assert {"Mana Flare", "Contamination"} <= set(domain("tapped-for-mana"))
    with pytest.raises(InputError, match="no domain"):
        domain("manna")
    with pytest.raises(InputError, match="not asked of every permanent"):
        plan(("Forest",), "aura_hosts")


def test_patterns() -> None:
    def told(together: list[str], *alone: list[str]) -> str:
        return pattern({"together": together, "alone": dict(enumerate(alone))})

    assert told([], ["G"]) == "nothing is left"
    assert told(["B"], ["G"], ["G", "U"]) == "something new for something each had"
    assert told(["G", "B"], ["G"]) == "something that none had alone"
    assert told(["U"], ["G", "U"], ["G"]) == "something gone that each had"
    assert told(["G", "U"], ["G"], ["U"]) == "parts of both"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "atlas.jsonl"
    assert cli(["atlas", "; ".join(CARDS), str(out)]) == 0
    assert [json.loads(line) for line in out.read_text().splitlines()] == entries(CARDS)
    told = capsys.readouterr().out
    assert told.startswith("5 cards, 30 boards, 150 questions in ")
    assert cli(["atlas", "Forest", str(out)]) == 2
    assert capsys.readouterr().err == "error: 1 of the cards are not enough for pairs\n"


def test_a_parquet_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "atlas.parquet"
    assert cli(["atlas", "; ".join(CARDS), str(out)]) == 0
    table = (
        pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed (extra 'parquet')")
        .read_table(out)
        .to_pylist()
    )
    nested = ("cards", "together", "alone", "caveats")
    assert [{k: json.loads(v) if k in nested else v for k, v in row.items()} for row in table] == entries(
        CARDS
    )


def test_a_parquet_file_without_pyarrow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    out = tmp_path / "atlas.parquet"
    assert cli(["atlas", "; ".join(CARDS), str(out)]) == 3
    assert "pip install 'mtg-pyreason[parquet]'" in capsys.readouterr().err
    assert not out.exists()
