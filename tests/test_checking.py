"""Comparing answers, and running scenarios that say what is right."""

from __future__ import annotations

from typing import Any

import pytest

from pyreason.asks import QUESTIONS, CouldProduce, Question
from pyreason.checking import Result, check, exit_code, same_answer, scenario_files, wording
from pyreason.errors import (
    CaveatError,
    InputError,
    LimitReached,
    ScenarioError,
    UnknownCard,
    UnsupportedQuestion,
)
from pyreason.rulings import Caveat, Ruling
from pyreason.scenario import Scenario, parse_ask

ASKS: dict[str, dict[str, Any]] = {
    "could_produce": {"could_produce": "x"},
    "tap_for_mana": {"tap_for_mana": "x"},
    "available_mana": {"available_mana": "x"},
    "can_activate": {"can_activate": "x", "ability": 1},
    "aura_hosts": {"aura_hosts": "x", "how": "cast"},
    "enter_together": {"enter_together": ["x"], "controller": "p", "from": "hand"},
    "new_targets": {"new_targets": "x"},
    "characteristics": {"characteristics": "x"},
    "state_based_actions": {"state_based_actions": True},
    "x_value": {"x_value": "x", "for": "etb"},
    "copy_values": {"copy_values": "x"},
    "revealed_by": {"revealed_by": "x"},
    "resolves_next": {"resolves_next": True},
}


def question(kind: str) -> Question:
    return parse_ask(ASKS[kind])


SAME: list[tuple[str, Any, Any]] = [
    ("could_produce", ["R", "G"], ["G", "R"]),
    ("could_produce", [], []),
    ("could_produce", ["R", "G"], ("G", "R")),
    ("tap_for_mana", [{"a": "{G}{U}"}, {"a": ""}], [{"a": ""}, {"a": "{U}{G}"}]),
    ("tap_for_mana", [{"a": "{G}"}], [{"a": "{G}", "b": ""}]),
    ("available_mana", ["{R}{G}", "{C}"], ["{C}", "{G}{R}"]),
    ("can_activate", False, False),
    ("aura_hosts", ["a", "b"], ["b", "a"]),
    (
        "enter_together",
        [{"A": "x", "B": "y"}, {"A": "y", "B": "y"}],
        [{"B": "y", "A": "y"}, {"B": "y", "A": "x"}],
    ),
    ("new_targets", [["a", "b"], []], [["b", "a"], []]),
    ("characteristics", {"colors": ["G", "U"]}, {"colors": ["U", "G"], "types": ["Land"]}),
    ("characteristics", {"abilities": ["T: add G"]}, {"abilities": ["{T}: Add {G}."]}),
    ("characteristics", {"abilities": ["flying", "T: add G"]}, {"abilities": ["{T}: Add {G}.", "Flying"]}),
    ("characteristics", {"power": 2}, {"power": "2", "toughness": 3}),
    ("characteristics", {}, {"power": 2}),
    ("state_based_actions", [{"destroy": "a"}, {"unattach": "b"}], [{"unattach": "b"}, {"destroy": "a"}]),
    ("copy_values", {"modes": [2, 4], "targets": ["a"]}, {"modes": [4, 2], "targets": ["a"], "x": 1}),
    ("revealed_by", ["A", "B"], ["A", "B"]),
    ("resolves_next", "a", "a"),
    ("x_value", 3, 3),
]
DIFFERENT: list[tuple[str, Any, Any]] = [
    ("could_produce", ["R"], ["R", "G"]),
    ("could_produce", ["R"], []),
    ("could_produce", ["R"], "R"),
    ("could_produce", ["R"], None),
    ("tap_for_mana", [], [{"a": ""}]),
    ("tap_for_mana", [{"a": "{G}"}], [{"a": "{G}{G}"}]),
    ("tap_for_mana", [{"a": "{G}"}], [{"b": "{G}"}]),
    ("tap_for_mana", [{"a": ""}], [{"b": ""}]),
    ("tap_for_mana", [{"a": "{G}"}], [{"a": "G"}]),
    ("available_mana", ["{R}"], ["{R}{R}"]),
    ("can_activate", True, False),
    ("can_activate", True, 1),
    ("x_value", 1, True),
    ("x_value", 0, False),
    ("aura_hosts", ["a"], ["a", "b"]),
    ("enter_together", [{"A": "x"}], [{"A": "y"}]),
    ("new_targets", [["a"], ["b"]], [["b"], ["a"]]),
    ("new_targets", [], [[]]),
    ("characteristics", {"colors": []}, {"types": ["Land"]}),
    ("characteristics", {"abilities": []}, {"abilities": ["Flying"]}),
    ("characteristics", {"power": 2}, {"power": None}),
    ("characteristics", {"abilities": ["Flying"]}, {"abilities": ["Flying", "Flying"]}),
    ("state_based_actions", [{"destroy": "a"}], [{"unattach": "a"}]),
    ("copy_values", {"x": 1}, {"x": 2}),
    ("revealed_by", ["A", "B"], ["B", "A"]),
    ("resolves_next", "a", None),
]


