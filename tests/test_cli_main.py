"""The command line as a user meets it: output, errors, exit codes. Answers come from a stand-in."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import click
import pytest

import pyreason
from pyreason import cli
from pyreason.asks import Question
from pyreason.board import Board
from pyreason.errors import CaveatError, UnknownCard, UnsupportedQuestion
from pyreason.rulings import Caveat, Reason, Ruling

GOLDEN = Path(__file__).parent / "golden" / "cli"
CARDS = {name.casefold(): name for name in ("Reflecting Pool", "Exotic Orchard", "Mountain", "Forest")}
SCENARIO = """\
id: pool
title: a pool
players: [alice, bob]
battlefield:
  - {id: pool, card: Reflecting Pool, controller: alice}
  - {id: odd, card: Nonesuch, controller: alice}
ask: {could_produce: pool}
expect: [R]
"""


class Answers:
    """Stands in for `pyreason.answering`: answers what it is told, and remembers how it was asked."""

    def __init__(self) -> None:
        self.answer: Any = ["R"]
        self.more: dict[str, Any] = {}
        self.asked: list[tuple[Board, Question, dict[str, Any]]] = []

    def ask(self, board: Board, question: Question, **options: Any) -> Ruling:
        self.asked.append((board, question, options))
        if isinstance(self.answer, BaseException):
            raise self.answer
        return Ruling(question, self.answer, **self.more)


class Library:
    def knows(self, name: str) -> bool:
        return name.casefold() in CARDS

    def find(self, name: str) -> Any:
        if not self.knows(name):
            raise UnknownCard(name, ["Forest"])
        return SimpleNamespace(name=CARDS[name.casefold()])


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    stand_in = Answers()
    module: Any = ModuleType("pyreason.answering")
    module.ask = stand_in.ask
    monkeypatch.setitem(sys.modules, "pyreason.answering", module)
    monkeypatch.setattr(pyreason, "answering", module, raising=False)
    library: Any = ModuleType("pyreason.cards.library")
    library.default_library = Library
    monkeypatch.setitem(sys.modules, "pyreason.cards.library", library)
    return stand_in


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command line in an empty directory: (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)

    def run(*args: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as exit:
            cli.main(list(args))
        out, err = capsys.readouterr()
        assert isinstance(exit.value.code, int)
        return exit.value.code, out, err

    return run


def golden(name: str, text: str) -> None:
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("PYREASON_RERECORD"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


# -------------------------------------------------------------------------------- ask: quick form


def test_ask_quick(run: Any, answers: Answers) -> None:
    answers.answer = ["R", "C"]
    answers.more = {
        "reasons": (
            Reason("C", "reflecting-pool", "Reflecting Pool", 1, "{T}: Add {C}."),
            Reason("R", "exotic-orchard", "Exotic Orchard", 1, "{T}: Add one mana of any color."),
            Reason("R", "mountain", "Mountain", 1, "{T}: Add {R}."),
            Reason("R", "mountain-2", "Mountain", 1, "{T}: Add {R}."),
        ),
        "rules": ("106.7", "305.6"),
        "caveats": (Caveat("mountain", "Mountain", 2, "not understood", "Odd words."),),
        "notes": ("a remark",),
    }
    code, out, err = run(
        "ask",
        "could-produce",
        "reflecting pool",
        "--you",
        "Reflecting Pool, Exotic Orchard",
        "--opponent",
        "2 mountain",
    )
    assert (code, err) == (0, "")
    golden("ask_quick", out)
    ((board, question, options),) = answers.asked
    assert question.to_ask() == {"could_produce": "reflecting-pool"}
    assert [o.id for o in board.objects] == ["reflecting-pool", "exotic-orchard", "mountain", "mountain-2"]
    assert isinstance(options.pop("library"), Library)
    assert options == {"strict": False, "cite": True, "timeout": None}


def test_options_are_handed_on(run: Any, answers: Answers) -> None:
    run("ask", "could-produce", "Forest", "--you", "Forest", "--strict", "--no-cite", "--timeout", "2.5")
    options = answers.asked[0][2]
    del options["library"]
    assert options == {"strict": True, "cite": False, "timeout": 2.5}


def test_ask_quick_json(run: Any, answers: Answers) -> None:
    code, out, _ = run("ask", "--json", "could-produce", "Forest", "--you", "Forest")
    assert code == 0
    assert json.loads(out)["answer"] == ["R"]
    assert out.count("\n") == 1


@pytest.mark.parametrize(
    ("answer", "code", "out"),
    [(True, 0, "yes"), (False, 1, "no")],
)
def test_true_and_false_are_exit_codes(run: Any, answers: Answers, answer: bool, code: int, out: str) -> None:
    answers.answer = answer
    got = run("ask", "can-activate", "Forest", "1", "--you", "Forest")
    assert got == (code, f"Forest: the ability can be activated: {out}\n", "")


def test_an_empty_answer_is_an_answer_and_an_incomplete_one_says_so(run: Any, answers: Answers) -> None:
    answers.answer = []
    assert run("ask", "could-produce", "Forest", "--you", "Forest")[:2] == (
        0,
        "Forest could produce: nothing\n",
    )
    answers.more = {"complete": False}
    code, out, _ = run("ask", "could-produce", "Forest", "--you", "Forest")
    assert code == 3
    assert "Incomplete: a limit cut the answer" in out


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (
            ["could-produce", "Forrest", "--you", "Forest"],
            2,
            "no card is called 'Forrest'; did you mean 'Forest'?",
        ),
        (
            ["could-produce", "Forest", "--you", "Forrest"],
            2,
            "no card is called 'Forrest'; did you mean 'Forest'?",
        ),
        (["could-produce", "Mountain", "--you", "Forest"], 2, "'Mountain' is not on the board"),
        (["could-prodce", "Forest", "--you", "Forest"], 2, "did you mean 'could-produce'?"),
        (["could-produce", "--you", "Forest"], 2, "the quick form is: pyreason ask could-produce OBJECT"),
        (
            ["can-activate", "Forest", "0", "--you", "Forest"],
            2,
            "the number of an ability is 1 or more, not '0'",
        ),
        (["available-mana", "alice", "--you", "Forest"], 2, "the players are you and opponent, not 'alice'"),
        (["aura-hosts", "Forest"], 3, "aura-hosts has no quick form; write a scenario file"),
        (["nothing.yaml"], 2, "nothing.yaml: can't read it: no such file or directory"),
        (["nothing.yaml", "--you", "Forest"], 2, "--you, --opponent and --board go with a QUESTION"),
        (["could-produce", "Forest", "--timeout", "0"], 2, "--timeout"),
        (["--bad"], 2, "No such option"),
        ([], 2, "Missing argument"),
    ],
)
def test_errors_are_one_line(run: Any, answers: Answers, args: list[str], code: int, said: str) -> None:
    got, out, err = run("ask", *args)
    assert (got, out) == (code, "")
    assert err.startswith("error: ")
    assert said in err
    assert err.count("\n") == 1
    assert answers.asked == []


# -------------------------------------------------------------------------------- ask: files


def test_ask_files(run: Any, answers: Answers, tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(SCENARIO + "---\nid: bad\nplayers: []\n---\n" + SCENARIO)
    code, out, err = run("ask", "s.yaml")
    assert code == 2
    golden("ask_files", f"{out}== stderr\n{err}")
    assert len(answers.asked) == 2


def test_ask_files_json_and_stdin(run: Any, answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(SCENARIO.encode())))
    code, out, err = run("ask", "-", "--json")
    assert (code, err) == (0, "")
    record = json.loads(out)
    assert (record["file"], record["id"], record["answer"]) == ("-", "pool", ["R"])


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        (
            UnknownCard("Nonesuch"),
            2,
            "error: s.yaml:6 (document 1): battlefield[1].card: no card is called 'Nonesuch'\n",
        ),
        (UnsupportedQuestion("not yet"), 3, "error: s.yaml:1 (document 1): not yet\n"),
        (CaveatError("line 2\nis odd"), 3, "error: s.yaml:1 (document 1): line 2 is odd\n"),
        (
            RuntimeError("oh\nno"),
            70,
            "error: s.yaml:1 (document 1): internal error: RuntimeError: oh no (please report)\n",
        ),
    ],
)
def test_errors_while_answering(
    run: Any, answers: Answers, tmp_path: Path, raised: Exception, code: int, said: str
) -> None:
    (tmp_path / "s.yaml").write_text(SCENARIO)
    answers.answer = raised
    assert run("ask", "s.yaml") == (code, "", said)


def test_debugging_shows_the_traceback(answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYREASON_DEBUG", "1")
    answers.answer = RuntimeError("ours")
    with pytest.raises(RuntimeError, match="ours"):
        cli.main(["ask", "could-produce", "Forest", "--you", "Forest"])


# -------------------------------------------------------------------------------- check


def test_check(run: Any, answers: Answers, tmp_path: Path) -> None:
    other = SCENARIO.replace("[R]", "[G]").replace("id: pool\ntitle", "id: other\ntitle")
    silent = SCENARIO.replace("expect: [R]\n", "")
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "a.yaml").write_text(f"{SCENARIO}---\n{other}---\n{silent}")
    (tmp_path / "s" / "b.yaml").write_text("id: bad\nplayers: []\nfoo: 1\n")
    answers.more = {"caveats": (Caveat("pool", "Reflecting Pool", None, "not understood"),)}
    code, out, err = run("check", "s")
    assert code == 2
    golden("check", f"{out}== stderr\n{err}")
    assert answers.asked[0][2] == {"strict": False, "cite": False, "timeout": None}

    code, out, err = run("check", "s", "--json", "--strict")
    assert (code, err) == (2, "")
    records = [json.loads(line) for line in out.splitlines()]
    assert [(r["id"], r["status"]) for r in records] == [
        ("pool", "pass"),
        ("other", "fail"),
        ("bad", "error"),
    ]
    assert answers.asked[-1][2]["strict"] is True

    assert run("check", "s/a.yaml")[0] == 1
    answers.answer = ["G", "R"]
    assert run("check", "s/a.yaml")[0] == 1
    answers.answer = UnsupportedQuestion("not yet")
    code, out, err = run("check", "s/a.yaml")
    assert (code, out, err) == (3, "2 scenarios: 0 pass, 0 differ, 2 not supported (could_produce 2)\n", "")


def test_check_passes_and_says_so(run: Any, answers: Answers, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(SCENARIO)
    assert run("check", "a.yaml") == (0, "1 scenario: 1 pass, 0 differ\n", "")


def test_check_of_nothing_warns(run: Any, answers: Answers, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(SCENARIO.replace("expect: [R]\n", ""))
    code, out, err = run("check", "a.yaml")
    assert (code, out) == (0, "0 scenarios: 0 pass, 0 differ\n")
    assert "nothing was checked" in err


def test_check_of_a_missing_file_goes_on(run: Any, answers: Answers, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(SCENARIO)
    code, out, err = run("check", "b.yaml", "a.yaml")
    assert code == 2
    assert err == "error: b.yaml: can't read it: no such file or directory\n"
    assert out == "2 scenarios: 1 pass, 0 differ, 1 bad input or errors\n"


def test_check_tells_a_crash(run: Any, answers: Answers, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(SCENARIO)
    answers.answer = KeyError("x")
    code, _, err = run("check", "a.yaml")
    assert (code, err) == (70, "a.yaml:1 pool: internal error: 'x' (please report)\n")


# -------------------------------------------------------------------------------- the group


def commands() -> list[tuple[list[str], click.Command]]:
    ctx = click.Context(cli.group)
    found: list[tuple[list[str], click.Command]] = [([], cli.group)]
    for name in cli.group.list_commands(ctx):
        command = cli.group.get_command(ctx, name)
        assert command is not None
        found.append(([name], command))
    return found


@pytest.mark.parametrize(
    ("path", "command"), commands(), ids=lambda v: " ".join(v) if isinstance(v, list) else ""
)
def test_every_command_has_help(path: list[str], command: click.Command, run: Any) -> None:
    code, out, err = run(*path, "--help")
    assert (code, err) == (0, "")
    assert command.help
    if path != ["cards"]:
        assert re.search(r"Example:\n +pyreason \S+", out)


def test_version_and_no_command(run: Any) -> None:
    code, out, err = run("--version")
    assert (code, err) == (0, "")
    assert re.fullmatch(r"pyreason \d\S*\n", out)
    code, out, err = run()
    assert (code, err) == (2, "")
    assert out.startswith("Usage: pyreason")


def test_an_unknown_command(run: Any) -> None:
    assert run("aks") == (
        2,
        "",
        "error: no command is called 'aks'; did you mean 'ask'? (see pyreason --help)\n",
    )


def test_schema(run: Any) -> None:
    code, out, err = run("schema")
    assert (code, err) == (0, "")
    assert json.loads(out)["title"] == "pyreason scenario"


def test_interrupts(run: Any, answers: Answers) -> None:
    answers.answer = KeyboardInterrupt()
    code, out, err = run("ask", "could-produce", "Forest", "--you", "Forest")
    assert (code, out, err.strip()) == (130, "", "error: interrupted")


def test_a_reader_that_goes_away() -> None:
    script = f"{sys.executable} -m pyreason schema | head -1 > /dev/null; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, cwd=Path(__file__).parents[1], check=True
    )
    assert done.stderr == ""
    assert done.stdout.strip() in ("0", "141")


def test_colours_on_a_terminal_only(answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyreason.cli.output import show

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def shown() -> str:
        terminal = Terminal()
        monkeypatch.setattr(sys, "stdout", terminal)
        show([[("plain ", ""), ("[red]green[/red]", "green")]])
        return terminal.getvalue()

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert shown() == "plain \x1b[32m[red]green[/red]\x1b[0m\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown() == "plain [red]green[/red]\n"


def test_importing_the_command_line_imports_nothing_heavy() -> None:
    script = (
        "import sys, pyreason.cli; "
        "print([m for m in ('pydantic', 'lark', 'rich', 'clingo', 'yaml', 'rapidfuzz') if m in sys.modules])"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=root, check=True
    )
    assert done.stdout == "[]\n"
