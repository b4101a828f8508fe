"""Ids made from card names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable


def slug(name: str) -> str:
    """A card's name as an id: "Gaea's Cradle" becomes "gaeas-cradle"."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-") or "card"


def slug_ids(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """An id for each card name in order: its slug, numbered where it is taken."""
    used = set(taken)
    return [free(slug(name), "-", used) for name in names]


def free(base: str, mark: str, used: set[str]) -> str:
    """`base`, or `base`, `mark` and the least number from 2 that is not in `used`; it is added to `used`."""
    name, number = base, 1
    while name in used:
        number += 1
        name = f"{base}{mark}{number}"
    used.add(name)
    return name
