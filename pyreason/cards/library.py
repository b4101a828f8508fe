"""Libraries: from a card's name, as people type it, to the card.

A library looks in the cards a scenario defines, then in its source: the shipped database, or a card file
compiled as it is asked. Of several things a name could lead to, the card of exactly that name comes first,
then a whole card ("Front // Back"), then a face, then a half that has no record; then the same again for
names that only agree in case, accents and marks. A predefined token gives way to a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pyreason.board import CardDefinition
from pyreason.cards import names
from pyreason.cards.lines import Entry, other_names
from pyreason.cards.model import Card
from pyreason.cards.printed import (
    BASIC_LAND_COLORS,
    COLORS,
    check_mana_cost,
    check_type_line,
    cost_colors,
    cost_value,
    identity_colors,
    in_order,
)
from pyreason.errors import InputError, UnknownCard, UnsupportedQuestion, nearest

if TYPE_CHECKING:
    from pyreason.cards.formats import RawFace

_CACHED = 4096


class Source(Protocol):
    """Where a library finds cards."""

    def entries(self, key: str) -> list[Entry]:
        """What the names with this key lead to."""

    def names(self) -> Iterable[str]:
        """Every name there is."""


class Library:
    """Cards by name. `default_library()` is the one with all of them."""

    def __init__(self, source: Source, definitions: Iterable[CardDefinition] = ()) -> None:
        self._source = source
        self._own: dict[str, Callable[[], Card]] = {}
        self._own_names: list[str] = []
        for definition in definitions:
            face, own = define(definition), names.key(definition.name)
            if own in self._own:
                raise InputError(f"card {definition.name!r} is defined twice")
            self._own[own] = partial(_compile_definition, face)
            self._own_names.append(definition.name)
        self._found = lru_cache(maxsize=_CACHED)(self._find)

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs of it: all but the cards found so far."""
        return {key: value for key, value in self.__dict__.items() if key != "_found"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._found = lru_cache(maxsize=_CACHED)(self._find)

    def find(self, name: str) -> Card:
        """The card or face called `name`: a card's, a face's or a whole card's name, in any case.

        A whole two-part card gives its front face. Raises UnknownCard, with the nearest names, where there is
        none; UnsupportedQuestion where the name is that of a half that the data has no record of; InputError
        where it is the name of a face of several cards.
        """
        return self._found(name)

    def knows(self, name: str) -> bool:
        """Whether `find` has an answer other than UnknownCard."""
        key = names.key(name)
        return key in self._own or bool(self._source.entries(key))

    def names(self) -> Iterator[str]:
        """Every name that `find` knows: those of the scenario's own cards first."""
        yield from self._own_names
        yield from self._source.names()

    def with_definitions(self, definitions: Iterable[CardDefinition]) -> Library:
        """This library with cards laid over it, each of which wins over one of the same name.

        Raises InputError, naming the card, for a type line, mana cost or colour that can't be read.
        """
        definitions = tuple(definitions)
        return _Overlay(self, definitions) if definitions else self

    @classmethod
    def from_file(cls, path: str | Path) -> Library:
        """The cards of a file in either public format, each compiled when it is first asked for.

        Raises InputError where the file can't be read.
        """
        from pyreason.cards.formats import read

        return cls(FaceSource(read(path).faces))

    def _find(self, name: str) -> Card:
        key = names.key(name)
        if (own := self._own.get(key)) is not None:
            return own()
        entry = self._choose(name, self._source.entries(key))
        if entry.kind == "missing":
            raise UnsupportedQuestion(
                f"{name!r} is a half of {entry.full_name!r} that the card data has no record of"
            )
        if entry.kind == "alias":
            found = self._source.entries(names.key(entry.face))
            entry = next(
                e for e in found if e.name == entry.face and e.full_name == entry.full_name and e.card
            )
        assert entry.card is not None
        return entry.card()

    def _choose(self, name: str, entries: list[Entry]) -> Entry:
        """The best of `entries` for `name`."""
        if not entries:
            raise UnknownCard(name, nearest(name, dict.fromkeys(self.names())))
        ranks = [(_rank(name, entry), entry) for entry in entries]
        best = min(rank for rank, _ in ranks)
        found = [entry for rank, entry in ranks if rank == best]
        if len({e.full_name for e in found}) > 1 and found[0].kind != "missing":
            cards = " or ".join(repr(e.full_name) for e in found)
            raise InputError(f"{name!r} is a face of several cards: say {cards}")
        return found[0]


class _Overlay(Library):
    """A library laid over another one, so that both keep what they have read."""

    def __init__(self, below: Library, definitions: tuple[CardDefinition, ...]) -> None:
        super().__init__(below._source, definitions)
        self._below = below

    def _find(self, name: str) -> Card:
        if (own := self._own.get(names.key(name))) is not None:
            return own()
        try:
            return self._below.find(name)
        except UnknownCard:
            raise UnknownCard(name, nearest(name, dict.fromkeys(self.names()))) from None

    def knows(self, name: str) -> bool:
        """Whether `find` has an answer other than UnknownCard."""
        return names.key(name) in self._own or self._below.knows(name)

    def names(self) -> Iterator[str]:
        """Every name that `find` knows: those of the cards laid over first."""
        yield from self._own_names
        yield from self._below.names()


def _rank(name: str, entry: Entry) -> tuple[bool, int, bool]:
    if entry.kind == "face":
        order = 0 if entry.name == entry.full_name or entry.token else 2
    else:
        order = 1 if entry.kind == "alias" else 3
    return entry.name != name, order, entry.token


class FaceSource:
    """Faces of a card file, and the predefined tokens, compiled one by one as they are asked for."""

    def __init__(self, faces: Iterable[RawFace]) -> None:
        from pyreason.cards.formats import merge
        from pyreason.cards.tokens import predefined

        self._entries: dict[str, list[Entry]] = {}
        for face in merge([*faces, *predefined()]):
            card = partial(_compile, face)
            self._add(Entry(face.name, "face", face.full_name, face.name, card, face.token))
            for name, kind, target, full_name in other_names(face):
                self._add(Entry(name, kind, full_name, target))

    def _add(self, entry: Entry) -> None:
        self._entries.setdefault(names.key(entry.name), []).append(entry)

    def entries(self, key: str) -> list[Entry]:
        """What the names with this key lead to."""
        return self._entries.get(key, [])

    def names(self) -> Iterator[str]:
        """Every name there is."""
        return (entry.name for entries in self._entries.values() for entry in entries)


def _compile(face: RawFace) -> Card:
    from pyreason.cards.database import compile_face

    return compile_face(face)


@lru_cache(maxsize=_CACHED)
def _compile_definition(face: RawFace) -> Card:
    return _compile(face)


def define(definition: CardDefinition) -> RawFace:
    """The face that a scenario's own card describes.

    Its colours are those given, else those of its mana cost and colour indicator (CR 202.2). Raises
    InputError, naming the card and the nearest right spelling, where a value can't be read.
    """
    from pyreason.cards.formats import RawFace

    name = definition.name
    type_line = check_type_line(name, definition.type)
    cost = check_mana_cost(name, definition.mana_cost)
    indicator = _check_colors(name, definition.color_indicator)
    colors = in_order({*cost_colors(cost), *indicator})
    if definition.colors is not None:
        colors = _check_colors(name, definition.colors)
    land_colors = {BASIC_LAND_COLORS[s] for s in type_line.subtypes if s in BASIC_LAND_COLORS}
    return RawFace(
        name=name,
        full_name=name,
        layout="normal",
        supertypes=type_line.supertypes,
        types=type_line.types,
        subtypes=type_line.subtypes,
        mana_cost=cost,
        mana_value=cost_value(cost),
        colors=colors,
        color_indicator=indicator,
        color_identity=in_order(
            {*cost_colors(cost), *indicator, *land_colors, *identity_colors(definition.text)}
        ),
        power=definition.power,
        toughness=definition.toughness,
        loyalty=definition.loyalty,
        text=definition.text,
    )


def _check_colors(card: str, letters: Iterable[str]) -> tuple[str, ...]:
    found = [letter.upper() for letter in letters]
    for letter in found:
        if len(letter) != 1 or letter not in COLORS:
            raise InputError(f"card {card!r}: no colour is {letter!r}; the letters are W, U, B, R and G")
    return in_order(found)


@cache
def default_library() -> Library:
    """The library of the shipped database, opened once."""
    from pyreason.cards.database import shipped

    return Library(shipped())
