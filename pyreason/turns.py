"""Turns: one thread at a time works with the law.

The parsed law is shared, and clingo, which lets other threads run meanwhile, does not count references to it
in a way that is safe for them. Several questions at once take several processes.
"""

from __future__ import annotations

import os
from threading import RLock

TURN = RLock()
"""Held by whatever touches the parsed law, and while a process forks, so that its child finds it whole."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=TURN.acquire, after_in_parent=TURN.release, after_in_child=TURN.release)
