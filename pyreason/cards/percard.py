"""Work on a card that is done once for all boards."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from pyreason.cards.model import Card

P = ParamSpec("P")
R = TypeVar("R")

_KEPT = 65536


def per_card(work: Callable[Concatenate[Card, P], R]) -> Callable[Concatenate[Card, P], R]:
    """The function of a card, and of values that can be hashed, with what it returned kept.

    A card is told by being the same object: to hash what is printed on it would take longer than most work.
    """
    kept: dict[tuple[Hashable, ...], tuple[Card, R]] = {}

    @wraps(work)
    def looked_up(card: Card, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (id(card), args, tuple(kwargs.items()))
        found = kept.get(key)
        if found is None:
            if len(kept) >= _KEPT:
                kept.clear()
            # The card is held, so that no other gets its id.
            found = kept[key] = (card, work(card, *args, **kwargs))
        return found[1]

    return looked_up
