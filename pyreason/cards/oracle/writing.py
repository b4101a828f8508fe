"""An ability term -> a line of Oracle text: headings, costs, triggers, sentences. Needs no parser."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress

from clingo.symbol import Function, Symbol, SymbolType

from pyreason.cards.oracle.lexicon import NUMERALS, QUALIFIED
from pyreason.cards.oracle.phrases import Unwritable, capital, mentions, phrase, put_spans, write_lexical

_ALWAYS = Function("always")
_EXHAUST = Function("exhaust")
_MAX_SPEED = Function("max_speed")
_SOLVED = Function("solved")


def render(term: Symbol, opaque: Sequence[str] = (), self_name: str = "this permanent") -> str:
    """The Oracle wording of an ability term.

    Args:
        term: an ability term (docs/terms.md).
        opaque: the texts of its spans, where they are at hand; the others are written "…".
        self_name: what the object calls itself.

    Raises:
        ValueError: the term is no ability term.
    """
    if term.type == SymbolType.Function and term.name == "intrinsic":
        symbols = [f"{{{kind.name.upper()}}}" for kind in term.arguments[0].arguments]
        listed = (
            symbols[0]
            if len(symbols) == 1
            else " or ".join(symbols)
            if len(symbols) == 2
            else (", ".join(symbols[:-1]) + ", or " + symbols[-1])
        )
        return f"({{T}}: Add {listed}.)"
    try:
        text = write_line(put_spans(term, opaque))
    except Unwritable as unwritable:
        raise ValueError(f"no wording for {unwritable}") from None
    text = re.sub(r"(^|\. |: |— |\")~", lambda m: m[1] + self_name[:1].upper() + self_name[1:], text)
    return text.replace("~", self_name)


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
    if effect.name == "table":  # its rows stand in the lines below
        return write_effect(effect.arguments[0])
    if effect.name == "instead" and effect.arguments[2].name != "line_before":
        condition, new, old = effect.arguments
        return [*write_effect(old), phrase("swap", Function("instead", [condition, new]))]
    return [phrase("lasting" if effect.name == "targeting" else "sentence", effect)]


def _text(said: Sequence[str], *, first_capital: bool = True) -> str:
    whole = [capital(s) if number or first_capital else s for number, s in enumerate(said)]
    return " ".join(s if s.endswith(('."', ".'")) else f"{s}." for s in whole)


def _write_activated(term: Symbol) -> str:
    cost, effect, limits = term.arguments
    if effect.name == "class_level":
        return f"{cost.arguments[0].arguments[0].string}: Level {effect.arguments[0].number}"
    said = write_effect(effect)
    others = [limit for limit in limits.arguments if limit != _EXHAUST and limit.name != "keyword"]
    if others:
        try:
            said.append(phrase("limits", Function("", others)))
        except Unwritable:
            said += [phrase("limits", Function("", [limit])) for limit in others]
    head = "Exhaust — " if _EXHAUST in limits.arguments else ""
    for limit in limits.arguments:
        if limit.name == "keyword":
            head += f"{capital(limit.arguments[0].name.replace('_', '-'))} — "
    costs = ", ".join(capital(phrase("cost", Function("", [part]))) for part in cost.arguments)
    return f"{head}{costs}: {_text(said)}"


def _write_triggered(term: Symbol) -> str:
    event, condition, effect = term.arguments
    kind = "sentence" if condition.name == "opaque" else "cond"
    provided = "" if condition == _ALWAYS else f"if {phrase(kind, condition)}, "
    return f"{capital(phrase('event', event))}, {provided}{_text(write_effect(effect), first_capital=False)}"


def _write_provided(term: Symbol) -> str:
    condition, ability = term.arguments
    if condition in (_MAX_SPEED, _SOLVED):
        head = f"{capital(condition.name.replace('_', ' '))} — "
    elif condition.name == "sticker":
        head = f"{condition.arguments[0].string} — "
    elif condition.name == "circled":
        head = f"{condition.arguments[0].string} → "
    elif condition.name == "chosen_word":
        head = f"• {condition.arguments[0].string} — "
    elif condition.name == "has_counters":
        head = f"{condition.arguments[2].number}+ | "
    else:
        raise Unwritable(str(term))
    return head + write_line(ability)


def _write_worded(term: Symbol) -> str:
    word, ability = term.arguments
    if word.type == SymbolType.Function:
        word = word.arguments[0]
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
    if statement.name == "casting":
        return f"{capital(statement.arguments[0].arguments[0].string)}."
    plain = ("enters", "as_enters", "spend_as_any_color", "may_stay_tapped")
    if statement.name in plain and not is_copying(statement):
        return _write_entering(statement)
    return write_statement(statement)


def write_statement(statement: Symbol) -> str:
    """The sentences of a statement: several for several, one with a span for a condition not understood."""
    if statement.name == "both":
        return " ".join(write_statement(each) for each in statement.arguments)
    if statement.name in ("opaque", "elsewhere"):
        return statement.arguments[0].string + "."
    if statement.name == "alike":
        return f"The same is true for {statement.arguments[0].string}."
    if statement.name == "instead":
        condition, new, old = statement.arguments
        otherwise = write_statement(old)
        said = f"{write_statement(Function('while', [condition, new]))} Otherwise, "
        return said + otherwise[:1].lower() + otherwise[1:]
    lead = ""
    if statement.name == "while":
        held, said_then = statement.arguments
        statement = Function("while", [_seen(held), said_then])
        if _of_each(said_then) and held.name != "paired" and not mentions(held, "it"):
            lead, statement = f"As long as {phrase('cond', _seen(held))}, ", said_then
    kinds = ("ofeach",) if _of_each(statement) else ("static", "ofeach")
    text = capital(lead + _first_of(kinds, statement))
    return text if text.endswith('."') else text + "."


def _first_of(kinds: Sequence[str], term: Symbol) -> str:
    """The phrase of the first of these kinds that says the term."""
    for kind in kinds[:-1]:
        with suppress(Unwritable):
            return phrase(kind, term)
    return phrase(kinds[-1], term)


def _of_each(statement: Symbol) -> bool:
    """Whether a change is another for each of several objects."""
    if statement.name != "applies" or not mentions(statement.arguments[1], "it"):
        return False
    return not mentions(statement.arguments[0], "host")


def _seen(condition: Symbol) -> Symbol:
    """A condition with its opaque spans as the table has them."""
    if condition.name == "opaque":
        return Function("unseen", condition.arguments)
    if condition.name == "otherwise":
        return Function("otherwise", [_seen(condition.arguments[0])])
    return condition


def is_copying(statement: Symbol) -> bool:
    """Whether the statement is that the object may enter as a copy."""
    return statement.name == "as_enters" and statement.arguments[0].name in ("copy", "copy_tapped")


def _write_entering(statement: Symbol) -> str:
    if statement.name == "may_stay_tapped":
        return "You may choose not to untap ~ during your untap step."
    if statement.name == "spend_as_any_color":
        return "Players may spend mana as though it were mana of any color."
    said = statement.arguments[0].arguments[0].string
    return f"As ~ enters, {said}." if statement.name == "as_enters" else f"~ enters {said}."


def _headed(head: str, effect: Symbol) -> str:
    return head + _text(write_effect(effect))


def _write_spell(term: Symbol) -> str:
    if "choose_modes" in str(term):
        from pyreason.cards.oracle.spell_lines import write_modes

        written = write_modes(term.arguments[0])
        if written is not None:
            return written
    return _headed("", term.arguments[0])


def _write_mode(term: Symbol) -> str:
    effect = term.arguments[0]
    if effect.name == "costing":
        cost, effect = effect.arguments
        return _headed(f"+ {phrase('cost', cost)} — ", effect)
    return _headed("• ", effect)


def write_quoted(term: Symbol) -> str | None:
    """An ability in quotation marks; None where it can't be written."""
    try:
        return '"' + write_line(term).replace('"', "'") + '"'
    except Unwritable:
        return None


