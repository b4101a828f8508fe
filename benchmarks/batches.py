"""How many boards a second a batch answers, JSON in and JSON out, and what a second process adds.

    python benchmarks/batches.py

Seconds are processor time, so that what else the machine does counts little. Boards and questions are
random, of 10 and of 30 permanents. With two workers, what counts is the process that takes longest: a
worker, or the one that hands out the work; the ratio is the work of both workers to that, in the same run.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from test_could_produce import MIXED  # noqa: E402

from pyreason.batching import CHUNK, Options, answer_lines, in_order  # noqa: E402

OPTIONS = Options()


def lines(count: int, size: int) -> list[bytes]:
    pick = random.Random(size)
    found = []
    for number in range(count):
        rows = [
            {"id": f"p{i}", "card": pick.choice(MIXED), "controller": pick.choice(("alice", "bob"))}
            for i in range(size)
        ]
        asked = {"could_produce": f"p{pick.randrange(size)}"}
        board = {"id": f"b{number}", "players": ["alice", "bob"], "battlefield": rows, "ask": asked}
        found.append(json.dumps(board).encode())
    return found


def work(first: int, some: Sequence[bytes]) -> tuple[int, float, str]:
    """Which process, how long it took, and what it wrote."""
    start = time.process_time()
    written = "".join(text + "\n" for _, _, _, text in answer_lines(first, some, OPTIONS))
    return os.getpid(), time.process_time() - start, written


def once(tasks: Sequence[tuple[int, list[bytes]]], workers: int) -> tuple[float, float]:
    """The processor time of the process that takes longest, warm; and that of all the work."""
    spent: dict[int, float] = {}
    with tempfile.TemporaryFile("w") as out:
        if workers == 1:
            work(*tasks[0])
            start = time.process_time()
            for _, _, written in in_order(tasks, work, None):
                out.write(written)
            seconds = time.process_time() - start
            return seconds, seconds
        with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
            list(pool.map(work, *zip(*[tasks[0]] * workers * 2, strict=True)))
            start = time.process_time()
            for worker, seconds, written in in_order(tasks, work, pool):
                spent[worker] = spent.get(worker, 0.0) + seconds
                out.write(written)
            return max(time.process_time() - start, *spent.values()), sum(spent.values())


def main() -> None:
    print("| permanents | boards a second, one process | two processes | ratio |")
    print("|---|---|---|---|")
    for size, count in ((10, 4000), (30, 1600)):
        every = lines(count, size)
        tasks = [(at + 1, every[at : at + CHUNK]) for at in range(0, count, CHUNK)]
        (one, _), (two, whole) = (once(tasks, workers) for workers in (1, 2))
        print(f"| {size} | {count / one:.0f} | {count / two:.0f} | {whole / two:.2f} |", flush=True)


if __name__ == "__main__":
    main()
