"""Batches: order, going on after a kill, bad lines, worker processes, executors."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyreason
from pyreason import CouldProduce, ask, ask_many, assembly, batch, batching, limits, quick_board
from pyreason.batch_files import errors_beside, run
from pyreason.batching import Options
from pyreason.cli import run as cli
from pyreason.errors import InputError, InternalError
from pyreason.limits import Staying
from pyreason.scenario import Broken, Scenario, loads, read_line

CARDS = ("Reflecting Pool", "Exotic Orchard", "Forest", "Sunken Ruins", "Sol Ring", "Mountain", "Blood Moon")
HERE = Path(__file__).parent


def document(number: int, size: int = 5) -> dict[str, Any]:
    pick = random.Random(number)
    rows = [
        {"id": f"p{i}", "card": pick.choice(CARDS), "controller": pick.choice(("alice", "bob"))}
        for i in range(size)
    ]
    return {
        "id": f"b{number}",
        "players": ["alice", "bob"],
        "battlefield": rows,
        "ask": {"could_produce": f"p{pick.randrange(size)}"},
    }


BAD = {
    3: '{"id": "cut", "players": [',
    8: json.dumps(
        {
            **document(8),
            "battlefield": [{"id": "x", "card": "Forrest", "controller": "alice"}],
            "ask": {"could_produce": "x"},
        }
    ),
    11: json.dumps({**document(11), "ask": {"could_produce": "nobody"}}),
    14: json.dumps({**document(14), "ask": {"could_produce": "p0", "controller": "bob"}}),
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Forty lines, four of them bad and one blank."""
    lines = [BAD.get(n, "" if n == 20 else json.dumps(document(n))) for n in range(1, 41)]
    path = tmp_path / "in.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def answered(source: Path, out: Path, **more: Any) -> tuple[bytes, bytes]:
    errors = errors_beside(out)
    run(source, out, errors, Options(), **{"chunk": 7, **more})
    return out.read_bytes(), errors.read_bytes()


