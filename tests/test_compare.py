"""The comparison with other engines runs, tells right from wrong, and says what it leaves out."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pyreason import quick_board

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def compare(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec = importlib.util.spec_from_file_location("compare", BENCHMARKS / "compare.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "compare", module)
    spec.loader.exec_module(module)
    return module


def test_without_the_other_engine(
    compare: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["--boards", "2", "--sizes", "4", "--cards", str(tmp_path / "none")]
    assert compare.main(arguments) == 0
    told = capsys.readouterr().out
    assert told.startswith("phase-python is left out: ")
    assert told.count("| 4 | ") == 3
    assert told.count("| 2 of 2 |") == 3
    monkeypatch.setattr(compare, "by_pyreason", lambda line: ["wrong"])
    assert compare.main(arguments) == 1
    assert "| 4 | pyreason, one at a time | 0 of 2 |" in capsys.readouterr().out


@pytest.mark.parametrize("decks", [False, True])
def test_a_board_for_the_other_engine(compare: ModuleType, decks: bool) -> None:
    pytest.importorskip("phase", reason="phase-python is not installed (extra 'peers')")
    if not compare.ATOMIC_CARDS.exists():
        pytest.skip("there are no AtomicCards.json.gz beside the project to make its card data from")
    phase = compare.Phase(["Forest", "Reflecting Pool", "Shivan Reef"], compare.ATOMIC_CARDS)
    state = phase.state(quick_board("Reflecting Pool, Forest", "Shivan Reef"), decks=decks)
    assert [phase.answer(state, n) for n in (1, 2, 3)] == [["G"], ["G"], ["U", "R", "C"]]
