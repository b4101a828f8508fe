"""One short phrase per shape: the term it becomes, and its wording again."""

from __future__ import annotations

import pytest
from clingo import parse_term

from pyreason.cards.model import Line
from pyreason.cards.oracle import compile_line, compile_text, parse_ability, render
from pyreason.cards.oracle.parse import Reader
from pyreason.cards.oracle.statements import read_static
from pyreason.errors import InputError
from pyreason.terms import marked


def line(text: str, *types: str, name: str = "Test Card") -> Line:
    return compile_line(text, number=1, name=name, types=types or ("Artifact",))


SHAPES = [
    (
        "Enchanted permanent is an enchantment and loses all other card types.",
        "static(applies(and(permanent, host), (set_types((enchantment,)),)))",
    ),
    (
        "You may have ~ enter as a copy of any creature on the battlefield.",
        "static(as_enters(copy(any(and(permanent, type(creature))), ())))",
    ),
    (
        "You may have ~ enter tapped as a copy of any land on the battlefield, "
        "except it's a Cave in addition to its other types.",
        'static(as_enters(copy_tapped(any(and(permanent, type(land))), (add_subtypes(("Cave",)),))))',
    ),
    (
        "You may have ~ enter as a copy of an artifact you control, except it's 7/7 and it has flying.",
        "static(as_enters(copy(and(permanent, and(type(artifact), controlled_by(you))), "
        "(base_pt(7, 7), gains(keyword(flying))))))",
    ),
    ("{T}: Add {C}.", "activated((tap,), add(you, mana(1, c)), ())"),
    ("{T}: Add {C}{C}.", "activated((tap,), add(you, mana(2, c)), ())"),
    ("{T}: Add {G} or {U}.", "activated((tap,), add(you, either(mana(1, g), mana(1, u))), ())"),
    (
        "{1}, {T}: Add {U}{B}.",
        'activated((mana("{1}"), tap), add(you, both(mana(1, u), mana(1, b))), ())',
    ),
    (
        "{T}: Add {R}, {G}, or {W}.",
        "activated((tap,), add(you, either(mana(1, r), either(mana(1, g), mana(1, w)))), ())",
    ),
    ("{T}: Add one mana of any color.", "activated((tap,), add(you, mana(1, any_color)), ())"),
    ("{T}: Add three mana of any one color.", "activated((tap,), add(you, mana(3, any_color)), ())"),
    ("{T}: Add two mana of different colors.", "activated((tap,), add(you, mana(2, different_colors)), ())"),
    (
        "{T}: Add two mana in any combination of colors.",
        "activated((tap,), add(you, mana(2, combination(colors))), ())",
    ),
    (
        "{1}, Remove X storage counters from ~: Add X mana in any combination of {B} and/or {R}.",
        'activated((mana("{1}"), remove_counters(x, "storage", this)),'
        " add(you, mana(x, combination((b, r)))), ())",
    ),
    ("{T}: Add one mana of the chosen color.", "activated((tap,), add(you, mana(1, chosen_color)), ())"),
    (
        "{T}: Add one mana of any color in your commander's color identity.",
        "activated((tap,), add(you, mana(1, commander_identity)), ())",
    ),
    (
        "{T}: Add one mana of any color that a land an opponent controls could produce.",
        "activated((tap,), add(you, mana(1, could_produce(color,"
        " and(permanent, and(type(land), controlled_by(opponent)))))), ())",
    ),
    (
        "{T}, Untap a tapped land you control: Add one mana of any type that land could produce.",
        "activated((tap, untap(1, and(permanent, and(tapped, and(type(land), controlled_by(you)))))),"
        " add(you, mana(1, could_produce(type, ref(untapped)))), ())",
    ),
    (
        "{T}: Add {G} for each Elf you control.",
        "activated((tap,), add(you, for_each(mana(1, g),"
        ' count(and(permanent, and(subtype("Elf"), controlled_by(you)))))), ())',
    ),
    (
        "{T}: Add an amount of {G} equal to ~'s power.",
        "activated((tap,), add(you, mana(power(this), g)), ())",
    ),
    (
        "{T}: Add X mana of any one color, where X is the number of charge counters on ~.",
        'activated((tap,), add(you, mana(where_x(counters("charge", this)), any_color)), ())',
    ),
    (
        "{T}: For each color among permanents you control, add one mana of that color.",
        "activated((tap,), add(you, mana(1, each_color_among(and(permanent, controlled_by(you))))), ())",
    ),
    (
        "{T}: Add {C}. If ~ has a luck counter on it, instead add one mana of any color.",
        'activated((tap,), instead(has_counter(this, "luck"), add(you, mana(1, any_color)),'
        " add(you, mana(1, c))), ())",
    ),
    (
        "{T}: Add {C}{C}. Activate only if you control five or more lands.",
        "activated((tap,), add(you, mana(2, c)), (only_if(controls(you, 5, and(permanent, type(land)))),))",
    ),
    (
        "{T}: Add {U}. Spend this mana only to cast an instant or sorcery spell.",
        "activated((tap,), seq(sentence, add(you, mana(1, u)),"
        " rider(spend_only((cast(and(spell, or(type(instant), type(sorcery)))),)))), ())",
    ),
    (
        "{T}: Add {W}. When you spend this mana to cast a Dragon creature spell, scry 2.",
        "activated((tap,), seq(sentence, add(you, mana(1, w)),"
        ' rider(when_spent((cast(and(spell, and(subtype("Dragon"), type(creature)))),), 1))), ())',
    ),
    (
        "{T}: Add {B}. ~ deals 1 damage to you.",
        "activated((tap,), seq(sentence, add(you, mana(1, b)), opaque(1)), ())",
    ),
    (
        "{T}: Exile target land card from a graveyard. Add {G}.",
        "activated((tap,), seq(sentence, opaque(1, (slot(1, 1, and(card(graveyard, any), type(land))),)),"
        " add(you, mana(1, g))), ())",
    ),
    (
        "{T}: Add {G}. Draw a card.",
        "activated((tap,), seq(sentence, add(you, mana(1, g)), opaque(1, (library,))), ())",
    ),
    (
        "{T}: Add {G}. Draw a card at the beginning of the next turn's upkeep.",
        "activated((tap,), seq(sentence, add(you, mana(1, g)), opaque(1)), ())",
    ),
    ("[+1]: Add {R}{R}.", 'loyalty("+1", add(you, mana(2, r)))'),
    ("[−3]: Add ten mana of any one color.", 'loyalty("-3", add(you, mana(10, any_color)))'),
    ("III, IV — Add {R}.", "chapter((3, 4), add(you, mana(1, r)))"),
    ("Max speed — {T}: Add {R}{R}.", "provided(max_speed, activated((tap,), add(you, mana(2, r)), ()))"),
    (
        "12+ | {T}: Add {U}.",
        'provided(has_counters(this, "charge", 12), activated((tap,), add(you, mana(1, u)), ()))',
    ),
    ("Exhaust — {G}: Add {C}{C}.", 'activated((mana("{G}"),), add(you, mana(2, c)), (exhaust,))'),
    (
        "Metalcraft — {T}: Add {C}.",
        'worded("Metalcraft", activated((tap,), add(you, mana(1, c)), ()))',
    ),
    (
        "Whenever a player taps a land for mana, that player adds one mana of any type that land produced.",
        "triggered(tapped_for_mana(and(permanent, type(land)), a_player, any), always,"
        " add(that_player, mana(1, produced(that))))",
    ),
    (
        "Whenever enchanted land is tapped for mana, its controller adds an additional {G}.",
        "triggered(tapped_for_mana(and(permanent, and(host, type(land))), any_player, any), always,"
        " add(controller(that), mana(1, g)))",
    ),
    (
        "At the beginning of your first main phase, if ~ is untapped, add {C}.",
        "triggered(begins(first_main, you), is(this, non(tapped)), add(you, mana(1, c)))",
    ),
    (
        "When ~ enters, if you cast it, add {R}{R}{R}.",
        "triggered(enters(this), unseen(1), add(you, mana(3, r)))",
    ),
    ("Cumulative upkeep—Add {R}.", "keyword(cumulative_upkeep, add(you, mana(1, r)))"),
    ("Flying, ward {2}", 'static(keywords((keyword(flying), keyword(ward, (mana("{2}"),)))))'),
    ("Start your engines!", "keyword(start_your_engines)"),
    (
        "If you tap a permanent for mana, it produces twice as much of that mana instead.",
        "static(replaces(tapped_for_mana(permanent, you, any), times(2)))",
    ),
    (
        "If a land is tapped for two or more mana, it produces {C} instead of any other type and amount.",
        "static(replaces(tapped_for_mana(and(permanent, type(land)), any_player, at_least(2)),"
        " types_and_amount(1, c)))",
    ),
    (
        "If a basic land you control is tapped for mana, it produces mana of a color of your choice instead"
        " of any other type.",
        "static(replaces(tapped_for_mana(and(permanent, and(supertype(basic), and(type(land),"
        " controlled_by(you)))), any_player, any), types(any_color)))",
    ),
    (
        "{U}: Until end of turn, if you tap a land for mana, it produces {U} instead of any other type.",
        'activated((mana("{U}"),), until(end_of_turn, replaces(tapped_for_mana(and(permanent, type(land)),'
        " you, any), types(u))), ())",
    ),
    (
        "{T}: If target Plains is tapped for mana, it produces colorless mana instead of white mana.",
        "activated((tap,), until(always, replaces(tapped_for_mana(and(permanent, and(target,"
        ' subtype("Plains"))), any_player, any), type(w, c))), ())',
    ),
    (
        "If tapped for mana, Plains produce {R}, Swamps produce {G}, Mountains produce {W}, and Forests"
        " produce {B} instead of any other type.",
        'static(replaces(tapped_for_mana(and(permanent, or(subtype("Plains"), or(subtype("Swamp"),'
        ' or(subtype("Mountain"), subtype("Forest"))))), any_player, any), by_type(('
        'when(and(permanent, subtype("Plains")), r), when(and(permanent, subtype("Swamp")), g),'
        ' when(and(permanent, subtype("Mountain")), w), when(and(permanent, subtype("Forest")), b)))))',
    ),
    (
        "At the beginning of each player's upkeep, that player chooses a color. Until end of turn, lands"
        " tapped for mana produce mana of the chosen color instead of any other color.",
        "triggered(begins(upkeep, each_player), always, seq(sentence, chooses(that_player, choose_color),"
        " until(end_of_turn, replaces(tapped_for_mana(and(permanent, type(land)), any_player, any),"
        " colors(chosen_color)))))",
    ),
    (
        "If a player would add mana, instead all players add that mana.",
        "static(replaces(adds_mana(any_player), all_players))",
    ),
    (
        "Whenever you tap ~ for mana, it deals 1 damage to each opponent.",
        "triggered(tapped_for_mana(this, you, any), always, opaque(1))",
    ),
    (
        "Whenever a player taps a land for mana, if it's not that player's turn, destroy that land.",
        "triggered(tapped_for_mana(and(permanent, type(land)), a_player, any), not_turn(that_player),"
        " opaque(1))",
    ),
    (
        'Lands you control have "{T}: Add {C}."',
        "static(grants(and(permanent, and(type(land), controlled_by(you))),"
        " activated((tap,), add(you, mana(1, c)), ())))",
    ),
    (
        'Enchanted land has "{T}: Add {G}{G}."',
        "static(grants(and(permanent, and(host, type(land))), activated((tap,), add(you, mana(2, g)), ())))",
    ),
    (
        "This spell costs {1} less to cast for each land your opponents control that could produce {C}.",
        "static(costs_less(this, 1, count(and(permanent, and(type(land),"
        " and(controlled_by(opponent), could_produce(c)))))))",
    ),
]