def write_keyword(term: Symbol) -> str:
    """The wording of one keyword ability, in lower case."""
    name = write_lexical("keyword", term.arguments[0]) or ""
    if len(term.arguments) == 1:
        return name
    argument = term.arguments[1]
    if argument.type == SymbolType.Number:
        return f"{name} {argument.number}"
    if name == "enchant":
        return f"{name} {phrase('enchantable', argument)}"
    if name in QUALIFIED:
        return f"{name} {phrase('keyword_argument', argument)}"
    if argument.name == "add":
        return f"{name}—{phrase('sentence', argument)}"
    cost = phrase("cost", argument)
    mere_mana = cost.startswith("{") and len(argument.arguments) == 1
    return f"{name} {cost}" if mere_mana else f"{name}—{cost}"


def write_keywords(terms: tuple[Symbol, ...]) -> str:
    """A line of keyword abilities."""
    return capital(", ".join(write_keyword(term) for term in terms))


_WRITERS: dict[str, Callable[[Symbol], str]] = {
    "activated": _write_activated,
    "triggered": _write_triggered,
    "provided": _write_provided,
    "worded": _write_worded,
    "static": _write_static,
    "keyword": lambda term: capital(write_keyword(term)),
    "spell": _write_spell,
    "mode": _write_mode,
    "loyalty": lambda term: _headed(f"[{term.arguments[0].string}]: ", term.arguments[1]),
    "rolled": lambda term: _headed(f"{term.arguments[0].string} ", term.arguments[1]),
    "leveled": lambda term: write_line(term.arguments[2]),
    "chapter": lambda term: _headed(
        ", ".join(NUMERALS[n.number - 1] for n in term.arguments[0].arguments) + " — ", term.arguments[1]
    ),
}
