"""`pyreason atlas`: which cards change what others do."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyreason.errors import InputError, UnsupportedQuestion

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from pyreason.atlas import Summary


@click.command()
@click.argument("domain", metavar="DOMAIN")
@click.argument("out", metavar="OUT", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--ask", "kind", default="could-produce", show_default=True, help="What is asked of permanents."
)
@click.option("--triples", is_flag=True, help="All triples of cards instead of all pairs.")
@click.option("--board", default="", metavar="TEXT", help="The board the cards are put on, as text.")
@click.option("--workers", type=click.IntRange(min=1), default=1, metavar="N", help="So many processes.")
def atlas(domain: str, out: Path, kind: str, triples: bool, board: str, workers: int) -> int:
    """Write to OUT which pairs of a domain's cards do together what neither does alone.

    DOMAIN is could-produce, tapped-for-mana or mana (both), or whatever `pyreason verify --cards` takes. OUT
    gets a JSON object a line, or is a Parquet file where it is called that and pyarrow is installed.

    \b
    Example:
      pyreason atlas "Reflecting Pool; Contamination; Mana Web" atlas.jsonl
    """
    from pyreason.atlas import DOMAINS, STANDARD, Summary, plan
    from pyreason.atlas import atlas as entries
    from pyreason.atlas import domain as of_domain
    from pyreason.cards.library import default_library
    from pyreason.verify.scope import pool

    cards = of_domain(domain) if domain in DOMAINS else pool(domain, default_library())
    size = 3 if triples else 2
    if len(cards) < size:
        raise InputError(f"{len(cards)} of the cards are not enough for {'triples' if triples else 'pairs'}")
    start = time.monotonic()
    over, left_out = plan(cards, kind.replace("-", "_"), board or STANDARD)
    summary = Summary(left_out=left_out)
    with _written(out) as write, _executor(workers) as executor:
        for entry in entries(over, cards, size, summary, executor):
            write(entry)
    _show(summary, time.monotonic() - start, out)
    return 0


@contextmanager
def _executor(workers: int) -> Iterator[Executor | None]:
    if workers == 1:
        yield None
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as executor:
        yield executor


@contextmanager
def _written(out: Path) -> Iterator[Any]:
    """What takes entries and writes them."""
    if out.suffix != ".parquet":
        with out.open("w", encoding="utf-8") as stream:
            yield lambda entry: stream.write(json.dumps(entry, ensure_ascii=False) + "\n")
        return
    try:
        import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]
        import pyarrow.parquet  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        told = (
            "Parquet needs pyarrow (pip install 'mtg-pyreason[parquet]'); name the file .jsonl for JSON lines"
        )
        raise UnsupportedQuestion(told) from None
    rows: list[dict[str, Any]] = []
    nested = ("cards", "together", "alone", "caveats")
    yield lambda entry: rows.append(
        {k: json.dumps(v, ensure_ascii=False) if k in nested else v for k, v in entry.items()}
    )
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), out)


def _show(summary: Summary, seconds: float, out: Path) -> None:
    click.echo(
        f"{summary.cards} cards, {summary.boards:,} boards, {summary.questions:,} questions "
        f"in {seconds:.0f} s: {summary.entries:,} answers that no card alone gives, in {out}"
    )
    for told, number in summary.patterns.most_common():
        click.echo(f"  {number:6,} {told}")
    if summary.with_caveats:
        click.echo(f"  {summary.with_caveats:6,} of them with a caveat")
    if summary.unanswered:
        click.echo(f"  {summary.unanswered:6,} questions without an answer")
    if summary.left_out:
        click.echo(f"left out, for nothing on the board can be enchanted: {', '.join(summary.left_out)}")
    sys.stdout.flush()
