"""The nearest right spelling, where it is near enough to be offered."""

from __future__ import annotations

from collections.abc import Iterable

from pyreason.errors import nearest


def closest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The one spelling in `known` that `name` is most likely a slip for; empty where none is alike.

    A single slip (a letter too many, missing or wrong, or two letters swapped) goes before likeness.
    """
    from rapidfuzz import fuzz
    from rapidfuzz.distance import OSA

    known = list(known)
    slips = [k for k in known if OSA.distance(name.casefold(), k.casefold(), score_cutoff=1) == 1]
    best = slips if len(slips) == 1 else nearest(name, known, 1)
    return tuple(b for b in best if fuzz.ratio(name.casefold(), b.casefold()) >= 50)
