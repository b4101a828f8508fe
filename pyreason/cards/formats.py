"""The two public card files, read into one common record a face.

MTGJSON's AtomicCards (`{"meta": ..., "data": {name: [face, ...]}}`) and Scryfall's oracle-cards (a list of
card objects), plain or gzipped. Which of them a file is shows in its outermost bracket.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pyreason.cards.printed import cost_colors, cost_value, in_order, read_type_line
from pyreason.errors import InputError

Record = Mapping[str, Any]

ONE_VALUE_LAYOUTS = ("transform", "flip")
"""Layouts whose second face has the mana value of the first (CR 202.3b, 710.1c)."""
_NO_CARDS = ("token", "double_faced_token", "emblem", "art_series")


@dataclass(frozen=True, slots=True)
class RawFace:
    """One face as the file has it, Oracle text included.

    `aliases` are further names of the card ("A // A" of a card printed with the same face twice).
    `missing_half` names the face or faces ("B" or "B // C") that the file has no record of.
    """

    name: str
    full_name: str
    layout: str
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    side: str | None = None
    mana_cost: str = ""
    mana_value: float = 0
    colors: tuple[str, ...] = ()
    color_indicator: tuple[str, ...] = ()
    color_identity: tuple[str, ...] = ()
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    text: str = ""
    missing_half: str | None = None
    aliases: tuple[str, ...] = ()
    token: bool = False


@dataclass(frozen=True, slots=True)
class CardFile:
    """A card file: its faces in the file's order, and the date it gives itself ("unknown" where none)."""

    faces: tuple[RawFace, ...]
    date: str = "unknown"


def read(path: str | Path) -> CardFile:
    """The faces of the card file at `path`, in either public format, plain or gzipped.

    Raises InputError, naming the file and the place in it, where it can't be read.
    """
    file = str(path)
    data = _load(Path(path))
    if isinstance(data, list):
        faces = [
            face for number, card in enumerate(data, 1) for face in _scryfall(card, f"{file}: card {number}")
        ]
        return CardFile(tuple(faces))
    if isinstance(data, dict) and isinstance(data.get("data"), dict):
        meta = data.get("meta")
        date = meta.get("date") if isinstance(meta, dict) else None
        faces = [face for name, group in data["data"].items() for face in _mtgjson(name, group, file)]
        return CardFile(tuple(faces), date if isinstance(date, str) else "unknown")
    raise InputError(
        f"{file}: neither MTGJSON's AtomicCards (no 'data' map) nor Scryfall's oracle-cards (no list)"
    )


def _load(path: Path) -> object:
    try:
        raw = path.read_bytes()
        if raw[:2] == b"\x1f\x8b":
            raw = gzip.decompress(raw)
        return json.loads(raw.decode("utf-8-sig"))
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise InputError(f"{path}: the gzip stream is damaged") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None


def _mtgjson(name: str, group: object, file: str) -> list[RawFace]:
    place = f"{file}: {name!r}"
    if not isinstance(group, list) or not group or not all(isinstance(face, dict) for face in group):
        raise InputError(f"{place}: not a list of faces")
    fields = []
    for face in group:
        layout = _text(face, "layout", place) or "normal"
        value = face.get("manaValue", face.get("convertedManaCost", 0))
        if layout in ONE_VALUE_LAYOUTS:
            value = group[0].get("manaValue", value)
        elif "faceManaValue" in face:
            value = face["faceManaValue"]
        fields.append(
            {
                "name": _text(face, "faceName", place) or name,
                "layout": layout,
                "supertypes": _texts(face, "supertypes", place),
                "types": _texts(face, "types", place, needed=True),
                "subtypes": _texts(face, "subtypes", place),
                "side": _text(face, "side", place),
                "mana_cost": _text(face, "manaCost", place) or "",
                "mana_value": _number(value, f"{place}: 'manaValue'"),
                "colors": in_order(_texts(face, "colors", place)),
                "color_indicator": in_order(_texts(face, "colorIndicator", place)),
                "color_identity": in_order(_texts(face, "colorIdentity", place)),
                "power": _text(face, "power", place),
                "toughness": _text(face, "toughness", place),
                "loyalty": _text(face, "loyalty", place),
                "text": _text(face, "text", place) or "",
            }
        )
    return _faces(name, fields)


