"""Oracle text <-> ability terms (docs/terms.md).

`compile_text` and `compile_line` read cards, `parse_ability` one ability in Oracle wording, `render` writes a
term back. A line is understood only if its term, rendered, says the same words: nothing is skipped.
"""

from pyreason.cards.oracle.compile import GRAMMAR_VERSION, compile_line, compile_text, parse_ability, render

__all__ = ["GRAMMAR_VERSION", "compile_line", "compile_text", "parse_ability", "render"]
