"""The law's files: each stands alone, is labelled, keeps its form and cites rules that exist."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from clingo.ast import AST, ASTType, ProgramBuilder, Transformer, parse_files
from clingo.control import Control

from pyreason.answering import ask_many
from pyreason.asks import CouldProduce
from pyreason.board import Board, GameObject
from pyreason.cards.database import shipped
from pyreason.cards.library import default_library
from pyreason.cr import EDITION, exists
from pyreason.explain import labelled, recorders
from pyreason.facts import CardFacts, situation_facts
from pyreason.program import law_directory, needed, needs, spoken
from pyreason.questions import could_produce
from pyreason.situation import situate
from pyreason.solve import grounded
from pyreason.syntax import JUDGED_WHOLE
from pyreason.terms import words
from tests.strategies import boards

ROOT = Path(__file__).parents[1]
LAW = law_directory()
FILES = sorted(
    str(path.relative_to(LAW).with_suffix("")) for path in LAW.rglob("*.lp") if path.parent.name != "variants"
)
"""All files of the law; variants are no files of their own but changes to these (`tests/test_verify.py`)."""
MAX_LINES = 250
NO_CITATIONS = {("test_scenario_load.py", "305.10")}
"""Numbers that only look like rules: a YAML number whose last zero must be kept."""


def text(name: str) -> str:
    return (LAW / f"{name}.lp").read_text("utf-8")


@cache
def statements(name: str) -> tuple[AST, ...]:
    found: list[AST] = []
    parse_files([str(LAW / f"{name}.lp")], found.append)
    return tuple(found)


class _Signatures(Transformer):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_SymbolicAtom(self, node: AST) -> AST:  # noqa: N802 (clingo's protocol)
        pending = [node.symbol]
        while pending:
            term = pending.pop()
            if term.ast_type == ASTType.Function:
                self.found.add(f"{term.name}/{len(term.arguments)}")
            elif term.ast_type == ASTType.Pool:
                pending += term.arguments
        return node


def predicates(name: str) -> tuple[set[str], set[str], set[str]]:
    """The predicates that a file gives, uses, and declares with #defined."""
    heads, bodies, declared = _Signatures(), _Signatures(), set()
    for statement in statements(name):
        if statement.ast_type == ASTType.ShowSignature:
            bodies.found.add(f"{statement.name}/{statement.arity}")
        if statement.ast_type == ASTType.Rule:
            if statement.head.ast_type == ASTType.Aggregate:
                for element in statement.head.elements:
                    heads(element.literal)
                    for literal in element.condition:
                        bodies(literal)
            else:
                heads(statement.head)
            for literal in statement.body:
                bodies(literal)
        elif statement.ast_type == ASTType.Defined:
            declared.add(f"{statement.name}/{statement.arity}")
    return heads.found, bodies.found, declared


# ---- form ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_grounds_alone_without_a_message(name: str) -> None:
    messages: list[str] = []
    control = Control(["--warn=all"], lambda _, message: messages.append(message))
    control.load(str(LAW / f"{name}.lp"))
    control.ground([("base", [])])
    heads, bodies, declared = predicates(name)
    missing = "\n".join(f"#defined {signature}." for signature in sorted(bodies - heads - declared))
    assert not messages, f"to be declared in asp/{name}.lp:\n{missing}\n\n{messages[0]}"


@pytest.mark.parametrize("name", [name for name in FILES if name != "vocabulary"])
def test_declares_only_what_it_uses(name: str) -> None:
    heads, bodies, declared = predicates(name)
    assert declared - bodies == set()
    assert declared & heads == set(), "a predicate that the file itself gives is no input"


@pytest.mark.parametrize("name", FILES)
def test_every_rule_is_labelled_and_the_label_names_its_variables(name: str) -> None:
    for rule in labelled(name):
        if rule.sentence is not None:
            in_braces = re.findall(r"\{(.*?)\}", rule.sentence)
            assert in_braces or "{" not in rule.sentence
            missing = [v for v in in_braces if not re.search(rf"\b{re.escape(v)}(?!\w)", str(rule.ast))]
            assert not missing, f"asp/{name}.lp:{rule.line}: {missing} not in the rule"


