"""The shipped database: one sorted text file, one face a line, searched where it lies.

The first line is the header; the others (`pyreason.cards.lines` says how they read) are sorted by the key of
the name in front. A look-up is a binary search over the mapped file: nothing is loaded, nothing is indexed.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pyreason.cards import lines, names
from pyreason.cards.model import Card
from pyreason.errors import InputError, InternalError

if TYPE_CHECKING:
    from pyreason.cards.formats import RawFace

SHIPPED = Path(__file__).parent / "data" / "cards.txt"
"""Where the database is that pyreason comes with, in the source tree and in an installed wheel alike."""
FORMAT = "1"
_MANY = 2000
_CHUNK = 250

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Header:
    """What the first line of a database says: with which grammar it was made, from data of which day."""

    grammar: str
    date: str
    cards: int
    faces: int

    def __str__(self) -> str:
        fields = ("grammar", self.grammar), ("data", self.date), ("cards", self.cards), ("faces", self.faces)
        return "\t".join([f"#pyreason cards {FORMAT}", *(f"{name} {value}" for name, value in fields)])


class Database:
    """A database file, open for look-ups. Raises InputError where `path` is no such file."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            with self.path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise InputError(f"{path}: no card database: {error}") from None
        self._start = self._map.find(b"\n") + 1
        self._end = len(self._map)
        self.header = self._read_header()

    def _read_header(self) -> Header:
        first, *fields = self._map[: max(self._start - 1, 0)].decode(errors="replace").split("\t")
        if first != f"#pyreason cards {FORMAT}":
            raise InputError(
                f"{self.path}: no card database of this version; remake it with `pyreason cards build`"
            )
        values = dict(field.split(" ", 1) for field in fields)
        return Header(values["grammar"], values["data"], int(values["cards"]), int(values["faces"]))

    def entries(self, key: str) -> list[lines.Entry]:
        """What the names with this key (`names.key`) lead to, in the file's order; empty for none."""
        wanted = key.encode()
        at = self._first(wanted)
        found = []
        while at < self._end:
            stop = self._map.find(b"\n", at)
            line = self._map[at:stop]
            if _key(line) != wanted:
                break
            found.append(lines.read_entry(line.decode()))
            at = stop + 1
        return found

    def _first(self, wanted: bytes) -> int:
        """Where the first line begins whose key is not below `wanted`."""
        low, high = self._start, self._end
        while low < high:
            middle = self._map.rfind(b"\n", low - 1, (low + high) // 2) + 1 or low
            stop = self._map.find(b"\n", middle)
            if _key(self._map[middle:stop]) < wanted:
                low = stop + 1
            else:
                high = middle
        return low

    def names(self) -> Iterator[str]:
        """Every name there is: faces, whole cards, further names, and halves without a record."""
        for line in self.lines():
            yield line.split("\t", 1)[0]

    def lines(self) -> Iterator[str]:
        """The lines as they stand in the file, without the header."""
        at = self._start
        while at < self._end:
            stop = self._map.find(b"\n", at)
            yield self._map[at:stop].decode()
            at = stop + 1

    def __reduce__(self) -> tuple[type[Database], tuple[Path]]:
        """Another process opens the file for itself."""
        return Database, (self.path,)

    def __repr__(self) -> str:
        return f"Database({str(self.path)!r})"


def _key(line: bytes) -> bytes:
    return names.key(line[: line.index(b"\t")].decode()).encode()


@cache
def shipped() -> Database:
    """The database pyreason comes with."""
    if not SHIPPED.exists():
        raise InternalError(f"the card database is missing from this installation ({SHIPPED})")
    return Database(SHIPPED)


def compile_face(face: RawFace) -> Card:
    """The card of `face`, its Oracle text compiled to ability terms."""
    from pyreason.cards.oracle import compile_text

    compiled = compile_text(
        face.text, name=face.name, types=face.types, subtypes=face.subtypes, layout=face.layout
    )
    return lines.make_card(face, compiled)


def write_face(face: RawFace) -> str:
    """The line of the database for `face`."""
    return lines.write(compile_face(face))


def build(
    records: Iterable[RawFace],
    path: str | Path,
    *,
    date: str = "unknown",
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Header:
    """Compile `records` and the predefined tokens, and write them as a database at `path`.

    The same records give the same bytes. `jobs` processes share the work (default: one a core when there are
    many records); `progress` is told how many faces are done, and of how many. Raises InputError where `path`
    can't be written.
    """
    from pyreason.cards.formats import merge
    from pyreason.cards.oracle import GRAMMAR_VERSION
    from pyreason.cards.tokens import predefined

    faces = merge([*records, *predefined()])
    others = {lines.write_name(*other) for face in faces for other in lines.other_names(face)}
    texts = list(others)
    for done, text in enumerate(_written(faces, jobs), 1):
        texts.append(text)
        if progress and (done % _CHUNK == 0 or done == len(faces)):
            progress(done, len(faces))
    keyed = sorted((names.key(text.split("\t", 1)[0]).encode(), text.encode()) for text in texts)
    cards = len({face.full_name for face in faces if not face.token})
    header = Header(GRAMMAR_VERSION, date, cards, len(faces))
    whole = b"\n".join([str(header).encode(), *(text for _, text in keyed)]) + b"\n"
    target = Path(path)
    try:
        part = target.with_name(f"{target.name}.part")
        part.write_bytes(whole)
        part.replace(target)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    return header


def _written(faces: list[RawFace], jobs: int | None) -> Iterator[str]:
    jobs = jobs or (os.cpu_count() or 1 if len(faces) >= _MANY else 1)
    if jobs == 1:
        yield from map(write_face, faces)
        return
    import multiprocessing

    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(write_face, faces, chunksize=_CHUNK)
