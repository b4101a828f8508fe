"""An atlas of interactions: all pairs or triples of some cards on a standard board, and where they matter.

They matter to an object where its answer with all of them on the board is none of its answers with one of
them alone. What is asked is the same question of every permanent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, product
from typing import Any

from pyreason.asks import QUESTIONS, Question, StateBasedActions
from pyreason.batching import Answer, Options, answer_scenarios, in_order
from pyreason.board import Board, GameObject
from pyreason.cards import database
from pyreason.cards.library import default_library
from pyreason.cards.model import Card
from pyreason.errors import InputError, UnsupportedQuestion
from pyreason.scenario import Scenario
from pyreason.situation import PERMANENT_TYPES
from pyreason.terms import words

STANDARD = "alice: Forest, Island | bob: Mountain"
"""The board that the cards are put on."""

ASKED = ("could_produce", "tap_for_mana", "characteristics")
"""The questions that can be asked of every permanent."""

DOMAINS = {
    "could-produce": frozenset({"could_produce"}),
    "tapped-for-mana": frozenset({"tapped_for_mana", "replaces"}),
    "mana": frozenset({"could_produce", "tapped_for_mana", "replaces"}),
}
"""Names of domains, and the words of which a permanent of the domain has one in its ability terms."""

CHOSEN = (("color", "R"), ("type", "Island"))
"""What was chosen for each card, where it has something chosen."""

CHUNK = 20
"""How many pairs are grounded together."""

Answers = Mapping[str, Any]
"""By id, what came of the question about that object; it is left out where nothing came of it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done: the board, the question, and for each card and seat its permanent, as it stands alone.

    `alone` has the answers there, those about the card itself under the id "card".
    """

    base: Board
    kind: str
    placed: Mapping[tuple[str, str], GameObject]
    alone: Mapping[tuple[str, str], Answers]


@dataclass(slots=True)
class Summary:
    """How an atlas came out. `left_out` has cards that can't be on the board: an Aura without a host."""

    cards: int = 0
    boards: int = 0
    questions: int = 0
    unanswered: int = 0
    entries: int = 0
    with_caveats: int = 0
    left_out: list[str] = field(default_factory=list)
    patterns: Counter[str] = field(default_factory=Counter)


def domain(name: str) -> tuple[str, ...]:
    """The permanents of a domain, sorted by name. Raises InputError for a name that is none."""
    if name not in DOMAINS:
        raise InputError(f"no domain is called {name!r}; there are {', '.join(DOMAINS)}")
    wanted, library = DOMAINS[name], default_library()
    lines = (line for line in database.shipped().lines() if any(word in line for word in wanted))
    found = set()
    for candidate in {line.split("\t", 1)[0] for line in lines}:
        try:
            card = library.find(candidate)
        except (InputError, UnsupportedQuestion):  # half of a card whose other half the data lacks
            continue
        if card.name == candidate and PERMANENT_TYPES & set(card.types) and _said(card) & wanted:
            found.add(candidate)
    return tuple(sorted(found))


def _said(card: Card) -> set[str]:
    terms = (line.term for line in card.lines if line.term is not None)
    return {word.partition("/")[0] for term in terms for word in words(term)}


def plan(cards: Sequence[str], kind: str, base: str = STANDARD) -> tuple[Plan, list[str]]:
    """The plan for these cards, and those of them that can't be put on the board."""
    if kind not in ASKED:
        raise InputError(f"{kind!r} is not asked of every permanent; one of {', '.join(ASKED)} is")
    board = Board.parse(base)
    placed: dict[tuple[str, str], GameObject] = {}
    for card, seat in product(cards, board.players):
        if (permanent := _placed(card, seat, board)) is not None:
            placed[card, seat] = permanent
    boards = {key: _with(board, [permanent]) for key, permanent in placed.items()}
    answers = _asked(boards.values(), kind)
    alone = {key: _found(answers) for key, answers in zip(boards, answers, strict=True)}
    left_out = [card for card in cards if not any((card, seat) in placed for seat in board.players)]
    return Plan(board, kind, placed, alone), left_out


def _placed(card: str, seat: str, board: Board) -> GameObject | None:
    """The card as a permanent, an Aura on the first permanent it can be on; None where there is none."""
    found = default_library().find(card)
    permanent = GameObject("card", found.name, seat, seat, chosen=CHOSEN)
    if "Aura" not in found.subtypes:
        return permanent
    for host in (o.id for o in board.battlefield):
        on_it = replace(permanent, attached_to=host)
        (answer,) = answer_scenarios(
            [(1, Scenario("", _with(board, [on_it]), StateBasedActions()))], Options()
        )
        if answer.ruling is not None and not any("card" in act.values() for act in answer.ruling.answer):
            return on_it
    return None


def _with(board: Board, permanents: Iterable[GameObject]) -> Board:
    return replace(board, objects=(*board.objects, *permanents))


