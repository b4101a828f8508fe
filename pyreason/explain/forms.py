"""Terms of the law as plain values: clingo's syntax trees are slow to look at."""

from __future__ import annotations

from typing import Union

from clingo.ast import AST, ASTType
from clingo.symbol import Symbol

Form = Union[None, str, Symbol, tuple[str, tuple["Form", ...]]]  # noqa: UP007 (it names itself)
"""A variable's name, a symbol, a function with its arguments; None for arithmetic and all else."""


def form(term: AST) -> Form:
    """The form of a term."""
    if term.ast_type is ASTType.Variable:
        name: str = term.name
        return name
    if term.ast_type is ASTType.SymbolicTerm:
        symbol: Symbol = term.symbol
        return symbol
    if term.ast_type is ASTType.Function:
        return term.name, tuple(map(form, term.arguments))
    return None
