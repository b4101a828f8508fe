"""The questions that are answered: one module a kind, each a `Kind`.

A module says which law files its question needs, what facts put the question, and how to read the answer off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

from clingo.symbol import Symbol

from pyreason.asks import QUESTIONS, Question
from pyreason.errors import UnsupportedQuestion
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation

_MODULES = {
    "aura_hosts": "pyreason.questions.aura_hosts",
    "ability_mana": "pyreason.questions.tap_for_mana",
    "available_mana": "pyreason.questions.available_mana",
    "can_activate": "pyreason.questions.can_activate",
    "can_target": "pyreason.questions.can_target",
    "characteristics": "pyreason.questions.characteristics",
    "colors_among_permanents": "pyreason.questions.colors_among_permanents",
    "enter_together": "pyreason.questions.enter_together",
    "state_based_actions": "pyreason.questions.state_based_actions",
    "new_targets": "pyreason.questions.new_targets",
    "copy_for_each": "pyreason.questions.copy_for_each",
    "copy_values": "pyreason.questions.copy_values",
    "move_counter": "pyreason.questions.move_counter",
    "resolves_next": "pyreason.questions.resolves_next",
    "triggers": "pyreason.questions.triggers",
    "x_value": "pyreason.questions.x_value",
    "revealed_by": "pyreason.questions.revealed_by",
    "could_produce": "pyreason.questions.could_produce",
    "is_mana_ability": "pyreason.questions.is_mana_ability",
    "tap_for_mana": "pyreason.questions.tap_for_mana",
}


class Kind(Protocol):
    """What a module of this package defines."""

    FILES: tuple[str, ...]
    """The law files, in order."""

    OUTPUT: tuple[tuple[str, int], ...]
    """Name and arity of the predicates the answer is read from."""

    GOAL: str
    """The predicate, among OUTPUT, whose atoms are proved for the citations."""

    LAYERED: bool
    """Whether the layers are gone through even where nothing on the board calls for them."""

    RULES: tuple[str, ...]
    """The CR numbers an empty answer rests on."""

    # ASIDES, where a module has it: files of asp/asides/ that say what has no bearing on an answer.
    # unreached(question, situation, atoms, outcome), where a module has it: the groundings that show why an
    # outcome that takes a search is no answer, by what each shows; None where the question's atoms tell it.
    # WORDS, where a module has it: words of ability terms that its files ask for on every board.
    # prepared(question, board, library) -> Board, where a module has it, puts onto the board what the
    # question itself brings: a spell that is being cast, a card that is entering.
    # part(questions, situation) -> Situation, where a module has it, leaves out of the board what the answers
    # to these questions can't hang on.
    # stand_ins(cases) -> cases, where a module has it, has for each question the one that is asked in its
    # place, the same for several that come to the same; own(decoded, question, situation) -> Decoded then
    # makes of its answer that of the question itself.

    def facts(self, question: Any, situation: Situation, game: int) -> Iterable[Symbol]:
        """The facts that put the question. Raises InputError where it makes no sense on this board."""

    def decode(
        self, question: Any, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
    ) -> Decoded:
        """The answer, from the arguments of the output atoms of this game."""

    def caveats(self, question: Any, situation: Situation) -> tuple[Caveat, ...]:
        """What on this board bears on the question without having been taken into account."""


def answerable() -> frozenset[str]:
    """The kinds of question that are answered; the others of `QUESTIONS` parse only."""
    return frozenset(_MODULES)


def kind_of(question: Question) -> Kind:
    """The module that answers the question. Raises UnsupportedQuestion where there is none yet."""
    name = _MODULES.get(question.kind)
    if name is None:
        known = ", ".join(sorted(_MODULES))
        assert question.kind in QUESTIONS
        raise UnsupportedQuestion(f"{question.kind} is not answered yet; answered so far: {known}")
    module: Any = import_module(name)
    kind: Kind = module
    return kind
