"""What a question puts on the stack: an ability about to be activated, a spell about to be cast, a copy.

Targets are chosen while the spell or ability is on the stack already (CR 601.2a-c, 602.2b); so are the new
ones of a copy (CR 707.10). So a question about one that is not there yet is a question about a board on which
it is. What the copy has, the law says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clingo.symbol import Function, Symbol

from pyreason.asks import CanTarget, CopyForEach, CopyValues, MoveCounter, NewTargets, Question
from pyreason.assembly import controller_of
from pyreason.board import StackObject
from pyreason.cards.library import Library
from pyreason.errors import InputError, UnknownObject
from pyreason.situation import Situation, situate
from pyreason.terms import subterms, unwrapped

COUNTED = ("activated", "triggered", "loyalty", "chapter")
"""Sorts of abilities that have numbers."""


def stack_row(situation: Situation, id: str) -> StackObject | None:
    """The spell or ability on the stack with this id, or None."""
    return next((row for row in situation.board.stack if row.id == id), None)


def on_stack(situation: Situation, id: str) -> StackObject:
    """The spell or ability on the stack with this id. Raises UnknownObject or InputError."""
    row = stack_row(situation, id)
    if row is not None:
        return row
    if id in situation.board.ids():
        raise InputError(f"{id!r} is not on the stack")
    raise UnknownObject(id, (row.id for row in situation.board.stack))


def aiming(situation: Situation, by: str, ability: int | None, controller: str | None) -> StackObject:
    """What does the targeting: `by` on the stack, else its ability as if put there, else `by` as a spell.

    Raises InputError where `by` is a permanent and no ability is named.
    """
    row = stack_row(situation, by)
    if row is not None:
        return row
    obj = situation.board.get(by)
    if obj is None:
        player = controller or situation.board.active
        return StackObject(f"({by})", player, card=by, owner=player)
    if obj.zone == "battlefield":
        if ability is None:
            raise InputError(f"{by!r} is a permanent: say which of its abilities is meant, with 'ability'")
        player = controller or controller_of(situation, by)
    else:
        player = controller or obj.owner
    if ability is not None:
        return StackObject(f"(ability of {by})", player, ability_of=by, ability=ability, chosen=obj.chosen)
    return StackObject(f"({by})", player, card=obj.card, owner=obj.owner)


def copy_of(situation: Situation, id: str, controller: str | None) -> StackObject:
    """A copy of what is on the stack, controlled by the player, or by whoever controls the original."""
    row = on_stack(situation, id)
    player = controller or row.controller
    return StackObject(
        f"(copy of {id})",
        player,
        card=row.card,
        ability_of=row.ability_of,
        ability=row.ability,
        owner=None if row.card is None else player,
        copy=True,
        copy_of=id,
        chosen=row.chosen,
    )


def actor(situation: Situation, by: str) -> str:
    """The id of what `by` names: an id on the board, else that of a spell with this name, just resolving."""
    return by if by in situation.board.ids() else f"({by})"


def mover(situation: Situation, question: MoveCounter) -> StackObject:
    """The effect that is to move a counter, its targets chosen: those of the stack, else those asked about.

    Raises InputError where it has no ability that moves counters and none is named.
    """
    row = stack_row(situation, question.by)
    if row is not None:
        return row
    number, term = _moving(situation, question)
    row = aiming(situation, question.by, number, question.controller)
    ends = term.arguments[2:] if term is not None else (None, None)
    named = (question.move.from_object, question.move.to)
    targets = (id for id, end in zip(named, ends, strict=True) if end is None or end.match("target", 1))
    return replace(row, targets=tuple(targets))


def _moving(situation: Situation, question: MoveCounter) -> tuple[int | None, Symbol | None]:
    """The number of the ability that moves counters, and the `move_counters(N, Kind, From, To)` in it."""
    obj = situation.board.get(question.by)
    if obj is None:
        return None, None
    counted = [
        term
        for line in situation.cards[question.by].lines
        if line.term is not None and (term := unwrapped(line.term)).name in COUNTED
    ]
    found = [
        (number, sub)
        for number, term in enumerate(counted, 1)
        for sub in subterms(term)
        if sub.match("move_counters", 4) and question.ability in (None, number)
    ]
    if found:
        return found[0]
    return question.ability, None


def maker(situation: Situation, by: str | None, controller: str | None) -> str | None:
    """Who is to control what `by` does: the player said, else the controller of `by`."""
    if controller is not None or by is None:
        return controller
    row = stack_row(situation, by)
    if row is not None:
        return row.controller
    obj = situation.board.get(by)
    if obj is None:
        return situation.board.active
    return controller_of(situation, by) if obj.zone == "battlefield" else obj.owner


def guest(question: Question, situation: Situation) -> StackObject | None:
    """The spell or ability on the stack that the question is about; on the board, or to be put there."""
    if isinstance(question, CanTarget):
        return aiming(situation, question.by, question.ability, question.controller)
    if isinstance(question, MoveCounter):
        return mover(situation, question)
    if isinstance(question, NewTargets | CopyValues):
        player = maker(situation, question.by, question.controller)
        return copy_of(situation, question.object, player)
    return None


def asked_row(question: Question, situation: Situation) -> StackObject:
    """The same for a question that is always about one: see `guest`."""
    row = guest(question, situation)
    assert row is not None
    return row


def furnished(question: Question, situation: Situation, library: Library | None) -> Situation:
    """The situation with what the question puts on the stack; itself where that is nothing."""
    rows = []
    if isinstance(question, CopyValues | CopyForEach | NewTargets) and question.by is not None:
        named = actor(situation, question.by)
        if named not in situation.board.ids():
            player = question.controller or situation.board.active
            rows.append(StackObject(named, player, card=question.by, owner=player, resolving=True))
    row = guest(question, situation)
    if row is not None and stack_row(situation, row.id) is None:
        rows.append(row)
    if not rows:
        return situation
    found = situate(replace(situation.board, stack=(*situation.board.stack, *rows)), library)
    if row is not None and row.copy_of is not None and getattr(question, "by", None) is not None:
        changed = tuple(_exceptions(found, question))
        lasting = {**found.lasting, row.id: (*found.lasting.get(row.id, ()), *enumerate(changed, 100))}
        found = replace(found, lasting=lasting, memo={})
    return found


def _exceptions(situation: Situation, question: Question) -> Iterator[Symbol]:
    """What the copier says to be different of the copy (CR 707.9), as what lasts of the copy itself."""
    named = actor(situation, getattr(question, "by", ""))
    row = stack_row(situation, named)
    source = named if row is None or row.ability_of is None else row.ability_of
    for line in situation.cards[source].lines:
        for sub in () if line.term is None else subterms(line.term):
            if sub.match("except", 1):
                applied = Function("applies", [Function("this"), sub.arguments[0]])
                yield Function("static", [applied])
