"""pytest runs scenario files: `*.scenario.yaml` anywhere and every YAML file under `tests/scenarios/`.

One test a document that carries `expect`, named by its id. A question that is not answered yet is skipped.
pytest loads this module in every run of an environment that has pyreason, so it imports nothing of it here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pyreason.checking import Result
    from pyreason.rulings import Ruling
    from pyreason.scenario import Broken, Scenario


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a file that is named as scenario files are."""
    if _is_scenario_file(file_path):
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


def _is_scenario_file(path: Path) -> bool:
    if path.name.endswith((".scenario.yaml", ".scenario.yml")):
        return True
    folders = path.parts[:-1]
    inside = ("tests", "scenarios") in pairwise(folders)
    return inside and path.suffix in (".yaml", ".yml")


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item a document; a broken one becomes an item that fails with its errors."""
        from pyreason.errors import ScenarioError
        from pyreason.scenario import MISSING, Broken, read

        try:
            items = read(self.path.read_bytes(), _shown(self.path))
        except ScenarioError as error:
            raise self.CollectError(str(error)) from None
        used: set[str] = set()
        for item in items:
            if not isinstance(item, Broken) and item.expect is MISSING:
                continue
            name = item.id or f"document-{item.document}"
            if name in used:
                name += f"@{item.line}"
            used.add(name)
            yield ScenarioItem.from_parent(self, name=name, content=item)


class ScenarioDiffersError(Exception):
    """The answer differs, or the document is no scenario."""


class ScenarioItem(pytest.Item):
    """One scenario as a test."""

    def __init__(self, content: Scenario | Broken, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.content = content

    def runtest(self) -> None:
        """Ask the question and compare. Skips what is not supported yet; raises where the answer differs."""
        from pyreason.checking import check_one
        from pyreason.scenario import Broken

        if isinstance(self.content, Broken):
            raise ScenarioDiffersError("\n".join(str(error) for error in self.content.errors))
        result = check_one(self.content, _ask)
        if result.status == "unsupported":
            pytest.skip(result.error or "not supported yet")
        if result.status != "pass":
            raise ScenarioDiffersError(_told(result))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was expected and what came out, without a traceback of ours."""
        if isinstance(excinfo.value, ScenarioDiffersError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the document stands."""
        return self.path, self.content.line - 1, self.name


def _ask(scenario: Scenario) -> Ruling:
    from pyreason import answering

    return answering.ask(scenario.board, scenario.question, cite=False)


def _told(result: Result) -> str:
    import json

    if result.error is not None:
        return result.error
    lines = [f"ask:      {json.dumps(result.ask)}"]
    lines += [f"expected: {json.dumps(result.expect)}", f"got:      {json.dumps(result.got)}"]
    return "\n".join([*lines, *(f"caveat:   {caveat}" for caveat in result.caveats)])


def _shown(path: Path) -> str:
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
