"""Where characteristics come from that objects had before all continuous effects, and what stays of effects.

`asp/asides/origins.lp` is grounded over what the walk through the layers was told and what it found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from clingo.symbol import Function, Number, String, Symbol

from pyreason.explain.derivations import Derivations
from pyreason.facts import CardFacts, situation_facts
from pyreason.solve import grounded

if TYPE_CHECKING:
    from pyreason.layers import Made, World
    from pyreason.situation import Situation

_FILE = "asides/origins"
_OF_OBJECTS, _OF_CARDS = frozenset({"permanent", "face_down"}), frozenset({"cost_symbol/3"})


def origins(situation: Situation, world: World, goals: Iterable[Symbol]) -> Derivations:
    """The derivations of `origin(I, C)` and `stays(E)`."""
    goals = list(goals)
    told = CardFacts()
    facts = [fact for fact in situation_facts(situation, 0, told) if fact.name in _OF_OBJECTS]
    facts += told.facts(_OF_CARDS)
    facts += (Function("starts", goal.arguments) for goal in goals if goal.name == "origin")
    for obj in situation.board.battlefield:
        if obj.copy_of is not None:
            facts.append(Function("copies", [String(obj.id), String(obj.copy_of)]))
    for number, made in enumerate(world.made):
        facts.append(Function("begun", [made.effect, Number(number)]))
        facts += (Function("ended", [made.effect, Number(after)]) for after, _ in endings(world, made))
    return Derivations(grounded((_FILE,), facts), (_FILE,), goals)


def endings(world: World, made: Made) -> Iterator[tuple[int, Symbol]]:
    """By which effects an effect's source lost the ability it comes from: places in the history, traits."""
    source, key = made.effect.arguments
    if key.match("piece", 2):
        key = key.arguments[0]
    for number, applied in enumerate(world.history):
        for id, trait in applied.dropped:
            if id == source.string and trait.match("ability", 2) and trait.arguments[0] == key:
                yield number, trait