@pytest.mark.parametrize(("kind", "expect", "got"), SAME)
def test_same(kind: str, expect: Any, got: Any) -> None:
    assert same_answer(question(kind), expect, got)


@pytest.mark.parametrize(("kind", "expect", "got"), DIFFERENT)
def test_different(kind: str, expect: Any, got: Any) -> None:
    assert not same_answer(question(kind), expect, got)


def test_every_shape_is_compared_above() -> None:
    shapes = {QUESTIONS[kind].answer_shape for kind, _, _ in SAME}
    assert shapes == {cls.answer_shape for cls in QUESTIONS.values()}


def test_wording() -> None:
    assert wording("{T}: Add {W/U}.") == "t: add w/u"
    assert wording("Flying  (This can fly.)") == "flying"
    assert wording("−1: Draw.") == wording("-1: draw")


BOARD = "players: [a]\nbattlefield: [{id: x, card: Forest, controller: a}]\nask: {could_produce: x}\n"
TEXT = f"id: one\n{BOARD}expect: [G]\n---\nid: none\n{BOARD}---\nid: bad\nplayers: []\n---\n"
TEXT += f"id: two\n{BOARD}expect: [R]\n"


def answering(answer: Any) -> Any:
    def ask(scenario: Scenario) -> Ruling:
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Ruling) else Ruling(scenario.question, answer)

    return ask


def test_a_text_with_a_broken_document() -> None:
    results = list(check(TEXT, "f.yaml", answering(["G"])))
    assert [(r.id, r.status, r.line) for r in results] == [
        ("one", "pass", 1),
        ("bad", "error", 11),
        ("two", "fail", 15),
    ]
    assert [list(r.to_dict()) for r in results] == [
        ["file", "id", "ask", "status", "expect", "got", "caveats", "error"]
    ] * 3
    assert results[2].to_dict() == {
        "file": "f.yaml",
        "id": "two",
        "ask": {"could_produce": "x"},
        "status": "fail",
        "expect": ["R"],
        "got": ["G"],
        "caveats": [],
        "error": None,
    }
    assert results[1].error == "f.yaml:11 (document 3): the key 'ask' is missing"
    assert len(results[1].errors) == 2


@pytest.mark.parametrize(
    ("raised", "status", "code", "said"),
    [
        (UnsupportedQuestion("not yet"), "unsupported", 3, "not yet"),
        (CaveatError("a line"), "unsupported", 3, "a line"),
        (LimitReached("too long"), "unsupported", 3, "too long"),
        (
            UnknownCard("Forest"),
            "error",
            2,
            "f.yaml:3 (document 1): battlefield[0].card: no card is called 'Forest'",
        ),
        (InputError("'x' is\nodd"), "error", 2, "f.yaml:3 (document 1): battlefield[0]: 'x' is odd"),
        (ValueError("our\nfault"), "error", 70, "internal error: our fault (please report)"),
    ],
)
def test_errors_become_results(raised: Exception, status: str, code: int, said: str) -> None:
    (result,) = check(f"id: one\n{BOARD}expect: [G]\n", "f.yaml", answering(raised))
    assert (result.status, result.exit_code, result.error) == (status, code, said)
    assert result.expect == ["G"]
    assert result.got is None


def test_debugging_lets_a_crash_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYREASON_DEBUG", "1")
    with pytest.raises(ValueError, match="ours"):
        list(check(f"{BOARD}expect: []\n", "f", answering(ValueError("ours"))))


def test_an_incomplete_answer_is_no_pass() -> None:
    cut = Ruling(CouldProduce("x"), ["G"], complete=False)
    (result,) = check(f"{BOARD}expect: [G]\n", "f", answering(cut))
    assert (result.status, result.exit_code, result.got) == ("unsupported", 3, ["G"])


def test_caveats_are_told() -> None:
    ruling = Ruling(CouldProduce("x"), ["G"], caveats=(Caveat("x", "Forest", 1, "not understood", "Text."),))
    (result,) = check(f"{BOARD}expect: [G]\n", "f", answering(ruling))
    assert result.status == "pass"
    assert result.caveats == ('Forest (x), line 1 "Text.": not understood',)


def test_a_text_that_is_none() -> None:
    (result,) = check(b"\xff", "f", answering([]))
    assert (result.status, result.id, result.exit_code) == ("error", None, 2)


@pytest.mark.parametrize(
    ("codes", "code"), [([], 0), ([0], 0), ([0, 3], 3), ([3, 1], 1), ([1, 2, 3], 2), ([2, 70, 1], 70)]
)
def test_exit_codes(codes: list[int], code: int) -> None:
    assert exit_code(Result("f", None, None, "pass", exit_code=c) for c in codes) == code


def test_files_and_directories(tmp_path: Any) -> None:
    for name in ("b.yaml", "a.yml", "deep/c.json", "d.txt", "deep/e.scenario.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = [f.removeprefix(f"{tmp_path}/") for f in scenario_files([str(tmp_path), "-", "else.txt"])]
    assert found == ["a.yml", "b.yaml", "deep/c.json", "deep/e.scenario.yaml", "-", "else.txt"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(ScenarioError, match="no scenario files"):
        list(scenario_files([str(tmp_path / "empty")]))
