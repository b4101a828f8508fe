"""Static abilities: a text to the statement of `static(...)`.

A text of one sentence is a phrase of the table, perhaps with a condition or a clause kept as a span. Several
sentences are several statements, the later ones of which may say "it", "otherwise" or "instead".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from clingo.symbol import Function, String, Symbol, SymbolType

from pyreason.cards.domains import touches
from pyreason.cards.oracle.lexicon import KEYWORDS
from pyreason.cards.oracle.parse import Reader
from pyreason.cards.oracle.phrases import GIVING, Unwritable, mentions, phrase
from pyreason.cards.oracle.segment import commas, sentences
from pyreason.cards.oracle.spans import hole, may_be_opaque, may_be_unseen
from pyreason.cards.oracle.writing import write_statement

_IT, _THAT, _THIS = Function("it"), Function("that"), Function("this")
_OF_ONE = frozenset({"power", "toughness", "mana_value", "intensity"})
"""Amounts of one object."""
_SIZES = frozenset({"pt", "for_each", "base_pt"})
"""Changes that have amounts."""

# A clause that is no concern of the layers, and what ends it.
_CLAUSE = re.compile(
    r"\b(?:can't|can|attacks?|blocks?|doesn't|don't|must|assigns?|is goaded|are goaded|all creatures able)\b"
)
_END = re.compile(r",? and |, |$")
# What is said of cards and spells after the same was said of permanents.
_ELSEWHERE = re.compile(r"^The same is true for [^.\"]* that aren't on the battlefield$")
# The same said of other keywords.
_SAME = re.compile(r"^The same is true for ([\w ,]+)$")
# A list of things each with its own condition, and what may begin one.
_LISTED = re.compile(r", (?:and )?(?=[^,]* (?:as long as|if) )")
_VERB = re.compile(r"\b(?:has|gets|is|have|get|are)\b")
_AS_THOUGH = re.compile(r" as though (?:it|they) didn't have [\w ]+$")
_AMOUNT = re.compile(r"(?: for each | equal to )([^,\"⟦]+)$")
# Sentences that the table reads together with the one before.
_GOES_ON = re.compile(r"^(?:this effect doesn't remove|ward abilities of those creatures)\b", re.I)
_ASIDE = re.compile(r"^This ability doesn't affect its color identity$")
_OF_EACH = re.compile(r"(?:^|, |^as long as )(?:each|enchanted|equipped|fortified)\b", re.I)
_OF_MANY = re.compile(
    r"\b(?:get|have|are|lose)\b[^.\"]*\b(?:for each|where X is|equal to)\b[^.\"]*\b(?:it|its)\b"
)


def read_static(text: str, reader: Reader) -> Symbol | None:
    """The statement of a static ability (`~` for the object itself).

    None where it is not understood, or where the table has no words to say it again: a ruling must be able to
    quote what it used.
    """
    said = [each for sentence in sentences(text) for each in apart(sentence)]
    if len(said) > len(sentences(text)):
        reader.second, statement = True, None
    else:
        statement = read_sentence(text.rstrip("."), reader)
    if statement is None and len(said) > 1:
        statement = _read_several(said, reader)
    return statement if statement is not None and _writable(statement) else None


def _writable(statement: Symbol) -> bool:
    try:
        write_statement(statement)
    except Unwritable:
        return False
    return True


def apart(sentence: str) -> list[str]:
    """The sentences that a list comes to, in which each thing said has its own condition; else the sentence.

    "~ has flying as long as A, haste as long as B, and gets +1/+1 as long as C" is three sentences.
    """
    pieces = _LISTED.split(sentence)
    ends = [re.search(r" (?:as long as|if) ", piece) for piece in pieces]
    if len(pieces) < 3 or None in ends or '"' in pieces[0] or re.match(r"As long as|If ", sentence):
        return [sentence]
    verb = _VERB.search(pieces[0])
    if verb is None:
        return [sentence]
    subject, word = pieces[0][: verb.start()], verb[0]
    found = [pieces[0]]
    for piece in pieces[1:]:
        own = _VERB.match(piece)
        word = own[0] if own else word
        found.append(f"{subject}{piece}" if own else f"{subject}{word} {piece}")
    return found


def read_sentence(text: str, reader: Reader) -> Symbol | None:
    """The statement of one sentence, its pronouns resolved."""
    for phrase_read in _with_holes(text):
        statement = phrase_read(reader)
        if statement is not None:
            return _resolved(statement, text, reader)
    return None


_DEFINING = frozenset({"set_colors", "add_colors", "colorless"})


def read_defining(text: str, reader: Reader) -> Symbol | None:
    """The static ability by which an instant or sorcery says what colors it is (CR 604.3); else None."""
    said = read_static(text, reader)
    if said is None or said.name != "applies" or said.arguments[0] != _THIS:
        return None
    if any(change.name not in _DEFINING for change in said.arguments[1].arguments):
        return None
    return Function("static", [said])


def of_itself(ability: Symbol) -> Symbol:
    """The ability, no static one, with "it" of its own object ("for each counter on it")."""
    if ability.name in ("static", "worded", "provided"):
        return ability
    return _with(ability, _of_this)


def _resolved(statement: Symbol, text: str, reader: Reader) -> Symbol | None:
    """The statement as `settled` makes it; None where "it" could be the object itself or each of others."""
    one = settled(statement)
    of_many = _OF_MANY.search(text) and not _OF_EACH.search(text)
    if one is None or (of_many and mentions(one, "it")):
        return None
    reader.second = reader.second or one != statement
    return one


def settled(statement: Symbol) -> Symbol | None:
    """The statement with "its" of the object it speaks of, and "it" of the object itself where that is it.

    None where it speaks of "that", which nothing in a static ability names.
    """
    if statement.name == "as":
        return statement
    if statement.name == "both":
        parts = [settled(each) for each in statement.arguments]
        return None if None in parts else Function("both", [part for part in parts if part is not None])
    one = _with(_with(statement, _of_one), _set_under_condition)
    of_itself = subject_of(one) in (_THIS, None)
    one = _with(one, _of_this) if of_itself else _other_than_it(one)
    return None if mentions(one, "that") else one


def _set_under_condition(term: Symbol) -> Symbol:
    """What sets power and toughness only under a condition defines no characteristic (CR 604.3a)."""
    if term.name != "while":
        return term
    condition, said = term.arguments
    if said.name == "cda":
        said = Function("applies", [_THIS, Function("", [said])])
    if said.name != "applies":
        return term
    changes = said.arguments[1].arguments
    given = {str(each.arguments[0]): each.arguments[1] for each in changes if each.name == "cda"}
    if not given or len(given) < len(changes):
        return term
    if len(given) == 2:
        base = Function("base_pt", [given["power"], given["toughness"]])
    else:
        ((what, amount),) = given.items()
        base = Function(f"base_{what}", [amount])
    return Function("while", [condition, Function("applies", [said.arguments[0], Function("", [base])])])


def _of_one(term: Symbol) -> Symbol:
    if term.name in _OF_ONE and term.arguments == [_THAT]:
        return Function(term.name, [_IT])
    if term.name == "applies" and len(term.arguments[1].arguments) == 1:
        (change,) = term.arguments[1].arguments
        if change.name == "gains" and change.arguments[0].name != "keyword":
            return Function("grants", [term.arguments[0], change.arguments[0]])
    return term


def _of_this(term: Symbol) -> Symbol:
    if term.name == "attached_to" and term.arguments == [_THIS]:
        return Function("attached_to_this")
    return _THIS if term == _IT else term


def _other_than_it(statement: Symbol) -> Symbol:
    """ "Each other creature" in an amount is another than the one that is changed."""
    if statement.name == "applies":
        wanted, changes = statement.arguments
        put = [_with(each, _put_other) if each.name in _SIZES else each for each in changes.arguments]
        return Function("applies", [wanted, Function("", put)])
    if statement.name in ("while", "both", "instead"):
        return Function(statement.name, [_other_than_it(each) for each in statement.arguments])
    return statement


def _put_other(term: Symbol) -> Symbol:
    return Function("other_than", [_IT]) if term == Function("other") else term


def _with(term: Symbol, change: Callable[[Symbol], Symbol]) -> Symbol:
    """The term with `change` made of all that stands in it, abilities that it gives left alone."""
    if term.type != SymbolType.Function or term.name == "keyword":
        return term
    if term.name in GIVING:
        kept = term.arguments[-1]
        return Function(term.name, [*(_with(each, change) for each in term.arguments[:-1]), kept])
    arguments = [_with(each, change) for each in term.arguments]
    return change(Function(term.name, arguments))


def subject_of(statement: Symbol) -> Symbol | None:
    """What a statement is about: the filter of what it changes."""
    while statement.name == "while":
        statement = statement.arguments[1]
    if statement.name in ("both", "instead"):
        return subject_of(statement.arguments[-1])
    return statement.arguments[0] if statement.name in ("applies", "grants") else None


def _with_holes(text: str) -> Iterator[Callable[[Reader], Symbol | None]]:
    """The ways to read a sentence: as it is, then with a condition or clauses kept as spans."""
    yield partial(_read_phrase, text)
    clauses = [*_clauses(text)]
    for holed in clauses:
        yield partial(_read_phrase, holed)
    amount = _AMOUNT.search(text)
    if amount is not None and may_be_unseen(amount[1]):
        yield partial(_read_phrase, text[: amount.start(1)] + hole(amount[1]))
    for before, condition, after in _conditions(text):
        if ". " not in condition and not touches(condition, "permanent"):
            yield partial(_read_conditioned, before, condition, after)
            for holed in _clauses(after):
                yield partial(_read_conditioned, before, condition, holed)
    for holed in clauses:
        for more in _clauses(holed):
            yield partial(_read_phrase, more)


def _read_phrase(text: str, reader: Reader) -> Symbol | None:
    return reader.read("static", text)


def _read_conditioned(before: str, condition: str, after: str, reader: Reader) -> Symbol | None:
    held = condition.removeprefix("~ ") if before.endswith("~ ") else condition
    read = reader.read("static", before + hole(held) + after)
    if read is None or read.name != "while":
        return None
    kind = "unseen" if may_be_unseen(condition) else "opaque"
    span = Function(kind, [String(condition)])
    if read.arguments[0].name == "otherwise":
        span = Function("otherwise", [span])
    elif read.arguments[0].name != "unseen":
        return None
    return Function("while", [span, read.arguments[1]])


def _conditions(text: str) -> Iterator[tuple[str, str, str]]:
    """What stands before a condition, the condition, and what stands after it."""
    if text.startswith("As long as "):
        for comma in commas(text):
            condition, after = text[11:comma], text[comma:]
            of_itself = condition.startswith("~ ") and after.startswith(", it")
            yield ("as long as ~ " if of_itself else "as long as "), condition, after
    for word in (" as long as ", " if ", " unless "):
        last = text.rfind(word)
        if last > 0 and '"' not in text[last:]:
            yield text[: last + len(word)], text[last + len(word) :], ""


def _clauses(text: str) -> Iterator[str]:
    """The sentence with one clause that is no concern of the layers kept as a span, longer ones first."""
    quoted = [m.span() for m in re.finditer(r'"[^"]*"|⟦[^⟧]*⟧', text)]
    for start in _CLAUSE.finditer(text):
        if any(a <= start.start() < b for a, b in quoted):
            continue
        ends = [m.start() for m in _END.finditer(text, start.end())]
        for end in reversed(ends):
            clause = text[start.start() : end]
            if '"' in clause or "⟦" in clause or ". " in clause:
                continue
            if touches(_AS_THOUGH.sub("", clause), "permanent") or not may_be_opaque(clause):
                continue
            yield text[: start.start()] + hole(clause) + text[end:]


def _read_several(said: list[str], reader: Reader) -> Symbol | None:
    together: list[str] = []
    for sentence in said:
        if together and _GOES_ON.match(sentence):
            together[-1] += f". {sentence}"
        else:
            together.append(sentence)
    found = read_sentence(together[0], reader)
    for at, sentence in enumerate(together[1:]):
        if found is None:
            return None
        alike = _SAME.match(sentence)
        if alike is not None and not _ELSEWHERE.match(sentence):
            model = next(each for each in reversed(together[: at + 1]) if not _SAME.match(each))
            found = _alike(found, model, alike[1], reader)
        else:
            found = _joined(found, sentence, reader)
    return found


def _alike(before: Symbol, model: str, listed: str, reader: Reader) -> Symbol | None:
    """The statements before, and one more for each keyword listed, as that of the sentence `model`.

    "The same is true for ...": what is listed and no keyword by itself ("landwalk") stays `alike(...)`.
    """
    named = next((word for word in sorted(KEYWORDS, key=len, reverse=True) if f"has {word}" in model), None)
    if named is None:
        return None
    found = before
    for word in re.split(r", and |, | and ", listed):
        if word in KEYWORDS and word != "landwalk":
            said = read_sentence(re.sub(rf"\b{named}\b", word, model), reader)
        else:
            said = Function("alike", [String(word)])
        if said is None:
            return None
        found = Function("both", [found, said])
    reader.second = True
    return found


def _joined(before: Symbol, sentence: str, reader: Reader) -> Symbol | None:
    """The statements before and that of one more sentence."""
    aside = "elsewhere" if _ELSEWHERE.match(sentence) else "opaque" if _ASIDE.match(sentence) else None
    if aside is not None:
        return Function("both", [before, Function(aside, [String(sentence)])])
    otherwise = sentence.startswith("Otherwise, ")
    said = sentence.removeprefix("Otherwise, ").replace(" instead", "", 1)
    swapped = " instead" in sentence
    after, pronoun = read_sentence(said[:1].upper() + said[1:], reader), False
    if after is None:
        text, pronoun = _named(said, before)
        after = read_sentence(text, reader)
    if after is None:
        return None
    reader.second = reader.second or pronoun
    if otherwise:
        if before.name != "while":
            return None
        return Function("instead", [before.arguments[0], before.arguments[1], after])
    if swapped:
        if after.name != "while":
            return None
        return Function("instead", [*after.arguments, before])
    same = before.name == after.name == "applies" and before.arguments[0] == after.arguments[0]
    if pronoun and same and not (_resizes(before) and _resizes(after)):
        changes = [*before.arguments[1].arguments, *after.arguments[1].arguments]
        return Function("applies", [before.arguments[0], Function("", changes)])
    return Function("both", [before, after])


def _resizes(statement: Symbol) -> bool:
    return any(change.name in ("pt", "for_each") for change in statement.arguments[1].arguments)


def _named(sentence: str, before: Symbol) -> tuple[str, bool]:
    """The sentence with what it is about in place of "it", and whether anything was put there."""
    subject = subject_of(before)
    if subject is None:
        return sentence, False
    try:
        name = phrase("subj.p" if re.search(r"\b[Tt]hey\b", sentence) else "subj.s", subject)
    except Unwritable:
        return sentence, False
    named = re.sub(r"^(As long as|If) it's\b", f"As long as {name} is", sentence)
    named = re.sub(r"^(As long as|If) it\b", f"As long as {name}", named)
    if named == sentence:
        named = re.sub(r"^[Ii]t's\b", f"{name} is", sentence)
        named = re.sub(r"(^|, )(?:[Ii]t|[Tt]hey(?: also)?)\b", rf"\1{name}", named, count=1)
    return (named[:1].upper() + named[1:] if not named.startswith("~") else named), named != sentence
