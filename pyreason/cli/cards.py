"""`pyreason cards`: look at a card, remake the database, measure the grammar."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyreason.cards.showing import card_json, read_line

if TYPE_CHECKING:
    from pyreason.cards.coverage import DomainCoverage
    from pyreason.cards.model import Card
    from pyreason.cli.output import Line as Row


@click.group()
def cards() -> None:
    """Cards: show one, remake the database, measure what the grammar understands."""


@cards.command()
@click.argument("name", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(name: tuple[str, ...], as_json: bool) -> None:
    """Show the card or face called NAME: its values, and each line as pyreason understands it.

    \b
    Example:
      pyreason cards show Reflecting Pool
    """
    from pyreason.cards.library import default_library

    card = default_library().find(" ".join(name))
    if as_json:
        click.echo(json.dumps(card_json(card), ensure_ascii=False))
        return
    from pyreason.cli.output import show as print_lines

    print_lines(_describe(card))


@cards.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Where to write it (default: in place)."
)
def build(file: Path, output: Path | None) -> None:
    """Remake the card database from FILE: MTGJSON's AtomicCards or Scryfall's oracle-cards, plain or gzipped.

    \b
    Example:
      pyreason cards build AtomicCards.json.gz -o cards.txt
    """
    from rich.console import Console
    from rich.progress import Progress

    from pyreason.cards import database, formats

    path = output or database.SHIPPED
    began = time.monotonic()
    read = formats.read(file)
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Compiling", total=None)
        header = database.build(
            read.faces,
            path,
            date=read.date,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    size, seconds = path.stat().st_size / 1e6, time.monotonic() - began
    click.echo(
        f"{path}: {header.cards} cards, {header.faces} faces, data of {header.date}, "
        f"grammar {header.grammar}, {size:.1f} MB in {seconds:.0f} s"
    )


@cards.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--missed", type=click.IntRange(0), default=5, show_default=True, help="Commonest missed lines to list."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a domain.")
def coverage(file: Path, missed: int, as_json: bool) -> None:
    """How many of the lines of FILE that touch each domain the grammar understands.

    \b
    Example:
      pyreason cards coverage AtomicCards.json.gz --missed 10
    """
    from pyreason.cards.formats import merge, read

    faces = merge(read(file).faces)
    from pyreason.cards.coverage import measure

    found = measure(faces)
    if as_json:
        for domain in found:
            click.echo(json.dumps(_coverage_json(domain, missed), ensure_ascii=False))
        return
    from pyreason.cli.output import show as print_lines

    print_lines(_coverage_rows(found, missed))


def _describe(card: Card) -> Iterator[Row]:
    from pyreason.cards.printed import TypeLine

    yield [(card.name, "bold"), (f"  {card.mana_cost}" if card.mana_cost else "", "")]
    kind = str(TypeLine(card.supertypes, card.types, card.subtypes))
    if card.power is not None:
        kind += f"  {card.power}/{card.toughness}"
    if card.loyalty is not None:
        kind += f"  loyalty {card.loyalty}"
    yield [(kind, "")]
    yield [(", ".join(_about(card)), "dim")]
    if card.full_name != card.name:
        yield [(f"a face of {card.full_name}", "dim")]
    if card.missing_half:
        yield [(f"no record of the other half: {card.missing_half}", "yellow")]
    for line in card.lines:
        number = f"{line.number or '':>3}  "
        if line.term is not None:
            more = f"  (it touches {', '.join(line.touches)} all the same)" if line.touches else ""
            yield [(number + read_line(line, card), ""), (more, "yellow")]
        elif line.touches:
            yield [(number, ""), (f"(not understood; touches {', '.join(line.touches)})", "yellow")]
        else:
            yield [(number, ""), ("(not understood; touches nothing that is asked about)", "dim")]


def _about(card: Card) -> Iterator[str]:
    yield f"colours {''.join(card.colors)}" if card.colors else "colourless"
    if card.color_indicator:
        yield f"indicator {''.join(card.color_indicator)}"
    if card.color_identity != card.colors:
        yield f"identity {''.join(card.color_identity) or 'none'}"
    yield f"mana value {card.mana_value:g}"
    if card.token:
        yield "predefined token"
    if card.layout != "normal":
        yield card.layout.replace("_", " ")


def _coverage_json(domain: DomainCoverage, missed: int) -> dict[str, Any]:
    return {
        "domain": domain.domain,
        "lines": domain.lines,
        "understood": domain.understood,
        "with_spans": domain.with_spans,
        "percent": _percent(domain),
        "missed": [{"line": text, "times": times} for text, times in domain.missed[:missed]],
    }


def _percent(domain: DomainCoverage) -> float | None:
    """Rounded down, so that 100 means all of them; None where there is no line."""
    done = domain.understood + domain.with_spans
    return 1000 * done // domain.lines / 10 if domain.lines else None


def _coverage_rows(found: list[DomainCoverage], missed: int) -> Iterator[Row]:
    width = max((len(domain.domain) for domain in found), default=0)
    yield [(f"{'domain':{width}}  {'wholly':>7} {'w. spans':>8} {'of lines':>8}       %", "bold")]
    for domain in found:
        percent = _percent(domain)
        counts = f"{domain.understood:>7} {domain.with_spans:>8} {domain.lines:>8}"
        counts += f"  {'–' if percent is None else percent:>6}"
        yield [(f"{domain.domain:{width}}  {counts}", "")]
    for domain in found:
        if domain.missed[:missed]:
            yield [("", "")]
            yield [(f"{domain.domain}: the commonest lines missed", "bold")]
            yield from ([(f"{times:>6}  {text}", "")] for text, times in domain.missed[:missed])
