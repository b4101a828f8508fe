"""What Auras can enchant, what protects from what, and what can't be done: phrases and their terms."""

from __future__ import annotations

import pytest
from clingo import parse_term
from domains import full_set

from pyreason.cards.library import default_library
from pyreason.cards.model import Line
from pyreason.cards.oracle import compile_line, compile_text, parse_ability, render
from pyreason.terms import moves_library, slots


def line(text: str, *types: str) -> Line:
    return compile_line(text, number=1, name="Test", types=types or ("Enchantment",))


def reads(text: str, term: str) -> None:
    """The line is this term, and the term, written, is read as the same."""
    found = line(text)
    assert found.term == parse_term(term)
    assert line(render(found.term, found.opaque, "this enchantment")).term == found.term


CREATURE = "and(permanent, type(creature))"
ENCHANTED = "and(permanent, and(host, type(creature)))"
YOU = "and(player, who(you))"


@pytest.mark.parametrize(
    ("host", "filter"),
    [
        ("creature", CREATURE),
        ("player", "player"),
        ("opponent", "and(player, who(opponent))"),
        ("creature card in a graveyard", "and(card(graveyard, any), type(creature))"),
        ("card in your hand", "card(hand, you)"),
        ("instant or sorcery spell on the stack", "and(spell, or(type(instant), type(sorcery)))"),
        ("creature with another Aura attached to it",
         "and(permanent, and(type(creature), enchanted_by_other))"),
        ("noncommander creature", "and(permanent, and(non(is_commander), type(creature)))"),
        ("creature, planeswalker, or Clue",
         'and(permanent, or(type(creature), or(type(planeswalker), subtype("Clue"))))'),
        ("creature put onto the battlefield with this Aura",
         "and(permanent, and(type(creature), put_by_this))"),
        ("two creatures", "opaque(1)"),
        ("zone", "opaque(1)"),
        ("your library", "opaque(1)"),
    ],
)  # fmt: skip
def test_what_an_aura_can_enchant(host: str, filter: str) -> None:
    reads(f"Enchant {host}", f"keyword(enchant, {filter})")


@pytest.mark.parametrize(
    ("from_what", "quality"),
    [
        ("everything", "everything"),
        ("each color", "color(any)"),
        ("all colors", "color(any)"),
        ("snow", "supertype(snow)"),
        ("creatures", "type(creature)"),
        ("artifacts and enchantments", "or(type(artifact), type(enchantment))"),
        ("artifacts, creatures, and enchantments",
         "or(type(artifact), or(type(creature), type(enchantment)))"),
        ("Demons and from Dragons", 'or(subtype("Demon"), subtype("Dragon"))'),
        ("Vampires, from Werewolves, and from Zombies",
         'or(subtype("Vampire"), or(subtype("Werewolf"), subtype("Zombie")))'),
        ("artifacts and from each color", "or(type(artifact), color(any))"),
        ("non-Spirit creatures", 'and(non(subtype("Spirit")), type(creature))'),
        ("creatures your opponents control", "and(type(creature), controlled_by(opponent))"),
        ("Kavu", 'subtype("Kavu")'),
        ("mana value 3 or greater", "mana_value(ge, 3)"),
        ("spells that are one or more colors", "and(spell, colors(ge, 1))"),
        ("permanents with corruption counters on them", 'and(permanent, counter("corruption"))'),
        ("activated and triggered abilities", "ability"),
        ("the chosen color", "has_chosen_color"),
        ("the chosen player", "player(chosen_player)"),
        ("each of your opponents", "player(opponent)"),
        ("the chosen card name", "chosen_name"),
        ("the colors of permanents you control", "color_among(and(permanent, controlled_by(you)))"),
        ("its colors", "shares_color(it)"),
    ],
)  # fmt: skip
def test_what_is_protected_from(from_what: str, quality: str) -> None:
    for name in ("protection", "hexproof"):
        keyword = f"keyword({name}, {quality})"
        assert parse_ability(f"{name} from {from_what}") == parse_term(keyword)
        reads(f"{name.capitalize()} from {from_what}", keyword)
        reads(f"Flying, {name} from {from_what}", f"static(keywords((keyword(flying), {keyword})))")
        reads(
            f"Enchanted creature has {name} from {from_what}.",
            f"static(applies({ENCHANTED}, (gains({keyword}),)))",
        )


