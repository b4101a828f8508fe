"""Ability terms with one word in place of another (CR 612): what the law calls `reworded(A, S, T, A')`.

Only words used in the right way are replaced: colour words where a term speaks of colours, land types where
it speaks of subtypes or of landwalk. Names and mana symbols stay (CR 612.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clingo.symbol import Function, String, Symbol, SymbolType

_COLORS = {"white": "w", "blue": "u", "black": "b", "red": "r", "green": "g"}
_OF_COLORS = frozenset({"color", "set_colors", "add_colors", "devotion"})
_OF_SUBTYPES = frozenset({"subtype", "set_land_types", "add_subtypes", "set_subtypes"})
_LANDS = {
    "Plains": "plains",
    "Island": "island",
    "Swamp": "swamp",
    "Mountain": "mountain",
    "Forest": "forest",
}


def reworded(term: Symbol, old: str, new: str) -> Symbol:
    """The ability with each `old` replaced by `new`, two colour words or two subtypes."""
    if term.type is not SymbolType.Function:
        return term
    if term.name in _OF_SUBTYPES:
        return _replaced(term, String(old), String(new))
    if term.name in _OF_COLORS and old in _COLORS and new in _COLORS:
        return _replaced(term, Function(_COLORS[old]), Function(_COLORS[new]))
    if term.name == "keyword" and old in _LANDS and new in _LANDS:
        name = term.arguments[0].name
        for ending in ("walk", "cycling"):
            if name == _LANDS[old] + ending:
                return Function("keyword", [Function(_LANDS[new] + ending), *term.arguments[1:]])
    return Function(term.name, [reworded(part, old, new) for part in term.arguments], term.positive)


def _replaced(term: Symbol, old: Symbol, new: Symbol) -> Symbol:
    if term == old:
        return new
    if term.type is not SymbolType.Function or not term.arguments:
        return term
    return Function(term.name, [_replaced(part, old, new) for part in term.arguments], term.positive)


def rewordings(
    terms: Iterable[Symbol], words: Iterable[tuple[str, str]]
) -> Iterator[tuple[Symbol, str, str, Symbol]]:
    """Each ability that some of these replacements changes, one after another in any order."""
    words = tuple(dict.fromkeys(words))
    pending, seen = list(terms), set()
    while pending:
        term = pending.pop()
        if term in seen:
            continue
        seen.add(term)
        for old, new in words:
            changed = reworded(term, old, new)
            if changed != term:
                yield term, old, new, changed
                pending.append(changed)
