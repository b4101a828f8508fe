"""Board text: a board in one line, for the command line, for the page and for chat.

    alice: Reflecting Pool, 2 Forest (tapped) | bob: Mountain, Spirit Link -> Grizzly Bears (2 +1/+1)

Players are parted by `|` or line ends, their cards by commas, semicolons or line ends. `->` says what a card
is attached to: a permanent (its card's name, or its id) or a player; a card that is named only there stands
on the board too, under the same player. Marks in brackets say the rest; `MARKS` lists them. Where a name
itself holds commas, the longest name that the library knows is meant.

`read` and `read_lists` give boards; `pyreason.board_writing` writes them back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from pyreason._board_marks import MARKS, Marks, read_marks
from pyreason._board_scan import arrows, short, split, top, without_marks
from pyreason._slugs import free, slug
from pyreason.board import ZONES, Board, GameObject
from pyreason.errors import InputError, UnknownCard, did_you_mean, nearest

if TYPE_CHECKING:
    from pyreason.cards.model import Card

__all__ = ["MARKS", "MAX_CARDS", "OPPONENT", "YOU", "Names", "read", "read_lists"]

YOU = "you"
OPPONENT = "opponent"
MAX_CARDS = 1000
"""How many cards a board text may hold."""
MAX_WORDS = 8
"""How many parts between commas one name may have."""

_COUNT = re.compile(r"(\d{1,4})\s*[x×]?\s+", re.IGNORECASE)
_HEAD = re.compile(r"\s*([^:,;()|]+?)\s*(\(\s*active\s*\))?\s*:", re.IGNORECASE)
_PLACE = re.compile(rf"(.+?)(?:'s|’s)?\s+({'|'.join((*ZONES, 'pool'))})", re.IGNORECASE)
_POOL = re.compile(r"(?:\{[WUBRGC]\}|[WUBRGC]|\s)*", re.IGNORECASE)


class Names(Protocol):
    """What board text needs of a card library."""

    def find(self, name: str) -> Card:
        """The card of that name. Raises UnknownCard."""

    def knows(self, name: str) -> bool:
        """Whether there is a card of that name."""


@dataclass(slots=True)
class _Row:
    """One card as it was written; `host` is what stands behind its arrow."""

    player: str
    zone: str
    name: str
    marks: Marks
    host: _Row | None = None
    known: bool = True
    id: str = ""


@dataclass(slots=True)
class _Text:
    """What a whole text says."""

    players: list[str] = field(default_factory=list)
    active: str | None = None
    rows: list[_Row] = field(default_factory=list)
    pools: dict[str, str] = field(default_factory=dict)


def read(text: str, library: Names | None = None) -> Board:
    """The board that a text describes; see the head of this module.

    Players are those that the text names, in its order; the first is active unless another is marked so
    (`bob (active): ...`). A text that names none is `you | opponent`. `alice hand: ...` lists cards of
    another zone, `alice pool: {G}{G}` mana in a pool. Ids are slugs of the names, numbered when repeated.

    Raises UnknownCard for a name the library does not know, InputError for what can't be read.
    """
    library = library or _shipped()
    found = _Text()
    chunks = list(_chunks(text))
    heads = [_head(chunk, library) for _, chunk in chunks]
    named = any(head is not None for head in heads)
    if not named:
        parts = top(text, "|")
        if len(parts) > 2:
            raise InputError("who has which cards? write `alice: Forest | bob: Mountain`")
        return read_lists(parts[0], parts[1] if len(parts) == 2 else "", library)
    place: tuple[str, str] | None = None
    for (mark, chunk), head in zip(chunks, heads, strict=True):
        if head is not None:
            place, chunk = (head.player, head.zone), chunk[head.end :]
            if head.player not in found.players:
                found.players.append(head.player)
            if head.active:
                found.active = head.player
        elif not chunk.strip():
            continue
        elif place is None or mark == "|":
            raise InputError(f"whose cards are these? write `alice: {short(chunk)}`")
        player, zone = place
        if zone == "pool":
            found.pools[player] = found.pools.get(player, "") + _pool(chunk)
        else:
            found.rows += _rows(player, zone, chunk, library)
    return _board(found, library)


def read_lists(you: str, opponent: str = "", library: Names | None = None) -> Board:
    """The board of two lists of cards; the players are `you` (active) and `opponent`. Raises as `read`."""
    library = library or _shipped()
    found = _Text([YOU, OPPONENT])
    for player, cards in ((YOU, you), (OPPONENT, opponent)):
        found.rows += _rows(player, "battlefield", cards, library)
    return _board(found, library)


def _shipped() -> Names:
    from pyreason.cards.library import default_library

    return default_library()


# ------------------------------------------------------------------------------------------ whose, and where


@dataclass(frozen=True, slots=True)
class _Head:
    player: str
    zone: str
    active: bool
    end: int


def _chunks(text: str) -> Iterator[tuple[str, str]]:
    """(what stands before it, text) of each part between bars and line ends."""
    for part in top(text, "|"):
        for number, line in enumerate(top(part, "\n")):
            yield "|" if number == 0 else "\n", line


def _head(chunk: str, library: Names) -> _Head | None:
    """The `alice:` that a chunk begins with; None where that is the beginning of a card's name."""
    match = _HEAD.match(chunk)
    if match is None or library.knows(_bare(top(chunk, ",;")[0])):
        return None
    if place := _PLACE.fullmatch(match[1]):
        return _Head(place[1], place[2].lower(), match[2] is not None, match.end())
    return _Head(match[1], "battlefield", match[2] is not None, match.end())


