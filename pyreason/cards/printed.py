"""What is printed on a card's frame: type lines, mana costs, and the colours and mana values they give."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from pyreason.errors import InputError, did_you_mean

COLORS = "WUBRG"
CARD_TYPES = (
    "Artifact", "Battle", "Conspiracy", "Creature", "Dungeon", "Enchantment", "Instant", "Kindred", "Land",
    "Phenomenon", "Plane", "Planeswalker", "Scheme", "Sorcery", "Vanguard",
)  # fmt: skip
"""The card types of CR 205.2a."""
SUPERTYPES = ("Basic", "Legendary", "Ongoing", "Snow", "World")
"""The supertypes of CR 205.4a."""
LAND_TYPES = (
    "Cave", "Desert", "Forest", "Gate", "Island", "Lair", "Locus", "Mine", "Mountain", "Plains", "Planet",
    "Power-Plant", "Sphere", "Swamp", "Tower", "Town", "Urza's",
)  # fmt: skip
"""The land types of CR 205.3i."""
ENCHANTMENT_TYPES = (
    "Aura", "Background", "Cartouche", "Case", "Class", "Curse", "Role", "Room", "Rune", "Saga", "Shard",
    "Shrine",
)  # fmt: skip
"""The enchantment types of CR 205.3h."""
BASIC_LAND_COLORS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}

_MORE_SUPERTYPES = {*SUPERTYPES, "Host", "Elite"}
_TWO_WORDS = {("Time", "Lord"): "Time Lord"}
_DASH = re.compile(r"\s*[—–]\s*|\s+--?\s+")
_SYMBOL = re.compile(r"\{([^{}]*)\}")
_COST = re.compile(r"(?:\{[^{}]*\})*")
_KNOWN_SYMBOL = re.compile(
    r"\d+|[WUBRGCSXYZ]|[WUBRG]/[WUBRG]|2/[WUBRG]|C/[WUBRG]|[WUBRGC]/P|[WUBRG]/[WUBRG]/P|H[WUBRG]|½|∞"
)
_REMINDER = re.compile(r"\([^()]*\)")
_MANA = re.compile(r"\{(?:[^{}]*/)?H?[WUBRG](?:/[^{}]*)?\}")
_BARE = re.compile(r"\d+|[WUBRGCSXYZ]")


class TypeLine(NamedTuple):
    """A type line taken apart, each part in printed order."""

    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]

    def __str__(self) -> str:
        left = " ".join((*self.supertypes, *self.types))
        return f"{left} — {' '.join(self.subtypes)}" if self.subtypes else left


def read_type_line(text: str) -> TypeLine:
    """A type line of card data taken apart; words that are no supertype count as types, whatever they are."""
    left, _, right = text.partition("—")
    words = left.split()
    supertypes = tuple(w for w in words if w in _MORE_SUPERTYPES)
    types = tuple(w for w in words if w not in _MORE_SUPERTYPES)
    if types == ("Plane",) and right.strip():  # CR 205.3b: all words after the dash are one planar type
        return TypeLine(supertypes, types, (right.strip(),))
    return TypeLine(supertypes, types, _subtypes(right.split()))


def check_type_line(card: str, text: str) -> TypeLine:
    """A type line as a person writes it: any case, any dash, "Token" allowed in front.

    Raises InputError naming `card` for a word that is no card type or supertype, and for an artifact's, an
    enchantment's or a land's subtype that looks like a misspelling. New subtypes are let through.
    """
    left, *rest = _DASH.split(text.strip(), maxsplit=1)
    known = {w.casefold(): w for w in (*CARD_TYPES, *SUPERTYPES)}
    words: list[str] = []
    for word in left.split():
        if word.casefold() == "token" and not words:
            continue
        if word.casefold() not in known:
            near = did_you_mean(_near(word, known.values(), 60))
            raise InputError(f"card {card!r}: type line {text!r}: no card type is called {word!r}{near}")
        words.append(known[word.casefold()])
    supertypes = tuple(w for w in words if w in SUPERTYPES)
    types = tuple(w for w in words if w in CARD_TYPES)
    if not types:
        raise InputError(f"card {card!r}: type line {text!r} has no card type, such as 'Creature' or 'Land'")
    subtypes = rest[0].split() if rest else []
    if types == ("Plane",) and rest:
        return TypeLine(supertypes, types, (rest[0].strip(),))
    return TypeLine(supertypes, types, _subtypes([_check_subtype(card, text, types, s) for s in subtypes]))


def _check_subtype(card: str, text: str, types: tuple[str, ...], word: str) -> str:
    spelt: dict[str, str] = {}
    if "Land" in types:
        spelt |= {s.casefold(): s for s in LAND_TYPES}
    if "Enchantment" in types:
        spelt |= {s.casefold(): s for s in ENCHANTMENT_TYPES}
    plain = word.replace("’", "'")
    if plain.casefold() in spelt:
        return spelt[plain.casefold()]
    if not {"Creature", "Kindred", "Artifact"} & set(types) and (near := _near(plain, spelt.values(), 75)):
        raise InputError(
            f"card {card!r}: type line {text!r}: no subtype is called {word!r}{did_you_mean(near)}"
        )
    return plain if plain[:1].isupper() else plain[:1].upper() + plain[1:]


def _subtypes(words: list[str]) -> tuple[str, ...]:
    found: list[str] = []
    for word in words:
        if found and (found[-1], word) in _TWO_WORDS:
            found[-1] = _TWO_WORDS[found[-1], word]
        else:
            found.append(word)
    return tuple(found)


def check_mana_cost(card: str, text: str) -> str:
    """A mana cost as a person writes it, in braces and capitals ("{1}{G/W}"), or "" for none.

    Raises InputError naming `card` for anything that is no mana symbol.
    """
    cost = "".join(text.split()).upper()
    if not _COST.fullmatch(cost):
        bare = _BARE.findall(cost)
        right = "".join(f"{{{b}}}" for b in bare) if "".join(bare) == cost else ""
        raise InputError(
            f"card {card!r}: mana cost {text!r} can't be read{did_you_mean([right] if right else [])}"
        )
    for symbol in _SYMBOL.findall(cost):
        if not _KNOWN_SYMBOL.fullmatch(symbol):
            symbols = [*COLORS, "C", "S", "X", "1", "W/U", "2/W", "W/P", "C/W"]
            near = did_you_mean([f"{{{s}}}" for s in _near(symbol, symbols, 50)])
            raise InputError(f"card {card!r}: mana cost {text!r}: no mana symbol is {{{symbol}}}{near}")
    return cost


def cost_colors(cost: str) -> tuple[str, ...]:
    """The colours of the mana symbols in `cost`, hybrid and Phyrexian ones too (CR 202.2)."""
    letters = {letter for symbol in _SYMBOL.findall(cost) for letter in symbol}
    return in_order(letters)


def identity_colors(text: str) -> tuple[str, ...]:
    """The colours of the mana symbols in a card's text; reminder text doesn't count (CR 903.4)."""
    return cost_colors("".join(s for s in _MANA.findall(_REMINDER.sub("", text))))


def cost_value(cost: str) -> float:
    """The mana value of `cost`: X is 0, a hybrid symbol counts its larger part (CR 202.3)."""
    return sum((_symbol_value(symbol) for symbol in _SYMBOL.findall(cost)), start=0)


def _symbol_value(symbol: str) -> float:
    if symbol.isdecimal():
        return int(symbol)
    if symbol in ("X", "Y", "Z"):
        return 0
    if symbol.startswith("H") or symbol == "½":
        return 0.5
    return 2 if symbol.startswith("2/") else 1


def in_order(letters: Iterable[str]) -> tuple[str, ...]:
    """The colour letters among `letters`, in the order WUBRG."""
    found = set(letters)
    return tuple(c for c in COLORS if c in found)


def _near(word: str, known: Iterable[str], cutoff: int) -> list[str]:
    from rapidfuzz import fuzz, process, utils

    hits = process.extract(
        word, list(known), scorer=fuzz.ratio, processor=utils.default_process, limit=1, score_cutoff=cutoff
    )
    return [hit[0] for hit in hits]
