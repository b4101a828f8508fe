"""How many of the lines that touch a domain the grammar understands, over any set of cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pyreason.cards.model import Line

_REMINDER = re.compile(r"\([^()]*\)")
_QUOTE = re.compile(r'"[^"]*"')
_ADDS = re.compile(r"\badds?\b[^.]*?(?:\{|\bmana\b(?! value))", re.I)
_TAPPED = re.compile(
    r"\bfor (?:two or more )?mana\b|\btaps? [^.]*\bfor \{|\bproduces? [^.]*\binstead\b", re.I
)
# What an instant or sorcery targets; not "new targets", "the target of", nor "targets" as a verb.
_TARGET = re.compile(
    r"(?<!new )(?<!the )\b[Tt]arget (?!of\b)|\b(?:any|another) target\b|\b(?:number of|two|three|X) targets\b"
)
_SPELLS = {"Instant", "Sorcery"}
# Static abilities that change what objects are (CR 613), by what they change.
_NOT_STATIC = re.compile(
    r"^(?:[A-Z][^—.]{1,60} — )?(?:When|Whenever|At|•|\[|[IVX]+(?:, [IVX]+)* —)|^[^.]*: |"
    r"\b(?:[Tt]arget|[Uu]ntil|this turn|next|[Yy]ou may|as [^.]* enters|copy|becomes?)\b"
)
_CHANGES = {
    "land types": re.compile(
        r"\b(?:is|are) (?:an? )?(?:Plains|Islands?|Swamps?|Mountains?|Forests?|every basic land type)\b|"
        r"\bland is the chosen type\b"
    ),
    "colors": re.compile(
        r"\b(?:is|are) (?:all colors|the chosen color|colorless|white|blue|black|red|green)\b|other colors\b"
    ),
    "abilities": re.compile(
        r"\b(?:has|have|loses?) (?:all abilities|defender|double strike|deathtouch|fear|first strike|flying|"
        r"haste|hexproof|indestructible|lifelink|menace|reach|shroud|trample|vigilance|\"\")"
    ),
    "power and toughness": re.compile(
        r"\bgets? [+−-]|\bbase power and toughness\b|"
        r"\b(?:power|toughness)(?: and toughness)? (?:is|are each) equal to"
    ),
}


# Lines that say what Auras can enchant, what attaches them, and what can't be targeted, enchanted and so on.
_ENCHANT = re.compile(r"^Enchant \w")
_ATTACHES = re.compile(r"\b[Aa]ttach(?:es)?\b|\b(?:onto|to) the battlefield\b[^.]*\battached\b")
_PROHIBITS = re.compile(
    r"\bcan't (?:be (?:enchanted|equipped|the targets? of)|enchant\b|(?:have|get) [^.]*counters?\b)|"
    r"\b[Cc]ounters can't be put\b|\bdoesn't remove\b|\bcan be (?:attached only|the targets? of)\b|"
    r"\b(?:[Pp]rotection|[Hh]exproof) from\b|^[Yy]ou (?:and [^.]*)?have (?:hexproof|shroud)\b|"
    r"\bplayers? ha(?:s|ve) (?:hexproof|shroud)\b"
)
_NOT_FOR_GOOD = re.compile(
    r"^(?:[A-Z][^—.]{1,60} — )?(?:When|Whenever|At|•|\[|[IVX]+(?:, [IVX]+)* —)|^[^.]*: |"
    r"\b(?:[Uu]ntil|this turn|next|becomes?|gains?|[Cc]reate|[Cc]hoose)\b"
)


class Face(Protocol):
    """What `measure` asks of a record that is no mapping."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def text(self) -> str: ...  # noqa: D102
    @property
    def types(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def subtypes(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def layout(self) -> str: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class DomainCoverage:
    """One domain: its lines, those understood wholly and with spans kept as text, and those missed.

    `missed` pairs the text of a line that was not understood (its own name written `~`) with the number of
    times it stands on a card, commonest first.
    """

    domain: str
    lines: int
    understood: int
    with_spans: int
    missed: tuple[tuple[str, int], ...]


def _adds_mana(raw: str) -> bool:
    return bool(_ADDS.search(_QUOTE.sub("", _REMINDER.sub("", raw))))


def _could_produce(raw: str) -> bool:
    return "could produce" in raw


def _grants_mana(raw: str) -> bool:
    return not _adds_mana(raw) and bool(_ADDS.search(_REMINDER.sub("", raw)))


def _tapped_for_mana(raw: str) -> bool:
    return bool(_TAPPED.search(_REMINDER.sub("", raw)))


def _targets(raw: str) -> bool:
    return bool(_TARGET.search(_QUOTE.sub("", _REMINDER.sub("", raw))))


def _static(domain: str) -> Callable[[str], bool]:
    pattern = _CHANGES[domain]

    def belongs(raw: str) -> bool:
        said = _QUOTE.sub('""', _REMINDER.sub("", raw))
        return not _NOT_STATIC.search(said) and bool(pattern.search(said))

    return belongs


def _enchants(raw: str) -> bool:
    return bool(_ENCHANT.match(raw))


def _attaches(raw: str) -> bool:
    said = _QUOTE.sub('""', _REMINDER.sub("", raw))
    return bool(_ATTACHES.search(said)) and ("Equipment" not in said or "Aura" in said)


def _prohibits(raw: str) -> bool:
    said = _QUOTE.sub('""', _REMINDER.sub("", raw))
    return bool(_PROHIBITS.search(said)) and not _NOT_FOR_GOOD.search(said)


_FORBIDDING = (
    "cant(|exempt(|attached_only_to(|targetable_despite(|keyword(hexproof|keyword(shroud|keyword(protection"
)
DOMAINS: dict[str, tuple[Callable[[str], bool], str]] = {
    "adds mana": (_adds_mana, "add(|adds_mana("),
    "could produce": (_could_produce, "could_produce("),
    "grants mana": (_grants_mana, "grants(|gains("),
    "tapped for mana": (_tapped_for_mana, "("),
    "target phrases": (_targets, "slot(|target(|targeting("),
    **{domain: (_static(domain), "applies(|cda(|grants(") for domain in _CHANGES},
    "enchant phrases": (_enchants, "keyword(enchant"),
    "attaches Auras": (_attaches, "attach(|put_attached("),
    "prohibitions": (_prohibits, _FORBIDDING),
}
"""Domain -> whether a printed line belongs to it, and what an understood line's term must hold one of."""
_OF_SPELLS = "target phrases"
"""The domain of the lines of instants and sorceries alone; one is understood if all its targets are."""
_ALWAYS = ("adds mana", "could produce", "grants mana")


def measure(records: Iterable[Mapping[str, object] | Face]) -> list[DomainCoverage]:
    """Compiles the lines of `records` that touch a domain, and counts.

    Args:
        records: one a face, as a mapping or an object with name, text, types, subtypes and layout.

    Returns:
        One `DomainCoverage` a domain, in the order of `DOMAINS`; the domains of mana abilities always, the
        others where a line belongs to them.
    """
    from pyreason.cards.oracle import compile_text
    from pyreason.cards.oracle.segment import with_self, without_reminder

    wholly: Counter[str] = Counter()
    spans: Counter[str] = Counter()
    missed: dict[str, Counter[str]] = {domain: Counter() for domain in DOMAINS}
    for record in records:
        name, text, types, subtypes, layout = _fields(record)
        domains = {
            domain: test for domain, test in DOMAINS.items() if domain != _OF_SPELLS or _SPELLS & {*types}
        }
        if not any(belongs(raw) for raw in text.split("\n") for belongs, _ in domains.values()):
            continue
        of_spell = bool(_SPELLS & {*types})
        lines = compile_text(text, name=name, types=types, subtypes=subtypes, layout=layout)
        for line in lines:
            raw = line.text or ""
            for domain, (belongs, functor) in domains.items():
                if line.number == 0 or not belongs(raw):
                    continue
                if of_spell and domain in _CHANGES and not _says_what_it_is(raw, name):
                    continue
                if not _understood(line, functor) or (domain == _OF_SPELLS and _open_target(line)):
                    missed[domain][with_self(without_reminder(raw), name)] += 1
                elif line.opaque:
                    spans[domain] += 1
                else:
                    wholly[domain] += 1
    return [
        DomainCoverage(
            domain,
            wholly[domain] + spans[domain] + missed[domain].total(),
            wholly[domain],
            spans[domain],
            tuple(missed[domain].most_common()),
        )
        for domain in DOMAINS
        if domain in _ALWAYS or wholly[domain] + spans[domain] + missed[domain].total()
    ]


def _says_what_it_is(raw: str, name: str) -> bool:
    """Whether a line of an instant or sorcery is a static ability, and no instruction followed once."""
    return raw.startswith((name, "As long as "))


def _understood(line: Line, functor: str) -> bool:
    return line.term is not None and any(one in str(line.term) for one in functor.split("|"))


def _open_target(line: Line) -> bool:
    from pyreason.terms import slots

    return line.term is None or any(not slot.arguments for slot in slots(line.term))


def _fields(record: Mapping[str, object] | Face) -> tuple[str, str, tuple[str, ...], tuple[str, ...], str]:
    if not isinstance(record, Mapping):
        return record.name, record.text, tuple(record.types), tuple(record.subtypes), record.layout
    names = [str(record.get(key) or "") for key in ("name", "text", "layout")]
    types, subtypes = (tuple(map(str, _listed(record.get(key)))) for key in ("types", "subtypes"))
    return names[0], names[1], types, subtypes, names[2] or "normal"


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()