def _scryfall(card: object, place: str) -> list[RawFace]:
    if not isinstance(card, dict):
        raise InputError(f"{place}: not a card object")
    name = _text(card, "name", place, needed=True) or ""
    place = f"{place}, {name!r}"
    layout = _text(card, "layout", place) or "normal"
    if layout in _NO_CARDS:
        return []
    if "Aftermath" in _texts(card, "keywords", place):
        layout = "aftermath"
    group = card.get("card_faces") or [card]
    if not isinstance(group, list) or not all(isinstance(face, dict) for face in group):
        raise InputError(f"{place}: 'card_faces' is not a list of faces")
    fields = []
    for number, face in enumerate(group):
        cost = _text(face, "mana_cost", place) or ""
        indicator = in_order(_texts(face, "color_indicator", place))
        type_line = read_type_line(
            _text(face, "type_line", place) or _text(card, "type_line", place, needed=True) or ""
        )
        whole = len(group) == 1 or layout in ONE_VALUE_LAYOUTS
        fields.append(
            {
                "name": _text(face, "name", place, needed=True),
                "layout": layout,
                "supertypes": type_line.supertypes,
                "types": type_line.types,
                "subtypes": type_line.subtypes,
                "side": "abcde"[number] if len(group) > 1 else None,
                "mana_cost": cost,
                "mana_value": _number(card.get("cmc", 0), f"{place}: 'cmc'") if whole else cost_value(cost),
                "colors": in_order(_texts(face, "colors", place))
                if "colors" in face
                else in_order({*cost_colors(cost), *indicator}),
                "color_indicator": indicator,
                "color_identity": in_order(_texts(card, "color_identity", place)),
                "power": _text(face, "power", place),
                "toughness": _text(face, "toughness", place),
                "loyalty": _text(face, "loyalty", place),
                "text": _text(face, "oracle_text", place) or "",
            }
        )
    if layout == "meld":
        parts = card.get("all_parts")
        results = [p for p in parts if isinstance(p, dict)] if isinstance(parts, list) else []
        melded = [p["name"] for p in results if p.get("component") == "meld_result" and p.get("name") != name]
        return _faces(f"{name} // {melded[0]}" if melded else name, fields)
    return _faces(name, fields)


def _faces(name: str, fields: Sequence[dict[str, Any]]) -> list[RawFace]:
    """The faces of the card called `name`, given what both formats have in common."""
    parts = tuple(dict.fromkeys(name.split(" // ")))
    recorded = {f["name"] for f in fields}
    missing: str | None = " // ".join(part for part in parts if part not in recorded) or None
    faces: dict[str, RawFace] = {}
    for f in fields:
        full, side, half = " // ".join(parts), f["side"], missing
        if f["layout"] == "meld":  # CR 712.4: each card of a meld pair, and the result, is a card of its own
            full, side, half = f["name"], None, None
        elif len(parts) == 1:
            side = None
        aliases = (name,) if name != full else ()
        face = RawFace(**{**f, "full_name": full, "side": side, "missing_half": half, "aliases": aliases})
        faces.setdefault(face.name, face)
    return list(faces.values())


def _text(record: Record, key: str, place: str, *, needed: bool = False) -> str | None:
    value = record.get(key)
    if isinstance(value, str) or (value is None and not needed):
        return value
    raise InputError(f"{place}: {key!r} is missing" if value is None else f"{place}: {key!r} is not a text")


def _texts(record: Record, key: str, place: str, *, needed: bool = False) -> tuple[str, ...]:
    value = record.get(key)
    if value is None and not needed:
        return ()
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return tuple(value)
    raise InputError(
        f"{place}: {key!r} is missing" if value is None else f"{place}: {key!r} is not a list of texts"
    )


def _number(value: object, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{place} is not a number")
    return int(value) if value == int(value) else value


def merge(faces: Iterable[RawFace]) -> list[RawFace]:
    """The faces with each printed twice (reversible cards, meld results) kept once, its aliases gathered."""
    kept: dict[tuple[str, str], RawFace] = {}
    for face in faces:
        at = (face.name, face.full_name)
        if (other := kept.get(at)) is None:
            kept[at] = face
            continue
        best, rest = (face, other) if other.layout == "reversible_card" else (other, face)
        aliases = tuple(dict.fromkeys((*best.aliases, *rest.aliases)))
        kept[at] = replace(best, aliases=aliases)
    return list(kept.values())
