"""The loader: YAML 1.2 values, lines, and text that means harm."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from pyreason._yaml import MAX_DEPTH, MAX_NODES, decode, documents
from pyreason.errors import ScenarioError


def value(text: str) -> object:
    (raw,) = documents(text)
    assert raw.fault is None, raw.fault
    return raw.value


def fault(text: str) -> ScenarioError:
    faults = [raw.fault for raw in documents(text) if raw.fault is not None]
    assert faults
    return faults[0]


WORDS = [
    "no",
    "yes",
    "on",
    "off",
    "y",
    "N",
    "1.5",
    "106.7",
    "2026-01-01",
    "1_000",
    "0x1F",
    "012",
    "1e3",
    "+2/+2",
]


@pytest.mark.parametrize("word", WORDS)
def test_words_stay_text(word: str) -> None:
    assert value(f"a: {word}") == {"a": word}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("3", 3),
        ("-2", -2),
        ("'3'", "3"),
        ("!!str 3", "3"),
    ],
)
def test_other_scalars(text: str, meant: object) -> None:
    got = value(f"a: {text}")
    assert got == {"a": meant}
    assert isinstance(got, dict)
    assert type(got["a"]) is type(meant)


def test_a_number_too_long_to_be_one_stays_text() -> None:
    assert value("a: " + "9" * 5000) == {"a": "9" * 5000}


def test_keys_are_always_text() -> None:
    assert value("1: a\ntrue: b\n~: c") == {"1": "a", "true": "b", "~": "c"}


def test_every_key_and_item_has_its_line() -> None:
    (_, raw) = documents("x: 1\n---\na:\n  - b: 1\n    c: [1,\n      2]\n")
    assert raw.line == 2
    assert [raw.line_of(p) for p in ("a", "a[0]", "a[0].b", "a[0].c", "a[0].c[1]")] == [3, 4, 4, 5, 6]
    assert raw.line_of("a[0].nothing.here") == 4
    assert raw.line_of("nothing") == 2


def test_documents_are_split_before_they_are_parsed() -> None:
    raws = documents("# head\n---\na: 1\n---\na: [1\n---\n\n---\na: '\n---\nb: 2\n---\n# the end\n")
    assert [(r.number, r.value, r.fault is None) for r in raws] == [
        (1, {"a": 1}, True),
        (2, None, False),
        (3, None, True),
        (4, None, False),
        (5, {"b": 2}, True),
    ]


def test_document_ends_directives_and_byte_order_marks() -> None:
    assert [r.value for r in documents("\ufeff%YAML 1.2\n---\na: 1\n...\n---\nb: 2\n")] == [
        {"a": 1},
        {"b": 2},
    ]
    assert [r.value for r in documents("a: 1\r\n---\r\nb: 2\r\n")] == [{"a": 1}, {"b": 2}]


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "\ufeff"])
def test_no_document(text: str) -> None:
    assert documents(text) == []


def test_json_is_read_by_the_same_loader() -> None:
    data = {"a": [1, True, None, "x: y", 'q"\\/é\n'], "b": {"c": "{G}{G}"}, "d": []}
    assert value(json.dumps(data)) == data
    assert value(json.dumps(data, indent="\t")) == data


def test_anchors_and_merges() -> None:
    text = "base: &b {x: 1, y: 2}\nlist: &l [1, 2]\na: {<<: *b, y: 3}\nc: *l\nd: {<<: [*b, {z: 4}]}"
    assert value(text) == {
        "base": {"x": 1, "y": 2},
        "list": [1, 2],
        "a": {"y": 3, "x": 1},
        "c": [1, 2],
        "d": {"x": 1, "y": 2, "z": 4},
    }


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a: 1\nb:\n  c: 1\n  c: 2", 4, "'c' stands twice, first on line 3"),
        ("a: &a [*a]", 1, "stands for nothing"),
        ("a: *nothing", 1, "*nothing stands for nothing"),
        ("a:\n\t- b", 2, "a tab"),
        ("[1]: a", 1, "a key must be a word"),
        ("? {a: 1}\n: b", 1, "a key must be a word"),
        ("a: &x k\n*x : 1", 2, "a key must be a word"),
        ("a: !!python/object/apply:os.system [ls]", 1, "is not allowed"),
        ("a: !secret b", 1, "is not allowed"),
        ("a: 1\nb: {G}{G}", 2, "need quotes"),
        ("a: {<<: 3}", 1, "'<<' takes a map"),
        ("a: \x00", 1, "not readable text"),
        ("a: \ud800", 1, "not readable text"),
        ("a: 1\n b: 2", 2, "not valid YAML"),
    ],
)
def test_faults_have_a_line_and_words(text: str, line: int, said: str) -> None:
    error = fault(text)
    assert error.line == line
    assert said in str(error)
    assert "\n" not in str(error)


def test_deep_nesting_ends_in_an_error() -> None:
    assert value("[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1))
    for text in ("[" * 100_000, "{a: " * 100_000, "- " * 100_000, "[" * 500 + "]" * 500):
        assert "YAML" in str(fault(text)) or "nested deeper" in str(fault(text))


def test_aliases_that_unfold_into_very_much() -> None:
    letters = list(pairwise("abcdefghij"))
    for first, each in (("[x, x, x, x]", "[{0}]"), ("{k: [x, x]}", "{{k: [{0}]}}")):
        rows = [f"a: &a {first}"]
        rows += [f"{new}: &{new} {each.format(', '.join(['*' + old] * 8))}" for old, new in letters]
        assert f"{MAX_NODES:,}" in str(fault("\n".join(rows)))


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(ScenarioError, match=r"f\.yaml:2: not UTF-8 text \(byte 0xff\)"):
        decode(b"a: 1\nb: \xff", "f.yaml")
    assert decode("\ufeffa: é".encode()) == "a: é"


def test_json_escapes_of_characters_outside_the_first_plane() -> None:
    assert value(r'{"a": "\ud83d\ude00 \\ud83d\\ude00 \\\ud83d\ude00"}') == {"a": "😀 \\ud83d\\ude00 \\😀"}
    assert "not valid YAML" in str(fault(r'{"a": "\ud83d"}'))
