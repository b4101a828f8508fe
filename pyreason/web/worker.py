"""A worker process: lists of jobs on stdin, lists of results on stdout, a line of JSON each.

It ends when its stdin does, so that none outlives the server. `python -m pyreason.web.worker [BYTES]` takes
the memory that it may use.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from contextlib import suppress
from typing import Any

WARM = (
    '{"players": ["a", "b"], "battlefield": [{"card": "Forest", "controller": "a"}], '
    '"ask": {"could_produce": "forest"}}',
    '{"players": ["a", "b"], "battlefield": [{"card": "Grizzly Bears", "controller": "a"}], '
    '"ask": {"characteristics": "grizzly-bears"}}',
)
"""What is asked before the worker says that it is ready, so that the first client need not wait."""


def main() -> None:
    """Answer until stdin ends."""
    if len(sys.argv) > 1 and int(sys.argv[1]):
        _limit_memory(int(sys.argv[1]))
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints must not break the protocol
    from pyreason.web.jobs import run

    run(
        [
            {"do": "ask", "text": text, "cite": True, "explain": True, "outcomes": 10, "strict": False}
            for text in WARM
        ]
    )
    gc.collect()
    gc.freeze()  # the law and the modules stay: no need to look through them again and again
    gc.set_threshold(20_000, 20, 50)
    print('"ready"', file=out, flush=True)
    for line in sys.stdin:
        results: list[Any] = [list(result) for result in run(json.loads(line))]
        print(json.dumps(results, ensure_ascii=True), file=out, flush=True)


def _limit_memory(limit: int) -> None:
    try:
        import resource
    except ImportError:  # only where there is such a thing
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
