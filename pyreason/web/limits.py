"""What one request may cost."""

from __future__ import annotations

from dataclasses import dataclass

from pyreason.limits import OUTCOMES


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the server; `pyreason serve` sets some of them by options.

    `body` is the largest body in bytes, `upload` that of a scenario file to open; `receive` the seconds that
    a client has to send it. `seconds` is how long the work on a question may take, `queue` how long it may
    wait for its turn, `waiting` how many may wait at once. `outcomes` is how many outcomes an answer lists at
    most. `batch` is how many questions are grounded together, `memory` the bytes that a worker may take (0:
    no limit), `growth` those by which it may grow, and `jobs` how many questions it may answer, before a
    fresh one takes its place (0: any number).
    """

    body: int = 256 * 1024
    upload: int = 1024 * 1024
    receive: float = 10.0
    seconds: float = 10.0
    queue: float = 60.0
    waiting: int = 256
    outcomes: int = min(1000, OUTCOMES)
    batch: int = 24
    memory: int = 2 * 1024**3
    growth: int = 32 * 1024**2
    jobs: int = 1000