@pytest.mark.parametrize("name", FILES)
def test_header(name: str) -> None:
    """First the name and the topic, then Covers, Input and Output."""
    lines = text(name).splitlines()
    assert re.match(rf"% {name.rpartition('/')[2]}\.lp( \((question|properties)\))?: \S", lines[0])
    header = lines[: next(i for i, line in enumerate(lines) if not line.startswith("%"))]
    for entry in ("Covers", "Input ", "Output"):
        assert any(line.startswith((f"% {entry} : ", f"% {entry}: ")) for line in header), entry


@pytest.mark.parametrize("name", FILES)
def test_length(name: str) -> None:
    assert len(text(name).splitlines()) <= MAX_LINES


@cache
def vocabulary() -> frozenset[str]:
    """Every word of the terms of the shipped database."""
    found: set[str] = set()
    for line in shipped().lines():
        for field in line.split("\t")[3:]:
            if "(" in field:
                found.update(re.findall(r"[a-z_]+", field))
    return frozenset(found)


@pytest.mark.parametrize("name", FILES)
def test_needs_names_words_of_terms(name: str) -> None:
    """`%!needs` words are written name/arity, and documented or used by a card."""
    documented = (ROOT / "docs/terms.md").read_text("utf-8")
    for word in needs(name):
        functor, _, arity = word.partition("/")
        assert arity.isdigit(), word
        assert functor in vocabulary() or re.search(rf"\b{functor}\b", documented), word


# ---- grounding -----------------------------------------------------------------------------------------


def test_everything_is_a_fact_on_settled_boards() -> None:
    """No negation through recursion: grounding alone decides every atom, and nothing clashes."""
    told, facts, used = CardFacts(), [], set()
    for game, board in enumerate(boards(5, 60)):
        situation = situate(board, default_library())
        facts += situation_facts(situation, game, told)
        for obj in board.battlefield:
            facts += could_produce.facts(CouldProduce(obj.id), situation, game)
    facts += told.facts()
    used = {word for fact in facts for word in words(fact)}
    control = grounded(needed(could_produce.FILES, frozenset(used)), facts)
    open_atoms = [str(atom.symbol) for atom in control.symbolic_atoms if not atom.is_fact]
    assert not open_atoms
    assert len(control.symbolic_atoms) > 10_000


