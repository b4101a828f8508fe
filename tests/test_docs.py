"""What the documentation shows is true: commands, sessions, scenarios, law and links.

Every fenced block of README.md, CONTRIBUTING.md and docs/ is checked by its language. A page's blocks share
one folder: what the repository holds stands there, and so does every block that begins with a file's name
("# pool.yaml"). A line `...` in shown output stands for any lines, `...` inside a line for any text.

python -m tests.test_docs    writes what the commands print now into the pages (not over output with `...`)
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from clingo.ast import parse_string

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
IN_FOLDER = ("asp", "benchmarks", "examples", "tests")
"""What of the repository stands in the folder in which a page's commands run."""

NOT_RUN = {
    "install": "makes an environment: the clean clone of .ci/run does it",
    "tests": "would run this very test",
    "checks": "run by .ci/run",
    "long": "takes minutes, or needs a file that is not in the repository",
    "server": "does not end, or asks a server: tests/test_web_api.py and tests/test_web_page.py do it",
}
INSTALL = "python3 -m venv .venv && .venv/bin/pip install -q -e "
EXEMPT = {
    INSTALL + '. && .venv/bin/pyreason ask could-produce "Reflecting Pool" '
    '--you "Reflecting Pool, Exotic Orchard" --opponent "Mountain"': "install",
    INSTALL + "'.[dev]' && .venv/bin/pytest -q": "tests",
    ". .venv/bin/activate": "install",
    "pytest -q": "tests",
    "pytest -q tests/test_docs.py": "tests",
    "ruff check . && ruff format --check .": "checks",
    "mypy": "checks",
    ".ci/run": "checks",
    "HYPOTHESIS_PROFILE=long pytest -q tests/test_oracle_property.py tests/test_slicing.py": "long",
    "python -m tests.differential --boards 20000 --seed 1": "long",
    "python -m tests.test_layers_reference 10000": "long",
    "pytest benchmarks": "long",
    "pip install 'mtg-pyreason[web]'": "install",
    "pyreason serve --port 8000": "server",
    "curl -s http://127.0.0.1:8000/api/ask -H 'content-type: application/json' "
    """-d '{"players": ["alice", "bob"], "battlefield": [{"card": "Forest", "controller": "alice"}], """
    """"ask": {"could_produce": "forest"}}'""": "server",
    "python -m tests.test_docs": "tests",
    "pyreason cards build AtomicCards.json.gz": "long",
    "pyreason cards coverage AtomicCards.json.gz --missed 10": "long",
}
"""Commands that are shown and not run here, and why; no other is left out."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language and text, and the line of the page on which the text begins."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def file(self) -> str | None:
        """The name of the file that the block shows, where its first line says so."""
        named = re.match(r"# ([\w./-]+\.(?:yaml|py|json))$", self.text.partition("\n")[0])
        return named[1] if named else None


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text("utf-8")
    for found in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
        yield Block(page, text.count("\n", 0, found.start(2)) + 1, found[1], found[2])


def commands(block: Block) -> Iterator[tuple[int, str, list[str]]]:
    """Each command of a console block: its line, the command, and the output shown for it."""
    lines = block.text.splitlines()
    at = 0
    while at < len(lines):
        assert lines[at].startswith("$ "), f"{block.place}: a console block begins with a command"
        start, command = at, lines[at][2:]
        while command.endswith("\\"):
            at += 1
            command = command[:-1] + lines[at].strip()
        at += 1
        shown = []
        while at < len(lines) and not lines[at].startswith("$ "):
            shown.append(lines[at].rstrip())
            at += 1
        yield block.line + start, command, shown


class Folder:
    """Where the commands of one page run."""

    def __init__(self, path: Path, page: Path) -> None:
        self.path = path
        self.code = 0
        for name in IN_FOLDER:
            (path / name).symlink_to(ROOT / name)
        for block in blocks(page):
            if block.file is not None:
                (path / block.file).write_text(block.text, "utf-8")

    def run(self, command: str) -> list[str]:
        """What a command prints to both streams, without spaces at line ends."""
        if command == "echo $?":
            return [str(self.code)]
        if command.startswith("pyreason ") and not re.search(r"[|<>;&$]", command):
            text = self._inside(shlex.split(command)[1:])
        else:
            text = self._shell(command)
        return [line.rstrip() for line in text.rstrip("\n").split("\n")] if text.strip() else []

    def _inside(self, args: list[str]) -> str:
        from pyreason.cli import run

        printed = io.StringIO()
        with (
            contextlib.chdir(self.path),
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(printed),
        ):
            self.code = run(args)
        return printed.getvalue()

    def _shell(self, command: str) -> str:
        """The command in a shell that finds this Python's programs first."""
        programs = str(Path(sys.executable).parent)
        environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
        }
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.path,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
        )
        self.code = done.returncode
        return done.stdout


