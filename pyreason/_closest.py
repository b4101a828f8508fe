"""The nearest right spelling, where it is near enough to be offered."""

from __future__ import annotations

from collections.abc import Iterable

from pyreason.errors import nearest


def closest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The one spelling in `known` that `name` is most likely a slip for; empty where none is alike."""
    from rapidfuzz import fuzz

    best = nearest(name, known, 1)
    return tuple(b for b in best if fuzz.ratio(name.casefold(), b.casefold()) >= 50)
