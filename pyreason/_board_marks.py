"""The marks of board text: what stands in brackets behind a card, read and written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pyreason.board import GameObject
from pyreason.errors import InputError, did_you_mean, nearest

MARKS = {
    "tapped": "it is tapped",
    "sick": "it has summoning sickness",
    "face down": "it is face down",
    "token": "it is a token",
    "2 +1/+1": "counters: how many, and their kind",
    "color G": "what was chosen for it: color, type, name, player, number or mode",
    "has hexproof": "what effects that already resolved gave it, in Oracle wording",
    "x 3": "X of the spell that became it",
    "paid bestow": "how it was cast",
    "spent {G}{G}": "the mana spent to cast it",
    "owner bob": "its owner, where that is another player",
    "copy of forest": "the id or card it is a copy of",
    "exiled forest-2": "a card it exiled",
    "id pool": "its id",
}
"""Every mark, by example, and what it says."""

CHOSEN = ("color", "type", "name", "player", "number", "mode")
_FLAGS = {"tapped": "tapped", "sick": "sick", "face down": "face_down", "token": "token"}
_COUNTERS = re.compile(r"(\d{1,9})\s*[x×]?\s+(.+?)(?:\s+counters?)?\Z", re.IGNORECASE)
_WORDED = re.compile(
    rf"(copy of|{'|'.join(CHOSEN)}|colour|has|x|paid|spent|owner|exiled|id)\s*[:=]?\s+(.+)\Z",
    re.IGNORECASE | re.DOTALL,
)
_PLAIN = re.compile(r"[^\s,;()\"|][^,;()\"|\n]*[^\s,;()\"|]|[^\s,;()\"|]")


@dataclass(frozen=True, slots=True)
class Marks:
    """What a bracket says of a card; the defaults say nothing."""

    id: str | None = None
    tapped: bool = False
    sick: bool = False
    face_down: bool = False
    token: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    granted: tuple[str, ...] = ()
    x: int | None = None
    paid: tuple[str, ...] = ()
    mana_spent: str | None = None
    owner: str | None = None
    copy_of: str | None = None
    exiled: tuple[str, ...] = ()


def read_marks(text: str, card: str) -> Marks:
    """What the inside of a bracket says; `card` is only what errors speak of. Raises InputError."""
    flags: dict[str, bool] = {}
    counters: dict[str, int] = {}
    several: dict[str, list[str]] = {"has": [], "paid": [], "exiled": []}
    single: dict[str, str] = {}
    chosen: list[tuple[str, str]] = []
    for mark in _pieces(text):
        plain = " ".join(mark.lower().split()).replace("face-down", "face down")
        if plain in _FLAGS:
            flags[_FLAGS[plain]] = True
        elif counted := _COUNTERS.fullmatch(mark):
            kind = counted[2].strip()
            counters[kind] = counters.get(kind, 0) + int(counted[1])
        elif worded := _WORDED.fullmatch(mark):
            word, value = worded[1].lower(), _value(worded[2], card)
            word = "color" if word == "colour" else word
            if word in several:
                several[word].append(value)
            elif word in CHOSEN:
                chosen.append((word, _color(value, card) if word == "color" else value))
            elif word in single:
                raise InputError(f"{card}: {word!r} is said twice")
            else:
                single[word] = value
        else:
            hint = did_you_mean(nearest(plain, _FLAGS))
            raise InputError(f"{card}: can't read the mark {mark!r}{hint or '; marks: ' + ', '.join(MARKS)}")
    x = single.get("x")
    if x is not None and not re.fullmatch(r"\d{1,9}", x):
        raise InputError(f"{card}: x is a number, not {x!r}")
    return Marks(
        id=single.get("id"),
        counters=tuple(counters.items()),
        chosen=tuple(chosen),
        granted=tuple(several["has"]),
        x=None if x is None else int(x),
        paid=tuple(several["paid"]),
        mana_spent=_mana(single["spent"], card) if "spent" in single else None,
        owner=single.get("owner"),
        copy_of=single.get("copy of"),
        exiled=tuple(several["exiled"]),
        **flags,
    )


def _pieces(text: str) -> Iterator[str]:
    """The marks of a bracket, parted by commas and semicolons outside quotation marks."""
    for found in re.finditer(r'(?:"(?:[^"\\]|\\.)*"|[^,;"])+|"', text, re.DOTALL):
        if piece := found[0].strip():
            yield piece


def _value(text: str, card: str) -> str:
    text = text.strip()
    if not text.startswith('"'):
        return text
    try:
        value = json.loads(text)
    except ValueError:
        raise InputError(f"{card}: can't read {text}; a value in quotation marks ends with one") from None
    return str(value)


def _color(text: str, card: str) -> str:
    named = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
    letter = named.get(text.lower(), text.upper())
    if letter not in named.values():
        raise InputError(f"{card}: no colour is {text!r}; the letters are W, U, B, R and G")
    return letter


def _mana(text: str, card: str) -> str:
    from pyreason._scenario_models import canonical_mana, is_pool

    if not is_pool(text):
        raise InputError(f"{card}: {text!r} is no mana; write it like {{G}}{{G}}")
    return canonical_mana(text)


def write_marks(row: GameObject, *, with_id: bool) -> str:
    """The bracket that says of the row what its name and place do not; "" where there is nothing to say."""
    marks = [f"id {_quoted(row.id)}"] if with_id else []
    marks += [word for word, name in _FLAGS.items() if getattr(row, name)]
    for kind, number in row.counters:
        if _PLAIN.fullmatch(kind) is None or re.search(r"\s+counters?\Z", kind, re.IGNORECASE):
            raise InputError(f"board text can't say the counter {kind!r}")
        marks.append(f"{number} {kind}")
    for key, value in row.chosen:
        if key not in CHOSEN:
            raise InputError(f"board text can't say the choice {key!r}")
        marks.append(f"{key} {_quoted(value)}")
    marks += [f"has {_quoted(text)}" for text in row.granted]
    if row.x is not None:
        marks.append(f"x {row.x}")
    marks += [f"paid {_quoted(text)}" for text in row.paid]
    if row.mana_spent:
        marks.append(f"spent {row.mana_spent}")
    if row.owner != row.controller:
        marks.append(f"owner {_quoted(row.owner)}")
    if row.copy_of is not None:
        marks.append(f"copy of {_quoted(row.copy_of)}")
    marks += [f"exiled {_quoted(other)}" for other in row.exiled_with]
    return f" ({', '.join(marks)})" if marks else ""


def _quoted(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