@pytest.mark.parametrize(("text", "term"), SHAPES, ids=[text[:50] for text, _ in SHAPES])
def test_shape(text: str, term: str) -> None:
    read = line(text.replace("~", "this artifact"))
    assert read.term == parse_term(term)
    again = compile_line(
        render(read.term, read.opaque, "this artifact"), number=1, name="x", types=("Artifact",)
    )
    assert again.term == read.term


OUTLINES = [
    (
        "{2}, {T}: Destroy target artifact.",
        'activated((mana("{2}"), tap), opaque(1, (slot(1, 1, and(permanent, type(artifact))),)), ())',
    ),
    (
        "{1}, Exile a hat: Draw a card. Activate only as a sorcery. This ability costs {1} less on Sundays.",
        'activated((mana("{1}"), opaque(1)), opaque(2, (library,)), (sorcery_speed, opaque(3)))',
    ),
    ("When ~ enters, scry 2. Then draw a card.", "triggered(enters(this), always, opaque(1, (library,)))"),
    (
        "Landfall — Whenever a land you control enters, you gain 1 life.",
        'worded("Landfall", triggered(enters(and(permanent, and(type(land), controlled_by(you)))), always,'
        " opaque(1)))",
    ),
    (
        "Whenever a cat, dog, or bird sings, if it's Monday, you win the game.",
        "triggered(opaque(1), opaque(2), opaque(3))",
    ),
    ("When ~ enters, choose one —", "triggered(enters(this), always, opaque(1))"),
    ("[−2]: Each player discards a card.", 'loyalty("-2", opaque(1))'),
    ("I, II — Create two Food tokens.", "chapter((1, 2), opaque(1))"),
    (
        'Boast — {R}: Create a token with "{T}: Add {R}."',
        'activated((mana("{R}"),), opaque(1), (keyword(boast),))',
    ),
    ("Solved — {1}: Scry 1.", 'provided(solved, activated((mana("{1}"),), opaque(1), ()))'),
    (
        "{3}, {T} or {U}, {T}: Scry 1.",
        'activated((either((mana("{3}"), tap), (mana("{U}"), tap)),), opaque(1), ())',
    ),
    (
        "You may activate abilities of creatures you control as though those creatures had haste.",
        "static(as_though_haste(and(permanent, and(type(creature), controlled_by(you)))))",
    ),
]


