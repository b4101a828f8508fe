"""A proof as text: a tree, JSON, Mermaid, Graphviz DOT, HTML, or one paragraph with citations."""

from pyreason.explain.proof import Proof
from pyreason.explain.renderings.data import as_json
from pyreason.explain.renderings.graphs import dot, mermaid
from pyreason.explain.renderings.html import html
from pyreason.explain.renderings.paragraph import paragraph
from pyreason.explain.renderings.tree import tree, tree_lines

FORMATS = ("tree", "json", "mermaid", "dot", "html", "text")
"""What `render` knows; "text" is the paragraph."""

__all__ = ["FORMATS", "as_json", "dot", "html", "mermaid", "paragraph", "render", "tree", "tree_lines"]


def render(proof: Proof, format: str, depth: int | None = None) -> str:
    """A proof in one of `FORMATS`; `depth` limits the levels of a tree (None: all)."""
    writers = {"json": as_json, "mermaid": mermaid, "dot": dot, "html": html, "text": paragraph}
    return tree(proof, depth) if format == "tree" else writers[format](proof)
