"""Rules that are left out can't fire: with and without them the same atoms come out."""

from __future__ import annotations

import random
from typing import Any

import pytest
from clingo.symbol import Function, String, Symbol, parse_term

from pyreason import layer_grounding, pruning, solve
from pyreason.asks import CouldProduce
from pyreason.assembly import assemble
from pyreason.board import Board, GameObject
from pyreason.facts import object_symbol
from pyreason.layers import final_world
from pyreason.program import forms, inputs, rules
from pyreason.pruning import Facts, absent_from, idle
from pyreason.questions import characteristics, could_produce
from pyreason.shapes import CARRIERS, shape_of
from pyreason.situation import situate
from pyreason.solve import grounded
from pyreason.syntax import syntax_facts, syntax_predicates
from tests.test_layers_reference import BY_HAND
from tests.test_layers_reference import boards as layered_boards

MIXED = (
    *("Reflecting Pool", "Exotic Orchard", "Gaea's Cradle", "Vivid Creek", "Sunken Ruins", "Cabal Coffers"),
    *("Blood Moon", "Chromatic Lantern", "Mana Reflection", "Contamination", "Nykthos, Shrine to Nyx"),
    *("Deathrite Shaman", "Grizzly Bears", "Forest", "Wastes", "Star Compass", "Mirage Mesa"),
)


def some_board(seed: int) -> Board:
    from pyreason.quick import quick_board

    rng = random.Random(seed)
    return quick_board("; ".join(rng.sample(MIXED, 4)), "; ".join(rng.sample(MIXED, 2)))


def atoms(names: Any, facts: Any) -> set[Symbol]:
    control = grounded(names, facts)
    return {atom.symbol for atom in control.symbolic_atoms}


@pytest.mark.parametrize("seed", range(12))
def test_the_same_atoms_with_and_without_idle_rules(seed: int) -> None:
    situation = situate(some_board(seed))
    names, facts = assemble(could_produce.FILES, [situation])
    facts.ask(list(could_produce.facts(CouldProduce(situation.board.objects[0].id), situation, 0)))
    idle(names, facts)  # the first time nothing is left out
    assert idle(names, facts)
    assert atoms(names, facts) == atoms(names, list(facts))


