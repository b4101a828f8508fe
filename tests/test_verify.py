"""Properties, sets of rules, coverage: each check can fail, and does where a rule is broken on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest
from clingo.ast import AST, ASTType, parse_string

from pyreason.answering import ask
from pyreason.cards.library import default_library
from pyreason.checking import check_one, same_answer
from pyreason.errors import InputError
from pyreason.program import law_directory
from pyreason.scenario import load, loads
from pyreason.verify.coverage import blocks, exercised, mutants
from pyreason.verify.distinguish import distinguish
from pyreason.verify.properties import boards, properties, property_named, scope, verify
from pyreason.verify.rulesets import LAW, RuleSet, rule_set, variants
from pyreason.verify.scope import pool, pools
from tests.reference_auras import KINDS

VECTORS = Path(__file__).parents[1] / "examples" / "vectors"
LIBRARY = default_library().with_definitions([KINDS["Test Walking Aura"].card()])
CARDS = (
    *("Forest", "City of Brass", "Reflecting Pool", "Grizzly Bears", "Black Knight", "Pacifism"),
    *("Curse of Opulence", "Test Walking Aura", "Deadly Insect", "Lightning Bolt", "Giant Growth"),
)


def broken(drop: tuple[str, str, str] | None = None, beside: str = "", rule: str = "") -> RuleSet:
    """The law without the rules of (file, number, head), and with a rule beside a file."""
    added: list[AST] = []
    if rule:
        parse_string(rule, added.append)
    rules = tuple(each for each in added if each.ast_type is ASTType.Rule)
    return RuleSet("broken", dropped=frozenset({drop} if drop else ()), added={beside: rules})


MANA, HOSTS, TOGETHER = "mana/could_produce", "questions/aura_hosts", "questions/enter_together"
FALLING = "state_based/attachments"
BROKEN = {
    "defined-types": broken(None, MANA, "could_produce(O, purple) :- permanent(O, _, _, _)."),
    "grounded-types": broken(None, MANA, "could_produce(O, r) :- permanent(O, _, _, _)."),
    "own-ability": broken(None, MANA, "could_produce(O, T) :- permanent(O, _, _, _), produces(_, _, T)."),
    "colours-only": broken(None, "mana/types", "color_of_mana(c)."),
    "basic-types": broken((MANA, "106.7", "could_produce")),
    "same-card": rule_set("tapped-lands-could-produce-nothing"),
    "mana-abilities-add": broken(
        None, "mana/mana_abilities", "mana_ability(A) :- has_ability(_, _, A, now)."
    ),
    "host-or-barred": broken((HOSTS, "701.3a", "host")),
    "host-xor-barred": broken(None, HOSTS, "host(A, H) :- ask_aura_hosts(A, _), considered(A, H)."),
    "another-place": broken(("auras/moves", "701.3b", "cannot_go")),
    "not-itself": broken(None, HOSTS, "host(A, A) :- ask_aura_hosts(A, _)."),
    "creature-auras": broken(("auras/attach", "303.4d", "cannot_attach")),
    "all-enchant-abilities": broken(("auras/attach", "702.5a", "cannot_attach")),
    "players-or-permanents": broken(("auras/attach", "702.5a", "cannot_attach")),
    "protection-bars": broken(("auras/attach", "702.16c", "cannot_attach")),
    "legal-stays": broken(None, FALLING, 'action(A, put_into_graveyard, "704.5m") :- attached(A, _).'),
    "illegal-goes": broken((FALLING, "704.5m", "falls")),
    "one-action": broken(None, FALLING, 'action(A, unattach, "704.5n") :- attached(A, _).'),
    "only-attachments": broken((FALLING, "704.5p", "action")),
    "no-companions": rule_set("companions-can-be-enchanted"),
    "already-there": broken(None, TOGETHER, "enters_on(0, A, A) :- ask_enter_together(_, A)."),
    "copy-has-targets": broken(("spells/choices", "707.10", "target_of")),
    "legal-target-kept": broken(("spells/copies", "707.10c", "new_target")),
    "new-target-legal": broken(
        None, "spells/copies", "new_target(T, N, H) :- target_of(T, N, H), illegal(T, N, _)."
    ),
    "cast-is-enter": broken(("questions/aura_hosts", "303.4f", "host")),
    "shroud-is-about-targets": broken(("spells/targets", "702.18a", "cannot_target")),
    "host-or-stays": broken((TOGETHER, "303.4g", "remains")),
    "host-xor-stays": broken(None, TOGETHER, "remains(0, A) :- entering(A, _)."),
}


def test_every_property_has_rules_that_break_it() -> None:
    assert set(BROKEN) == set(properties())


@pytest.mark.parametrize("name", sorted(properties()))
def test_a_property_fails_where_the_rules_are_broken_and_holds_where_not(name: str) -> None:
    over = scope(CARDS, 2, LIBRARY)
    with BROKEN[name].in_force():
        (verdict,) = verify([property_named(name)], over, LIBRARY)
    assert verdict.counterexample is not None
    assert "counterexample in this scope" in str(verdict)
    (verdict,) = verify([property_named(name)], over, LIBRARY)
    assert verdict.counterexample is None
    assert str(verdict).startswith("no counterexample in this scope")


def test_what_changes_objects_or_replaces_mana_is_left_out() -> None:
    over = scope(("Forest", "Blood Moon", "Contamination"), 1, LIBRARY)
    assert over.cards == ("Forest",)
    assert over.left_out == ("Blood Moon", "Contamination")


def test_the_number_of_boards() -> None:
    """Two players, tapped or not: four ways for each of two cards, to the power of three."""
    assert boards(scope(("Forest", "Grizzly Bears"), 3, LIBRARY), LIBRARY) == 8**3
    assert boards(scope(("Pacifism",), 2, LIBRARY), LIBRARY) == (4 * 3) ** 2


# ---- pools ---------------------------------------------------------------------------------------------


def test_pools() -> None:
    assert pool("mana", LIBRARY) == pools()["mana"]
    assert pool("forest; Wastes", LIBRARY) == ("Forest", "Wastes")
    assert "Exotic Orchard" in pool("every land with could_produce", LIBRARY)
    with pytest.raises(InputError, match="did you mean 'replacement'"):
        pool("replacment", LIBRARY)
    for names in pools().values():
        assert all(LIBRARY.knows(name) for name in names)


# ---- sets of rules --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", variants())
def test_a_variant_drops_and_adds_what_it_says(name: str) -> None:
    rules = rule_set(name)
    assert rules.title
    assert rules.pool in pools()
    for file, number, of in rules.dropped:
        kept, all_of_it = len(tuple(rules.statements(file))), len(tuple(RuleSet(LAW).statements(file)))
        assert kept < all_of_it + len(rules.added.get(file, ())), (file, number, of)
    for file in rules.added:
        assert (law_directory() / f"{file}.lp").is_file()


@pytest.mark.parametrize(
    "name", ["colorless-is-a-color", "lands-have-colors", "triggers-count-as-the-lands-own"]
)
def test_a_variant_is_told_from_the_law(name: str) -> None:
    found = distinguish(rule_set(LAW), rule_set(name))
    assert found is not None
    assert not same_answer(found.question, found.answers[LAW], found.answers[name])


def test_the_law_is_not_told_from_itself() -> None:
    with pytest.raises(InputError, match="the same rules"):
        distinguish(rule_set(LAW), rule_set(LAW))
    with pytest.raises(InputError, match="did you mean 'lands-have-colors'"):
        rule_set("lands-have-colours")


@pytest.mark.parametrize("name", variants())
def test_a_vector_passes_with_the_law_and_fails_with_its_variant(name: str) -> None:
    (scenario,) = load(VECTORS / f"{name}.yaml")
    assert check_one(scenario, lambda each: ask(each.board, each.question)).status == "pass"
    with rule_set(name).in_force():
        got = ask(scenario.board, scenario.question, cite=False).answer
    assert not same_answer(scenario.question, scenario.expect, got)


# ---- coverage and mutants ----------------------------------------------------------------------------

SMALL = """
id: forest
players: [alice, bob]
battlefield: [{id: forest, card: Forest, controller: alice}, {id: bear, card: Grizzly Bears, controller: bob}]
ask: {could_produce: forest}
expect: [G]
---
id: nothing
players: [alice, bob]
battlefield: [{id: forest, card: Forest, controller: alice}, {id: bear, card: Grizzly Bears, controller: bob}]
ask: {could_produce: bear}
expect: []
"""


def test_blocks_that_fire_are_exercised() -> None:
    found = {str(block): len(some) for block, some in exercised(loads(SMALL)).items()}
    assert len(found) == len(blocks())
    assert found["mana/could_produce: CR 106.7 what a permanent could produce"] == 1
    assert found["state_based/permanents: CR 704.5j the legend rule"] == 0


def test_a_mutant_that_changes_an_answer_is_noticed() -> None:
    found = {str(mutant.block): mutant.killed_by for mutant in mutants(loads(SMALL))}
    killer = found["mana/could_produce: CR 106.7 what a permanent could produce"]
    assert killer is not None
    assert killer.id == "forest"
    assert found["state_based/permanents: CR 704.5j the legend rule"] is None
