"""Lines of instants and sorceries in outline: what the spell does, its modes, what is said of casting it.

Their text stays a span; what the law asks of it are its marks: its targets (CR 115.1a), and `changes`, where
it may change what objects are in a way that is not understood.
"""

from __future__ import annotations

import re

from clingo.symbol import Function, Number, String, Symbol, SymbolType

from pyreason.cards.oracle.lexicon import KEYWORDS, NUMBER_OF, WITH_COST, WITH_NUMBER
from pyreason.cards.oracle.parse import Reader
from pyreason.cards.oracle.segment import Heading
from pyreason.cards.oracle.spans import adds_nothing, opaque

_ANY = Function("any")
_COUNTS: dict[str, tuple[Symbol, Symbol]] = {
    **{word: (Number(n), Number(n)) for word, n in NUMBER_OF.items() if n},
    **{f"up to {word}": (Number(0), Number(n)) for word, n in NUMBER_OF.items() if n},
    "one or both": (Number(1), Number(2)),
    "one or more": (Number(1), _ANY),
    "any number": (Number(0), _ANY),
    "X": (Function("x"), Function("x")),
}
"""How many modes a spell's header lets its controller choose (CR 700.2)."""
_HEADER = re.compile(r"^Choose ([\w ]+?) ?—$")
_AGAIN = re.compile(r"^Choose ([\w ]+)\. You may choose the same mode more than once\.?$")
_MORE = re.compile(
    r"^Choose one\. If ([^.]*), (you may )?choose (both|two|any number|one or more) instead\.?$"
)
_MORE_MODES = {
    (False, "both"): (Number(2), Number(2)), (True, "both"): (Number(1), Number(2)),
    (False, "two"): (Number(2), Number(2)), (True, "two"): (Number(1), Number(2)),
    (False, "any number"): (Number(0), _ANY), (False, "one or more"): (Number(1), _ANY),
}  # fmt: skip
_CASTING = re.compile(
    r"^(?:~|[Tt]his spell) (?:costs|can't be (?:countered|copied)|has flash)\b|"
    r"^As an additional cost to cast ~|^Cast ~ only\b|^Spend only\b|^You may cast ~|"
    r"\brather than pay ~'s mana cost\b|\byou may cast ~ without paying its mana cost\b"
)
# A keyword ability with a cost or number: where the keyword line was not understood, it is no instruction.
_KEYWORD = re.compile(
    rf"^(?:{'|'.join(sorted(map(re.escape, KEYWORDS | WITH_COST | WITH_NUMBER)))})\b ?(?:[—{{\d]|instant\b)",
    re.I,
)


def spell_line(text: str, reader: Reader) -> Symbol | None:
    """The term of a line that is no keyword and no ability of another kind; None where it adds mana."""
    if not adds_nothing(text) or _KEYWORD.match(text):
        return None
    if _CASTING.search(text):
        return Function("static", [Function("casting", [opaque(text.removesuffix("."))])])
    return Function("spell", [_modes(text, reader) or opaque(text.removesuffix("."))])


def spell_part(head: Heading) -> Symbol | None:
    """The term of a mode or of a row of a die table; None where it adds mana."""
    if not adds_nothing(head.rest):
        return None
    effect = opaque(head.rest.removesuffix("."))
    if head.kind == "rolled":
        return Function("rolled", [String(head.value), effect])
    if head.kind == "spree":
        effect = Function("costing", [Function("", [Function("mana", [String(head.value)])]), effect])
    return Function("mode", [effect])


def _modes(text: str, reader: Reader) -> Symbol | None:
    """How many modes are chosen, where the line says that and nothing else."""
    for pattern, name in ((_HEADER, "choose_modes"), (_AGAIN, "choose_modes_again")):
        found = pattern.match(text)
        if found is not None and found[1] in _COUNTS:
            return Function(name, _COUNTS[found[1]])
    more = _MORE.match(text)
    if more is None or (bool(more[2]), more[3]) not in _MORE_MODES:
        return None
    reader.second = True  # "both" and "two" are the same number
    new = Function("choose_modes", _MORE_MODES[bool(more[2]), more[3]])
    return Function("instead", [opaque(more[1]), new, Function("choose_modes", _COUNTS["one"])])


def write_modes(effect: Symbol) -> str | None:
    """The wording of what `_modes` reads; None for any other effect."""
    if effect.name in ("choose_modes", "choose_modes_again"):
        count = next(word for word, numbers in _COUNTS.items() if list(numbers) == list(effect.arguments))
        again = ". You may choose the same mode more than once."
        return f"Choose {count}" + (" —" if effect.name == "choose_modes" else again)
    if effect.name != "instead" or effect.arguments[2].name != "choose_modes":
        return None
    condition, new, _ = effect.arguments
    may, count = next(key for key, numbers in _MORE_MODES.items() if list(numbers) == list(new.arguments))
    said = condition.arguments[0]
    text = said.string if said.type is SymbolType.String else "…"
    return f"Choose one. If {text}, {'you may ' if may else ''}choose {count} instead."