def test_files_left_out_are_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`%!needs`: a board answered with only the files that its words need has the answer of all files."""
    from tests.strategies import OWN, POOL

    others = [
        GameObject("land", "Island", "b", "b", tapped=True),
        GameObject("bear", "Grizzly Bears", "a", "a", counters=(("+1/+1", 1),)),
        GameObject("card", "Watchwolf", "a", "a", "graveyard"),
    ]
    cases = []
    for names in POOL.values():
        for name in names:
            for objects in ((), others):
                asked = GameObject("asked", name, "a", "a", tapped=True, counters=(("charge", 2),))
                cases.append((Board(("a", "b"), "a", (asked, *objects), cards=OWN), CouldProduce("asked")))
    sparing = [ask_many([case])[0].answer for case in cases]
    monkeypatch.setattr("pyreason.assembly.needed", lambda names, _: tuple(names))
    assert sparing == [ruling.answer for ruling in ask_many(cases)]


# ---- citations -----------------------------------------------------------------------------------------

_NUMBER = r"\d{3}\.\d+[a-z]?|\d{3}(?![\d.])"
_RANGE = rf"(?:{_NUMBER})(?:-[a-z0-9]+\b)?"
_LIST = re.compile(rf"\bCR ({_RANGE}(?:(?:, and |, or |, | and | or |/| \+ ){_RANGE})*)")
_ITEM = re.compile(rf"({_NUMBER})(?:-([a-z]|\d+)\b)?")
_SPELLED = re.compile(r'["\'](\d{3}\.\d+[a-z]?)["\']')
_LABEL = re.compile(r"%!rule (\S+)")
_TEST = re.compile(r"\bdef test_(\d{3})_(\d+[a-z]?)_")
_ALL = re.compile(r"(?<![\d.])(\d{3}\.\d+[a-z]?)(?:-([a-z]|\d+)\b)?")


def expanded(number: str, to: str | None) -> Iterator[str]:
    """`105.2a-c` is 105.2a and 105.2c; `102.1-3` is 102.1 and 102.3."""
    yield number
    if to is not None:
        yield re.sub(r"[a-z]$" if to.isalpha() else r"\d+[a-z]?$", to, number)


def cited(path: Path, content: str) -> Iterator[str]:
    """Every CR number that a file cites."""
    for some in _LIST.finditer(content):
        for item in _ITEM.finditer(some[1]):
            yield from expanded(item[1], item[2])
    yield from _SPELLED.findall(content)
    for section, rule in _TEST.findall(content):
        yield f"{section}.{rule}"
    if path.suffix == ".lp":
        yield from (number for label in _LABEL.findall(content) for number in label.split(","))
        for number, to in _ALL.findall(content):
            yield from expanded(number, to or None)


def citing_files() -> list[Path]:
    places = ("asp", "pyreason", "tests", "docs", "examples", "benchmarks")
    suffixes = {".lp", ".py", ".md", ".yaml", ".yml", ".grammar", ".toml"}
    found = [p for place in places for p in (ROOT / place).rglob("*") if p.suffix in suffixes]
    return sorted([*found, *ROOT.glob("*.md")])


def test_every_rule_number_cited_exists() -> None:
    wrong, number_of_citations = [], 0
    for path in citing_files():
        if path == Path(__file__):
            continue
        for number in cited(path, path.read_text("utf-8", errors="replace")):
            number_of_citations += 1
            if not exists(number) and (path.name, number) not in NO_CITATIONS:
                wrong.append(f"{path.relative_to(ROOT)}: {number}")
    assert not wrong, f"not in the edition of {EDITION}:\n" + "\n".join(wrong)
    assert number_of_citations > 300


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("(CR 106.7)", ["106.7"]),
        ("CR 105.1, 106.1a and 613", ["105.1", "106.1a", "613"]),
        ("CR 105.2a-c, 102.1-3", ["105.2a", "105.2c", "102.1", "102.3"]),
        ('rules: ["106.7", "999.1"]', ["106.7", "999.1"]),
        ("rules `106.7` of", []),
        ("def test_106_1b_types():", ["106.1b"]),
        ("costs 100.5 ms", []),
    ],
)
def test_citations_are_found(line: str, numbers: list[str]) -> None:
    assert list(cited(Path("x.md"), line)) == numbers


def test_citations_of_the_law_are_found() -> None:
    content = '% Covers : CR 106.5 (undefined types), 106.7\n%!rule 700.5 "devotion"'
    assert set(cited(Path("x.lp"), content)) == {"106.5", "106.7", "700.5"}


def test_the_edition() -> None:
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", EDITION)
    assert exists("106.7")
    assert exists("613")
    assert not exists("106.99")
    assert not exists("")


@pytest.mark.parametrize("name", FILES)
def test_instances_of_its_rules_can_be_recorded(name: str) -> None:
    """The rules that record instances are safe: no pool with variables stands in a positive body atom."""
    messages: list[str] = []
    control = Control([], lambda _, message: messages.append(message))
    with ProgramBuilder(control) as builder:
        for recorder in recorders(name):
            for twin in recorder.twins:
                builder.add(twin)
    with contextlib.suppress(RuntimeError):
        control.ground([("base", [])])
    assert not [message for message in messages if "unsafe" in message or "error" in message]


class _Words(Transformer):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_Function(self, node: AST) -> AST:  # noqa: N802 (clingo's protocol)
        self.found.add(f"{node.name}/{len(node.arguments)}")
        self.visit_children(node)
        return node

    def visit_SymbolicTerm(self, node: AST) -> AST:  # noqa: N802
        if re.match(r"_*[a-z]", str(node.symbol)):
            self.found.add(f"{node.symbol}/0")
        return node


@pytest.mark.parametrize("name", FILES)
def test_words_read_off_the_text_are_those_of_the_parsed_rules(name: str) -> None:
    words = _Words()
    for statement in statements(name):
        if statement.ast_type is ASTType.Rule:
            words(statement)
    assert spoken(name) == words.found


def test_what_is_judged_whole_is_known() -> None:
    """A conjunction of what `sat` is said of is told apart by form, so no such description may be missing."""
    heads = re.findall(r"^sat\((\w+)\(", "\n".join(map(text, FILES)), re.M)
    assert {mark.partition("/")[0] for mark in JUDGED_WHOLE} == set(heads)
