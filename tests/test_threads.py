"""Threads: questions asked in several at once, and time limits where there are several."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial

import pytest

import pyreason
from pyreason.board import CardDefinition, GameObject
from pyreason.cards.library import Library, default_library
from pyreason.errors import (
    LimitReached,
    PyreasonError,
    ScenarioError,
    UnknownCard,
    UnknownObject,
    UnsupportedQuestion,
)
from pyreason.limits import within
from pyreason.verify.rulesets import rule_set, variants

BOARD = pyreason.Board.parse("alice: Exotic Orchard | bob: Mountain")
ASKED = pyreason.CouldProduce("exotic-orchard")

CROWD = """
import threading, pyreason
board = pyreason.Board.parse("alice: Reflecting Pool, Exotic Orchard, Forest | bob: Mountain, Forest")
asked = pyreason.CouldProduce("reflecting-pool")
said = []
def work():
    for _ in range(6):
        ruling = pyreason.ask(board, asked)
        said.append((ruling.answer, len(ruling.proof.roots), len(pyreason.why_not(board, asked, "U").roots)))
crowd = [threading.Thread(target=work) for _ in range(6)]
for thread in crowd: thread.start()
for thread in crowd: thread.join()
assert len(said) == 36 and len(set(map(str, said))) == 1, said
"""


@pytest.fixture
def another_thread() -> Iterator[None]:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    yield
    done.set()
    thread.join()


def test_answers_proofs_and_why_not_in_many_threads() -> None:
    done = subprocess.run([sys.executable, "-c", CROWD], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_time_limit_beside_other_threads(another_thread: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", None)  # must not be called
    ruling = pyreason.ask(BOARD, ASKED, explain=True, timeout=60)
    assert ruling.answer == pyreason.ask(BOARD, ASKED).answer == ["R"]
    assert ruling.proof is not None
    began = time.monotonic()
    with pytest.raises(LimitReached, match=r"no answer within 0\.2 s"):
        within(0.2, partial(time.sleep, 60))
    assert time.monotonic() - began < 30
    with pytest.raises(LimitReached, match="without an answer"):
        within(60, partial(os._exit, 3))
    assert within(60, partial(print, "not an answer")) is None  # what is printed does not get in between


@pytest.mark.parametrize("beside", [False, True])
def test_errors_come_over_as_they_are(beside: bool, request: pytest.FixtureRequest) -> None:
    if beside:
        request.getfixturevalue("another_thread")
    board = pyreason.Board(("alice",), "alice", (GameObject("forrest", "Forrest", "alice", "alice"),))
    with pytest.raises(UnknownCard) as here:
        pyreason.ask(board, pyreason.CouldProduce("forrest"))
    with pytest.raises(UnknownCard) as there:
        pyreason.ask(board, pyreason.CouldProduce("forrest"), timeout=60)
    assert (str(there.value), there.value.suggestions) == (str(here.value), here.value.suggestions)


@pytest.mark.parametrize(
    "error", [UnknownCard("A", ["B"]), UnknownObject("a", ["ab"]), ScenarioError("no", file="f", line=3)]
)
def test_an_error_is_the_same_when_it_was_pickled(error: PyreasonError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.args, again.__dict__) == (str(error), error.args, error.__dict__)


def test_a_library_is_sent_along(another_thread: None) -> None:
    own = default_library().with_definitions([CardDefinition("Grove", "Land", text="{T}: Add {G}.")])
    board = pyreason.Board.parse("alice: Grove", library=own)
    ruling = pyreason.ask(board, pyreason.CouldProduce("grove"), library=own, timeout=60)
    assert ruling.answer == ["G"]
    again: Library = pickle.loads(pickle.dumps(own))
    assert again.find("grove") == own.find("grove")
    assert again.find("Forest") == own.find("Forest")


def test_other_rules_are_not_forgotten_silently(another_thread: None) -> None:
    with (
        rule_set(variants()[0]).in_force(),
        pytest.raises(UnsupportedQuestion, match="one thread"),
    ):
        pyreason.ask(BOARD, ASKED, timeout=60)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="nothing is forked here")
def test_a_fork_while_another_thread_answers() -> None:
    code = """
import os, threading, time, pyreason
board = pyreason.Board.parse("alice: Exotic Orchard | bob: Mountain")
ask = lambda: pyreason.ask(board, pyreason.CouldProduce("exotic-orchard")).answer
ask()
end = time.monotonic() + 2
def work():
    while time.monotonic() < end:
        ask()
thread = threading.Thread(target=work)
thread.start()
for _ in range(5):
    child = os.fork()
    if not child:
        os._exit(0 if ask() == ["R"] else 1)
    assert os.waitpid(child, 0)[1] == 0
thread.join()
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
