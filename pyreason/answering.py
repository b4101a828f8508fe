"""Asking: a board and a question in, a ruling out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from clingo.control import Control
from clingo.symbol import Function, Symbol

from pyreason.asks import Question
from pyreason.assembly import assemble, find_worlds, world_of
from pyreason.atoms import number_of
from pyreason.board import Board
from pyreason.cards.library import Library, default_library
from pyreason.errors import CaveatError
from pyreason.explain import Derivations, Evidence, in_order
from pyreason.explain.asides import BESIDE, asides, uses
from pyreason.explain.parts import goals_of, more_of
from pyreason.guests import furnished
from pyreason.layers import has_effects
from pyreason.limits import LIMIT, OUTCOMES, within
from pyreason.pruning import Facts
from pyreason.questions import Kind, answerable, kind_of
from pyreason.rulings import Decoded, Ruling
from pyreason.situation import Situation, situate
from pyreason.solve import grounded, settled
from pyreason.turns import TURN

_UNCITED, _WHOLE_BOARD = Function("uncited"), Function("whole_board")

__all__ = ["answerable", "ask", "ask_many"]


def ask(
    board: Board,
    question: Question,
    *,
    library: Library | None = None,
    strict: bool = False,
    cite: bool = True,
    limit: int = OUTCOMES,
    explain: bool = False,
    timeout: float | None = None,
) -> Ruling:
    """Answer one question about one board.

    Args:
        board: the game.
        question: one of `pyreason.asks`.
        library: where cards are looked up; the shipped database by default.
        strict: raise CaveatError rather than answer with a caveat.
        cite: work out the CR numbers the answer rests on (`Ruling.rules`).
        limit: how many outcomes the answer lists at most; `Ruling.complete` tells whether there are more.
        explain: work out the whole proof at once (`Ruling.proof` does it on first use).
        timeout: seconds; the work is then done in a child process (see `pyreason.limits.within`).

    Raises:
        InputError: the board or the question makes no sense (UnknownCard, UnknownObject among them).
        UnsupportedQuestion: the question is not answered yet, or the data lacks half of a card.
        CaveatError: in strict mode, see above.
        LimitReached: the time ran out.
    """
    work = partial(
        ask_many,
        [(board, question)],
        library=library,
        strict=strict,
        cite=cite or explain,
        limit=limit,
        explain=explain,
    )
    return (work() if timeout is None else within(timeout, work))[0]


def ask_many(
    cases: Iterable[tuple[Board, Question]],
    *,
    library: Library | None = None,
    strict: bool = False,
    cite: bool = False,
    limit: int = OUTCOMES,
    explain: bool = False,
) -> list[Ruling]:
    """Answer many questions, those of one kind in a single grounding; rulings in the order of the cases.

    Arguments and errors are those of `ask`; the first case that raises ends the whole call. Citations are
    left out unless asked for.
    """
    cases = list(cases)
    token = LIMIT.set(limit)
    try:
        with TURN:
            rulings = _ask_all(cases, library, strict, cite or explain)
            return [replace(ruling, told=ruling.proof) for ruling in rulings] if explain else rulings
    finally:
        LIMIT.reset(token)


def _ask_all(
    cases: Sequence[tuple[Board, Question]], library: Library | None, strict: bool, cite: bool
) -> list[Ruling]:
    rulings: dict[int, Ruling] = {}
    groups: dict[str, list[int]] = defaultdict(list)
    for index, (_, question) in enumerate(cases):
        groups[question.kind].append(index)
    for indices in groups.values():
        kind = kind_of(cases[indices[0]][1])
        asked = {i: seen(kind, *cases[i], library) for i in indices}
        boards = {id(board): board for board in asked.values()}
        situations = {key: situate(board, library) for key, board in boards.items()}
        group = [(cases[i][1], furnished(cases[i][1], situations[id(asked[i])], library)) for i in indices]
        # A board without continuous effects would pay for the layers where it stands beside one with some.
        shaped = [has_effects(situation) for _, situation in group]
        for part in (False, True):
            if part in shaped:
                places = [place for place, which in enumerate(shaped) if which is part]
                found = _answer(kind, [group[place] for place in places], cite)
                rulings.update(zip((indices[place] for place in places), found, strict=True))
    result = [rulings[i] for i in range(len(cases))]
    if strict:
        for ruling in result:
            if ruling.caveats:
                raise CaveatError(str(ruling.caveats[0]))
    return result


def seen(kind: Kind, board: Board, question: Question, library: Library | None) -> Board:
    """The board with what the question itself puts on it, such as a spell that is just being cast."""
    prepared = getattr(kind, "prepared", None)
    if prepared is None:
        return board
    there: Board = prepared(question, board, (library or default_library()).with_definitions(board.cards))
    return replace(there)  # a game of its own: what one question puts onto the board is no other's


def _answer(kind: Kind, group: Sequence[tuple[Question, Situation]], cite: bool) -> list[Ruling]:
    """Rulings for questions of one kind, grounded at once."""
    if cite:
        return _answer_citing(kind, group)
    stand_ins = getattr(kind, "stand_ins", None)
    cases: Sequence[tuple[Question, Situation]] = group if stand_ins is None else stand_ins(group)
    asked = {id(case): case for case in cases}
    law = _ground(kind, list(asked.values()), cite=False)
    told = {
        key: kind.decode(*case, found) for (key, case), found in zip(asked.items(), law.found, strict=True)
    }
    rulings = []
    for own, case in zip(group, cases, strict=True):
        decoded = told[id(case)]
        if case is not own:
            decoded = kind.own(decoded, *own)  # type: ignore[attr-defined]
        rulings.append(_ruling(kind, *own, decoded))
    return rulings


def _answer_citing(
    kind: Kind, group: Sequence[tuple[Question, Situation]], whole: bool = False
) -> list[Ruling]:
    """The same with what the answers rest on: `whole`, told all that is on the boards.

    Why an answer is empty may stand anywhere.
    """
    law = _ground(kind, group, cite=True, whole=whole)
    goals = [
        goals_of(kind, question, situation, found) if subject is not None else {}
        for (question, situation), subject, found in zip(group, law.subjects, law.found, strict=True)
    ]
    if law.parted and not all(any(parts.values()) for parts in goals):
        return _answer_citing(kind, group, whole=True)
    files = getattr(kind, "ASIDES", ())
    beside = asides(law.control, files)
    for subject, parts in zip(law.subjects, goals, strict=True):
        if subject in beside:
            parts[BESIDE] = beside[subject]
    every = chain.from_iterable(chain.from_iterable(parts.values()) for parts in goals)
    derivations = Derivations(law.control, (*law.names, *files), every, idle=law.facts.left_out)
    rulings = []
    for (question, situation), subject, found, parts in zip(
        group, law.subjects, law.found, goals, strict=True
    ):
        decoded = kind.decode(question, situation, found)
        more = more_of(kind, question, situation, found, decoded)
        evidence = _evidence(kind, situation, subject, [(derivations, parts), *more])
        numbers = evidence.numbers()
        if not decoded.rules and not any(evidence.parts.values()):
            numbers |= frozenset(kind.RULES)
        rules = in_order({*numbers, *decoded.rules})
        rulings.append(_ruling(kind, question, situation, decoded, rules, evidence))
    return rulings


def _ruling(
    kind: Kind,
    question: Question,
    situation: Situation,
    decoded: Decoded,
    rules: tuple[str, ...] = (),
    evidence: Evidence | None = None,
) -> Ruling:
    caveats = (*kind.caveats(question, situation), *decoded.caveats)
    if caveats:
        caveats = tuple(dict.fromkeys(caveats))
    return Ruling(
        *(question, decoded.answer, decoded.reasons, rules, caveats),
        *(decoded.notes, decoded.complete, decoded.layers, decoded.refused, decoded.count),
        evidence=evidence,
    )


@dataclass(frozen=True, slots=True)
class _Grounding:
    """The law grounded over some boards, what was asked of it, and what it says.

    By question `subjects` has the object or player it is about, if any, and `found` the arguments of the
    output atoms about that by predicate. `parted`: some board was told in part.
    """

    control: Control
    names: tuple[str, ...]
    facts: Facts
    subjects: Sequence[Symbol | None]
    found: Sequence[dict[str, list[tuple[Symbol, ...]]]]
    parted: bool


def _ground(
    kind: Kind, group: Sequence[tuple[Question, Situation]], *, cite: bool, whole: bool = False
) -> _Grounding:
    """Ask the law questions of one kind; a situation asked about twice stands there once.

    Every output atom has the question's subject first, an object or a player, and that carries its game. The
    law is told the part of each board that the answers hang on, unless the `whole` is wanted.
    """
    asking: dict[int, tuple[Situation, list[Question]]] = {}
    for question, situation in group:
        asking.setdefault(id(situation), (situation, []))[1].append(question)
    games = {key: game for game, key in enumerate(asking)}
    all_of = [situation for situation, _ in asking.values()]
    parts_of = None if whole else getattr(kind, "part", None)
    situations = [each if parts_of is None else parts_of(some, each) for each, some in asking.values()]
    if kind.LAYERED or any(map(has_effects, situations)):
        find_worlds(situations, cite=cite)  # side by side: what is asked may look into each
    subjects: list[Symbol | None] = []
    said: list[Symbol] = [] if cite else [_UNCITED]
    for question, situation in group:
        asked = list(kind.facts(question, situation, games[id(situation)]))
        subjects.append(asked[0].arguments[0] if asked else None)
        said += asked
    if any(some is every for some, every in zip(situations, all_of, strict=True)):
        said.append(_WHOLE_BOARD)
    names, facts = assemble(
        kind.FILES,
        situations,
        layered=kind.LAYERED,
        cite=cite,
        said=said,
        words=getattr(kind, "WORDS", frozenset()),
        goals=uses(getattr(kind, "ASIDES", ()) if cite else ()).union(map(_signature, kind.OUTPUT)),
    )
    control = grounded(names, facts)
    atoms: dict[int, dict[str, list[tuple[Symbol, ...]]]] = {
        number_of(subject): {name: [] for name, _ in kind.OUTPUT}
        for subject in subjects
        if subject is not None
    }
    for name, arity in kind.OUTPUT:
        for arguments in settled(control, name, arity):
            atoms[number_of(arguments[0])][name].append(arguments)
    found = [{} if subject is None else atoms[number_of(subject)] for subject in subjects]
    parted = any(some is not every for some, every in zip(situations, all_of, strict=True))
    return _Grounding(control, names, facts, subjects, found, parted)


def _signature(output: tuple[str, int]) -> str:
    return f"{output[0]}/{output[1]}"


def _evidence(
    kind: Kind,
    situation: Situation,
    subject: Symbol | None,
    groundings: Sequence[tuple[Derivations, Mapping[str, Sequence[Symbol]]]],
) -> Evidence:
    """What the ruling of one question rests on."""
    world = world_of(situation, cite=True) if has_effects(situation) or kind.LAYERED else None
    about = subject.arguments[1].string if subject is not None and subject.match("o", 2) else None
    return Evidence(groundings, situation, world, about, whole=kind.LAYERED)
