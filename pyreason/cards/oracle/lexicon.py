"""The words of Oracle text (numbers, subtypes, counters, keywords), and how a text falls into tokens."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
NUMBER_OF = {word: number for number, word in enumerate(NUMBERS)}
COLORS = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green"}
MANA_TYPES = "wubrgc"
BASIC_LAND_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
# Keyword abilities that "from" and a quality may follow.
QUALIFIED = ("protection", "hexproof")

# Counters named by a word that the grammar also uses by itself.
COUNTER_WORDS = frozenset(
    {"time", "level", "book", "page", "art", "point", "hatchling", "storage", "stun", "poison"}
)


def _keywords(follower: str) -> frozenset[str]:
    lines = Path(__file__).with_name("keywords.txt").read_text("utf-8").splitlines()
    named = (line.split(": ") for line in lines if line and not line.startswith("#"))
    return frozenset(name for name, followers in named if follower in followers.split(", "))


# Keyword abilities that stand alone, and those that a cost or a number may follow.
KEYWORDS, WITH_COST, WITH_NUMBER = _keywords("-"), _keywords("cost"), _keywords("number")

# Keyword abilities that never stand without their number or cost.
_NUMBERED = (WITH_NUMBER | WITH_COST) - KEYWORDS

TOKEN = re.compile(
    r"⟦[^⟧]*⟧|\"[^\"]*\"|(?:\{[^}]*\})+|[+−-][\dX]+/[+−-][\dXY]+|\d+/\d+|\d+|[Nn]on-|and/or|[A-Za-z~][A-Za-z0-9~'!-]*|"
    r"[^\sA-Za-z0-9]"
)


class Word(NamedTuple):
    """One token: its terminal in the grammar, and its text."""

    kind: str
    text: str


@cache
def subtypes() -> tuple[dict[str, str], dict[str, str]]:
    """Singular and plural forms of all subtypes (CR 205.3), each mapped to the subtype."""
    listed = Path(__file__).with_name("subtypes.txt").read_text("utf-8").splitlines()
    singular: dict[str, str] = {}
    plural: dict[str, str] = {}
    for line in listed:
        if not line or line.startswith("#"):
            continue
        name, *irregular = line.split("|")
        singular[name] = name
        plural[irregular[0] if irregular else regular_plural(name)] = name
    return singular, plural


def regular_plural(word: str) -> str:
    """The regular English plural of a noun."""
    if re.search(r"(s|x|z|ch|sh)$", word):
        return word + "es"
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + "s"


@cache
def plural_of(subtype: str) -> str:
    """The plural of a subtype, as Oracle text writes it."""
    return next((many for many, one in subtypes()[1].items() if one == subtype), regular_plural(subtype))


def tokens(text: str, vocabulary: frozenset[str]) -> list[Word]:
    """The tokens of a phrase; `vocabulary` is the set of words the grammar spells out.

    "an" counts as "a"; a capital at the beginning of a sentence is taken off where the word is one of the
    grammar's; a subtype is one token, however many words it has, and its own terminal where the grammar
    spells it out.
    """
    raw = TOKEN.findall(text)
    singular, plural = subtypes()
    found: list[Word] = []
    at = 0
    while at < len(raw):
        word = raw[at]
        if word[0].isupper():
            size = next((n for n in (3, 2, 1) if " ".join(raw[at : at + n]) in singular), 0)
            many = next((n for n in (3, 2, 1) if " ".join(raw[at : at + n]) in plural), 0)
            listed = raw[at - 1] in ("and", "or") and len(found) > 1 and found[-2].kind == "PROPER"
            named = raw[at - 1] == "named" and raw[at - 2 : at - 1] != ["differently"]
            if at and (named or listed):
                end = at + 1
                while end < len(raw) and (raw[end][0].isupper() or raw[end] in ("of", "the")):
                    end += 1
                while raw[end - 1] in ("of", "the"):
                    end -= 1
                found.append(Word("PROPER", " ".join(raw[at:end])))
                at = end
                continue
            if word in vocabulary and max(size, many) == 1:
                found.append(Word(word, word))
                at += 1
                continue
            if size or many:
                both = size == many
                found.append(
                    Word(
                        "SUBBOTH" if both else "SUBONE" if size > many else "SUBMANY",
                        " ".join(raw[at : at + max(size, many)]),
                    )
                )
                at += max(size, many)
                continue
        left = len(raw) - at
        size = next((n for n in (3, 2, 1) if n <= left and " ".join(raw[at : at + n]) in KEYWORDS), 0)
        if size and not (size == 1 and word in vocabulary):
            found.append(Word("KEYWORD", " ".join(raw[at : at + size])))
            at += size
            continue
        if word in _NUMBERED and word not in vocabulary:
            found.append(Word("NUMBERED", word))
        else:
            found.append(_token(word, vocabulary))
        at += 1
    return found


def _token(word: str, vocabulary: frozenset[str]) -> Word:
    if word == "an" or word == "An":
        return Word("a", "a")
    if word in vocabulary:
        return Word(word, word)
    if word[0] == "⟦":
        return Word("SPAN", word[1:-1])
    if word[0] == '"':
        return Word("QUOTED", word[1:-1])
    if word[0] == "{":
        return Word("SYMBOLS", word)
    if "/" in word and word[0] in "+-−":
        return Word("COUNTER", word)
    if re.fullmatch(r"\d+/\d+", word):
        return Word("SIZE", word)
    if word in NUMBER_OF or word.isdigit():
        return Word("NUMBER", word)
    lower = word[0].lower() + word[1:]
    if lower in vocabulary:
        return Word(lower, lower)
    if word[0].isupper():
        return Word("PROPER", word)
    if word[0].isalpha():
        return Word("LOWER", word)
    return Word("OTHER", word)


def keyword_name(text: str) -> str:
    """The name of a keyword ability as a constant: "first strike" is `first_strike`."""
    return re.sub(r"[ -]", "_", re.sub(r"['!]", "", text.lower()))


@cache
def _keyword_texts() -> dict[str, str]:
    return {keyword_name(text): text for text in KEYWORDS | WITH_COST | WITH_NUMBER}


def keyword_text(name: str) -> str:
    """What `keyword_name` was made from."""
    return _keyword_texts().get(name, name.replace("_", " "))
