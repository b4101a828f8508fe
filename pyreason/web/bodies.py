"""Request bodies, read with a limit on their size and on the time they take to come."""

from __future__ import annotations

import asyncio

from fastapi import HTTPException, Request
from starlette.requests import ClientDisconnect

TYPES = ("application/json", "application/yaml", "application/x-yaml", "text/yaml", "text/plain")
"""The media types that are read; JSON is YAML, so that all of them are read alike."""


async def read_text(request: Request, limit: int, seconds: float) -> str:
    """The body as text. Raises HTTPException (400, 408, 413 or 415) for one that is not to be read."""
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if kind not in TYPES:
        raise HTTPException(415, f"a body of {kind or 'no type'}; send one of {', '.join(TYPES)}")
    declared = request.headers.get("content-length", "0")
    if declared.isdecimal() and int(declared[:20]) > limit:
        raise HTTPException(413, f"a body of {declared} bytes; the limit is {limit}")
    try:
        data = await asyncio.wait_for(_receive(request, limit), seconds)
    except TimeoutError:
        raise HTTPException(408, f"the body took longer than {seconds:g} s") from None
    except ClientDisconnect:
        raise HTTPException(400, "the client went away") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise HTTPException(400, f"not UTF-8 text (byte {error.start})") from None


async def _receive(request: Request, limit: int) -> bytes:
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > limit:
            raise HTTPException(413, f"a body of more than {limit} bytes")
    return bytes(data)
