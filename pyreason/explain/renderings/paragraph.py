"""A proof as one paragraph with citations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pyreason.explain.proof import Leaf, Proof, Step
from pyreason.explain.sentences import small

_MOST = 12
"""How many steps deep a paragraph goes."""


def paragraph(proof: Proof) -> str:
    """Each part of the answer with its reasons, and theirs, each with its rule; then the lines."""
    return " ".join(_about(proof, root) for _, root in proof.roots)


def _about(proof: Proof, root: int) -> str:
    said: set[int] = set()
    sentences: list[str] = []
    level = [root]
    while level and len(sentences) < _MOST:
        following = [p for p in _below(proof, level) if p not in said]
        steps = [p for p in following if isinstance(proof.nodes[p], Step)]
        said.update(following)
        reasons = [_reason(proof.nodes[p]) for p in steps]
        for place in level:
            node = proof.nodes[place]
            reasons += node.absent if isinstance(node, Step) else ()
        reasons = list(dict.fromkeys(reasons))
        if reasons:
            head = "That is so" if sentences else proof.nodes[root].text
            sentences.append(f"{head} because {_listed(reasons)}.")
        level = steps
    facts = [proof.nodes[p].text for p in sorted(said) if _is_line(proof.nodes[p])]
    if facts:
        sentences.append(f"The lines it rests on: {'; '.join(facts)}.")
    return " ".join(sentences) or f"{proof.nodes[root].text}."


def _below(proof: Proof, places: Iterable[int]) -> Iterator[int]:
    found: dict[int, None] = {}
    for place in places:
        node = proof.nodes[place]
        if isinstance(node, Step):
            found.update(dict.fromkeys(node.premises))
    yield from found


def _is_line(node: Step | Leaf) -> bool:
    return isinstance(node, Leaf) and node.line is not None


def _reason(node: Step | Leaf) -> str:
    text = small(node.text)
    return f"{text} ({node.cited})" if isinstance(node, Step) else text


def _listed(reasons: Sequence[str]) -> str:
    if len(reasons) < 3:
        return " and ".join(reasons)
    return ", ".join(reasons[:-1]) + ", and " + reasons[-1]
