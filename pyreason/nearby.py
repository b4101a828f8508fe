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


def near_facts(each: Look, games: Sequence[int]) -> Iterator[Symbol]:
    """The facts of a look at worlds near one that was looked at before: `each.before` is what was found."""
    subject, make, b = each.subject, Maker(), number(games[0])
    before = each.before or {}
    ids = frozenset().union(*each.told)
    yield from subject.facts_of(ids, stamped(before), placed=False)
    yield make(b"printed_base", b)
    if not each.worlds:
        yield make(b"game_from", b, b)
    for effect in each.done:
        yield make(b"done", b, effect)
    for effect, candidate in each.running.items():
        source, key = effect.arguments
        yield make(b"running", b, source, key, candidate.ability)
        for id in candidate.hits & ids:
            yield make(b"reached", b, source, key, text(id))
    for effect, candidate in before.items():
        yield make(b"candidate", b, effect, candidate.ability)
        for id, change in candidate.does:
            if id in ids:
                yield make(b"does", b, effect, text(id), change)
    more, less = subject.base - subject.printed, subject.printed - subject.base
    for (place, after), told in zip(each.worlds.items(), each.told, strict=True):
        g = number(games[place])
        yield make(b"game_from", g, b)
        yield make(b"layer_now", g, number(each.plan.layer))
        yield make(b"world_after", after.effect, g)
        yield make(b"near", g)
        yield from subject.placed(games[place], told)
        for id in ids - told:
            yield make(b"same", g, text(id))
        gained = after.gained - subject.base
        has = {each for each in more - after.dropped if each[0] in told} | (gained - subject.printed)
        lacks = {each for each in less - gained if each[0] in told} | after.dropped
        for name, traits in ((b"has", has), (b"minus", lacks)):
            for id, trait in traits:
                yield make(name, g, text(id), trait)


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
