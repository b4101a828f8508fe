"""The abilities of an object in the order people count them, and how an answer speaks of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from clingo.symbol import Symbol, SymbolType

from pyreason.cards.model import Card
from pyreason.errors import InputError

_ORDER = {"printed": 0, "intrinsic": 1, "granted": 2, "gained": 3}
"""Printed abilities stand first, then those of basic land types, then what effects gave and give."""

_BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability an object has: its key in the law, its term, and its place among the object's abilities."""

    key: Symbol
    term: Symbol
    place: int

    def text(self, card: Card) -> str:
        """The ability in Oracle wording."""
        return _rendered(self.term, card.types[-1].lower() if card.types else "permanent")


@lru_cache(maxsize=4096)
def _rendered(term: Symbol, kind: str) -> str:
    from pyreason.cards.oracle.writing import render  # only answers that name abilities need the wordings

    return render(term, self_name=f"this {kind}")


def in_order(atoms: Iterable[Sequence[Symbol]]) -> tuple[Ability, ...]:
    """The abilities of atoms `(O, K, A)` in the order people count them, places counted from 1."""
    return _sorted(tuple((key, term) for _, key, term in atoms))


@lru_cache(maxsize=4096)
def _sorted(abilities: tuple[tuple[Symbol, Symbol], ...]) -> tuple[Ability, ...]:
    rows = sorted(
        (_ORDER[key.name], _within(key), str(key), key, term)
        for key, term in abilities
        if not _under_a_condition(term)
    )
    return tuple(Ability(key, term, place) for place, (*_, key, term) in enumerate(rows, 1))


def _under_a_condition(term: Symbol) -> bool:
    """Whether a line is none itself: reminder text, or what the object has with enough counters on it."""
    return term.name in ("intrinsic", "leveled") or (
        term.match("provided", 2) and term.arguments[0].match("has_counters", 3)
    )


def _within(key: Symbol) -> int:
    """The place among abilities of the same sort."""
    first = key.arguments[0]
    if first.type is SymbolType.Number:
        return first.number
    return _BASICS.index(first.string) if key.name == "intrinsic" else 0


def numbered(abilities: Sequence[Ability], number: int, what: str, owner: str) -> Ability:
    """The ability with this number, from 1; `what` names the kind. Raises InputError where there is none."""
    if not 1 <= number <= len(abilities):
        have = f"{len(abilities)}" if abilities else "none"
        raise InputError(f"{owner!r} has no {what} number {number}: it has {have}")
    return abilities[number - 1]