@pytest.mark.parametrize(("text", "term"), OUTLINES, ids=[text[:50] for text, _ in OUTLINES])
def test_other_abilities_in_outline(text: str, term: str) -> None:
    said = text.replace("~", "this artifact")
    read = line(said)
    assert read.term == parse_term(term)
    assert render(read.term, read.opaque, "this artifact") == said.replace("−", "-") + (
        "." if said.endswith("—") else ""
    )


CONTINUOUS = [
    ("Nonbasic lands are Mountains.", "and(permanent, and(non(supertype(basic)), type(land)))",
     '(set_land_types(("Mountain",)),)'),
    ("Each land is a Swamp in addition to its other land types.", "and(permanent, type(land))",
     '(add_subtypes(("Swamp",)),)'),
    ("Lands you control are every basic land type in addition to their other types.",
     "and(permanent, and(type(land), controlled_by(you)))", "(add_subtypes(basic_land_types),)"),
    ("All lands are 1/1 creatures that are still lands.", "and(permanent, type(land))",
     "(add_types((creature,)), base_pt(1, 1))"),
    ("Enchanted land is the chosen type.", "and(permanent, and(host, type(land)))",
     "(set_land_types((chosen_type,)),)"),
    ("All creatures are black.", "and(permanent, type(creature))", "(set_colors((b,)),)"),
    ("~ is all colors.", "this", "(set_colors((w, u, b, r, g)),)"),
    ("Enchanted creature gets +2/+2 and has flying.", "and(permanent, and(host, type(creature)))",
     "(pt(2, 2), gains(keyword(flying)))"),
    ("Other Elves you control get +1/+1.",
     'and(permanent, and(other, and(subtype("Elf"), controlled_by(you))))', "(pt(1, 1),)"),
    ("Equipped creatures you control get +1/+1.",
     "and(permanent, and(equipped, and(type(creature), controlled_by(you))))", "(pt(1, 1),)"),
    ("~ gets +1/+1 for each charge counter on it.", "this",
     '(for_each(pt(1, 1), counters("charge", this)),)'),
    ("~ gets -X/-X, where X is your life total.", "this",
     "(pt(times(-1, life(you)), times(-1, life(you))),)"),
    ("Creatures lose flying.", "and(permanent, type(creature))", "(loses(keyword(flying)),)"),
    ("Enchanted creature loses all abilities and has base power and toughness 1/1.",
     "and(permanent, and(host, type(creature)))", "(loses_all_abilities, base_pt(1, 1))"),
    ("You control enchanted land.", "and(permanent, and(host, type(land)))", "(controlled_by(you),)"),
    ('Creatures you control get +1/+1 and have "{T}: Add {G}."',
     "and(permanent, and(type(creature), controlled_by(you)))",
     "(pt(1, 1), gains(activated((tap,), add(you, mana(1, g)), ())))"),
    ("Enchanted creature gets +1/+1 and can't block.", "and(permanent, and(host, type(creature)))",
     "(pt(1, 1), opaque(1))"),
    ("Enchanted permanent is a colorless Forest land.", "and(permanent, host)",
     '(set_types((land,)), set_land_types(("Forest",)), colorless)'),
    ('Enchanted permanent is a colorless land with "{T}: Add {C}" and loses all other card types and'
     " abilities.", "and(permanent, host)",
     "(set_types((land,)), colorless, loses_all_abilities,"
     " gains(activated((tap,), add(you, mana(1, c)), ())))"),
    ("All cards that aren't on the battlefield, spells, and permanents are colorless.", "anything",
     "(colorless,)"),
    ("All cards that aren't on the battlefield, spells, and permanents are the chosen color in addition to"
     " their other colors.", "anything", "(add_colors((chosen_color,)),)"),
    ("Creatures you control are the chosen type.",
     "and(permanent, and(type(creature), controlled_by(you)))", "(set_subtypes((chosen_type,)),)"),
    ("Nontoken creatures you control are Forest lands in addition to their other types.",
     "and(permanent, and(non(token), and(type(creature), controlled_by(you))))",
     '(add_types((land,)), add_subtypes(("Forest",)))'),
    ("Equipped creature gets +2/+2, has trample and haste, and is a Samurai in addition to its other types.",
     "and(permanent, and(host, type(creature)))",
     '(pt(2, 2), gains(keyword(trample)), gains(keyword(haste)), add_subtypes(("Samurai",)))'),
    ('Equipped creature gets +1/+0, has "{T}: Add {G}," and is a Cleric in addition to its other types.',
     "and(permanent, and(host, type(creature)))",
     '(pt(1, 0), gains(activated((tap,), add(you, mana(1, g)), ())), add_subtypes(("Cleric",)))'),
    ("Equipped creature gets +1/+1, has trample and annihilator 2, and attacks each combat if able.",
     "and(permanent, and(host, type(creature)))",
     "(pt(1, 1), gains(keyword(trample)), gains(keyword(annihilator, 2)), opaque(1))"),
    ("Each creature you control gets +1/+1 for each counter on it.",
     "and(permanent, and(type(creature), controlled_by(you)))", "(for_each(pt(1, 1), counters(any, it)),)"),
    ("Enchanted creature gets +X/+X, where X is its power.", "and(permanent, and(host, type(creature)))",
     "(pt(power(it), power(it)),)"),
    ("Enchanted creature gets +1/+1 for each other creature you control.",
     "and(permanent, and(host, type(creature)))",
     "(for_each(pt(1, 1), count(and(permanent, and(other_than(it), and(type(creature),"
     " controlled_by(you)))))),)"),
    ("~ gets +2/+2 for each Aura and Equipment attached to it.", "this",
     '(for_each(pt(2, 2), count(and(permanent, and(or(subtype("Aura"), subtype("Equipment")),'
     " attached_to_this)))),)"),
    ("~ and other Knights you control have flying.",
     'or(this, and(permanent, and(other, and(subtype("Knight"), controlled_by(you)))))',
     "(gains(keyword(flying)),)"),
    ("Enchanted land loses all land types and abilities.", "and(permanent, and(host, type(land)))",
     "(set_land_types(()), loses_all_abilities)"),
    ("Enchanted creature loses all abilities and is a blue Frog creature with base power and toughness 1/1.",
     "and(permanent, and(host, type(creature)))",
     '(loses_all_abilities, set_types((creature,)), set_subtypes(("Frog",)), set_colors((u,)),'
     " base_pt(1, 1))"),
    ("Enchanted creature is a Turtle with base power and toughness 0/1. It can't attack and loses all"
     " abilities.", "and(permanent, and(host, type(creature)))",
     '(set_subtypes(("Turtle",)), base_pt(0, 1), opaque(1), loses_all_abilities)'),
    ("Instant and sorcery spells you control have lifelink.",
     "and(spell, and(or(type(instant), type(sorcery)), controlled_by(you)))", "(gains(keyword(lifelink)),)"),
    ("Each other non-Aura enchantment is a creature in addition to its other types and has base power and"
     " base toughness each equal to its mana value.",
     'and(permanent, and(other, and(non(subtype("Aura")), type(enchantment))))',
     "(add_types((creature,)), base_pt(mana_value(it), mana_value(it)))"),
    ("Each noncreature artifact is an artifact creature with power and toughness each equal to its mana"
     " value.", "and(permanent, and(non(type(creature)), type(artifact)))",
     "(add_types((artifact, creature)), base_pt(mana_value(it), mana_value(it)))"),
    ("All Forests and all Saprolings are 1/1 green Saproling creatures and Forest lands in addition to their"
     " other types.", 'and(permanent, or(subtype("Forest"), subtype("Saproling")))',
     '(add_types((creature, land)), add_subtypes(("Saproling", "Forest")), set_colors((g,)), base_pt(1, 1))'),
    ("Enchanted land is a 2/6 white Wall creature with defender. It's still a land.",
     "and(permanent, and(host, type(land)))",
     '(add_types((creature,)), add_subtypes(("Wall",)), set_colors((w,)), base_pt(2, 6),'
     " gains(keyword(defender)))"),
    ("Enchanted creature is a Treefolk with base power and toughness 0/4 and loses all abilities.",
     "and(permanent, and(host, type(creature)))",
     '(set_subtypes(("Treefolk",)), base_pt(0, 4), loses_all_abilities)'),
    ("Enchanted creature is a Demon Spirit.", "and(permanent, and(host, type(creature)))",
     '(set_subtypes(("Demon", "Spirit")),)'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "filter", "changes"), CONTINUOUS, ids=[each[0][:50] for each in CONTINUOUS])