@pytest.mark.parametrize("number", range(12))
def test_the_same_world_with_and_without_idle_rules(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    situation = situate(layered_boards(77, 12)[number], BY_HAND)  # type: ignore[arg-type]
    final_world(situation)
    fewer = final_world(situation)
    monkeypatch.setattr(layer_grounding, "grounded", lambda names, facts: grounded(names, list(facts)))
    whole = final_world(situation)
    assert (fewer.base, fewer.history) == (whole.base, whole.history)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_said_to_be_absent_is(seed: int) -> None:
    situation = situate(some_board(seed))
    _, facts = assemble(could_produce.FILES, [situation])
    absent = absent_from([situation])
    assert absent <= inputs()
    assert not absent & {f"{fact.name}/{len(fact.arguments)}" for fact in facts}


@pytest.mark.parametrize("seed", range(12))
def test_what_is_said_to_be_present_is_all_there_is(seed: int) -> None:
    """Facts about the form of terms are told apart by predicate: a rule about others is idle."""
    situation = situate(some_board(seed))
    said = list(could_produce.facts(CouldProduce(situation.board.objects[0].id), situation, 0))
    _, facts = assemble(could_produce.FILES, [situation], said=said)
    there = {f"{fact.name}/{len(fact.arguments)}" for fact in facts}
    assert facts.present is not None
    assert there <= facts.present - facts.absent
    assert not forms() - facts.absent - there


def test_of_cards_only_what_is_spoken_of_is_told() -> None:
    situation = situate(some_board(1))
    said = list(could_produce.facts(CouldProduce(situation.board.objects[0].id), situation, 0))
    goals = frozenset({"answer/3"})
    idle(*assemble(could_produce.FILES, [situation], said=said, goals=goals))
    names, fewer = assemble(could_produce.FILES, [situation], said=said, goals=goals)
    _, every = assemble(could_produce.FILES, [situation], said=said)
    assert {fact.name for fact in every} - {fact.name for fact in fewer} >= {"card_name", "price"}
    assert sorted(solve.settled(grounded(names, fewer), "answer", 3)) == sorted(
        solve.settled(grounded(names, list(every)), "answer", 3)
    )


def test_words_decide_which_rules_are_idle() -> None:
    names = ("objects/filters", "objects/amounts")
    wanted = next(r for r in rules(names) if str(r).startswith("value(total("))
    for words, left_out in ((frozenset({"total/2"}), False), (frozenset({"plus/2"}), True)):
        idle(names, Facts(words))
        assert (id(wanted) in idle(names, Facts(words))) is left_out


@pytest.mark.parametrize(
    ("rule", "word"),
    [
        ("reached(ref(R),V,T) :-", "ref/1"),  # a word within what is asked for
        ("instruction(A,E) :- viewpoint(A,_); A = loyalty", "loyalty/2"),  # what an ability begins with
    ],
)
def test_words_deep_in_a_term_decide_too(rule: str, word: str) -> None:
    names = ("objects/viewpoints", "mana/abilities", "mana/could_produce")
    said = frozenset({"activated/3", "add/2", "mana/2", "could_produce/2"})
    wanted = next(r for r in rules(names) if str(r).startswith(rule))
    idle(names, Facts(said))
    assert id(wanted) in idle(names, Facts(said))
    assert id(wanted) not in idle(names, Facts(said | {word}))


def test_what_carries_terms_is_given_by_rules_that_can_be_followed() -> None:
    """A variable in the head of a carrier stands for what a carrier in the body carries."""
    for name in ("objects/viewpoints", "objects/identity", "mana/abilities", "layers/effects"):
        for statement in rules((name,)):
            shape = shape_of(statement)
            if any(mark.endswith(" *") for mark in shape.gives):
                asked = {mark.partition(" ")[0] for each in shape.asks for mark in each}
                assert asked & {*CARRIERS, "viewpoint/2"}, f"{name}: {statement}"


def test_choices_and_constraints_are_left_alone() -> None:
    assert not idle(("mana/pool",), Facts(), showing=True)
    assert solve.rules is rules


@pytest.mark.parametrize(("asked", "judged"), [("forest", {"forest"}), ("reflecting-pool", None)])
def test_only_the_abilities_that_an_answer_can_hang_on_are_judged(
    asked: str, judged: set[str] | None
) -> None:
    """Those of the permanent asked about; of all where it looks at what others could produce."""
    from pyreason.quick import quick_board

    situation = situate(quick_board("Reflecting Pool; Forest; Sol Ring; City of Brass"))
    names, facts = assemble(could_produce.FILES, [situation])
    facts.ask([Function("whole_board"), *could_produce.facts(CouldProduce(asked), situation, 0)])
    control = grounded(names, facts)
    found = {
        atom.symbol.arguments[0].arguments[1].string
        for atom in control.symbolic_atoms.by_signature("sees", 3)
    }
    assert found == (judged or {o.id for o in situation.board.objects})


def test_what_changes_come_to_is_known() -> None:
    """A rule says of an effect the change that its ability has, or what `COMES_TO` has for it."""
    for name in ("layers/effects", "layers/text", "layers/copies"):
        for statement in rules((name,)):
            shape = shape_of(statement)
            asked = {
                mark.partition(" ")[2]
                for each in shape.asks
                for mark in each
                if mark.startswith("part_now/3 ")
            }
            for mark in shape.gives:
                word = mark.partition(" ")[2]
                if mark.startswith("does/4 ") and word != "*":
                    assert word in asked or word in layer_grounding.COMES_TO.values(), str(statement)


def test_constants_are_told_rather_than_ground() -> None:
    """They are what rules without a board in them give; with them told the same atoms come out."""
    known = pruning.constants(("objects/identity", "layers/subtypes"))
    assert Function("listed_for", [String("Forest"), Function("land")]) in known.atoms["listed_for/2"]
    assert "correlated/2" not in known.atoms
    situation = situate(layered_boards(77, 1)[0], BY_HAND)  # type: ignore[arg-type]
    names, facts = assemble(characteristics.FILES, [situation], layered=True)
    facts.ask([Function("ask_characteristics", [object_symbol(0, o.id)]) for o in situation.board.objects])
    idle(names, facts)
    whole = grounded(names, facts)
    facts.goals = frozenset({"trait/2", "ability_of/3"})
    control = grounded(names, facts)
    for goal in ("trait", 2), ("ability_of", 3):
        assert solve.settled(whole, *goal)
        assert sorted(solve.settled(control, *goal)) == sorted(solve.settled(whole, *goal))
    assert list(whole.symbolic_atoms.by_signature("sees", 3))
    assert not list(control.symbolic_atoms.by_signature("sees", 3)), "who looks is no concern of the answer"


@pytest.mark.parametrize(
    ("wanted", "marks"),
    [
        ("and(permanent,and(type(land),controlled_by(you)))", set()),
        ("and(permanent,or(type(land),type(creature)))", set()),
        ("and(or(type(land),type(creature)),controlled_by(you))", {"compound_first/1"}),
        ("and(type(land),non(supertype(basic)))", {"compound_second/1"}),
        ("and(permanent,and(non(tapped),enchanted_by(type(land))))", {"compound_first/1"}),
    ],
)
def test_only_where_a_side_of_a_conjunction_is_compound_is_that_told(wanted: str, marks: set[str]) -> None:
    term = parse_term(f"activated((tap,),add(you,for_each(mana(1,g),count({wanted}))),())")
    assert {mark for mark in syntax_predicates(term) if mark.startswith("compound")} == marks


def test_parts_that_no_rule_asks_for_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Blood Moon's ability a layer is told the description, part by part, and no more."""
    told: list[Symbol] = []

    def noted(names: Any, facts: Any) -> Any:
        told.extend(fact.arguments[1] for fact in facts if fact.name == "part")
        return grounded(names, facts)

    on = Board(("a", "b"), "a", (GameObject("moon", "Blood Moon", "a", "a"),))
    final_world(situate(on))
    monkeypatch.setattr(layer_grounding, "grounded", noted)
    final_world(situate(on))
    assert Function("type", [Function("land")]) in told
    assert not {"static", "applies", "set_land_types"} & {part.name for part in told if part.name}


@pytest.mark.parametrize(
    ("production", "may_fail"),
    [
        ("either(mana(1,g),mana(1,u))", False),
        ("both(mana(2,c),mana(1,chosen_color))", False),
        ("either(mana(count(permanent),g),mana(1,u))", True),
        ("both(mana(1,g),for_each(mana(1,u),count(permanent)))", True),
        ("for_each(mana(1,g),count(permanent))", False),  # its own number is another matter
        ("for_each(either(mana(1,g),mana(x,u)),2)", True),
        ("either(mana(1,each_color_among(permanent)),mana(1,u))", True),
    ],
)
def test_which_productions_may_come_to_nothing_is_told(production: str, may_fail: bool) -> None:
    term = parse_term(f"activated((tap,),add(you,{production}),())")
    assert (Function("may_fail", [parse_term(production)]) in syntax_facts(term)) is may_fail
