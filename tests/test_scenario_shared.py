"""All the cases that lie beside the project can be read and written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pyreason.scenario import MISSING, load, loads

SHARED = Path(os.environ.get("PYREASON_SHARED") or Path(__file__).parents[2] / "shared")


def test_every_shared_case_is_read_and_comes_back_the_same() -> None:
    files = sorted((SHARED / "cases").glob("*.yaml"))
    if not files:
        pytest.skip(f"no cases in {SHARED / 'cases'} (set PYREASON_SHARED)")
    scenarios = [scenario for file in files for scenario in load(file)]
    assert len(scenarios) == 194
    assert all(scenario.expect is not MISSING for scenario in scenarios)
    for scenario in scenarios:
        assert loads(scenario.to_yaml()) == [scenario]
        assert loads(json.dumps(scenario.to_dict())) == [scenario]
