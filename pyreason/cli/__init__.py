"""The command line. Commands are imported when they are called; this module imports nothing heavy."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from pyreason.errors import PyreasonError

COMMANDS = {
    "ask": "pyreason.cli.ask:ask",
    "atlas": "pyreason.cli.atlas:atlas",
    "batch": "pyreason.cli.batch:batch",
    "cards": "pyreason.cli.cards:cards",
    "check": "pyreason.cli.check:check",
    "coverage": "pyreason.cli.research:coverage",
    "distinguish": "pyreason.cli.research:distinguish",
    "mutate": "pyreason.cli.research:mutate",
    "schema": "pyreason.cli.schema:schema",
    "serve": "pyreason.cli.serve:serve",
    "vectors": "pyreason.cli.research:vectors",
    "verify": "pyreason.cli.research:verify",
    "what-if": "pyreason.cli.what_if:what_if",
}
"""Each command and where it is defined."""


class LazyGroup(click.Group):
    """A group whose commands are imported by name when they are wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, sorted."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with the nearest command offered for an unknown one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from pyreason._closest import closest
            from pyreason.errors import did_you_mean

            hint = did_you_mean(closest(args[0], COMMANDS))
            raise click.UsageError(f"no command is called {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("mtg-pyreason")
    except PackageNotFoundError:
        import pyreason

        return str(getattr(pyreason, "__version__", "0+source"))


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"pyreason {_version()}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version and exit.",
)
def group() -> None:
    """Answer rules questions about Magic: The Gathering boards, with every legal outcome and its reasons.

    Exit codes: 0 answered, true or all pass; 1 false or some differ; 2 bad input; 3 not supported yet, a
    caveat under --strict, or cut by a limit; 70 an error of ours.

    \b
    Example:
      pyreason ask could-produce "Reflecting Pool" --you "Reflecting Pool, Forest"
    """


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line with `args` (default: the process's) and exit with its code; never returns."""
    # Loading leaves a hundred thousand objects, none of them garbage: don't look for it every seven hundred.
    gc.set_threshold(50_000)
    sys.exit(run(args))


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. Errors become one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        result = group.main(args=args, prog_name="pyreason", standalone_mode=False)
        sys.stdout.flush()
    except SystemExit as exit:
        return exit.code if isinstance(exit.code, int) else 0 if exit.code is None else 70
    except click.UsageError as error:
        return _usage(error)
    except click.ClickException as error:
        return _fail(error.format_message(), 2)
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except PyreasonError as error:
        return _fail(str(error), error.exit_code)
    except Exception as error:
        if os.environ.get("PYREASON_DEBUG"):
            raise
        detail = f"{type(error).__name__}: {error}"
        click.echo(f"internal error: {' '.join(detail.split())} (please report)", err=True)
        return 70
    return result if isinstance(result, int) and not isinstance(result, bool) else 0


def _usage(error: click.UsageError) -> int:
    message = error.format_message()
    if error.ctx is not None and type(error).__name__ == "NoArgsIsHelpError":
        click.echo(error.ctx.get_help())
        return 2
    where = f" (see {error.ctx.command_path} --help)" if error.ctx is not None else ""
    return _fail(message.rstrip(".") + where, 2)


def _fail(message: str, code: int) -> int:
    click.echo(f"error: {' '.join(message.split())}", err=True)
    return code
