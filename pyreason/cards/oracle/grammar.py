"""Reads `oracle.grammar`: the one table of wordings and terms, for the parser and the renderer alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import clingo
from clingo.symbol import Function, Symbol, SymbolType

from pyreason.cards.oracle.lexicon import COUNTER_WORDS, KEYWORDS, NUMBERS, TOKEN, subtypes

_SLOT = re.compile(r"<(?:([A-Z]):)?([a-z'0-9_]+(?:\.[sp]\d?|#)?)>")
_AGREEING = {
    "get": ("gets", "get"), "have": ("has", "have"), "be": ("is", "are"), "lose": ("loses", "lose"),
    "its": ("its", "their"), "gain": ("gains", "gain"), "it": ("it", "they"), "target": ("targets", "target"),
}  # fmt: skip
_VARIABLE = re.compile(r"\b([A-Z])\b(?![^\"(]*\"[,)])")
LEXICAL = frozenset(
    (
        *("num", "int", "mana", "sym", "price", "energy", "subtype.s", "subtype.p", "proper", "kind", "span"),
        *(
            "quoted",
            "keyword",
            "numbered",
            "pt",
            "base",
            "subname.s",
            "subname.p",
            "landname.s",
            "landname.p",
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a wording that another kind of phrase fills."""

    variable: str
    kind: str


@dataclass(frozen=True, slots=True)
class Wording:
    """One line of the table: `parts` are words (str) and slots; in `term`, `v_X` is the variable X."""

    index: int
    kind: str
    parts: tuple[str | Slot, ...]
    term: Symbol
    read: bool
    write: bool


@dataclass(frozen=True, slots=True)
class Table:
    """The whole grammar: wordings by kind, in the order of the file, and every word it spells out."""

    wordings: tuple[Wording, ...]
    by_kind: dict[str, tuple[Wording, ...]]
    vocabulary: frozenset[str]


def is_variable(term: Symbol) -> bool:
    """Whether a term of the table is a variable."""
    return term.type == SymbolType.Function and not term.arguments and term.name.startswith("v_")


@cache
def table() -> Table:
    """The grammar as shipped."""
    return read_table(_shipped())


def _shipped() -> str:
    return Path(__file__).with_name("oracle.grammar").read_text("utf-8")


def read_table(text: str) -> Table:
    """Reads a table in the notation that the head of `oracle.grammar` describes."""
    wordings: list[Wording] = []
    lines, macros = _read_lines(text)
    for heading, line in lines:
        for number in "sp" if heading.endswith("#") else "-":
            for wording, term in _expand(line, macros):
                wordings.append(_wording(len(wordings), heading, number, wording, term))
    by_kind: dict[str, list[Wording]] = {}
    for each in wordings:
        by_kind.setdefault(each.kind, []).append(each)
    vocabulary = frozenset(part for each in wordings for part in each.parts if isinstance(part, str))
    return Table(tuple(wordings), {kind: tuple(some) for kind, some in by_kind.items()}, vocabulary)


_Macros = dict[str, list[tuple[str, dict[str, str]]]]


def _read_lines(text: str) -> tuple[list[tuple[str, str]], _Macros]:
    """The lines of a table, each after its heading, and what its macros stand for."""
    lines: list[tuple[str, str]] = []
    macros: _Macros = {}
    heading = ""
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            heading = line.strip()
        elif heading.startswith("macro "):
            wording, *bindings = (part.strip() for part in line.split(" ; "))
            bound = {b[0]: b.removeprefix(f"{b[0]} = ") for b in bindings}
            macros.setdefault(heading.removeprefix("macro "), []).append((wording, bound))
        else:
            lines.append((heading, line.strip()))
    return lines, macros


@cache
def _shipped_lines() -> tuple[dict[str, list[str]], _Macros]:
    lines, macros = _read_lines(_shipped())
    by_heading: dict[str, list[str]] = {}
    for heading, line in lines:
        by_heading.setdefault(heading, []).append(line)
    return by_heading, macros


@cache
def writing(kind: str, functor: str) -> tuple[Wording, ...]:
    """The wordings of a kind that may say a term with this functor, in the order of the file.

    Only they are made into templates: the whole table is for those who read Oracle text.
    """
    by_heading, macros = _shipped_lines()
    numbers = {kind: "-"}
    if kind[-2:] in (".s", ".p"):
        numbers[kind[:-2] + "#"] = kind[-1]
    found: list[Wording] = []
    for heading in (each for each in by_heading if each in numbers):
        for line in by_heading[heading]:
            if line.startswith("* "):
                continue
            for wording, term in _expand(line, macros):
                said = _FUNCTOR.match(term)
                if said is None or said[0] in (functor, "cons", "join"):
                    found.append(_wording(len(found), heading, numbers[heading], wording, term))
    return tuple(found)


_FUNCTOR = re.compile(r"[a-z_][A-Za-z0-9_]*")


def _expand(line: str, macros: _Macros) -> list[tuple[str, str]]:
    wording, term = line.rsplit(" = ", 1)
    used = next((name for name in macros if f"<{name}>" in wording), None)
    if used is None:
        return [(wording, term)]
    expanded = []
    for pasted, bound in macros[used]:
        filled = re.sub(r"\b[A-Z]\b", lambda m, b=bound: b.get(m[0], m[0]), term)  # type: ignore[misc]
        expanded.append((wording.replace(f"<{used}>", pasted), filled))
    return expanded


