"""Other sets of rules: overlays that leave out rules of the law and put in others.

A variant is a file of `asp/variants/`. Its head says what it changes:

    %!drop FILE NUMBER HEAD   leave out the rules of FILE labelled NUMBER whose head is the predicate HEAD
    %!with FILE               the rules that follow accompany FILE: they are loaded where FILE is
    %!asks QUESTION [HOW]     the question by which the variant shows
    %!pool NAME               the cards among which a board that shows it is looked for (`pools.txt`)
    %!varies tapped           permanents may be tapped on such boards
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache

from clingo.ast import AST, ASTType, parse_files

from pyreason._closest import closest
from pyreason.errors import InputError, did_you_mean
from pyreason.program import OVERLAY, law_directory, parsed

_LABEL = re.compile(r"%!rule ([^\s,]+)")
LAW = "law"
"""The name of the shipped rules."""


@dataclass(frozen=True, eq=False)
class RuleSet:
    """A set of rules: the law, with the rules in `dropped` left out and those in `added` put in.

    `dropped` holds (file, number, head) where the number may be None (a helper); `added` maps a file to the
    rules that accompany it. `title` is a line for people, `asks`, `pool` and `varies` say how it shows.
    """

    name: str
    title: str = ""
    asks: tuple[str, ...] = ()
    pool: str = ""
    varies: tuple[str, ...] = ()
    dropped: frozenset[tuple[str, str | None, str]] = frozenset()
    added: dict[str, tuple[AST, ...]] = field(default_factory=dict)

    def statements(self, name: str) -> Iterable[AST]:
        """The statements of a law file as this set of rules has them."""
        return _statements(self, name)

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Within, questions are answered by this set of rules."""
        token = OVERLAY.set(self if self.dropped or self.added else None)
        try:
            yield
        finally:
            OVERLAY.reset(token)


@lru_cache(maxsize=4096)
def _statements(rules: RuleSet, name: str) -> tuple[AST, ...]:
    kept = []
    for number, statement in numbered(name):
        gone = statement.ast_type is ASTType.Rule and (name, number, head(statement)) in rules.dropped
        if not gone:
            kept.append(statement)
    return (*kept, *rules.added.get(name, ()))


def numbered(name: str) -> Iterator[tuple[str | None, AST]]:
    """The statements of a law file, each rule with the first CR number of its label (None: a helper)."""
    number = None
    for statement in parsed(name):
        if statement.ast_type is ASTType.Comment:
            label = _LABEL.match(statement.value.strip())
            number = label[1] if label else None
        yield number, statement


def head(rule: AST) -> str:
    """The predicate in a rule's head, without its arity; empty where the head is no single atom."""
    literal = rule.head
    if literal.ast_type is not ASTType.Literal or literal.atom.ast_type is not ASTType.SymbolicAtom:
        return ""
    symbol = literal.atom.symbol
    return str(symbol.arguments[0].name if symbol.ast_type is ASTType.Pool else symbol.name)


@cache
def variants() -> tuple[str, ...]:
    """The names of all shipped variants, in alphabetical order."""
    return tuple(sorted(path.stem for path in (law_directory() / "variants").glob("*.lp")))


def rule_set(name: str) -> RuleSet:
    """The law or a variant by its name. Raises InputError for a name that is neither."""
    if name == LAW:
        return RuleSet(LAW, "the rules as they are")
    if name not in variants():
        hint = did_you_mean(closest(name, (LAW, *variants())))
        raise InputError(f"no set of rules is called {name!r}{hint}")
    return _variant(name)


@cache
def _variant(name: str) -> RuleSet:
    path = law_directory() / "variants" / f"{name}.lp"
    text = path.read_text("utf-8")
    said: dict[str, list[list[str]]] = {}
    for line in re.findall(r"^%!(asks|pool|drop|varies) (.*)", text, re.M):
        said.setdefault(line[0], []).append(line[1].split())
    added: dict[str, list[AST]] = {}
    beside = ""

    def take(statement: AST) -> None:
        nonlocal beside
        if statement.ast_type is ASTType.Comment and statement.value.startswith("%!with "):
            beside = statement.value.split()[1]
        elif statement.ast_type is ASTType.Rule:
            added.setdefault(beside, []).append(statement)

    parse_files([str(path)], take)
    return RuleSet(
        name,
        text.splitlines()[0].partition(": ")[2],
        tuple(word for words in said.get("asks", ()) for word in words),
        said["pool"][0][0],
        tuple(word for words in said.get("varies", ()) for word in words),
        frozenset((file, number, of) for file, number, of in said.get("drop", ())),
        {file: tuple(rules) for file, rules in added.items()},
    )
