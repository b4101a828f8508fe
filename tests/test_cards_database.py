from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from clingo import parse_term
from hypothesis import given
from hypothesis import strategies as st

from pyreason.cards import database, formats, lines, names
from pyreason.cards.formats import RawFace
from pyreason.cards.library import Library
from pyreason.cards.model import Card, Line
from pyreason.errors import InputError, InternalError

FIXTURES = Path(__file__).parent / "fixtures"
TERMS = [
    "keyword(flying)",
    "opaque(1)",
    'name("a \\"b\\" ^c")',
    "activated((tap,),add(you,mana(1,any_color)),())",
]


def stub(face: RawFace) -> Card:
    """A card whose lines nobody understood, so that these tests don't hang on the grammar."""
    return lines.make_card(face, tuple(Line(n, None) for n, _ in enumerate(face.text.splitlines(), 1)))


@pytest.fixture
def stubbed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "compile_face", stub)


@pytest.fixture
def built(stubbed: None, tmp_path: Path) -> database.Database:
    read = formats.read(FIXTURES / "AtomicCards.json")
    database.build(read.faces, tmp_path / "cards.txt", date=read.date)
    return database.Database(tmp_path / "cards.txt")


def test_the_header_counts_cards_and_faces(built: database.Database) -> None:
    assert (built.header.date, built.header.cards) == ("2026-02-03", 17)
    assert built.header.faces == sum(">" not in line and "!" not in line for line in built.lines())


def test_the_names_are_sorted_by_key(built: database.Database) -> None:
    keys = [names.key(name).encode() for name in built.names()]
    assert keys == sorted(keys)


def test_every_name_is_found_and_no_other(built: database.Database) -> None:
    for name in built.names():
        assert name in {entry.name for entry in built.entries(names.key(name))}
    for absent in ("", "!", "a", "copper twi", "copper twin ", "copper twins", "zzz", "\U0010ffff"):
        assert built.entries(absent) == []


def test_both_formats_build_the_same_lines(built: database.Database, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    database.build(formats.read(FIXTURES / "oracle-cards.json.gz").faces, other)
    assert list(database.Database(other).lines()) == list(built.lines())


def test_building_twice_gives_the_same_bytes(stubbed: None, tmp_path: Path) -> None:
    faces = formats.read(FIXTURES / "AtomicCards.json").faces
    for name in ("one", "two"):
        database.build(faces if name == "one" else reversed(faces), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert {p.name for p in tmp_path.iterdir()} == {"one", "two"}


def test_several_processes_write_the_same(tmp_path: Path) -> None:
    faces = formats.read(FIXTURES / "AtomicCards.json").faces
    steps: list[tuple[int, int]] = []
    database.build(faces, tmp_path / "two", jobs=2, progress=lambda done, total: steps.append((done, total)))
    database.build(faces, tmp_path / "one", jobs=1)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert steps[-1][0] == steps[-1][1]


def test_a_file_and_its_database_give_the_same_cards(built: database.Database) -> None:
    from_file, from_database = Library.from_file(FIXTURES / "AtomicCards.json"), Library(built)
    for name in set(built.names()) - {"Brash"}:
        assert from_file.find(name) == from_database.find(name)


def test_the_names_of_a_card_lead_to_its_face(built: database.Database) -> None:
    entry = built.entries("grub prophet // winged calamity")[0]
    assert (entry.kind, entry.face, entry.card) == ("alias", "Grub Prophet", None)


@pytest.mark.parametrize("content", [b"", b"no database\n", b"#pyreason cards 0\tgrammar 1\n"])
def test_another_file_is_no_database(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "f").write_bytes(content)
    with pytest.raises(InputError, match="no card database"):
        database.Database(tmp_path / "f")


def test_a_place_that_cant_be_written_is_refused(stubbed: None, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        database.build([], tmp_path / "no" / "cards.txt")


def test_a_missing_shipped_database_is_our_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(database, "SHIPPED", tmp_path / "cards.txt")
    with pytest.raises(InternalError, match="missing from this installation"):
        database.shipped.__wrapped__()


def test_how_lines_are_written() -> None:
    term = parse_term("keyword(flying)")
    given = (
        Line(0, term),
        Line(1, None),
        Line(2, None),
        Line(0, term),
        Line(3, term, ("mana",)),
        Line(4, None, ("mana", "auras")),
    )
    card = Card("Test", "Test", ("Land",), lines=given)
    written = lines.write(card)
    assert written.split("\t")[3:] == [
        "~keyword(flying)",
        "*2",
        "~keyword(flying)",
        "keyword(flying) ^mana",
        "?mana auras",
    ]
    assert lines.read(written) == card


def test_a_card_that_would_break_the_file_is_refused() -> None:
    with pytest.raises(InternalError, match="tab or a line break"):
        lines.write(Card("A\tB", "A\tB", ("Land",)))
    with pytest.raises(InternalError, match="line 3 follows line 1"):
        lines.write(Card("A", "A", ("Land",), lines=(Line(1, None), Line(3, None))))


colors = st.sets(st.sampled_from("WUBRG")).map(lambda s: tuple(c for c in "WUBRG" if c in s))
sizes = st.none() | st.sampled_from(["0", "2", "*", "1+*", "-1", "∞", "2.5"])
words = st.lists(st.sampled_from(["Elf", "Forest", "Urza's", "Time Lord"]), unique=True).map(tuple)


@st.composite
def printed_cards(draw: st.DrawFn) -> Card:
    understood = st.builds(
        lambda term, tags: (parse_term(term), tags),
        st.sampled_from(TERMS),
        st.sampled_from([(), ("mana",), ("auras", "copies")]),
    )
    other = st.sampled_from([(None, ()), (None, ("mana",)), (None, ("mana", "auras"))])
    rows = draw(st.lists(understood | other))
    return Card(
        name=draw(st.sampled_from(["Amber Orchard", "Séance"])),
        full_name=draw(st.sampled_from(["Amber Orchard", "Séance", "Séance // Amber Orchard"])),
        types=draw(st.sampled_from([("Land",), ("Artifact", "Creature"), ("Eaturecray",)])),
        subtypes=draw(words),
        supertypes=draw(st.sampled_from([(), ("Basic",), ("Legendary", "Snow")])),
        mana_cost=draw(st.sampled_from(["", "{0}", "{1}{G/W}", "{X}{2/B}{R/P}", "{HW}"])),
        mana_value=draw(st.sampled_from([0, 2, 3.5, 1000000])),
        colors=draw(colors),
        color_indicator=draw(colors),
        color_identity=draw(colors),
        power=draw(sizes),
        toughness=draw(sizes),
        loyalty=draw(st.none() | st.sampled_from(["3", "X"])),
        layout=draw(st.sampled_from(["normal", "split"])),
        side=draw(st.none() | st.sampled_from(["a", "b"])),
        missing_half=draw(st.none() | st.just("Ice and Fire")),
        token=draw(st.booleans()),
        lines=tuple(Line(n, term, tags) for n, (term, tags) in enumerate(rows, 1)),
    )


@given(printed_cards())
def test_a_card_is_read_as_it_was_written(card: Card) -> None:
    written = lines.write(card)
    assert lines.read(written) == dataclasses.replace(card)
    assert "\n" not in written
