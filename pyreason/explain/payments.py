"""Why a player can have some pool, and how a cost is paid: the derivations of a search for mana.

Where clingo has to choose, one stable model is taken for each part of the answer: with its atoms given,
what it rests on is derived as for any settled board, the choices among it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from clingo.control import Control
from clingo.symbol import Function, Number, Symbol

from pyreason import payment
from pyreason.assembly import assemble, controller_of
from pyreason.board import MANA_TYPES
from pyreason.explain.asides import BESIDE, asides
from pyreason.explain.derivations import Derivations, control_of
from pyreason.facts import object_symbol
from pyreason.program import EVENTS, MANA, OBJECTS, POOL
from pyreason.situation import Situation

Grounding = tuple[Derivations, Mapping[str, Sequence[Symbol]]]

_ASIDES = ("asides/pools",)
_MANA = Function("mana")
_PAYING = frozenset({("act", 3), ("goal_x", 1), ("spends_snow", 4), ("own_mana", 4)})
"""What tells how the mana of a cost is paid, beside what is activated and spent."""

MAX_MODELS = 20
"""How many pools of a search are explained."""


def pool_evidence(situation: Situation, player: str, pools: Sequence[str]) -> Iterator[Grounding]:
    """The derivations of these pools (mana strings), by pool."""
    names = (*_names(situation), *_ASIDES)
    control = payment.grounded_pools(situation, player)
    if any(True for _ in control.symbolic_atoms.by_signature("pool", 1)):
        goals = {pool: [Function("pool", [_multiset(pool)])] for pool in pools}
        goals[BESIDE] = asides(control, _ASIDES).get(_MANA, [])
        every = [atom for atoms in goals.values() for atom in atoms]
        yield Derivations(control, names, every), goals
        return
    for pool in pools[:MAX_MODELS]:
        wanted = [
            Function("in_pool", [Function(kind.lower()), Number(pool.count(f"{{{kind}}}"))])
            for kind in MANA_TYPES
        ]
        atoms = _model(control, [(atom, True) for atom in wanted])
        if atoms is not None:
            yield _derived(atoms, situation, {pool: [*_activations(atoms), *wanted]})


def payment_evidence(situation: Situation, id: str, key: Symbol, *parts: str) -> Iterator[Grounding]:
    """One way to pay the mana that an ability costs; where there is none, what its symbols ask for.

    It is told for each of these parts of the answer.
    """
    control = payment._grounded(situation, controller_of(situation, id), (id, key))
    atoms = _model(control, [])
    if atoms is None:
        facts = [atom.symbol for atom in control.symbolic_atoms if atom.is_fact]
        goal = (object_symbol(0, id), key)
        mine = {a.arguments[2] for a in facts if a.match("usable", 3) and tuple(a.arguments[:2]) == goal}
        told = [a for a in facts if a.match("pays_for", 3) and a.arguments[0] in mine]
        told += (a for a in facts if a.match("own_part", 5))
        told += (a for a in facts if a.match("option", 4) and tuple(a.arguments[:2]) != goal)
        facts.append(Function("hopeless", [*goal]))
        yield _derived(facts, situation, dict.fromkeys(parts, told))
    else:
        paid = [atom for atom in atoms if (atom.name, len(atom.arguments)) in _PAYING]
        yield _derived(atoms, situation, {part: [*_activations(atoms), *paid] for part in parts})


def _derived(atoms: Iterable[Symbol], situation: Situation, goals: Mapping[str, list[Symbol]]) -> Grounding:
    """The derivations of these parts over the atoms of a model, with what is told beside."""
    control = control_of(atoms)
    told = asides(control, _ASIDES).get(_MANA, [])
    paid = [atom.symbol for atom in control.symbolic_atoms.by_signature("cost_met", 1)]
    parts = {part: [*some, *paid] for part, some in goals.items()}
    parts[BESIDE] = [*parts.get(BESIDE, ()), *told]
    every = [atom for some in parts.values() for atom in some]
    return Derivations(control, (*_names(situation), *_ASIDES), every), parts


def _names(situation: Situation) -> tuple[str, ...]:
    return assemble((*OBJECTS, *MANA, *EVENTS, *POOL), [situation])[0]


def _model(control: Control, assumptions: Sequence[tuple[Symbol, bool]]) -> list[Symbol] | None:
    """The atoms of one stable model in which these hold."""
    with control.solve(assumptions=assumptions, yield_=True) as handle:
        for model in handle:
            return list(model.symbols(atoms=True))
    return None


def _activations(atoms: Sequence[Symbol]) -> list[Symbol]:
    """What is activated, what is paid, and why that pays for it."""
    found = [atom for atom in atoms if atom.match("with", 5) or atom.match("spends", 5)]
    spent = {(*atom.arguments[:2], *atom.arguments[3:]) for atom in found if atom.match("spends", 5)}
    abilities = {tuple(atom.arguments[:2]): atom.arguments[2] for atom in atoms if atom.match("usable", 3)}
    ways = {(abilities.get((o, k)), s, t) for o, k, s, t in spent}
    return [*found, *(atom for atom in atoms if atom.match("pays_for", 3) and tuple(atom.arguments) in ways)]


def _multiset(pool: str) -> Symbol:
    return Function("m", [Number(pool.count(f"{{{kind}}}")) for kind in MANA_TYPES])
