"""A property looked at board by board: the walk through the layers ends, with one effect next each time."""

from __future__ import annotations

import time
from collections.abc import Sequence

from pyreason.board import Board
from pyreason.cards.library import Library
from pyreason.layers import final_world
from pyreason.situation import situate
from pyreason.verify.properties import Property, Scope, Verdict
from pyreason.verify.scope import cases

ONE_NEXT = Property(
    "one-effect-next",
    "613.8b",
    "the layers end, and at each step exactly one effect is applied next",
    "layers/order",
)


def verify_walks(cards: Sequence[str], permanents: int, library: Library) -> Verdict:
    """Go through the layers of all boards in the scope; a board on which that fails is a counterexample."""
    started = time.perf_counter()
    number = 0
    broken: Board | None = None
    for size in range(1, permanents + 1):
        for board, _ in cases(("characteristics",), tuple(cards), size, library, vary=False):
            number += 1
            try:
                final_world(situate(board, library))
            except ValueError:
                broken = board
                break
        if broken is not None:
            break
    spent = time.perf_counter() - started
    return Verdict(ONE_NEXT, Scope(tuple(cards), permanents, tapped=False), broken, number, spent)
