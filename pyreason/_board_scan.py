"""Board text cut into pieces, with an eye on its brackets and on the quotation marks in them."""

from __future__ import annotations

from pyreason.errors import InputError


def top(text: str, marks: str) -> list[str]:
    """The text split at any of these characters outside brackets, and outside quotation marks in them."""
    return split(text, marks)[::2]


def arrows(text: str) -> list[str]:
    """The text split at arrows outside brackets."""
    found = [""]
    parts = split(text, ">→")
    for part, mark in zip(parts[::2], [*parts[1::2], ""], strict=True):
        found[-1] += part
        if mark == "→" or (mark == ">" and part.endswith("-")):
            found[-1] = found[-1].removesuffix("-") if mark == ">" else found[-1]
            found.append("")
        else:
            found[-1] += mark
    return [part.strip() for part in found]


def split(text: str, marks: str) -> list[str]:
    """As `top`, with the characters themselves in between."""
    parts, start, depth, quoted, at = [], 0, 0, False, 0
    while at < len(text):
        char = text[at]
        if quoted:
            if char == "\\":
                at += 1
            quoted = char != '"'
        elif char == "(":
            depth += 1
        elif char == ")":
            depth = max(depth - 1, 0)
        elif char == '"' and depth:
            quoted = True
        elif not depth and char in marks:
            parts += [text[start:at], char]
            start = at + 1
        at += 1
    if depth:
        raise InputError(f"a bracket is never closed: {short(text[start:])!r}")
    return [*parts, text[start:]]


def without_marks(text: str) -> tuple[str, str]:
    """The text before a bracket at its end, and what the bracket holds."""
    text = text.strip()
    if not text.endswith(")"):
        return text, ""
    parts = _opening(text)
    return (text[:parts].strip(), text[parts + 1 : -1]) if parts > 0 else (text, "")


def _opening(text: str) -> int:
    """Where the bracket that closes at the end of the text opens; -1 where it is not its last one."""
    depth, quoted, opened, at = 0, False, -1, 0
    while at < len(text):
        char = text[at]
        if quoted:
            if char == "\\":
                at += 1
            quoted = char != '"'
        elif char == "(":
            opened = at if depth == 0 else opened
            depth += 1
        elif char == ")":
            depth -= 1
        elif char == '"' and depth:
            quoted = True
        at += 1
    return opened


def short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"
