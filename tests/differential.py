"""The law against the references on random boards.

python -m tests.differential --boards 20000 --seed 1
python -m tests.differential --question tap_for_mana --boards 20000
python -m tests.differential --question replaced --boards 20000     (could_produce with replacement effects)
python -m tests.differential --question available_mana --boards 1000
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from pyreason.answering import ask_many
from pyreason.asks import AbilityMana, AvailableMana, CouldProduce, Question, TapForMana
from pyreason.board import Board, GameObject, ResolvedEffect
from pyreason.cards.library import Library, default_library
from tests.reference import UnknownTerm, reference
from tests.reference_mana import ManaReference, Search
from tests.strategies import boards, mana_boards, pool_boards

CHUNK = 100


@dataclass(frozen=True)
class Disagreement:
    """A question about which law and reference differ."""

    board: Board
    asked: Question
    law: Any
    reference: Any

    def __str__(self) -> str:
        rows = "\n".join(f"    {_told(o)}" for o in (*self.board.objects, *self.board.effects))
        rest = f"    {self.board.commander} {self.board.mana_pool}"
        return f"{self.asked}:\n  law       {self.law}\n  reference {self.reference}\n{rows}\n{rest}"


def _told(obj: GameObject | ResolvedEffect) -> str:
    """The object with what is worth telling."""
    told = (f"{f.name}={getattr(obj, f.name)!r}" for f in fields(obj) if getattr(obj, f.name) != f.default)
    return ", ".join(told)


Cases = list[tuple[Board, Question, Any]]
"""Boards, questions and what the reference says."""


def compared(cases: Cases, library: Library) -> Iterator[Disagreement]:
    """Every question about which the two differ."""
    rulings = ask_many([(board, question) for board, question, _ in cases], library=library)
    for (board, question, expected), ruling in zip(cases, rulings, strict=True):
        answer = ruling.answer
        if isinstance(expected, frozenset):
            answer = frozenset(
                each if isinstance(each, str) else tuple(sorted(each.items())) for each in ruling.answer
            )
            if len(answer) != len(ruling.answer):
                yield Disagreement(board, question, ruling.answer, "no answer twice")
        if answer != expected:
            yield Disagreement(board, question, answer, expected)


def disagreements(some: Sequence[Board], library: Library) -> Iterator[Disagreement]:
    """could_produce: every permanent of these boards about which the two differ."""
    expected = [reference(board, library) for board in some]
    cases: Cases = [
        (board, CouldProduce(o.id), types[o.id])
        for board, types in zip(some, expected, strict=True)
        for o in board.battlefield
    ]
    return compared(cases, library)


def replaced_cases(some: Sequence[Board], library: Library) -> Cases:
    """could_produce where mana events are replaced."""
    cases: Cases = []
    for board in some:
        types = ManaReference(board, library).solve()
        cases += ((board, CouldProduce(o.id), types[o.id]) for o in board.battlefield)
    return cases


def tapping_cases(some: Sequence[Board], library: Library) -> Cases:
    """tap_for_mana, or ability_mana, for every mana ability on these boards that costs no mana."""
    cases: Cases = []
    for board in some:
        known = ManaReference(board, library)
        known.solve()
        for obj in board.battlefield:
            for number, ability in enumerate(known.mana_abilities(obj), 1):
                costs = {part.name: len(part.arguments) for part in ability.arguments[0].arguments}
                if "mana" in costs:
                    continue
                kind = TapForMana if costs.get("tap") == 0 else AbilityMana
                outcomes = frozenset(
                    tuple((player, symbols(mana)) for player, mana in outcome)
                    for outcome in known.outcomes(obj, ability)
                )
                cases.append((board, kind(obj.id, number), outcomes))
    return cases


def pool_cases(some: Sequence[Board], library: Library) -> Cases:
    """available_mana for the first player of these boards, but for those too large for the reference."""
    cases: Cases = []
    for board in some:
        search = Search(board, library, board.players[0])
        if not search.cut:
            pools = frozenset(symbols(pool) for pool in search.pools())
            cases.append((board, AvailableMana(board.players[0]), pools))
    return cases


def symbols(letters: str) -> str:
    """A mana string for these letters."""
    return "".join(f"{{{letter}}}" for letter in letters)


def _of(cases: Callable[[Sequence[Board], Library], Cases]) -> Callable[..., Iterator[Disagreement]]:
    return lambda some, library: compared(cases(some, library), library)


QUESTIONS: dict[str, tuple[Callable[[int, int], list[Board]], Callable[..., Iterator[Disagreement]]]] = {
    "could_produce": (boards, disagreements),
    "replaced": (mana_boards, _of(replaced_cases)),
    "tap_for_mana": (mana_boards, _of(tapping_cases)),
    "available_mana": (pool_boards, _of(pool_cases)),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--question", choices=QUESTIONS, default="could_produce")
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=20, help="stop after so many disagreements")
    options = parser.parse_args()
    make, differ = QUESTIONS[options.question]
    started, found = time.monotonic(), 0
    some = make(options.seed, options.boards)
    for start in range(0, len(some), CHUNK):
        try:
            for each in differ(some[start : start + CHUNK], default_library()):
                found += 1
                print(each, flush=True)
        except UnknownTerm as error:
            print(f"boards {start} to {start + CHUNK - 1} left out: the reference does not know {error}")
            found += 1
        if found >= options.most:
            break
    permanents = sum(len(board.battlefield) for board in some)
    took = time.monotonic() - started
    print(f"{len(some)} boards, {permanents} permanents, {found} disagreements, {took:.1f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