def _bare(text: str) -> str:
    """A card's name without what may stand around it."""
    first = _COUNT.sub("", arrows(text)[0], count=1)
    return without_marks(first)[0]


def _pool(text: str) -> str:
    from pyreason._scenario_models import canonical_mana

    if _POOL.fullmatch(text) is None:
        raise InputError(f"{short(text)!r} is no mana; write it like {{G}}{{G}}")
    letters = re.findall(r"[WUBRGC]", text.upper())
    return canonical_mana("".join(f"{{{letter}}}" for letter in letters))


# ------------------------------------------------------------------------------------------ cards of a list


def _rows(player: str, zone: str, text: str, library: Names) -> list[_Row]:
    """The cards of a list, hosts named behind arrows still with the card that is on them."""
    parts = split(text, ",;\n")
    words, marks = [word.strip() for word in parts[::2]], [*parts[1::2], ";"]
    found: list[_Row] = []
    start = 0
    while start < len(words):
        if not words[start]:
            start += 1
            continue
        end, count, row = _longest(words, marks, start, player, zone, library)
        if count > 1 and row.marks.id is not None:
            raise InputError(f"{count} {row.name} can't all have the id {row.marks.id!r}")
        if len(found) + count > MAX_CARDS:
            raise InputError(f"more than {MAX_CARDS} cards in one list")
        found += [replace(row) for _ in range(count)]
        start = end
    return found


def _longest(
    words: list[str],
    marks: list[str],
    start: int,
    player: str,
    zone: str,
    library: Names,
) -> tuple[int, int, _Row]:
    """The longest entry of known names that begins at `start`: where it ends, its count, the row."""
    stop = start + 1
    while stop < len(words) and marks[stop - 1] == "," and stop - start < MAX_WORDS:
        stop += 1
    for end in range(stop, start, -1):
        for comma in (", ", ",") if end - start > 1 else ("",):
            parts = arrows(comma.join(words[start:end]))
            entries = [_entry(part, library) for part in parts]
            known = [library.knows(name) for _, name, _ in entries]
            hosts = [k or "," not in name for k, (_, name, _) in zip(known, entries, strict=True)][1:]
            if known[0] and all(hosts):
                return end, entries[0][0], _chain(entries, known, player, zone, library)
    _, name, _ = _entry(arrows(words[start])[0], library)
    library.find(name)
    raise UnknownCard(name)


def _chain(
    entries: list[tuple[int, str, str]], known: list[bool], player: str, zone: str, library: Names
) -> _Row:
    """The row of `A -> B -> C`."""
    row: _Row | None = None
    for at in range(len(entries) - 1, -1, -1):
        count, name, marks = entries[at]
        if at and count != 1:
            raise InputError(f"a card is attached to one thing, not to {count} {name}")
        if not name:
            raise InputError("what stands behind -> ? a card, an id or a player")
        name = library.find(name).name if known[at] and not at else name
        row = _Row(player, zone, name, read_marks(marks, name), row, known[at])
    assert row is not None
    return row


