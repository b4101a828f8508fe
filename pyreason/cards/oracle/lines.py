"""A line of Oracle text <-> one ability term: headings, costs, triggers, sentences; both ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from clingo.symbol import Function, Number, String, Symbol, SymbolType

from pyreason.cards.oracle.keywords import read_keywords, write_keyword, write_keywords
from pyreason.cards.oracle.parse import Reader
from pyreason.cards.oracle.render import Unwritable, capital, phrase
from pyreason.cards.oracle.segment import Heading, commas, cost_and_effect, heading, sentences
from pyreason.cards.oracle.spans import hole, is_spending, may_be_opaque, with_holes

_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10}
_NUMERAL = {number: numeral for numeral, number in _ROMAN.items()}
_ALWAYS = Function("always")
_EXHAUST = Function("exhaust")
_MAX_SPEED = Function("max_speed")
_TRIGGER = re.compile(r"^(When|Whenever|At) ")
_LIMIT = re.compile(r"^(Activate (only|no more)|Any player may activate)")
_OPENING_HAND = re.compile(r"^You may reveal ~ from your opening hand\b")
_COST_VERB = re.compile(
    r"^(\{|pay|sacrifice|discard|exile|remove|put|tap|untap|return|reveal|mill|exert|collect|forage|mark|"
    r"say|crew|"
    r"behold|blight|waterbend|the|an opponent|each|choose|unattach|have|waste|tear|\w+ )",
    re.I,
)


# ---------------------------------------------------------------- reading


def read_line(text: str, reader: Reader, *, spell: bool) -> Symbol | None:
    """The term of a line (`~` for the object itself, no reminder text); None where it is not understood.

    `spell`: the line stands on an instant or sorcery. Spans are still strings in the term.
    """
    keywords = read_keyword_line(text, reader)
    if keywords is not None:
        return keywords
    head = heading(text)
    if head is not None:
        return _read_headed(head, reader, spell=spell)
    parts = cost_and_effect(text)
    if parts is not None:
        return _read_activated(*parts, reader)
    if _TRIGGER.match(text):
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
    if head.kind in ("chapter", "loyalty", "rolled", "mode"):
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
        if head.kind == "loyalty":
            term = Function("loyalty", [String(head.value.replace("−", "-")), effect])
        elif head.kind == "rolled":
            term = Function("rolled", [String(head.value), effect])
        else:
            numbers = [Number(_ROMAN[numeral]) for numeral in head.value.split(", ")]
            term = Function("chapter", [Function("", numbers), effect])
        return term if word is None else Function("worded", [String(word), term])
    ability = read_line(head.rest, reader, spell=spell)
    if ability is None:
        return None
    if head.kind == "station":
        counters = [Function("this"), String("charge"), Number(int(head.value))]
        return Function("provided", [Function("has_counters", counters), ability])
    if head.kind == "max_speed":
        return Function("provided", [_MAX_SPEED, ability])
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
    for known in (True, False):
        for comma in places:
            event_text, rest = text[:comma], text[comma + 2 :]
            if known:
                event = reader.read("event", event_text)
            elif may_be_opaque(event_text):
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
        return None
    effect = read_effect(text, reader)
    return None if effect is None else Function("triggered", [event, _ALWAYS, effect])


def read_condition(text: str, reader: Reader) -> Symbol | None:
    """The term of a condition; `unseen(...)` where it speaks of what no board shows."""
    from pyreason.cards.oracle.spans import may_be_unseen

    known = reader.read("cond", text)
    if known is not None:
        return known
    return reader.read("cond", hole(text)) if may_be_unseen(text) else None


def read_effect(text: str, reader: Reader) -> Symbol | None:
    """The term of an effect of one or more sentences; None where one of them is not understood."""
    return _fold([_read_sentence(sentence, reader) for sentence in sentences(text)], reader)


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
    if may_be_opaque(sentence):
        return join, Function("opaque", [String(sentence)])
    return None


def _says_more_than_spans(term: Symbol) -> bool:
    return any(name in str(term) for name in ("add(", "choose_", "could_produce"))


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
        if term.name == "instead" and len(term.arguments) == 2:
            if not done or join != "sentence" or "add(" not in str(done[-1][1]):
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
    text = text.rstrip(".")
    statement = reader.read("static", text)
    if statement is not None:
        return Function("static", [statement])
    if _OPENING_HAND.match(text):
        effect = read_effect(text, reader)
        return None if effect is None else Function("static", [Function("opening_hand", [effect])])
    return None


def quoted_ability(text: str, reader: Reader) -> Symbol | None:
    """The term of an ability in quotation marks; None where it is not understood."""
    text = re.sub(r"(?<![\w])'|'(?![\w])", '"', text).rstrip(",")
    return read_line(text, reader, spell=False)


# ---------------------------------------------------------------- writing


def write_line(term: Symbol) -> str:
    """The Oracle wording of an ability term whose spans are texts; raises Unwritable where there is none."""
    writer = _WRITERS.get(term.name)
    if writer is None or not term.arguments:
        raise Unwritable(str(term))
    return writer(term)


def write_effect(effect: Symbol) -> list[str]:
    """The sentences of an effect, without capitals and full stops."""
    if effect.name == "seq" and effect.arguments[0].name in ("sentence", "sentence_then"):
        join, first, rest = effect.arguments
        following = write_effect(rest)
        if join.name == "sentence_then":
            following[0] = "then " + following[0]
        return [*write_effect(first), *following]
    if effect.name == "instead" and effect.arguments[2].name != "line_before":
        condition, new, old = effect.arguments
        return [*write_effect(old), phrase("swap", Function("instead", [condition, new]))]
    return [phrase("sentence", effect)]


def _text(said: Sequence[str], *, first_capital: bool = True) -> str:
    return " ".join((capital(s) if number or first_capital else s) + "." for number, s in enumerate(said))


def _write_activated(term: Symbol) -> str:
    cost, effect, limits = term.arguments
    said = write_effect(effect)
    others = [limit for limit in limits.arguments if limit != _EXHAUST]
    if others:
        try:
            said.append(phrase("limits", Function("", others)))
        except Unwritable:
            said += [phrase("limits", Function("", [limit])) for limit in others]
    head = "Exhaust — " if _EXHAUST in limits.arguments else ""
    costs = ", ".join(capital(phrase("cost", Function("", [part]))) for part in cost.arguments)
    return f"{head}{costs}: {_text(said)}"


def _write_triggered(term: Symbol) -> str:
    event, condition, effect = term.arguments
    provided = "" if condition == _ALWAYS else f"if {phrase('cond', condition)}, "
    return f"{capital(phrase('event', event))}, {provided}{_text(write_effect(effect), first_capital=False)}"


def _write_provided(term: Symbol) -> str:
    condition, ability = term.arguments
    if condition == _MAX_SPEED:
        head = "Max speed — "
    elif condition.name == "chosen_word":
        head = f"• {condition.arguments[0].string} — "
    elif condition.name == "has_counters":
        head = f"{condition.arguments[2].number}+ | "
    else:
        raise Unwritable(str(term))
    return head + write_line(ability)


def _write_worded(term: Symbol) -> str:
    word, ability = term.arguments
    text = write_line(ability)
    marks = {"chapter": " — ", "loyalty": ": "}
    if ability.name in marks:
        head, rest = text.split(marks[ability.name], 1)
        return f"{head}{marks[ability.name]}{word.string} — {rest}"
    return f"{word.string} — {text}"


def _write_static(term: Symbol) -> str:
    statement = term.arguments[0]
    if statement.name == "keywords":
        return write_keywords(tuple(statement.arguments[0].arguments))
    if statement.name == "opening_hand":
        return _headed("", statement.arguments[0])
    return capital(phrase("static", statement)) + ("" if statement.name == "grants" else ".")


def _headed(head: str, effect: Symbol) -> str:
    return head + _text(write_effect(effect))


def write_quoted(term: Symbol) -> str | None:
    """An ability in quotation marks; None where it can't be written."""
    try:
        return '"' + write_line(term).replace('"', "'") + '"'
    except Unwritable:
        return None


_WRITERS: dict[str, Callable[[Symbol], str]] = {
    "activated": _write_activated,
    "triggered": _write_triggered,
    "provided": _write_provided,
    "worded": _write_worded,
    "static": _write_static,
    "keyword": lambda term: capital(write_keyword(term)),
    "spell": lambda term: _headed("", term.arguments[0]),
    "mode": lambda term: _headed("• ", term.arguments[0]),
    "loyalty": lambda term: _headed(f"[{term.arguments[0].string}]: ", term.arguments[1]),
    "rolled": lambda term: _headed(f"{term.arguments[0].string} ", term.arguments[1]),
    "leveled": lambda term: write_line(term.arguments[2]),
    "chapter": lambda term: _headed(
        ", ".join(_NUMERAL[n.number] for n in term.arguments[0].arguments) + " — ", term.arguments[1]
    ),
}
