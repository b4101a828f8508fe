"""Objects that are alike but for their ids: what one of them is, all are.

What an object finally is hangs on that object alone once all continuous effects are applied: on its card, its
place, its counters, and on what the effects made of it (`asp/layers/world.lp`, `asp/objects/levels.lp`). So
the law is asked once for all that are alike, of whichever board, and all the different ones stand together on
one board. Of where this is not known to be so, the object's own board is asked about.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from pyreason.asks import Characteristics
from pyreason.assembly import find_worlds, world_of
from pyreason.board import Board, GameObject
from pyreason.layers import World, has_effects
from pyreason.program import OVERLAY
from pyreason.situation import Situation
from pyreason.traits import Trait

Case = tuple[Characteristics, Situation]


def stand_ins(group: Sequence[Case]) -> list[Case]:
    """For each question the one to be asked in its place, which may be the same of several, or itself.

    Either all boards of the group have continuous effects or none has.
    """
    if OVERLAY.get() is not None:  # other rules may look around
        return list(group)
    shaped = has_effects(group[0][1])
    if shaped:
        find_worlds(list({id(situation): situation for _, situation in group}.values()))
    numbers: dict[Hashable, int] = {}
    first: list[Case] = []
    places: list[int | None] = []
    for case in group:
        key = _key(*case, shaped)
        place = None if key is None else numbers.setdefault(key, len(first))
        if place == len(first):
            first.append(case)
        places.append(place)
    if not first:
        return list(group)
    together = _together(first, shaped)
    cases = [(Characteristics(str(place)), together) for place in range(len(first))]
    return [own if place is None else cases[place] for own, place in zip(group, places, strict=True)]


def _key(question: Characteristics, situation: Situation, shaped: bool) -> Hashable:
    """What the characteristics of an object hang on; None where that may be more than is told here."""
    id = question.object
    obj = situation.board.get(id)
    if obj is None:
        return None
    made: Hashable = None
    if shaped:
        made = world_of(situation).changed(id)
    elif (
        obj.copy_of is not None
        or obj.face_down
        or situation.board.effects
        or id in situation.copying
        or situation.lasting.get(id)
    ):
        return None
    card = situation.cards[id]
    return card, obj.controller, obj.owner, obj.zone, obj.token, obj.counters, obj.granted, made


def _together(cases: Sequence[Case], shaped: bool) -> Situation:
    """A board with these objects, whose ids are their numbers, after all effects of their own boards."""
    objects, cards, granted = [], {}, {}
    world = World(set())
    printed: set[Trait] = set()
    for number, (question, situation) in enumerate(cases):
        old, new = question.object, str(number)
        obj = situation.board.get(old)
        assert obj is not None
        objects.append(
            GameObject(
                *(new, obj.card, obj.controller, obj.owner, obj.zone),
                token=obj.token,
                counters=obj.counters,
                granted=obj.granted,
            )
        )
        cards[new] = situation.cards[old]
        if old in situation.granted:
            granted[new] = situation.granted[old]
        if shaped:
            there = world_of(situation)
            world.base.update((new, trait) for trait in there.of(old))
            more, less = there.changed(old)
            printed.update((new, trait) for trait in there.of(old) - more | less)
    world.printed = frozenset(printed)
    players = tuple(dict.fromkeys(name for _, situation in cases for name in situation.board.players))
    return Situation(
        *(Board(players, players[0], tuple(objects)), cards, {}, granted, {}, {}, {}, {}, ()),
        memo={"world": world} if shaped else {},
    )
