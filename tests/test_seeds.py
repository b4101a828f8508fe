"""docs/seeds.md: every scenario and every law file that it names exists."""

from __future__ import annotations

import re
from pathlib import Path

from pyreason.cr import exists
from pyreason.program import law_directory

ROOT = Path(__file__).parents[1]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs/seeds.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| what is said")
]


def test_every_row_names_rules_law_and_scenarios_that_exist() -> None:
    files = [*ROOT.glob("tests/scenarios/**/*.yaml"), *ROOT.glob("examples/**/*.yaml")]
    ids = {found for path in files for found in re.findall(r"^id: (\S+)", path.read_text("utf-8"), re.M)}
    assert len(ROWS) > 25
    for said, numbers, law, scenarios in ROWS:
        named = re.findall(r"`([^`]+)`", scenarios)
        assert named, said
        assert set(named) <= ids, set(named) - ids
        for file in re.findall(r"`([^`]+)`", law):
            assert (law_directory() / file).is_file(), file
        assert all(exists(number) for number in re.findall(r"\d{3}\.\d+[a-z]?", numbers)), numbers
