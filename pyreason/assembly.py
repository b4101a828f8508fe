"""Law files and facts for some boards: printed values are final, or what the layers make of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clingo.symbol import Symbol

from pyreason.facts import CardFacts, situation_facts
from pyreason.layers import WORLD_FACTS, World, final_world, final_worlds, has_effects
from pyreason.program import OVERLAY, forms, inputs, needed
from pyreason.pruning import Facts, absent_from, asked, is_known
from pyreason.situation import Situation
from pyreason.terms import judged_words, slot_words

_OF_QUESTIONS = frozenset({"uncited/0", "whole_board/0"})
"""Inputs of the law that say how it is asked."""

_PRINTED, _WORLD, _STACK = "objects/characteristics", "layers/world", "objects/stack"


def world_of(situation: Situation, *, cite: bool = False) -> World:
    """What the objects of a board finally are, and by which rules if asked at once; worked out once."""
    if "world" not in situation.memo:
        situation.memo["world"] = final_world(situation, cite=cite)
    world: World = situation.memo["world"]
    return world


def find_worlds(situations: Sequence[Situation], *, cite: bool = False) -> None:
    """Work out what the objects of these boards finally are, all boards side by side."""
    left = [situation for situation in situations if "world" not in situation.memo]
    for situation, world in zip(left, final_worlds(left, cite=cite), strict=True):
        situation.memo["world"] = world


def controller_of(situation: Situation, id: str) -> str:
    """Who controls a permanent after all control-changing effects (CR 613.1b).

    Raises UnknownObject or InputError where the id names no permanent.
    """
    if "controllers" not in situation.memo:
        situation.memo["controllers"] = dict(_controllers(situation))
    found: dict[str, str] = situation.memo["controllers"]
    return found[id] if id in found else situation.permanent(id).controller


def _controllers(situation: Situation) -> Iterator[tuple[str, str]]:
    """What the layers make of control, by id; nothing where no effect is on the board."""
    if has_effects(situation):
        for id, trait in world_of(situation).base:
            if trait.name == "controller":
                yield id, trait.arguments[0].string


def assemble(
    files: Sequence[str],
    situations: Sequence[Situation],
    *,
    layered: bool = False,
    cite: bool = False,
    said: Sequence[Symbol] = (),
    words: frozenset[str] = frozenset(),
    goals: frozenset[str] = frozenset(),
) -> tuple[tuple[str, ...], Facts]:
    """The law files that some boards need, and the facts of these boards, numbered as games from 0.

    Args:
        files: the files of the question, `objects/characteristics` among them.
        situations: the boards.
        layered: go through the layers even where nothing on the boards calls for them.
        cite: work out the rules of the layers as well, and leave out no fact.
        said: the facts that the question states.
        words: words of ability terms that the question asks for itself.
        goals: the predicates that will be read off, where no other will.
    """
    layered = layered or any(has_effects(situation) for situation in situations)
    if layered:
        find_worlds(situations, cite=cite)
    told = CardFacts()
    facts = Facts()
    for game, situation in enumerate(situations):
        facts += situation_facts(situation, game, told)
        words |= situation.words()
        if _STACK in files:
            words = words.union(*(slot_words(term) for term in situation.terms()))
        if layered:
            world = world_of(situation, cite=cite)
            facts += world.facts(game, whole=cite)
            for term in {trait.arguments[1] for _, trait in world.base if trait.match("ability", 2)}:
                facts += told.form(term)
                words |= judged_words(term)
    if layered:
        files = [_WORLD if name == _PRINTED else name for name in files]
    facts.words = words
    facts.absent = absent_from(situations) | (forms() - told.present) | _OF_QUESTIONS
    facts.present = inputs() | WORLD_FACTS if layered else inputs()
    facts.goals, facts.explained = goals, cite
    facts.ask(said)
    names = needed(files, facts.words)
    sparing = goals and not cite and OVERLAY.get() is None and is_known(names)
    spoken = asked(names, facts) if sparing else None  # other rules may ask for anything
    facts += told.facts(spoken)
    return names, facts
