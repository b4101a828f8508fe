"""What would it take: the smallest changes of a board after which an outcome becomes possible, or impossible.

Changes come from a stated repertoire. All boards that one change leads to are asked about in batched
groundings, then those of two changes, and so on; the search ends with the first number of changes that is
enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Any

from pyreason.answering import ask_many
from pyreason.asks import Question
from pyreason.board import Board, GameObject
from pyreason.cards.library import Library, default_library
from pyreason.choosing import COLORS, Row, choices, chosen, rows, said, with_choice
from pyreason.errors import InputError, PyreasonError
from pyreason.explain.outcomes import truth
from pyreason.heads import label
from pyreason.questions._mana import counted
from pyreason.rulings import Ruling

KINDS = ("remove", "untap", "tap", "control", "choose", "add")
"""The repertoire: take a permanent away, untap or tap it, give it to another player, choose something else
for an object, an effect or a spell (`choosing.py`), add a permanent from a pool of cards."""

POOL = ("Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes")
"""The cards that are added where no others are named."""

_BATCH = 40


@dataclass(frozen=True, slots=True)
class Change:
    """One change: what is done, to the object with this id (for `add`: the card's name), and how.

    `what` tells what is chosen, where the kind is `choose`: `color`, `type`, `name`, `player`, `to`, `mode`
    or `x`.
    """

    kind: str
    object: str
    value: str | None = None
    what: str | None = None

    def text(self, board: Board) -> str:
        """The change in words."""
        row = rows(board).get(self.object)
        named = label(self.object, board)
        name = named if row is None or isinstance(row, GameObject) else row.card or named
        return {
            "remove": f"take away {name}",
            "untap": f"untap {name}",
            "tap": f"tap {name}",
            "control": f"give {name} to {self.value}",
            "choose": f"{said(self.what or 'color', self.value or '')} for {name}",
            "add": f"add {name} for {self.value}",
        }[self.kind]


@dataclass(frozen=True, slots=True)
class Found:
    """Changes that are enough, and the ruling on the board they lead to."""

    changes: tuple[Change, ...]
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What a search found: all smallest sets of changes, unless `complete` is False.

    `possible` tells which way was asked: whether the outcome is to become possible or impossible.
    """

    possible: bool
    found: tuple[Found, ...]
    complete: bool


def what_if(
    board: Board,
    question: Question,
    outcome: str,
    *,
    possible: bool | None = None,
    kinds: Sequence[str] = KINDS,
    pool: Sequence[str] = POOL,
    most: int = 2,
    limit: int = 10,
    boards: int = 5000,
    library: Library | None = None,
) -> WhatIf:
    """The smallest changes after which an outcome becomes possible or impossible.

    Args:
        board: the game.
        question: one of `pyreason.asks`.
        outcome: "U", "{G}{G}", an id or card name, "yes", "no", "Swamp".
        possible: what is wanted; None for the opposite of how it is now.
        kinds: what may be done, out of `KINDS`.
        pool: names of the cards that may be added.
        most: how many changes at most.
        limit: how many answers at most.
        boards: how many boards are looked at before the search is cut.
        library: where cards are looked up.

    Raises:
        InputError: the outcome, a kind of change or a card makes no sense, or the outcome is as wanted
        already.
    """
    unknown = sorted(set(kinds) - set(KINDS))
    if unknown:
        raise InputError(f"{unknown[0]!r} is no kind of change; there are: {', '.join(KINDS)}")
    library = (library or default_library()).with_definitions(board.cards)
    (ruling,) = ask_many([(board, question)], library=library)
    now = has_outcome(question, ruling.answer, outcome, board)
    wanted = (not now) if possible is None else possible
    if wanted == now:
        raise InputError(f"{outcome!r} is {'possible' if now else 'impossible'} already")
    names = tuple(library.find(name).name for name in pool)
    repertoire = list(_repertoire(board, question, kinds, names, library))
    looked = 0
    for number in range(1, most + 1):
        found: list[Found] = []
        sets = (some for some in combinations(repertoire, number) if _together(some))
        while batch := list(islice(sets, _BATCH)):
            looked += len(batch)
            if looked > boards:
                return WhatIf(wanted, tuple(found), complete=False)
            cases = [(changed(board, some), question) for some in batch]
            for some, result in zip(batch, _rulings(cases, library), strict=True):
                if result is not None and has_outcome(question, result.answer, outcome, board) == wanted:
                    found.append(Found(some, result))
            if len(found) > limit:
                return WhatIf(wanted, tuple(found[:limit]), complete=False)
        if found:
            return WhatIf(wanted, tuple(found), complete=True)
    return WhatIf(wanted, (), complete=True)


def _rulings(cases: list[tuple[Board, Question]], library: Library) -> list[Ruling | None]:
    """Rulings for boards in one grounding; None for those on which the question makes no sense."""
    try:
        return list(ask_many(cases, library=library))
    except PyreasonError:
        if len(cases) == 1:
            return [None]
        return [ruling for case in cases for ruling in _rulings([case], library)]


def _repertoire(
    board: Board, question: Question, kinds: Sequence[str], pool: Sequence[str], library: Library
) -> Iterator[Change]:
    """Every single change, in the order of `KINDS` and of the board."""
    asked = {value for value in question.to_ask().values() if isinstance(value, str)}
    for obj in board.battlefield:
        if "remove" in kinds and obj.id not in asked:
            yield Change("remove", obj.id)
        if obj.tapped and "untap" in kinds:
            yield Change("untap", obj.id)
        if not obj.tapped and "tap" in kinds:
            yield Change("tap", obj.id)
        if "control" in kinds:
            yield from (Change("control", obj.id, p) for p in board.players if p != obj.controller)
    if "choose" in kinds:
        now = rows(board)
        for id, what, value in choices(board, pool, library):
            if chosen(now[id], what) != value:
                yield Change("choose", id, value, what)
    if "add" in kinds:
        yield from (Change("add", name, player) for name in pool for player in board.players)


def _together(changes: Sequence[Change]) -> bool:
    """Whether changes go together: one for each object, but any of those that are added."""
    touched = Counter(change.object for change in changes if change.kind != "add")
    return all(number == 1 for number in touched.values())


def changed(board: Board, changes: Sequence[Change]) -> Board:
    """The board after some changes; what was attached to something taken away is attached to nothing."""
    gone = {change.object for change in changes if change.kind == "remove"}
    by_id = {change.object: change for change in changes if change.kind != "add"}
    objects = []
    for obj in board.objects:
        if obj.id in gone:
            continue
        if (change := by_id.get(obj.id)) is not None:
            obj = _altered(obj, change)
        objects.append(replace(obj, attached_to=None) if obj.attached_to in gone else obj)
    taken = set(board.ids())
    for change in changes:
        if change.kind == "add":
            id = _fresh(change.object, taken)
            player = change.value or board.active
            objects.append(GameObject(id, change.object, player, player))
    times = tuple(id for id in board.timestamps if id not in gone)
    stack = tuple(_decided(row, by_id.get(row.id)) for row in board.stack)
    effects = tuple(_decided(row, by_id.get(row.id)) for row in board.effects)
    return replace(board, objects=tuple(objects), timestamps=times, stack=stack, effects=effects)


def _decided(row: Row, change: Change | None) -> Row:
    return row if change is None else with_choice(row, change.what or "color", change.value or "")


def _altered(obj: GameObject, change: Change) -> GameObject:
    if change.kind == "control":
        return replace(obj, controller=change.value or obj.controller)
    if change.kind == "choose":
        return _decided(obj, change)
    return replace(obj, tapped=change.kind == "tap")


def _fresh(card: str, taken: set[str]) -> str:
    number = 1
    while (id := f"added {card}" + (f" {number}" if number > 1 else "")) in taken:
        number += 1
    taken.add(id)
    return id


def has_outcome(question: Question, answer: Any, outcome: str, board: Board) -> bool:
    """Whether an answer has an outcome. Raises InputError where it can't be one."""
    shape = question.answer_shape
    text = outcome.strip()
    if shape == "bool":
        meant = truth(text)
        if meant is None:
            raise InputError(f"such a question is answered with yes or no, not with {outcome!r}")
        return bool(answer) == meant
    if shape == "mana_types":
        return text.strip("{}").upper() in answer
    if shape == "mana_outcomes":
        return any(counted(mana) == counted(text) for each in answer for mana in each.values())
    if shape == "pools":
        return any(counted(text) <= counted(pool) for pool in answer)
    if shape == "ids":
        meant_ids = {text, *(o.id for o in board.objects if o.card.casefold() == text.casefold())}
        return any(id in meant_ids or id.casefold() == text.casefold() for id in answer)
    if shape == "number":
        return str(answer) == text
    if shape == "traits":
        return _has_trait(answer, text)
    raise InputError(f"what-if knows no outcomes of {question.kind}")


def _has_trait(answer: dict[str, Any], text: str) -> bool:
    name, _, value = text.rpartition(" ")
    if name in ("power", "toughness"):
        return str(answer.get(name)) == value
    words = {color: letter for letter, color in COLORS.items()}
    wanted = {text.casefold(), words.get(text.casefold(), text).casefold()}
    values = [each for listed in answer.values() if isinstance(listed, list) for each in listed]
    return any(str(each).casefold() in wanted for each in values)
