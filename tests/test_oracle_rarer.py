"""Rarer kinds of lines: colours of the object itself, results tables, colours chosen at once, mana lost."""

from __future__ import annotations

import pytest
from clingo.symbol import parse_term

from pyreason.cards.coverage import measure
from pyreason.cards.model import Line
from pyreason.cards.oracle import compile_line, compile_text, render
from pyreason.terms import words


def line(text: str, *types: str, name: str = "Test Card") -> Line:
    return compile_line(text, number=1, name=name, types=types or ("Artifact",))


PERMANENT, SPELL = ("Artifact",), ("Instant",)


def is_read_and_written(text: str, types: tuple[str, ...], term: str) -> None:
    """The line is read as this term, and what is written of that is read as the same."""
    said = "this spell" if types == SPELL else "this artifact"
    read = line(text.replace("~", said), *types)
    assert read.term == parse_term(term)
    assert line(render(read.term, read.opaque, said), *types).term == read.term


LINES = [
    (SPELL, "Test Card is colorless.", "static(applies(this, (colorless,)))"),
    (SPELL, "Test Card is all colors.", "static(applies(this, (set_colors((w, u, b, r, g)),)))"),
    (
        PERMANENT,
        "If ~ is your commander, choose a color before the game begins. ~ is the chosen color.",
        "static(both(before_game(is(this, is_commander), choose_color),"
        " applies(this, (set_colors((chosen_color,)),))))",
    ),
    (
        PERMANENT,
        "Black and/or red permanents and spells are colorless sources of damage.",
        "static(applies(or(and(permanent, or(color(b), color(r))), and(spell, or(color(b), color(r)))),"
        " (damage_source(colorless),)))",
    ),
    (PERMANENT, "{T}: Add {2}.", "activated((tap,), add(you, mana(2, c)), ())"),
    (
        PERMANENT,
        "{TK}{TK} — {T}: Add {2}.",
        'provided(sticker("{TK}{TK}"), activated((tap,), add(you, mana(2, c)), ()))',
    ),
    (
        PERMANENT,
        "2 points → {T}: Add one mana of any color.",
        'provided(circled("2 points"), activated((tap,), add(you, mana(1, any_color)), ()))',
    ),
    (
        PERMANENT,
        "{T}: Add one mana of any color that shares a color with a permanent a player controls.",
        "activated((tap,), add(you, mana(1, colors_among(permanent))), ())",
    ),
    (
        SPELL,
        "Choose two colors. Add a mana of each of the chosen colors.",
        "spell(seq(sentence, choose_colors(2), add(you, mana(1, each_chosen_color))))",
    ),
    (
        SPELL,
        "Target player activates a mana ability of each land they control. Then that player loses all unspent"
        " mana and you add the mana lost this way.",
        "spell(seq(sentence_then, does(target_player, activate_mana_abilities(and(permanent, and(type(land),"
        " controlled_by(that_player))))), seq(and, loses_mana(that_player), add(you, lost_mana))))",
    ),
    (
        PERMANENT,
        "Whenever ~ attacks and isn't blocked, you may have defending player activate a mana ability of each"
        " land they control and lose all unspent mana. If you do, it sings and at the beginning of your next"
        " main phase this turn, you add an amount of {C} equal to the amount of mana that player lost this"
        " way.",
        "triggered(attacks_unblocked(this), always, seq(sentence, may(you, seq(and, does(defending_player,"
        " activate_mana_abilities(and(permanent, and(type(land), controlled_by(that_player))))),"
        " loses_mana(defending_player))), if(unseen(1), seq(and, opaque(2),"
        " delayed(next_main_phase_this_turn, add(you, mana(paid(lost), c)))))))",
    ),
    (
        PERMANENT,
        "{T}: Add {G}. Activate only if you control 3 or fewer lands.",
        "activated((tap,), add(you, mana(1, g)),"
        " (only_if(controls_at_most(you, 3, and(permanent, type(land)))),))",
    ),
]


@pytest.mark.parametrize(("types", "text", "term"), LINES, ids=[text[:50] for _, text, _ in LINES])
def test_line(types: tuple[str, ...], text: str, term: str) -> None:
    is_read_and_written(text, types, term)


def test_an_instruction_that_changes_colours_is_no_defining_ability() -> None:
    assert str(line("It's colorless.", "Instant").term) == "spell(opaque(1,(changes,)))"
    assert str(line("Test Card is a nice card.", "Instant").term) == "spell(opaque(1,(changes,)))"


