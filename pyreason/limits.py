"""A time limit for work that can't be interrupted: grounding runs in C++ until it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from pyreason.errors import LimitReached

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

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
