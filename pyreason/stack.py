"""Spells and abilities on the stack to facts: the stack's predicates of `asp/vocabulary.lp`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from clingo.symbol import Function, Number, Symbol

from pyreason.board import Board, StackObject

Identity = Callable[[str], Symbol]
"""From the id of an object or the name of a player to its identity in a game."""


def stack_facts(board: Board, object_of: Identity, player_of: Identity) -> Iterator[Symbol]:
    """What the rows of the stack say, bottom first, but for what is printed on the cards."""

    def anyone(name: str) -> Symbol:
        return player_of(name) if name in board.players else object_of(name)

    ids = {row.id for row in board.stack}
    for place, row in enumerate(board.stack, 1):
        o = object_of(row.id)
        sort = Function("spell" if row.ability_of is None else "ability")
        yield Function("on_stack", [o, sort, player_of(row.controller), Number(place)])
        yield from _row(row, o, anyone)
        if row.copy_of in ids:
            yield Function("stack_copy_of", [o, object_of(row.copy_of)])


def _row(row: StackObject, o: Symbol, anyone: Identity) -> Iterator[Symbol]:
    if row.ability_of is not None:
        yield Function("ability_on_stack", [o, anyone(row.ability_of), Number(row.ability or 1)])
    for number, target in enumerate(row.targets, 1):
        yield Function("stack_target", [o, Number(number), anyone(target)])
    for number, mode in enumerate(row.modes, 1):
        yield Function("stack_mode", [o, Number(number), Number(mode)])
    if row.x is not None:
        yield Function("stack_x", [o, Number(row.x)])
    if row.copy:
        yield Function("stack_copy", [o])
    for paid in row.paid:
        from pyreason.cards.oracle.lexicon import keyword_name  # reads word lists: only where it is wanted

        yield Function("stack_paid", [o, Function(keyword_name(paid))])
    for target, share in row.division:
        yield Function("stack_share", [o, anyone(target), Number(share)])
    if row.resolving:
        yield Function("resolving", [o])