def test_what_continuous_effects_change(text: str, filter: str, changes: str) -> None:
    assert line(text.replace("~", "this artifact")).term == parse_term(
        f"static(applies({filter}, {changes}))"
    )


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("~'s power is equal to your life total.", "cda(power, life(you))"),
        (
            "~'s power and toughness are each equal to the number of cards in your hand.",
            "applies(this, (cda(power, count(card(hand, you))), cda(toughness, count(card(hand, you)))))",
        ),
        (
            "As long as your devotion to red is less than five, ~ isn't a creature.",
            "while(less_than(devotion(r), 5), applies(this, (lose_types((creature,)),)))",
        ),
        (
            "~ has flying as long as you control an artifact.",
            "while(controls(you, and(permanent, type(artifact))), applies(this, (gains(keyword(flying)),)))",
        ),
        ("During your turn, ~ has flying.", "while(turn(you), applies(this, (gains(keyword(flying)),)))"),
        (
            "As long as somebody sings, ~ gets +1/+1.",
            "while(opaque(1), applies(this, (pt(1, 1),)))",
        ),
    ],
)
def test_statements_with_conditions_and_defined_values(text: str, term: str) -> None:
    assert line(text.replace("~", "this artifact")).term == parse_term(f"static({term})")


_HOST = "and(permanent, and(host, type(creature)))"
STATEMENTS = [
    (
        "Enchanted creature gets +2/+2 as long as it's a Vampire. Otherwise, it gets -2/-2.",
        f'instead(is(it, subtype("Vampire")), applies({_HOST}, (pt(2, 2),)),'
        f" applies({_HOST}, (pt(-2, -2),)))",
    ),
    (
        "Enchanted creature gets -2/-2. It gets -5/-5 instead as long as it's red.",
        f"instead(is(it, color(r)), applies({_HOST}, (pt(-5, -5),)), applies({_HOST}, (pt(-2, -2),)))",
    ),
    (
        "Equipped creature gets +1/+1. As long as it's legendary, it gets an additional +2/+2.",
        f"both(applies({_HOST}, (pt(1, 1),)),"
        f" while(is(it, supertype(legendary)), applies({_HOST}, (pt(2, 2),))))",
    ),
    (
        'As long as ~ is modified, it has "{T}: Add {G}{G}."',
        "while(is(this, modified), grants(this, activated((tap,), add(you, mana(2, g)), ())))",
    ),
    (
        "As long as ~ has three or more +1/+1 counters on it, it has trample.",
        'while(has_counters(this, "+1/+1", 3), applies(this, (gains(keyword(trample)),)))',
    ),
    (
        "~ has hexproof unless it's attacking.",
        "while(otherwise(is(this, attacking)), applies(this, (gains(keyword(hexproof)),)))",
    ),
    (
        "During turns other than yours, ~ gets +0/+2.",
        "while(otherwise(turn(you)), applies(this, (pt(0, 2),)))",
    ),
    (
        "As long as ~ is monstrous, it has reach.",
        "while(is(this, monstrous), applies(this, (gains(keyword(reach)),)))",
    ),
    (
        "As long as ~ hasn't dealt damage yet, it has hexproof and can't be blocked.",
        "while(opaque(1), applies(this, (gains(keyword(hexproof)), opaque(2))))",
    ),
    (
        "Nonland permanents you control are white. The same is true for spells you control and nonland cards"
        " you own that aren't on the battlefield.",
        "both(applies(and(permanent, and(non(type(land)), controlled_by(you))), (set_colors((w,)),)),"
        " elsewhere(1))",
    ),
]


