"""Worlds that differ in a few objects from one that was looked at before, told by these objects alone.

What an effect that looks at nothing but an object's own characteristics does to an object is the same in two
worlds in which that object is the same. So the world as it is need not be looked at again, nor what is as it
was in a world made from it: the law is told what it found (`candidate`, `does`), and judges what changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from clingo.symbol import Symbol

from pyreason.atoms import Maker, number, text
from pyreason.traits import Trait

if TYPE_CHECKING:
    from pyreason.layer_grounding import Look
    from pyreason.subjects import Candidate

NEAR = frozenset({"candidate/3", "does/4", "near/1", "same/2", "has/3"})
"""What a look at such worlds is told beside what other looks are."""


def differing(before: Mapping[Symbol, Candidate], changed: Collection[Trait]) -> frozenset[str]:
    """The ids of the objects that count in a world: those that changed, and the sources of effects."""
    return frozenset(id for id, _ in changed) | {candidate.source for candidate in before.values()}


def near_facts(each: Look, games: Sequence[int]) -> Iterator[int]:
    """The facts of a look at worlds near one that was looked at before, by their keys.

    `each.before` is what was found there.
    """
    subject, make, b = each.subject, Maker().key, number(games[0])._rep
    before = each.before or {}
    ids = frozenset().union(*each.told)
    names = {id: text(id)._rep for id in ids}
    for fact in subject.facts_of(ids, stamped(before), placed=False):
        yield fact._rep
    yield make(b"printed_base", b)
    if not each.worlds:
        yield make(b"game_from", b, b)
    for effect in each.done:
        yield make(b"done", b, effect._rep)
    for effect, candidate in each.running.items():
        source, key = (argument._rep for argument in effect.arguments)
        yield make(b"running", b, source, key, candidate.ability._rep)
        for id in candidate.hits & ids:
            yield make(b"reached", b, source, key, names[id])
    for effect, candidate in before.items():
        e = effect._rep
        yield make(b"candidate", b, e, candidate.ability._rep)
        for id, change in candidate.does:
            if id in names:
                yield make(b"does", b, e, names[id], change._rep)
    for (place, after), gained, told in zip(each.worlds.items(), each.gained, each.told, strict=True):
        g = number(games[place])._rep
        yield make(b"game_from", g, b)
        yield make(b"layer_now", g, number(each.plan.layer)._rep)
        yield make(b"world_after", after.effect._rep, g)
        yield make(b"near", g)
        for fact in subject.placed(games[place], told):
            yield fact._rep
        for id in ids - told:
            yield make(b"same", g, names[id])
        dropped = after.dropped
        has = [trait for trait in subject.more - dropped if trait[0] in told]
        has += gained - subject.printed
        lacks = [trait for trait in subject.less - gained if trait[0] in told]
        for name, traits in ((b"has", has), (b"minus", lacks), (b"minus", dropped)):
            for id, trait in traits:
                yield make(name, g, names[id], trait._rep)


def stamped(before: Mapping[Symbol, Candidate]) -> frozenset[str]:
    """The ids whose timestamps count: of what has the effects, and of what gave it the ability."""
    return frozenset().union(*map(_stamped, before))


@lru_cache(maxsize=16384)
def _stamped(effect: Symbol) -> tuple[str, ...]:
    source, key = effect.arguments
    if key.match("piece", 2):
        key = key.arguments[0]
    giver = (key.arguments[0].string,) if key.match("gained", 3) else ()
    return source.string, *giver