def records(text: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_rulings_come_in_order_and_are_those_of_ask(source: Path, tmp_path: Path) -> None:
    good, bad = answered(source, tmp_path / "out.jsonl")
    lines = [r["line"] for r in records(good)]
    assert lines == [n for n in range(1, 41) if n not in BAD and n != 20]
    for record in records(good)[:6]:
        scenario = read_line(json.dumps(document(record["line"])))
        assert isinstance(scenario, Scenario)
        alone = ask(scenario.board, scenario.question, cite=False).to_dict()
        assert record == {"line": record["line"], "id": f"b{record['line']}", **alone}
    assert [(r["line"], r["exit_code"]) for r in records(bad)] == [(3, 2), (8, 2), (11, 2), (14, 3)]
    told = [r["errors"][0] for r in records(bad)]
    assert told[0].startswith("line 3: not JSON")
    assert "'Forrest'; did you mean 'Forest'" in told[1]
    assert "line 11 (document 11): ask.could_produce: nothing on the board has the id 'nobody'" in told[2]
    assert "`by` and `controller` mean nothing" in told[3]


@pytest.mark.parametrize("chunk", [1, 3, 100])
def test_chunks_change_nothing(source: Path, tmp_path: Path, chunk: int) -> None:
    assert answered(source, tmp_path / "a.jsonl") == answered(source, tmp_path / "b.jsonl", chunk=chunk)


def test_going_on_from_any_state_a_kill_can_leave(source: Path, tmp_path: Path) -> None:
    """Killed while errors were written, between the files, or while rulings were: cut anywhere."""
    whole = answered(source, tmp_path / "whole.jsonl", chunk=1)
    out = tmp_path / "out.jsonl"
    errors = errors_beside(out)
    pick = random.Random(1)
    for cut in [0, 1, len(whole[0]), *(pick.randrange(len(whole[0])) for _ in range(12))]:
        out.write_bytes(whole[0][:cut])
        last = max((r["line"] for r in records(whole[0][: whole[0].rfind(b"\n", 0, cut) + 1])), default=0)
        chunk = [line for line in whole[1].splitlines(True) if json.loads(line)["line"] <= last + 7]
        written = b"".join(chunk)
        known = sum(len(line) for line in chunk if json.loads(line)["line"] <= last)
        errors.write_bytes(written[: pick.randint(known, len(written))])
        assert answered(source, out) == whole


def test_a_finished_batch_is_not_done_again(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    before = answered(source, out)
    assert answered(source, out) == before
    more = json.dumps(document(41)) + "\n"
    with source.open("a") as stream:
        stream.write(more)
    after = answered(source, out)
    assert after[0].startswith(before[0])
    assert records(after[0])[-1]["line"] == 41


def test_a_file_that_is_not_ours_stays_as_it_is(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("a diary\n")
    with pytest.raises(InputError, match="no answer of a batch"):
        answered(source, out)
    assert out.read_text() == "a diary\n"
    answered(source, out, anew=True)
    other = tmp_path / "other.jsonl"
    other.write_text("\n".join(json.dumps(document(n)) for n in range(100, 150)))
    kept = out.read_bytes()
    with pytest.raises(InputError, match="answers to something else"):
        answered(other, out)
    assert out.read_bytes() == kept
    with pytest.raises(InputError, match="the input itself"):
        answered(source, source)


def test_the_command_with_workers_killed_in_the_middle(tmp_path: Path) -> None:
    """A run that is killed, gone on with by two workers, gives what one process gives, byte by byte."""
    source, out, whole = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "whole.jsonl"))
    source.write_text("".join(json.dumps(document(n)) + "\n" for n in range(300)))
    command = [sys.executable, "-m", "pyreason", "batch", str(source), str(out), "--chunk", "5"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        until = time.monotonic() + 60
        while not (out.exists() and out.stat().st_size) and time.monotonic() < until:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
    part = out.read_bytes()
    assert 0 < part.count(b"\n") < 300
    done = subprocess.run([*command, "--workers", "2"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("300 answered (") and done.stderr.count("\n") == 1  # noqa: PT018
    run(source, whole, errors_beside(whole), Options())
    assert out.read_bytes() == whole.read_bytes()
    assert not errors_beside(out).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_bar_on_a_terminal(source: Path, tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "pyreason", "batch", str(source), str(tmp_path / "out.jsonl")]
    told = b""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs) as running:
        os.close(theirs)
        while True:
            try:
                more = os.read(ours, 4096)
            except OSError:  # how Linux says that the other end is closed
                break
            if not more:
                break
            told += more
    os.close(ours)
    assert running.returncode in (0, 2)
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", told.decode())
    assert re.search(r"100% \d+ boards, [\d,]+ a second 0:00:00", shown)


def test_exit_codes_and_strict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps(document(1)) + "\n" + BAD[14] + "\n")
    assert cli(["batch", str(source), str(out)]) == 3
    source.write_text(json.dumps(document(1)) + "\n" + BAD[14] + "\n" + BAD[3] + "\n")
    assert cli(["batch", str(source), str(out)]) == 2
    assert capsys.readouterr().err.endswith(
        f"1 answered (1 of them before), 2 not: see {errors_beside(out)}\n"
    )
    unread = {"name": "Odd Rock", "type": "Artifact", "text": "{T}: Frobnicate the mana. Add {G} if it hums."}
    odd = {**document(1), "cards": [unread], "ask": {"could_produce": "odd"}}
    odd["battlefield"] = [{"id": "odd", "card": "Odd Rock", "controller": "alice"}]
    source.write_text(json.dumps(odd) + "\n")
    assert cli(["batch", str(source), str(out), "--anew"]) == 0
    assert records(out.read_bytes())[0]["caveats"]
    assert cli(["batch", str(source), str(out), "--anew", "--strict"]) == 3
    assert out.read_bytes() == b""
    assert cli(["batch", str(tmp_path / "none"), str(out)]) == 2


# ------------------------------------------------------------------------------------ python


class Counting(Executor):
    """An executor that works at once and remembers how many results were not taken yet, at most."""

    def __init__(self) -> None:
        self.waiting = self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        counting = self

        class Taken(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                counting.waiting -= 1
                return super().result(timeout)

        future = Taken()
        future.set_result(fn(*args, **kwargs))
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        return future


def test_batch_takes_whatever_stands_for_a_board() -> None:
    board = quick_board("Reflecting Pool", "Mountain")
    text = json.dumps(document(2))
    boards = [
        document(1),
        text,
        text.encode(),
        loads(text)[0],
        (board, CouldProduce("mountain")),
        {1: object()},
    ]
    answers = list(batch(boards))  # type: ignore[arg-type]
    assert [a.line for a in answers] == [1, 2, 3, 4, 5, 6]
    assert answers[1].ruling == answers[2].ruling == answers[3].ruling is not None
    assert answers[4].ruling is not None
    assert answers[4].ruling.answer == ["R"]
    assert answers[5].ruling is None
    assert answers[5].exit_code == 2


def test_batch_reads_no_further_than_it_must() -> None:
    read = 0

    def boards() -> Iterator[dict[str, Any]]:
        nonlocal read
        for n in range(10**9):
            read += 1
            yield document(n % 3)

    executor = Counting()
    answers = batch(boards(), executor=executor, chunk=2, ahead=3)
    assert [next(answers).line for _ in range(20)] == list(range(1, 21))
    assert executor.most == 3
    assert read <= 20 + 2 * 4
    answers.close()


def test_any_executor_gives_the_same() -> None:
    boards = [document(n) for n in range(60)]
    with ThreadPoolExecutor(2) as executor:
        assert list(batch(boards, executor=executor, chunk=7)) == list(batch(boards))


def test_a_fault_of_ours_on_one_board_is_told_of_that_board(monkeypatch: pytest.MonkeyPatch) -> None:
    real = pyreason.batching.ask_many  # type: ignore[attr-defined]

    def faulty(cases: Any, **more: Any) -> Any:
        cases = list(cases)
        if any(board.objects[0].id == "odd" for board, _ in cases):
            raise ZeroDivisionError("oh")
        return real(cases, **more)

    monkeypatch.setattr("pyreason.batching.ask_many", faulty)
    odd = json.loads(json.dumps(document(5)).replace('"p0"', '"odd"'))
    answers = list(batch([document(n) for n in range(5)] + [odd] + [document(6)]))
    assert [a.exit_code for a in answers] == [0, 0, 0, 0, 0, 70, 0]
    assert answers[5].errors == ("internal error: ZeroDivisionError: oh (please report)",)


class Dying(Counting):
    """An executor whose worker is gone after so many chunks."""

    def __init__(self, lives: int) -> None:
        super().__init__()
        self.lives = lives

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.lives == 0:
            raise BrokenExecutor("gone")
        self.lives -= 1
        return super().submit(fn, *args, **kwargs)


def slow(cases: list[Any], **options: Any) -> Any:
    """Takes long over boards of nine permanents; ends its process over those of eight."""
    sizes = {len(board.battlefield) for board, _ in cases}
    if 9 in sizes:
        time.sleep(600)
    if 8 in sizes:
        os._exit(3)
    return ask_many(cases, **options)


def test_one_process_works_on_within_the_limit_until_it_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batching, "ask_many", slow)
    child = Staying(most=4)
    monkeypatch.setattr(batching, "_CHILD", child)
    begun: list[Any] = []
    process = limits._Child

    def beginning() -> Any:
        begun.append(process())
        return begun[-1]

    monkeypatch.setattr(limits, "_Child", beginning)
    cases = [(quick_board("; ".join(["Forest"] * n)), CouldProduce("forest")) for n in (1, 2, 3, 9, 4, 8, 5)]
    codes = [answer.exit_code for answer in batch(cases, timeout=3, chunk=1)]
    assert codes == [0, 0, 0, 3, 0, 3, 0]
    assert len(begun) == 3  # one that was late, one that ended, and one that still waits
    assert [each._process.is_alive() for each in begun] == [False, False, True]
    list(batch(cases[:5:2] * 2, timeout=3, chunk=1))
    assert len(begun) == 4, "after four pieces of work it is replaced"


def test_a_board_that_takes_too_long_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batching, "ask_many", slow)
    boards = [quick_board("; ".join(["Forest"] * n)) for n in (1, 2, 9, 3)]
    answers = list(batch([(board, CouldProduce("forest")) for board in boards], timeout=3))
    assert [answer.exit_code for answer in answers] == [0, 0, 3, 0]
    assert answers[2].errors == ("no answer within 3 s",)
    assert [answer.ruling.answer for answer in answers if answer.ruling] == [["G"]] * 3


def test_workers_that_die_are_replaced_and_nothing_is_lost(source: Path, tmp_path: Path) -> None:
    whole = answered(source, tmp_path / "whole.jsonl")
    made = iter([Dying(18), Dying(1), Dying(17), Dying(100)])
    assert answered(source, tmp_path / "out.jsonl", chunk=1, make=lambda: next(made)) == whole
    with pytest.raises(InternalError, match="died 3 times at the lines from 1 on"):
        answered(source, tmp_path / "none.jsonl", make=lambda: Dying(0))


def test_workers_are_replaced_as_they_grow(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pyreason.batch_files.LIFE", 4)
    made: list[Counting] = []

    def make() -> Counting:
        made.append(Counting())
        return made[-1]

    for chunk, executors in ((7, 2), (5, 3), (10, 2)):  # of 40 lines; after whole lives one has nothing to do
        made.clear()
        out = tmp_path / f"{chunk}.jsonl"
        assert answered(source, out, chunk=chunk, make=make) == answered(source, tmp_path / "whole.jsonl")
        assert len(made) == executors


# ------------------------------------------------------------------------------------ a line


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30), st.integers(-(10**20), 10**20) | st.floats() | st.booleans() | st.none())
def test_a_line_means_what_the_document_means(text: str, value: Any) -> None:
    """The quick reader of JSON and the reader of YAML agree wherever the quick one answers."""
    rows = [{"id": "p", "card": "Forest", "controller": "alice"}]
    whole = {"id": text, "title": text, "players": ["alice"], "battlefield": rows, "why": value}
    for ascii_only in (True, False):
        line = json.dumps({**whole, "ask": {"could_produce": "p"}}, ensure_ascii=ascii_only)
        if "\n" in line or "\r" in line:
            continue
        found = read_line(line)
        try:
            expected = loads(line)[0]
        except InputError:
            assert isinstance(found, Broken)
        else:
            assert found == expected


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"id": "a", "id": "b"}', "line 9: id: the key 'id' stands twice"),
        ("[1, 2]", "line 9 (document 9): a scenario is a map of keys"),
        ("{}", "line 9 (document 9): the key 'players' is missing"),
        (b"\xff{}", "line 9: not UTF-8"),
        ("", "line 9: there is no document on this line"),
    ],
)
def test_faults_of_a_line(line: str | bytes, told: str) -> None:
    found = read_line(line, 9)
    assert isinstance(found, Broken)
    assert told in str(found.errors[0])


def test_a_board_without_effects_is_not_taken_through_the_layers_of_its_neighbour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    walked: list[frozenset[str]] = []
    real = assembly.final_worlds

    def counting(situations: Any, **more: Any) -> Any:
        walked.extend(frozenset(card.name for card in each.cards.values()) for each in situations)
        return real(situations, **more)

    monkeypatch.setattr(assembly, "final_worlds", counting)
    quiet, shaped = quick_board("Forest, Reflecting Pool"), quick_board("Blood Moon, Reflecting Pool")
    asked = CouldProduce("reflecting-pool")
    cases = [(quiet, asked), (shaped, asked), (quiet, CouldProduce("forest")), (shaped, asked)]
    assert [ruling.answer for ruling in pyreason.ask_many(cases)] == [["G"], ["R"], ["G"], ["R"]]
    assert walked == [frozenset({"Blood Moon", "Reflecting Pool"})]