@pytest.mark.parametrize(("text", "statement"), STATEMENTS, ids=[each[0][:50] for each in STATEMENTS])
def test_conditions_on_each_object_and_several_statements(text: str, statement: str) -> None:
    said = text.replace("~", "this artifact")
    read = line(said)
    assert read.term == parse_term(f"static({statement})")
    assert line(render(read.term, read.opaque, "this artifact")).term == read.term


@pytest.mark.parametrize(
    "text",
    [
        "Creatures you control get +1/+1 for each counter on it.",
        "Equipped creature gets +1/+1 for each word in its name.",
    ],
)
def test_changes_that_no_wording_says_are_not_understood(text: str) -> None:
    read = line(text)
    assert (read.term, bool(read.touches)) == (None, True)


def test_a_spells_own_triggers_are_abilities_and_what_it_sets_up_is_a_line_of_it() -> None:
    assert line("When you cast this spell, copy it.", "Sorcery").term == parse_term(
        "triggered(casts(you, this), always, copy(that))"
    )
    assert line("Whenever a creature dies this turn, draw a card.", "Instant").term == parse_term(
        "spell(opaque(1))"
    )


def test_a_mode_or_row_below_that_adds_mana_marks_the_ability() -> None:
    lines = compile_text(
        "{T}: Roll a six-sided die.\n1 — Scry 1.\n2 — Add {∞}.", name="Test", types=("Artifact",)
    )
    assert lines[0].term == parse_term("activated((tap,), opaque(1, (mana,)), ())")
    assert lines[0].touches == ("adds_mana",)
    assert [each.term for each in lines[1:]] == [None, None]


