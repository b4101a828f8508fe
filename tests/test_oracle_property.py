"""Whatever the table of wordings can say, it reads back as the same term, and in one way only."""

from __future__ import annotations

from contextlib import suppress

import pytest
from clingo.symbol import Function, Number, String, Symbol, SymbolType
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyreason.cards.oracle import parse_ability, render
from pyreason.cards.oracle.grammar import LEXICAL, Slot, Wording, fill, is_variable, table, writing
from pyreason.cards.oracle.parse import STARTS, Reader, parse_trees, read_phrase
from pyreason.cards.oracle.phrases import Unwritable, mentions, phrase
from pyreason.cards.oracle.statements import read_static, settled
from pyreason.cards.oracle.writing import write_statement

SPAN = "a span of text"
ABILITY = "activated((tap,), add(you, mana(1, g)), ())"


def unit(number: int, kind: str) -> Symbol:
    return Function("mana", [Number(number), Function(kind)])


WORDS: dict[str, st.SearchStrategy[Symbol]] = {
    "num": st.integers(2, 20).map(Number),
    "int": st.integers(0, 12).map(Number),
    "energy": st.integers(1, 4).map(Number),
    "sym": st.sampled_from("wubrgc").map(Function),
    "mana": st.builds(unit, st.integers(1, 5), st.sampled_from("wubrgc"))
    | st.permutations("wubrgc").map(
        lambda kinds: Function(
            "both", [unit(2, kinds[0]), Function("both", [unit(1, k) for k in kinds[1:3]])]
        )
    ),
    "price": st.sampled_from(["{1}", "{2}{R}", "{X}", "{U/R}", "{1}{G}{G}"]).map(String),
    "subtype.s": st.sampled_from(["Elf", "Gate", "Forest", "Time Lord", "Myr", "Plains"]).map(
        lambda name: Function("subtype", [String(name)])
    ),
    "proper": st.sampled_from(["Wood", "Mine Worker", "Lord of the Test"]).map(String),
    "kind": st.sampled_from(["charge", "+1/+1", "time", "lore", "-1/-1"]).map(String),
    "keyword": st.sampled_from(["flying", "first_strike", "devoid", "cumulative_upkeep"]).map(Function),
    "numbered": st.sampled_from(["toxic", "annihilator", "crew"]).map(Function),
    "span": st.just(String(SPAN)),
    "quoted": st.just(parse_ability("{T}: Add {G}.")),
}
WORDS["subtype.p"] = WORDS["subtype.s"]
WORDS["subname.s"] = WORDS["subname.p"] = st.sampled_from(["Elf", "Time Lord", "Wall"]).map(String)
WORDS["landname.s"] = WORDS["landname.p"] = st.sampled_from(["Plains", "Forest", "Island"]).map(String)
WORDS["pt"] = st.sampled_from([(1, 1), (2, 0), (-3, 0), (0, -1), (4, -1)]).map(
    lambda size: Function("pt", [Number(size[0]), Number(size[1])])
)
WORDS["base"] = st.builds(
    lambda p, t: Function("base_pt", [Number(p), Number(t)]), st.integers(0, 9), st.integers(0, 9)
)


def slots(wording: Wording) -> list[Slot]:
    return [part for part in wording.parts if isinstance(part, Slot)]


@st.composite
def terms(draw: st.DrawFn, kind: str, depth: int) -> Symbol:
    """A term that some wording of this kind says, at most `depth` wordings deep where that is possible."""
    if kind in LEXICAL:
        return draw(WORDS[kind])
    wordings = tuple(w for w in table().by_kind[kind] if w.read)
    if depth <= 0:
        least = min(len([s for s in slots(w) if s.kind not in LEXICAL]) for w in wordings)
        wordings = tuple(w for w in wordings if len([s for s in slots(w) if s.kind not in LEXICAL]) == least)
    wording = draw(st.sampled_from(wordings))
    return fill(wording.term, {s.variable: draw(terms(s.kind, depth - 1)) for s in slots(wording)})


@pytest.mark.parametrize("start", [start for start in STARTS if start != "swap"])
@given(data=st.data())
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_what_is_written_reads_back(start: str, data: st.DataObject) -> None:
    term = data.draw(terms(start, 3))
    if start in ("static", "ofeach"):
        said = settled(term)
        if said is None:
            return  # it speaks of what no static ability names
        try:
            written = write_statement(said)
        except Unwritable:
            with suppress(Unwritable):  # words that are read and never written have no text to try
                plain = phrase(start, term).replace(SPAN, f"⟦{SPAN}⟧")
                assert read_static(plain, Reader()) is None, plain
            return
        written = written.removesuffix(".").replace(SPAN, f"⟦{SPAN}⟧")
        assert read_static(written, Reader()) == said, written
        return
    written = phrase(start, term)
    if start == "sentence" and written == SPAN:
        return  # a lone span is no sentence of the grammar: lines.py decides what it is
    read, _ = read_phrase(start, written.replace(SPAN, f"⟦{SPAN}⟧"))
    assert read == term, written
    if len(written) < 150:
        trees = parse_trees(start, written.replace(SPAN, f"⟦{SPAN}⟧"))
        assert not any(node.data == "_ambig" for node in trees.iter_subtrees()), written


@given(
    cost=st.lists(
        terms("costpart", 2).filter(lambda c: c.name != "opaque" and not mentions(c, "it")),
        min_size=1,
        max_size=3,
    ),
    production=terms("prod", 3)
    .filter(lambda p: "unseen" not in str(p) and "ref(" not in str(p))
    .filter(lambda p: not mentions(p, "it")),
)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_whole_abilities_read_back(cost: list[Symbol], production: Symbol) -> None:
    effect = Function("add", [Function("you"), production])
    ability = Function("activated", [Function("", cost), effect, Function("", [])])
    assert parse_ability(render(ability, self_name="this artifact")) == ability


def _functor(term: Symbol) -> str:
    return term.name if term.type == SymbolType.Function else ""


def test_wordings_looked_up_one_by_one_are_those_of_the_table() -> None:
    """`writing` gives the wordings that `table` has, but for those of another functor."""
    for kind, wordings in table().by_kind.items():
        written = [w for w in wordings if w.write]
        for functor in {_functor(w.term) for w in written} | {"", "nothing"}:
            found = [(w.parts, w.term) for w in writing(kind, functor)]
            assert found == [(w.parts, w.term) for w in written if (w.parts, w.term) in found]
            wanted = [
                w for w in written if is_variable(w.term) or _functor(w.term) in (functor, "cons", "join")
            ]
            assert all((w.parts, w.term) in found for w in wanted)
