"""Threads or processes for many questions at once? python -m benchmarks.web_workers

First: whether Python goes on in another thread while clingo grounds and solves. Both threads' processor time
is taken, so that a busy machine does not matter: where the lock is kept, the other thread gets next to none.
Then the part of clingo in a question. Then one and two threads, and one and two processes, in turns so that a
busy machine is as hard on all of them: questions a second, and processor time for each.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

from clingo.control import Control

from benchmarks.web_load import cpu, scenario
from pyreason.web.jobs import run

HARD = "p(1..9). 1 {in(X,H) : H = 1..8} 1 :- p(X). :- in(X,H), in(Y,H), X < Y."
LARGE = "p(1..1100). q(X,Y) :- p(X), p(Y), X*Y \\ 7 = 3."


def beside(work: str) -> tuple[float, float]:
    """Seconds of processor time that clingo takes in one thread, and Python gets in another meanwhile."""
    control = Control()
    control.add("base", [], HARD if work == "solve" else LARGE)
    if work == "solve":
        control.ground([("base", [])])
    stop = threading.Event()
    took = [0.0, 0.0]

    def clingo() -> None:
        began = time.thread_time()
        if work == "solve":
            control.solve()
        else:
            control.ground([("base", [])])
        took[0] = time.thread_time() - began
        stop.set()

    def python() -> None:
        began = time.thread_time()
        while not stop.is_set():
            for _ in range(1000):
                pass
        took[1] = time.thread_time() - began

    threads = [threading.Thread(target=each) for each in (python, clingo)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return took[0], took[1]


def part_of_clingo(number: int = 60) -> float:
    """The part of the processor time of questions that is spent inside clingo's grounding and solving."""
    inside = 0.0
    plain = Control.ground, Control.solve

    def timed(method: Any) -> Any:
        def call(*args: Any, **options: Any) -> Any:
            nonlocal inside
            began = time.process_time()
            try:
                return method(*args, **options)
            finally:
                inside += time.process_time() - began

        return call

    for seed in range(number):  # whatever is read only once
        answer(seed)
    Control.ground, Control.solve = map(timed, plain)  # type: ignore[method-assign]
    try:
        began = time.process_time()
        for seed in range(number, 2 * number):
            answer(seed)
        return inside / (time.process_time() - began)
    finally:
        Control.ground, Control.solve = plain  # type: ignore[method-assign]


def answer(seed: int) -> int:
    """The status of one question; a job such as the server hands to a worker."""
    options = {"cite": True, "explain": False, "strict": False, "outcomes": 100}
    status, _ = run([{"do": "ask", "text": scenario(seed), **options}])[0]
    return status


def rate(pool: Executor, first: int, number: int) -> tuple[float, float]:
    """Questions a second, and milliseconds of processor time for each."""
    began, used = time.perf_counter(), cpu(os.getpid())
    assert all(status == 200 for status in pool.map(answer, range(first, first + number)))
    used = cpu(os.getpid()) - used
    return number / (time.perf_counter() - began), used / number * 1e3


def main() -> None:
    for work in ("ground", "solve"):
        clingo, python = beside(work)
        print(f"while clingo does {work} for {clingo:.2f} s of processor time, Python in another thread gets "
              f"{python:.2f} s")  # fmt: skip
    spawn = multiprocessing.get_context("spawn")
    pools: dict[str, Executor] = {
        "1 thread": ThreadPoolExecutor(1),
        "2 threads": ThreadPoolExecutor(2),
        "1 process": ProcessPoolExecutor(1, mp_context=spawn),
        "2 processes": ProcessPoolExecutor(2, mp_context=spawn),
    }
    print(f"{part_of_clingo():.0%} of the work of a question is grounding and solving")
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in pools}
    for turn in range(9):
        for name, pool in pools.items():
            asked = rate(pool, 0, 24)
            if turn > 2:  # every worker has met every board by now
                found[name].append(asked)
    for name, rates in found.items():
        asked, took = (statistics.median(each) for each in zip(*rates, strict=True))
        least, most = min(rates)[0], max(rates)[0]
        print(f"{name:12} {asked:5.1f} questions a second ({least:.1f} to {most:.1f}), {took:.1f} ms each")
    for pool in pools.values():
        pool.shutdown()


if __name__ == "__main__":
    main()