def test_a_class_goes_to_its_next_level_by_an_ability() -> None:
    lines = compile_text(
        "Flying\n{1}{G}: Level 2\nWhen this Class becomes level 2, scry 1.",
        name="Test",
        types=("Enchantment",),
    )
    assert lines[1].term == parse_term('activated((mana("{1}{G}"),), class_level(2), (class_level(2),))')
    assert lines[2].term == parse_term("leveled(2, #sup, triggered(opaque(1), always, opaque(2)))")


def test_modes_and_rows_of_a_table() -> None:
    assert line("1-6 | Add {R}.", "Sorcery").term == parse_term('rolled("1-6 |", add(you, mana(1, r)))')
    assert line("• Add {G}.").term == parse_term("mode(add(you, mana(1, g)))")


def test_spells_lines() -> None:
    assert line("Add {B}{B}{B}.", "Instant").term == parse_term("spell(add(you, mana(3, b)))")
    assert line("Destroy target land that is snow or could produce {C}.", "Sorcery").term == parse_term(
        "spell(destroy(target(and(permanent, and(type(land), or(supertype(snow), could_produce(c)))))))"
    )


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Add {X}.",
        "{T}: Add {2/W}.",
        "{T}: Add {∞}.",
        "{T}: Frobnicate, then add mana equal to its size.",
        "{T}: Add {G}. If you feel lucky, add {G}{G} instead.",
        "{T}: Add X {G} and each opponent loses X life, where X is the number of Elves you control.",
        "{T}: Target player adds mana.",
        "{T}: Each land adds {G} instead of what it would add.",
        "{T}: Draw a card. The next land tapped for mana produces {U} instead.",
    ],
)
def test_what_is_not_understood_has_no_term_and_is_named(text: str) -> None:
    read = line(text)
    assert read.term is None
    assert {"adds_mana", "mana_event"} & set(read.touches) or "adds" not in text.lower()


def test_the_cards_names_are_the_object_itself() -> None:
    for own in ("this artifact", "Ana, the Test", "Ana"):
        read = line(f"{{T}}, Sacrifice {own}: Add {{C}}.", name="Ana, the Test")
        assert read.term == parse_term("activated((tap, sacrifice(this)), add(you, mana(1, c)), ())")
    assert line("{T}, Sacrifice Bea: Add {C}.", name="Ana, the Test").opaque == ("Sacrifice Bea",)


def test_numbers_count_printed_lines_without_reminder_text() -> None:
    lines = compile_text(
        "({T}: Add {W} or {U}.)\nFlash (Cast it any time.)\n(A note.)\nScry 2.\n{T}: Add {G}.",
        name="Test",
        types=("Land",),
    )
    assert [(each.number, each.term is not None) for each in lines] == [
        (0, True), (1, True), (2, False), (3, True),
    ]  # fmt: skip
    assert lines[0].term == parse_term("intrinsic((w, u))")
    assert render(lines[0].term) == "({T}: Add {W} or {U}.)"


def test_a_levelers_lines_hang_on_their_level() -> None:
    lines = compile_text(
        "Level up {G}\nLEVEL 1-3\n2/2\n{T}: Add {G}.\nLEVEL 4+\n{T}: Add {G}{G}.",
        name="Test", types=("Creature",), layout="leveler",
    )  # fmt: skip
    assert lines[3].term == parse_term("leveled(1, 3, activated((tap,), add(you, mana(1, g)), ()))")
    assert lines[5].term == parse_term("leveled(4, #sup, activated((tap,), add(you, mana(2, g)), ()))")
    assert lines[2].term == parse_term("leveled(1, 3, static(applies(this, (base_pt(2, 2),))))")


