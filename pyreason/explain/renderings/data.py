"""A proof as JSON."""

from __future__ import annotations

import json

from pyreason.explain.proof import Proof

VERSION = 1
"""Raised when a key changes its meaning or goes."""


def as_json(proof: Proof) -> str:
    """One JSON object: `version`, `rules`, `roots` and `nodes`, as docs/proofs.md describes them."""
    return json.dumps({"version": VERSION, "rules": list(proof.rules), **proof.to_dict()}, ensure_ascii=False)
