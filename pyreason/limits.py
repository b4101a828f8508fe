"""Limits: how many outcomes are listed, and how long work may take.

Grounding can't be interrupted, it runs in C++ until it is done: so a time limit takes a child process.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pyreason.errors import LimitReached, UnsupportedQuestion

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

OUTCOMES = 10_000
"""How many outcomes an answer lists at most unless a limit is given."""

LIMIT: ContextVar[int] = ContextVar("limit", default=OUTCOMES)
"""The limit of the question that is being answered; an answer that it cuts is not complete."""

T = TypeVar("T")


def within(seconds: float, work: Callable[[], T]) -> T:
    """Do the work in a child process and return its result, or raise what it raised.

    The child is forked where this process has one thread. To fork a process with several would copy what the
    others are in the middle of, so there the child is a fresh Python: it takes half a second to start, which
    is not counted, and `work` has to be such that it can be pickled.

    Raises LimitReached, and ends the child, where it is not done after so many seconds.
    """
    good, value = _forked(seconds, work) if _alone() else _elsewhere(seconds, work)
    if good:
        result: T = value
        return result
    raise value


class Staying:
    """The same for piece after piece of work: one child does them all, as long as none is late.

    So it learns what a new child would learn anew. It is replaced after `most` pieces, since clingo never
    forgets a name it met. The work has to be such that it can be pickled.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._child: _Child | None = None
        self._done = 0

    def within(self, seconds: float, work: Callable[[], T]) -> T:
        """As `within` above. Raises LimitReached, and ends the child, where it is late."""
        from pyreason.program import OVERLAY

        if not _alone() or OVERLAY.get() is not None:
            return within(seconds, work)
        if self._child is None or self._child.parent != os.getpid():
            self._child, self._done = _Child(), 0
        try:
            good, value = self._child.do(seconds, work)
        except LimitReached:
            self._end()
            raise
        self._done += 1
        if self._done >= self._most:
            self._end()
        if good:
            result: T = value
            return result
        raise value

    def _end(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


class _Child:
    """A forked process that does what it is sent, until it is ended or this process is gone."""

    def __init__(self) -> None:
        import multiprocessing

        context: Any = multiprocessing.get_context("fork")
        self.parent = os.getpid()
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._pipe), daemon=True)
        self._process.start()
        theirs.close()

    def do(self, seconds: float, work: Callable[[], Any]) -> tuple[bool, Any]:
        """Whether the work came to an end, and what it returned or raised."""
        try:
            self._pipe.send(work)
            if not self._pipe.poll(seconds):
                raise _late(seconds)
            answer: tuple[bool, Any] = self._pipe.recv()
            return answer
        except (EOFError, OSError):
            raise _ended() from None

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _serve(pipe: Connection, other: Connection) -> None:
    other.close()  # so that the pipe ends with the parent
    while True:
        try:
            work = pipe.recv()
        except EOFError:
            return
        pipe.send(_outcome(work))


def _alone() -> bool:
    """Whether this process can be forked: it has one thread."""
    return hasattr(os, "fork") and threading.active_count() == 1


def _late(seconds: float) -> LimitReached:
    return LimitReached(f"no answer within {seconds:g} s")


def _ended() -> LimitReached:
    return LimitReached("the work ended without an answer (out of memory?)")


def _forked(seconds: float, work: Callable[[], Any]) -> tuple[bool, Any]:
    """Whether the work came to an end in a forked child, and what it returned or raised."""
    import multiprocessing  # only where a limit is set: it is slow to load

    context: Any = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_work, args=(sender, work), daemon=True)
    child.start()
    sender.close()
    try:
        if not receiver.poll(seconds):
            raise _late(seconds)
        answer: tuple[bool, Any] = receiver.recv()
        return answer
    except EOFError:
        raise _ended() from None
    finally:
        child.kill()
        child.join()


def _work(sender: Connection, work: Callable[[], Any]) -> None:
    sender.send(_outcome(work))


def _outcome(work: Callable[[], Any]) -> tuple[bool, Any]:
    try:
        return True, work()
    except Exception as error:
        return False, error


def _elsewhere(seconds: float, work: Callable[[], Any]) -> tuple[bool, Any]:
    """The same in a fresh Python."""
    import pickle
    import subprocess

    from pyreason.program import OVERLAY

    if OVERLAY.get() is not None:  # it can't be sent, and the law as it is shipped would answer
        raise UnsupportedQuestion("a time limit under other rules takes a process with one thread")
    sent = pickle.dumps(work)
    command = [sys.executable, "-P", "-c", "from pyreason.limits import answer_pickled; answer_pickled()"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, env=environment()) as child:
        try:
            assert child.stdout is not None
            if not child.stdout.read(1):
                raise _ended()
            said, _ = child.communicate(sent, seconds)
            answer: tuple[bool, Any] = pickle.loads(said)
            return answer
        except subprocess.TimeoutExpired:
            raise _late(seconds) from None
        except (EOFError, pickle.UnpicklingError):
            raise _ended() from None
        finally:
            child.kill()


def answer_pickled() -> None:
    """Say when ready, take work on stdin, and write what came of it to stdout, both pickled."""
    import pickle

    import pyreason.answering  # noqa: F401 - loaded before the time runs

    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", 0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints must not get in between
    out.write(b".")
    said = pickle.dumps(_outcome(pickle.loads(sys.stdin.buffer.read())))
    with os.fdopen(os.dup(out.fileno()), "wb") as whole:
        whole.write(said)


def environment() -> dict[str, str]:
    """This process's own, made so that a Python that it starts finds the same package."""
    paths = [str(Path(__file__).resolve().parents[1]), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
