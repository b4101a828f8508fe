"""Rarer kinds of static abilities: the text and the statement that it makes."""

from __future__ import annotations

import pytest
from clingo.symbol import Function, parse_term

from pyreason.cards.oracle import compile_line, render

STATIC = [
    (
        "Other snow and Zombie creatures you control get +1/+1.",
        'applies(and(permanent,and(other,and(or(supertype(snow),subtype("Zombie")),and(type(creature),'
        "controlled_by(you))))),(pt(1,1),))",
    ),
    (
        "Saproling creatures and other Treefolk creatures get +1/+1.",
        'applies(or(and(permanent,and(subtype("Saproling"),type(creature))),and(permanent,and(other,'
        'and(subtype("Treefolk"),type(creature))))),(pt(1,1),))',
    ),
    (
        "Green creatures and white creatures have protection from Gorgons.",
        "applies(or(and(permanent,and(color(g),type(creature))),and(permanent,and(color(w),"
        'type(creature)))),(gains(keyword(protection,subtype("Gorgon"))),))',
    ),
    (
        "Enchanted creatures each get +1/+1 and have hexproof.",
        "applies(and(permanent,and(host,type(creature))),(pt(1,1),gains(keyword(hexproof))))",
    ),
    (
        "You, planeswalkers you control, and other creatures you control have hexproof.",
        "applies(or(and(player,who(you)),or(and(permanent,and(type(planeswalker),controlled_by(you))),"
        "and(permanent,and(other,and(type(creature),controlled_by(you)))))),(gains(keyword(hexproof)),))",
    ),
    (
        "The chosen creature gets +3/+3 and has flying.",
        "applies(and(permanent,and(type(creature),chosen_object)),(pt(3,3),gains(keyword(flying))))",
    ),
    (
        "Creatures attacking the last chosen player have menace.",
        "applies(and(permanent,and(type(creature),attacking(chosen_player))),(gains(keyword(menace)),))",
    ),
    (
        "Each creature you control with a mana ability gets +2/+2.",
        "applies(and(permanent,and(type(creature),and(controlled_by(you),has_mana_ability))),(pt(2,2),))",
    ),
    (
        "~ gets +1/+0 for each card with cycling in your graveyard.",
        "applies(this,(for_each(pt(1,0),count(and(card(graveyard,you),keyword(cycling)))),))",
    ),
    (
        "~ gets +X/+0, where X is the number of other creatures you control with base power 1.",
        "applies(this,(pt(count(and(permanent,and(other,and(type(creature),and(controlled_by(you),"
        "base_power(eq,1)))))),0),))",
    ),
    (
        "~ gets +3/+3 for each opponent whose life total is less than half their starting life total.",
        "applies(this,(for_each(pt(3,3),players_below_half(opponent)),))",
    ),
    (
        "~ gets +1/+1 for each unspent green mana you have.",
        "applies(this,(for_each(pt(1,1),unspent(g,you)),))",
    ),
    (
        "Each other Samurai creature you control gets +1/+1 for each point of bushido it has.",
        'applies(and(permanent,and(other,and(subtype("Samurai"),and(type(creature),'
        "controlled_by(you))))),(for_each(pt(1,1),points(bushido,it)),))",
    ),
    (
        "~ gets +X/+Y, where X is the exiled creature card's power and Y is its toughness.",
        "applies(this,(pt(power(exiled_with),toughness(exiled_with)),))",
    ),
    (
        "Enchanted creature gets +X/+Y, where X is half the number of Forests you control, rounded down, "
        "and Y is half the number of Forests you control, rounded up.",
        "applies(and(permanent,and(host,type(creature))),(pt(half(down,count(and(permanent,"
        'and(subtype("Forest"),controlled_by(you))))),half(up,count(and(permanent,and(subtype("Forest"),'
        "controlled_by(you)))))),))",
    ),
    (
        "~ and enchanted creature each get +1/+1 for each creature you control and +1/+1 for each Aura "
        "you control.",
        "applies(or(this,and(permanent,and(host,type(creature)))),(for_each(pt(1,1),count(and(permanent,"
        "and(type(creature),controlled_by(you))))),for_each(pt(1,1),count(and(permanent,"
        'and(subtype("Aura"),controlled_by(you)))))))',
    ),
    (
        "~'s power and toughness are each equal to half the highest life total among your opponents, "
        "rounded up.",
        "applies(this,(cda(power,half(up,greatest_life(opponent))),cda(toughness,half(up,"
        "greatest_life(opponent)))))",
    ),
    (
        "~'s power is equal to the last chosen number and its toughness is equal to 7 minus that number.",
        "applies(this,(cda(power,chosen_number),cda(toughness,minus(7,chosen_number))))",
    ),
    (
        "~'s power is equal to the total power of the exiled cards and its toughness is equal to their "
        "total toughness.",
        "applies(this,(cda(power,total(power,card(exile,with_this))),cda(toughness,total(toughness,"
        "card(exile,with_this)))))",
    ),
    (
        "~'s power is equal to the total power of the exiled cards used to craft it.",
        "cda(power,total(power,card(exile,crafted_with_this)))",
    ),
    (
        "~'s power is equal to the greatest mana value among noncreature permanents you control and "
        "noncreature cards in your graveyard.",
        "cda(power,greatest(mana_value,or(and(permanent,and(non(type(creature)),controlled_by(you))),"
        "and(card(graveyard,you),non(type(creature))))))",
    ),
    (
        "~'s power and toughness are each equal to 20 minus the highest life total among players.",
        "applies(this,(cda(power,minus(20,greatest_life(any))),cda(toughness,minus(20,greatest_life(any)))))",
    ),
    (
        "~'s power and toughness are each equal to the life paid as it entered.",
        "applies(this,(cda(power,unseen(1)),cda(toughness,unseen(1))))",
    ),
    (
        "During your turn, ~'s power and toughness are each equal to 2 plus the number of Swamps your "
        "opponents control. During turns other than yours, ~'s power and toughness are each 2.",
        'both(while(turn(you),applies(this,(base_pt(plus(2,count(and(permanent,and(subtype("Swamp"),'
        'controlled_by(opponent))))),plus(2,count(and(permanent,and(subtype("Swamp"),'
        "controlled_by(opponent)))))),))),while(otherwise(turn(you)),applies(this,(base_pt(2,2),))))",
    ),
    (
        "As long as you control enchanted creature, it gets +2/+2. Otherwise, it can't block.",
        "instead(controls(you,and(permanent,and(host,type(creature)))),applies(and(permanent,and(host,"
        "type(creature))),(pt(2,2),)),applies(and(permanent,and(host,type(creature))),(opaque(1),)))",
    ),
    (
        "As long as another Aura is attached to enchanted creature, it has first strike and lifelink.",
        "while(is(enchanted,enchanted_by_other),applies(and(permanent,and(host,type(creature))),"
        "(gains(keyword(first_strike)),gains(keyword(lifelink)))))",
    ),
    (
        "As long as ~ is in your graveyard and you control a Mountain, creatures you control have haste.",
        'while(both(is(this,card(graveyard,you)),controls(you,and(permanent,subtype("Mountain")))),'
        "applies(and(permanent,and(type(creature),controlled_by(you))),(gains(keyword(haste)),)))",
    ),
    (
        "As long as there are three or more different kinds of counters among creatures you control, ~ "
        "gets +2/+4.",
        "while(at_least(counter_kinds(and(permanent,and(type(creature),controlled_by(you)))),3),"
        "applies(this,(pt(2,4),)))",
    ),
    (
        "Equipped creature gets +2/+0. It gets an additional +0/+2 and has first strike as long as an "
        "Equipment named Test Finery is attached to a creature you control.",
        "both(applies(and(permanent,and(host,type(creature))),(pt(2,0),)),"
        'while(at_least(count(and(permanent,and(subtype("Equipment"),and(name("Test Finery"),'
        "attached(and(permanent,and(type(creature),controlled_by(you)))))))),1),applies(and(permanent,"
        "and(host,type(creature))),(pt(0,2),gains(keyword(first_strike))))))",
    ),
    (
        "Enchanted creature is an Insect artifact creature with base power and toughness 0/1 and has "
        "indestructible, and it loses all other abilities, card types, and creature types.",
        "applies(and(permanent,and(host,type(creature))),(set_types((artifact,creature)),"
        'set_subtypes(("Insect",)),loses_all_abilities,base_pt(0,1),gains(keyword(indestructible))))',
    ),
    (
        "Enchanted creature loses all abilities and is a green and white Citizen creature with base "
        "power and toughness 1/1 named Test Person.",
        "applies(and(permanent,and(host,type(creature))),(loses_all_abilities,set_types((creature,)),"
        'set_subtypes(("Citizen",)),set_colors((g,w)),base_pt(1,1),set_name("Test Person")))',
    ),
    (
        'Enchanted creature has base power 0 and has "At the beginning of your upkeep, you lose 1 life."',
        "applies(and(permanent,and(host,type(creature))),(base_power(0),gains(triggered(begins(upkeep,"
        "you),always,opaque(1)))))",
    ),
    (
        'Enchanted creature has "If this creature would untap during your untap step, remove a +1/+1 '
        'counter from it instead."',
        "grants(and(permanent,and(host,type(creature))),static(opaque(1)))",
    ),
    (
        "Enchanted creature gets +0/+2 and can block creatures with landwalk abilities as though they "
        "didn't have those abilities.",
        "applies(and(permanent,and(host,type(creature))),(pt(0,2),opaque(1)))",
    ),
    (
        "Equipped creature has lifelink if you control a Cleric, deathtouch if you control a Rogue, and "
        "flying if you control a Wizard.",
        'both(both(while(controls(you,and(permanent,subtype("Cleric"))),applies(and(permanent,and(host,'
        "type(creature))),(gains(keyword(lifelink)),))),while(controls(you,and(permanent,"
        'subtype("Rogue"))),applies(and(permanent,and(host,type(creature))),(gains(keyword(deathtouch)),'
        ')))),while(controls(you,and(permanent,subtype("Wizard"))),applies(and(permanent,and(host,'
        "type(creature))),(gains(keyword(flying)),))))",
    ),
    (
        "As long as a card exiled with ~ has flying, ~ has flying. The same is true for fear, landwalk, "
        "and trample.",
        "both(both(both(while(at_least(count(and(card(exile,with_this),keyword(flying))),1),applies(this,"
        "(gains(keyword(flying)),))),while(at_least(count(and(card(exile,with_this),keyword(fear))),1),"
        'applies(this,(gains(keyword(fear)),)))),alike("landwalk")),while(at_least(count(and(card(exile,'
        "with_this),keyword(trample))),1),applies(this,(gains(keyword(trample)),))))",
    ),
    (
        'Human creatures you control have "{T}: Add one mana of any of this creature\'s colors."',
        'grants(and(permanent,and(subtype("Human"),and(type(creature),controlled_by(you)))),'
        "activated((tap,),add(you,mana(1,colors_of(this))),()))",
    ),
]


