"""`pyreason ask`: rulings for scenario files, or for a question and two lists of cards."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pyreason._closest import closest
from pyreason.asks import QUESTIONS, Question
from pyreason.cli.view import DEPTH, FORMATS, View
from pyreason.errors import InputError, InternalError, PyreasonError, UnsupportedQuestion, did_you_mean

if TYPE_CHECKING:
    from pyreason.board import Board
    from pyreason.board_text import Names
    from pyreason.cards.library import Library
    from pyreason.cli.output import Line
    from pyreason.rulings import Ruling

QUICK: dict[str, tuple[str, ...]] = {
    "could_produce": ("object",),
    "tap_for_mana": ("object",),
    "available_mana": ("player",),
    "can_activate": ("object", "ability"),
    "is_mana_ability": ("object", "ability"),
    "characteristics": ("object",),
    "colors_among_permanents": ("player",),
    "state_based_actions": (),
}
"""The questions that have a quick form, with what stands after the question's name."""


@click.command()
@click.argument("what", nargs=-1, required=True, metavar="FILE... | QUESTION [CARD]")
@click.option("--you", default="", metavar="CARDS", help="Quick form: the permanents you control.")
@click.option("--opponent", default="", metavar="CARDS", help="Quick form: the permanents of your opponent.")
@click.option("--board", default="", metavar="TEXT", help="Quick form: the board, as text.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.option("--strict", is_flag=True, help="Fail (exit 3) where the answer would carry a caveat.")
@click.option("--explain", is_flag=True, help="Print the proof of each part of the answer as well.")
@click.option("--depth", type=click.IntRange(min=1), help="How many levels of the proof (default: 4).")
@click.option("--full", is_flag=True, help="All levels of the proof.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="Print the proof alone: as a tree, JSON, Mermaid, Graphviz, HTML, or one paragraph.",
)
@click.option("--why-not", metavar="OUTCOME", help="Say why this is not among the answers, such as U.")
@click.option("--cite/--no-cite", default=True, help="Work out the rule numbers (the default) or not.")
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Give up then."
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="List at most so many outcomes.")
@click.option("--count", is_flag=True, help="Entering together: print how many outcomes there are, no more.")
@click.option("--repeat", is_flag=True, help="State-based actions: check again until nothing happens.")
def ask(
    what: tuple[str, ...],
    you: str,
    opponent: str,
    board: str,
    as_json: bool,
    strict: bool,
    explain: bool,
    depth: int | None,
    full: bool,
    form: str | None,
    why_not: str | None,
    cite: bool,
    timeout: float | None,
    limit: int | None,
    count: bool,
    repeat: bool,
) -> int:
    """Answer the question of each scenario in FILE ("-" is stdin), or a QUESTION about a quick board.

    A quick board is two lists of card names, parted by commas: "Reflecting Pool, 2 Forest (tapped)". Or say
    whose they are with --board: "alice: Forest, Wild Growth -> Forest | bob: Mountain".
    A question whose answer is true or false ends with exit code 0 or 1.

    \b
    Example:
      pyreason ask could-produce "Exotic Orchard" --you "Exotic Orchard" --opponent "Mountain, Forest"
    """
    if form is not None and as_json:
        raise click.UsageError("--json prints the ruling, --format the proof alone: one of them")
    explain = explain or full or depth is not None or form is not None
    options: dict[str, Any] = {"strict": strict, "cite": cite, "timeout": timeout}
    options |= {"limit": 1} if count else {"limit": limit} if limit is not None else {}
    options |= {"explain": True} if explain else {}
    view = View(as_json, explain, None if full else depth or DEPTH, form)
    if why_not is not None:
        return _why_not(what, why_not, (you, opponent), board, view)
    if is_file(what[0]):
        if you or opponent or board:
            raise click.UsageError("--you, --opponent and --board go with a QUESTION, not with files")
        return _ask_files(what, view, options, _Shown(count, repeat))
    if board and (you or opponent):
        raise click.UsageError("--board says it all: leave --you and --opponent out")
    return _ask_quick(what[0], what[1:], (you, opponent), board, view, options)


def is_file(name: str) -> bool:
    """Whether an argument is meant as a file: it is one, is "-", or looks like a path."""
    return (
        name == "-" or Path(name).suffix in (".yaml", ".yml", ".json") or "/" in name or Path(name).exists()
    )


# -------------------------------------------------------------------------------- files


class _Shown(NamedTuple):
    """What is printed beside, or instead of, the ruling itself."""

    number: bool
    repeat: bool


def _ask_files(names: tuple[str, ...], view: View, options: dict[str, Any], shown: _Shown) -> int:
    from pyreason import answering
    from pyreason.scenario import Broken, Scenario

    codes, printed = {0}, False
    for item in _items(names):
        if isinstance(item, PyreasonError | Broken):
            errors = item.errors if isinstance(item, Broken) else (item,)
            codes |= {_complain(error) for error in errors}
            continue
        assert isinstance(item, Scenario)
        try:
            ruling = answering.ask(item.board, item.question, **options)
        except PyreasonError as error:
            codes.add(_complain(item.locate(error)))
            continue
        except Exception as error:  # a fault of ours in one document must not hide the others
            if os.environ.get("PYREASON_DEBUG"):
                raise
            detail = f"internal error: {type(error).__name__}: {error} (please report)"
            codes.add(_complain(item.locate(InternalError(detail))))
            continue
        if shown.number and ruling.count is not None:
            click.echo(ruling.count)
            continue
        codes.add(exit_code(ruling))
        head: list[Line] = [[("", "")]] if printed else []
        head.append([(item.id, "bold cyan"), (f": {item.title}" if item.title else "", "")])
        view.show(ruling, item.board, head, file=item.file, id=item.id)
        if view.as_json:
            continue
        if shown.repeat and ruling.question.kind == "state_based_actions" and ruling.answer:
            _settle(item.board, options["cite"])
        printed = True
    return next(code for code in (70, 2, 3, 1, 0) if code in codes)


