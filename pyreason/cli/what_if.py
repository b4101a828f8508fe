"""`pyreason what-if`: the smallest changes of a board that make an outcome possible or impossible."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pyreason.cli.ask import is_file, quick_case
from pyreason.errors import InputError

if TYPE_CHECKING:
    from pyreason.asks import Question
    from pyreason.board import Board
    from pyreason.supposing import WhatIf


@click.command("what-if")
@click.argument("what", nargs=-1, required=True, metavar="FILE OUTCOME | QUESTION [CARD] OUTCOME")
@click.option("--you", default="", metavar="CARDS", help="Quick form: the permanents you control.")
@click.option("--opponent", default="", metavar="CARDS", help="Quick form: the permanents of your opponent.")
@click.option("--board", default="", metavar="TEXT", help="Quick form: the board, as text.")
@click.option(
    "--change",
    "kinds",
    multiple=True,
    help="What may be done: remove, untap, tap, control, choose, add (all).",
)
@click.option("--pool", default="", metavar="CARDS", help="The cards that may be added (basic lands).")
@click.option("--most", type=click.IntRange(1, 5), default=2, help="How many changes at most (2).")
@click.option("--limit", type=click.IntRange(1), default=10, help="How many answers at most (10).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def what_if(
    what: tuple[str, ...],
    you: str,
    opponent: str,
    board: str,
    kinds: tuple[str, ...],
    pool: str,
    most: int,
    limit: int,
    as_json: bool,
) -> int:
    """Find the smallest changes after which OUTCOME becomes possible, or impossible if it is possible now.

    Exit code 0: found; 1: no such changes; 3: the search was cut.

    \b
    Example:
      pyreason what-if could-produce "Reflecting Pool" U --you "Reflecting Pool, Forest"
    """
    from pyreason.supposing import KINDS, POOL
    from pyreason.supposing import what_if as search

    if len(what) < 2:
        raise click.UsageError("what is to become possible or impossible? The outcome comes last")
    *asked, outcome = what
    if is_file(asked[0]):
        on, question = _scenario(asked)
    else:
        on, question, _ = quick_case(asked[0], tuple(asked[1:]), (you, opponent), board)
    names = tuple(name.strip() for name in pool.split(",") if name.strip()) or POOL
    found = search(on, question, outcome, kinds=kinds or KINDS, pool=names, most=most, limit=limit)
    if as_json:
        click.echo(json.dumps(_plain(found, question, outcome, on), ensure_ascii=False))
    else:
        _print(found, outcome, on)
    if not found.complete:
        return 3
    return 0 if found.found else 1


def _scenario(names: list[str]) -> tuple[Board, Question]:
    """The one scenario of a file. Raises InputError where there are more."""
    from pyreason.scenario import load

    (name,) = names
    scenarios = load(name)
    if len(scenarios) != 1:
        raise InputError(f"{name} has {len(scenarios)} scenarios; what-if takes one")
    return scenarios[0].board, scenarios[0].question


def _print(found: WhatIf, outcome: str, board: Board) -> None:
    goal = "possible" if found.possible else "impossible"
    if not found.found:
        click.echo(f"no such changes make {outcome} {goal}")
    for each in found.found:
        changes = ", ".join(change.text(board) for change in each.changes)
        caveat = " (with a caveat)" if each.ruling.caveats else ""
        click.echo(f"{outcome} becomes {goal}: {changes}{caveat}")
    if not found.complete:
        click.echo("there may be more: the search was cut")


def _plain(found: WhatIf, question: Question, outcome: str, board: Board) -> dict[str, Any]:
    return {
        "ask": question.to_ask(),
        "outcome": outcome,
        "possible": found.possible,
        "found": [
            {
                "changes": [
                    {
                        "kind": c.kind,
                        "object": c.object,
                        "value": c.value,
                        **({"what": c.what} if c.what is not None else {}),
                        "text": c.text(board),
                    }
                    for c in each.changes
                ],
                "answer": each.ruling.answer,
                "caveats": [str(caveat) for caveat in each.ruling.caveats],
            }
            for each in found.found
        ],
        "complete": found.complete,
    }
