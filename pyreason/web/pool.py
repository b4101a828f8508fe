"""The pool of worker processes: questions wait in one queue, and a free worker takes several at once.

Processes rather than threads: clingo lets other threads run only while it is inside C++, which leaves most of
the work of a question serial; and grounding can't be stopped but by ending its process (docs/web.md has the
numbers). Questions that wait together are grounded together, which costs much less than one by one.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from pyreason.errors import LimitReached
from pyreason.limits import environment
from pyreason.web.jobs import Result
from pyreason.web.limits import Limits
from pyreason.web.problems import of_errors, of_status

_START = 120.0
"""Seconds that a worker may take to start."""
_GRACE = 5.0
"""Seconds that a worker has beyond the limit to end work that takes too long by itself."""
_ASKED = re.compile(r'"?\bask"?\s*:\s*\{\s*"?(\w+)')
_LINE = 256 * 1024 * 1024


@dataclass(slots=True, eq=False)
class _Waiting:
    job: Mapping[str, Any]
    result: asyncio.Future[Result]
    kind: str
    alone: bool = False
    since: float = field(default_factory=time.monotonic)


class Pool:
    """Workers that answer jobs. `start` and `close` go around; `submit` asks."""

    def __init__(self, limits: Limits, workers: int, worker: str = "pyreason.web.worker") -> None:
        self.worker = worker
        self.limits = limits
        self.size = workers
        self.ready = 0
        self.restarts = 0
        self._queue: deque[_Waiting] = deque()
        self._wake = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self._endings: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._queue)

    async def start(self) -> None:
        """Start the workers; jobs may be submitted at once, and wait."""
        self._tasks = [asyncio.create_task(self._serve()) for _ in range(self.size)]

    async def close(self) -> None:
        """End the workers; jobs that wait are told so."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._endings, return_exceptions=True)
        while self._queue:
            _settle(self._queue.popleft(), _busy("the server is ending"))

    async def submit(self, job: Mapping[str, Any]) -> Result:
        """The result of a job; a problem where it takes too long, or too many wait already."""
        if len(self._queue) >= self.limits.waiting:
            return _busy(f"{len(self._queue)} questions are waiting already; try again soon")
        waiting = _Waiting(job, asyncio.get_running_loop().create_future(), _kind(job))
        await self._put(waiting)
        return await waiting.result

    async def _put(self, waiting: _Waiting) -> None:
        async with self._wake:
            self._queue.append(waiting)
            self._wake.notify()

    async def _take(self) -> list[_Waiting]:
        """The jobs to do next: one, and others that may go with it."""
        async with self._wake:
            while True:
                batch = self._batch()
                if batch:
                    return batch
                await self._wake.wait()

    def _batch(self) -> list[_Waiting]:
        """The job that waits longest, and others like it; a worker leaves its share to the others."""
        self._drop_late()
        if not self._queue:
            return []
        first = self._queue.popleft()
        most = min(self.limits.batch, max(1, -(-len(self._queue) // self.size)))
        if first.alone:
            return [first]
        alike = [w for w in self._queue if not w.alone and w.kind == first.kind][: most - 1]
        rest = set(map(id, alike))
        self._queue = deque(w for w in self._queue if id(w) not in rest)
        return [first, *alike]

    def _drop_late(self) -> None:
        """Take off the queue whose client is gone, or who waits too long."""
        now = time.monotonic()
        kept = deque[_Waiting]()
        for waiting in self._queue:
            if now - waiting.since > self.limits.queue:
                _settle(waiting, _busy(f"no worker was free within {self.limits.queue:g} s; try again soon"))
            if not waiting.result.done():
                kept.append(waiting)
        self._queue = kept

    async def _serve(self) -> None:
        """One worker's life after another's."""
        while True:
            process = await self._spawn()
            if process is None:
                self.restarts += 1
                await asyncio.sleep(1)
                continue
            self.ready += 1
            try:
                while await self._work(process, await self._take()):
                    pass
            finally:
                self.ready -= 1
                await self._end(process)

    async def _spawn(self) -> asyncio.subprocess.Process | None:
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                sys.executable,
                *(
                    "-P",
                    "-m",
                    self.worker,
                    *(str(limit) for limit in (self.limits.memory, self.limits.growth, self.limits.jobs)),
                ),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE,
                env=environment(),
                start_new_session=True,  # Ctrl-C is for the server, which then ends its workers
            )
        )
        try:
            process = await asyncio.shield(starting)
        except asyncio.CancelledError:  # it starts all the same
            await self._end(await starting)
            raise
        assert process.stdout is not None
        try:
            if await asyncio.wait_for(process.stdout.readline(), _START):
                return process
        except TimeoutError:
            pass
        except asyncio.CancelledError:
            await self._end(process)
            raise
        await self._end(process)
        return None

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        """End a worker, to the end even where the server itself ends meanwhile."""
        ending = asyncio.create_task(_ended(process))
        self._endings.add(ending)
        ending.add_done_callback(self._endings.discard)
        await asyncio.shield(ending)

    async def _work(self, process: asyncio.subprocess.Process, batch: list[_Waiting]) -> bool:
        """Have the worker do some jobs; False where it is of no more use."""
        try:
            reply = await self._reply(process, batch)
        except asyncio.CancelledError:
            for waiting in batch:
                _settle(waiting, _busy("the server is ending"))
            raise
        if "results" in reply:
            for waiting, (status, document) in zip(batch, reply["results"], strict=True):
                _settle(waiting, (status, document))
            return bool(reply["more"])
        self.restarts += 1
        if len(batch) == 1:
            late = f"no answer within {self.limits.seconds:g} s"
            reason = late if reply["lost"] == "late" else "the work ended without an answer (out of memory?)"
            problem = of_errors([LimitReached(reason)])
            _settle(batch[0], (problem.status, problem.to_dict()))
        else:  # one of them is to blame: each gets its own chance
            for waiting in batch:
                waiting.alone = True
                await self._put(waiting)
        return bool(reply["more"])

    async def _reply(self, process: asyncio.subprocess.Process, batch: list[_Waiting]) -> dict[str, Any]:
        """What the worker says; `more` is false where it will say nothing else."""
        assert process.stdin is not None
        assert process.stdout is not None
        asked = {"jobs": [waiting.job for waiting in batch], "seconds": self.limits.seconds}
        try:
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            await process.stdin.drain()
            line = await asyncio.wait_for(process.stdout.readline(), self.limits.seconds + _GRACE)
            reply: dict[str, Any] = json.loads(line)
            return reply
        except TimeoutError:
            return {"lost": "late", "more": False}
        except (OSError, ValueError):  # ended, or in the middle of a line
            return {"lost": "died", "more": False}


def _kind(job: Mapping[str, Any]) -> str:
    """What sort of work a job is, by its looks: questions of one kind are best grounded together."""
    found = _ASKED.search(str(job.get("text", "")))
    return f"{job.get('do')} {found[1] if found else ''}"


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Kill a worker with the child that answers for it."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    if process.stdin is not None:
        process.stdin.close()
    with suppress(Exception):
        await process.wait()
    transport = getattr(process, "_transport", None)  # asyncio leaves it to the garbage collector
    if transport is not None:
        transport.close()


def _settle(waiting: _Waiting, result: Result) -> None:
    if not waiting.result.done():
        waiting.result.set_result(result)


def _busy(detail: str) -> Result:
    problem = of_status(503, detail)
    return problem.status, problem.to_dict()
