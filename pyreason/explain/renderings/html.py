"""A proof as HTML that folds and unfolds, for notebooks and pages."""

from __future__ import annotations

from html import escape

from pyreason.explain.proof import Leaf, Proof, Step

_OPEN = 2
"""How many levels are unfolded at first."""


def html(proof: Proof) -> str:
    """Nested lists; a step that stands there already is only named again."""
    shown: set[int] = set()
    rows = "".join(_item(proof, root, 0, shown) for _, root in proof.roots)
    return f'<div class="pyreason-proof"><ul>{rows}</ul></div>'


def _item(proof: Proof, place: int, level: int, shown: set[int]) -> str:
    node = proof.nodes[place]
    if isinstance(node, Leaf):
        return f'<li class="{node.kind}">{escape(node.text)}</li>'
    head = _head(node)
    if not node.premises and not node.absent:
        return f"<li>{head}</li>"
    if place in shown:
        return f"<li>{head} <em>(see above)</em></li>"
    shown.add(place)
    inside = "".join(_item(proof, premise, level + 1, shown) for premise in node.premises)
    inside += "".join(f'<li class="absent"><em>{escape(text)}</em></li>' for text in node.absent)
    unfolded = " open" if level < _OPEN else ""
    return f"<li><details{unfolded}><summary>{head}</summary><ul>{inside}</ul></details></li>"


def _head(node: Step) -> str:
    rule = f"<b>{escape(node.cited)}</b> " if node.rule else ""
    chosen = "<em>chosen:</em> " if node.chosen else ""
    return f"{rule}{chosen}{escape(node.text)}"
