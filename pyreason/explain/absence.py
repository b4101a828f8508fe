"""What had to be absent for an instance of a rule to fire, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING

from clingo.ast import AST, ASTType
from clingo.symbol import Function, Symbol, SymbolType

from pyreason.explain.forms import Form, form
from pyreason.explain.labels import LabelledRule, labelled
from pyreason.explain.sentences import small

if TYPE_CHECKING:
    from pyreason.explain.derivations import Derivations, Step
    from pyreason.explain.sentences import Sentences

_BARRING = ("cannot_", "barred", "not_", "no_")
"""How the names of predicates begin that give reasons against something."""

NOTHING_BARS = "nothing bars it"

_INSIDE = frozenset({"has", "minus", "plus", "in_turn", "candidate", "world_after"})
"""Predicates of the walk through the layers, of which an absence says nothing to a reader."""

_FUNCTION = SymbolType.Function

ANY = Function("any__")
"""What stands for a variable that has no value."""


def instance(term: AST, values: dict[str, Symbol]) -> Symbol:
    """An atom's term with values in place of variables, `ANY` where there is none."""
    return filled(form(term), values)


def filled(term: Form, values: Mapping[str, Symbol]) -> Symbol:
    """The same of a term's form."""
    if isinstance(term, str):
        return values.get(term, ANY)
    if isinstance(term, tuple):
        return Function(term[0], [filled(each, values) for each in term[1]])
    return ANY if term is None else term


def absences(step: Step, found: Derivations, sentences: Sentences) -> Iterator[str]:
    """For each negated atom of the rule, what is not so."""
    values: dict[str, Symbol] | None = None
    for term, (name, arity) in step.by.absences:
        if name.startswith(_BARRING):
            yield NOTHING_BARS
            continue
        if (name, arity) not in _speaking(found.names) and not sentences.tells(name, arity) and name != "sat":
            continue
        if values is None:
            values = step.values
        if text := denial(filled(term, values), found.names, sentences):
            yield text


def denial(atom: Symbol, names: tuple[str, ...], sentences: Sentences) -> str | None:
    """That no atom of this form holds; None where the law has no words for it."""
    if atom.name in _INSIDE or any(each.name == "lost" for each in atom.arguments if each.type is _FUNCTION):
        return None
    if atom.name.startswith(_BARRING):
        return NOTHING_BARS
    if atom.match("sat", 4):
        description, _, at, _ = atom.arguments
        return None if _has_gap(at) else f"{sentences.word(at)} does not fit '{sentences.word(description)}'"
    if not _has_gap(atom) and (fact := sentences.known_fact(atom)) is not None:
        return f"it is not so that {small(fact.text)}"
    for rule, head, spoken in _speaking(names).get((atom.name, len(atom.arguments)), ()):
        values: dict[str, Symbol] = {}
        if fit(head, atom, values) and all(variable in values for variable in spoken):
            return f"it is not so that {small(sentences.filled(rule.sentence or '', values))}"
    return None


@lru_cache(maxsize=64)
def _speaking(
    names: tuple[str, ...],
) -> dict[tuple[str, int], list[tuple[LabelledRule, Form, tuple[str, ...]]]]:
    """By predicate the labelled rules that give it and speak of variables, with their heads and these."""
    found: dict[tuple[str, int], list[tuple[LabelledRule, Form, tuple[str, ...]]]] = {}
    for name in names:
        for rule in labelled(name):
            spoken = tuple(re.findall(r"\{(\w+'*)\}", rule.sentence or ""))
            if spoken and rule.ast.head.ast_type is ASTType.Literal:
                symbol = getattr(rule.ast.head.atom, "symbol", None)
                if symbol is not None and symbol.ast_type is ASTType.Function:
                    of = (symbol.name, len(symbol.arguments))
                    found.setdefault(of, []).append((rule, form(symbol), spoken))
    return found


def unify(term: AST, symbol: Symbol, values: dict[str, Symbol]) -> bool:
    """Whether a term may stand for a symbol that may hold gaps; the values of its variables are filled in."""
    return fit(form(term), symbol, values)


def fit(term: Form, symbol: Symbol, values: dict[str, Symbol]) -> bool:
    """The same of a term's form."""
    if term is None or symbol == ANY:
        return True
    if isinstance(term, str):
        if term != "_" and values.setdefault(term, symbol) != symbol:
            return _has_gap(symbol) or _has_gap(values[term])
        return True
    if isinstance(term, tuple):
        name, inner = term
        if symbol.type is not _FUNCTION or symbol.name != name:
            return False
        have = symbol.arguments
        return len(have) == len(inner) and all(map(fit, inner, have, repeat(values)))
    return bool(term == symbol)


def _has_gap(symbol: Symbol) -> bool:
    if symbol == ANY:
        return True
    return symbol.type is SymbolType.Function and any(_has_gap(each) for each in symbol.arguments)
