"""Scenario files as tests: a run of pytest inside pytest, with a stand-in for the answers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
ROOT = Path(__file__).parents[1]
STAND_IN = """
import sys
from types import ModuleType
import pyreason
from pyreason.errors import UnsupportedQuestion
from pyreason.rulings import Ruling

def ask(board, question, **options):
    if question.kind != "could_produce":
        raise UnsupportedQuestion("not answered yet")
    return Ruling(question, ["R"])

pyreason.answering = sys.modules["pyreason.answering"] = ModuleType("pyreason.answering")
pyreason.answering.ask = ask
"""
BOARD = "players: [a]\nbattlefield: [{id: x, card: Forest, controller: a}]\n"
TEXT = f"""\
id: right
{BOARD}ask: {{could_produce: x}}
expect: [R]
---
id: wrong
{BOARD}ask: {{could_produce: x}}
expect: [G]
---
id: silent
{BOARD}ask: {{could_produce: x}}
---
id: later
{BOARD}ask: {{tap_for_mana: x}}
expect: []
---
id: broken
{BOARD}ask: {{could_produce: y}}
---
id: right
{BOARD}ask: {{could_produce: x}}
expect: [R]
"""


@pytest.fixture
def inner(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "pyreason.pytest_plugin")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeconftest(STAND_IN)
    return pytester


def test_one_test_a_document(inner: pytest.Pytester) -> None:
    (inner.path / "some.scenario.yaml").write_text(TEXT)
    (inner.path / "other.yaml").write_text("no: scenario")
    result = inner.runpytest_subprocess("-v", "-rs")
    result.assert_outcomes(passed=2, failed=2, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "*some.scenario.yaml::right PASSED*",
            "*some.scenario.yaml::wrong FAILED*",
            "*some.scenario.yaml::later SKIPPED*",
            "*some.scenario.yaml::broken FAILED*",
            "*some.scenario.yaml::right@* PASSED*",
            "ask:      {*could_produce*x*}",
            'expected: ["G"]',
            'got:      ["R"]',
            "some.scenario.yaml:* (document 5): ask.could_produce: nothing on the board has the id 'y'*",
            "*SKIPPED*not answered yet*",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*silent*")


def test_files_under_tests_scenarios(inner: pytest.Pytester) -> None:
    folder = inner.path / "tests" / "scenarios" / "deep"
    folder.mkdir(parents=True)
    (folder / "any.yaml").write_text(TEXT.split("---")[0])
    inner.runpytest_subprocess().assert_outcomes(passed=1)
    inner.runpytest_subprocess("-k", "wrong").assert_outcomes(deselected=1)


def test_a_file_that_is_no_text(inner: pytest.Pytester) -> None:
    (inner.path / "bad.scenario.yaml").write_bytes(b"\xff")
    result = inner.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*bad.scenario.yaml:1: not UTF-8 text (byte 0xff)"])


def test_loading_the_plugin_loads_no_more() -> None:
    script = (
        "import sys, pytest; before = set(sys.modules); import pyreason.pytest_plugin; "
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout == "['pyreason', 'pyreason.pytest_plugin']\n"
