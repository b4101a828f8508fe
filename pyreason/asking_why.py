"""Asking why not: an outcome that is not among the answers, and what speaks against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreason.answering import seen
from pyreason.asks import Question
from pyreason.assembly import assemble, world_of
from pyreason.board import Board
from pyreason.cards.library import Library
from pyreason.errors import InputError, UnsupportedQuestion
from pyreason.explain.headings import headings
from pyreason.explain.outcomes import patterns
from pyreason.explain.shortfall import fallen_short
from pyreason.explain.whynot import fits, why_not_any
from pyreason.layers import has_effects
from pyreason.questions import kind_of
from pyreason.situation import situate
from pyreason.solve import grounded, settled
from pyreason.turns import TURN

if TYPE_CHECKING:
    from pyreason.explain.proof import Proof


def why_not(board: Board, question: Question, outcome: str, *, library: Library | None = None) -> Proof:
    """Why something is not among the answers, as a proof: what bars it, or which condition of each law fails.

    Args:
        board: the game.
        question: one of `pyreason.asks`.
        outcome: what the answer lacks: "U", "{G}{G}", "link on bear", an id, "yes", "no", "Swamp".
        library: where cards are looked up; the shipped database by default.

    Raises:
        InputError: the outcome makes no sense for this question, or is among the answers.
        UnsupportedQuestion: the question is not answered, or puts nothing to the law.
    """
    with TURN:
        return _why_not(board, question, outcome, library)


def _why_not(board: Board, question: Question, outcome: str, library: Library | None) -> Proof:
    kind = kind_of(question)
    situation = situate(seen(kind, board, question, library), library)
    asked = list(kind.facts(question, situation, 0))
    unreached = getattr(kind, "unreached", None)
    if not asked and unreached is None:
        raise UnsupportedQuestion(f"why not is not answered for {question.kind}")
    names, facts = assemble(kind.FILES, [situation], layered=kind.LAYERED, cite=True, said=asked)
    control = grounded(names, facts)
    subject = asked[0].arguments[0] if asked else None
    atoms = {
        name: [row for row in settled(control, name, arity) if row[0] == subject]
        for name, arity in kind.OUTPUT
    }
    world = world_of(situation, cite=True) if has_effects(situation) or kind.LAYERED else None
    part = outcome.rpartition(" on ")[2]
    heading = f"Not so: {headings(question, situation, [part])[part]}"
    if unreached is not None:  # what takes a search
        short = unreached(question, situation, atoms, outcome)
        if short is not None:
            return fallen_short(situation, short, heading, world)
    assert subject is not None
    wanted = patterns(kind, question, situation, subject, atoms, outcome)
    for pattern in wanted:
        rows = control.symbolic_atoms.by_signature(pattern.name, len(pattern.arguments))
        if any(fits(pattern, atom.symbol) for atom in rows):
            raise InputError(f"{outcome!r} is among the answers: ask with explain for its proof")
    about = subject.arguments[1].string if subject.match("o", 2) else None
    return why_not_any(control, names, situation, wanted, heading, world, about)
