"""Copying spells and abilities, events of casting and copying, moving counters, revealing cards."""

from __future__ import annotations

import re

import pytest
from clingo import parse_term
from domains import full_set

from pyreason.cards.oracle import compile_text, render
from pyreason.terms import slots

SPELL = "and(spell, or(type(instant), type(sorcery)))"
MINE = "and(spell, and(or(type(instant), type(sorcery)), controlled_by(you)))"
NEW = "may(you, new_targets(you))"
LOSE_LEGENDARY = "except((lose_supertypes((legendary,)),))"

LINES = [
    ("{2}{U}{R}: Copy target instant or sorcery spell you control. You may choose new targets for the copy.",
     f'activated((mana("{{2}}{{U}}{{R}}"),), seq(sentence, copy(target({MINE})), {NEW}), ())'),
    ("Copy target permanent spell you control.", "copy(target(and(spell, and(permanent_card,"
     " controlled_by(you)))))"),
    ("Copy target instant or sorcery spell, except that the copy is red. You may choose new targets for"
     " the copy.",
     f"seq(sentence, seq(comma, copy(target({SPELL})), except((set_colors((r,)),))), {NEW})"),
    ("Whenever you cast an instant or sorcery spell that targets only ~, copy that spell for each other"
     " creature"
     " you control that the spell could target.",
     "triggered(casts(you, and(spell, and(or(type(instant), type(sorcery)), targets_only(this)))), always,"
     " copy_for_each(that, and(other_target, and(permanent, and(type(creature), controlled_by(you))))))"),
    ("Copy that spell for each other permanent or player the spell could target.",
     "copy_for_each(that, and(other_target, or(permanent, player)))"),
    ("Whenever a player casts an instant or sorcery spell that targets only a single Golem, that player"
     " copies"
     " that spell for each other Golem that spell could target.",
     "triggered(casts(a_player, and(spell, and(or(type(instant), type(sorcery)), targets_only(and(permanent,"
     ' subtype("Golem")))))), always, does(that_player, copy_for_each(that, and(other_target, and(permanent,'
     ' subtype("Golem"))))))'),
    ("Whenever you cast or copy an instant or sorcery spell, scry 1.",
     f"triggered(casts_or_copies(you, {SPELL}), always, opaque(1))"),
    ("Whenever you copy a spell, scry 1.", "triggered(copies(you, spell), always, opaque(1))"),
    ("Whenever you cast a spell that targets ~, scry 1.",
     "triggered(casts(you, and(spell, targets(this))), always, opaque(1))"),
    ("Whenever you cast your second spell each turn, copy it, except the copy isn't legendary.",
     f"triggered(casts_nth(you, 2, spell), always, seq(comma, copy(that), {LOSE_LEGENDARY}))"),
    ("{T}: When you next cast an instant or sorcery spell this turn, copy that spell.",
     f"activated((tap,), when_then(next_casts(you, {SPELL}), copy(that)), ())"),
    ("Whenever you cast a noncreature spell, you may copy it. If you do, you may choose new targets for"
     " the copy.",
     "triggered(casts(you, and(spell, non(type(creature)))), always, seq(sentence, may(you, copy(that)),"
     f" if(unseen(1), {NEW})))"),
    ("{1}{G}: Move a +1/+1 counter from target creature onto another target creature with the same"
     " controller.",
     'activated((mana("{1}{G}"),), move_counters(1, "+1/+1", target(and(permanent, type(creature))),'
     " target(and(permanent, and(other_target, and(type(creature), same_controller))))), ())"),
    ("{X}, {T}: Move X +1/+1 counters from ~ onto another target artifact.",
     'activated((mana("{X}"), tap), move_counters(x, "+1/+1", this, target(and(permanent, and(other,'
     " type(artifact))))), ())"),
    ("{2}: Move all counters from target creature onto ~.",
     'activated((mana("{2}"),), move_counters(all, any, target(and(permanent, type(creature))), this), ())'),
    ("When ~ enters, reveal cards from the top of your library until you reveal X permanent cards, where"
     " X is the"
     " number of colors among permanents you control.",
     "triggered(enters(this), always, reveal_until(where_x(distinct(color, and(permanent,"
     " controlled_by(you)))),"
     " permanent_card))"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "term"), LINES, ids=[text[:60] for text, _ in LINES])
def test_lines(text: str, term: str) -> None:
    of_spell = not term.startswith(("activated", "triggered"))
    types = ("Sorcery" if of_spell else "Artifact",)
    (line,) = compile_text(text.replace("~", "Test"), name="Test", types=types)
    assert line.term == parse_term(f"spell({term})" if of_spell else term)
    again = render(line.term, line.opaque, "Test")
    (same,) = compile_text(again, name="Test", types=types)
    assert same.term == line.term


def test_a_condition_behind_the_copying_is_no_intervening_if() -> None:
    text = "When you cast this spell, copy it if you control an artifact."
    (line,) = compile_text(text, name="Test", types=("Sorcery",))
    assert line.term == parse_term(
        "triggered(casts(you, this), always, if_so(controls(you, and(permanent, type(artifact))),"
        " copy(that)))"
    )
    assert render(line.term, self_name="this spell") == text.replace("copy it", "copy that spell")


def test_slots_of_copying_and_moving() -> None:
    (line,) = compile_text(
        "{1}: Move a counter from target creature onto a second target creature.",
        name="Test",
        types=("Artifact",),
    )
    assert line.term is not None
    assert [str(slot) for slot in slots(line.term)] == [
        "slot(1,1,and(permanent,type(creature)))",
        "slot(1,1,and(permanent,and(other_target,type(creature))))",
    ]


def test_nine_of_ten_printed_lines_that_copy_a_spell_or_ability_say_so() -> None:
    copying = re.compile(
        r"\bcop(?:y|ies) (?:that (?:spell|ability)|it\b|this spell|the spell|"
        r"target [^.]*\b(?:spell|ability))",
        re.I,
    )
    counted, understood = 0, 0
    for face in full_set():
        if not copying.search(face.text):
            continue
        for line in compile_text(
            face.text, name=face.name, types=face.types, subtypes=face.subtypes, layout=face.layout
        ):
            if copying.search(re.sub(r'\([^()]*\)|"[^"]*"', "", line.text or "")):
                counted += 1
                understood += any(word in str(line.term) for word in ("copy(", "copy_for_each("))
    assert counted > 240
    assert understood >= 0.9 * counted
