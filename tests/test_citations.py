"""The numbers that scenarios name are among those that their proofs cite, but for the differences listed.

`golden/uncited.txt` lists, by scenario, the numbers that are not. They are background to the answer: rules
of which no instance was looked at (that a commander's colour identity is another thing than colour, that an
Aura's controller need not be its host's, when mana abilities may be activated where X may just be nothing),
or what the board does not tell (how long a lasting effect lasts, by which words an ability made an object a
copy, what a replacement effect makes of a counter that is a cost).

python -m tests.test_citations    writes the list anew
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pyreason.answering import answerable, ask
from pyreason.errors import PyreasonError
from pyreason.scenario import Scenario, read

ROOT = Path(__file__).parent
LIST = ROOT / "golden" / "uncited.txt"


def named() -> Iterator[Scenario]:
    """The scenarios that name rules and are answered."""
    for path in sorted((ROOT / "scenarios").rglob("*.yaml")):
        for item in read(path.read_bytes(), str(path.relative_to(ROOT))):
            if isinstance(item, Scenario) and item.rules and item.question.kind in answerable():
                yield item


def missing(scenario: Scenario) -> tuple[str, ...]:
    """The numbers that the scenario names and its proof does not cite."""
    cited = set(ask(scenario.board, scenario.question).rules)
    return tuple(number for number in scenario.rules if number not in cited)


def known() -> dict[str, tuple[str, ...]]:
    rows = (line.partition(": ") for line in LIST.read_text("utf-8").splitlines())
    return {place: tuple(numbers.split()) for place, _, numbers in rows}


def place(scenario: Scenario) -> str:
    return f"{scenario.file} {scenario.id}"


def test_numbers_that_scenarios_name_are_cited() -> None:
    listed, wrong = known(), []
    for number, scenario in enumerate(named()):
        if number % 4:  # a quarter of them, evenly; the list is written from all
            continue
        try:
            lacking = set(missing(scenario)) - set(listed.get(place(scenario), ()))
        except PyreasonError:
            continue
        if lacking:
            wrong.append(f"{place(scenario)}: {sorted(lacking)}")
    assert not wrong, "python -m tests.test_citations writes the list anew:\n" + "\n".join(wrong)


def record() -> None:
    lines, scenarios, numbers, uncited = [], 0, 0, 0
    for scenario in named():
        try:
            lacking = missing(scenario)
        except PyreasonError:
            continue
        scenarios += 1
        numbers += len(scenario.rules)
        uncited += len(lacking)
        if lacking:
            lines.append(f"{place(scenario)}: {' '.join(lacking)}")
    LIST.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{scenarios - len(lines)} of {scenarios} scenarios, {numbers - uncited} of {numbers} numbers")


if __name__ == "__main__":
    record()
