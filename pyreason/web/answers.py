"""Answers by question: a small memory, so that the same question twice is work once.

A question is known by its digest, so that a large board takes no more room than a small one.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from pyreason.web.pool import Pool
from pyreason.web.problems import URN, of_status

_PASSING = frozenset({f"{URN}limit", f"{URN}busy", f"{URN}internal"})
"""Problems that need not come again."""

_ENTRY = 400
"""Bytes that an answer takes beside its text, about."""

Answer = tuple[int, bytes]


class Answers:
    """Asks the pool and keeps what came back, up to `capacity` bytes; what was asked long ago goes first."""

    def __init__(self, pool: Pool, capacity: int = 8 * 1024 * 1024) -> None:
        self.pool = pool
        self.capacity = capacity
        self.size = 0
        self.asked = 0
        self.remembered = 0
        self._kept: OrderedDict[bytes, Answer] = OrderedDict()
        self._open: dict[bytes, asyncio.Future[Answer]] = {}

    async def get(self, job: Mapping[str, Any]) -> Answer:
        """The status and the JSON of the result of a job."""
        self.asked += 1
        key = sha256(json.dumps(job, sort_keys=True).encode()).digest()
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            self.remembered += 1
            return kept
        if (other := self._open.get(key)) is not None:
            self.remembered += 1
            return await asyncio.shield(other)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._open[key] = future
        try:
            answer = await self._ask(job, key)
            future.set_result(answer)
            return answer
        finally:
            if not future.done():  # this client is gone; those who waited with it are told to come again
                problem = of_status(503, "the question was given up; ask again")
                future.set_result((problem.status, json.dumps(problem.to_dict()).encode()))
            del self._open[key]

    async def _ask(self, job: Mapping[str, Any], key: bytes) -> Answer:
        status, document = await self.pool.submit(job)
        answer = status, json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
        if document.get("type") not in _PASSING:
            self._keep(key, answer)
        return answer

    def _keep(self, key: bytes, answer: Answer) -> None:
        self._kept[key] = answer
        self.size += _ENTRY + len(answer[1])
        while self.size > self.capacity:
            _, (_, text) = self._kept.popitem(last=False)
            self.size -= _ENTRY + len(text)
