"""Can an ability be activated now (CR 602, 605.3)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import CanActivate
from pyreason.caveats import activation_caveats, cost_caveats, mana_caveats
from pyreason.explain.outcomes import keyed, truth
from pyreason.explain.parts import Grounding
from pyreason.explain.payments import payment_evidence
from pyreason.facts import object_symbol
from pyreason.payment import payable
from pyreason.program import EVENTS, MANA, OBJECTS
from pyreason.questions._abilities import Ability, in_order, numbered
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation

FILES = (*OBJECTS, *MANA, *EVENTS, "questions/can_activate")
OUTPUT = (("barred", 3), ("allowed", 2), ("ability_of", 3), ("payable_as", 3), ("payment", 4))
GOAL = "barred"
LAYERED = False
RULES = ("602.2",)

_NO_MANA = "mana"


def facts(question: CanActivate, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_activate(O)`. Raises UnknownObject or InputError where the id names no permanent."""
    situation.permanent(question.object)
    yield Function("ask_activate", [object_symbol(game, question.object)])


def asked(question: CanActivate, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]) -> Ability:
    """The ability asked about: the number counts the activated abilities. Raises InputError."""
    activated = [a for a in in_order(atoms["ability_of"]) if a.term.name in ("activated", "loyalty")]
    return numbered(activated, question.ability, "activated ability", question.object)


def decode(
    question: CanActivate, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """Whether with some cost nothing bars the ability and its mana can be paid; a note for each bar."""
    barred: set[str] = set()
    for way in _ways(question, atoms):
        bars = {reason.string for _, key, reason in atoms["barred"] if key == way}
        if not bars and _costs_mana(way, atoms) and not payable(situation, question.object, way):
            bars = {_NO_MANA}
        if not bars:
            return Decoded(True)
        barred |= bars
    notes = [f"barred by CR {number}" for number in sorted(barred - {_NO_MANA})]
    notes += ["its mana can't be paid (CR 118.3)"] if _NO_MANA in barred else []
    rules = sorted({"118.3" if bar == _NO_MANA else bar for bar in barred})
    return Decoded(False, (), tuple(notes), tuple(rules))


def _ways(question: CanActivate, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]) -> list[Symbol]:
    """The keys of the ability: its own, or one for each cost that it offers a choice of."""
    ability = asked(question, atoms)
    return [way for _, key, way in atoms["payable_as"] if key == ability.key] or [ability.key]


def _costs_mana(way: Symbol, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]) -> bool:
    return any(key == way and part.match("mana", 1) for _, key, _, part in atoms["payment"])


def goals(
    question: CanActivate, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> dict[str, list[Symbol]]:
    """What bars the ability ("no"), or that nothing but mana does ("yes")."""
    ways = _ways(question, atoms)
    parts = {"no": "barred", "yes": "allowed"}
    found = {
        part: [Function(name, list(arguments)) for arguments in atoms[name] if arguments[1] in ways]
        for part, name in parts.items()
    }
    return {part: some for part, some in found.items() if some}


def wanted(
    question: CanActivate,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
    outcome: str,
) -> list[Symbol]:
    """The atoms that "yes" or "no" would be; `unreached` sees to the mana."""
    subject = object_symbol(0, question.object)
    return keyed(outcome, subject, asked(question, atoms).key, "allowed", "barred")


def evidence(
    question: CanActivate,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
    decoded: Decoded,
) -> Iterable[Grounding]:
    """How the mana is paid, or what would have to be, where the ability costs any."""
    barred = {key for _, key, _ in atoms["barred"]}
    ways = [way for way in _ways(question, atoms) if way not in barred]
    if not ways or not all(_costs_mana(way, atoms) for way in ways):
        return ()
    if decoded.answer:
        way = next(way for way in ways if payable(situation, question.object, way))
        return payment_evidence(situation, question.object, way, "yes")
    return [found for way in ways for found in payment_evidence(situation, question.object, way, "no")]


def unreached(
    question: CanActivate,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
    outcome: str,
) -> Iterable[Grounding] | None:
    """What the cost asks for and what mana there is, where nothing but mana is in the way; else None."""
    barred = {key for _, key, _ in atoms["barred"]}
    ways = [way for way in _ways(question, atoms) if way not in barred]
    dear = [way for way in ways if _costs_mana(way, atoms) and not payable(situation, question.object, way)]
    if truth(outcome) is not True or not ways or dear != ways:
        return None
    return [
        found
        for way in ways
        for found in payment_evidence(situation, question.object, way, "Its mana can't be paid")
    ]


def caveats(question: CanActivate, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on the ability and was not taken into account."""
    own = mana_caveats(situation, question.object) + cost_caveats(situation, question.object)
    return own + activation_caveats(situation)
