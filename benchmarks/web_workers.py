"""Threads or processes for many questions at once? python -m benchmarks.web_workers

First: how much Python another thread gets done while clingo grounds and solves. Then questions a second with
one and two threads, and one and two processes, in turns so that a busy machine is as hard on all of them.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

from clingo.control import Control

from benchmarks.web_load import scenario
from pyreason.web.jobs import run

HARD = "p(1..9). 1 {in(X,H) : H = 1..8} 1 :- p(X). :- in(X,H), in(Y,H), X < Y."


def counted(seconds: float | None, stop: threading.Event) -> tuple[int, float]:
    """How often a loop of Python runs in so many seconds, or until told to stop; and the seconds."""
    began, times = time.perf_counter(), 0
    while not stop.is_set() and (seconds is None or time.perf_counter() - began < seconds):
        for _ in range(1000):
            times += 1
    return times, time.perf_counter() - began


def beside(work: str) -> float:
    """The part of its usual speed that Python has while another thread grounds or solves."""
    control = Control()
    text = HARD if work == "solve" else "p(1..1100). q(X,Y) :- p(X), p(Y), X*Y \\ 7 = 3."
    control.add("base", [], text)
    if work == "solve":
        control.ground([("base", [])])
    stop = threading.Event()

    def other() -> None:
        if work == "solve":
            control.solve()
        else:
            control.ground([("base", [])])
        stop.set()

    alone, seconds = counted(1.0, threading.Event())
    thread = threading.Thread(target=other)
    thread.start()
    times, while_working = counted(None, stop)
    thread.join()
    return (times / while_working) / (alone / seconds)


def answer(seed: int) -> int:
    job = {
        "do": "ask",
        "text": scenario(seed),
        "cite": True,
        "explain": False,
        "strict": False,
        "outcomes": 100,
    }
    status, _ = run([job])[0]
    return status


def rate(pool: Executor, first: int, number: int) -> float:
    began = time.perf_counter()
    assert all(status == 200 for status in pool.map(answer, range(first, first + number)))
    return number / (time.perf_counter() - began)


def main() -> None:
    for work in ("ground", "solve"):
        print(f"while clingo does {work}, another thread runs at {beside(work):.0%} of its speed")
    spawn = multiprocessing.get_context("spawn")
    pools: dict[str, Executor] = {
        "1 thread": ThreadPoolExecutor(1),
        "2 threads": ThreadPoolExecutor(2),
        "1 process": ProcessPoolExecutor(1, mp_context=spawn),
        "2 processes": ProcessPoolExecutor(2, mp_context=spawn),
    }
    found: dict[str, list[float]] = {name: [] for name in pools}
    for turn in range(7):
        for name, pool in pools.items():
            asked = rate(pool, 0, 24)
            if turn > 2:  # every worker has met every board by now
                found[name].append(asked)
    for name, rates in found.items():
        print(f"{name:12} {sum(rates) / len(rates):5.1f} questions a second")
    for pool in pools.values():
        pool.shutdown()


if __name__ == "__main__":
    main()
