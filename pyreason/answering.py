"""Asking: a board and a question in, a ruling out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain

from clingo.symbol import Function, Symbol

from pyreason.asks import Question
from pyreason.assembly import assemble
from pyreason.board import Board
from pyreason.cards.library import Library
from pyreason.errors import CaveatError
from pyreason.explain import Derivations, in_order
from pyreason.limits import within
from pyreason.questions import Kind, answerable, kind_of
from pyreason.rulings import Ruling
from pyreason.situation import Situation, situate
from pyreason.solve import grounded, settled

__all__ = ["answerable", "ask", "ask_many"]


def ask(
    board: Board,
    question: Question,
    *,
    library: Library | None = None,
    strict: bool = False,
    cite: bool = True,
    timeout: float | None = None,
) -> Ruling:
    """Answer one question about one board.

    Args:
        board: the game.
        question: one of `pyreason.asks`.
        library: where cards are looked up; the shipped database by default.
        strict: raise CaveatError rather than answer with a caveat.
        cite: work out the CR numbers the answer rests on (`Ruling.rules`).
        timeout: seconds; the work is then done in a child process.

    Raises:
        InputError: the board or the question makes no sense (UnknownCard, UnknownObject among them).
        UnsupportedQuestion: the question is not answered yet, or the data lacks half of a card.
        CaveatError: in strict mode, see above.
        LimitReached: the time ran out.
    """
    work = partial(ask_many, [(board, question)], library=library, strict=strict, cite=cite)
    return (work() if timeout is None else within(timeout, work))[0]


def ask_many(
    cases: Iterable[tuple[Board, Question]],
    *,
    library: Library | None = None,
    strict: bool = False,
    cite: bool = False,
) -> list[Ruling]:
    """Answer many questions, those of one kind in a single grounding; rulings in the order of the cases.

    Arguments and errors are those of `ask`; the first case that raises ends the whole call. Citations are
    left out unless asked for.
    """
    cases = list(cases)
    rulings: dict[int, Ruling] = {}
    groups: dict[str, list[int]] = defaultdict(list)
    for index, (_, question) in enumerate(cases):
        groups[question.kind].append(index)
    for indices in groups.values():
        kind = kind_of(cases[indices[0]][1])
        group = [(cases[i][1], situate(cases[i][0], library)) for i in indices]
        rulings.update(zip(indices, _answer(kind, group, cite), strict=True))
    result = [rulings[i] for i in range(len(cases))]
    if strict:
        for ruling in result:
            if ruling.caveats:
                raise CaveatError(str(ruling.caveats[0]))
    return result


def _answer(kind: Kind, group: Sequence[tuple[Question, Situation]], cite: bool) -> list[Ruling]:
    names, facts = assemble(kind.FILES, [situation for _, situation in group], layered=kind.LAYERED)
    for game, (question, situation) in enumerate(group):
        facts += kind.facts(question, situation, game)
    control = grounded(names, facts)
    atoms: dict[int, dict[str, list[tuple[Symbol, ...]]]] = {
        game: {name: [] for name, _ in kind.OUTPUT} for game in range(len(group))
    }
    for name, arity in kind.OUTPUT:
        for arguments in settled(control, name, arity):
            atoms[arguments[0].arguments[0].number][name].append(arguments)
    goals = {
        game: [Function(kind.GOAL, list(arguments)) for arguments in found.get(kind.GOAL, ())]
        for game, found in atoms.items()
    }
    derivations = (
        Derivations(control, names, chain.from_iterable(goals.values())) if cite and kind.GOAL else None
    )
    rulings = []
    for game, (question, situation) in enumerate(group):
        decoded = kind.decode(question, situation, atoms[game])
        numbers = frozenset(kind.RULES) if cite and not decoded.rules else frozenset()
        if derivations is not None:
            numbers = derivations.citations(goals[game]) or numbers
        rules = in_order({*numbers, *decoded.rules}) if cite else ()
        caveats = kind.caveats(question, situation)
        rulings.append(
            Ruling(
                *(question, decoded.answer, decoded.reasons, rules, caveats),
                *(decoded.notes, decoded.complete, decoded.layers),
            )
        )
    return rulings
