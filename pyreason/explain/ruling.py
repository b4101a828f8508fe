"""The proof of a ruling, and its parts by name."""

from __future__ import annotations

from pyreason._closest import closest
from pyreason.asks import Question
from pyreason.errors import InputError, did_you_mean
from pyreason.explain.evidence import Evidence
from pyreason.explain.headings import headings
from pyreason.explain.proof import Proof, build
from pyreason.turns import TURN


def proof_of(question: Question, evidence: Evidence) -> Proof:
    """The proof that some evidence makes, kept there."""
    with TURN:
        if "proof" not in evidence.memo:
            texts = headings(question, evidence.situation, evidence.parts)
            evidence.memo["proof"] = build(evidence, evidence.situation, texts)
    proof: Proof = evidence.memo["proof"]
    return proof


def part_named(proof: Proof, part: str) -> str:
    """The part of an answer that is meant, braces and case apart. Raises InputError where there is none."""
    parts = [name for name, _ in proof.roots]
    if part in parts:
        return part
    plain = {_plain(name): name for name in parts}
    if _plain(part) in plain:
        return plain[_plain(part)]
    hint = did_you_mean(closest(part, parts)) or f"; its parts: {', '.join(parts) or 'none'}"
    raise InputError(f"the answer has no part {part!r}{hint}")


def _plain(part: str) -> str:
    return part.replace("{", "").replace("}", "").casefold().strip()
