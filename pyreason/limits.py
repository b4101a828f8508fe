"""Limits: how many outcomes are listed, and how long work may take.

Grounding can't be interrupted, it runs in C++ until it is done: so a time limit takes a child process.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar

from pyreason.errors import LimitReached

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

OUTCOMES = 10_000
"""How many outcomes an answer lists at most unless a limit is given."""

LIMIT: ContextVar[int] = ContextVar("limit", default=OUTCOMES)
"""The limit of the question that is being answered; an answer that it cuts is not complete."""

T = TypeVar("T")


def within(seconds: float, work: Callable[[], T]) -> T:
    """Do the work in a child process and return its result, or raise what it raised.

    Raises LimitReached, and ends the child, where it is not done after so many seconds.
    """
    import multiprocessing  # only where a limit is set: it is slow to load

    methods = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_work, args=(sender, work), daemon=True)
    child.start()
    sender.close()
    try:
        if not receiver.poll(seconds):
            raise LimitReached(f"no answer within {seconds:g} s")
        good, value = receiver.recv()
    except EOFError:
        raise LimitReached("the work ended without an answer (out of memory?)") from None
    finally:
        child.kill()
        child.join()
    if good:
        result: T = value
        return result
    raise value


def _work(sender: Connection, work: Callable[[], T]) -> None:
    try:
        sender.send((True, work()))
    except Exception as error:
        sender.send((False, error))
