"""Cuts a line of Oracle text into the spans that the grammar reads: plain string work, no meaning."""

from __future__ import annotations

import re
from typing import NamedTuple

from pyreason.cards.oracle.lexicon import NUMBER_OF, NUMBERS, subtypes

SELF_NOUNS = (
    "land|artifact|creature|enchantment|Aura|Vehicle|Spacecraft|Equipment|Fortification|planeswalker|"
    "permanent|token|"
    "card|Saga|Class|Case|Siege|battle|Room|Attraction|Contraption|spell|conspiracy|vanguard|Planet|Food|"
    "Treasure|Clue"
)
_SELF_NOUN = re.compile(rf"\b[Tt]his (?:{SELF_NOUNS})\b(?! costs)")
_REMINDER = re.compile(r" ?\([^()]*\)")
# Reminder text that alone says what a symbol of a cost means.
_SYMBOL_RULE = re.compile(r"\((\{[A-Z]\} is paid with [^()]*)\)")
_COUNTED = re.compile(
    r"\b(" + "|".join(n for n in NUMBER_OF if NUMBER_OF[n] > 1) + r") (\{[WUBRGC]\})(?![{])"
)
_LISTED = re.compile(r"(?<=[Aa]dd )((?:\{[WUBRGC]\})+(?:, (?:\{[WUBRGC]\})+)*), and ((?:\{[WUBRGC]\})+)")
# Mana told by a generic symbol is colorless (CR 106.10).
_GENERIC = re.compile(r"(?<=\b[Aa]dd )\{(\d)\}(?=[ .]|$)")
_FEWER = re.compile(r"(?<=you control )(\d+)(?= or fewer)")
# Behind these words a short name that is a subtype too is the subtype.
_OF_A_KIND = r"(?<!\ba )(?<!\ban )(?<!\bcolorless )(?<!\banother )"
_QUOTE = re.compile(r'"[^"]*"')
_QUOTED_COMMA = re.compile(r',"(?= )')


def without_reminder(line: str) -> str:
    """The line without its reminder text (CR 207.2)."""
    return _REMINDER.sub("", _SYMBOL_RULE.sub(r"\1", line)).strip()


def short_names(name: str) -> tuple[str, ...]:
    """The names by which a card's own text may call it, longest first (CR 201.5, 201.5b)."""
    whole, name = name, name.removeprefix("A-")
    names = [whole, name]
    for cut in (", ", " the ", " of ", " and "):
        if cut in name:
            names.append(name.split(cut)[0])
    return tuple(n for n in dict.fromkeys(names) if len(n) > 2)


def with_self(line: str, name: str) -> str:
    """The line with `~` for every way of naming the object itself, and fixed mana as a run of symbols.

    "six {G}" becomes six symbols, "{W}{W}, {U}, and {B}" one run, and "Add {2}" two of colorless mana.

    Inside quotation marks only "this ..." is replaced: a name there is another object than the one that has
    the quoted ability (but for an enchant ability, which Auras give to themselves).
    """

    def outside(text: str) -> str:
        for each in short_names(name):
            kind = _OF_A_KIND if each in subtypes()[0] else ""
            text = re.sub(rf"(?<![\w'-]){kind}{re.escape(each)}(?![\w-])", "~", text)
        return text

    parts: list[str] = []
    at = 0
    if '"' in name:  # quotation marks that belong to the name enclose no ability
        line = line.replace(name, "~")
    for quote in _QUOTE.finditer(line):
        own = quote[0].startswith('"enchant ')
        parts += [outside(line[at : quote.start()]), outside(quote[0]) if own else quote[0]]
        at = quote.end()
    parts.append(outside(line[at:]))
    text = "".join(parts)
    text = _SELF_NOUN.sub("~", text)
    text = _QUOTED_COMMA.sub(r'",', text)
    text = _FEWER.sub(lambda m: NUMBERS[int(m[1])] if int(m[1]) < len(NUMBERS) else m[1], text)
    text = _GENERIC.sub(lambda m: "{C}" * int(m[1]), text)
    text = _LISTED.sub(lambda m: m[1].replace(", ", "") + m[2], text)
    return _COUNTED.sub(lambda m: m[2] * NUMBER_OF[m[1]], text)