def test_a_results_table_is_a_part_of_the_ability_above() -> None:
    text = "{T}: Roll a six-sided die.\n1-2 | Sing a song.\n3-5 | Add {W}.\n6 | Add {U}{U}."
    ability, *rows = compile_text(text, name="Test Card", types=("Artifact",))
    assert ability.term == parse_term(
        'activated((tap,), table(opaque(1), rows(rolled("1-2 |", opaque(2)),'
        ' rows(rolled("3-5 |", add(you, mana(1, w))), rolled("6 |", add(you, mana(2, u)))))), ())'
    )
    assert (ability.touches, ability.opaque) == ((), ("Roll a six-sided die", "Sing a song"))
    assert [str(row.term) for row in rows[:2]] == [
        'rolled("1-2 |",opaque(1))',
        'rolled("3-5 |",add(you,mana(1,w)))',
    ]
    assert render(ability.term, ability.opaque) == "{T}: Roll a six-sided die."


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Roll a die.\n1 | Add {W}.\n2 | Destroy target creature.",  # with a target it is no mana ability
        "{T}: Roll a die.\n1 | Add {W}.\n2 | Add {∞}.",
        "When this enters, if it's Monday, roll a die.\n1 | Add {W}.\n2 | Add {U}.",
    ],
)
def test_a_results_table_not_wholly_known_is_not_understood(text: str) -> None:
    ability, *rows = compile_text(text, name="Test Card", types=("Artifact",))
    assert "table" not in str(ability.term)
    assert "adds_mana" in rows[0].touches
    assert rows[0].term is None


SPAWN = (
    '(base_pt(0, 1), colorless, set_subtypes(("Eldrazi", "Spawn")), set_types((creature,)),'
    " gains(activated((sacrifice(this),), add(you, mana(1, c)), ())))"
)
GIVING = [
    (
        PERMANENT,
        "When ~ enters, create two 0/1 colorless Eldrazi Spawn creature tokens. They have"
        ' "Sacrifice this token: Add {C}."',
        f"triggered(enters(this), always, create(2, {SPAWN}))",
    ),
    (
        PERMANENT,
        "{3}: You may create a 0/1 colorless Eldrazi Spawn creature token with"
        ' "Sacrifice this token: Add {C}."',
        f'activated((mana("{{3}}"),), may(you, create(1, {SPAWN})), ())',
    ),
    (
        SPELL,
        "Destroy target creature. Create X 0/1 colorless Eldrazi Spawn creature tokens with"
        ' "Sacrifice this token: Add {C}."',
        f"spell(seq(sentence, destroy(target(and(permanent, type(creature)))), create(x, {SPAWN})))",
    ),
    (
        PERMANENT,
        '{T}: Create a tapped colorless snow artifact token named Cold Rock with "{T}: Add {G}."',
        "activated((tap,), tapped(create(1, (colorless, add_supertypes((snow,)), set_types((artifact,)),"
        ' set_name("Cold Rock"), gains(activated((tap,), add(you, mana(1, g)), ()))))), ())',
    ),
    (
        PERMANENT,
        "[−6]: You get an emblem with \"Swamps you control have '{T}: Add {B}.'\"",
        'loyalty("-6", emblem((gains(static(grants(and(permanent, and(subtype("Swamp"), controlled_by(you))),'
        " activated((tap,), add(you, mana(1, b)), ())))),)))",
    ),
    (
        PERMANENT,
        'I — ~ gains "{T}: Add {C}."',
        "chapter((1,), until(always, applies(this, (gains(activated((tap,), add(you, mana(1, c)), ())),))))",
    ),
    (
        SPELL,
        'Until end of turn, lands you control gain "{T}: Add {B}."',
        "spell(until(end_of_turn, applies(and(permanent, and(type(land), controlled_by(you))),"
        " (gains(activated((tap,), add(you, mana(1, b)), ())),))))",
    ),
    (
        PERMANENT,
        'Enchanted permanent is a Treasure artifact with "{T}: Add {G}", and it loses all other abilities.',
        'static(applies(and(permanent, host), (set_types((artifact,)), set_subtypes(("Treasure",)),'
        " loses_all_abilities, gains(activated((tap,), add(you, mana(1, g)), ())))))",
    ),
]


@pytest.mark.parametrize(("types", "text", "term"), GIVING, ids=[text[:50] for _, text, _ in GIVING])
def test_what_is_created_or_given(types: tuple[str, ...], text: str, term: str) -> None:
    is_read_and_written(text, types, term)
    assert "add/2" not in words(parse_term(term))


def test_it_has_an_ability_says_nothing_where_nothing_was_created() -> None:
    read = line('When ~ enters, scry 1. It has "{T}: Add {G}."'.replace("~", "this artifact"))
    assert "gains" not in str(read.term)


def test_adding_mana_values_adds_no_mana() -> None:
    text = "Exile target spell, then roll a d20 and add that spell's mana value."
    assert line(text, "Instant").term == parse_term("spell(opaque(1, (slot(1, 1, spell),)))")


def test_what_a_spell_does_once_is_no_static_ability() -> None:
    base = {"types": ["Sorcery"], "subtypes": [], "layout": "normal", "name": "Test Card"}
    texts = [
        "Test Card is all colors.",
        "Put it onto the battlefield. It's black in addition to its other colors.",
    ]
    found = {d.domain: d.lines for d in measure({**base, "text": text} for text in texts)}
    assert found["colors"] == 1
