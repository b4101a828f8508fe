"""What each object is now: continuous effects, layer by layer, in the order the law gives them (CR 613).

The law says which effects there are in a world, what each applies to and does, which depends on which and
which is next (`asp/layers/`). This module walks: it grounds the law over the world as it is beside the worlds
in which each effect alone was applied next, and takes the step the law picks. Worlds are told apart as games;
one set of rules judges them all; every atom is a fact. A lone effect needs no other world beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from clingo.control import Control
from clingo.symbol import Function, Number, String, Symbol

from pyreason.board import Board
from pyreason.cards.model import Card
from pyreason.facts import CardFacts, abilities, situation_facts
from pyreason.influence import bears_on, can_begin
from pyreason.layer_plan import BY_FORM, LayerPlan, layer_plans
from pyreason.pruning import Facts, absent_from
from pyreason.rewording import rewordings
from pyreason.situation import Situation
from pyreason.solve import grounded, settled
from pyreason.terms import shapes_objects, subterms

Trait = tuple[str, Symbol]
"""An object's id and one thing it has: `type(land)`, `power(2)`, ... as `asp/layers/world.lp` lists them."""


@dataclass(frozen=True, slots=True)
class Applied:
    """One effect as it was applied: in which layer, whose it is (or of counters), and what it changed."""

    layer: int
    source: str
    counters: bool
    gained: tuple[Trait, ...]
    dropped: tuple[Trait, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """A grounding on the way: its control and law files, and how many effects were applied before."""

    control: Control
    names: tuple[str, ...]
    applied: int


@dataclass(frozen=True, slots=True)
class Made:
    """Where an effect's changes can be read: in which stage and game; and the stage in which it was picked.

    `picked` is None where it was the only one. `hits` are the ids of what it applied to; `ended` has, by
    another effect that waited in the same layer, the ids that this one withdrew from it.
    """

    effect: Symbol
    layer: int
    stage: int
    game: int
    picked: int | None
    hits: frozenset[str]
    ended: Mapping[Symbol, frozenset[str]]


@dataclass(slots=True)
class World:
    """The characteristics of a board's objects after all continuous effects, and how they came about.

    `stages` are the groundings of the walk, where they are kept to explain it; `made` then goes with
    `history`.
    """

    base: set[Trait]
    history: list[Applied] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)

    def facts(self, game: int) -> Iterator[Symbol]:
        """`game_from(G, G)` and `base(G, I, C)` for `asp/layers/world.lp`."""
        g = Number(game)
        yield Function("game_from", [g, g])
        for id, trait in self.base:
            yield Function("base", [g, String(id), trait])


@dataclass(frozen=True, slots=True)
class _Candidate:
    effect: Symbol
    ability: Symbol
    gained: frozenset[Trait]
    dropped: frozenset[Trait]
    hits: frozenset[str]

    @property
    def source(self) -> str:
        """The id of the object whose effect it is."""
        return str(self.effect.arguments[0].string)


def has_effects(situation: Situation) -> bool:
    """Whether anything on the board could change what an object is: else printed values are final."""
    if "has_effects" not in situation.memo:
        shaping = any(shapes_objects(term) for term in situation.terms())
        copies = any(obj.copy_of or obj.face_down for obj in situation.board.battlefield)
        situation.memo["has_effects"] = shaping or copies
    found: bool = situation.memo["has_effects"]
    return found


def final_world(situation: Situation, *, cite: bool = False) -> World:
    """Apply all continuous effects of a board (CR 613.1 to 613.8); `cite` keeps what explains them."""
    walk = _Walk(situation, cite)
    for plan in layer_plans(situation):
        walk.go_through(plan)
    return walk.world


