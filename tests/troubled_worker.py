"""A worker that can also be asked for trouble: to hang, and to die."""

from __future__ import annotations

import os
import time
from typing import Any

from pyreason.web import jobs, worker


def hang(job: Any) -> Any:
    time.sleep(job["seconds"])
    return 200, {}


def die(job: Any) -> Any:
    os._exit(1)


if __name__ == "__main__":
    jobs.DO |= {"hang": hang, "die": die}
    worker.main()
