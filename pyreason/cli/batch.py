"""`pyreason batch`: a file of boards in, a file of rulings out."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyreason.errors import InputError, UnsupportedQuestion

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from pyreason.batch_files import MakeExecutor, Progress, Tally

SMALL = 20_000_000
"""A file of more bytes is left to a worker even where there is but one: that can be replaced as it grows."""


@click.command()
@click.argument("source", metavar="IN.jsonl", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("out", metavar="OUT.jsonl", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--workers", type=click.IntRange(min=1), default=1, metavar="N", help="So many processes.")
@click.option("--dask", metavar="ADDRESS", help="Work on the cluster with this scheduler (extra 'dask').")
@click.option(
    "--errors",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where lines without a ruling are reported (default: OUT.errors.jsonl).",
)
@click.option("--anew", is_flag=True, help="Begin with the first line, whatever OUT.jsonl holds.")
@click.option("--cite/--no-cite", default=False, help="Work out the rule numbers, or not (the default).")
@click.option("--strict", is_flag=True, help="Report a ruling with a caveat as an error.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="List at most so many outcomes.")
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), metavar="S", help="Give a line S seconds."
)
@click.option("--chunk", type=click.IntRange(min=1), metavar="N", help="Ground so many boards at once.")
def batch(
    source: Path,
    out: Path,
    workers: int,
    dask: str | None,
    errors: Path | None,
    anew: bool,
    cite: bool,
    strict: bool,
    limit: int | None,
    timeout: float | None,
    chunk: int | None,
) -> int:
    """Answer a scenario a line of IN.jsonl, and write a ruling a line to OUT.jsonl, in the same order.

    Each record has the `line` it answers. Lines that get no ruling are reported to a file beside OUT.jsonl.
    The same command again goes on where a run was stopped. Exit codes: 0 all answered, 2 bad input among
    the lines, else 3 where something is not supported or cut by a limit.

    \b
    Example:
      pyreason batch boards.jsonl rulings.jsonl --workers 2
    """
    from pyreason import batch_files
    from pyreason.batching import CHUNK, Options
    from pyreason.limits import OUTCOMES

    if dask is not None and workers > 1:
        raise click.UsageError("--dask works with the cluster's workers: leave --workers out")
    if not source.is_file():
        raise InputError(f"{source}: no such file")
    errors = errors or batch_files.errors_beside(out)
    if errors == out:
        raise click.UsageError("--errors and OUT.jsonl are the same file")
    options = Options(strict, cite, limit or OUTCOMES, timeout)
    alone = workers == 1 and source.stat().st_size < SMALL
    with _workers(0 if alone else workers, dask) as make, _progress(source.stat().st_size) as progress:
        tally = batch_files.run(
            source,
            out,
            errors,
            options,
            make=make,
            anew=anew,
            chunk=chunk or CHUNK,
            progress=progress,
        )
    _summary(tally, errors)
    return next((code for code in (70, 2, 3) if tally.codes[code]), 0)


@contextmanager
def _workers(number: int, dask: str | None) -> Iterator[MakeExecutor]:
    """Makes executors: none for this process alone, of processes, or of the cluster while connected to it."""
    if dask is not None:
        with _cluster(dask) as client:
            yield lambda: client.get_executor(retries=3)
    elif number == 0:
        yield lambda: None
    else:
        yield lambda: _processes(number)


def _processes(number: int) -> Executor:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(number, multiprocessing.get_context("spawn"))


def _cluster(address: str) -> Any:
    """A client of the cluster, a context manager. Raises InputError where no scheduler answers."""
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise UnsupportedQuestion("--dask needs dask: pip install 'mtg-pyreason[dask]'") from None
    try:
        return distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        told = " ".join(str(error).split())
        raise InputError(f"no dask scheduler answers at {address!r}: {told}") from None


@contextmanager
def _progress(size: int) -> Iterator[Progress]:
    """On a terminal, a bar that goes by the bytes of the input, with boards a second and the time left."""
    if not sys.stderr.isatty():
        yield lambda done, boards: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[boards]:,} boards, {task.fields[rate]:,.0f} a second"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=max(size, 1), boards=0, rate=0.0)
        start: list[int] = []

        def tell(done: int, boards: int) -> None:
            start[:] = start or [boards]
            passed = bar.tasks[0].elapsed or 0.0
            rate = (boards - start[0]) / passed if passed and boards > start[0] else 0.0
            bar.update(task, completed=done, boards=boards, rate=rate)

        yield tell


def _summary(tally: Tally, errors: Path) -> None:
    told = f"{tally.before + tally.rulings:,} answered"
    if tally.before:
        told += f" ({tally.before:,} of them before)"
    if tally.bad:
        told += f", {tally.bad:,} not: see {errors}"
    click.echo(told, err=True)
