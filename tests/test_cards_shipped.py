"""The database that pyreason comes with: what is in it, what must not be, and that it is up to date."""

from __future__ import annotations

import os
import re
import statistics
import time
from pathlib import Path

import pytest

from pyreason.cards import database, names
from pyreason.cards.formats import merge, read
from pyreason.cards.library import Library
from pyreason.cards.lines import read_entry
from pyreason.cards.tokens import predefined
from pyreason.errors import UnsupportedQuestion

SHARED = Path(os.environ.get("PYREASON_SHARED", Path(__file__).parents[2] / "shared"))
CORPUS = SHARED / "data" / "AtomicCards.json.gz"
SAMPLE = 500
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
MOST_WORDS = 6
"""More words in a row than any name, cost or subtype has would be a sentence of a card."""


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return list(database.shipped().lines())


def test_the_header_is_true(lines: list[str]) -> None:
    header = database.shipped().header
    entries = [read_entry(line) for line in lines]
    faces = [e for e in entries if e.kind == "face"]
    assert header.faces == len(faces)
    assert header.cards == len({e.full_name for e in faces if not e.token})


def test_it_was_built_with_the_grammar_at_hand() -> None:
    from pyreason.cards.oracle import GRAMMAR_VERSION

    assert database.shipped().header.grammar == GRAMMAR_VERSION, "run `python -m pyreason cards build FILE`"


def test_it_is_sorted_and_no_line_is_there_twice(lines: list[str]) -> None:
    keyed = [(names.key(line.split("\t", 1)[0]).encode(), line.encode()) for line in lines]
    assert keyed == sorted(set(keyed))


def test_it_is_small() -> None:
    assert database.SHIPPED.stat().st_size < 6_000_000


def test_it_holds_no_sentence_of_a_card(lines: list[str]) -> None:
    for line in lines:
        for field in line.split("\t")[3:]:
            if not field.startswith(("@", "?", "*")):
                assert " " not in STRING.sub("", field).split(" ^")[0], line
                assert all(len(string.split()) <= MOST_WORDS for string in STRING.findall(field)), line


def test_every_card_can_be_read(lines: list[str]) -> None:
    for line in lines:
        entry = read_entry(line)
        if entry.card:
            card = entry.card()
            assert card.name == entry.name
            assert card.types
            numbers = [n.number for n in card.lines if n.number]
            assert numbers == list(range(1, len(numbers) + 1))


def test_every_name_leads_somewhere(lines: list[str]) -> None:
    library = Library(database.shipped())
    for line in lines[::7]:
        name, what, *_ = line.split("\t")
        if what.startswith("!") and not any(
            e.kind == "face" for e in database.shipped().entries(names.key(name))
        ):
            with pytest.raises(UnsupportedQuestion):
                library.find(name)
        elif what.startswith(">"):
            assert library.find(name).name


def test_the_predefined_tokens_are_in_it() -> None:
    library = Library(database.shipped())
    for face in predefined():
        card = library.find(face.name)
        assert (card.token, card.types, card.subtypes) == (True, face.types, face.subtypes)


def test_a_look_up_takes_no_time() -> None:
    library = Library(database.shipped())
    taken = []
    for name in list(database.shipped().names())[::400]:
        if len(database.shipped().entries(names.key(name))) == 1 and "//" not in name:
            began = time.perf_counter()
            library.knows(name)
            taken.append(time.perf_counter() - began)
    assert statistics.median(taken) < 0.005


@pytest.mark.skipif(
    not CORPUS.exists(), reason=f"the shared corpus is not here ({CORPUS}; set PYREASON_SHARED)"
)
def test_a_sample_of_the_corpus_is_as_shipped(lines: list[str]) -> None:
    faces = merge(read(CORPUS).faces)
    shipped = set(lines)
    for face in faces[:: max(1, len(faces) // SAMPLE)]:
        assert database.write_face(face) in shipped, face.name