def agrees(shown: list[str], printed: list[str]) -> bool:
    """Whether output is as shown; see the head of this file for `...`."""
    pattern = ""
    for line in shown:
        inside = re.escape(line).replace(re.escape("..."), "[^\n]*")
        pattern += "(?:[^\n]*\n)*" if line.strip() == "..." else inside + "\n"
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


# ---- what is shown ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    folder = Folder(tmp_path, page)
    wrong = []
    for block in blocks(page):
        for line, command, shown in commands(block) if block.language == "console" else ():
            if command in EXEMPT:
                assert not shown, f"{name_of(page)}:{line}: output that nothing checks"
                continue
            printed = folder.run(command)
            if not agrees(shown, printed):
                wrong.append("\n".join([f"{name_of(page)}:{line}: $ {command}", *printed]))
    assert not wrong, "these print something else (python -m tests.test_docs writes it):\n" + "\n".join(wrong)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_sessions_give_what_is_shown(page: Path, tmp_path: Path) -> None:
    Folder(tmp_path, page)
    names: dict[str, object] = {}
    told = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    with contextlib.chdir(tmp_path):
        for block in blocks(page):
            if block.language == "pycon":
                test = doctest.DocTestParser().get_doctest(
                    block.text, names, name_of(page), name_of(page), block.line - 1
                )
                assert test.examples
                runner.run(test, out=told.write, clear_globs=False)
                names = test.globs
    assert runner.summarize(verbose=False).failed == 0, told.getvalue()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_scenarios_and_law_are_well_formed(page: Path) -> None:
    """YAML with `ask` is a whole scenario whose answer is the one expected; without, it is part of one."""
    from pyreason.answering import answerable, ask
    from pyreason.checking import check_one
    from pyreason.scenario import MISSING, loads

    for block in blocks(page):
        if block.language == "yaml":
            text = block.text
            if "ask:" not in text:
                text = yaml.safe_dump(completed(yaml.safe_load(text)), sort_keys=False)
            documents = re.split(r"^---$", text, flags=re.M)
            for scenario, document in zip(loads(text, block.place), documents, strict=True):
                if scenario.expect is not MISSING and scenario.question.kind in answerable():
                    result = check_one(scenario, lambda s: ask(s.board, s.question, cite=False))
                    wanted = "fail" if "wrong on purpose" in document else "pass"
                    assert result.status == wanted, f"{block.place}: {result}"
        elif block.language == "prolog":
            parse_string(block.text, lambda _: None)
            for file, rules in quoted(block.text):
                for rule in rules:
                    assert rule in (ROOT / file).read_text("utf-8"), f"{block.place}: not in {file}:\n{rule}"
        elif block.language == "python":
            compile(block.text, block.place, "exec")
        else:
            assert block.language in ("console", "pycon", "text", "json"), block.place


def completed(part: dict[str, object]) -> dict[str, object]:
    """A scenario of which a page shows only a part."""
    pool = {"id": "pool", "card": "Reflecting Pool", "controller": "alice"}
    rows = part.get("battlefield", [])
    assert isinstance(rows, list)
    return {
        "players": ["alice", "bob"],
        **part,
        "battlefield": [*rows, pool],
        "ask": {"could_produce": "pool"},
    }


def quoted(text: str) -> Iterator[tuple[str, list[str]]]:
    """The law file that a block quotes ("% from asp/...", in its first line), and the rules it shows."""
    first, _, rest = text.partition("\n")
    if found := re.match(r"% from (asp/\S+\.lp)", first):
        yield found[1], [part for part in re.split(r"(?<=\.)\n", rest) if part.strip()]


# ---- the whole is documented -----------------------------------------------------------------------------


