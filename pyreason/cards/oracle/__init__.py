"""Oracle text <-> ability terms (docs/terms.md).

`compile_text` and `compile_line` read cards, `parse_ability` one ability in Oracle wording, `render` writes a
term back. A line is understood only if its term, rendered, says the same words: nothing is skipped.
Names are looked up on first use: writing a term does not load the compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyreason.cards.oracle.compile import GRAMMAR_VERSION, compile_line, compile_text, parse_ability
    from pyreason.cards.oracle.writing import render

__all__ = ["GRAMMAR_VERSION", "compile_line", "compile_text", "parse_ability", "render"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "writing" if name == "render" else "compile"
    return getattr(import_module(f"{__name__}.{home}"), name)