def _question(kind: str, id: str) -> Question:
    cls: Any = QUESTIONS[kind]
    question: Question = cls(id)
    return question


def _asked(boards: Iterable[Board], kind: str) -> list[dict[str, Answer]]:
    """For each board what came of the question, by the permanent it was asked about."""
    asked = [(board, [o.id for o in board.battlefield]) for board in boards]
    items = [(1, Scenario(id, board, _question(kind, id))) for board, ids in asked for id in ids]
    came = iter(answer_scenarios(items, Options()))
    return [{id: next(came) for id in ids} for _, ids in asked]


def _found(answers: Mapping[str, Answer]) -> Answers:
    return {id: a.ruling.answer for id, a in answers.items() if a.ruling is not None}


def atlas(
    over: Plan, cards: Sequence[str], size: int, summary: Summary, executor: Executor | None = None
) -> Iterator[dict[str, Any]]:
    """The entries, as plain JSON values, for all combinations of so many cards; `summary` is told.

    Each combination stands on a board for each way to deal it to the players, with at least one card for the
    first of them. Where the work is done on an executor, entries come in the same order.
    """
    combined = combinations(cards, size)
    tasks = iter(lambda: (over, list(islice(combined, CHUNK))), (over, []))
    summary.cards = len(cards)
    for boards, questions, unanswered, entries in in_order(tasks, entries_of, executor):
        summary.boards += boards
        summary.questions += questions
        summary.unanswered += unanswered
        for entry in entries:
            summary.entries += 1
            summary.with_caveats += bool(entry["caveats"])
            summary.patterns[pattern(entry)] += 1
            yield entry


def entries_of(over: Plan, combined: Sequence[tuple[str, ...]]) -> tuple[int, int, int, list[dict[str, Any]]]:
    """How many boards and questions there were, how many went unanswered, and the entries."""
    dealt = [(cards, seats) for cards in combined for seats in _seats(over, cards)]
    boards = [_with(over.base, _permanents_of(over, cards, seats)) for cards, seats in dealt]
    answers = _asked(boards, over.kind)
    entries = [
        entry
        for (cards, seats), board, found in zip(dealt, boards, answers, strict=True)
        for entry in _entries(over, cards, seats, board, found)
    ]
    every = [answer for found in answers for answer in found.values()]
    return len(boards), len(every), sum(a.ruling is None for a in every), entries


def _seats(over: Plan, cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for seats in product(over.base.players, repeat=len(cards)):
        able = all((card, seat) in over.placed for card, seat in zip(cards, seats, strict=True))
        if able and over.base.players[0] in seats:
            yield seats


def _ids(cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"card-{number}" for number in range(1, len(cards) + 1))


def _permanents_of(over: Plan, cards: tuple[str, ...], seats: tuple[str, ...]) -> Iterator[GameObject]:
    for id, card, seat in zip(_ids(cards), cards, seats, strict=True):
        yield replace(over.placed[card, seat], id=id)


def _entries(
    over: Plan, cards: tuple[str, ...], seats: tuple[str, ...], board: Board, found: Mapping[str, Answer]
) -> Iterator[dict[str, Any]]:
    own = dict(zip(_ids(cards), zip(cards, seats, strict=True), strict=True))
    for id, answer in found.items():
        if answer.ruling is None:
            continue
        if id in own:
            alone = {own[id][0]: over.alone[own[id]].get("card")}
        else:
            alone = {card: over.alone[card, seat].get(id) for card, seat in own.values()}
        if None in alone.values() or any(_same(answer.ruling.answer, each) for each in alone.values()):
            continue
        permanent = board.get(id)
        assert permanent is not None
        yield {
            "cards": dict(zip(cards, seats, strict=True)),
            "object": id if id not in own else own[id][0],
            "controller": permanent.controller,
            "ask": over.kind,
            "together": answer.ruling.answer,
            "alone": alone,
            "caveats": [str(caveat) for caveat in answer.ruling.caveats],
        }


def _set(answer: Any) -> set[str]:
    """The parts of an answer: outcomes, types, or traits with their values."""
    if isinstance(answer, dict):
        return {f"{key} {value}" for key, value in answer.items()}
    return {str(part) for part in answer} if isinstance(answer, list) else {str(answer)}


def _same(one: Any, other: Any) -> bool:
    return _set(one) == _set(other)


def pattern(entry: Mapping[str, Any]) -> str:
    """What kind of surprise an entry is: what there is together and with no card alone, or the reverse."""
    alone = [_set(answer) for answer in entry["alone"].values()]
    together = _set(entry["together"])
    new, gone = together - set().union(*alone), set.intersection(*alone) - together
    if not together:
        return "nothing is left"
    return {
        (True, True): "something new for something each had",
        (True, False): "something that none had alone",
        (False, True): "something gone that each had",
        (False, False): "parts of both",
    }[bool(new), bool(gone)]
