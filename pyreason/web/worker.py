"""A worker process: lists of jobs on stdin, replies on stdout, a line of JSON each.

A line in is `{"jobs": [...], "seconds": S}`. A line out is `{"results": [...], "more": true}`, or `{"lost":
"late", "more": true}` where the jobs were not done in time; `more` says whether the worker goes on. One that
ends without a line died of its jobs.

clingo never frees a symbol that it has met, and every new name on a board makes thousands of them. So who
answers is a child that the worker forks once it is warm: when that has grown or done enough it ends, and the
next begins with as much memory as the first, and as warm. The worker itself answers nothing and has one
thread, so that forking it is safe. Where nothing can be forked it answers itself, and ends then (`more` is
false).

It ends when its stdin does, so that none outlives the server. `python -m pyreason.web.worker BYTES GROWTH
JOBS` takes the memory that it may use, by how much of that whoever answers may grow, and how many jobs it may
do; 0 is no limit.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

BOARDS = tuple(Path(__file__).with_name("warm.jsonl").read_text("utf-8").splitlines())
"""What is asked for the sake of what is learnt by it: with these most of the law is read."""

_FIRST = 2
"""So many of them before the worker says that it is ready; the others while the first child answers."""

_AGAIN = 75
"""The exit code of a child that has grown, or done enough."""


def main() -> None:
    """Answer until stdin ends."""
    most, growth, jobs = (int(value) for value in sys.argv[1:4])
    if most:
        _limit_memory(most)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints must not break the protocol
    _ask(BOARDS[:_FIRST])
    _say(out, "ready")
    if not hasattr(os, "fork"):
        _answer(out, growth, jobs, last=True)
        return
    child = _child(out, growth, jobs)
    for text in BOARDS[_FIRST:]:
        if not os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            _ask([text])
    while True:
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code == -signal.SIGALRM:
            _say(out, {"lost": "late", "more": True})
        elif code != _AGAIN:
            return
        child = _child(out, growth, jobs)


def _ask(texts: Iterable[str]) -> None:
    """Answer for the sake of what is learnt by it."""
    from pyreason.web.jobs import run

    options = {"do": "ask", "cite": True, "explain": True, "outcomes": 10, "strict": False}
    run([{**options, "text": text} for text in texts])


def _child(out: IO[str], growth: int, jobs: int) -> int:
    """A process that answers from here on."""
    gc.collect()
    gc.freeze()  # the law and the modules stay: no need to look through them, or to copy them for a child
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        code = _AGAIN if _answer(out, growth, jobs) else 0
    finally:
        os._exit(code)


def _answer(out: IO[str], growth: int, jobs: int, last: bool = False) -> bool:
    """Answer until stdin ends (False), or until this process has grown or done that much (True).

    `last`: no other process goes on from here.
    """
    from pyreason.web.jobs import run

    gc.set_threshold(20_000, 20, 50)
    most = _resident() + growth if growth else None
    done = 0
    for line in sys.stdin:
        asked: Mapping[str, Any] = json.loads(line)
        _alarm(asked["seconds"])
        results = [list(result) for result in run(asked["jobs"])]
        _alarm(0)
        done += len(results)
        over = (most is not None and _resident() > most) or 0 < jobs <= done
        _say(out, {"results": results, "more": not (over and last)})
        if over:
            return True
    return False


def _say(out: IO[str], what: Any) -> None:
    print(json.dumps(what, ensure_ascii=True), file=out, flush=True)


def _alarm(seconds: float) -> None:
    """Have this process killed after so many seconds, whatever it does then; 0: not any more."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _resident() -> int:
    """How many bytes of its own this process holds now; where that can't be told, at most so far."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            _, resident, of_files, *_ = map(int, file.read().split())
        return (resident - of_files) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        pass
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _limit_memory(limit: int) -> None:
    try:
        import resource
    except ImportError:  # only where there is such a thing
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, BrokenPipeError):
        main()
