"""A worker that can also be asked for trouble: to hang, to die and to grow; and who it is.

With `NO_FORK` in the environment it is one that can't fork.
"""

from __future__ import annotations

import os
import time
from typing import Any

from pyreason.web import jobs, worker

HELD: list[bytes] = []


def hang(job: Any) -> Any:
    time.sleep(job["seconds"])
    return 200, {}


def die(job: Any) -> Any:
    os._exit(1)


def grow(job: Any) -> Any:
    HELD.append(b"x" * job["bytes"])
    return 200, {}


def who(job: Any) -> Any:
    held = sum(map(len, HELD))
    return 200, {"process": os.getpid(), "parent": os.getppid(), "bytes": held}


if __name__ == "__main__":
    if os.environ.get("NO_FORK"):
        del os.fork
    jobs.DO |= {"hang": hang, "die": die, "grow": grow, "who": who}
    worker.main()
