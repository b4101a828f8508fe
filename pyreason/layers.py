"""What each object is now: continuous effects, layer by layer, in the order the law gives them (CR 613).

The law says which effects there are in a world, what each applies to and does, which depends on which and
which is next (`asp/layers/`). This module walks: it grounds the law over the world as it is beside the worlds
in which each effect alone was applied next, and takes the step the law picks. Worlds are told apart as games;
one set of rules judges them all; every atom is a fact. A lone effect needs no other world beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clingo.control import Control
from clingo.symbol import Function, Symbol

from pyreason.atoms import Maker, name_of, number, text
from pyreason.facts import CardFacts
from pyreason.foresight import Foresight, looked_at_with
from pyreason.influence import Change, can_begin, looks_at_each_alone
from pyreason.layer_grounding import Look, Seen, look
from pyreason.layer_plan import LayerPlan, layer_plans
from pyreason.program import OVERLAY
from pyreason.situation import Situation
from pyreason.subjects import Candidate, Subject
from pyreason.terms import shapes_objects
from pyreason.traits import Trait, timestamps


@dataclass(frozen=True, slots=True)
class Applied:
    """One effect as it was applied: in which layer, whose it is (or of counters), and what it changed."""

    layer: int
    source: str
    counters: bool
    gained: frozenset[Trait]
    dropped: frozenset[Trait]


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


WORLD_FACTS = frozenset({"game_from/2", "printed_base/1", "base/3", "more/3", "less/3"})
"""The predicates of `World.facts`."""


@dataclass(slots=True)
class World:
    """The characteristics of a board's objects after all continuous effects, and how they came about.

    `printed` has what the law finds printed by itself.
    `stages` are the groundings of the walk, where they are kept to explain it; `made` then goes with
    `history`.
    """

    base: set[Trait]
    printed: frozenset[Trait] = frozenset()
    history: list[Applied] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    _sorted: dict[str, Mapping[str, Any]] = field(default_factory=dict, repr=False, compare=False)

    def of(self, id: str) -> frozenset[Symbol]:
        """What an object finally has."""
        return self._of("base", id)

    def changed(self, id: str) -> tuple[frozenset[Symbol], frozenset[Symbol]]:
        """What an object finally has and is not printed, and what is printed and it has not."""
        return self._of("more", id), self._of("less", id)

    def steps_of(self, id: str) -> Sequence[tuple[Applied, list[Symbol], list[Symbol]]]:
        """The effects that changed an object, in order, each with what the object gained and lost by it."""
        if "steps" not in self._sorted:
            found: dict[str, list[tuple[Applied, list[Symbol], list[Symbol]]]] = defaultdict(list)
            for applied in self.history:
                gained, lost = _by_object(applied.gained), _by_object(applied.dropped)
                for each in gained.keys() | lost.keys():
                    found[each].append((applied, gained.get(each, []), lost.get(each, [])))
            self._sorted["steps"] = found
        steps: Sequence[tuple[Applied, list[Symbol], list[Symbol]]] = self._sorted["steps"].get(id, ())
        return steps

    def _of(self, which: str, id: str) -> frozenset[Symbol]:
        """Those traits of an object that are of one sort; all are sorted by object on first use."""
        if which not in self._sorted:
            traits: Collection[Trait] = self.base
            if which != "base":
                traits = self.base - self.printed if which == "more" else self.printed - self.base
            self._sorted[which] = {at: frozenset(some) for at, some in _by_object(traits).items()}
        found: frozenset[Symbol] = self._sorted[which].get(id, frozenset())
        return found

    def facts(self, game: int, *, whole: bool = False) -> Iterator[Symbol]:
        """What `asp/layers/world.lp` is told: how the base differs from what is printed, or all of it."""
        make, g = Maker(), number(game)
        yield make(b"game_from", g, g)
        if not whole:
            yield make(b"printed_base", g)
        differing = {b"more": self.base - self.printed, b"less": self.printed - self.base}
        for name, traits in {b"base": self.base}.items() if whole else differing.items():
            for id, trait in traits:
                yield make(name, g, text(id), trait)


def _by_object(traits: Iterable[Trait]) -> dict[str, list[Symbol]]:
    found: dict[str, list[Symbol]] = defaultdict(list)
    for id, trait in traits:
        found[id].append(trait)
    return found


def has_effects(situation: Situation) -> bool:
    """Whether anything on the board could change what an object is: else printed values are final."""
    if "has_effects" not in situation.memo:
        shaping = any(shapes_objects(term) for term in situation.terms())
        copies = any(obj.copy_of or obj.face_down for obj in situation.board.battlefield)
        situation.memo["has_effects"] = shaping or copies
    found: bool = situation.memo["has_effects"]
    return found


def final_world(situation: Situation, *, cite: bool = False, whole: bool = False) -> World:
    """Apply all continuous effects of a board (CR 613.1 to 613.8); `cite` keeps what explains them.

    `whole`: all worlds are compared, even where the outcome is known.
    """
    (world,) = final_worlds([situation], cite=cite, whole=whole)
    return world


def final_worlds(situations: Sequence[Situation], *, cite: bool = False, whole: bool = False) -> list[World]:
    """The same of many boards, which go through their layers side by side, a grounding a step.

    A board that is through with a layer waits for the others: a grounding is about one layer, so that none
    of its boards is judged by what only another layer asks for.
    Boards that are to be explained are walked one by one, so that each has its own groundings.
    """
    if cite and len(situations) > 1:
        return [final_world(situation, cite=True) for situation in situations]
    told = CardFacts()
    walks = [_Walk(situation, game, told, cite, whole) for game, situation in enumerate(situations)]
    waiting = [(walk, step, next(step, None)) for walk in walks for step in [walk.steps()]]
    while asking := [(walk, step, wish) for walk, step, wish in waiting if wish is not None]:
        layer = min(wish.plan.layer for _, _, wish in asking)
        waiting = [each for each in asking if each[2].plan.layer != layer]
        for some in _shares([each for each in asking if each[2].plan.layer == layer]):
            found = look([wish for _, _, wish in some], whole=cite)
            for (walk, step, _), seen in zip(some, found, strict=True):
                waiting.append((walk, step, walk.go_on(step, seen)))
    return [walk.world for walk in walks]


_WORLDS = 240
"""How many worlds are judged in one grounding at most: more gain nothing, and take memory."""

_OF_OTHERS = 3
"""In layers up to this one what an effect does may hang on who controls an object, or on a text."""

_Steps = Generator[Look, Seen, None]


def _shares(
    asking: Sequence[tuple[_Walk, _Steps, Look]],
) -> Iterator[list[tuple[_Walk, _Steps, Look]]]:
    """The looks, dealt to groundings."""
    share: list[tuple[_Walk, _Steps, Look]] = []
    number = 0
    for each in asking:
        worlds = each[2].size
        if share and number + worlds > _WORLDS:
            yield share
            share, number = [], 0
        share.append(each)
        number += worlds
    yield share


class _Walk:
    """One board's walk; `whole`: all worlds are compared, even where the outcome is known."""

    def __init__(
        self, situation: Situation, game: int, told: CardFacts, cite: bool = False, whole: bool = False
    ) -> None:
        self.situation = situation
        self.cite = cite
        self.whole = whole or cite
        self.subject = Subject(situation, game, told)
        self.world = World(self.subject.base, self.subject.printed)

    def go_on(self, steps: _Steps, seen: Seen) -> Look | None:
        """What is to be looked at next, now that this was seen; None at the end."""
        if self.cite:
            self.world.stages.append(Stage(seen.control, seen.names, len(self.world.history)))
        try:
            return steps.send(seen)
        except StopIteration:
            return None

    def steps(self) -> _Steps:
        """Go through all layers: yields what is to be looked at, and takes what was seen."""
        plans = layer_plans(self.situation)
        ahead: dict[int, Foresight] = {}
        for place, plan in enumerate(plans):
            foreseen = ahead.get(plan.layer)
            if foreseen is not None and foreseen.holds(self.subject):
                seen = foreseen.seen
            else:
                following = () if self.whole else looked_at_with(plan, plans[place + 1 :])
                ids = self._within((plan, *following))
                running = self._running((plan, *following))
                seen = yield Look(self.subject, plan, (), running, {}, following, ids=ids)
                ahead = {
                    later.layer: Foresight.of(self.subject, later, found)
                    for later, found in zip(following, seen.ahead, strict=True)
                }
            yield from self._go_through(plan, seen)

    def _go_through(self, plan: LayerPlan, seen: Seen) -> _Steps:
        """Apply the effects of one layer, re-evaluated after each (CR 613.8c)."""
        done: list[Symbol] = []
        game = 0
        candidates = seen.candidates()
        while candidates:
            before, picked = (self._stage(), game), None
            worlds = dict(enumerate(self._to_compare(candidates), 1))
            if worlds:
                near = candidates if self._is_near(plan, candidates, worlds.values()) else None
                seen = yield self._look(plan, done, worlds, near)
                effect = seen.pick
                picked = self._stage()
            elif len(candidates) == 1:
                (effect,) = candidates
            else:  # timestamps alone decide, and the law says which is the earliest
                if game:
                    near = candidates if self._is_near(plan, candidates, ()) else None
                    seen, game = (yield self._look(plan, done, before=near)), 0
                done += self._apply_apart(plan, seen, candidates)
                seen, candidates = yield from self._anew(plan, done, seen, candidates)
                continue
            earlier = candidates
            self._apply(plan.layer, candidates[effect])
            done.append(effect)
            game = next((g for g, candidate in worlds.items() if candidate.effect == effect), 0)
            if game:
                candidates = seen.candidates(game)
            else:
                seen, candidates = yield from self._anew(plan, done, seen, candidates)
            if self.cite:
                ended = _ended(effect, earlier, candidates)
                hits = earlier[effect].hits
                self.world.made.append(Made(effect, plan.layer, *before, picked, hits, ended))

    def _to_compare(self, candidates: Mapping[Symbol, Candidate]) -> list[Candidate]:
        """The effects that could bear on another: their worlds are compared with the world as it is."""
        if self.whole or len(candidates) == 1:
            return list(candidates.values()) if len(candidates) > 1 else []
        changes = [(one, Change(self._changed(one))) for one in candidates.values()]
        return [
            one
            for one, change in changes
            if any(change.bears_on(other.ability, other.source) for other, _ in changes if other is not one)
        ]

    def _changed(self, candidate: Candidate) -> frozenset[Trait]:
        """What objects would gain that they don't have, and lose (abilities of land types among it)."""
        return (candidate.gained - self.world.base) | candidate.dropped

    def _apply_apart(
        self, plan: LayerPlan, seen: Seen, candidates: Mapping[Symbol, Candidate]
    ) -> list[Symbol]:
        """Apply the earliest of effects that don't bear on each other, and those next in line elsewhere.

        What an effect makes of an object is as it was found as long as none before it changed that object.
        Returns the effects applied, in order.
        """
        stamps = timestamps(self.situation.board)
        times = seen.times
        line = sorted(times, key=lambda effect: (times[effect], stamps[effect.arguments[0].string], effect))
        applied: list[Symbol] = []
        touched: set[str] = set()
        for effect in line[line.index(seen.pick) :]:
            candidate = candidates[effect]
            if touched & candidate.hits or (applied and not self._settles(plan, candidates, applied)):
                break
            touched |= {id for id, _ in self._changed(candidate)}
            self._apply(plan.layer, candidate)
            applied.append(effect)
        return applied

    def _settles(
        self, plan: LayerPlan, candidates: Mapping[Symbol, Candidate], applied: Sequence[Symbol]
    ) -> bool:
        """Whether no effect can have begun in this layer by what these changed."""
        return plan.unconditional and not any(
            can_begin(candidates[effect].gained, candidates[effect].dropped, plan.terms) for effect in applied
        )

    def _anew(
        self, plan: LayerPlan, done: Sequence[Symbol], seen: Seen, before: Mapping[Symbol, Candidate]
    ) -> Generator[Look, Seen, tuple[Seen, dict[Symbol, Candidate]]]:
        """The candidates in the world as it is now; nothing is looked at where there can be none."""
        over = [effect for effect in before if effect in done]
        if not self.whole and len(over) == len(before) and self._settles(plan, before, over):
            return seen, {}
        seen = yield self._look(plan, done)
        return seen, seen.candidates()

    def _apply(self, layer: int, picked: Candidate) -> None:
        base = self.world.base
        gained = picked.gained - base
        lost = [
            (id, Function("lost", trait.arguments))
            for id, trait in picked.dropped
            if name_of(trait) == "ability" and (id, trait) not in base
        ]
        self.subject.change(picked.dropped, gained.union(lost))
        self.subject.running.setdefault(picked.effect, picked)
        counters = picked.ability.match("counters", 0)
        self.world.history.append(Applied(layer, picked.source, counters, gained, picked.dropped))

    def _stage(self) -> int:
        """The number of the last grounding among those that are kept."""
        return len(self.world.stages) - 1

    def _look(
        self,
        plan: LayerPlan,
        done: Sequence[Symbol],
        worlds: Mapping[int, Candidate] | None = None,
        before: Mapping[Symbol, Candidate] | None = None,
    ) -> Look:
        ids = self._within((plan,)) if before is None else None
        running = {effect: each for effect, each in self._running((plan,)).items() if effect not in done}
        return Look(self.subject, plan, tuple(done), running, worlds or {}, before=before, ids=ids)

    def _running(self, plans: Sequence[LayerPlan]) -> Mapping[Symbol, Candidate]:
        """The effects that began in an earlier layer and may go on in one of these."""
        every = self.whole or OVERLAY.get() is not None  # other rules may ask for anything
        return self.subject.running if every else self.subject.running_in(plans)

    def _within(self, plans: Sequence[LayerPlan]) -> frozenset[str] | None:
        """The objects that matter to these layers where all effects began earlier; None where more may.

        What an effect applies to was settled as it began (CR 613.6). Objects with counters count, too.
        """
        running = self.subject.running_in(plans)
        terms = frozenset().union(*(plan.terms for plan in plans))
        if (
            self.whole
            or any(plan.layer <= _OF_OTHERS or not plan.unconditional for plan in plans)
            or not all(looks_at_each_alone(effect.ability) for effect in running.values())
            or any(term in terms for lasting in self.situation.lasting.values() for _, term in lasting)
        ):
            return None
        began = {(effect.source, effect.effect.arguments[1], effect.ability) for effect in running.values()}
        for id, trait in self.world.base:
            if (
                name_of(trait) == "ability"
                and trait.arguments[1] in terms
                and (id, *trait.arguments) not in began
            ):
                return None
        hits = (effect.hits | {effect.source} for effect in running.values())
        counted = (obj.id for obj in self.situation.objects if obj.counters)
        return frozenset(counted).union(*hits)

    def _is_near(
        self, plan: LayerPlan, candidates: Mapping[Symbol, Candidate], after: Iterable[Candidate]
    ) -> bool:
        """Whether each of these effects leaves all as it is but for what is about the objects it changes."""
        return (
            not self.whole
            and plan.layer > _OF_OTHERS
            and plan.unconditional
            and all(looks_at_each_alone(each.ability) for each in candidates.values())
            and not any(can_begin(each.gained, each.dropped, plan.terms) for each in after)
        )


def _ended(
    effect: Symbol, before: Mapping[Symbol, Candidate], after: Mapping[Symbol, Candidate]
) -> dict[Symbol, frozenset[str]]:
    """What other effects applied to before this one was applied, and do not any more."""
    return {
        other: lost
        for other, candidate in before.items()
        if other != effect
        and (lost := candidate.hits - (after[other].hits if other in after else frozenset()))
    }
