"""Target phrases of spells and abilities: which targets, how many, in printed order (CR 115.1)."""

from __future__ import annotations

import pytest
from clingo import parse_term

from pyreason.cards.oracle import compile_text
from pyreason.cards.oracle.targets import marks
from pyreason.terms import is_targeting, slots

CREATURE = "and(permanent, type(creature))"

PHRASES = [
    ("Destroy target creature", f"slot(1, 1, {CREATURE})"),
    ("If ~ was kicked, destroy target creature", f"slot_if(kicker, 0, slot(1, 1, {CREATURE}))"),
    ("Destroy target land. If this spell was bargained, destroy target creature instead",
     f"slot(1, 1, and(permanent, type(land))), slot_if(bargain, 1, slot(1, 1, {CREATURE}))"),
    ("Target creature's controller draws a card", f"slot(1, 1, {CREATURE})"),
    ("Return up to two target creatures to their owners' hands", f"slot(0, 2, {CREATURE})"),
    ("Tap any number of target creatures", f"slot(0, any, {CREATURE})"),
    ("Put a counter on each of one or two target creatures", f"slot(1, 2, {CREATURE})"),
    ("Choose one, two, or three target creatures", f"slot(1, 3, {CREATURE})"),
    ("Choose one or more target creatures", f"slot(1, any, {CREATURE})"),
    ("Tap X target creatures", f"slot(x, x, {CREATURE})"),
    ("Untap up to X target creatures", f"slot(0, x, {CREATURE})"),
    ("Three target creatures gain flying", f"slot(3, 3, {CREATURE})"),
    ("~ deals 3 damage to target creature or player", f"slot(1, 1, or({CREATURE}, player))"),
    ("~ deals 3 damage to any target", "slot(1, 1, any_target)"),
    ("~ deals 2 damage divided as you choose among one or two targets", "slot(1, 2, any_target)"),
    ("~ deals 2 damage to any target and 1 damage to any other target",
     "slot(1, 1, any_target), slot(1, 1, and(any_target, other_target))"),
    ("~ deals 2 damage to target opponent or planeswalker",
     "slot(1, 1, or(and(player, who(opponent)), and(permanent, type(planeswalker))))"),
    ("Target opponent discards a card", "slot(1, 1, and(player, who(opponent)))"),
    ("Another target creature gets +1/+1 until end of turn",
     "slot(1, 1, and(permanent, and(other, type(creature))))"),
    ("Move a +1/+1 counter from target creature onto another target creature with the same controller",
     f"slot(1, 1, {CREATURE}), "
     "slot(1, 1, and(permanent, and(other_target, and(type(creature), same_controller))))"),
    ("Change the target of target spell with a single target", "slot(1, 1, and(spell, single_target))"),
    ("Counter target activated or triggered ability", "slot(1, 1, and(ability, or(activated, triggered)))"),
    ("Counter target spell or ability", "slot(1, 1, or(spell, ability))"),
    ("Copy target instant or sorcery spell you control",
     "slot(1, 1, and(spell, and(or(type(instant), type(sorcery)), controlled_by(you))))"),
    ("Counter target spell that targets a creature", f"slot(1, 1, and(spell, targets({CREATURE})))"),
    ("Return target creature card from your graveyard to your hand",
     "slot(1, 1, and(card(graveyard, you), type(creature)))"),
    ("Exile target artifact, enchantment, or creature with flying",
     "slot(1, 1, and(permanent, or(type(artifact), or(type(enchantment), "
     "and(type(creature), keyword(flying))))))"),
    ("Destroy target artifact or tapped creature",
     "slot(1, 1, or(and(permanent, type(artifact)), and(permanent, and(tapped, type(creature)))))"),
    ("Destroy target creature or planeswalker you don't control",
     "slot(1, 1, and(permanent, and(or(type(creature), type(planeswalker)), non(controlled_by(you)))))"),
    ("Return target instant card and up to one target sorcery card from your graveyard to your hand",
     "slot(1, 1, and(card(graveyard, you), type(instant))), "
     "slot(0, 1, and(card(graveyard, you), type(sorcery)))"),
    ("Tap all creatures target player controls", "slot(1, 1, player)"),
    ("Gain control of target creature target opponent controls",
     "slot(1, 1, and(permanent, and(type(creature), controlled_by(target_opponent)))), "
     "slot(1, 1, and(player, who(opponent)))"),
    ("Return target spell or nonland permanent an opponent controls to its owner's hand",
     "slot(1, 1, or(and(spell, controlled_by(opponent)), "
     "and(permanent, and(non(type(land)), controlled_by(opponent)))))"),
    ("Destroy target nonartifact, nonblack creature",
     "slot(1, 1, and(permanent, and(non(type(artifact)), and(non(color(b)), type(creature)))))"),
    ("{1}{W}: Destroy target creature blocking ~",
     "slot(1, 1, and(permanent, and(type(creature), blocking(this))))"),
    ("Until end of turn, whenever target creature deals damage, you gain that much life",
     f"slot(1, 1, {CREATURE})"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), PHRASES, ids=[text[:60] for text, _ in PHRASES])
