from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyreason.cards.names import key


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("  AMBER   orchard ", "Amber Orchard"),
        ("Seance of Aeons", "Séance of Æons"),
        ("Gate’s Drowned Keeper", "Gate's Drowned Keeper"),
        ("Half–Elf", "Half-Elf"),
        ("bold//brash", "Bold // Brash"),
        ("“Quoted” Bō", '"Quoted" Bo'),
        ("Straße", "STRASSE"),
        ("İzmir", "izmir"),
    ],
)
def test_spellings_that_are_the_same(typed: str, same: str) -> None:
    assert key(typed) == key(same)


def test_marks_that_tell_names_apart_stay() -> None:
    assert (
        len({key("A-Amber Orchard"), key("Amber Orchard"), key("Amber, Orchard"), key("Amber Orchards")}) == 4
    )


@given(st.text())
def test_the_key_of_a_key_is_itself(name: str) -> None:
    assert key(key(name)) == key(name)


@given(st.text())
def test_a_key_fits_on_one_line(name: str) -> None:
    assert not set(key(name)) & set("\t\n\r")
    assert "  " not in key(name)


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=591)))
def test_case_never_matters(name: str) -> None:
    assert key(name.casefold()) == key(name)
