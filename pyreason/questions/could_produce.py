"""Which types of mana could a permanent produce (CR 106.7)?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Symbol

from pyreason.asks import CouldProduce
from pyreason.assembly import controller_of
from pyreason.atoms import IDS, Table, number_of
from pyreason.board import MANA_TYPES
from pyreason.caveats import mana_caveats
from pyreason.errors import UnsupportedQuestion
from pyreason.facts import object_symbol
from pyreason.program import MANA, OBJECTS
from pyreason.questions._abilities import Ability, in_order, numbered
from pyreason.rulings import Caveat, Decoded, Reason
from pyreason.situation import Situation
from pyreason.slicing import slice_of, twins
from pyreason.terms import words

FILES = (*OBJECTS, *MANA, "questions/could_produce")
OUTPUT = (("answer", 3), ("ability_of", 3), ("through", 4))
ASIDES = ("asides/unfit", "asides/mana")
GOAL = "answer"
LAYERED = False
RULES = ("106.7",)


def facts(question: CouldProduce, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_could_produce(O)`. Raises UnknownObject or InputError where the id names no permanent."""
    situation.permanent(question.object)
    if question.by is not None or question.controller is not None:
        raise UnsupportedQuestion(
            "could_produce asks about the board as it is: `by` and `controller` mean nothing"
        )
    yield Function("ask_could_produce", [object_symbol(game, question.object)])


_RANKS = Table[int](lambda kind: MANA_TYPES.index(kind.name.upper()))


def part(questions: Sequence[CouldProduce], situation: Situation) -> Situation:
    """The part of a board that the answers to these questions hang on."""
    return slice_of(situation, {question.object for question in questions})


def decode(
    question: CouldProduce, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """The types as letters in the order WUBRGC, the abilities each comes from, and notes."""
    obj = situation.permanent(question.object)
    card = situation.cards[obj.id]
    abilities = _asked(question, atoms)
    by_key = {number_of(ability.key): ability for ability in abilities}
    found: dict[tuple[int, int], Ability] = {}  # by the rank of the type, and the ability's place
    for _, key, kind in atoms["answer"]:
        if (by := by_key.get(number_of(key))) is not None:
            found[_RANKS[number_of(kind)], by.place] = by
    sources: dict[tuple[int, int], set[str | None]] = defaultdict(set)
    for _, key, kind, source in atoms["through"]:
        if (by := by_key.get(number_of(key))) is not None:
            sources[_RANKS[number_of(kind)], by.place].add(IDS[number_of(source)])
    alike = twins(situation)
    standing = [(o.id, alike.get(o.id, o.id)) for o in situation.board.battlefield] if sources else []
    reasons = []
    for (rank, place), ability in sorted(found.items()):
        named = sources.get((rank, place), ())
        through = tuple([id for id, like in standing if like in named]) if named else ()
        reasons.append(Reason(MANA_TYPES[rank], obj.id, card.name, place, ability.text(card), through))
    answer = list(dict.fromkeys(reason.part for reason in reasons))
    notes = []
    said = frozenset().union(*(words(ability.term) for ability in abilities))
    if "chosen_color/0" in said and not any(what == "color" for what, _ in obj.chosen):
        notes.append(f"no colour is chosen for {obj.id}, so the chosen colour is undefined (CR 106.5)")
    controller = controller_of(situation, obj.id)
    if "commander_identity/0" in said and controller not in situation.commanders:
        notes.append(f"{controller} has no commander, so no colour is in its colour identity (CR 106.5)")
    return Decoded(answer, tuple(reasons), tuple(notes))


def _asked(question: CouldProduce, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]) -> tuple[Ability, ...]:
    """The abilities the question is about. Raises InputError where there is none with its number."""
    abilities = in_order(atoms["ability_of"])
    if question.ability is None:
        return abilities
    counted = [a for a in abilities if a.term.name in ("activated", "triggered", "loyalty")]
    return (numbered(counted, question.ability, "ability", question.object),)


def goals(
    question: CouldProduce, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> dict[str, list[Symbol]]:
    """By letter, the atoms `answer(O, K, T)` of the abilities asked about."""
    keys = {ability.key for ability in _asked(question, atoms)}
    found: dict[str, list[Symbol]] = {}
    for arguments in atoms["answer"]:
        if arguments[1] in keys:
            found.setdefault(arguments[2].name.upper(), []).append(Function("answer", list(arguments)))
    return found


def caveats(question: CouldProduce, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on the mana this permanent could produce and was not taken into account."""
    return mana_caveats(situation, question.object)
