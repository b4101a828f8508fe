"""Quick boards: two lists of card names instead of a scenario."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from pyreason._slugs import slug_ids
from pyreason.board import Board, GameObject
from pyreason.errors import InputError, UnknownCard

if TYPE_CHECKING:
    from pyreason.cards.model import Card

YOU = "you"
OPPONENT = "opponent"

_COUNT = re.compile(r"(\d{1,4})\s*[x×]?\s+", re.IGNORECASE)
_TAPPED = re.compile(r"\s*\(tapped\)\Z", re.IGNORECASE)
_SPLIT = re.compile(r"\s*([,;\n])\s*")
MAX_CARDS = 1000
"""How many permanents a quick board may have."""


class Names(Protocol):
    """What quick boards need of a card library."""

    def find(self, name: str) -> Card:
        """The card of that name. Raises UnknownCard."""

    def knows(self, name: str) -> bool:
        """Whether there is a card of that name."""


def quick_board(you: str, opponent: str = "", *, library: Names | None = None) -> Board:
    """A board of untapped permanents from lists of card names, e.g. `"Reflecting Pool, 2 Forest (tapped)"`.

    Names are parted by commas, semicolons or line ends. Where a name itself holds commas, the longest name
    that the library knows is meant. `3 Forest` stands for three. Ids are slugs of the names, numbered when
    repeated, yours first; the players are called `you` (active) and `opponent`.

    `library` is the shipped one by default. Raises UnknownCard for a name it does not know, InputError where
    there are too many cards.
    """
    if library is None:
        from pyreason.cards.library import default_library

        library = default_library()
    rows = [(YOU, *entry) for entry in split_names(you, library)]
    rows += [(OPPONENT, *entry) for entry in split_names(opponent, library)]
    ids = slug_ids((name for _, name, _ in rows), taken=(YOU, OPPONENT))
    objects = tuple(
        GameObject(id=id, card=name, controller=player, owner=player, tapped=tapped)
        for id, (player, name, tapped) in zip(ids, rows, strict=True)
    )
    return Board(players=(YOU, OPPONENT), active=YOU, objects=objects)


def split_names(text: str, library: Names) -> list[tuple[str, bool]]:
    """(name, tapped) for each card of a list, names as the library spells them. Raises as `quick_board`."""
    parts = _SPLIT.split(text.strip())
    words, marks = parts[::2], [*parts[1::2], ";"]
    found: list[tuple[str, bool]] = []
    start = 0
    while start < len(words):
        if not words[start]:
            start += 1
            continue
        end, count, name, tapped = _longest(words, marks, start, library)
        found.extend([(library.find(name).name, tapped)] * count)
        if len(found) > MAX_CARDS:
            raise InputError(f"more than {MAX_CARDS} cards in one list")
        start = end
    return found


def _longest(words: list[str], marks: list[str], start: int, library: Names) -> tuple[int, int, str, bool]:
    """The longest known name that begins at `start`: where it ends, its count, the name, whether tapped."""
    stop = start + 1
    while stop < len(words) and marks[stop - 1] == "," and stop - start < 8:
        stop += 1
    for end in range(stop, start, -1):
        for comma in (", ", ","):
            count, name, tapped = _entry(comma.join(words[start:end]), library)
            if library.knows(name):
                return end, count, name, tapped
    _, name, _ = _entry(words[start], library)
    library.find(name)
    raise UnknownCard(name)


def _entry(text: str, library: Names) -> tuple[int, str, bool]:
    """The count, name and tappedness of one entry; a number that begins a known name is no count."""
    bare = _TAPPED.sub("", text)
    counted = _COUNT.match(bare)
    if counted is None or library.knows(bare):
        return 1, bare, bare != text
    return int(counted[1]), bare[counted.end() :], bare != text
