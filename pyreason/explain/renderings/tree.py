"""A proof as a tree of lines, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from pyreason.explain.proof import Leaf, Proof, Step

Piece = tuple[str, str]
"""Text and the style it has on a terminal ("" for none)."""


def tree(proof: Proof, depth: int | None = None) -> str:
    """The tree as plain text; `depth` is the number of levels below each part of the answer (None: all)."""
    return "\n".join("".join(text for text, _ in line) for line in tree_lines(proof, depth))


def tree_lines(proof: Proof, depth: int | None = None) -> Iterator[list[Piece]]:
    """The tree as lines of styled pieces; what stands in it already is only named again."""
    shown: set[int] = set()
    for _, root in proof.roots:
        node = proof.nodes[root]
        yield [(node.text, "bold green")]
        yield from _below(proof, root, "", depth, shown)


def _below(
    proof: Proof, place: int, indent: str, depth: int | None, shown: set[int]
) -> Iterator[list[Piece]]:
    node = proof.nodes[place]
    assert isinstance(node, Step)
    rows: list[int | str] = [*node.premises, *node.absent]
    if rows and depth == 0:
        yield [(f"{indent}└─ ", "dim"), ("…", "dim")]
        return
    for number, row in enumerate(rows):
        last = number == len(rows) - 1
        branch = [(f"{indent}{'└─ ' if last else '├─ '}", "dim")]
        if isinstance(row, str):
            yield [*branch, (row, "italic")]
            continue
        child = proof.nodes[row]
        yield [*branch, *_said(child)] + ([(" (see above)", "dim")] if _again(child, row, shown) else [])
        if isinstance(child, Step) and row not in shown:
            if depth is None or depth > 1:
                shown.add(row)
            deeper = None if depth is None else depth - 1
            yield from _below(proof, row, indent + ("   " if last else "│  "), deeper, shown)


def _again(node: Step | Leaf, place: int, shown: set[int]) -> bool:
    return isinstance(node, Step) and place in shown and bool(node.premises or node.absent)


def _said(node: Step | Leaf) -> list[Piece]:
    if isinstance(node, Leaf):
        return [(node.text, "cyan" if node.kind == "card" else "")]
    chosen = "chosen: " if node.chosen else ""
    number = [(f"{node.cited}  ", "bold")] if node.rule else []
    return [*number, (f"{chosen}{node.text}", "")]