@pytest.mark.parametrize(("text", "statement"), STATIC, ids=[text[:50] for text, _ in STATIC])
def test_statement(text: str, statement: str) -> None:
    read = compile_line(text.replace("~", "this creature"), number=1, name="Test Card", types=("Creature",))
    assert read.term == Function("static", [parse_term(statement)])
    again = render(read.term, read.opaque, "this creature")
    assert compile_line(again, number=1, name="x", types=("Creature",)).term == read.term


@pytest.mark.parametrize(
    "text",
    [
        # A condition that reaches over the end of its sentence is none.
        "As long as it's Monday, it sings. Otherwise, ~ has flying.",
        "As long as you control a Forest, ~'s power is equal to the number of Forests you control.",
        "The same is true for first strike.",
        "~ has flying. The same is true for birds",
    ],
)
def test_not_understood(text: str) -> None:
    said = text.replace("~", "this creature")
    term = compile_line(said, number=1, name="Test Card", types=("Creature",)).term
    assert term is None or "alike" in str(term)


def test_a_short_name_behind_an_article_is_the_subtype() -> None:
    text = (
        "Enchanted creature loses all abilities and is a colorless Noggle with base power and toughness 1/1."
    )
    read = compile_line(text, number=1, name="Noggle of the Test", types=("Enchantment",))
    assert 'set_subtypes(("Noggle",))' in str(read.term)
    named = compile_line("Noggle gets +1/+1.", number=1, name="Noggle of the Test", types=("Creature",))
    assert named.term == parse_term("static(applies(this, (pt(1, 1),)))")


def test_a_rebalanced_card_calls_itself_by_its_whole_name() -> None:
    text = "A-Test Card's power is equal to the number of lands you control."
    read = compile_line(text, number=1, name="A-Test Card", types=("Creature",))
    assert str(read.term).startswith("static(cda(power,")