def test_target_phrases(text: str, found: str) -> None:
    assert marks(text) == tuple(parse_term(f"({found},)").arguments)


@pytest.mark.parametrize(
    "text",
    [
        "You may choose new targets for the copy",
        "When you do, destroy target creature",
        "At the beginning of the next end step, destroy target creature",
        'Create a token with "{T}: Destroy target creature."',
        "If the target is still legal, those targets gain flying",
        "Whenever ~ becomes the target of a spell, draw a card",
        "Copy that spell for each other creature the spell could target",
        "Each mode must target a different player",
        "Change that spell's target to another creature",
    ],
)
def test_what_is_no_target(text: str) -> None:
    assert marks(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Destroy target gizmo that frobnicates",
        "Destroy target creature that frobnicates",
        "If ~ was kicked, instead destroy two target creatures",
        "If {R} was spent to cast this spell, destroy target creature",
        "Destroy that many target creatures",
        "Destroy target artifact or gizmo",
    ],
)
def test_what_is_not_understood_or_hangs_on_a_cost_is_a_bare_mark(text: str) -> None:
    assert marks(text) == (parse_term("target"),)


def test_slots_of_abilities_and_of_the_lines_of_a_spell() -> None:
    def of(text: str, *types: str) -> list[str]:
        lines = compile_text(text, name="Test", types=types)
        assert all(line.term is not None for line in lines)
        return [", ".join(map(str, slots(line.term))) for line in lines if line.term]

    creature = "slot(1,1,and(permanent,type(creature)))"
    assert of("{1}: Target creature gets +1/+1 until end of turn.\n{T}: Target player adds {G}.", "Land") == [
        creature,
        "slot(1,1,player)",
    ]
    assert of("Whenever this creature attacks, tap target creature. When you do, destroy target land.",
              "Creature") == [creature]  # fmt: skip
    assert of("Choose one or both —\n• Destroy target creature.\n• Draw a card.", "Sorcery") == [
        "", creature, "",
    ]  # fmt: skip
    second = of("Tap target creature.\nUntap another target creature.", "Instant")[1]
    assert second == "slot(1,1,and(permanent,and(other_target,type(creature))))"
    assert of("Destroy target land that is snow or could produce {C}.", "Sorcery") == [
        "slot(1,1,and(permanent,and(type(land),or(supertype(snow),could_produce(c)))))"
    ]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Choose one —\n• Draw a card.\n• Scry 1.",
         ["spell(choose_modes(1, 1))", "mode(opaque(1, (library,)))", "mode(opaque(1))"]),
        ("Choose three. You may choose the same mode more than once.\n• Scry 1.",
         ["spell(choose_modes_again(3, 3))", "mode(opaque(1))"]),
        ("Choose one. If you control a Wizard as you cast this spell, you may choose two instead.\n• Scry 1.",
         ["spell(instead(opaque(1), choose_modes(1, 2), choose_modes(1, 1)))", "mode(opaque(1))"]),
        ("Spree\n+ {1} — Scry 1.", ["keyword(spree)", 'mode(costing((mana("{1}"),), opaque(1)))']),
        ("An opponent chooses one —\n• Scry 1.", ["spell(opaque(1))", "mode(opaque(1))"]),
        ("As an additional cost to cast this spell, discard a card.\nThis spell costs {1} less to cast if it"
         " targets a creature.\nScry 1.", ["static(casting(opaque(1)))"] * 2 + ["spell(opaque(1))"]),
    ],
)  # fmt: skip
def test_lines_of_spells(text: str, terms: list[str]) -> None:
    lines = compile_text(text, name="Test", types=("Sorcery",))
    assert [line.term for line in lines] == [parse_term(term) for term in terms]


def test_an_ability_with_a_slot_is_no_mana_ability_and_modes_count() -> None:
    (line,) = compile_text("{T}: Tap target creature. Add {G}.", name="Test", types=("Creature",))
    assert line.term is not None
    assert is_targeting(line.term)
    modal = compile_text("When this creature enters, choose one —\n• Tap target creature.\n• Scry 1.",
                         name="Test", types=("Creature",))[0].term  # fmt: skip
    assert modal is not None
    assert slots(modal) == (parse_term("target"),)
