"""The law against the reference on random boards.

python -m tests.differential --boards 20000 --seed 1
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pyreason.answering import ask_many
from pyreason.asks import CouldProduce
from pyreason.board import Board
from pyreason.cards.library import Library, default_library
from tests.reference import reference
from tests.strategies import boards

CHUNK = 100


@dataclass(frozen=True)
class Disagreement:
    """A permanent about which law and reference differ."""

    board: Board
    id: str
    law: list[str]
    reference: list[str]

    def __str__(self) -> str:
        rows = "\n".join(f"    {o}" for o in self.board.objects)
        return f"{self.id}: law {self.law}, reference {self.reference}\n{rows}\n    {self.board.commander}"


def disagreements(some: Sequence[Board], library: Library) -> Iterator[Disagreement]:
    """Every permanent of these boards about which the two differ."""
    expected = [reference(board, library) for board in some]
    cases = [(board, CouldProduce(o.id)) for board in some for o in board.battlefield]
    rulings = iter(ask_many(cases, library=library))
    for board, types in zip(some, expected, strict=True):
        for obj in board.battlefield:
            answer = next(rulings).answer
            if answer != types[obj.id]:
                yield Disagreement(board, obj.id, answer, types[obj.id])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started, found = time.monotonic(), 0
    some = boards(options.seed, options.boards)
    for start in range(0, len(some), CHUNK):
        for each in disagreements(some[start : start + CHUNK], default_library()):
            found += 1
            print(each, flush=True)
    permanents = sum(len(board.battlefield) for board in some)
    took = time.monotonic() - started
    print(f"{len(some)} boards, {permanents} permanents, {found} disagreements, {took:.1f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
