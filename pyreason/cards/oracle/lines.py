"""A line of Oracle text -> one ability term: headings, costs, triggers, sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clingo.symbol import Function, Number, String, Symbol, SymbolType

from pyreason.cards.domains import touches
from pyreason.cards.oracle.keywords import read_keywords
from pyreason.cards.oracle.lexicon import NUMERALS
from pyreason.cards.oracle.parse import Reader
from pyreason.cards.oracle.segment import Heading, commas, cost_and_effect, heading, sentences
from pyreason.cards.oracle.spans import (
    adds_nothing,
    hole,
    is_spending,
    may_be_opaque,
    may_be_unseen,
    with_holes,
)
from pyreason.cards.oracle.statements import of_itself, read_static
from pyreason.terms import words

_ALWAYS = Function("always")
_EXHAUST = Function("exhaust")
_TRIGGER = re.compile(r"^(When|Whenever|At) ")
# On an instant or sorcery: what the spell sets up, no ability of its own.
_DELAYED = re.compile(r"^When(?:ever)? [^,]*\b(?:next|this turn)\b")
_LIMIT = re.compile(r"^(Activate (only|no more)|Any player may activate)")
_OPENING_HAND = re.compile(r"^You may reveal ~ from your opening hand\b")
_COST_VERB = re.compile(
    r"^(\{|pay|sacrifice|discard|exile|remove|put|tap|untap|return|reveal|mill|exert|collect|forage|mark|"
    r"say|crew|"
    r"behold|blight|waterbend|the|an opponent|each|choose|unattach|have|waste|tear|\w+ )",
    re.I,
)


def read_line(text: str, reader: Reader, *, spell: bool) -> Symbol | None:
    """The term of a line (`~` for the object itself, no reminder text); None where it is not understood.

    `spell`: the line stands on an instant or sorcery. Spans are still strings in the term.
    """
    term = _read_line(text, reader, spell=spell)
    if term is None or "it" not in str(term):
        return term
    own = of_itself(term)
    reader.second = reader.second or own != term
    return own


def _read_line(text: str, reader: Reader, *, spell: bool) -> Symbol | None:
    keywords = read_keyword_line(text, reader)
    if keywords is not None:
        return keywords
    head = heading(text)
    if head is not None:
        return _read_headed(head, reader, spell=spell)
    parts = cost_and_effect(text)
    if parts is not None:
        return _read_activated(*parts, reader)
    if _TRIGGER.match(text) and not (spell and _DELAYED.match(text)):
        triggered = _read_triggered(text, reader)
        if triggered is not None or not spell:
            return triggered
    if spell:
        effect = read_effect(text, reader)
        return None if effect is None else Function("spell", [effect])
    return _read_static(text, reader)


def read_keyword_line(text: str, reader: Reader) -> Symbol | None:
    """The term of a line of keyword abilities; None where it says anything else."""
    keywords = read_keywords(text, reader)
    if keywords is None or len(keywords) == 1:
        return None if keywords is None else keywords[0]
    return Function("static", [Function("keywords", [Function("", keywords)])])


def _read_headed(head: Heading, reader: Reader, *, spell: bool) -> Symbol | None:
    if head.kind in ("chapter", "loyalty", "rolled", "mode", "spree"):
        inner = heading(head.rest)
        word = inner.value if inner is not None and inner.kind == "worded" else None
        text = inner.rest if inner is not None and word is not None else head.rest
        if word is not None and head.kind == "mode":
            ability = read_line(text, reader, spell=spell)
            return (
                None
                if ability is None
                else Function("provided", [Function("chosen_word", [String(word)]), ability])
            )
        effect = read_effect(text, reader)
        if effect is None:
            return None
        if head.kind == "mode":
            return Function("mode", [effect])
        if head.kind == "spree":
            cost = Function("", [Function("mana", [String(head.value)])])
            return Function("mode", [Function("costing", [cost, effect])])
        if head.kind == "loyalty":
            term = Function("loyalty", [String(head.value.replace("−", "-")), effect])
        elif head.kind == "rolled":
            term = Function("rolled", [String(head.value), effect])
        else:
            numbers = [Number(NUMERALS.index(numeral) + 1) for numeral in head.value.split(", ")]
            term = Function("chapter", [Function("", numbers), effect])
        return term if word is None else Function("worded", [String(word), term])
    ability = read_line(head.rest, reader, spell=spell)
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
        return Function("activated", [cost, effect, Function("", [*limits.arguments, _EXHAUST])])
    return Function("worded", [String(head.value), ability])


def _read_activated(cost_text: str, effect_text: str, reader: Reader) -> Symbol | None:
    cost = _read_cost(cost_text, reader)
    if cost is None:
        return None
    said = sentences(effect_text)
    limits: list[Symbol] = []
    while said and _LIMIT.match(said[-1]):
        limit = reader.read("limits", said[-1]) or reader.read("limits", hole(said[-1]))
        if limit is None or not may_be_opaque(said.pop()):
            return None
        limits[:0] = limit.arguments
    effect = _fold([_read_sentence(sentence, reader) for sentence in said], reader)
    if effect is None:
        return None
    return _with_what_the_cost_named(Function("activated", [cost, effect, Function("", limits)]))


def _read_cost(text: str, reader: Reader) -> Symbol | None:
    cost = reader.read("cost", text)
    if cost is not None:
        return cost
    pieces = text.split(", ")
    for number, piece in enumerate(pieces):
        if reader.read("cost", piece) is None:
            if "{" in piece or not _COST_VERB.match(piece) or not may_be_opaque(piece):
                return None
            pieces[number] = hole(piece)
    return reader.read("cost", ", ".join(pieces))


def _with_what_the_cost_named(ability: Symbol) -> Symbol | None:
    """`that land` in the effect means the land that the cost named: here, the one it untapped."""
    that = Function("could_produce", [Function("type"), Function("ref", [Function("that")])])
    if str(that) not in str(ability.arguments[1]):
        return ability
    named = {part.name for part in ability.arguments[0].arguments if len(part.arguments) == 2}
    if "untap" not in named:
        return None
    untapped = Function("could_produce", [Function("type"), Function("ref", [Function("untapped")])])
    return _replaced(ability, that, untapped)


def _replaced(term: Symbol, old: Symbol, new: Symbol) -> Symbol:
    if term == old:
        return new
    if term.type != SymbolType.Function or not term.arguments:
        return term
    return Function(term.name, [_replaced(argument, old, new) for argument in term.arguments])


def _read_triggered(text: str, reader: Reader) -> Symbol | None:
    places = commas(text)
    # A condition is swallowed by an event that is not understood only where there is no other way.
    for known, whole in ((True, True), (False, True), (False, False)):
        for comma in places:
            event_text, rest = text[:comma], text[comma + 2 :]
            if known:
                event = reader.read("event", event_text)
            elif (may_be_opaque(event_text) or reader.free) and not (whole and ", if " in event_text):
                event = reader.read("event", hole(event_text))
            else:
                event = None
            if event is None:
                continue
            term = _read_after_event(event, rest, reader)
            if term is not None:
                return term
    return None


def _read_after_event(event: Symbol, text: str, reader: Reader) -> Symbol | None:
    if text.startswith("if "):
        for comma in commas(text):
            condition_text = text[3:comma]
            condition = read_condition(condition_text, reader)
            if condition is not None:
                effect = read_effect(text[comma + 2 :], reader)
                if effect is not None:
                    return Function("triggered", [event, condition, effect])
        for comma in commas(text):
            effect = read_effect(text[comma + 2 :], reader)
            if effect is not None and "add/2" not in words(effect):
                return Function("triggered", [event, Function("opaque", [String(text[3:comma])]), effect])
        return None
    effect = read_effect(text, reader)
    return None if effect is None else Function("triggered", [event, _ALWAYS, effect])


def read_condition(text: str, reader: Reader) -> Symbol | None:
    """The term of a condition; `unseen(...)` where it speaks of what no board shows."""

    known = reader.read("cond", text)
    if known is not None:
        return known
    return reader.read("cond", hole(text)) if may_be_unseen(text) else None


def read_effect(text: str, reader: Reader) -> Symbol | None:
    """The term of an effect of one or more sentences; None where one of them is not understood."""
    said = sentences(text)
    items = [_read_sentence(sentence, reader) for sentence in said]
    for at, item in enumerate(items[1:], 1):
        if item is not None and item[1].name == "until" and "until(always,applies(this," in str(item[1]):
            # "It loses ..." after another sentence may be but a part of what that sentence provides for.
            items[at] = "sentence", Function("opaque", [String(said[at])])
    return _fold(items, reader)


def _read_sentence(sentence: str, reader: Reader) -> tuple[str, Symbol] | None:
    join = "sentence"
    if sentence.startswith("Then "):
        join, sentence = "sentence_then", sentence.removeprefix("Then ")
    for start in ("sentence", "swap"):
        term = reader.read(start, sentence)
        if term is not None:
            return join, term
    if is_spending(sentence):
        term = _read_spending(sentence, reader)
        return None if term is None else (join, term)
    for holed in with_holes(sentence):
        for start in ("sentence", "swap"):
            term = reader.read(start, holed)
            if term is not None and _says_more_than_spans(term):
                return join, term
    if may_be_opaque(sentence) or reader.free:
        return join, Function("opaque", [String(sentence)])
    return None


_MOVES = re.compile(
    r"attach\(|put_attached\(|put_onto_battlefield\(|copy\(|copy_for_each\(|new_targets\(|move_counters\(|"
    r"reveal_until\("
)
_SAID = re.compile(
    rf"create\(|emblem\(|add\(|choose_|could_produce|replaces\(|tapped_for_mana\(|{_MOVES.pattern}"
)


# Spans that would cut a phrase in two: a condition taken for an event, "tapped and attacking".
_NO_SPAN = re.compile(
    r"when_then\((?:opaque|unseen)\(\"(?!(?:when|whenever|at|on) )|opaque\(\"attacking\b", re.I
)


def _says_more_than_spans(term: Symbol) -> bool:
    return bool(_SAID.search(str(term))) and not _NO_SPAN.search(str(term))


def _read_spending(sentence: str, reader: Reader) -> Symbol | None:
    for comma in commas(sentence):
        start = comma + (6 if sentence.startswith(", and ", comma) else 2)
        rider = reader.read("rider", sentence[:start] + hole(sentence[start:]))
        if rider is not None:
            return Function("rider", [rider])
    uses = re.match(r"(Spend this mana only to |This mana can't be spent to )(.*)$", sentence)
    if uses:
        pieces = re.split(r"(, or |, | or )", uses[2])
        for number in range(0, len(pieces), 2):
            tried = [*pieces[:number], hole(pieces[number]), *pieces[number + 1 :]]
            rider = reader.read("rider", uses[1] + "".join(tried))
            if rider is not None and len(pieces) > 1:
                return Function("rider", [rider])
    rider = reader.read("rider", hole(sentence))
    return None if rider is None else Function("rider", [rider])


def _having_too(effect: Symbol, too: Symbol) -> Symbol | None:
    """The effect, what it creates last having more ("It has ..."); None where it creates nothing last."""
    if effect.name == "create":
        number, traits = effect.arguments
        given = Function("", [*traits.arguments, *too.arguments[0].arguments])
        return Function("create", [number, given])
    if effect.name not in ("seq", "if", "may", "repeat", "delayed", "tapped", "does", "otherwise"):
        return None
    last = _having_too(effect.arguments[-1], too)
    return None if last is None else Function(effect.name, [*effect.arguments[:-1], last])


def _fold(items: Sequence[tuple[str, Symbol] | None], reader: Reader) -> Symbol | None:
    done: list[tuple[str, Symbol]] = []
    chosen = False
    for item in items:
        if item is None:
            return None
        join, term = item
        chosen = chosen or term.name == "choose_color"
        if chosen and "chosen_color" in str(
            term
        ):  # the colour just chosen, not the one chosen for the object
            term, reader.second = _replaced(term, Function("chosen_color"), Function("that_color")), True
        if term.name == "too":
            having = _having_too(done[-1][1], term) if done and join == "sentence" else None
            if having is None:
                return None
            done[-1], reader.second = (done[-1][0], having), True
            continue
        if term.name == "instead" and len(term.arguments) == 2:
            if not done or join != "sentence" or not words(done[-1][1]) & {"add/2", "copy/1"}:
                return None
            before, old = done.pop()
            term, join = Function("instead", [*term.arguments, old]), before
        done.append((join, term))
    if not done:
        return None
    (join, effect), rest = done[-1], done[:-1]
    for before, term in reversed(rest):
        effect = Function("seq", [Function(join), term, effect])
        join = before
    return effect if join == "sentence" else None


def _read_static(text: str, reader: Reader) -> Symbol | None:
    statement = read_static(text, reader)
    if statement is not None:
        return Function("static", [statement])
    if _OPENING_HAND.match(text):
        effect = read_effect(text, reader)
        return None if effect is None else Function("static", [Function("opening_hand", [effect])])
    return None


def _of_no_mana(text: str) -> bool:
    """Whether a static ability that is given away has certainly nothing to do with mana."""
    return may_be_opaque(text) or (adds_nothing(text) and "mana" not in text and "produce" not in text)


def quoted_ability(text: str, reader: Reader) -> Symbol | None:
    """The term of an ability in quotation marks; None where it is not understood."""
    from pyreason.cards.oracle.outline import read_outline

    text = re.sub(r"(?<![\w~])'|'(?![\w])", '"', text).rstrip(",")
    term = read_line(text, reader, spell=False)
    if term is not None or touches(text, "permanent"):
        return term
    term = read_outline(text, reader, spell=False)
    if term is None and _of_no_mana(text) and cost_and_effect(text) is None and not _TRIGGER.match(text):
        return Function("static", [Function("opaque", [String(text.rstrip("."))])])
    return term