def test_the_symbol_that_a_reminder_alone_explains() -> None:
    read = line(
        "{1}{Z}: Put a +1/+2 counter on this artifact. ({Z} is paid with one mana from any source that could"
        " produce two or more colors of mana.)"
    )
    assert read.term == parse_term(
        'activated((mana("{1}{Z}"),), seq(sentence, opaque(1),'
        ' paid_with("{Z}", and(source, could_produce(colors(2))))), ())'
    )


def test_a_colour_chosen_in_the_effect_is_that_colour() -> None:
    read = line("{T}: Choose a color. Add two mana of the chosen color.")
    assert read.term == parse_term(
        "activated((tap,), seq(sentence, choose_color, add(you, mana(2, that_color))), ())"
    )


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        ("T: add G", "{T}: Add {G}."),
        ("1, T: add GG", "{1}, {T}: Add {G}{G}."),
        ("T: Add {W} or {U}", "{T}: Add {W} or {U}."),
        ("T, sacrifice this land: add C", "{T}, Sacrifice this land: Add {C}."),
        ("ward 2", "Ward {2}"),
        ("first strike", "First strike"),
        ("protection from red", "Protection from red"),
        ("hexproof from blue", "Hexproof from blue"),
        ("enchant creature you control", "Enchant creature you control"),
    ],
)
def test_granted_abilities_may_leave_out_braces(loose: str, strict: str) -> None:
    assert parse_ability(loose) == parse_ability(strict)


@pytest.mark.parametrize("text", ["", "is a hat", "loses its temper", "blorp", "T: add G to", "T: add QQ"])
def test_granted_abilities_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="not understood"):
        parse_ability(text)


def test_rendering_writes_spans_it_does_not_have_as_dots() -> None:
    term = parse_term("activated((tap,), seq(sentence, add(you, mana(1, b)), opaque(1, (target,))), ())")
    assert render(term) == "{T}: Add {B}. …."
    assert render(term, ["tap target land"]) == "{T}: Add {B}. Tap target land."
    with pytest.raises(ValueError, match="no wording"):
        render(parse_term("frobnicate(1)"))


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("~ enters tapped.", "enters(opaque(1))"),
        ("~ enters tapped unless you control a Plains.", "enters(opaque(1))"),
        ("~ enters with two charge counters on it.", "enters(opaque(1))"),
        ("~ enters tapped. As it enters, choose a color.", "enters(opaque(1))"),
        ("As ~ enters, choose a creature type.", "as_enters(opaque(1))"),
        ("As ~ enters, you may pay 2 life. If you don't, it enters tapped.", "as_enters(opaque(1))"),
        ("Players may spend mana as though it were mana of any color.", "spend_as_any_color"),
        ("You may choose not to untap ~ during your untap step.", "may_stay_tapped"),
    ],
)
def test_what_has_no_bearing_on_what_is_there(text: str, term: str) -> None:
    said = text.replace("~", "this artifact")
    read = line(said)
    assert (read.term, read.touches) == (parse_term(f"static({term})"), ())
    assert render(read.term, read.opaque, "this artifact") == said[:1].upper() + said[1:]