def _quoted(text: str) -> list[tuple[int, int]]:
    return [m.span() for m in _QUOTE.finditer(text)]


def _inside(at: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)


def sentences(text: str) -> list[str]:
    """The sentences of an effect without their full stops; none ends inside quotation marks."""
    spans = _quoted(text)
    found: list[str] = []
    start = 0
    for stop in re.finditer(r'\.(?= |$)|(?<=\.")(?= [A-Z~"]|$)', text):
        at = stop.start()
        if _inside(at, spans):
            continue
        sentence = text[start:at].strip()
        if sentence:
            found.append(sentence)
        start = stop.end()
    rest = text[start:].strip()
    return [*found, rest] if rest else found


def cost_and_effect(text: str) -> tuple[str, str] | None:
    """Splits `cost: effect` at its colon; None where the text is no activated ability."""
    spans = _quoted(text)
    for colon in re.finditer(r": ", text):
        if not _inside(colon.start(), spans):
            cost = text[: colon.start()]
            return None if re.search(r"\. |[Ww]hen|^At ", cost) else (cost, text[colon.end() :])
    return None


def commas(text: str) -> list[int]:
    """Where the commas outside quotation marks stand."""
    spans = _quoted(text)
    return [m.start() for m in re.finditer(r", ", text) if not _inside(m.start(), spans)]


class Heading(NamedTuple):
    """What stands before an ability: its kind (a key of `HEADINGS`), its words, the rest of the line."""

    kind: str
    value: str
    rest: str


HEADINGS = {
    "mode": re.compile(r"^• ()(.*)$", re.S),
    "spree": re.compile(r"^\+ ((?:\{[^}]*\})+) — (.*)$", re.S),
    "chapter": re.compile(r"^((?:[IVX]+)(?:, [IVX]+)*) — (.*)$", re.S),
    "loyalty": re.compile(r"^\[([+−-]?(?:\d+|X))\]: (.*)$", re.S),
    "station": re.compile(r"^(\d+)\+ \| (.*)$", re.S),
    "rolled": re.compile(r"^(\d+(?:[–—-]\d+)? [|—]) (.*)$", re.S),
    "max_speed": re.compile(r"^(Max speed) — (.*)$", re.S),
    "exhaust": re.compile(r"^(Exhaust) — (.*)$", re.S),
    "solved": re.compile(r"^(Solved) — (.*)$", re.S),
    "sticker": re.compile(r"^((?:\{TK\})+) — (.*)$", re.S),
    "circled": re.compile(r"^(\d+ points?(?: each)?) → (.*)$", re.S),
    "worded": re.compile(r"^([A-Z][\w',!?.~ -]{1,60}?) — (.*)$", re.S),
}
# Keywords whose activated ability stands behind a dash.
KEYWORD_HEADING = re.compile(r"^(Boast|Forecast|Power-up|Renew) — (.*)$", re.S)
# Words before a dash that are keyword abilities, with a meaning of their own.
NOT_MERE_WORDS = re.compile(
    r"^(Boast|Forecast|Visit|Prize|Power-up|Companion|Partner|Equip|Ward|Cycling|Kicker|Cumulative upkeep|"
    r"To solve|Hideaway|Spree|Tiered|Escape|Craft|Flashback|Bestow|Morph|Echo|Entwine|Buyback|Enchant|"
    r"Madness|Sneak|Renew)$"
)


def heading(text: str) -> Heading | None:
    """What stands before the ability, if anything does."""
    for kind, pattern in HEADINGS.items():
        found = pattern.match(text)
        if found and not (kind == "worded" and NOT_MERE_WORDS.match(found[1])):
            return Heading(kind, found[1], found[2])
    return None


def plain(text: str) -> str:
    """The text as compared with a rendering: one article, no capitals, no full stop at an end, commas behind
    quotation marks."""
    text = re.sub(r"\b[Aa]n\b", "a", text).casefold().replace("’", "'").replace("−", "-")
    text = re.sub(r"\.(?=[\"'])", "", re.sub(r",([\"']+)", r"\1,", text))
    return re.sub(r"\s+", " ", text).strip().rstrip(".")
