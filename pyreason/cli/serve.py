"""`pyreason serve`: the HTTP API and the page."""

from __future__ import annotations

import os
import socket
from dataclasses import replace

import click

from pyreason.errors import InputError

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--workers", type=click.IntRange(1, 64), help="Processes that answer questions (default: one a core)."
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long the work on one question may take.",
)
@click.option(
    "--outcomes", type=click.IntRange(1), default=1000, show_default=True, help="Outcomes listed at most."
)
@click.option(
    "--max-body", type=click.IntRange(1), default=256 * 1024, show_default=True, help="Bytes of a body."
)
def serve(port: int, host: str, workers: int | None, timeout: float, outcomes: int, max_body: int) -> None:
    """Serve the page at / and the API under /api, on this machine only unless --host says otherwise.

    Needs the extra: pip install 'mtg-pyreason[web]'.

    \b
    Example:
      pyreason serve --port 8000
    """
    try:
        import uvicorn

        from pyreason.web.app import create_app
    except ImportError as error:
        raise InputError(
            f"the server needs more packages ({error.name} is missing): pip install 'mtg-pyreason[web]'"
        ) from None
    from pyreason.web.limits import Limits

    limits = replace(Limits(), seconds=timeout, outcomes=outcomes, body=max_body)
    hosts = {*LOOPBACK, host} if host in LOOPBACK else None
    app = create_app(limits, workers=workers or os.cpu_count() or 1, hosts=hosts)
    config = uvicorn.Config(app, log_level="warning", timeout_keep_alive=15, timeout_graceful_shutdown=3)
    listening = _listen(host, port)
    with listening:
        name = f"[{host}]" if ":" in host else host
        click.echo(f"pyreason serves http://{name}:{listening.getsockname()[1]}/ (Ctrl-C ends it)")
        uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises InputError where that can't be."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, proto)
    except OSError as error:
        raise InputError(f"can't listen on {host!r}: {error.strerror or error}") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(512)
    except OSError as error:
        listening.close()
        raise InputError(f"can't listen on {host}:{port}: {error.strerror or error}") from None
    return listening
