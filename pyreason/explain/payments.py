"""Why a player can have some pool, and how a cost is paid: the derivations of a search for mana.

Where clingo has to choose, one stable model is taken for each part of the answer: with its atoms given,
what it rests on is derived as for any settled board, the choices among it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from clingo.control import Control
from clingo.symbol import Function, Number, Symbol

from pyreason import payment
from pyreason.assembly import assemble, controller_of
from pyreason.board import MANA_TYPES
from pyreason.explain.derivations import Derivations
from pyreason.facts import object_symbol
from pyreason.program import EVENTS, MANA, OBJECTS, POOL
from pyreason.situation import Situation

Grounding = tuple[Derivations, Mapping[str, Sequence[Symbol]]]

MAX_MODELS = 20
"""How many pools of a search are explained."""


def pool_evidence(situation: Situation, player: str, pools: Sequence[str]) -> Iterator[Grounding]:
    """The derivations of these pools (mana strings), by pool."""
    names = _names(situation)
    control = payment.grounded_pools(situation, player)
    if any(True for _ in control.symbolic_atoms.by_signature("pool", 1)):
        goals = {pool: [Function("pool", [_multiset(pool)])] for pool in pools}
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
            goals = {pool: [*_activations(atoms), *wanted]}
            yield Derivations.of_model(atoms, names, goals[pool]), goals


def payment_evidence(situation: Situation, id: str, key: Symbol, part: str) -> Iterator[Grounding]:
    """One way to pay the mana that an ability costs; where there is none, what its symbols ask for."""
    control = payment._grounded(situation, controller_of(situation, id), (id, key))
    atoms = _model(control, [])
    if atoms is None:
        facts = [atom.symbol for atom in control.symbolic_atoms if atom.is_fact]
        goal = (object_symbol(0, id), key)
        mine = {a.arguments[2] for a in facts if a.match("usable", 3) and tuple(a.arguments[:2]) == goal}
        told = [a for a in facts if a.match("pays_for", 3) and a.arguments[0] in mine]
        yield Derivations.of_model(facts, _names(situation), told), {part: told}
    else:
        goals = {part: [*_activations(atoms), *(atom for atom in atoms if atom.match("act", 3))]}
        yield Derivations.of_model(atoms, _names(situation), goals[part]), goals


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
