"""Spans: the parts of a line that stay text, and the guard that keeps mana out of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from clingo.symbol import Function, Number, String, Symbol, SymbolType

from pyreason.cards.oracle import targets
from pyreason.cards.oracle.phrases import SPAN_PLACES
from pyreason.cards.oracle.segment import commas, sentences
from pyreason.terms import words

# Words that add mana, or decide what mana is added. A span that holds one is never let through.
_MANA = re.compile(
    r"\badd(s|ed|ing)?\b|\bproduc|\b(this|that|the|unspent) mana\b|\bmana pool|\bmana abilit|\bwhere X\b|"
    r"\bfor mana\b|\bmana of\b|\blose[s]? (all )?unspent",
    re.I,
)
_INSTEAD = re.compile(r"\binstead\b(?! of putting)", re.I)
_HARMLESS_INSTEAD = re.compile(r"\bwould die\b", re.I)
_ADDS = re.compile(
    r"\badd(?:s|ing)?\b[^.]*?(?:\{|\bmana\b(?! value))|\bproduces?\b|"
    r"\bmana abilit(?:y|ies) of each\b|\bwould add\b",
    re.I,
)
_SPENDING = re.compile(
    r"^(spend this mana|this mana can't be spent|you can't spend this mana|until end of (turn|"
    r"combat), (you|they) don't lose"
    r"|(when|if|whenever) (you spend (this|that) mana|(this|that) mana is spent)|"
    r"creature spells you spend this mana to cast)",
    re.I,
)
_SPEND_GUARD = re.compile(r"\badd(s|ed)?\b[^.]*(\{|\bmana\b)|\bproduc", re.I)
# What no board shows: what happened, what is random, what a player did or chose as the ability resolves.
_UNSEEN = re.compile(
    r"this turn|this way|comes up (?:heads|tails)|"
    r"\broll|\bflip|\bcoin|city's blessing|initiative|dungeon|\bcast it\b|"
    r"\bwas cast\b|bargained|"
    r"^(you|they|he or she|the player|that player) (do|does|don't|doesn't|did|win|lose)\b|"
    r"\btime\b|^the result is\b|spent to cast|\bdie\b|was a \w+ card|"
    r"it's a \w+ card|"
    r"life lost|starts with|\bcool\b|unique vowel|watermark|\bparty\b|lost life|excess damage|if able|"
    r"mana symbols?\b|"
    r"this game|as (?:it|~) entered|lost the game|"
    r"artist|was it|removed|destroyed|by the artist|no counters were|the number is (odd|even)|on a \d",
    re.I,
)
_UNSEEN_TYPE = re.compile(r"\b(circled|drafted|your guild's|your top|signed|written)\b")
_EVENT = re.compile(r"^(When|Whenever|At) ")
_HOLE = re.compile(r"^((?:then )?if )", re.I)
_AMOUNT = re.compile(r"\b(where X is |equal to |for each )([^,⟦]+?)( at the beginning of [^,]*)?$", re.I)
_CONDITION_IN_SPAN = re.compile(r"^⟦if\b", re.I)
_LEADS = (r"(?:if ⟦[^⟧]*⟧, |if [^,⟦]*, )", r"(?:if ⟦[^⟧]*⟧, )?until end of turn, ")
_JOINTS = re.compile(r", then | and |, ")


def may_be_opaque(text: str) -> bool:
    """Whether a text can stay an opaque span: it neither adds mana nor decides what mana is added."""
    text = re.sub(r"\bmana of any (type|color) can be spent\b", "", text)
    return not _MANA.search(text) and (not _INSTEAD.search(text) or bool(_HARMLESS_INSTEAD.search(text)))


def adds_nothing(text: str) -> bool:
    """Whether a whole effect neither adds mana nor changes what is produced (what it makes others do, in
    quotation marks, aside)."""
    return not _ADDS.search(re.sub(r'"[^"]*"', "", text))


def may_be_unseen(text: str) -> bool:
    """Whether a condition or an amount speaks of what no board shows."""
    return bool(_UNSEEN.search(text)) and not re.search(
        r"\bproduc|\badds?\b|\bat the beginning\b|\binstead\b|\bwhenever\b|\bend of turn\b", text, re.I
    )


def is_spending(text: str) -> bool:
    """Whether a sentence only says how the mana just added may be spent or how long it lasts."""
    return bool(_SPENDING.match(text)) and not _SPEND_GUARD.search(text)


def hole(text: str) -> str:
    """The text as a span in a phrase to be read."""
    return f"⟦{text}⟧"


def with_holes(sentence: str) -> Iterator[str]:
    """The sentence with parts of it made spans that may be spans, the fewest and smallest first."""
    bases = [sentence]
    lead = _HOLE.match(sentence)
    if lead:
        for comma in commas(sentence):
            condition = sentence[lead.end() : comma]
            if comma > lead.end() and may_be_unseen(condition):
                bases.append(f"{lead[1]}{hole(condition)}{sentence[comma:]}")
    yield from bases[1:]
    trailing = re.search(r"^[^⟦]* if (?!able\b)([^,⟦]+)$", sentence)
    if trailing and not lead and may_be_unseen(trailing[1]):
        yield sentence[: trailing.start(1)] + hole(trailing[1])
    if _EVENT.match(sentence):
        for comma in commas(sentence):
            if may_be_opaque(sentence[:comma]):
                bases.append(hole(sentence[:comma]) + sentence[comma:])
                yield bases[-1]
    unless = re.search(r" unless (any player|they|that player|an opponent) .*$", sentence)
    if unless and may_be_opaque(unless[0]):
        yield sentence[: unless.start()] + " unless " + hole(unless[0].removeprefix(" unless "))
    kind = re.search(r"(?:(?<=mana of )|(?<=combination of ))[^,⟦.]+$", sentence)
    if kind and _UNSEEN_TYPE.search(kind[0]):
        yield sentence[: kind.start()] + hole(kind[0])
    for base in list(bases):
        amount = _AMOUNT.search(base)
        if amount and may_be_unseen(amount[2]):
            bases.append(base[: amount.start(2)] + hole(amount[2]) + (amount[3] or ""))
            yield bases[-1]
    beside = [holed for base in bases for holed in _beside(base)]
    # A condition is no part of the span beside it, as long as it can be told apart.
    yield from (holed for holed in beside if not _CONDITION_IN_SPAN.match(holed))
    yield from (holed for holed in beside if _CONDITION_IN_SPAN.match(holed))


def _beside(sentence: str) -> Iterator[str]:
    leads = [re.match(pattern, sentence, re.I) for pattern in _LEADS]
    starts = [0, *(lead.end() for lead in leads if lead)]
    for joint in _JOINTS.finditer(sentence):
        left_open = sentence.rfind("⟦", 0, joint.start())
        if left_open > sentence.rfind("⟧", 0, joint.start()):
            continue
        right = sentence[joint.end() :]
        if "⟦" not in right and may_be_opaque(right):
            yield sentence[: joint.end()] + hole(right)
        for start in starts:
            left = sentence[start : joint.start()]
            if left and "⟦" not in left and may_be_opaque(left):
                yield sentence[:start] + hole(left) + sentence[joint.start() :]


def number_spans(term: Symbol, text: str) -> tuple[Symbol, tuple[str, ...]]:
    """The term with its spans' texts replaced by numbers, in the order in which they stand in `text`."""
    found: list[str] = []
    _collect(term, found)
    folded = text.casefold()
    spans = tuple(sorted(dict.fromkeys(found), key=lambda span: (folded.find(span.casefold()), span)))
    places = {span: text[: max(0, folded.find(span.casefold()))] for span in spans}
    return _numbered(term, spans, places), spans


