"""The parts of an answer, and the atoms that make each of them.

A kind of question may say itself which atoms these are (`goals`), and what other groundings they rest on
(`evidence`). Else every atom of its GOAL is a part, called by what it says of the question's subject; and
so is every `barred` one, as "not ...".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clingo.symbol import Function, Symbol, SymbolType

from pyreason.explain.derivations import Derivations

if TYPE_CHECKING:
    from pyreason.questions import Kind
    from pyreason.rulings import Decoded
    from pyreason.situation import Situation

Atoms = Mapping[str, Sequence[tuple[Symbol, ...]]]
Grounding = tuple[Derivations, Mapping[str, Sequence[Symbol]]]


def goals_of(kind: Kind, question: Any, situation: Situation, atoms: Atoms) -> dict[str, list[Symbol]]:
    """By part of the answer the atoms that make it, from the output atoms of the question."""
    own = getattr(kind, "goals", None)
    if own is not None:
        return {part: list(found) for part, found in own(question, situation, atoms).items()}
    parts: dict[str, list[Symbol]] = {}
    for arguments in atoms.get(kind.GOAL, ()) if kind.GOAL else ():
        parts.setdefault(part_name(arguments[1:]), []).append(Function(kind.GOAL, list(arguments)))
    for arguments in atoms.get("barred", ()):
        parts.setdefault(f"not {part_name(arguments[1:2])}", []).append(Function("barred", list(arguments)))
    return parts


def more_of(
    kind: Kind, question: Any, situation: Situation, atoms: Atoms, decoded: Decoded
) -> Iterable[Grounding]:
    """Derivations of groundings that the question made beside the common one."""
    own = getattr(kind, "evidence", None)
    return () if own is None else tuple(own(question, situation, atoms, decoded))


def part_name(arguments: Sequence[Symbol]) -> str:
    """What an atom's arguments are called in an answer: ids, names, letters, numbers."""
    return " ".join(filter(None, (_word(argument) for argument in arguments)))


def _word(term: Symbol) -> str:
    if term.type is SymbolType.String:
        return term.string
    if term.type is not SymbolType.Function:
        return str(term)
    if term.name in ("o", "pl") and len(term.arguments) == 2:
        return term.arguments[1].string
    if not term.arguments:
        return term.name.upper() if len(term.name) == 1 else term.name
    return " ".join(_walk(term))


def _walk(term: Symbol) -> Iterator[str]:
    for argument in term.arguments:
        if word := _word(argument):
            yield word
