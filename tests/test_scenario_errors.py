"""What is said about faulty scenarios: golden files, one input and one text each.

Record them anew with PYREASON_RERECORD=1 and look at the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pyreason.scenario import problems

GOLDEN = Path(__file__).parent / "golden" / "scenario_errors"
INPUTS = sorted(p for p in GOLDEN.iterdir() if p.suffix in (".yaml", ".json"))


@pytest.mark.parametrize("path", INPUTS, ids=lambda p: p.stem)
def test_error_texts(path: Path) -> None:
    said = "".join(f"{error}\n" for error in problems(path.read_bytes(), path.name))
    golden = path.with_suffix(".txt")
    if os.environ.get("PYREASON_RERECORD"):
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")
    assert said, "a faulty scenario must be told to be one"


def test_every_input_has_its_text_and_the_other_way_round() -> None:
    assert INPUTS
    assert {p.stem for p in INPUTS} == {p.stem for p in GOLDEN.glob("*.txt")}
