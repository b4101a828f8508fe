"""The package counts the lines of each domain as the patterns of tests/domains.py do."""

from __future__ import annotations

from collections import Counter

from domains import CENSUS, Face, aura_domains, domains, full_set, has_target, static_domains

from pyreason.cards.coverage import measure


def test_counts_of_a_few_records() -> None:
    base = {"types": ["Land"], "subtypes": [], "layout": "normal"}
    texts = {
        "A": "({T}: Add {G}.)\n{T}: Add {C}.\n{T}: Add {G}. A deals 1 damage to you.",
        "B": "{T}: Add {∞}.\nFlying",
        "C": "{T}: Add {∞}.",
        "D": "{T}: Add one mana of any type that a land you control could produce.\n"
        'Lands have "{T}: Add {C}."',
    }
    found = measure({**base, "name": name, "text": text} for name, text in texts.items())
    assert [(d.domain, d.lines, d.understood, d.with_spans) for d in found] == [
        ("adds mana", 5, 2, 1),
        ("could produce", 1, 1, 0),
        ("grants mana", 1, 1, 0),
        ("abilities", 1, 1, 0),
    ]
    assert found[0].missed == (("{T}: Add {∞}.", 2),)


def targets(face: Face, raw: str) -> set[str]:
    return {"target phrases"} if {"Instant", "Sorcery"} & {*face.types} and has_target(raw) else set()


def test_denominators_and_shares_over_a_part_of_the_full_set() -> None:
    faces = list(full_set())[::8]
    counted = Counter(
        domain
        for face in faces
        for raw in face.text.split("\n")
        if raw
        for domain in domains(raw) | static_domains(raw, face) | aura_domains(raw) | targets(face, raw)
    )
    found = {each.domain: each for each in measure(faces)}
    assert {domain: each.lines for domain, each in found.items()} == dict(counted)
    for domain, least in (("abilities", 0.7), ("power and toughness", 0.8), ("target phrases", 0.95)):
        each = found[domain]
        assert each.understood + each.with_spans >= least * each.lines


def test_lines_about_auras_of_the_full_set() -> None:
    about = [face for face in full_set() if any(aura_domains(raw) for raw in face.text.split("\n"))]
    found = {each.domain: each for each in measure(about)}
    enchant, attach, forbid = (
        found[domain] for domain in ("enchant phrases", "attaches Auras", "prohibitions")
    )
    assert (enchant.lines, enchant.understood) == (CENSUS["enchant phrases"], 1277)
    assert (enchant.with_spans, enchant.missed) == (4, ())
    assert abs(attach.lines - CENSUS["attaches Auras"]) <= 20
    assert attach.understood + attach.with_spans >= 0.9 * attach.lines
    assert forbid.understood + forbid.with_spans >= 0.9 * forbid.lines
