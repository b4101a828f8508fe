"""Atoms in and out of clingo: the same as by clingo's own classes."""

from __future__ import annotations

import pytest
from clingo.control import Control
from clingo.symbol import Function, Number, String, Symbol, parse_term
from hypothesis import given
from hypothesis import strategies as st

from pyreason import atoms
from pyreason.atoms import (
    IDS,
    NUMBERS,
    STRINGS,
    SYMBOLS,
    Maker,
    Table,
    add_facts,
    first_arguments,
    number,
    rows,
    rows_by_first,
)
from pyreason.errors import InternalError

terms = st.recursive(
    st.one_of(
        st.integers(-1000, 1000).map(Number),
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=5).map(String),
    ),
    lambda inner: st.builds(Function, st.sampled_from(["f", "g", ""]), st.lists(inner, max_size=8)),
    max_leaves=12,
)


def grounded(text: str = "", facts: tuple[Symbol, ...] = ()) -> Control:
    control = Control()
    add_facts(control, facts)
    control.add("base", [], text)
    control.ground([("base", [])])
    return control


@given(st.lists(st.tuples(terms, terms), max_size=8))
def test_what_goes_in_comes_out(pairs: list[tuple[Symbol, Symbol]]) -> None:
    make = Maker()
    facts = tuple(make(b"p", *pair) for pair in pairs)
    assert facts == tuple(Function("p", list(pair)) for pair in pairs)
    found = [tuple(SYMBOLS[each] for each in row) for row in rows(grounded(facts=facts), "p", 2)]
    assert set(found) == set(pairs)
    assert [SYMBOLS[each] for each in first_arguments(facts)] == [first for first, _ in pairs]
    keys = [make.key(b"p", first._rep, second._rep) for first, second in pairs]
    assert [SYMBOLS[key] for key in keys] == list(facts)
    control = Control()
    add_facts(control, facts[:1], keys[1:])
    assert {tuple(SYMBOLS[each] for each in row) for row in rows(control, "p", 2)} == set(pairs)


def test_what_rules_give_is_read_with_plain_values() -> None:
    control = grounded("q(N + 1, S, O) :- p(N, S, O).", (parse_term('p(1, "x", o(0, "bear"))'),))
    ((first, second, third),) = rows(control, "q", 3)
    assert (NUMBERS[first], STRINGS[second], IDS[third]) == (2, "x", "bear")
    assert IDS[first] is None
    assert SYMBOLS[third] is SYMBOLS[third]
    assert list(rows(control, "q", 2)) == []
    assert list(rows(grounded("r."), "r", 0)) == [[]]


def test_what_is_not_wanted_is_not_read() -> None:
    control = grounded("p(1, a). p(1, b). p(2, c). p(3, d).")
    one, two, four = (number(value)._rep for value in (1, 2, 4))
    found = rows_by_first(control, "p", 2, {one, two, four})
    values = {first: [str(SYMBOLS[each]) for each in rest] for first, rest in found.items()}
    assert values == {one: ["1", "a", "1", "b"], two: ["2", "c"]}
    with pytest.raises(InternalError, match=r"p\(2\) is not settled"):
        rows_by_first(grounded("p(1). {p(2)}."), "p", 1, {one})


def test_what_is_not_settled_is_no_answer() -> None:
    with pytest.raises(InternalError, match=r"p\(2\) is not settled"):
        list(rows(grounded("p(1). {p(2)}."), "p", 1))


def test_predicates_of_atoms() -> None:
    some = [parse_term(each) for each in ("p(1)", "p(2)", "p(1,2)", "q")]
    assert atoms.signatures(some) == {"p/1", "p/2", "q/0"}
    assert list(first_arguments(some[-1:])) == [0]


def test_a_table_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atoms, "_KEPT", 3)
    table = Table[int](lambda symbol: symbol.number)
    keys = [key for row in rows(grounded("p(1..9)."), "p", 1) for key in row]
    assert sorted(table[key] for key in keys) == list(range(1, 10))
    assert len(table) <= 3
