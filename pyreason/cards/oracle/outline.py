"""An ability in outline: cost, limits, event and condition as far as they are known, its effect a span.

So that every activated and triggered ability is a term, whatever it does, and every line of an instant or
sorcery (`spell_lines.py`). None of these adds mana or decides what mana is added: where an effect does, the
line is not understood (`spans.adds_nothing`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from clingo.symbol import Function, Number, String, Symbol

from pyreason.cards.oracle.lexicon import NUMERALS
from pyreason.cards.oracle.parse import Reader
from pyreason.cards.oracle.phrases import phrase
from pyreason.cards.oracle.segment import (
    KEYWORD_HEADING,
    Heading,
    commas,
    cost_and_effect,
    heading,
    plain,
    sentences,
)
from pyreason.cards.oracle.spans import adds_nothing, hole, may_be_opaque, opaque
from pyreason.cards.oracle.spell_lines import spell_line, spell_part

_ALWAYS = Function("always")
_THAT = Function("that")
_TARGETS = re.compile(r"\btargets?\b", re.I)
_TRIGGER = re.compile(r"^(When|Whenever|At) ")
_LIMIT = re.compile(
    r"^(Activate (only|no more)|Any player may activate|Only .* may activate|This ability costs)"
)
_COST = re.compile(r"^(?:\{|[A-Z~])")
_LISTED = re.compile(r"(?:(?:[^\s,]+ ){0,4}[^\s,]+, )?(?:and/or|or|and) ")
_OF_THE_CARD = re.compile(r"~|\bthis spell\b")
_LATER = re.compile(r"this turn|\bnext\b|\bwould\b")
_LONGEST_WORD = 6
_ENTERS = re.compile(
    r"^~ enters (tapped(?: unless [^.\"]*)?(?: with [^.\"]*)?|with [^.\"]* counters? on it|"
    r"tapped\. As it enters, choose [^.\"]*)$"
)
_AS_ENTERS = re.compile(
    r"^As ~ enters, (choose [^.\"]*|you may (?:pay|reveal) [^.\"]*\. If you don't, (?:it|~) enters tapped)$"
)
_WITHOUT_BEARING = {
    "Players may spend mana as though it were mana of any color": "spend_as_any_color",
    "You may choose not to untap ~ during your untap step": "may_stay_tapped",
}
# What a sentence beside a lasting effect must not say: it could be a part of that effect.
_LASTING = re.compile(
    r"\b(?:gets|gains|loses|becomes|has base|[Cc]hange the text|[Gg]ain control of target)\b"
)
_CHANGES = re.compile(
    r"\b(?:gains?|has|have|gets?|becomes?|loses?|is|are|isn't|aren't|it's|cop(?:y|ies)|control|instead|exchange|"
    r"switch|change|don't|otherwise|perpetually|name|types?|colors?)\b",
    re.I,
)
_HARMLESS = re.compile(
    r"\bgains? (?:\d+|X) life\b|\bloses? (?:\d+|X) life\b|\byou (?:do|control)\b|can't be blocked", re.I
)
_ITS_TARGET = re.compile(r"^(?:Untap|Tap|Put [^,]* counters? on) target [^,]*$")
_WITHOUT_HOLES = str.maketrans("", "", "⟦⟧")
_AGAIN = re.compile(r"^(?:Untap|Tap) (?:it|that \w+)$")
_STILL = "It's still a land"


def read_outline(text: str, reader: Reader, *, spell: bool) -> Symbol | None:
    """The term of an activated, triggered, loyalty or chapter ability; None where the line is none of these.

    `spell`: the line stands on an instant or sorcery, whose own lines can begin like a triggered ability.
    """
    word = KEYWORD_HEADING.match(text)
    if word is not None:
        ability = _ability(word[2], reader, spell=spell)
        if ability is None or ability.name != "activated":
            return None
        cost, effect, limits = ability.arguments
        keyword = Function("keyword", [Function(word[1].lower().replace("-", "_"))])
        return Function("activated", [cost, effect, Function("", [*limits.arguments, keyword])])
    head = heading(text)
    if head is not None:
        return _headed(head, reader, spell=spell)
    whole = _ability(text, reader, spell=spell)
    if whole is not None:
        return whole
    if spell:
        lasting = _lasting(text, reader)
        return spell_line(text, reader) if lasting is None else Function("spell", [lasting])
    return _entering(text.removesuffix("."))


def _headed(head: Heading, reader: Reader, *, spell: bool) -> Symbol | None:
    if head.kind in ("chapter", "loyalty"):
        inner = heading(head.rest)
        word = inner.value if inner is not None and inner.kind == "worded" else None
        effect = _effect(inner.rest if inner is not None and word is not None else head.rest, reader)
        if effect is None:
            return None
        if head.kind == "loyalty":
            term = Function("loyalty", [String(head.value.replace("−", "-")), effect])
        else:
            numbers = [Number(NUMERALS.index(numeral) + 1) for numeral in head.value.split(", ")]
            term = Function("chapter", [Function("", numbers), effect])
        return term if word is None else Function("worded", [worded(word), term])
    if head.kind in ("mode", "rolled", "spree"):
        return spell_part(head) if spell else None
    ability = read_outline(head.rest, reader, spell=spell)
    if ability is None:
        return None
    if head.kind == "station":
        counters = [Function("this"), String("charge"), Number(int(head.value))]
        return Function("provided", [Function("has_counters", counters), ability])
    if head.kind in ("sticker", "circled"):
        return Function("provided", [Function(head.kind, [String(head.value)]), ability])
    if head.kind in ("max_speed", "solved"):
        return Function("provided", [Function(head.kind), ability])
    if head.kind == "exhaust":
        if ability.name != "activated":
            return None
        cost, effect, limits = ability.arguments
        return Function("activated", [cost, effect, Function("", [*limits.arguments, Function("exhaust")])])
    return Function("worded", [worded(head.value), ability])


def worded(word: str) -> Symbol:
    """The first argument of `worded(...)`: the word, or a span where it is as long as a sentence."""
    return String(word) if len(word.split()) <= _LONGEST_WORD else opaque(word)


def _ability(text: str, reader: Reader, *, spell: bool) -> Symbol | None:
    parts = cost_and_effect(text)
    if parts is not None:
        return _activated(*parts, reader)
    if _TRIGGER.match(text):
        return _triggered(text, reader, spell=spell)
    return None


def _entering(text: str) -> Symbol | None:
    """What is said of how the object enters, and of spending: it has no bearing on what is there now."""
    if text in _WITHOUT_BEARING:
        return Function("static", [Function(_WITHOUT_BEARING[text])])
    for name, pattern in (("enters", _ENTERS), ("as_enters", _AS_ENTERS)):
        found = pattern.match(text)
        if found is not None:
            return Function("static", [Function(name, [opaque(found[1])])])
    return None


def _lasting(text: str, reader: Reader) -> Symbol | None:
    """An effect of which a part changes its target for some time; None where that is not all known."""
    if not _LASTING.search(text) or not adds_nothing(text):
        return None
    said = sentences(text)
    while _STILL in said[1:]:
        at = said.index(_STILL, 1)
        said[at - 1 : at + 1] = [f"{said[at - 1]}. {_STILL}"]
    parts: list[Symbol] = []
    for at, sentence in enumerate(said):
        part = None
        if _LASTING.search(sentence):
            part = _read("lasting", sentence, reader) or _read("lasting", _with_its_end(sentence), reader)
        if part is None and not is_beside_the_point(sentence):
            return None
        if part is not None and part.arguments[0] == _THAT and not _names(said[:at], parts):
            return None
        parts.append(part or opaque(sentence))
    known = [part for part in parts if part.name == "targeting"]
    if not known or sum(len(_TARGETS.findall(sentence)) for sentence in said) > 1:
        return None
    effect = parts[-1]
    for part in reversed(parts[:-1]):
        effect = Function("seq", [Function("sentence"), part, effect])
    return effect


def is_beside_the_point(text: str) -> bool:
    """Whether a sentence beside a lasting effect is certainly no part of it."""
    return not _CHANGES.search(_HARMLESS.sub("", text)) and adds_nothing(text)


def _names(said: Sequence[str], parts: Sequence[Symbol]) -> bool:
    """Whether "it" in the next sentence is the target of those before."""
    if not parts:
        return False
    again = len(parts) > 1 and _AGAIN.match(said[-1]) is not None and parts[-2].name == "targeting"
    return parts[-1].name == "targeting" or again or bool(_ITS_TARGET.match(said[-1]))


def _with_its_end(sentence: str) -> str:
    """The sentence, a span in place of what it says after "for as long as"."""
    said, mark, end = sentence.partition(" for as long as ")
    return f"{said}{mark}{hole(end)}" if mark and may_be_opaque(end) else sentence


def _effect(text: str, reader: Reader) -> Symbol | None:
    lasting = _lasting(text, reader) if text else None
    if lasting is not None:
        return lasting
    return opaque(text.removesuffix(".")) if text and adds_nothing(text) else None


def _activated(cost_text: str, effect_text: str, reader: Reader) -> Symbol | None:
    cost = _cost(cost_text, reader)
    said = sentences(effect_text)
    first = next((n for n, sentence in enumerate(said) if _LIMIT.match(sentence)), len(said))
    limits: list[Symbol] = []
    for sentence in said[first:]:
        limit = reader.read("limits", sentence)
        limits += [opaque(sentence)] if limit is None else limit.arguments
    kept = effect_text[: effect_text.index(said[first])] if first < len(said) else effect_text
    effect = _effect(kept.strip(), reader)
    if cost is None or effect is None:
        return None
    return Function("activated", [cost, effect, Function("", limits)])


def _cost(text: str, reader: Reader) -> Symbol | None:
    if not _COST.match(text):
        return None
    cost = reader.read("cost", text)
    if cost is not None:
        return cost
    pieces = text.split(", ")
    for number, piece in enumerate(pieces):
        if reader.read("cost", piece) is None:
            if "{T}" in piece or "{Q}" in piece:
                return None
            pieces[number] = hole(piece)
    return reader.read("cost", ", ".join(pieces))


def _triggered(text: str, reader: Reader, *, spell: bool) -> Symbol | None:
    parts = _event(text, reader)
    if parts is None:
        return None
    event, said, rest = parts
    if spell and (not _OF_THE_CARD.search(text) or _LATER.search(said)):
        return None
    condition = _ALWAYS
    if rest.startswith("if "):
        found = _condition(rest, reader)
        if found is None:
            return None
        condition, rest = found
    effect = _effect(rest, reader)
    return None if effect is None else Function("triggered", [event, condition, effect])


def _event(text: str, reader: Reader) -> tuple[Symbol, str, str] | None:
    places = _ends(text)
    for comma in places:
        event = _read("event", text[:comma], reader)
        if event is not None:
            return event, text[:comma], text[comma + 2 :]
    if not places:
        return None
    return opaque(text[: places[0]]), text[: places[0]], text[places[0] + 2 :]


def _read(start: str, text: str, reader: Reader) -> Symbol | None:
    """What is read, where it says the same when written: else a span will do."""
    attempt = Reader()
    term = attempt.read(start, text)
    if term is None:
        return None
    bare, written = text.translate(_WITHOUT_HOLES), phrase(start, term)
    if plain(written) != plain(bare) and Reader(free=reader.free).read(start, written) != term:
        return None
    reader.second = reader.second or attempt.second
    return term


def _condition(text: str, reader: Reader) -> tuple[Symbol, str] | None:
    places = _ends(text)
    for comma in places:
        condition = _read("cond", text[3:comma], reader)
        if condition is not None:
            return condition, text[comma + 2 :]
    return (opaque(text[3 : places[0]]), text[places[0] + 2 :]) if places else None


def _ends(text: str) -> list[int]:
    """The commas of the first sentence that may end an event or a condition: those of no list."""
    last = len(sentences(text)[0])
    places = [comma for comma in commas(text) if comma < last]
    return [comma for comma in places if not _LISTED.match(text, comma + 2)] or places[:1]
