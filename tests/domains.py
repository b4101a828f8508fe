"""The denominators of coverage: fixed patterns over printed lines, kept apart from grammar and package.

The census of the corpus counted 2412 lines that add mana, 198 that do so only within quotation marks, 19 that
say "could produce" (its counts are good to about 1 %).
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ADDS = re.compile(r"\badds?\b[^.]*?(\{|\bmana\b(?! value))", re.I)
TAPPED = re.compile(r"\bfor (two or more )?mana\b|\btaps? [^.]*\bfor \{|\bproduces? [^.]*\binstead\b", re.I)
CENSUS = {
    "adds mana": 2412, "could produce": 19, "grants mana": 198, "tapped for mana": 83,
    "enchant phrases": 1281, "attaches Auras": 96,
}  # fmt: skip


NOT_STATIC = re.compile(
    r"^([A-Z][^—.]{1,60} — )?(When|Whenever|At|•|\[|[IVX]+(, [IVX]+)* —)|^[^.]*: |"
    r"\b([Tt]arget|[Uu]ntil|this turn|next|[Yy]ou may|as [^.]* enters|copy|becomes?)\b"
)
KEYWORDS = (
    "defender|double strike|deathtouch|fear|first strike|flying|haste|hexproof|indestructible|lifelink|"
    "menace|reach|shroud|trample|vigilance"
)
STATIC = {
    "land types": re.compile(
        r"\b(is|are) (an? )?(Plains|Islands?|Swamps?|Mountains?|Forests?|every basic land type)\b|"
        r"\bland is the chosen type\b"
    ),
    "colors": re.compile(
        r"\b(is|are) (all colors|the chosen color|colorless|white|blue|black|red|green)\b|other colors\b"
    ),
    "abilities": re.compile(rf"\b(has|have|loses?) (all abilities|{KEYWORDS}|\"\")"),
    "power and toughness": re.compile(
        r"\bgets? [+−-]|\bbase power and toughness\b|\b(power|toughness)( and toughness)? (is|are each) "
        r"equal to"
    ),
}


TARGET = re.compile(
    r"(?<!new )(?<!the )\b[Tt]arget (?!of\b)|\b(any|another) target\b|\b(number of|two|three|X) targets\b"
)


def has_target(line: str) -> bool:
    """Whether a line of an instant or sorcery names something to target."""
    return bool(TARGET.search(re.sub(r'"[^"]*"', "", re.sub(r"\([^()]*\)", "", line))))


def static_domains(line: str, face: Face | None = None) -> set[str]:
    """What a static ability's printed line changes of objects, if it is one.

    An instant's or sorcery's line is one where it says what the card itself is; others are followed once.
    """
    of_spell = face is not None and bool({"Instant", "Sorcery"} & {*face.types})
    if face is not None and of_spell and not line.startswith((face.name, "As long as ")):
        return set()
    said = re.sub(r'"[^"]*"', '""', re.sub(r"\([^()]*\)", "", line))
    return set() if NOT_STATIC.search(said) else {each for each, p in STATIC.items() if p.search(said)}


ENCHANT = re.compile(r"^Enchant \w")
ATTACHES = re.compile(r"\b[Aa]ttach(es)?\b|\b(onto|to) the battlefield\b[^.]*\battached\b")
PROHIBITS = re.compile(
    r"\bcan't (be (enchanted|equipped|the targets? of)|enchant\b|(have|get) [^.]*counters?\b)|"
    r"\b[Cc]ounters can't be put\b|\bdoesn't remove\b|\bcan be (attached only|the targets? of)\b|"
    r"\b([Pp]rotection|[Hh]exproof) from\b|^[Yy]ou (and [^.]*)?have (hexproof|shroud)\b|"
    r"\bplayers? ha(s|ve) (hexproof|shroud)\b"
)
NOT_FOR_GOOD = re.compile(
    r"^([A-Z][^—.]{1,60} — )?(When|Whenever|At|•|\[|[IVX]+(, [IVX]+)* —)|^[^.]*: |"
    r"\b([Uu]ntil|this turn|next|becomes?|gains?|[Cc]reate|[Cc]hoose)\b"
)


def aura_domains(line: str) -> set[str]:
    """What a printed line has to do with Auras: what they enchant, what attaches them, what can't be done.

    The census counts 45 sentences that attach and 51 that put onto the battlefield attached; lines with both,
    and those of Equipment and of granted abilities, make the difference.
    """
    found = {"enchant phrases"} if ENCHANT.match(line) else set()
    said = re.sub(r'"[^"]*"', '""', re.sub(r"\([^()]*\)", "", line))
    if ATTACHES.search(said) and ("Equipment" not in said or "Aura" in said):
        found.add("attaches Auras")
    if PROHIBITS.search(said) and not NOT_FOR_GOOD.search(said):
        found.add("prohibitions")
    return found


def domains(line: str) -> set[str]:
    """The coverage domains that a printed line belongs to."""
    bare = re.sub(r"\([^()]*\)", "", line)
    found = set()
    if ADDS.search(re.sub(r'"[^"]*"', "", bare)):
        found.add("adds mana")
    elif ADDS.search(bare):
        found.add("grants mana")
    if "could produce" in line:
        found.add("could produce")
    if TAPPED.search(bare):
        found.add("tapped for mana")
    return found


@dataclass(frozen=True)
class Face:
    name: str
    text: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    layout: str


def shared() -> Path:
    """The folder of shared data; skips the test where there is none."""
    path = Path(os.environ.get("PYREASON_SHARED", Path(__file__).parents[2] / "shared"))
    if not (path / "data" / "AtomicCards.json.gz").is_file():
        pytest.skip(f"the full card set is not at {path} (set PYREASON_SHARED)")
    return path


def full_set() -> Iterator[Face]:
    """Every face of the shared card file."""
    with gzip.open(shared() / "data" / "AtomicCards.json.gz") as file:
        cards = json.load(file)["data"]
    for name, faces in cards.items():
        for face in faces:
            yield Face(
                face.get("faceName") or name,
                face.get("text") or "",
                tuple(face["types"]),
                tuple(face["subtypes"]),
                face["layout"],
            )
