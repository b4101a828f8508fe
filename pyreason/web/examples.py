"""The ready examples: scenarios of `examples/`, packed into the wheel beside this package."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from pyreason.scenario import load


def directory() -> Path | None:
    """Where the examples lie, installed or in a checkout; None where they are missing."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / "examples", package.parent / "examples"):
        if place.is_dir():
            return place
    return None


@cache
def examples() -> list[dict[str, Any]]:
    """A group for each file, `name` and `scenarios`."""
    place = directory()
    if place is None:
        return []
    files = sorted(place.rglob("*.yaml"), key=lambda path: (len(path.parts), path.name))
    return [
        {
            "name": path.stem.replace("-", " ").capitalize(),
            "scenarios": [scenario.to_dict() for scenario in load(path)],
        }
        for path in files
    ]