def page(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_two_commands() -> None:
    """The first command's question is answered, the second is the one that .ci/run runs."""
    shown = [command for block in blocks(ROOT / "README.md") for _, command, _ in commands_of(block)]
    first, second = shown[:2]
    assert first.startswith(INSTALL)
    assert second.startswith(INSTALL)
    assert second in (ROOT / ".ci/run").read_text("utf-8").splitlines()
    asked = first.rpartition("&& ")[2].removeprefix(".venv/bin/")
    with tempfile.TemporaryDirectory() as folder:
        printed = Folder(Path(folder), ROOT / "README.md").run(asked)
    assert printed[0] == "Reflecting Pool could produce: {R}"


def commands_of(block: Block) -> Iterator[tuple[int, str, list[str]]]:
    return commands(block) if block.language == "console" else iter(())


def test_what_is_not_run_is_shown_somewhere() -> None:
    shown = {command for each in PAGES for block in blocks(each) for _, command, _ in commands_of(block)}
    assert set(EXEMPT) <= shown
    assert set(EXEMPT.values()) == set(NOT_RUN)


def test_readme_is_short_and_leads_to_every_page() -> None:
    text = page("README.md")
    assert len(text.splitlines()) < 180
    for each in PAGES:
        if each.name != "README.md":
            assert f"]({name_of(each)})" in text, each.name


def test_every_key_question_and_option_of_scenarios_is_described() -> None:
    from pyreason import asks
    from pyreason._scenario_models import (
        CardRow,
        Chosen,
        Document,
        EffectRow,
        PermanentRow,
        StackRow,
        ZoneRow,
    )

    text = page("docs/scenarios.md")
    words = [
        *asks.QUESTIONS,
        *asks.TRAITS,
        *asks.COPY_VALUES,
        *asks.ACTIONS,
        *asks.EVENTS,
        *asks.ZONES_TO_ENTER_FROM,
    ]
    for model in (Document, PermanentRow, ZoneRow, StackRow, EffectRow, CardRow, Chosen):
        words += [field.alias or name for name, field in model.model_fields.items()]
    missing = sorted({word for word in words if not re.search(rf"[`{{\s,(]{word}[`:,}}\s)]", text)})
    assert not missing, f"docs/scenarios.md does not speak of {missing}"


def test_every_question_that_is_answered_is_in_the_readme() -> None:
    from pyreason.answering import answerable

    assert [kind for kind in sorted(answerable()) if f"`{kind}`" not in page("README.md")] == []


def test_every_law_file_is_in_the_law_guide() -> None:
    text = page("docs/law.md")
    files = {path.relative_to(ROOT / "asp").as_posix() for path in (ROOT / "asp").rglob("*.lp")}
    files = {file for file in files if not file.startswith(("variants/", "verify/"))}
    assert sorted(file for file in files if f"`{file}`" not in text) == [], "say in docs/law.md what they do"
    named = set(re.findall(r"`((?:\w+/)?\w+\.lp)`", text))
    assert sorted(named - files) == [], "docs/law.md names law files that are gone"


def test_every_command_is_described() -> None:
    from pyreason.cli import COMMANDS

    everything = "".join(each.read_text("utf-8") for each in PAGES)
    for name in COMMANDS:
        assert f"pyreason {name}" in everything


# ---- links -----------------------------------------------------------------------------------------------


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as web views of repositories make them."""
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md", ROOT / "NOTICE.md"], ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        path = page.parent / file if file else page
        assert path.exists(), target
        assert not anchor or anchor in anchors(path), target


# ---- the test itself -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        (["a"], ["a"], True),
        (["a"], ["a", "b"], False),
        (["a", "..."], ["a", "b", "c"], True),
        (["a", "...", "c"], ["a", "c"], True),
        (["...", "c"], ["a", "b"], False),
        (["took ... s", "b"], ["took 0.1 s", "b"], True),
        (["took ... s"], ["took 0.1 s", "b s"], False),
        ([], ["a"], False),
    ],
)
def test_dots_stand_for_what_is_left_out(shown: list[str], printed: list[str], same: bool) -> None:
    assert agrees(shown, printed) == same


def record() -> None:
    """Write into the pages what their commands print now, but for output that is shown in part."""
    for each in PAGES:
        lines = each.read_text("utf-8").splitlines()
        with tempfile.TemporaryDirectory() as path:
            folder = Folder(Path(path), each)
            added = 0
            for block in blocks(each):
                for line, command, shown in commands_of(block):
                    if command in EXEMPT:
                        continue
                    printed = folder.run(command)
                    if agrees(shown, printed):
                        continue
                    if any("..." in each_line for each_line in shown):
                        print(f"{name_of(each)}:{line}: differs, and is shown in part: change it by hand")
                        continue
                    start = line + added
                    while lines[start - 1].endswith("\\"):
                        start += 1
                    lines[start : start + len(shown)] = printed
                    added += len(printed) - len(shown)
        each.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    record()
