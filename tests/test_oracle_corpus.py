"""The whole card set: what is understood reads in one way only, and no span of it hides any mana."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from domains import CENSUS, Face, domains, full_set

from pyreason.cards.model import Line
from pyreason.cards.oracle import compile_line, compile_text, parse, render
from pyreason.cards.oracle.grammar import table


@pytest.fixture(scope="module")
def compiled() -> list[tuple[Face, str, Line]]:
    """Every printed line that belongs to a domain, compiled."""
    found = []
    for face in full_set():
        if not any(domains(raw) for raw in face.text.split("\n")):
            continue
        for line in compile_text(
            face.text, name=face.name, types=face.types, subtypes=face.subtypes, layout=face.layout
        ):
            if line.number and line.text is not None and domains(line.text):
                found.append((face, line.text, line))
    return found


def share(compiled: list[tuple[Face, str, Line]], domain: str, functor: str) -> tuple[int, int]:
    lines = [line for _, raw, line in compiled if domain in domains(raw)]
    print(f"{domain}: {len(lines)} lines, census {CENSUS[domain]}")
    return len(lines), sum(line.term is not None and functor in str(line.term) for line in lines)


def test_coverage(compiled: list[tuple[Face, str, Line]]) -> None:
    lines, understood = share(compiled, "adds mana", "add(")
    assert abs(lines - CENSUS["adds mana"]) <= 24
    assert understood / lines >= 0.995
    assert share(compiled, "could produce", "could_produce(") == (19, 19)
    lines, understood = share(compiled, "tapped for mana", "(")
    assert abs(lines - CENSUS["tapped for mana"]) <= 5
    assert understood == lines
    lines, understood = share(compiled, "grants mana", "grants(")
    assert lines == CENSUS["grants mana"]
    assert understood >= 65


def test_a_line_that_adds_mana_and_is_not_understood_says_so(compiled: list[tuple[Face, str, Line]]) -> None:
    silent = [
        raw
        for _, raw, line in compiled
        if line.term is None
        and "adds mana" in domains(raw)
        and not {"adds_mana", "mana_event"} & set(line.touches)
    ]
    assert silent == []


def test_the_rendering_is_understood_as_the_same_term(compiled: list[tuple[Face, str, Line]]) -> None:
    differing = []
    for face, raw, line in compiled:
        if line.term is None or "paid with one mana" in raw:
            continue
        term = line.term.arguments[2] if line.term.name == "leveled" else line.term
        words = "this spell" if {"Instant", "Sorcery"} & set(face.types) else "this permanent"
        written = render(term, line.opaque, words)
        if compile_line(written, number=1, name="", types=face.types).term != term:
            differing.append((raw, written))
    assert differing == []


def test_no_span_adds_mana_or_decides_what_is_added(compiled: list[tuple[Face, str, Line]]) -> None:
    adding = re.compile(r"\badds?\b[^.]*(\{|\bmana\b)|\bproduces?\b", re.I)
    spans = [
        (raw, re.sub(r'"[^"]*"', "", span)) for _, raw, line in compiled if line.term for span in line.opaque
    ]
    guilty = [(raw, span) for raw, span in spans if adding.search(span)]
    # A condition may speak of mana that was added: it is `unseen`, and so known to be unknown.
    assert [span for _, span in guilty if "haven't added mana" not in span] == []


def test_no_phrase_reads_in_two_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    read = parse.read_phrase
    understood: set[tuple[str, str]] = set()

    def recording(start: str, phrase: str) -> tuple[object, bool]:
        found = read(start, phrase)
        if found[0] is not None:
            understood.add((start, phrase))
        return found

    monkeypatch.setattr(parse, "read_phrase", recording)
    for face in _adding():
        compile_text(face.text, name=face.name, types=face.types, subtypes=face.subtypes, layout=face.layout)
    assert len(understood) > 1000
    two_ways = [
        (start, phrase)
        for start, phrase in sorted(understood)
        if any(node.data == "_ambig" for node in parse.parse_trees(start, phrase).iter_subtrees())
    ]
    assert two_ways == []


def _adding() -> Iterator[Face]:
    for face in full_set():
        if any(domains(raw) for raw in face.text.split("\n")):
            yield face


def test_every_activated_and_triggered_ability_of_a_permanent_is_a_term() -> None:
    ability = re.compile(r"^(?:[A-Z][\w',!?.~ -]{1,60} — )?(?:(?:When|Whenever|At) |\{[^.\"]*: )")
    lines = [
        line
        for number, face in enumerate(full_set())
        if number % 20 == 0 and not {"Instant", "Sorcery"} & set(face.types)
        for line in compile_text(
            face.text, name=face.name, types=face.types, subtypes=face.subtypes, layout=face.layout
        )
        if ability.match(line.text or "")
    ]
    assert len(lines) > 1000
    missed = [line.text for line in lines if line.term is None and not line.touches]
    assert len(missed) <= len(lines) / 500, missed


def test_every_wording_of_the_table_is_used(compiled: list[tuple[Face, str, Line]]) -> None:
    """No dead wordings: each kind of phrase is reached from a start."""
    reached = set(parse.STARTS)
    grown = True
    while grown:
        kinds = {
            p.kind
            for k in reached
            for w in table().by_kind.get(k, ())
            for p in w.parts
            if not isinstance(p, str)
        }
        grown = not kinds <= reached
        reached |= kinds
    assert set(table().by_kind) <= reached
