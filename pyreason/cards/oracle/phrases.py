"""Term -> Oracle wording: the table of wordings read backwards. Needs no parser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from clingo.symbol import Function, Symbol, SymbolType

from pyreason.cards.oracle.grammar import LEXICAL, Wording, matches, writing
from pyreason.cards.oracle.lexicon import BASIC_LAND_TYPES, MANA_TYPES, NUMBERS, keyword_text, plural_of

GIVING = frozenset({"gains", "grants"})
"""What gives an ability; inside that "it" is another object."""


class Unwritable(Exception):
    """A term that no wording of the table says."""


@cache
def _words(kind: str, term: Symbol) -> tuple[str, ...] | None:
    """The words of a term as a phrase of this kind; None where it is none."""
    if kind in LEXICAL:
        text = write_lexical(kind, term)
        return None if text is None else (text,)
    functor = term.name if term.type == SymbolType.Function else ""
    for wording in writing(kind, functor):
        for values in matches(wording.term, term, {}):
            words = _said(wording, values)
            if words is not None:
                return words
    return None


def _said(wording: Wording, values: dict[str, Symbol]) -> tuple[str, ...] | None:
    """The words of a wording whose slots have these terms; None where a slot can't say its term."""
    words: list[str] = []
    for part in wording.parts:
        if isinstance(part, str):
            words.append(part)
            continue
        said = _words(part.kind, values[part.variable])
        if said is None:
            return None
        words.extend(said)
    return tuple(words)


def phrase(kind: str, term: Symbol) -> str:
    """The phrase of kind `kind` that says `term`; raises Unwritable where there is none."""
    words = _words(kind, term)
    if words is None:
        raise Unwritable(f"{kind}: {term}")
    return join(words)


def join(words: Sequence[str]) -> str:
    """Words to text: no space before commas, "an" before vowels."""
    text = ""
    for number, word in enumerate(words):
        if word == "a" and number + 1 < len(words) and takes_an(words[number + 1]):
            word = "an"
        text += word if not text or word in (",", ".", ":") or text.endswith("non-") else " " + word
    return text


def takes_an(word: str) -> bool:
    """Whether the article before the word is "an"."""
    return (
        bool(re.match(r"[aeiouAEIOU]", word)) and not re.match(r"(?i)(un(i|s?c?ommon-)[a-z]|one|urza)", word)
    ) or (word.startswith(("Urza", "urza")))


def write_lexical(kind: str, term: Symbol) -> str | None:
    """The text of a lexical term; None where the term is none of this kind."""
    if kind in ("num", "int", "energy"):
        return _write_number(kind, term)
    if kind == "mana":
        return write_mana(term)
    if kind == "sym":
        known = term.type == SymbolType.Function and not term.arguments and term.name in tuple(MANA_TYPES)
        return f"{{{term.name.upper()}}}" if known else None
    if kind.startswith("subtype"):
        if term.type != SymbolType.Function or term.name != "subtype":
            return None
        name = term.arguments[0].string
        return plural_of(name) if kind.endswith("p") else name
    if kind.startswith(("subname", "landname")):
        if term.type != SymbolType.String or (kind[0] == "l" and term.string not in BASIC_LAND_TYPES):
            return None
        return plural_of(term.string) if kind.endswith("p") else term.string
    if kind in ("pt", "base"):
        return _write_size(kind, term)
    if kind in ("keyword", "numbered"):
        if term.type != SymbolType.Function or term.arguments or not term.name:
            return None
        return keyword_text(term.name)
    if kind == "quoted":
        from pyreason.cards.oracle.writing import write_quoted

        return write_quoted(term)
    if kind == "span" and term.type == SymbolType.Number:
        return "…"
    return term.string if term.type == SymbolType.String else None


def _write_number(kind: str, term: Symbol) -> str | None:
    if term.type != SymbolType.Number or term.number < 0:
        return None
    if kind == "num":
        return NUMBERS[term.number] if 2 <= term.number < len(NUMBERS) else None
    return "{E}" * term.number if kind == "energy" else str(term.number)


def _write_size(kind: str, term: Symbol) -> str | None:
    if term.type != SymbolType.Function or term.name != ("pt" if kind == "pt" else "base_pt"):
        return None
    if any(each.type != SymbolType.Number for each in term.arguments):
        return None
    numbers = [each.number for each in term.arguments]
    if kind == "base":
        return "/".join(map(str, numbers)) if min(numbers) >= 0 else None
    less = min(numbers) < 0 and max(numbers) <= 0
    return "/".join(f"{'-' if n < 0 or (n == 0 and less) else '+'}{abs(n)}" for n in numbers)


def write_mana(term: Symbol) -> str | None:
    """Mana symbols for a fixed production; None where it isn't one."""
    if term.type != SymbolType.Function:
        return None
    if term.name == "both":
        parts = [write_mana(part) for part in term.arguments]
        return None if None in parts else "".join(part for part in parts if part)
    if term.name != "mana" or len(term.arguments) != 2:
        return None
    amount, kind = term.arguments
    letter = write_lexical("sym", kind)
    return (
        letter * amount.number if letter and amount.type == SymbolType.Number and amount.number > 0 else None
    )


def mentions(term: Symbol, name: str) -> bool:
    """Whether the constant stands in the term, abilities that it gives left aside."""
    if term.type != SymbolType.Function or term.name == "keyword":
        return False
    if term.name in GIVING:
        return any(mentions(each, name) for each in term.arguments[:-1])
    return (term.name == name and not term.arguments) or any(mentions(e, name) for e in term.arguments)


def capital(text: str) -> str:
    """The text with a capital at the beginning of each sentence, quoted ones left alone."""
    said = text[:1].upper() + text[1:]
    if ". " not in said:
        return said
    parts = said.split('"')
    parts[::2] = [re.sub(r"(?<=\. )[a-z]", lambda found: found[0].upper(), part) for part in parts[::2]]
    return '"'.join(parts)


def put_spans(term: Symbol, spans: Sequence[str]) -> Symbol:
    """The term with its spans' numbers replaced by their texts, or by "…" where a text is not at hand."""
    if term.type != SymbolType.Function or not term.arguments:
        return term
    arguments = [put_spans(argument, spans) for argument in term.arguments]
    at = SPAN_PLACES.get(term.name)
    if term.name == "opaque":
        del arguments[1:]
    if at is not None and len(arguments) == at + 1 and arguments[at].type == SymbolType.Number:
        number = arguments[at].number
        arguments[at] = _string(spans[number - 1] if number <= len(spans) else "…")
    return Function(term.name, arguments)


def _string(text: str) -> Symbol:
    from clingo.symbol import String

    return String(text)


# Functors whose last argument is a span, and where it stands.
SPAN_PLACES = {
    "opaque": 0,
    "elsewhere": 0,
    "unseen": 0,
    "spend_only_and": 1,
    "when_spent": 1,
    "when_spent_too": 1,
    "if_spent": 1,
    "if_spent_to": 1,
    "if_you_spend": 1,
}
