"""The law as parsed programs: finds the files of `asp/`, parses each once, gathers what a question needs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from clingo.ast import AST, ASTType, Transformer, parse_files

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

LAYERS = ("layers/effects", "layers/changes", "layers/order", "mana/mana_abilities")
"""The files that say what continuous effects do, and in which order."""

MANA = ("mana/types", "mana/abilities", "mana/sets", "mana/replacement", "mana/could_produce")
"""The files that say which types of mana abilities add."""

EVENTS = ("mana/mana_abilities", "mana/activation", "mana/outcomes", "mana/mana_events")
"""The files that say exactly what comes of activating a mana ability."""

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
    return frozenset(
        word
        for statement in parsed(name)
        if statement.ast_type is ASTType.Comment and statement.value.startswith("%!needs ")
        for word in statement.value.split()[1:]
    )


def needed(names: Sequence[str], words: frozenset[str]) -> tuple[str, ...]:
    """Those of the files that a board has use for whose ability terms are made of these words."""
    return tuple(name for name in names if not needs(name) or needs(name) & words)


class _Words(Transformer):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_Function(self, node: AST) -> AST:  # noqa: N802 (clingo's protocol)
        self.found.add(f"{node.name}/{len(node.arguments)}")
        self.visit_children(node)
        return node

    def visit_SymbolicTerm(self, node: AST) -> AST:  # noqa: N802
        self.found.add(f"{node.symbol}/0")
        return node


@cache
def vocabulary(names: Sequence[str]) -> frozenset[str]:
    """Every functor and constant that these law files speak of, as "name/arity"."""
    words = _Words()
    for name in names:
        for statement in parsed(name):
            if statement.ast_type is ASTType.Rule:
                words(statement)
    return frozenset(words.found)


_FOR_READERS = frozenset({ASTType.Comment, ASTType.Program, ASTType.Defined})
_SHOWING = frozenset({ASTType.ShowSignature, ASTType.ShowTerm})


@cache
def rules(names: Sequence[str], showing: bool = False) -> tuple[AST, ...]:
    """The statements of these files that clingo is to ground.

    Inputs may be absent, so declarations are left out; so are `#show` statements unless models are looked at
    (`showing`): settled answers are read off the atoms.
    """
    left_out = _FOR_READERS if showing else _FOR_READERS | _SHOWING
    return tuple(
        statement for name in names for statement in parsed(name) if statement.ast_type not in left_out
    )
