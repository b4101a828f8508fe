"""One face as one line of text: how the shipped database writes a card down.

Fields are separated by tabs: name, mana cost, type line, then only what is not the default. A field that
begins with `@` is a value (`@pt 2/2`, `@full Front // Back`); every other one is the next line of the card:

    term                an ability term (docs/terms.md)
    term ` ^` tags      the same, where the line touches domains all the same
    `?` tags            a line that was not understood and touches these domains
    `*` number          so many lines that were not understood and touch nothing
    `~` in front        the line has no number (number 0: the reminder text of basic land types)

A face's further names and the names of halves without a record are lines too:

    alias ⇥ `>` face ⇥ full name         the face of that card (no full name where it is the alias)
    half ⇥ `!` full name                 the card exists, its half does not
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clingo import parse_term

from pyreason.cards.model import Card, Line
from pyreason.cards.printed import TypeLine, cost_colors, cost_value, in_order, read_type_line
from pyreason.errors import InternalError

if TYPE_CHECKING:
    from pyreason.cards.formats import RawFace

TOUCHES = " ^"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a name leads to.

    `kind` is "face" (`card` gives it), "alias" (of the face `face` of the card `full_name`) or "missing" (a
    half of `full_name` that the data has no record of).
    """

    name: str
    kind: str
    full_name: str
    face: str
    card: Callable[[], Card] | None = None
    token: bool = False


def other_names(face: RawFace) -> list[tuple[str, str, str, str]]:
    """The entries `face` has besides its own name, as (name, kind, face, full name)."""
    first = face.side in (None, "a")
    found = [(alias, "alias", face.name, face.full_name) for alias in face.aliases if first]
    if first and face.full_name != face.name:
        found.append((face.full_name, "alias", face.name, face.full_name))
    if first and face.missing_half:
        found += [(half, "missing", "", face.full_name) for half in face.missing_half.split(" // ")]
    return found


def write_name(name: str, kind: str, face: str, full_name: str) -> str:
    """The text of an alias or a missing half."""
    if kind == "missing":
        return f"{name}\t!{full_name}"
    return f"{name}\t>{face}" + (f"\t{full_name}" if full_name != name else "")


def make_card(face: RawFace, lines: tuple[Line, ...]) -> Card:
    """The card with the values of `face` and these lines of rules text."""
    return Card(
        name=face.name, full_name=face.full_name, types=face.types, subtypes=face.subtypes,
        supertypes=face.supertypes, mana_cost=face.mana_cost, mana_value=face.mana_value, colors=face.colors,
        color_indicator=face.color_indicator, color_identity=face.color_identity, power=face.power,
        toughness=face.toughness, loyalty=face.loyalty, layout=face.layout, side=face.side,
        missing_half=face.missing_half, token=face.token, lines=lines,
    )  # fmt: skip


def write(card: Card) -> str:
    """`card` as a line of the database: no sentence of its rules text is in it."""
    type_line = TypeLine(card.supertypes, card.types, card.subtypes)
    fields = [card.name, card.mana_cost, str(type_line)]
    fields += [f"@{name} {value}" for name, value in _values(card, type_line) if value is not None]
    fields += _write_lines(card.lines)
    text = "\t".join(fields)
    if text.count("\t") != len(fields) - 1 or "\n" in text:
        raise InternalError(f"card {card.name!r} has a tab or a line break in a value")
    return text


def _values(card: Card, type_line: TypeLine) -> Iterable[tuple[str, str | None]]:
    def unless(value: tuple[str, ...], default: tuple[str, ...]) -> str | None:
        return None if value == default else "".join(value) or "-"

    colors = in_order({*cost_colors(card.mana_cost), *card.color_indicator})
    yield "full", card.full_name if card.full_name != card.name else None
    yield "side", card.side
    yield "layout", card.layout if card.layout != "normal" else None
    yield "missing", card.missing_half
    yield "token", "yes" if card.token else None
    if read_type_line(str(type_line)) != type_line:
        yield "types", "|".join(";".join(part) for part in type_line)
    if card.power is not None and card.toughness is not None:
        yield "pt", f"{card.power}/{card.toughness}"
    else:
        yield "power", card.power
        yield "toughness", card.toughness
    yield "loyalty", card.loyalty
    yield "indicator", unless(card.color_indicator, ())
    yield "colors", unless(card.colors, colors)
    yield "identity", unless(card.color_identity, colors)
    yield "mv", f"{card.mana_value:g}" if card.mana_value != cost_value(card.mana_cost) else None