def _settle(board: Board, cite: bool) -> None:
    """Print each further check of state-based actions, until one finds nothing to do."""
    from pyreason.cli.output import ruling_lines, show
    from pyreason.settling import settle

    checks = settle(board, cite=cite)
    before = next(checks).board
    for number, check in enumerate(checks, 2):
        show([[(f"check {number}", "bold cyan")], *ruling_lines(check.ruling, before)])
        before = check.board


def _items(names: tuple[str, ...]) -> Iterator[Any]:
    """Scenarios, broken documents, and errors for files that can't be read."""
    from pyreason.checking import scenario_files
    from pyreason.scenario import read, read_file

    for name in names:
        try:
            for file in scenario_files([name]):
                yield from read(sys.stdin.buffer.read() if file == "-" else read_file(file), file)
        except PyreasonError as error:
            yield error


def _complain(error: PyreasonError) -> int:
    click.echo(f"error: {' '.join(str(error).split())}", err=True)
    return error.exit_code


def exit_code(ruling: Ruling) -> int:
    """What a command that printed the ruling ends with: 1 for "no", 3 where a limit cut it, else 0."""
    if not ruling.complete:
        return 3
    return 1 if ruling.answer is False else 0


# -------------------------------------------------------------------------------- quick form


def _ask_quick(
    word: str,
    args: tuple[str, ...],
    lists: tuple[str, str],
    text: str,
    view: View,
    options: dict[str, Any],
) -> int:
    from pyreason import answering

    board, question, library = quick_case(word, args, lists, text)
    ruling = answering.ask(board, question, library=library, **options)
    view.show(ruling, board, [])
    return exit_code(ruling)


def quick_case(
    word: str, args: tuple[str, ...], lists: tuple[str, str], text: str
) -> tuple[Board, Question, Library]:
    """The board and the question of a quick form, and the library they were read with."""
    kind = _kind(word)
    wanted = QUICK[kind]
    if len(args) != len(wanted):
        usage = " ".join([kind.replace("_", "-"), *(w.upper() for w in wanted)])
        raise click.UsageError(f"the quick form is: pyreason ask {usage} --you CARDS --opponent CARDS")

    from pyreason.board_text import read, read_lists
    from pyreason.cards.library import default_library

    library = default_library()
    board = read(text, library) if text else read_lists(*lists, library)
    return board, quick_question(kind, args, board, library), library


def _why_not(what: tuple[str, ...], outcome: str, lists: tuple[str, str], text: str, view: View) -> int:
    """Print why an outcome is not among the answers, for each scenario of files or for a quick board."""
    from pyreason.asking_why import why_not
    from pyreason.scenario import Scenario

    if not is_file(what[0]):
        board, question, library = quick_case(what[0], what[1:], lists, text)
        view.show_proof(why_not(board, question, outcome, library=library))
        return 0
    codes = {0}
    for item in _items(what):
        if isinstance(item, Scenario):
            try:
                view.show_proof(why_not(item.board, item.question, outcome))
            except PyreasonError as error:
                codes.add(_complain(item.locate(error)))
        else:
            errors = getattr(item, "errors", (item,))
            codes |= {_complain(error) for error in errors}
    return max(codes)


def _kind(word: str) -> str:
    kind = word.replace("-", "_")
    if kind in QUICK:
        return kind
    if kind in QUESTIONS:
        raise UnsupportedQuestion(
            f"{word} has no quick form; write a scenario file with ask: {{{kind}: ...}}"
        )
    known = [k.replace("_", "-") for k in QUICK]
    hint = did_you_mean(closest(word, known)) or f"; questions: {', '.join(known)}"
    raise click.UsageError(f"{word!r} is neither a file nor a question{hint}")


def quick_question(kind: str, args: tuple[str, ...], board: Board, library: Names) -> Question:
    """The question of a quick form. Raises InputError for a card not on the board or what is no number."""
    values: dict[str, Any] = {}
    for name, text in zip(QUICK[kind], args, strict=True):
        if name == "object":
            values[name] = _object(text, board, library)
        elif name == "ability":
            if not text.isdecimal() or int(text) < 1:
                raise InputError(f"the number of an ability is 1 or more, not {text!r}")
            values[name] = int(text)
        else:
            if text not in board.players:
                raise InputError(f"the players are {' and '.join(board.players)}, not {text!r}")
            values[name] = text
    return QUESTIONS[kind](**values)


def _object(text: str, board: Board, library: Names) -> str:
    """The id of the first permanent with that id or card name."""
    if board.get(text) is not None:
        return text
    name = library.find(text).name
    hits = [o.id for o in board.objects if o.card == name]
    if not hits:
        raise InputError(f"{name!r} is not on the board; add it to --you, --opponent or --board")
    return hits[0]
