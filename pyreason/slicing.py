"""The part of a board that a permanent's mana hangs on: what else stands there is not handed to the law.

What a permanent could produce (CR 106.7) hangs on what its own abilities look at, on what those permanents
could produce, and so on. The rest of the board is left out where the form of every ability that counts is
known here, and of several permanents that are alike in all but their identity one stands for all: whether a
colour is among what others could produce, or whether a number is zero, is the same for one and for ten.
Nothing here says what comes of it; where the form is not known, the whole board counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from operator import attrgetter

from clingo.symbol import Symbol, SymbolType

from pyreason.board import GameObject
from pyreason.cards.model import Card
from pyreason.facts import abilities
from pyreason.layers import has_effects
from pyreason.situation import Situation
from pyreason.terms import signature, words

_LEAST = 6
"""Permanents, from which on it is worth looking for a part of a board."""

_LOOKS = attrgetter(*(each.name for each in fields(GameObject) if each.name != "id"))
_TWINS = "twins"

Test = Callable[[Card, bool], bool]
"""Whether a description may mean a permanent with this card, controlled by the one who asks or not."""


class _Unknown(Exception):
    """A form that is not known here."""


def slice_of(situation: Situation, asked: Collection[str]) -> Situation:
    """The part of a board that the mana of these permanents hangs on; the whole where that may be all."""
    board = situation.board
    there = board.battlefield
    if len(there) < max(_LEAST, 2 * len(asked)) or board.stack or board.effects or has_effects(situation):
        return situation
    if any(obj.granted or obj.attached_to for obj in there) or "replaces/2" in situation.words():
        return situation
    alike: dict[tuple[object, ...], list[GameObject]] = defaultdict(list)
    for obj in there:
        alike[(obj.id,) if obj.id in asked else _LOOKS(obj)].append(obj)
    try:
        counted = _reached(situation, list(alike.values()), asked)
    except _Unknown:
        return situation
    first = {same[0].id for same in counted}
    objects = tuple(obj for obj in board.objects if obj.zone != "battlefield" or obj.id in first)
    situation.memo[_TWINS] = {obj.id: same[0].id for same in counted for obj in same[1:]}
    return replace(
        situation,
        board=replace(board, objects=objects, timestamps=()),
        cards={obj.id: situation.cards[obj.id] for obj in objects},
        memo={"has_effects": False},
    )


def twins(situation: Situation) -> Mapping[str, str]:
    """By the ids of permanents that the last slice left out, the ids of those that stood for them."""
    found: Mapping[str, str] = situation.memo.get(_TWINS, {})
    return found


def _reached(
    situation: Situation, alike: Sequence[list[GameObject]], asked: Collection[str]
) -> list[list[GameObject]]:
    """Those of the groups that count. Raises _Unknown where it is not known what an ability looks at."""
    kept = {same[0].id: same for same in alike if same[0].id in asked}
    waiting = [same[0] for same in kept.values()]
    met: set[tuple[bool, Test, str]] = set()
    while waiting:
        one = waiting.pop()
        looks = _looks(situation.cards[one.id])
        if looks is None:
            raise _Unknown
        for follows, test in looks:
            if (follows, test, one.controller) in met:
                continue
            met.add((follows, test, one.controller))
            for same in alike:
                other = same[0]
                if test(situation.cards[other.id], other.controller == one.controller):
                    kept[other.id] = same
                    if follows:
                        waiting.append(other)
    return list(kept.values())


@lru_cache(maxsize=65536)
def _looks(card: Card) -> tuple[tuple[bool, Test], ...] | None:
    """What a card's mana abilities look at, and whether at what that could produce; None if not known."""
    try:
        return tuple(dict.fromkeys(look for _, term in abilities(card) for look in _of_ability(term)))
    except _Unknown:
        return None


def _of_ability(term: Symbol) -> Iterator[tuple[bool, Test]]:
    if "add/2" not in words(term):
        return
    if signature(term) != "activated/3" or term.arguments[2].arguments:
        raise _Unknown
    yield from _of_effect(term.arguments[1])


def _of_effect(term: Symbol) -> Iterator[tuple[bool, Test]]:
    """What an effect looks at: descriptions of which any one object, or none, makes the difference."""
    match signature(term), term.arguments:
        case ("add/2", [who, what]) if who.match("you", 0):
            yield from _of_effect(what)
        case ("seq/3", [_, *parts]) | ("either/2" | "both/2", parts):
            for part in parts:
                yield from _of_effect(part)
        case (("opaque/1" | "opaque/2"), _):
            return
        case "for_each/2", [what, number]:
            yield from _of_effect(what)
            yield from _of_number(number)
        case "mana/2", [number, kind]:
            yield from _of_number(number)
            yield from _of_kind(kind)
        case _:
            raise _Unknown


def _of_number(term: Symbol) -> Iterator[tuple[bool, Test]]:
    if signature(term) == "count/1":
        yield False, _test(term.arguments[0])
    elif term.type is not SymbolType.Number:
        raise _Unknown


_KINDS = frozenset("wubrgc") | {"any_color", "chosen_color", "commander_identity"}


def _of_kind(term: Symbol) -> Iterator[tuple[bool, Test]]:
    if signature(term) == "could_produce/2":
        yield True, _test(term.arguments[1])
    elif signature(term) == "colors_among/1":
        yield False, _test(term.arguments[0])
    elif term.arguments or term.name not in _KINDS:
        raise _Unknown


@lru_cache(maxsize=4096)
def _test(term: Symbol) -> Test:
    """The test that a filter stands for. Raises _Unknown for one that tells apart what is alike."""
    match signature(term), term.arguments:
        case "permanent/0", _:
            return lambda card, yours: True
        case "and/2", [one, other]:
            first, second = _test(one), _test(other)
            return lambda card, yours: first(card, yours) and second(card, yours)
        case "or/2", [one, other]:
            first, second = _test(one), _test(other)
            return lambda card, yours: first(card, yours) or second(card, yours)
        case "controlled_by/1", [who] if who.match("you", 0):
            return lambda card, yours: yours
        case "controlled_by/1", [who] if who.match("opponent", 0):
            return lambda card, yours: not yours
        case "type/1", [kind]:
            return _printed("types", kind.name.capitalize())
        case "supertype/1", [kind]:
            return _printed("supertypes", kind.name.capitalize())
        case "subtype/1", [kind]:
            return _printed("subtypes", kind.string)
        case _:
            raise _Unknown


def _printed(which: str, word: str) -> Test:
    return lambda card, yours: word in getattr(card, which)