CANT = [
    ("Enchanted land has indestructible and can't be enchanted by other Auras.",
     "and(permanent, and(host, type(land)))",
     '(gains(keyword(indestructible)), cant(be_enchanted_by(and(other, subtype("Aura")))))'),
    ("Enchanted creature can't be the target of spells and can't be enchanted by other Auras.", ENCHANTED,
     '(cant(be_targeted(spell)), cant(be_enchanted_by(and(other, subtype("Aura")))))'),
    ("Other Auras can't enchant this enchantment.", 'and(permanent, and(other, subtype("Aura")))',
     "(cant(be_attached(this)),)"),
    ("This creature can't be the target of Aura spells.", "this",
     '(cant(be_targeted(and(spell, subtype("Aura")))),)'),
    ("This creature can't be the target of spells or abilities.", "this",
     "(cant(be_targeted(or(spell, ability))),)"),
    ("Enchanted creature can't be the target of spells or abilities your opponents control.", ENCHANTED,
     "(cant(be_targeted(or(and(spell, controlled_by(opponent)),"
     " and(ability, controlled_by(opponent))))),)"),
    ("This creature can't be the target of white spells or abilities from white sources.", "this",
     "(cant(be_targeted(or(and(spell, color(w)), and(ability, from(and(source, color(w))))))),)"),
    ("Cards in graveyards can't be the targets of spells or abilities.", "card(graveyard, any)",
     "(cant(be_targeted(or(spell, ability))),)"),
    ("This creature can't be equipped.", "this", "(cant(be_equipped),)"),
    ("This creature can't have counters put on it.", "this", "(cant(have_counters),)"),
    ("Creatures you control can't have -1/-1 counters put on them.",
     "and(permanent, and(type(creature), controlled_by(you)))", '(cant(have_counters("-1/-1")),)'),
    ("Counters can't be put on artifacts, creatures, or lands.",
     "and(permanent, or(type(artifact), or(type(creature), type(land))))", "(cant(have_counters),)"),
    ("You can't get poison counters.", YOU, '(cant(have_counters("poison")),)'),
    ("Players can't get counters.", "player", "(cant(have_counters),)"),
    ("You have hexproof.", YOU, "(gains(keyword(hexproof)),)"),
    ("Enchanted player has shroud.", "and(player, host)", "(gains(keyword(shroud)),)"),
    ("You and creatures you control have protection from the chosen card type.",
     f"or({YOU}, and(permanent, and(type(creature), controlled_by(you))))",
     "(gains(keyword(protection, chosen_card_type)),)"),
    ("Enchanted creature has protection from red. This effect doesn't remove this Aura.", ENCHANTED,
     "(exempt(this), gains(keyword(protection, color(r))))"),
    ("Enchanted creature gets +2/+2 and has protection from each color. This effect doesn't remove Auras.",
     ENCHANTED, '(exempt(subtype("Aura")), pt(2, 2), gains(keyword(protection, color(any))))'),
    ("Enchanted creature has protection from the chosen color. This effect doesn't remove Auras and"
     " Equipment you control that are already attached to it.", ENCHANTED,
     '(exempt(and(and(or(subtype("Aura"), subtype("Equipment")), controlled_by(you)), already_attached)),'
     " gains(keyword(protection, has_chosen_color)))"),
    ("This Equipment can be attached only to a legendary creature.", "this",
     "(attached_only_to(and(permanent, and(supertype(legendary), type(creature)))),)"),
    ("Creatures your opponents control with hexproof can be the targets of spells and abilities you control"
     " as though they didn't have hexproof.",
     "and(permanent, and(type(creature), and(controlled_by(opponent), keyword(hexproof))))",
     "(targetable_despite(hexproof, or(and(spell, controlled_by(you)), and(ability, controlled_by(you)))),)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "filter", "changes"), CANT, ids=[each[0][:50] for each in CANT])
def test_what_cannot_be_done(text: str, filter: str, changes: str) -> None:
    reads(text, f"static(applies({filter}, {changes}))")


def test_a_condition_before_all_of_it() -> None:
    reads(
        "As long as this creature is untapped, noncreature artifacts you control can't be enchanted, they"
        " have indestructible, and other players can't gain control of them. This effect doesn't remove Auras"
        " already attached to those artifacts.",
        "static(while(is(this, non(tapped)), applies(and(permanent, and(non(type(creature)),"
        ' and(type(artifact), controlled_by(you)))), (exempt(and(subtype("Aura"), already_attached)),'
        " cant(be_enchanted), gains(keyword(indestructible)), cant(change_control)))))",
    )


def test_a_limit_on_casting_only() -> None:
    reads(
        "You can't choose an untapped permanent as this spell's target as you cast it.",
        "static(cast_target(and(permanent, tapped)))",
    )


def test_what_forbids_and_is_not_understood_says_so() -> None:
    found = line("This creature can't be the target of spells that can target only Walls.")
    assert (found.term, found.touches) == (None, ("forbids",))


def test_every_enchant_line_of_the_full_set() -> None:
    enchant = [
        (raw, found.term, found.opaque)
        for face in full_set()
        if "Aura" in face.subtypes
        for found in compile_text(face.text, name=face.name, types=face.types, subtypes=face.subtypes)
        if (raw := (found.text or "").rstrip(".")).startswith("Enchant ")
    ]
    assert len(enchant) >= 1275
    assert len({raw.partition(" (")[0] for raw, _, _ in enchant}) >= 68
    assert [raw for raw, term, _ in enchant if term is None or term.name != "keyword"] == []
    unsaid = {"two creatures", "zone", "your library", "your graveyard"}
    assert {span for _, _, spans in enchant for span in spans} == unsaid


YOURS = "and(permanent, and(type(creature), controlled_by(you)))"
AURA_OR_EQUIPMENT = 'or(subtype("Aura"), subtype("Equipment"))'
ATTACH = [
    ("Attach target Aura attached to a permanent to another permanent with the same controller.",
     'attach(target(and(permanent, and(subtype("Aura"), attached(permanent)))),'
     " chosen(and(permanent, and(other_host, same_controller))))"),
    ("Attach target Aura attached to a creature or land to another permanent of that type.",
     'attach(target(and(permanent, and(subtype("Aura"), attached(and(permanent,'
     " or(type(creature), type(land))))))), chosen(and(permanent, and(other_host, same_type))))"),
    ("Attach it to another permanent it can enchant.",
     "attach(that, chosen(and(permanent, and(other_host, it_can_enchant))))"),
    ("Attach all Auras enchanting target permanent to another permanent with the same controller.",
     'attach(all(and(permanent, and(subtype("Aura"), attached(target(permanent))))),'
     " chosen(and(permanent, and(other_host, same_controller))))"),
    ("Attach target Aura or Equipment attached to a creature you control to target creature you control.",
     f"attach(target(and(permanent, and({AURA_OR_EQUIPMENT}, attached({YOURS})))), target({YOURS}))"),
    ("Attach this Aura to target creature other than enchanted creature.",
     "attach(this, target(and(permanent, and(type(creature), other_host))))"),
    ("You may attach any number of Auras and Equipment you control to target permanent or player.",
     f"may(you, attach(any_number(and(permanent, and({AURA_OR_EQUIPMENT}, controlled_by(you)))),"
     " target(or(permanent, player))))"),
    ("You may attach to it any number of Auras on the battlefield.",
     'may(you, attach(any_number(and(permanent, subtype("Aura"))), that))'),
    ("Attach this Aura to another one of your opponents chosen at random.",
     "at_random(attach(this, chosen(and(player, and(other_host, who(opponent))))))"),
    ("That player attaches this Aura to a land of their choice.",
     "does(that_player, attach(this, chosen(and(permanent, type(land)))))"),
    ("Return this card from your graveyard to the battlefield attached to target creature.",
     f"put_attached(this, target({CREATURE}))"),
    ("You may put an Aura or Equipment card from your hand or graveyard onto the battlefield attached to"
     " this creature.",
     f"may(you, put_attached(chosen(and(or(card(hand, you), card(graveyard, you)), {AURA_OR_EQUIPMENT})),"
     " this))"),
    ("Return any number of target Aura and/or Equipment cards from your graveyard to the battlefield attached"
     " to enchanted creature.",
     f"put_attached(slot(0, any, and(card(graveyard, you), {AURA_OR_EQUIPMENT})), chosen({ENCHANTED}))"),
    ("Search your library for an Aura card that could enchant that creature, put it onto the battlefield"
     " attached to that creature, then shuffle.",
     'seq(then, put_attached(chosen(and(card(library, you), and(subtype("Aura"), could_enchant(that)))),'
     " that), shuffle)"),
    ("Return this card to the battlefield transformed under your control attached to target opponent.",
     "transformed(put_attached(this, target(and(player, who(opponent)))))"),
    ("Return all enchantment cards from your graveyard to the battlefield.",
     "put_onto_battlefield(all(and(card(graveyard, you), type(enchantment))), you)"),
    ("Return all artifact and enchantment cards from all graveyards to the battlefield under their owners'"
     " control.",
     "put_onto_battlefield(all(and(card(graveyard, any), or(type(artifact), type(enchantment)))), owner)"),
    ("Return each Aura card from your graveyard to the battlefield. Only creatures can be enchanted this"
     " way.",
     'seq(sentence, put_onto_battlefield(all(and(card(graveyard, you), subtype("Aura"))), you),'
     f" only_enchant({CREATURE}))"),
    ("Each player may put an artifact, creature, enchantment, or land card from their hand onto the"
     " battlefield.",
     "may(each_player, put_onto_battlefield(chosen(and(card(hand, that_player), or(type(artifact),"
     " or(type(creature), or(type(enchantment), type(land)))))), owner))"),
    ("Reveal cards from the top of your library until you reveal X permanent cards, where X is the number of"
     " colors among permanents you control. Put any number of those permanent cards onto the battlefield,"
     " then put the rest of the revealed cards on the bottom of your library in a random order.",
     "seq(sentence, reveal_until(where_x(distinct(color, and(permanent, controlled_by(you)))),"
     " permanent_card), seq(then, put_onto_battlefield(any_number(and(those, permanent_card)), you),"
     " opaque(1, (library,))))"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effect"), ATTACH, ids=[each[0][:50] for each in ATTACH])
def test_what_is_attached_or_put_onto_the_battlefield(text: str, effect: str) -> None:
    lower = text[0].lower() + text[1:]
    reads("{1}: " + text, f'activated((mana("{{1}}"),), {effect}, ())')
    reads(f"When this enchantment enters, {lower}", f"triggered(enters(this), always, {effect})")
    assert line(text, "Sorcery").term == parse_term(f"spell({effect})")


def test_what_an_aura_makes_of_itself() -> None:
    creature_card = "keyword(enchant, and(card(graveyard, any), type(creature)))"
    put = "keyword(enchant, and(permanent, and(type(creature), put_by_this)))"
    reads(
        'When this Aura enters, if it\'s on the battlefield, it loses "enchant creature card in a graveyard"'
        ' and gains "enchant creature put onto the battlefield with this Aura." Return enchanted creature'
        " card to the battlefield under your control and attach this Aura to it.",
        "triggered(enters(this), is(this, permanent), seq(sentence, until(always, applies(this,"
        f" (loses({creature_card}), gains({put})))), seq(and, put_onto_battlefield(enchanted, you),"
        " attach(this, that))))",
    )
    assert parse_ability("loses: enchant creature card in a graveyard") == parse_term(
        f"static(applies(this, (loses({creature_card}),)))"
    )
    reads(
        "As this Aura is turned face up, you may attach it to a creature.",
        f"static(as(turned_face_up(this), may(you, attach(that, chosen({CREATURE})))))",
    )


def test_what_only_a_span_says_of_attaching_is_marked() -> None:
    licid = line(
        "{W}, {T}: This creature loses this ability and becomes an Aura enchantment with enchant creature."
        " Attach it to target creature. You may pay {W} to end this effect."
    )
    assert "attach(that,target(" in str(licid.term)
    assert licid.touches == ("attaching",)
    role = line("When this creature enters, create a Cursed Role token attached to it.")
    assert role.term == parse_term("triggered(enters(this), always, opaque(1))")
    assert role.touches == ("attaching",)
    unknown = line("Attach this Aura to a creature only it knows.")
    assert (unknown.term, unknown.touches) == (None, ("attaching",))


@pytest.mark.parametrize(
    ("text", "library"),
    [
        ("{G}: Search your library for an Aura card, put it onto the battlefield attached to this creature,"
         " then shuffle.", True),
        ("{G}: You may put an Aura card from your hand onto the battlefield attached to this creature.",
         False),
    ],
)  # fmt: skip
def test_what_is_put_from_a_library_moves_it(text: str, library: bool) -> None:
    term = line(text).term
    assert term is not None
    assert moves_library(term) is library


ENCHANTMENTS = "and(permanent, and(type(enchantment), controlled_by(you)))"
ROLES = {
    "Cursed": "base_pt(1, 1)",
    "Monster": "pt(1, 1), gains(keyword(trample))",
    "Royal": 'pt(1, 1), gains(keyword(ward, (mana("{1}"),)))',
    "Sorcerer": "pt(1, 1), gains(triggered(attacks(this), always, opaque(1)))",
    "Virtuous": f"for_each(pt(1, 1), count({ENCHANTMENTS}))",
    "Wicked": "pt(1, 1)",
}


@pytest.mark.parametrize("role", ROLES)
def test_role_tokens(role: str) -> None:
    """The predefined Roles (CR 111.10j to r): what they enchant and what that gets."""
    card = default_library().find(f"{role} Role")
    assert (card.token, card.types, card.subtypes) == (True, ("Enchantment",), ("Aura", "Role"))
    enchant, gets, *_ = (found.term for found in card.lines)
    assert enchant == parse_term(f"keyword(enchant, {CREATURE})")
    changes = ROLES[role] + ("" if ", gains" in ROLES[role] else ",")
    assert gets == parse_term(f"static(applies({ENCHANTED}, ({changes})))")


def test_the_young_hero_role() -> None:
    card = default_library().find("Young Hero Role")
    assert [str(found.term).split("(")[0] for found in card.lines] == ["keyword", "static"]
    assert "grants(and(permanent,and(host,type(creature))),triggered(attacks(this)," in str(
        card.lines[1].term
    )


def test_the_targets_of_what_attaches() -> None:
    def targets(text: str) -> list[str]:
        term = line(text).term
        assert term is not None
        return [str(each) for each in slots(term)]

    creature = "slot(1,1,and(permanent,type(creature)))"
    assert targets("{1}: Attach target Aura you control to target creature.") == [
        'slot(1,1,and(permanent,and(subtype("Aura"),controlled_by(you))))',
        creature,
    ]
    assert targets(
        "When this creature enters, return up to two target Aura cards from your graveyard to the battlefield"
        " attached to target creature."
    ) == ['slot(0,2,and(card(graveyard,you),subtype("Aura")))', creature]


def test_what_lasts_as_long_as_the_object_stays_tapped() -> None:
    reads(
        "{3}{W}, {T}: For as long as this artifact remains tapped, another target permanent loses all"
        " abilities and can't attack or block.",
        'activated((mana("{3}{W}"), tap), targeting(and(permanent, other), until(while_tapped,'
        " applies(and(permanent, target), (loses_all_abilities, cant(attack_or_block))))), ())",
    )


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Flashback—{1}{B}, Pay 3 life.", 'keyword(flashback, (mana("{1}{B}"), life(3)))'),
        ("Protection from red; banding",
         "static(keywords((keyword(protection, color(r)), keyword(banding))))"),
        ("This creature enters with your choice of a flying counter or a hexproof counter on it.",
         "static(enters(opaque(1)))"),
        ('Creatures you control have "When this creature dies, put it onto the battlefield. Draw a'
         ' card."',
         f"static(grants({YOURS}, triggered(dies(this), always,"
         " seq(sentence, put_onto_battlefield(that, you), opaque(1, (library,))))))"),
    ],
)  # fmt: skip
def test_lines_beside_the_matter_are_read_as_before(text: str, term: str) -> None:
    assert line(text).term == parse_term(term)