def _write_lines(lines: tuple[Line, ...]) -> Iterable[str]:
    last, silent = 0, 0
    for line in lines:
        mark = "" if line.number else "~"
        if line.number:
            if line.number != last + 1:
                raise InternalError(f"line {line.number} follows line {last}")
            last = line.number
        plain = line.term is None and not line.touches and not mark
        if silent and not plain:
            yield f"*{silent}"
            silent = 0
        if plain:
            silent += 1
        elif line.term is None:
            yield f"{mark}?{' '.join(line.touches)}"
        else:
            yield f"{mark}{line.term}" + (f"{TOUCHES}{' '.join(line.touches)}" if line.touches else "")
    if silent:
        yield f"*{silent}"


def read_entry(text: str) -> Entry:
    """What a line of the database says its name leads to; the card itself is read only when asked for."""
    name, mark, rest = text.split("\t", 2) if text.count("\t") > 1 else (*text.split("\t", 1), "")
    if mark.startswith("!"):
        return Entry(name, "missing", mark[1:], "")
    if mark.startswith(">"):
        return Entry(name, "alias", rest or name, mark[1:])
    values = dict(field[1:].split(" ", 1) for field in rest.split("\t") if field.startswith("@"))
    return Entry(name, "face", values.get("full", name), name, lambda: read(text), "token" in values)


def read(text: str) -> Card:
    """The card that a line of the database describes; its lines have terms but no text."""
    name, cost, type_line, *fields = text.split("\t")
    values: dict[str, Any] = {}
    lines: list[Line] = []
    for field in fields:
        if field.startswith("@"):
            what, value = field[1:].split(" ", 1)
            values[what] = value
        else:
            _read_line(field, lines)
    if "types" in values:
        supertypes, types, subtypes = (
            tuple(filter(None, part.split(";"))) for part in values["types"].split("|")
        )
    else:
        supertypes, types, subtypes = read_type_line(type_line)
    indicator = tuple(values.get("indicator", ""))
    colors = in_order({*cost_colors(cost), *indicator})
    power, toughness = values.get("power"), values.get("toughness")
    if "pt" in values:
        power, toughness = values["pt"].split("/", 1)
    mana_value = float(values["mv"]) if "mv" in values else cost_value(cost)
    return Card(
        name=name,
        full_name=values.get("full", name),
        types=types,
        subtypes=subtypes,
        supertypes=supertypes,
        mana_cost=cost,
        mana_value=int(mana_value) if mana_value == int(mana_value) else mana_value,
        colors=tuple(values["colors"].strip("-")) if "colors" in values else colors,
        color_indicator=indicator,
        color_identity=tuple(values["identity"].strip("-")) if "identity" in values else colors,
        power=power,
        toughness=toughness,
        loyalty=values.get("loyalty"),
        layout=values.get("layout", "normal"),
        side=values.get("side"),
        missing_half=values.get("missing"),
        token="token" in values,
        lines=tuple(lines),
    )


def _read_line(field: str, lines: list[Line]) -> None:
    last = max((line.number for line in lines), default=0)
    if field.startswith("*"):
        lines += [Line(last + n, None) for n in range(1, int(field[1:]) + 1)]
        return
    number = 0 if field.startswith("~") else last + 1
    field = field.removeprefix("~")
    if field.startswith("?"):
        lines.append(Line(number, None, tuple(field[1:].split())))
        return
    term, mark, tags = field.rpartition(TOUCHES)
    if mark and not tags.endswith(('"', ")")):
        lines.append(Line(number, parse_term(term), tuple(tags.split())))
    else:
        lines.append(Line(number, parse_term(field)))
