"""What can come of tapping a permanent for mana, or of a mana ability without {T} (CR 106.12, 605)?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Function, Number, Symbol

from pyreason.asks import AbilityMana, TapForMana
from pyreason.assembly import controller_of
from pyreason.caveats import activation_caveats, amount_caveats, cost_caveats, mana_caveats
from pyreason.explain.asides import BESIDE
from pyreason.explain.parts import Grounding
from pyreason.explain.payments import payment_evidence
from pyreason.facts import object_symbol
from pyreason.payment import highest_x, payable
from pyreason.program import EVENTS, MANA, OBJECTS
from pyreason.questions._abilities import Ability, in_order, numbered
from pyreason.questions._mana import counts, written
from pyreason.rulings import Caveat, Decoded, Reason
from pyreason.situation import Situation

FILES = (*OBJECTS, *MANA, *EVENTS, "questions/tap_for_mana")
OUTPUT = (("outcome", 4), ("barred", 3), ("mana_ability_of", 3), ("payable_as", 3), ("payment", 4))
ASIDES = ("asides/unfit", "asides/mana")
GOAL = "outcome"
LAYERED = False
RULES = ("106.12",)

_TAP = Function("tap")
_ORDER = {letter: place for place, letter in enumerate("{}WUBRGC")}


def facts(question: TapForMana | AbilityMana, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_mana(O)`. Raises UnknownObject or InputError where the id names no permanent."""
    situation.permanent(question.object)
    about = object_symbol(game, question.object)
    yield Function("ask_mana", [about])
    for key, most in highest_x(situation, question.object)[0].items():
        yield Function("x_at_most", [about, key, Number(most)])


def asked(
    question: TapForMana | AbilityMana, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> tuple[Ability, ...]:
    """The abilities the question is about: mana abilities with {T} for one, without it for the other.

    `ability` counts the mana abilities of the object. Raises InputError where it has not so many.
    """
    abilities = in_order(atoms["mana_ability_of"])
    if question.ability is not None:
        return (numbered(abilities, question.ability, "mana ability", question.object),)
    tapping = isinstance(question, TapForMana)
    ways = {way for _, way, _, part in atoms["payment"] if part == _TAP}
    with_tap = {key for _, key, way in atoms["payable_as"] if way in ways}
    return tuple(ability for ability in abilities if (ability.key in with_tap) == tapping)


def decode(
    question: TapForMana | AbilityMana,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
) -> Decoded:
    """All outcomes, each a map from player to mana string, and the abilities that each can come of."""
    obj = situation.permanent(question.object)
    card = situation.cards[obj.id]
    abilities_asked = asked(question, atoms)
    abilities = {ability.key: ability for ability in abilities_asked}
    by_key = {
        way: abilities[key]
        for _, key, way in atoms["payable_as"]
        if key in abilities and not _too_dear(question, situation, atoms, way)
    }
    controller = controller_of(situation, obj.id)
    found: dict[tuple[tuple[str, str], ...], set[Ability]] = defaultdict(set)
    for _, key, mana, ledger in atoms["outcome"]:
        if key in by_key:
            found[_outcome(controller, mana, ledger)].add(by_key[key])
    rows = sorted(
        found.items(), key=lambda row: [(len(mana), [_ORDER[x] for x in mana]) for _, mana in row[0]]
    )
    reasons = tuple(
        Reason(", ".join(mana or "no mana" for _, mana in outcome), obj.id, card.name, a.place, a.text(card))
        for outcome, givers in rows
        for a in sorted(givers, key=lambda ability: ability.place)
    )
    notes = () if abilities_asked else ("it has no such mana ability",)
    return Decoded(
        [dict(outcome) for outcome, _ in rows],
        *(reasons, notes),
        complete=highest_x(situation, obj.id)[1],
    )


def goals(
    question: TapForMana | AbilityMana,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
) -> dict[str, list[Symbol]]:
    """By outcome its atoms `outcome(O, K, M, L)`; where there is none, `barred(O, K, Reason)`."""
    mine = {ability.key for ability in asked(question, atoms)}
    keys = {way for _, key, way in atoms["payable_as"] if key in mine}
    found: dict[str, list[Symbol]] = {}
    for arguments in atoms["outcome"]:
        if arguments[1] in keys and not _too_dear(question, situation, atoms, arguments[1]):
            part = _part(question, situation, arguments)
            found.setdefault(part, []).append(Function("outcome", list(arguments)))
    if not found:
        barred = [
            Function("barred", list(arguments)) for arguments in atoms["barred"] if arguments[1] in keys
        ]
        found = {"nothing": barred} if barred else {}
    return found


def evidence(
    question: TapForMana | AbilityMana,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
    decoded: Decoded,
) -> Iterable[Grounding]:
    """How the mana of a cost is paid, or what would have to be: a way for each cost that asks for mana."""
    mine = {ability.key for ability in asked(question, atoms)}
    barred = {key for _, key, _ in atoms["barred"]}
    for _, key, way in atoms["payable_as"]:
        if key in mine and way in _priced(atoms) and way not in barred:
            parts = [_part(question, situation, row) for row in atoms["outcome"] if row[1] == way]
            if not parts or _too_dear(question, situation, atoms, way):
                parts = ["nothing"] if not decoded.answer else [BESIDE]
            yield from payment_evidence(situation, question.object, way, *dict.fromkeys(parts))


def _priced(atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]) -> set[Symbol]:
    """The keys under which an ability costs mana."""
    return {key for _, key, _, part in atoms["payment"] if part.match("mana", 1)}


def _too_dear(
    question: TapForMana | AbilityMana,
    situation: Situation,
    atoms: Mapping[str, Sequence[tuple[Symbol, ...]]],
    way: Symbol,
) -> bool:
    """Whether the mana that an ability costs can't be paid."""
    return way in _priced(atoms) and not payable(situation, question.object, way)


def _part(question: TapForMana | AbilityMana, situation: Situation, outcome: Sequence[Symbol]) -> str:
    """What the part of the answer is called that an atom `outcome(O, K, M, L)` makes."""
    controller = controller_of(situation, question.object)
    return ", ".join(mana or "no mana" for _, mana in _outcome(controller, *outcome[2:]))


def _outcome(controller: str, mana: Symbol, ledger: Symbol) -> tuple[tuple[str, str], ...]:
    """Who gets what: the ability's controller first, whoever else gets something after."""
    got: dict[str, Counter[str]] = {controller: counts(mana)}
    while ledger.arguments:
        player, more, ledger = ledger.arguments
        got.setdefault(player.arguments[1].string, Counter()).update(counts(more))
    return tuple((player, written(each)) for player, each in got.items())


def caveats(question: TapForMana | AbilityMana, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on the mana and was not taken into account."""
    own = mana_caveats(situation, question.object) + cost_caveats(situation, question.object)
    return own + amount_caveats(situation, question.object) + activation_caveats(situation)
