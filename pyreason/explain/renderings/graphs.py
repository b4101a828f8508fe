"""A proof as a graph: text for Mermaid and for Graphviz."""

from __future__ import annotations

from textwrap import wrap

from pyreason.explain.proof import Leaf, Proof, Step

_WIDTH = 40


def mermaid(proof: Proof) -> str:
    """A flowchart for Mermaid: what rests on something points to it."""
    lines = ["flowchart TD"]
    for place, node in enumerate(proof.nodes):
        text = "<br>".join(_escaped(line) for line in _rows(node))
        lines.append(f'  n{place}("{text}")' if isinstance(node, Leaf) else f'  n{place}["{text}"]')
    lines += (f"  n{place} --> n{premise}" for place, premise in _edges(proof))
    return "\n".join(lines)


def _escaped(text: str) -> str:
    for sign, word in (("#", "#35;"), ('"', "#quot;"), ("<", "#lt;"), (">", "#gt;")):
        text = text.replace(sign, word)
    return text


def dot(proof: Proof) -> str:
    """A directed graph for Graphviz."""
    lines = ["digraph proof {", "  node [shape=box];"]
    for place, node in enumerate(proof.nodes):
        text = "\\n".join(row.replace("\\", "\\\\").replace('"', '\\"') for row in _rows(node))
        style = ", shape=ellipse" if isinstance(node, Leaf) else ""
        lines.append(f'  n{place} [label="{text}"{style}];')
    lines += (f"  n{place} -> n{premise};" for place, premise in _edges(proof))
    return "\n".join([*lines, "}"])


def _rows(node: Step | Leaf) -> list[str]:
    text = node.text
    if isinstance(node, Step):
        text = f"{node.cited}: {text}" if node.rule else text
        text = "; ".join([text, *node.absent])
    return wrap(text, _WIDTH) or [""]


def _edges(proof: Proof) -> list[tuple[int, int]]:
    return [
        (place, premise)
        for place, node in enumerate(proof.nodes)
        if isinstance(node, Step)
        for premise in node.premises
    ]
