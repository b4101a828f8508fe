"""Keyword lines ("Flying, ward {2}"); each keyword is a term `keyword(Name, ...)`."""

from __future__ import annotations

import re

from clingo.symbol import Function, Number, Symbol

from pyreason.cards.oracle.lexicon import KEYWORDS, QUALIFIED, WITH_COST, WITH_NUMBER, keyword_name
from pyreason.cards.oracle.parse import Reader
from pyreason.cards.oracle.spans import hole

_QUALIFIED = re.compile(r"\b(?:hexproof|protection) from ", re.I)
_PARTS = re.compile(r"([A-Za-z' !-]+?)(?: ?— ?|—| (?=\{|\d|from )|$)(.*)$")


def read_keywords(text: str, reader: Reader) -> tuple[Symbol, ...] | None:
    """The keyword abilities of a line that has nothing else; None where it has something else."""
    pieces = re.split(r"(?:, |; )(?!from |and from )", text.rstrip("."))
    found = [read_keyword(piece, reader) for piece in pieces]
    reader.second = reader.second or "; " in text
    if None in found:
        return _list_of_qualities(text.rstrip("."), reader)
    return tuple(keyword for keyword in found if keyword is not None)


def _list_of_qualities(text: str, reader: Reader) -> tuple[Symbol, ...] | None:
    """Keywords of which the last has commas in what it names ("hexproof from artifacts, lands, and ...")."""
    at = _QUALIFIED.search(text)
    start = at.start() if at is not None else 0
    first = read_keywords(text[:start].removesuffix(", "), reader) if start else ()
    last = read_keyword(text[start:], reader)
    return None if first is None or last is None else (*first, last)


def read_keyword(text: str, reader: Reader) -> Symbol | None:
    """One keyword ability with its cost, number or quality; None where the text is none."""
    lower = text[:1].lower() + text[1:]
    if lower.lower() in KEYWORDS:
        return Function("keyword", [Function(keyword_name(lower))])
    if lower.startswith("enchant "):
        host = lower.removeprefix("enchant ")
        known = reader.read("enchantable", host) or reader.read("enchantable", hole(host))
        return None if known is None else Function("keyword", [Function("enchant"), known])
    parts = _PARTS.match(lower)
    if not parts or not parts[2]:
        return None
    name, rest = parts[1].lower(), parts[2]
    argument: Symbol | None = None
    if name in QUALIFIED and rest.startswith("from "):
        argument = reader.read("keyword_argument", rest)
    elif name == "cumulative upkeep" and rest.lower().startswith("add "):
        argument = reader.read("sentence", rest)
    elif name in WITH_COST:
        argument = reader.read("cost", rest)
    elif name in WITH_NUMBER and rest.isdigit():
        argument = Number(int(rest))
    return None if argument is None else Function("keyword", [Function(keyword_name(name)), argument])