class _Walk:
    """One walk; `whole`: all worlds are compared, even where the outcome is known (so to explain it)."""

    def __init__(self, situation: Situation, cite: bool, whole: bool = False) -> None:
        self.situation = situation
        self.cite = cite
        self.whole = whole or cite
        self.world = World(set(_printed(situation)))
        stamps = timestamps(situation.board).items()
        self.stamps = [Function("stamp", [String(id), Number(number)]) for id, number in stamps]
        self.rewordings = tuple(
            Function("reworded", [term, String(old), String(new), changed])
            for term, old, new, changed in rewordings(situation.terms(), situation.changed_words())
        )
        self.running: dict[Symbol, _Candidate] = {}

    def go_through(self, plan: LayerPlan) -> None:
        """Apply the effects of one layer, re-evaluated after each (CR 613.8c)."""
        done: list[Symbol] = []
        control, game = self._ground(plan, done, {}), 0
        candidates = _candidates(control, 0)
        while candidates:
            before, picked = (self._stage(), game), None
            worlds = dict(enumerate(self._to_compare(candidates), 1))
            if worlds:
                control = self._ground(plan, done, worlds)
                ((effect,),) = settled(control, "pick", 1)
                picked = self._stage()
            elif len(candidates) == 1:
                (effect,) = candidates
            else:  # timestamps alone decide, and the law says which is the earliest
                if game:
                    control, game = self._ground(plan, done, {}), 0
                done += self._apply_apart(plan, control, candidates)
                control, candidates = self._anew(plan, control, done, candidates)
                continue
            earlier = candidates
            self._apply(plan.layer, candidates[effect])
            done.append(effect)
            game = next((g for g, candidate in worlds.items() if candidate.effect == effect), 0)
            if game:
                candidates = _candidates(control, game)
            else:
                control, candidates = self._anew(plan, control, done, candidates)
            if self.cite:
                ended = _ended(effect, earlier, candidates)
                hits = earlier[effect].hits
                self.world.made.append(Made(effect, plan.layer, *before, picked, hits, ended))

    def _to_compare(self, candidates: Mapping[Symbol, _Candidate]) -> list[_Candidate]:
        """The effects that could bear on another: their worlds are compared with the world as it is."""
        if self.whole:
            return list(candidates.values()) if len(candidates) > 1 else []
        return [
            one
            for one in candidates.values()
            if any(
                bears_on(self._changed(one), other.ability, other.source)
                for other in candidates.values()
                if other is not one
            )
        ]

    def _changed(self, candidate: _Candidate) -> frozenset[Trait]:
        """What objects would gain that they don't have, and lose (abilities of land types among it)."""
        return (candidate.gained - self.world.base) | candidate.dropped

    def _apply_apart(
        self, plan: LayerPlan, control: Control, candidates: Mapping[Symbol, _Candidate]
    ) -> list[Symbol]:
        """Apply the earliest of effects that don't bear on each other, and those next in line elsewhere.

        What an effect makes of an object is as it was found as long as none before it changed that object.
        Returns the effects applied, in order.
        """
        stamps = timestamps(self.situation.board)
        times = {effect: number.number for effect, number in settled(control, "time", 2)}
        ((first,),) = settled(control, "pick", 1)
        line = sorted(times, key=lambda effect: (times[effect], stamps[effect.arguments[0].string], effect))
        applied: list[Symbol] = []
        touched: set[str] = set()
        for effect in line[line.index(first) :]:
            candidate = candidates[effect]
            if touched & candidate.hits or (applied and not self._settles(plan, candidates, applied)):
                break
            touched |= {id for id, _ in self._changed(candidate)}
            self._apply(plan.layer, candidate)
            applied.append(effect)
        return applied

    def _settles(
        self, plan: LayerPlan, candidates: Mapping[Symbol, _Candidate], applied: Sequence[Symbol]
    ) -> bool:
        """Whether no effect can have begun in this layer by what these changed."""
        return plan.unconditional and not any(
            can_begin(candidates[effect].gained, candidates[effect].dropped) for effect in applied
        )

    def _anew(
        self,
        plan: LayerPlan,
        control: Control,
        done: Sequence[Symbol],
        before: Mapping[Symbol, _Candidate],
    ) -> tuple[Control, dict[Symbol, _Candidate]]:
        """The candidates in the world as it is now; nothing is grounded where there can be none."""
        over = [effect for effect in before if effect in done]
        if not self.whole and len(over) == len(before) and self._settles(plan, before, over):
            return control, {}
        control = self._ground(plan, done, {})
        return control, _candidates(control, 0)

    def _apply(self, layer: int, picked: _Candidate) -> None:
        before = frozenset(self.world.base)
        gained, dropped = picked.gained - self.world.base, set(picked.dropped)
        self.world.base -= dropped
        self.world.base |= gained
        for id, trait in dropped:
            if trait.name == "ability" and (id, trait) not in before:
                self.world.base.add((id, Function("lost", trait.arguments)))
        self.running.setdefault(picked.effect, picked)
        counters = picked.ability.match("counters", 0)
        self.world.history.append(
            Applied(layer, picked.source, counters, tuple(sorted(gained)), tuple(sorted(dropped)))
        )

    def _stage(self) -> int:
        """The number of the last grounding among those that are kept."""
        return len(self.world.stages) - 1

    def _ground(self, plan: LayerPlan, done: Sequence[Symbol], worlds: Mapping[int, _Candidate]) -> Control:
        """The law over the world as it is (game 0) and those in which one candidate was applied."""
        facts = Facts(plan.words, absent_from([self.situation]))
        facts += plan.facts
        facts.narrow = {
            **dict.fromkeys(("effect_change/3", "change/3"), plan.words),
            **dict.fromkeys(("part_now/2", "does/4"), plan.changes),
        }
        if not self.cite:
            facts.complete = BY_FORM
            facts += plan.derived
        facts += self.stamps
        facts += self.rewordings
        facts.append(Function("layer_now", [Number(plan.layer)]))
        facts += (Function("done", [effect]) for effect in done)
        for effect, candidate in self.running.items():
            if effect not in done:
                source, key = effect.arguments
                facts.append(Function("running", [source, key, candidate.ability]))
                facts += (Function("reached", [source, key, String(id)]) for id in candidate.hits)
        zero = Number(0)
        facts += (Function("base", [zero, String(id), trait]) for id, trait in self.world.base)
        told = _CardFacts()
        for game in (0, *worlds):
            facts.append(Function("game_from", [Number(game), zero]))
            facts += situation_facts(self.situation, game, told)
        for game, candidate in worlds.items():
            facts.append(Function("world_after", [candidate.effect, Number(game)]))
            for name, traits in (("plus", candidate.gained), ("minus", candidate.dropped)):
                facts += (Function(name, [Number(game), String(id), trait]) for id, trait in traits)
        control = grounded(plan.names, facts)
        if self.cite:
            self.world.stages.append(Stage(control, plan.names, len(self.world.history)))
        return control