def _wording(index: int, heading: str, number: str, wording: str, term: str) -> Wording:
    mark = wording[:2] if wording[:2] in ("* ", "> ") else ""
    wording = wording[len(mark) :]
    parts: list[str | Slot] = []
    at = 0
    for slot in _SLOT.finditer(wording):
        parts += _words(wording[at : slot.start()], number)
        kind = slot[2].replace("#", "." + number)
        parts.append(Slot(slot[1], kind))
        at = slot.end()
    parts += _words(wording[at:], number)
    kind = heading.replace("#", "." + number)
    template = clingo.parse_term(re.sub(r"\b([A-Z])\b(?=[,)]|$)", r"v_\1", term))
    return Wording(index, kind, tuple(parts), template, mark != "> ", mark != "* ")


def _words(text: str, number: str) -> list[str]:
    text = re.sub(r"(\w+)@", lambda m: _AGREEING[m[1]][number == "p"], text)
    words = TOKEN.findall(re.sub(r"(\w+)#", lambda m: inflect(m[1], number), text))
    return ["a" if word == "an" else word for word in words]


def inflect(noun: str, number: str) -> str:
    """A noun of the table in the singular (`s`) or plural (`p`)."""
    if number == "s":
        return noun
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2] not in "aeiou" else noun + "s"


def lexical_terminals(kind: str, vocabulary: frozenset[str]) -> list[str]:
    """The terminals of a lexical kind: token kinds (in capitals) and words of the vocabulary."""
    one, many = (sorted(vocabulary & set(forms)) for forms in subtypes())
    sizes = sorted(w for w in vocabulary if re.fullmatch(r"[+-]\d/[+-]\d", w))
    if kind in ("mana", "sym", "energy"):
        return ["SYMBOLS"]
    if kind == "price":
        return ["SYMBOLS", *sorted(w for w in vocabulary if w[0] == "{" and w not in ("{T}", "{Q}"))]
    if kind == "num":
        return ["NUMBER", *sorted(w for w in vocabulary & set(NUMBERS) if NUMBERS.index(w) > 1)]
    if kind == "int":
        return ["NUMBER", *sorted(w for w in vocabulary if w.isdigit())]
    if kind == "kind":
        return ["LOWER", "COUNTER", *sizes, *sorted(vocabulary & COUNTER_WORDS)]
    return {
        "pt": ["COUNTER", *sizes],
        "base": ["SIZE"],
        **{key: ["SUBONE", "SUBBOTH", *one] for key in ("subtype.s", "subname.s", "landname.s")},
        **{key: ["SUBMANY", "SUBBOTH", *many] for key in ("subtype.p", "subname.p", "landname.p")},
        "proper": ["PROPER", "SUBONE", "SUBBOTH", "SUBMANY", *sorted({*one, *many})],
        "span": ["SPAN"],
        "keyword": ["KEYWORD", *sorted(vocabulary & KEYWORDS)],
        "numbered": ["NUMBERED"],
        "quoted": ["QUOTED"],
    }[kind]


def fill(template: Symbol, values: dict[str, Symbol]) -> Symbol:
    """The term of a wording with its variables replaced.

    `cons(A, B)` puts A before the tuple B, `join(A, B)` is the two tuples one after the other.
    """
    if is_variable(template):
        return values[template.name[2:]]
    if template.type != SymbolType.Function or not template.arguments:
        return template
    arguments = [fill(a, values) for a in template.arguments]
    if template.name == "cons" and len(arguments) == 2:
        return Function("", [arguments[0], *arguments[1].arguments])
    if template.name == "join" and len(arguments) == 2:
        return Function("", [*arguments[0].arguments, *arguments[1].arguments])
    return Function(template.name, arguments)


def matches(template: Symbol, term: Symbol, values: dict[str, Symbol]) -> Iterator[dict[str, Symbol]]:
    """The ways in which `term` is an instance of `template`, as bindings added to `values`.

    There is more than one only where the template has a `join`.
    """
    if is_variable(template):
        known = values.get(template.name[2:])
        if known is None:
            yield {**values, template.name[2:]: term}
        elif known == term:
            yield values
    elif template.type != SymbolType.Function or not template.arguments:
        if template == term:
            yield values
    elif term.type != SymbolType.Function:
        return
    elif template.name in ("cons", "join") and len(template.arguments) == 2:
        if term.name:
            return
        places = (1,) if template.name == "cons" else range(1, len(term.arguments))
        for place in places:
            before, after = term.arguments[:place], term.arguments[place:]
            if before and after:
                first = before[0] if template.name == "cons" else Function("", before)
                yield from _all_match(template.arguments, (first, Function("", after)), values)
    elif term.name == template.name and len(term.arguments) == len(template.arguments):
        yield from _all_match(template.arguments, term.arguments, values)


def _all_match(
    templates: Sequence[Symbol], terms: Sequence[Symbol], values: dict[str, Symbol]
) -> Iterator[dict[str, Symbol]]:
    if not templates:
        yield values
        return
    for found in matches(templates[0], terms[0], values):
        yield from _all_match(templates[1:], terms[1:], found)
