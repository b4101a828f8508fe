"""Multisets of mana between the law's terms and strings such as "{G}{G}"."""

from __future__ import annotations

import re
from collections import Counter

from clingo.symbol import Symbol

from pyreason.board import MANA_TYPES


def counts(multiset: Symbol) -> Counter[str]:
    """The law's `m(W, U, B, R, G, C)` as a counter of letters."""
    numbers = (argument.number for argument in multiset.arguments)
    return Counter({kind: number for kind, number in zip(MANA_TYPES, numbers, strict=True) if number})


def written(mana: Counter[str]) -> str:
    """A mana string, in the order WUBRGC; empty for no mana."""
    return "".join(f"{{{kind}}}" * mana[kind] for kind in MANA_TYPES)


def counted(text: str) -> Counter[str]:
    """A mana string as a counter of letters; anything else in it is passed over."""
    return Counter(re.findall(r"\{([WUBRGC])\}", text.upper()))