def _ended(
    effect: Symbol, before: Mapping[Symbol, _Candidate], after: Mapping[Symbol, _Candidate]
) -> dict[Symbol, frozenset[str]]:
    """What other effects applied to before this one was applied, and do not any more."""
    return {
        other: lost
        for other, candidate in before.items()
        if other != effect
        and (lost := candidate.hits - (after[other].hits if other in after else frozenset()))
    }


class _CardFacts(CardFacts):
    """Of a card, what the layers don't keep themselves: the rest stands in the world's base."""

    def tell(self, card: Card) -> tuple[Symbol, tuple[Symbol, ...]]:
        """The card's identity, and its facts if it was not told before."""
        label, facts = super().tell(card)
        return label, _unchanging(facts) if facts else ()


_KEPT = frozenset({"card_name", "card_mana_value", "cost_symbol"})


@lru_cache(maxsize=8192)
def _unchanging(facts: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    return tuple(
        fact
        for fact in facts
        if fact.name in _KEPT or (fact.name == "printed_ability" and fact.arguments[2].match("leveled", 3))
    )


def _candidates(control: Control, game: int) -> dict[Symbol, _Candidate]:
    """The effects still to be applied in a game's world, and what each would change."""
    here = Number(game)
    found = {e: a for g, e, a in settled(control, "candidate", 3) if g == here}
    hits: dict[Symbol, set[str]] = {effect: set() for effect in found}
    for g, effect, id in settled(control, "hits", 3):
        if g == here:
            hits[effect].add(id.string)
    changes: dict[str, dict[Symbol, set[Trait]]] = {
        name: {effect: set() for effect in found} for name in ("gain", "drop")
    }
    for name, by_effect in changes.items():
        for g, effect, id, trait in settled(control, name, 4):
            if g == here:
                by_effect[effect].add((id.string, trait))
    return {
        effect: _Candidate(
            effect,
            ability,
            frozenset(changes["gain"][effect]),
            frozenset(changes["drop"][effect] - changes["gain"][effect]),
            frozenset(hits[effect]),
        )
        for effect, ability in found.items()
    }


def _printed(situation: Situation) -> Iterator[Trait]:
    """What is printed on each object's card, or on what it is a copy of; face-down permanents have none."""
    for obj in situation.objects:
        if obj.zone == "battlefield":
            yield obj.id, Function("controller", [String(obj.controller)])
        for trait in _card_traits(situation.cards[obj.id]):
            yield obj.id, trait
        for number, term in situation.granted.get(obj.id, ()):
            yield obj.id, Function("ability", [Function("granted", [Number(number)]), term])


@lru_cache(maxsize=8192)
def _card_traits(card: Card) -> tuple[Symbol, ...]:
    traits = [Function("type", [Function(t.lower())]) for t in card.types]
    traits += (Function("supertype", [Function(s.lower())]) for s in card.supertypes)
    traits += (Function("subtype", [String(s)]) for s in card.subtypes)
    traits += (Function("color", [Function(x.lower())]) for x in card.colors)
    printed = tuple(abilities(card))
    for name, value in (("power", card.power), ("toughness", card.toughness)):
        if value is not None and value.lstrip("+-").isdigit():
            traits.append(Function(name, [Number(int(value))]))
        elif value is not None and (value != "*" or not any(_defines(name, term) for _, term in printed)):
            traits.append(Function("unknown", [Function(name)]))
    traits += (Function("ability", [Function("printed", [Number(number)]), term]) for number, term in printed)
    return tuple(traits)


def _defines(value: str, term: Symbol) -> bool:
    """Whether an ability says what the star of a printed power or toughness is (CR 208.2a)."""
    return any(sub.match("cda", 2) and sub.arguments[0].name == value for sub in subterms(term))


def timestamps(board: Board) -> dict[str, int]:
    """Which timestamp each object and lasting effect has, numbered from 1, oldest first (CR 613.7)."""
    later = (*(o.id for o in board.objects), *(s.id for s in board.stack), *(e.id for e in board.effects))
    return {id: number for number, id in enumerate(dict.fromkeys((*board.timestamps, *later)), 1)}
