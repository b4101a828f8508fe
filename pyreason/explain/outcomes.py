"""Outcomes by name: from "U", "link on bear" or "no" to the atoms that such an answer would be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from clingo.ast import ASTType
from clingo.symbol import Function, Number, String, Symbol

from pyreason._closest import closest
from pyreason.board import MANA_TYPES
from pyreason.errors import InputError, did_you_mean
from pyreason.explain.absence import ANY
from pyreason.explain.parts import Atoms
from pyreason.explain.recording import recorders
from pyreason.facts import object_symbol, player_symbol
from pyreason.situation import Situation

if TYPE_CHECKING:
    from pyreason.questions import Kind

_PLACES = {"type": "TX", "object": "HOPQI", "mana": "M", "word": "CSN", "number": "NM"}
"""By kind of value the first letters of the variables that stand for it in the law."""


def patterns(
    kind: Kind, question: Any, situation: Situation, subject: Symbol, atoms: Atoms, outcome: str
) -> list[Symbol]:
    """The forms of the atoms that an outcome would be. Raises InputError where it can't be read."""
    own = getattr(kind, "wanted", None)
    if own is not None:
        found = list(own(question, situation, atoms, outcome))
    else:
        found = [p for value in _values(outcome, situation) for p in _goals(kind, subject, *value)]
    if not found:
        known = [*situation.board.ids(), *(f"{{{t}}}" for t in MANA_TYPES)]
        hint = did_you_mean(closest(outcome, known))
        raise InputError(f"{outcome!r} is no outcome of such a question{hint}")
    return list(dict.fromkeys(found))


def _values(outcome: str, situation: Situation) -> Iterator[tuple[str, Symbol]]:
    """What an outcome may mean: the kind of value and the value."""
    text = outcome.strip()
    if " on " in text:
        text = text.rpartition(" on ")[2].strip()
    board = situation.board
    for id in board.ids():
        card = situation.cards.get(id)
        if text.casefold() in (id.casefold(), card.name.casefold() if card is not None else ""):
            known = player_symbol if id in board.players else object_symbol
            yield "object", known(0, id)
    symbols = re.findall(r"\{([WUBRGC])\}", text.upper())
    letter = text.strip("{}").upper()
    if letter in MANA_TYPES:
        yield "type", Function(letter.lower())
    if text == "no mana" or (symbols and len(symbols) * 3 == len(text)):
        yield "mana", Function("m", [Number(symbols.count(t)) for t in MANA_TYPES])
    if text.isdecimal():
        yield "number", Number(int(text))


def _goals(kind: Kind, subject: Symbol, sort: str, value: Symbol) -> Iterator[Symbol]:
    """Atoms of the goal with the value in the place that its variables have in the law."""
    arity = dict(kind.OUTPUT).get(kind.GOAL)
    for name in kind.FILES if arity else ():
        for each in recorders(name):
            head = each.head
            if head.ast_type is not ASTType.Function or (head.name, len(head.arguments)) != (
                kind.GOAL,
                arity,
            ):
                continue
            for place in range(1, len(head.arguments)):
                if str(head.arguments[place])[:1] in _PLACES[sort]:
                    rest: list[Symbol] = [ANY] * len(head.arguments)
                    rest[0], rest[place] = subject, value
                    yield Function(kind.GOAL, rest)
                    break


def truth(outcome: str) -> bool | None:
    """Whether "yes" or "no" is meant; None for something else."""
    words: dict[str, bool] = {
        **dict.fromkeys(("yes", "true", "possible"), True),
        **dict.fromkeys(("no", "false", "impossible"), False),
    }
    return words.get(outcome.strip().casefold())


def keyed(outcome: str, subject: Symbol, key: Symbol, yes: str, no: str) -> list[Symbol]:
    """For a question about an ability: that it is so (`yes/2`), or what is against it (`no/3`)."""
    meant = truth(outcome)
    if meant is None:
        return []
    return [Function(yes, [subject, key]) if meant else Function(no, [subject, key, ANY])]


def trait_patterns(subject: Symbol, outcome: str) -> list[Symbol]:
    """The traits that a word may mean: a type, a subtype, a supertype, a colour, a power or toughness."""
    word = outcome.strip()
    name = word.casefold()
    colors = {"white": "w", "blue": "u", "black": "b", "red": "r", "green": "g"}
    if match := re.fullmatch(r"(power|toughness) (-?\d+)", name):
        return [Function("trait", [subject, Function(match[1], [Number(int(match[2]))])])]
    if name in colors:
        return [Function("trait", [subject, Function("color", [Function(colors[name])])])]
    if name in _TYPES:
        return [Function("trait", [subject, Function("type", [Function(name)])])]
    if name in _SUPERTYPES:
        return [Function("trait", [subject, Function("supertype", [Function(name)])])]
    if re.fullmatch(r"[A-Z][\w'-]*", word):
        return [Function("trait", [subject, Function("subtype", [String(word)])])]
    return []


_TYPES = frozenset(
    ("artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery")
)
_SUPERTYPES = frozenset(("basic", "legendary", "snow", "world"))
