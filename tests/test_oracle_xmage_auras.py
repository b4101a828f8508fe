"""A second opinion: what another engine's classes let each Aura target, against our enchant lines.

Its row for a card is the printed phrase and the code that makes the target. The code names types, subtypes,
colours, controllers; each name is one word here, and so is each quality of our filter. Every card on which
the two differ stands in docs/coverage.md, with who is right; nothing else may differ.
"""

from __future__ import annotations

import re
from pathlib import Path

from clingo.symbol import Symbol
from domains import Face, full_set, shared

from pyreason.cards.oracle import compile_text
from pyreason.cards.oracle.parse import read_phrase

SUBTYPES = (
    *("VEHICLE", "EQUIPMENT", "FOOD", "SPACECRAFT", "CLUE", "GIANT"),
    *("PLAINS", "ISLAND", "SWAMP", "MOUNTAIN", "FOREST"),
)
THEIRS = {
    "creature": r"Creature|CREATURE",
    "land": r"Land|(?<!NON_)(?<!IS)LAND",
    "artifact": r"Artifact|ARTIFACT",
    "enchantment": r"Enchantment|ENCHANTMENT",
    "planeswalker": r"Planeswalker|PLANESWALKER",
    "instant": r"INSTANT",
    "nonland": r"Nonland|NON_LAND",
    "nonbasic": r"NonBasic",
    "basic": r"SuperType\.BASIC",
    "snow": r"SuperType\.SNOW",
    "legendary": r"SuperType\.LEGENDARY",
    "you": r"Controlled|CONTROLLED|TargetController\.YOU",
    "not you": r"YOU_DONT_CONTROL",
    "opponent": r"Opponent|OPPONENT",
    "player": r"TargetPlayer",
    "graveyard": r"InGraveyard",
    "no flying": r"not\(new AbilityPredicate\(FlyingAbility",
    "tapped": r"TAPPED|TargetTapped",
    "modified": r"ModifiedPredicate",
    "another Aura": r"AuraAttached",
    "noncommander": r"not\(CommanderPredicate",
    "nonblack": r"NON_BLACK",
    "black": r"ObjectColor\.BLACK",
    "green": r"ObjectColor\.GREEN",
    "red": r"ObjectColor\.RED",
    "nonwall": r"not\(SubType\.WALL",
    "wall": r"(?<!not\()SubType\.WALL",
    "mana value": r"ManaValuePredicate",
    "power": r"PowerPredicate",
    **{each.lower(): rf"SubType\.{each}|_{each}\b" for each in SUBTYPES},
}
OURS = {
    "no flying": r"non\(keyword\(flying\)\)",
    "noncommander": r"non\(is_commander\)",
    "nonland": r"non\(type\(land\)\)",
    "nonbasic": r"non\(supertype\(basic\)\)",
    "nonblack": r"non\(color\(b\)\)",
    "nonwall": r'non\(subtype\("Wall"\)\)',
    "not you": r"non\(controlled_by\(you\)\)",
    "opponent": r"controlled_by\(opponent\)|and\(player,who\(opponent\)\)",
    "you": r"controlled_by\(you\)",
    "player": r"\bplayer\b",
    "graveyard": r"card\(graveyard,any\)",
    "another Aura": r"enchanted_by_other",
    "mana value": r"mana_value\(\w+,\d\)",
    "power": r"power\(\w+,\d\)",
    "tapped": r"\btapped\b",
    "modified": r"\bmodified\b",
    "black": r"color\(b\)",
    "green": r"color\(g\)",
    "red": r"color\(r\)",
    "white": r"color\(w\)",
}


def enchant(face: Face) -> list[Symbol]:
    """What stands behind "enchant" in a face's lines."""
    lines = compile_text(
        face.text, name=face.name, types=face.types, subtypes=face.subtypes, layout=face.layout
    )
    terms = [line.term for line in lines if str(line.term).startswith("keyword(enchant,")]
    return [term.arguments[1] for term in terms if term is not None]


def words_of_code(code: str) -> set[str]:
    said = re.sub(r'"[^"]*"', "", code)
    return {word for word, pattern in THEIRS.items() if re.search(pattern, said)}


def words_of_filter(wanted: Symbol) -> set[str]:
    said, found = str(wanted), set()
    for word, pattern in OURS.items():
        said, times = re.subn(pattern, "", said)
        found |= {word} if times else set()
    for kind in re.findall(r'type\("?(\w+)"?\)', said):
        found.add(kind.lower())
    return found


def differs(code: str, wanted: list[Symbol]) -> bool:
    if len(wanted) != 1:
        return True
    theirs, ours = words_of_code(code), words_of_filter(wanted[0])
    # A row may be cut off, or leave out a predicate: then it says less.
    whole = not code.rstrip().endswith("+") and code.count("(") == code.count(")")
    return not theirs <= ours or (whole and theirs != ours)


def test_phrases_and_code_against_our_terms() -> None:
    rows = [row.split("\t") for row in (shared() / "data" / "xmage_auras.tsv").read_text().splitlines()]
    faces: dict[str, Face] = {}
    for face in full_set():
        faces.setdefault(face.name, face)
    known = [row for row in rows if row[0] in faces]
    assert len(known) > 1230
    terms = {name: enchant(faces[name]) for name, *_ in known}
    phrases = {name for name, phrase, _ in known if [read_phrase("enchantable", phrase)[0]] != terms[name]}
    assert phrases == set()
    found = {name for name, _, code in known if differs(code, terms[name])}
    page = (Path(__file__).parents[1] / "docs" / "coverage.md").read_text()
    section = page.split("## Auras against another engine", 1)[1].split("\n## ", 1)[0]
    documented = set(re.findall(r"^\| ([^|]+?) \|", section, re.M)) - {"card", "---"}
    assert found == documented
