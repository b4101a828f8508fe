"""`pyreason check`: run scenarios that say what is right."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from pyreason.errors import ScenarioError

if TYPE_CHECKING:
    from pyreason.checking import Result
    from pyreason.cli.output import Line
    from pyreason.rulings import Ruling
    from pyreason.scenario import Scenario


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each scenario.")
@click.option("--strict", is_flag=True, help="Count an answer with a caveat as unsupported.")
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="A question's limit."
)
def check(files: tuple[str, ...], as_json: bool, strict: bool, timeout: float | None) -> int:
    """Run the scenarios in FILE that carry `expect`, and print each whose answer differs.

    FILE may be a directory (searched for .yaml, .yml and .json) or "-" (stdin). Exit codes: 0 all pass, 2 bad
    input, else 1 where some differ, else 3 where some are not supported yet.

    \b
    Example:
      pyreason check tests/scenarios
    """
    from pyreason.checking import exit_code

    results = []
    for result in _results(files, strict, timeout):
        results.append(result)
        if as_json:
            click.echo(json.dumps(result.to_dict(), ensure_ascii=False))
        else:
            _print(result)
    if not as_json:
        _summary(results)
    return exit_code(results)


def _results(files: tuple[str, ...], strict: bool, timeout: float | None) -> Iterator[Result]:
    from pyreason import answering
    from pyreason.checking import Result, scenario_files
    from pyreason.checking import check as run
    from pyreason.scenario import read_file

    def ask(scenario: Scenario) -> Ruling:
        return answering.ask(scenario.board, scenario.question, strict=strict, cite=False, timeout=timeout)

    for name in files:
        try:
            for file in scenario_files([name]):
                text = sys.stdin.buffer.read() if file == "-" else read_file(file)
                yield from run(text, file, ask)
        except ScenarioError as error:
            told = str(error)
            yield Result(name, None, None, "error", error=told, exit_code=2, errors=(told,))


def _print(result: Result) -> None:
    from pyreason.cli.output import show

    if result.status == "error":
        for told in result.errors:
            prefix = "" if result.exit_code == 70 else "error: "
            place = f"{result.file}:{result.line} {result.id}: " if result.exit_code == 70 else ""
            click.echo(f"{prefix}{place}{told}", err=True)
    elif result.status == "fail":
        lines: list[Line] = [
            [("differs ", "bold red"), (f"{result.file}:{result.line} ", ""), (str(result.id), "bold")],
            [("  ask:      ", ""), (_plain(result.ask), "")],
            [("  expected: ", ""), (_plain(result.expect), "green")],
            [("  got:      ", ""), (_plain(result.got), "red")],
        ]
        lines += [[("  caveat:   ", "yellow"), (caveat, "")] for caveat in result.caveats]
        show(lines)


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _summary(results: list[Result]) -> None:
    from pyreason.cli.output import show

    counts = Counter(result.status for result in results)
    parts = [f"{counts['pass']} pass", f"{counts['fail']} differ"]
    if counts["error"]:
        parts.append(f"{counts['error']} bad input or errors")
    if counts["unsupported"]:
        kinds = Counter(next(iter(r.ask or {"?": 0})) for r in results if r.status == "unsupported")
        listed = ", ".join(f"{kind} {n}" for kind, n in kinds.most_common())
        parts.append(f"{counts['unsupported']} not supported ({listed})")
    with_caveats = sum(1 for r in results if r.status == "pass" and r.caveats)
    if with_caveats:
        parts.append(f"{with_caveats} of those that pass carry a caveat")
    show([[(f"{len(results)} scenario{'' if len(results) == 1 else 's'}: ", "bold"), (", ".join(parts), "")]])
    if not results:
        click.echo("no scenario carries 'expect', so nothing was checked", err=True)
