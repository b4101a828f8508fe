"""Which rules there are: the numbers of one edition of the Comprehensive Rules, without their text.

>>> exists("106.7"), exists("613"), exists("seven")
(True, True, False)
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

EDITION = "2026-04-17"
"""The date from which the edition is in effect that every rule number in the project refers to.

Two numbers of the edition of 2026-09-25 are known besides (111.10w and 111.10x, predefined tokens).
"""


def exists(number: str) -> bool:
    """Whether the edition has this rule ("106.7", "106.12b") or section ("106")."""
    return number in numbers()


@cache
def numbers() -> frozenset[str]:
    """Every number of the edition: rules, subrules and sections."""
    text = Path(__file__).with_name("numbers.txt").read_text("utf-8")
    rules = {line for line in text.split() if line[:1].isdigit() and "." in line}
    return frozenset(rules | {rule.partition(".")[0] for rule in rules})