ELEMENTAL = 'add_types((creature,)), add_subtypes(("Elemental",))'
SET_UP = [
    ("Target creature gets +3/+3 until end of turn.", "type(creature)", "end_of_turn", "(pt(3, 3),)"),
    ("Target creature gains flying until end of turn.", "type(creature)", "end_of_turn",
     "(gains(keyword(flying)),)"),
    ("Until end of turn, target land becomes a 3/3 creature that's still a land.", "type(land)",
     "end_of_turn", "(add_types((creature,)), base_pt(3, 3))"),
    ("Target land becomes a 4/4 Elemental creature with haste. It's still a land.", "type(land)", "always",
     f"({ELEMENTAL}, base_pt(4, 4), gains(keyword(haste)))"),
    ("Target land becomes a 4/4 Elemental creature until end of turn. It's still a land.", "type(land)",
     "end_of_turn", f"({ELEMENTAL}, base_pt(4, 4))"),
    ("Until end of turn, target creature loses all abilities and has base power and toughness 0/1.",
     "type(creature)", "end_of_turn", "(loses_all_abilities, base_pt(0, 1))"),
    ("Until end of turn, target creature loses all abilities and becomes a blue Frog with base power and"
     " toughness 1/1.", "type(creature)", "end_of_turn",
     '(loses_all_abilities, set_subtypes(("Frog",)), set_colors((u,)), base_pt(1, 1))'),
    ("Target artifact or creature loses all abilities and becomes a green Elk creature with base power and"
     " toughness 3/3.", "or(type(artifact), type(creature))", "always",
     '(loses_all_abilities, set_types((creature,)), set_subtypes(("Elk",)), set_colors((g,)),'
     " base_pt(3, 3))"),
    ("Target artifact becomes an artifact creature with base power and toughness 5/5.", "type(artifact)",
     "always", "(add_types((artifact, creature)), base_pt(5, 5))"),
    ("Target creature becomes blue until your next turn.", "type(creature)", "your_next_turn",
     "(set_colors((u,)),)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "filter", "end", "changes"), SET_UP, ids=[each[0][:50] for each in SET_UP])
def test_what_is_set_up_for_a_target(text: str, filter: str, end: str, changes: str) -> None:
    lasting = f"targeting(and(permanent, {filter}), until({end}, applies(and(permanent, target), {changes})))"
    assert line(text, "Instant").term == parse_term(f"spell({lasting})")
    assert line("{1}: " + text).term == parse_term(f'activated((mana("{{1}}"),), {lasting}, ())')
    assert line("[+1]: " + text).term == parse_term(f'loyalty("+1", {lasting})')


def test_it_is_the_one_target_of_the_sentence_before() -> None:
    haste = "until(end_of_turn, applies(and(permanent, target), (gains(keyword(haste)),)))"
    assert line("Untap target creature. It gains haste until end of turn.", "Instant").term == parse_term(
        "spell(seq(sentence, opaque(1, (slot(1, 1, and(permanent, type(creature))),)),"
        f" targeting(that, {haste})))"
    )
    alone = line("It gains haste until end of turn.", "Instant").term
    assert alone == parse_term("spell(opaque(1, (changes,)))")


@pytest.mark.parametrize(
    "text",
    [
        "Target creature gets +1/+1 until end of turn. Another target creature gets -1/-1 until end of turn.",
        "Target creature gets -2/-2 until end of turn. If this spell was kicked, it gets -5/-5 instead.",
        "Target creature gets +X/+0 until end of turn.",
        "Target creature gets +1/+1 until end of turn. Gain control of target creature.",
    ],
)
def test_what_is_set_up_in_part_is_not_understood(text: str) -> None:
    term = line(text, "Instant").term
    assert term is not None
    assert (term.match("spell", 1), "until(" in str(term), marked(term, "changes")) == (True, False, True)


def test_a_spell_of_several_lines_sets_up_for_one_target_only() -> None:
    def terms(text: str) -> list[str]:
        found = compile_text(text, name="Test", types=("Instant",))
        return [
            "until" if "until(" in str(each.term) else "changes" if "changes" in str(each.term) else "span"
            for each in found
        ]

    pump = "Target creature gets +1/+1 until end of turn."
    assert terms(f"{pump}\nDraw a card.") == ["until", "span"]
    assert terms(f"{pump}\nIt becomes sad.") == ["until", "changes"]
    assert terms(f"{pump}\nTarget creature gets -1/-1 until end of turn.") == ["changes", "changes"]


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        (
            "is a 2/2 Assembly-Worker artifact creature until end of turn; it's still a land",
            '(add_types((artifact, creature)), add_subtypes(("Assembly-Worker",)), base_pt(2, 2))',
        ),
        (
            "is a 2/2 Assembly-Worker artifact creature",
            '(add_types((artifact, creature)), set_subtypes(("Assembly-Worker",)), base_pt(2, 2))',
        ),
        (
            "is a 3/3 creature with vigilance and all creature types; it's still a land",
            "(add_types((creature,)), add_subtypes(creature_types), base_pt(3, 3),"
            " gains(keyword(vigilance)))",
        ),
        ("loses: flying", "(loses(keyword(flying)),)"),
        ("loses flying until end of turn", "(loses(keyword(flying)),)"),
        ("loses all abilities", "(loses_all_abilities,)"),
        ("gets +1/+1", "(pt(1, 1),)"),
    ],
)
def test_what_an_object_was_said_to_be(text: str, changes: str) -> None:
    assert parse_ability(text) == parse_term(f"static(applies(this, {changes}))")


@pytest.mark.parametrize(
    "said",
    [
        "Permanents can't be equipped. Ward abilities of those creatures don't trigger.",
        "Each permanent is an artifact creature in addition to its other types and has base power and"
        " toughness X / X, where X is its mana value. This effect doesn't remove Auras that are already"
        " attached to it.",
    ],
)
def test_a_sentence_that_goes_on_stays_with_the_one_before(said: str) -> None:
    (statement,) = parse_ability(said).arguments
    both = parse_ability(f"{said} Artifacts have flying.")
    flying = parse_term("applies(and(permanent, type(artifact)), (gains(keyword(flying)),))")
    assert both.arguments[0].arguments == [statement, flying]
    assert render(both) == f"{said} Artifacts have flying."


def test_a_clause_left_as_text_ends_with_its_sentence() -> None:
    read = parse_ability("Creatures can't be mean. Creatures can't be sad.")
    assert [len(each.arguments[1].arguments) for each in read.arguments[0].arguments] == [1, 1]


def test_its_in_a_size_is_of_the_enchanted_object_where_the_condition_is_too() -> None:
    said = (
        "As long as enchanted permanent is legendary, it is a creature in addition to its other types and has"
    )
    ability = parse_ability(f"{said} base power and toughness X / X, where X is its mana value.")
    assert "base_pt(mana_value(it),mana_value(it))" in str(ability)


def test_what_no_words_say_again_is_not_read() -> None:
    said = '~ has "{T}: Add {G}."'
    assert read_static(f"As long as there are three or more cards in your hand, {said}", Reader()) is not None
    assert (
        read_static(f"As long as there are three or more cards in its controller's hand, {said}", Reader())
        is None
    )
