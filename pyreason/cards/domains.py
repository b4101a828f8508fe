"""Which domains of the rules a line that was not understood could bear on.

Broad, plain patterns: a domain too many costs a caveat, one too few would cost a silently wrong answer. A
line is looked at only where it works by itself: static abilities, and for mana events triggered abilities and
spells' lasting effects too. Activated abilities, and what triggered ones and spells do once, don't count.

| domain | the line |
|---|---|
| `adds_mana` | adds mana itself (outside quotation marks) |
| `mana_event` | says what happens when mana is produced or added, or changes how much or what |
| `grants` | gives abilities that add mana, or abilities that it doesn't spell out |
| `loses` | takes abilities away |
| `types` | sets or adds card types, supertypes or subtypes |
| `colors` | sets colours |
| `power_toughness` | sets or changes power or toughness |
| `control` | changes who controls a permanent |
| `copy` | makes something a copy |
| `names` | changes a name |
| `activation` | forbids activating abilities, or changes what that costs |
| `forbids` | says what can't be targeted, enchanted, equipped or given counters, or is exempt from that |
| `attaching` | attaches something or makes an Aura of it, even once, or says what it can be attached to |
| `could_produce` | asks what something could produce |
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from clingo.symbol import Symbol, SymbolType

DOMAINS = (
    *("adds_mana", "mana_event", "grants", "loses", "types", "colors", "power_toughness", "control", "copy"),
    *("names", "could_produce", "activation", "forbids", "attaching"),
)

_QUOTE = re.compile(r'"[^"]*"')
_HEADING = re.compile(r"^(?!(?:[IVX]+|Visit)(?:, [IVX]+)* —)(?:[A-Z][\w',!?. -]*|\d+\+) [—|] ")
_TRIGGER = re.compile(r"^(?:When|Whenever|At) ")
_NOT_BY_ITSELF = re.compile(
    r"^(?:When|Whenever|At|Visit|\[[+−-]?[\dX]+\]:|[IVX]+(?:, [IVX]+)* —|•|\d+[–—-]?\d* \|)"
)
_COST = re.compile(r"^[^.\"]*: ")
_ADDS = re.compile(r"\badds?\b[^.]*?(?:\{|\bmana\b(?! value))", re.I)
_COLOR = r"(?:white|blue|black|red|green|colorless|all colors|the chosen color|that color|color)"
_TYPE = (
    r"(?:creatures?|artifacts?|enchantments?|lands?|planeswalkers?|battles?|legendary|basic|snow|Plains|"
    r"Islands?|Swamps?|"
    r"Mountains?|Forests?|Equipment|Auras?|Vehicles?|types?|every (?:basic )?(?:land|creature) type)"
)
_BE = r"(?:is|are|isn't|aren't|'s|'re|it's|they're|becomes?)"

_MANA_EVENT = re.compile(
    r"\btapped for (?:mana|\{|two or more mana)|\btaps? [^.]*\bfor (?:mana|\{)|\bwould (?:produce|add)\b|"
    r"\bproduces? [^.]*\binstead|\bcauses? [^.]*\bto add\b|\badds? [^.]*\bmana\b[^.]*\binstead\b|"
    r"\bmana abilit(?:y|ies) [^.]*\b(?:add|instead)|\bcan't produce\b|\bonly produce\b",
    re.I,
)
_CHANGES_MANA = re.compile(
    r"\bproduces?\b[^.]*\binstead\b|\badds?\b|\bwould (?:produce|add)\b|\bcan't produce\b", re.I
)
_PATTERNS: dict[str, re.Pattern[str]] = {
    "loses": re.compile(
        r"\bloses? [^.]*\b(?:abilit|types?|defender|flying)|\bcan't have\b(?! [^.]*\bcounter)|"
        r"\blose\b[^.]*\babilities",
        re.I,
    ),
    "types": re.compile(
        rf"\b{_BE}\b(?! (?:tapped|attached|attacking|blocking|put|cast|destroyed|dealt|enchanted|"
        rf"equipped))[^.;]*\b{_TYPE}\b|"
        r"\bin addition to (?:its|their) other\b|\bis every\b|\ball creature types\b|\bare every\b|"
        r"\bisn't legendary\b|"
        r"\bhas [^.]*\b(?:creature|card|land) types of\b",
    ),
    "colors": re.compile(
        rf"\b{_BE}\b (?:[a-z]+ )?(?:each )?{_COLOR}\b|\bthe color of\b|\bcolors? of\b[^.]*\bare\b"
    ),
    "power_toughness": re.compile(
        r"\bgets? [+−-]|\bget [+−-]|\bbase power\b|\b(?:power|toughness)\b[^.]*\b(?:is|are|equal|switch)|"
        r"\bha(?:s|ve) the (?:power|toughness)\b|^\d+/\d+$|"
        r"\b(?:is|are|becomes?) [^.]*\b\d+/\d+\b|[+−-][\dX]+/[+−-][\dX]+ for each",
        re.I,
    ),
    "control": re.compile(
        r"(?:^|, )[Yy]ou control (?:enchanted|equipped|that|the)\b|"
        r"(?<!under the )(?<!you )\bcontrol of\b|\bcontrolled by\b[^.]*\binstead"
    ),
    "activation": re.compile(
        r"\bcan't be activated\b|\bcan't activate\b|\bactivate [^.]*\bonly\b|"
        r"\babilit(?:y|ies)\b[^.]*\bcosts? [^.]*\b(?:more|less)\b[^.]*\bto activate\b",
        re.I,
    ),
    "copy": re.compile(r"\bas a copy\b|\b(?:is|are|becomes?|enters?) [^.]*\bcop(?:y|ies) of\b"),
    "forbids": re.compile(
        r"\b(?:protection|hexproof|shroud)\b(?! counter)|"
        r"\bcan't enchant\b|\bcan be the targets?\b|\bdoesn't remove\b|"
        r"\bcan't be (?:the targets?|targeted|enchanted|equipped|attached)\b|"
        r"\bcan't (?:have|get) [^.]*\bcounters?\b|\bcounters can't be put\b|\bcan't choose [^.]* target\b",
        re.I,
    ),
    "names": re.compile(
        r"\bname (?:is|becomes)\b|\b(?:has|have) (?:all|no) names?\b|\bnames? of\b[^.]*\bis\b|\bis named\b"
    ),
}
_GRANT = re.compile(
    r"\b(?:has|have|gains?) (?:all|each|the|any|every|those|that|its|activated|triggered)\b[^.]*\babilit|"
    r"\b(?:has|have|gains?) [^.]*\babilities of\b|\bactivate [^.]*\babilit(?:y|ies) of [^.]*\bas though\b",
    re.I,
)
_QUOTED_GIFT = re.compile(r"\b(?:has|have|gains?|is|are)\b", re.I)
# What is said only to name objects or circumstances, not to change anything.
_ASIDES = re.compile(
    r"(?:^|(?<=[.,] ))(?:[Aa]s long as|[Ii]f|[Ww]hile|[Dd]uring|[Uu]nless|[Ff]or each|"
    r"[Ff]or as long as)\b[^,.]*,|"
    r" (?:as long as|if|unless|while|for each|where X is|equal to|except by|that's|that is|that are|"
    r"that aren't|who are|"
    r"unless)\b[^.]*"
)
_ASIDE_AMOUNTS = re.compile(r" (?:equal to|where X is)\b[^.]*")
# Keywords that by themselves say what an object is.
_KEYWORDS = {
    "devoid": ("colors",),
    "changeling": ("types",),
    "living_metal": ("types",),
    "reconfigure": ("types", "attaching"),
    "impending": ("types",),
    "station": ("types",),
    "bestow": ("types", "attaching"),
    "aura_swap": ("attaching",),
}


_ATTACHING = re.compile(
    r"\battach(?:es)?\b|\b(?:onto|to) the battlefield\b[^.]*\battached\b|\btokens?\b[^.]*\battached to\b|"
    r"(?:\bis|'s|\bbecomes?|\bas) an? [^.]*\bAura\b|\b(?:put|return)s?\b[^.]*\bAuras?\b[^.]*\bbattlefield\b|"
    r"\bunattach|\bcan be attached\b",
    re.I,
)


def attaches(text: str) -> bool:
    """Whether a text may attach something, or make an Aura of it."""
    return bool(_ATTACHING.search(_QUOTE.sub("", text)))


def touches(text: str, kind: str) -> tuple[str, ...]:
    """The domains that a line could bear on, in the order of `DOMAINS`.

    Args:
        text: the line without reminder text, `~` or a name for the object itself.
        kind: "spell" for a line of an instant or sorcery, else "permanent".
    """
    bare = _HEADING.sub("", text)
    outside = _QUOTE.sub('""', bare)
    found: set[str] = set()
    if "could produce" in text:
        found.add("could_produce")
    if _ADDS.search(outside):
        found.add("adds_mana")
    activated = bool(_COST.match(outside))
    # A trigger that neither adds mana nor replaces any leaves the mana as it is.
    changes = not _TRIGGER.match(bare) or bool(_CHANGES_MANA.search(outside))
    if changes and not activated and not bare.startswith("[") and _MANA_EVENT.search(outside):
        found.add("mana_event")
    if kind != "spell" and not activated and not _NOT_BY_ITSELF.match(bare):
        found |= _static(bare, outside)
    return tuple(domain for domain in DOMAINS if domain in found)


def _static(bare: str, outside: str) -> set[str]:
    said = _ASIDES.sub("", outside)
    found = {domain for domain, pattern in _PATTERNS.items() if pattern.search(said)}
    if re.search(r"\b(?:power|toughness)\b", _ASIDE_AMOUNTS.sub("", outside)) and " equal to " in outside:
        found.add("power_toughness")
    quoted = " ".join(_QUOTE.findall(bare))
    if _GRANT.search(said) or (
        _QUOTED_GIFT.search(said) and re.search(r"\bmana\b|\bAdd\b|\bproduce", quoted)
    ):
        found.add("grants")
    return found


def touched_by(term: Symbol, spans: Iterable[str] = ()) -> tuple[str, ...]:
    """The domains that an understood line bears on all the same: keywords that say what an object is.

    What only a span of the line says of attaching is no part of the term, and counts too.
    """
    found: set[str] = {"attaching"} if any(attaches(span) for span in spans) else set()
    _keywords(term, found)
    return tuple(domain for domain in DOMAINS if domain in found)


def _keywords(term: Symbol, found: set[str]) -> None:
    if term.type != SymbolType.Function:
        return
    if term.name == "keyword" and term.arguments and term.arguments[0].type == SymbolType.Function:
        found.update(_KEYWORDS.get(term.arguments[0].name, ()))
    elif term.name in ("static", "keywords", "worded", "leveled", "provided", ""):
        for argument in term.arguments:
            _keywords(argument, found)
