"""The same boards and questions to pyreason, to the reference in plain Python, and to another engine.

    python benchmarks/compare.py --boards 30

Prints, as a Markdown table, how many answers are right and the median processor time of a question, from the
JSON text of the board to the answer: warm, rules and cards already read. "Right" is what the reference
(`tests/reference.py`) says, which shares no code with the law and knows no layers.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from phase_peer import Missing, Phase  # noqa: E402

from benchmarks.test_could_produce import MIRRORS, MIXED  # noqa: E402
from pyreason import ask  # noqa: E402
from pyreason.batching import Options, answer_lines  # noqa: E402
from pyreason.cards.library import default_library  # noqa: E402
from pyreason.scenario import Scenario, read_line  # noqa: E402
from tests.reference import reference  # noqa: E402

ATOMIC_CARDS = ROOT.parent / "shared" / "data" / "AtomicCards.json.gz"
TURN = 10
"""So many boards an engine is asked about before the next one has its turn."""

BATCH, AGAIN = 100, 5
"""Boards answered together, and how often that is timed: there are few batches to take a median of."""
PHASES = (("phase-python", True), ("phase-python, no decks", False))
"""The other engine with the state of a game as it saves it, and without all cards but the permanents."""


@dataclass
class Row:
    """How one engine did on boards of one size; times in seconds."""

    engine: str
    right: int = 0
    asked: int = 0
    times: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.times)


def documents(count: int, size: int, seed: int) -> Iterator[dict[str, Any]]:
    """Random boards of mixed mana sources of two players, and a question about a land that looks at others.

    The other engine shows what a permanent can give for lands alone, and a fixed land is no question.
    """
    pick = random.Random(f"{seed}/{size}")
    for number in range(count):
        rows = [
            {"id": f"p{i}", "card": pick.choice(MIXED), "controller": pick.choice(("alice", "bob"))}
            for i in range(1, size + 1)
        ]
        place = pick.randrange(size)
        rows[place]["card"] = pick.choice(MIRRORS)
        asked = {"could_produce": rows[place]["id"]}
        yield {"id": f"b{number}", "players": ["alice", "bob"], "battlefield": rows, "ask": asked}


def scenario(line: str) -> Scenario:
    read = read_line(line)
    assert isinstance(read, Scenario)
    return read


def by_pyreason(line: str) -> Any:
    read = scenario(line)
    return ask(read.board, read.question, cite=False).answer


def by_reference(line: str) -> Any:
    read = scenario(line)
    return reference(read.board, default_library())[read.question.object]  # type: ignore[union-attr]


def timed(row: Row, right: list[str], work: Callable[[], Any]) -> None:
    start = time.process_time()
    found = work()
    row.times.append(time.process_time() - start)
    row.asked += 1
    row.right += found == right


def compare(size: int, count: int, seed: int, phase: Phase | None) -> list[Row]:
    """One row an engine. The engines take turns, ten boards each, so that all meet the same noise."""
    lines = [json.dumps(document) for document in documents(count, size, seed)]
    rows = [Row("pyreason, one at a time"), Row(f"pyreason, {min(count, BATCH)} at a time")]
    rows += [Row("reference (naive Python)"), *([Row(name) for name, _ in PHASES] if phase else [])]
    by_pyreason(lines[0])
    answer_lines(1, [line.encode() for line in lines[:BATCH]], Options())
    rights = [by_reference(line) for line in lines]
    for start in range(0, count, TURN):
        some = list(zip(lines[start : start + TURN], rights[start : start + TURN], strict=True))
        for line, right in some:
            timed(rows[0], right, lambda line=line: by_pyreason(line))
        for line, right in some:
            timed(rows[2], right, lambda line=line: by_reference(line))
        for row, (_, decks) in zip(rows[3:], PHASES, strict=False):
            assert phase is not None
            reads = [scenario(line) for line, _ in some]
            states = [phase.state(read.board, decks=decks) for read in reads]
            for read, state, (_, right) in zip(reads, states, some, strict=True):
                number = int(read.question.object[1:])  # type: ignore[union-attr]
                timed(row, right, lambda state=state, number=number: phase.answer(state, number))
    for start, again in product(range(0, count, BATCH), range(AGAIN)):
        some = [line.encode() for line in lines[start : start + BATCH]]
        begun = time.process_time()
        written = answer_lines(1, some, Options())
        rows[1].times.append((time.process_time() - begun) / len(some))
        for (_, _, _, text), right in zip(written, rights[start:], strict=False):
            rows[1].asked += not again
            rows[1].right += not again and json.loads(text)["answer"] == right
    return rows


def main(arguments: list[str] | None = None) -> int:
    """Runs the comparison; 1 where pyreason and the reference differ."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--boards", type=int, default=30, help="boards of each size (default: 30)")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 50, 200], help="permanents on a board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cards", type=Path, default=ATOMIC_CARDS, help="AtomicCards.json.gz")
    args = parser.parse_args(arguments)
    try:
        phase: Phase | None = Phase(MIXED, args.cards)
    except Missing as error:
        phase = None
        print(f"phase-python is left out: {error}\n")
    print("| permanents | engine | right | median ms a question | times pyreason, one at a time |")
    print("|---|---|---|---|---|")
    wrong = False
    for size in args.sizes:
        rows = compare(size, args.boards, args.seed, phase)
        for row in rows:
            right, ratio = f"{row.right} of {row.asked}", row.median / rows[0].median
            print(f"| {size} | {row.engine} | {right} | {row.median * 1e3:.2f} | {ratio:.2f} |", flush=True)
        wrong |= any(row.right < row.asked for row in rows[:2])
    return int(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
