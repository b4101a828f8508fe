from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pyreason.cards import database, lines
from pyreason.cards import library as libraries
from pyreason.cards.formats import RawFace, read
from pyreason.cards.library import Library
from pyreason.cards.model import Card, Line
from pyreason.cli import run

FIXTURES = Path(__file__).parent / "fixtures"
Pyreason = Callable[..., tuple[int, str, str]]


@pytest.fixture
def pyreason(capsys: pytest.CaptureFixture[str]) -> Pyreason:
    """Runs a command: its exit code, stdout and stderr."""

    def call(*args: str) -> tuple[int, str, str]:
        code = run(args)
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Library:
    """The made-up cards, as the library that commands look in; what they don't understand is fixed here."""

    def compile_face(face: RawFace) -> Card:
        card = real(face)
        if face.name == "Winged Calamity":
            return lines.make_card(face, (card.lines[0], Line(2, None, ("mana", "auras")), Line(3, None)))
        return card

    real = database.compile_face
    monkeypatch.setattr(database, "compile_face", compile_face)
    faces = (*read(FIXTURES / "AtomicCards.json").faces, *read(FIXTURES / "halves.json").faces)
    database.build(faces, tmp_path / "cards.txt", date="2026-02-03")
    library = Library(database.Database(tmp_path / "cards.txt"))
    monkeypatch.setattr(libraries, "default_library", lambda: library)
    return library


SHOWN = {
    "amber orchard": """\
Amber Orchard
Land
colourless, identity WR, mana value 0
  1  {T}: Add {R} or {W}.
""",
    "Fern Basin": """\
Fern Basin
Basic Snow Land — Forest
colourless, identity G, mana value 0
     ({T}: Add {G}.)
""",
    "winged calamity": """\
Winged Calamity
Creature — Insect Horror  4/3
colours BR, indicator BR, identity BRG, mana value 2, transform
a face of Grub Prophet // Winged Calamity
  1  Flying
  2  (not understood; touches mana, auras)
  3  (not understood; touches nothing that is asked about)
""",
    "Frost Adept": """\
Frost Adept  {U}
Creature — Human Wizard  1/1
colours U, mana value 1, prepare
a face of Frost Adept // Spark
no record of the other half: Spark
  1  Flying
""",
    "Treasure": """\
Treasure Token
Artifact — Treasure
colourless, mana value 0, predefined token
  1  {T}, Sacrifice this token: Add one mana of any color.
""",
}


@pytest.mark.parametrize("name", SHOWN)
def test_show(shelf: Library, pyreason: Pyreason, name: str) -> None:
    assert pyreason("cards", "show", name) == (0, SHOWN[name], "")


def test_a_name_needs_no_quotes(shelf: Library, pyreason: Pyreason) -> None:
    assert pyreason("cards", "show", "Grub", "Prophet", "//", "Winged", "Calamity")[1].startswith(
        "Grub Prophet  {1}{G}\n"
    )


def test_show_as_json(shelf: Library, pyreason: Pyreason) -> None:
    code, out, _ = pyreason("cards", "show", "Winged Calamity", "--json")
    shown = json.loads(out)
    assert code == 0
    assert shown["color_indicator"] == ["B", "R"]
    assert shown["lines"] == [
        {"number": 1, "understood": True, "term": "keyword(flying)", "reads": "Flying", "touches": []},
        {"number": 2, "understood": False, "term": None, "reads": None, "touches": ["mana", "auras"]},
        {"number": 3, "understood": False, "term": None, "reads": None, "touches": []},
    ]


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("Amber Orchid", 2, "error: no card is called 'Amber Orchid'; did you mean 'Amber Orchard'"),
        ("Frost", 3, "error: 'Frost' is a half of 'Ember // Frost' that the card data has no record of"),
        ("Ember", 2, "error: 'Ember' is a face of several cards: say"),
    ],
)
def test_show_without_an_answer(shelf: Library, pyreason: Pyreason, name: str, code: int, said: str) -> None:
    ended, out, err = pyreason("cards", "show", name)
    assert (ended, out) == (code, "")
    assert err.startswith(said)
    assert err.count("\n") == 1


def test_every_line_of_the_shipped_database_can_be_shown(pyreason: Pyreason) -> None:
    from pyreason.cli.cards import card_json

    for line in list(database.shipped().lines())[::40]:
        entry = lines.read_entry(line)
        if entry.card:
            assert all(shown["reads"] for shown in card_json(entry.card())["lines"] if shown["understood"])


@pytest.mark.parametrize("file", ["AtomicCards.json", "oracle-cards.json.gz"])
def test_build(pyreason: Pyreason, tmp_path: Path, file: str) -> None:
    code, out, err = pyreason("cards", "build", str(FIXTURES / file), "-o", str(tmp_path / "cards.txt"))
    assert (code, err) == (0, "")
    assert re.fullmatch(
        r".*cards\.txt: 17 cards, 45 faces, data of (2026-02-03|unknown), grammar \S+, 0\.0 MB in \d+ s\n",
        out,
    )
    assert database.Database(tmp_path / "cards.txt").header.cards == 17


COVERAGE = """\
domain          wholly w. spans of lines       %
adds mana            3        0        4    75.0
could produce        0        0        0       –
grants mana          0        0        0       –

adds mana: the commonest lines missed
     1  Add {Q} to the tune of a song.
"""


@pytest.fixture
def songs(tmp_path: Path) -> str:
    """The file of the halves with one line that no grammar knows."""
    data = json.loads((FIXTURES / "halves.json").read_text())
    data["data"]["Ember // Frost"][0]["text"] = "Add {Q} to the tune of a song."
    data["data"]["Frost Adept // Spark"][0]["text"] = "{T}: Add {U}."
    (tmp_path / "songs.json").write_text(json.dumps(data))
    return str(tmp_path / "songs.json")


def test_coverage(pyreason: Pyreason, songs: str) -> None:
    assert pyreason("cards", "coverage", songs) == (0, COVERAGE, "")
    assert pyreason("cards", "coverage", songs, "--missed", "0") == (0, COVERAGE.split("\n\n")[0] + "\n", "")


def test_coverage_as_json(pyreason: Pyreason, songs: str) -> None:
    rows = [json.loads(line) for line in pyreason("cards", "coverage", songs, "--json")[1].splitlines()]
    assert rows[0] == {
        "domain": "adds mana", "lines": 4, "understood": 3, "with_spans": 0, "percent": 75.0,
        "missed": [{"line": "Add {Q} to the tune of a song.", "times": 1}],
    }  # fmt: skip
    assert rows[1]["percent"] is None


@pytest.mark.parametrize("command", ["build", "coverage"])
def test_a_bad_file_is_one_line_and_exit_2(pyreason: Pyreason, tmp_path: Path, command: str) -> None:
    (tmp_path / "bad.json").write_text("{")
    for file in ("bad.json", "none.json"):
        code, out, err = pyreason("cards", command, str(tmp_path / file))
        assert (code, out) == (2, "")
        assert err.startswith(f"error: {tmp_path / file}")
        assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["show", "build", "coverage"])
def test_every_command_has_help_with_an_example(pyreason: Pyreason, command: str) -> None:
    code, out, _ = pyreason("cards", command, "--help")
    assert code == 0
    assert f"\n    pyreason cards {command} " in out


def test_show_as_a_process() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pyreason", "cards", "show", "Forest"],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1],
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Forest\nBasic Land — Forest\n")