def _entry(text: str, library: Names) -> tuple[int, str, str]:
    """The count, name and marks of one entry; what belongs to a known name is neither count nor mark."""
    text = text.strip()
    bare, marks = (text, "") if library.knows(text) else without_marks(text)
    counted = _COUNT.match(bare)
    if counted is None or library.knows(bare):
        return 1, bare, marks
    rest = bare[counted.end() :]
    if marks and library.knows(text[counted.end() :]):
        return int(counted[1]), text[counted.end() :], ""
    return int(counted[1]), rest, marks


# ------------------------------------------------------------------------------------------ the board


def _board(text: _Text, library: Names) -> Board:
    rows = text.rows
    used = set(text.players)
    for row in rows:
        if row.marks.id is not None:
            if row.marks.id in used:
                raise InputError(f"the id {row.marks.id!r} is used twice")
            row.id = free(row.marks.id, "-", used)
    for row in rows:
        if not row.id:
            row.id = (
                free(row.name, "#", used) if row.zone != "battlefield" else free(slug(row.name), "-", used)
            )
    placed: list[_Row] = []
    hosts: dict[int, str] = {}
    for row in rows:
        if row.host is not None:
            if row.zone != "battlefield":
                raise InputError(f"{row.name}: only a permanent is attached to something")
            _attach(row, [*placed, *rows], placed, hosts, text.players, used, library)
        placed.append(row)
    if len(placed) > MAX_CARDS * len(text.players):
        raise InputError(f"more than {MAX_CARDS} cards in one list")
    ids = {row.id: row for row in placed}
    objects = [_object(row, hosts.get(id(row)), ids, text.players) for row in placed]
    objects.sort(key=lambda o: 0 if o.zone == "battlefield" else 1 + ZONES.index(o.zone))
    return Board(
        players=tuple(text.players),
        active=text.active or text.players[0],
        objects=tuple(objects),
        mana_pool=tuple((player, text.pools[player]) for player in text.players if text.pools.get(player)),
    )


def _attach(
    row: _Row,
    rows: list[_Row],
    placed: list[_Row],
    hosts: dict[int, str],
    players: Sequence[str],
    used: set[str],
    library: Names,
) -> None:
    """Find what the row is attached to; what is named only there joins the board before it."""
    host = row.host
    assert host is not None
    if host.id:  # of `2 Rancor -> Bear` the first has brought the Bear
        hosts[id(row)] = host.id
        return
    ids = {r.id for r in rows if r.zone == "battlefield"}
    if host.name in players or host.name in ids:
        if host.host is not None or host.marks != Marks():
            raise InputError(f"{host.name} is on the board already; say more of it where it is listed")
        hosts[id(row)] = host.name
        return
    if not host.known:
        known = [*ids, *players]
        hint = did_you_mean(nearest(host.name, known))
        raise InputError(f"{row.name} is attached to {host.name!r}, which is not on the board{hint}")
    name = library.find(host.name).name
    same = list(dict.fromkeys(r.id for r in rows if r.zone == "battlefield" and r.name == name))
    if len(same) > 1:
        raise InputError(f"{row.name} is attached to which {name}? say -> {' or -> '.join(same[:4])}")
    if same:
        if host.host is not None or host.marks != Marks():
            raise InputError(f"{name} is on the board already; say more of it where it is listed")
        hosts[id(row)] = same[0]
        return
    host.name, host.id = name, host.marks.id or free(slug(name), "-", used)
    if host.host is not None:
        _attach(host, rows, placed, hosts, players, used, library)
    placed.append(host)
    hosts[id(row)] = host.id


def _object(row: _Row, host: str | None, ids: dict[str, _Row], players: Sequence[str]) -> GameObject:
    marks = row.marks
    for what, name in (("owner", marks.owner), *(("player", v) for k, v in marks.chosen if k == "player")):
        if name is not None and name not in players:
            raise InputError(
                f"{row.name}: {what} {name!r} is no player{did_you_mean(nearest(name, players))}"
            )
    for other in marks.exiled:
        if other not in ids:
            raise InputError(f"{row.name}: it exiled {other!r}, which is not on the board")
    return GameObject(
        id=row.id,
        card=row.name,
        controller=row.player,
        owner=marks.owner or row.player,
        zone=row.zone,
        attached_to=host,
        tapped=marks.tapped,
        sick=marks.sick,
        face_down=marks.face_down,
        token=marks.token,
        counters=marks.counters,
        chosen=marks.chosen,
        x=marks.x,
        copy_of=marks.copy_of,
        granted=marks.granted,
        paid=marks.paid,
        mana_spent=marks.mana_spent,
        exiled_with=marks.exiled,
    )
