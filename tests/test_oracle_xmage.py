"""A second opinion: another engine's list of the mana each card's own activated abilities add.

Every card on which the two differ stands in docs/coverage.md, with who is right; nothing else may differ.
"""

from __future__ import annotations

import re
from pathlib import Path

from clingo.symbol import Symbol, SymbolType
from domains import Face, full_set, shared

from pyreason.cards.oracle import compile_text

BASIC = {"Plains": "w", "Island": "u", "Swamp": "b", "Mountain": "r", "Forest": "g"}
ALL = ("any_color", "different_colors", "other_color")


def kinds(term: Symbol) -> set[str]:
    """Mana types in a term's productions; "?" for each whose type hangs on the board."""
    if term.type != SymbolType.Function:
        return set()
    if term.name != "mana" or len(term.arguments) != 2:
        return set().union(*(kinds(argument) for argument in term.arguments))
    kind = term.arguments[1]
    if kind.name in ALL or str(kind) == "combination(colors)":
        return set("wubrg")
    if kind.name == "combination" and not kind.arguments[0].name:
        return {each.name for each in kind.arguments[0].arguments}
    return {kind.name} if not kind.arguments and len(kind.name) == 1 else {"?"}


def ours(face: Face) -> tuple[set[str], bool]:
    """The types of a face's intrinsic and activated mana, and whether a triggered ability adds mana."""
    found = {BASIC[s] for s in face.subtypes if s in BASIC}
    triggered = False
    for line in compile_text(
        face.text, name=face.name, types=face.types, subtypes=face.subtypes, layout=face.layout
    ):
        term = line.term
        while term is not None and term.name in ("worded", "provided", "leveled"):
            term = term.arguments[-1]
        if term is not None and term.name == "activated":
            found |= kinds(term.arguments[1])
        triggered = triggered or (term is not None and term.name == "triggered" and "add(" in str(term))
    return found, triggered


def differs(theirs: str, own: set[str], triggered: bool) -> bool:
    fixed, _, dynamic = theirs.partition("+")
    if theirs == "triggered-only":
        return bool(own) or not triggered
    listed = set() if fixed == "dynamic" else set(fixed.lower())
    if dynamic or fixed == "dynamic":
        return "?" not in own and not listed <= own
    return listed != own - {"?"}


def test_differences_are_the_documented_ones() -> None:
    rows = [row.split("\t")[:2] for row in (shared() / "data" / "xmage_mana.tsv").read_text().splitlines()]
    faces: dict[str, Face] = {}
    for face in full_set():
        faces.setdefault(face.name, face)
    known = [(name, theirs) for name, theirs in rows if name in faces]
    assert len(known) > 1850
    found = {name for name, theirs in known if differs(theirs, *ours(faces[name]))}
    page = (Path(__file__).parents[1] / "docs" / "coverage.md").read_text()
    section = page.split("## Against another engine", 1)[1]
    documented = set(re.findall(r"^\| ([^|]+?) \|", section, re.M)) - {"card", "---"}
    assert found == documented
