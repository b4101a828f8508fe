"""What goes around every response: headers that keep the page to this machine, and the host check."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from pyreason.web import problems

_HEADERS = [
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; "
     b"base-uri 'none'; form-action 'none'; object-src 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]  # fmt: skip


class Guard:
    """ASGI middleware. `hosts` are the host names that are served; None serves all."""

    def __init__(self, app: Any, hosts: Collection[str] | None = None) -> None:
        self.app = app
        self.hosts = None if hosts is None else frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), *_HEADERS]
                if scope["path"].startswith("/static") or scope["path"] == "/":
                    headers.append((b"cache-control", b"no-cache"))
                else:
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        if self.hosts is not None and _host(scope) not in self.hosts:
            await _refuse(_host(scope), sending)
            return
        await self.app(scope, receive, sending)


def _host(scope: Any) -> str:
    """The host name that the client asked for, without the port."""
    text = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
    text = text.lower().strip()
    if text.startswith("["):
        return text.partition("]")[0][1:]
    return text.partition(":")[0]


async def _refuse(host: str, send: Any) -> None:
    problem = problems.of_status(403, f"the host name {host!r} is not served; see --host")
    body = json.dumps(problem.to_dict()).encode()
    headers = [(b"content-type", problems.MEDIA_TYPE.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
