"""What the law needs to be told for each layer: the terms with a part in it, and the law files they call for.

Which layer a change belongs to is for the law to say (`asp/layers/effects.lp`); it says so of the form of
abilities alone, so one answer serves all boards with the same abilities.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from clingo.symbol import Function, Number, String, Symbol

from pyreason.atoms import signatures
from pyreason.facts import object_symbol
from pyreason.program import JUDGING, LAYERS, OVERLAY, WORLD, Overlay, needed
from pyreason.situation import Situation
from pyreason.solve import grounded, settled
from pyreason.syntax import syntax_facts
from pyreason.terms import first_word, given_abilities, judged_words, layer_facts, signature

_ALL_BUT = "loses_all_but/1"
_CONDITIONED = frozenset({"leveled/3", "provided/2"})


@dataclass(frozen=True, slots=True)
class LayerPlan:
    """One layer that some ability or counter has a part for.

    `facts` tell of the form of the abilities with a part in it, `words` are those that they are made of, and
    `names` are the law files that have something to say of them. `changes` are the words of the changes that
    belong to the layer, `parts` has what abilities are made of, by the word that a part begins
    with (all else is in `facts`), `derived` is what the law makes of the form of abilities, `present` are the
    predicates of all these, `terms` the abilities with a part in it, and `others` those without.
    """

    layer: int
    facts: tuple[Symbol, ...]
    parts: tuple[tuple[str, Symbol], ...]
    words: frozenset[str]
    names: tuple[str, ...]
    changes: frozenset[str]
    derived: tuple[Symbol, ...]
    present: frozenset[str]
    terms: frozenset[Symbol]
    others: frozenset[Symbol]

    @property
    def unconditional(self) -> bool:
        """Whether none of the abilities hangs on a condition."""
        return not self.present & _CONDITIONAL

    @property
    def minds_abilities(self) -> bool:
        """Whether it matters who has an ability that has no part in the layer."""
        return self.layer in _OF_ABILITIES or bool(self.words & _MINDING)


_OF_ABILITIES = frozenset({1, 3, 6})
_MINDING = _CONDITIONED | {"keyword/1", _ALL_BUT}
_CONDITIONAL = frozenset({"effect_condition/2", "effect_unless/2", "each_condition/2", "each_unless/2"})

BY_FORM = frozenset({"change/3", "layer/2", "layer_in_play/1", "defines/1", "own/1", "counted/1"})
"""Predicates of `asp/layers/effects.lp` that hang on the form of abilities alone."""


def layer_plans(situation: Situation) -> tuple[LayerPlan, ...]:
    """The layers to be gone through, in order."""
    counters = any(number for obj in situation.board.battlefield for _, number in obj.counters)
    return _plans(situation.terms(), counters, bool(situation.copying), OVERLAY.get())


@lru_cache(maxsize=1024)
def _plans(
    terms: frozenset[Symbol], counters: bool, copying: bool, rules: Overlay | None
) -> tuple[LayerPlan, ...]:
    """Kept for each set of rules (`rules`, the one in force): another may put a change elsewhere."""
    terms |= {given for term in terms for given in given_abilities(term)}
    by_layer: dict[int, set[Symbol]] = defaultdict(set)
    abilities: dict[Symbol, set[int]] = defaultdict(set)
    control = grounded(("layers/effects", "layers/text"), _forms(terms, counters))
    layers_of: dict[Symbol, set[int]] = defaultdict(set)
    for change, layer in settled(control, "layer", 2):
        layers_of[change].add(layer.number)
    for ability, _, change in settled(control, "change", 3):
        abilities[ability] |= layers_of[change]
        for layer_number in layers_of[change]:
            by_layer[layer_number]  # an ability that is no term, such as counters, has a part for it
    for term in terms:
        told_of = {term, *(fact.arguments[0] for fact in layer_facts(term) if fact.arguments)}
        for layer_number in set().union(*(abilities.get(each, set()) for each in told_of)):
            by_layer[layer_number].add(term)
    derived = tuple(
        Function(name, list(arguments))
        for name, arity in (mark.split("/") for mark in sorted(BY_FORM))
        for arguments in settled(control, name, int(arity))
        if name != "defines" or arguments[0].name != "keyword" or arguments[0] in terms
    )
    changes: dict[int, set[str]] = defaultdict(set)
    for change, numbers in layers_of.items():
        for layer_number in numbers:
            changes[layer_number].add(signature(change))
    if copying:  # in layer 1 any change may stand, and what defines a characteristic may be left out
        by_layer[1] = set(terms)
        changes[1] = set().union(*changes.values())
    return tuple(
        _plan(layer, frozenset(by_layer[layer]), terms, frozenset(changes[layer]), derived)
        for layer in sorted(by_layer)
    )


def _forms(terms: frozenset[Symbol], counters: bool) -> list[Symbol]:
    """Abilities and counters of some object, of which the law says in which layers they count."""
    facts: list[Symbol] = []
    o, now = object_symbol(0, ""), Function("now")
    for place, term in enumerate(terms):
        facts += layer_facts(term)
        facts.append(Function("has_ability", [o, Function("printed", [Number(place)]), term, now]))
    if counters:
        facts += (Function("counters_on", [o, String(kind), Number(1)]) for kind in ("+1/+1", "-1/-1"))
    return facts


def _plan(
    layer: int,
    with_part: frozenset[Symbol],
    terms: frozenset[Symbol],
    changes: frozenset[str],
    derived: tuple[Symbol, ...],
) -> LayerPlan:
    facts = list(dict.fromkeys(fact for term in with_part for fact in layer_facts(term)))
    words = {signature(fact.arguments[2]) for fact in facts if fact.name == "effect_change"} | changes
    whole = _ALL_BUT in words  # which are the mana abilities hangs on the form of every ability
    for term in terms if whole else with_part:
        facts += syntax_facts(term)
        words |= judged_words(term)
    words |= {signature(term) for term in terms} & _CONDITIONED
    files = (*WORLD, *JUDGING, *LAYERS)
    names = needed([name for name in files if whole or name != "mana/mana_abilities"], frozenset(words))
    present = signatures((*facts, *derived))
    parts = tuple(
        (first_word(fact.arguments[1]), fact) for fact in dict.fromkeys(facts) if fact.name == "part"
    )
    rest = tuple(fact for fact in dict.fromkeys(facts) if fact.name != "part")
    others = terms - with_part
    told = (layer, rest, parts, frozenset(words), names, changes, derived, present)
    return LayerPlan(*told, with_part, others)