def _collect(term: Symbol, found: list[str]) -> None:
    if term.type != SymbolType.Function:
        return
    place = SPAN_PLACES.get(term.name)
    if place is not None and len(term.arguments) == place + 1:
        last = term.arguments[place]
        if last.type == SymbolType.String:
            found.append(last.string)
    for argument in term.arguments:
        _collect(argument, found)


def _numbered(term: Symbol, spans: tuple[str, ...], places: Mapping[str, str]) -> Symbol:
    if term.type != SymbolType.Function or not term.arguments:
        return term
    arguments = [_numbered(argument, spans, places) for argument in term.arguments]
    place = SPAN_PLACES.get(term.name)
    if place is not None and len(arguments) == place + 1 and arguments[place].type == SymbolType.String:
        text = arguments[place].string
        arguments[place] = Number(spans.index(text) + 1)
        marks = marks_of(text, places[text]) if term.name == "opaque" else ()
        if marks:
            arguments.append(Function("", marks))
    return Function(term.name, arguments)


_LIBRARY = re.compile(
    r"\bdraws?\b|\bmills?\b|\b(put|puts|exile|exiles|shuffle|shuffles|return|search)\b.*\blibrar", re.I
)
_DEFINES_X = re.compile(r"\bwhere X is\b|(?:^|, )X is the\b", re.I)
_LATER = re.compile(r"^when|\bat the beginning\b|\buntil end of turn, (?:when|if)", re.I)


def marks_of(text: str, before: str = "") -> tuple[Symbol, ...]:
    """What the law asks of a span: its targets (`targets.marks`), and its other marks.

    What only a delayed or reflexive trigger does is not what the ability itself does. `before` is what stands
    before the span in its line.
    """
    said = [s for s in sentences(re.sub(r'"[^"]*"', "", text)) if not _LATER.search(s)]
    asked = (("library", _LIBRARY), ("defines_x", _DEFINES_X))
    found = [Function(mark) for mark, wording in asked if any(wording.search(s) for s in said)]
    wanted = targets.marks(text, before)
    if _exchanges(said, wanted):
        found.append(Function("exchange"))
    return (*wanted, *found)


_EXCHANGE = re.compile(
    r"^(?:you may )?exchange control of (?:two (?:other )?target |target .* and (?:another )?target )"
    r"(?!.*(?:, | and | or )(?:then|you|it|they)\b)[^.;]*$",
    re.I,
)


def _exchanges(said: Sequence[str], wanted: Sequence[Symbol]) -> bool:
    """Whether all that the sentences change is that two targets change places with their controllers."""
    from pyreason.cards.oracle.outline import is_beside_the_point  # builds on spans

    if not said or not _EXCHANGE.match(said[0].removesuffix(".")):
        return False
    permanents = [
        mark for mark in wanted if mark.name == "slot" and not words(mark) & {"spell/0", "ability/0"}
    ]
    two = [mark.arguments[:2] for mark in permanents]
    whole = len(two) == len(wanted) and two in ([[Number(2)] * 2], [[Number(1)] * 2] * 2)
    return whole and all(map(is_beside_the_point, said[1:]))


def opaque(text: str) -> Symbol:
    """The term of an opaque span, its text still in it."""
    return Function("opaque", [String(text)])
