"""Can an ability be activated now (CR 602, 605.3)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import CanActivate
from pyreason.caveats import activation_caveats, cost_caveats, mana_caveats
from pyreason.explain.parts import Grounding
from pyreason.explain.payments import payment_evidence
from pyreason.facts import object_symbol
from pyreason.payment import payable
from pyreason.program import EVENTS, MANA, OBJECTS
from pyreason.questions._abilities import Ability, in_order, numbered
from pyreason.rulings import Caveat, Decoded
from pyreason.situation import Situation

FILES = (*OBJECTS, *MANA, *EVENTS, "questions/can_activate")
OUTPUT = (("barred", 3), ("allowed", 2), ("ability_of", 3), ("payment", 4))
GOAL = "barred"
LAYERED = False
RULES = ("602.2",)


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
    """Whether nothing bars the ability and its mana can be paid; a note for each bar."""
    ability = asked(question, atoms)
    barred = sorted({reason.string for _, key, reason in atoms["barred"] if key == ability.key})
    notes = [f"barred by CR {number}" for number in barred]
    costs_mana = any(key == ability.key and part.match("mana", 1) for _, key, _, part in atoms["payment"])
    rules = list(barred)
    if not barred and costs_mana and not payable(situation, question.object, ability.key):
        notes.append("its mana can't be paid (CR 118.3)")
        rules.append("118.3")
    return Decoded(not notes, (), tuple(notes), tuple(rules))


def goals(
    question: CanActivate, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> dict[str, list[Symbol]]:
    """What bars the ability ("no"), or that nothing but mana does ("yes")."""
    key = asked(question, atoms).key
    parts = {"no": "barred", "yes": "allowed"}
    found = {
        part: [Function(name, list(arguments)) for arguments in atoms[name] if arguments[1] == key]
        for part, name in parts.items()
    }
    return {part: some for part, some in found.items() if some}


def evidence(
    question: CanActivate,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
    decoded: Decoded,
) -> Iterable[Grounding]:
    """How the mana is paid, or what would have to be, where the ability costs any."""
    key = asked(question, atoms).key
    part = "yes" if decoded.answer else "no"
    barred = any(k == key for _, k, _ in atoms["barred"])
    if not barred and any(k == key and part.match("mana", 1) for _, k, _, part in atoms["payment"]):
        return payment_evidence(situation, question.object, key, part)
    return ()


def caveats(question: CanActivate, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on the ability and was not taken into account."""
    own = mana_caveats(situation, question.object) + cost_caveats(situation, question.object)
    return own + activation_caveats(situation)
