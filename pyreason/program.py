"""The law as parsed programs: finds the files of `asp/`, parses each once, gathers what a question needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Protocol

from clingo.ast import AST, ASTType, parse_files

from pyreason.errors import InternalError

_BASE = (
    *("vocabulary", "objects/identity", "objects/viewpoints", "objects/characteristics"),
    *("objects/printed", "objects/levels"),
)
WORLD = (
    *("vocabulary", "objects/identity", "objects/viewpoints", "layers/world", "layers/subtypes"),
    *("objects/printed", "objects/levels"),
)
"""In place of printed values: what objects are in the worlds of the layers."""

JUDGING = ("objects/filters", "objects/qualities", "objects/amounts", "objects/conditions")

OBJECTS = _BASE + JUDGING
"""The files that say what an object is, and which objects a description means."""

STACK = ("objects/stack", "objects/players", "objects/protection", "auras/limits")
"""The files that say what is on the stack, what abilities players have, and what protection bars."""

TARGETS = (*OBJECTS, *STACK, "spells/choices", "spells/aims", "spells/targets", "spells/legality")
"""The files that say what spells and abilities on the stack may target."""

COPIES = (*TARGETS, "spells/copies")
"""The files that say what copies of spells and abilities may target."""

COPYING = (*COPIES, "spells/triggers", "spells/copying")
"""The files that say which copies effects make."""

LAYERS = (
    "layers/effects",
    "layers/copies",
    "layers/text",
    "layers/changes",
    "layers/order",
    "mana/mana_abilities",
)
"""The files that say what continuous effects do, and in which order."""

MANA = ("mana/types", "mana/abilities", "mana/sets", "mana/replacement", "mana/could_produce")
"""The files that say which types of mana abilities add."""

EVENTS = ("mana/mana_abilities", "mana/activation", "mana/outcomes", "mana/mana_events")
"""The files that say exactly what comes of activating a mana ability."""

ATTACHING = ("auras/entry", "auras/attach")
"""The files that say what an Aura, Equipment or Fortification can be attached to."""

POOL = ("mana/sources", "mana/pool", "questions/available_mana")
"""The files that say which pools mana abilities can make together."""


@cache
def law_directory() -> Path:
    """Where the law lies: `asp/` inside the installed package, or beside it in a checkout.

    Raises InternalError where there is neither.
    """
    package = Path(__file__).resolve().parent
    for place in (package / "asp", package.parent / "asp"):
        if (place / "vocabulary.lp").is_file():
            return place
    raise InternalError("the law (asp/) is not where the package expects it")


@cache
def text_of(name: str) -> str:
    """One law file (`objects/filters`) as it is written."""
    return (law_directory() / f"{name}.lp").read_text("utf-8")


@cache
def parsed(name: str) -> tuple[AST, ...]:
    """The statements of one law file (`objects/filters`), comments included, in file order."""
    path = law_directory() / f"{name}.lp"
    statements: list[AST] = []
    parse_files([str(path)], statements.append)
    return tuple(statements)


@cache
def needs(name: str) -> frozenset[str]:
    """The words of which an ability term must have one for this file to have anything to say.

    Read from the file's `%!needs` lines; empty means that the file is always needed.
    """
    lines = re.findall(r"^%!needs (.*)", text_of(name), re.M)
    return frozenset(word for line in lines for word in line.split())


def needed(names: Sequence[str], words: frozenset[str]) -> tuple[str, ...]:
    """Those of the files that a board has use for whose ability terms are made of these words."""
    return tuple(name for name in names if not needs(name) or needs(name) & words)


# Strings, comments, and lines of declarations: none of them says anything of an ability term.
_BESIDE = re.compile(r'"(?:[^"\\]|\\.)*"|%.*|^#.*', re.M)
_TOKEN = re.compile(r"(?<![A-Za-z_'0-9#])(_*[a-z][A-Za-z0-9_']*\(|\(|_*[a-z][A-Za-z0-9_']*)|[)\[\]{},;]")


@cache
def spoken(name: str) -> frozenset[str]:
    """Every functor and constant that the rules of one law file speak of, as "name/arity".

    Read off the text: walking the parsed statements takes twenty times as long.
    """
    text = _BESIDE.sub(lambda match: "1" if match[0][0] == '"' else "", text_of(name))
    found: set[str] = set()
    inside: list[tuple[str, int, int]] = []  # functor, arguments so far, where the last of them begins
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token[-1] in "([{":
            inside.append((token[:-1] if token[-1] == "(" else "#", 0, match.end()))
        elif token in ",;)]}":
            if not inside:
                continue
            functor, count, start = inside.pop()
            more = bool(text[start : match.start()].strip())
            if token == ",":
                inside.append((functor, count + 1, match.end()))
                continue
            if functor or count or not more:  # else mere parentheses, and no tuple
                found.add(f"{functor}/{count + more}")
            if token == ";":
                inside.append((functor, 0, match.end()))
        else:
            found.add(f"{token}/0")
    return frozenset(word for word in found if word[0] != "#") - {"not/0"}


def unspoken(words: Iterable[str], names: Sequence[str]) -> frozenset[str]:
    """Those of the words that none of these law files speaks of."""
    left = frozenset(words)
    for name in names:
        if not left:
            break
        left -= spoken(name)
    return left


@cache
def inputs() -> frozenset[str]:
    """The predicates that `vocabulary.lp` declares: there may be facts of them beside what rules give."""
    return frozenset(re.findall(r"^#defined (\w+/\d+)\.", text_of("vocabulary"), re.M))


@cache
def forms() -> frozenset[str]:
    """The predicates that `vocabulary.lp` declares in its part on terms: the form of abilities alone."""
    part = text_of("vocabulary").partition("%% ---- terms")[2].partition("%% ----")[0]
    return frozenset(re.findall(r"^#defined (\w+/\d+)\.", part, re.M))


_FOR_READERS = frozenset({ASTType.Comment, ASTType.Program, ASTType.Defined})
_SHOWING = frozenset({ASTType.ShowSignature, ASTType.ShowTerm})


def rules(names: Sequence[str], showing: bool = False) -> tuple[AST, ...]:
    """The statements of these files that clingo is to ground, as the overlay in force changes them.

    Inputs may be absent, so declarations are left out; so are `#show` statements unless models are looked at
    (`showing`): settled answers are read off the atoms.
    """
    return _rules(tuple(names), showing, OVERLAY.get())


@cache
def _rules(names: tuple[str, ...], showing: bool, overlay: Overlay | None) -> tuple[AST, ...]:
    left_out = _FOR_READERS if showing else _FOR_READERS | _SHOWING
    changed = parsed if overlay is None else overlay.statements
    return tuple(
        statement for name in names for statement in changed(name) if statement.ast_type not in left_out
    )


class Overlay(Protocol):
    """Another set of rules: the law with some rules left out and others put in."""

    def __hash__(self) -> int:
        """Overlays are keys of caches."""

    def statements(self, name: str) -> Iterable[AST]:
        """The statements of a law file as this set of rules has them."""


OVERLAY: ContextVar[Overlay | None] = ContextVar("overlay", default=None)
"""The set of rules in force; None is the law as it is shipped."""
