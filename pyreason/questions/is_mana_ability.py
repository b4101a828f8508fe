"""Is an ability a mana ability (CR 605.1)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import IsManaAbility
from pyreason.explain.outcomes import keyed
from pyreason.facts import object_symbol
from pyreason.program import MANA, OBJECTS
from pyreason.questions._abilities import Ability, in_order, numbered
from pyreason.rulings import Caveat, Decoded, Reason
from pyreason.situation import Situation

FILES = (*OBJECTS, *MANA, "mana/mana_abilities", "questions/is_mana_ability")
OUTPUT = (("mana_ability_of", 2), ("no_mana_ability", 3), ("ability_of", 3))
GOAL = "mana_ability_of"
LAYERED = False
RULES = ("605.1",)


def facts(question: IsManaAbility, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_mana_ability(O)`. Raises UnknownObject or InputError where the id names no permanent."""
    situation.permanent(question.object)
    yield Function("ask_mana_ability", [object_symbol(game, question.object)])


def decode(
    question: IsManaAbility, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """Whether the activated ability with this number is a mana ability. Raises InputError."""
    obj = situation.permanent(question.object)
    ability = _asked(question, atoms)
    good = any(key == ability.key for _, key in atoms["mana_ability_of"])
    card = situation.cards[obj.id]
    reason = Reason("yes" if good else "no", obj.id, card.name, ability.place, ability.text(card))
    rules = tuple(number.string for _, key, number in atoms["no_mana_ability"] if key == ability.key)
    return Decoded(good, (reason,), tuple(f"none by CR {number}" for number in rules), rules)


def goals(
    question: IsManaAbility, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> dict[str, list[Symbol]]:
    """That the ability is one ("yes"), or why it is none ("no")."""
    key = _asked(question, atoms).key
    parts = {"yes": "mana_ability_of", "no": "no_mana_ability"}
    found = {
        part: [Function(name, list(arguments)) for arguments in atoms[name] if arguments[1] == key]
        for part, name in parts.items()
    }
    return {part: some for part, some in found.items() if some}


def wanted(
    question: IsManaAbility,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
    outcome: str,
) -> list[Symbol]:
    """The atoms that "yes" or "no" would be."""
    subject = object_symbol(0, question.object)
    return keyed(outcome, subject, _asked(question, atoms).key, "mana_ability_of", "no_mana_ability")


def _asked(question: IsManaAbility, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]) -> Ability:
    activated = [a for a in in_order(atoms["ability_of"]) if a.term.name in ("activated", "loyalty")]
    return numbered(activated, question.ability, "activated ability", question.object)


def caveats(question: IsManaAbility, situation: Situation) -> tuple[Caveat, ...]:
    """A line of the permanent itself that was not understood makes the count of its abilities doubtful."""
    obj = situation.permanent(question.object)
    card = situation.cards[obj.id]
    return tuple(
        Caveat(obj.id, card.name, line.number, "this line was not understood", line.text)
        for line in card.lines
        if line.term is None
    )
