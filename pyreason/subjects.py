"""A board on its way through the layers, and the effects that wait there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from clingo.symbol import Function, String, Symbol

from pyreason.atoms import IDS, Maker, first_arguments, name_of, number, signatures, text
from pyreason.board import GameObject
from pyreason.facts import CardFacts, placing, situation_facts
from pyreason.layer_plan import LayerPlan
from pyreason.rewording import rewordings
from pyreason.situation import Situation
from pyreason.traits import Trait, beside_printed, printed, timestamps


@lru_cache(maxsize=16384)
def _source(effect: Symbol) -> str:
    return effect.arguments[0].string


@dataclass(frozen=True, slots=True)
class Candidate:
    """An effect still to be applied in a layer: what it applies to, what it does there and changes."""

    effect: Symbol
    ability: Symbol
    gained: frozenset[Trait]
    dropped: frozenset[Trait]
    hits: frozenset[str]
    does: frozenset[Trait]

    @property
    def source(self) -> str:
        """The id of the object whose effect it is."""
        return _source(self.effect)

    def beside(self, other: Candidate, ids: frozenset[str]) -> Candidate:
        """With what it is for these objects; for all others it is as the other."""

        def joined(mine: frozenset[Trait], its: frozenset[Trait]) -> frozenset[Trait]:
            return frozenset(t for t in mine if t[0] in ids) | frozenset(t for t in its if t[0] not in ids)

        return Candidate(
            self.effect,
            self.ability,
            joined(self.gained, other.gained),
            joined(self.dropped, other.dropped),
            (self.hits & ids) | (other.hits - ids),
            joined(self.does, other.does),
        )


@dataclass(eq=False)
class Subject:
    """A board on its way through the layers, as the law is told of it.

    `game` is the number of its world as it is, `told` the cards that the programs it stands in speak of.
    `base` is what the objects have now, `more` what of it is not printed, `less` what they have no more.
    """

    situation: Situation
    game: int
    told: CardFacts
    base: set[Trait] = field(default_factory=set)
    running: dict[Symbol, Candidate] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.printed = frozenset(printed(self.situation))
        self.base |= self.printed
        self.more = set(beside_printed(self.situation)) - self.printed
        self.less: set[Trait] = set()
        self.base |= self.more

    def change(self, dropped: frozenset[Trait], gained: frozenset[Trait]) -> None:
        """Take from objects what they lose, then give them what they gain."""
        self.base -= dropped
        self.base |= gained
        self.more -= dropped
        self.more |= gained - self.printed
        self.less |= dropped & self.printed
        self.less -= gained

    def running_in(self, plans: Sequence[LayerPlan]) -> Mapping[Symbol, Candidate]:
        """The effects that began in an earlier layer, but for those known to have no part in these."""
        others = frozenset[Symbol].intersection(*(plan.others for plan in plans))
        return {effect: each for effect, each in self.running.items() if each.ability not in others}

    @cached_property
    def facts(self) -> tuple[Symbol, ...]:
        """What the board says, and the timestamps, whatever the layer."""
        self.told.met.clear()
        found = list(situation_facts(self.situation, self.game, self.told))
        found += self._stamps.values()
        for term, old, new, changed in rewordings(self.situation.terms(), self.situation.changed_words()):
            found.append(Function("reworded", [term, String(old), String(new), changed]))
        self.labels = tuple(self.told.met)
        return tuple(found)

    @cached_property
    def _stamps(self) -> Mapping[str, Symbol]:
        """The facts of timestamps, by the id of what has it."""
        make, g = Maker(), number(self.game)
        stamps = timestamps(self.situation.board).items()
        return {id: make(b"stamp", g, text(id), number(stamp)) for id, stamp in stamps}

    @cached_property
    def present(self) -> frozenset[str]:
        """The predicates of `facts`."""
        return signatures(self.facts)

    @cached_property
    def _by_object(self) -> Mapping[str | None, Sequence[Symbol]]:
        """`facts` by the object they are about, but for timestamps and placings; under None the rest."""
        ids = {obj.id for obj in self.situation.objects}
        apart = {*self._stamps.values(), *self._placings.values()}
        found: dict[str | None, list[Symbol]] = defaultdict(list)
        for fact, about in zip(self.facts, first_arguments(self.facts), strict=True):
            if fact not in apart:
                id = IDS[about] if about else None
                found[id if id in ids else None].append(fact)
        return found

    @cached_property
    def _placings(self) -> Mapping[str, Symbol]:
        """By object the fact of what card and in which zone it is."""
        cards = zip(self.facts, first_arguments(self.facts), strict=True)
        return {
            id: fact
            for fact, about in cards
            if about and (id := IDS[about]) is not None and name_of(fact) in ("permanent", "card_in_zone")
        }

    def facts_of(
        self, ids: Iterable[str], stamped: Iterable[str], *, placed: bool = True
    ) -> Iterator[Symbol]:
        """Those of `facts` that are about these objects or none, and the timestamps of these.

        `placed`: with what says of what card and in which zone the objects are.
        """
        for id in (None, *ids):
            yield from self._by_object.get(id, ())
        if placed:
            yield from (self._placings[id] for id in ids if id in self._placings)
        yield from (self._stamps[id] for id in stamped if id in self._stamps)

    def placed(self, game: int, ids: Iterable[str]) -> Iterator[Symbol]:
        """What says of what card and in which zone these objects are, as in a world made from this one."""
        make = Maker()
        for id in ids:
            if id in self._cards:
                yield placing(game, self._at[id], self._cards[id], make)

    @cached_property
    def _cards(self) -> Mapping[str, Symbol]:
        return {id: fact.arguments[1] for id, fact in self._placings.items()}

    @cached_property
    def _at(self) -> Mapping[str, GameObject]:
        return {obj.id: obj for obj in self.situation.objects}

    def unprinted(self, ids: Collection[str] | None = None) -> Iterator[Symbol]:
        """`more(B, I, C)` and `less(B, I, C)`: what the objects have now and what is printed, compared."""
        make, g = Maker(), number(self.game)
        for name, traits in ((b"more", self.more), (b"less", self.less)):
            for id, trait in traits:
                if ids is None or id in ids:
                    yield make(name, g, text(id), trait)
