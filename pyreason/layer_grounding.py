"""One look at some worlds: what the law says of the effects of a layer there, for many boards at once.

A board's world as it is is a game; so is each world in which one effect more was applied. All that the looks
of a grounding ask for stands side by side in it, the same rules judge it all, and every atom is a fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from clingo.control import Control
from clingo.symbol import Function, Symbol

from pyreason.atoms import (
    NUMBERS,
    STRINGS,
    SYMBOLS,
    Maker,
    number,
    rows_by_first,
    text,
)
from pyreason.facts import situation_facts
from pyreason.layer_plan import BY_FORM, LayerPlan
from pyreason.nearby import NEAR, differing, near_facts, stamped
from pyreason.program import JUDGING, LAYERS, OVERLAY, WORLD
from pyreason.pruning import Facts, absent_from, asked, constants
from pyreason.solve import grounded
from pyreason.subjects import Candidate, Subject
from pyreason.traits import Trait

_Rows = Mapping[str, Mapping[int, Sequence[int]]]
"""By predicate and key of the game what was read off: `rows_by_first`."""


@dataclass(frozen=True)
class Look:
    """What is asked of one board: the effects of a layer in its world, and in those after some effects.

    `done` are the effects applied in this layer, `running` those that began in an earlier one and may go on;
    `worlds` has by number, from 1, the effect applied there.
    `ahead` are layers that are looked at as well, as if none of the effects before them changed anything.
    `before` is what was found of the world as it is, where the others need no more than a comparison with it:
    see `pyreason/nearby.py`. `ids` are those of the objects that effects can apply to or come from, where
    that is known.
    """

    subject: Subject
    plan: LayerPlan
    done: tuple[Symbol, ...]
    running: Mapping[Symbol, Candidate]
    worlds: Mapping[int, Candidate]
    ahead: tuple[LayerPlan, ...] = ()
    before: Mapping[Symbol, Candidate] | None = None
    ids: frozenset[str] | None = None

    @cached_property
    def told(self) -> tuple[frozenset[str], ...]:
        """The ids of the objects that the law is told of in each world, where it is not told of all."""
        if self.before is None:
            return ()
        return tuple(
            differing(self.before, gained | after.dropped)
            for gained, after in zip(self.gained, self.worlds.values(), strict=True)
        )

    @cached_property
    def gained(self) -> tuple[frozenset[Trait], ...]:
        """What objects have in each world that they don't have as it is."""
        return tuple(after.gained - self.subject.base for after in self.worlds.values())

    @property
    def size(self) -> int:
        """How many worlds it takes."""
        return 1 + len(self.worlds) + len(self.ahead)


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look came to; worlds are numbered as in the look, 0 is the world as it is.

    `ahead` has what was seen of the layers that were looked at as well.
    """

    control: Control
    names: tuple[str, ...]
    _games: Sequence[int]
    _rows: _Rows
    ahead: tuple[Seen, ...] = ()
    _before: Mapping[Symbol, Candidate] | None = None
    _told: tuple[frozenset[str], ...] = ()

    def candidates(self, world: int = 0) -> dict[Symbol, Candidate]:
        """The effects still to be applied in a world, and what each would change."""
        if self._before is None:
            return self._found(world)
        if not world:
            return dict(self._before)
        found, told = self._found(world), self._told[world - 1]
        return {effect: found[effect].beside(self._before[effect], told) for effect in found}

    def _found(self, world: int) -> dict[Symbol, Candidate]:
        found = {effect: ability for _, effect, ability in self._of("candidate", 3, world)}
        hits: dict[int, set[str]] = {effect: set() for effect in found}
        for _, effect, id in self._of("hits", 3, world):
            hits[effect].add(STRINGS[id])
        changes: dict[str, dict[int, set[Trait]]] = {}
        for name in ("gain", "drop", "does"):
            by_effect: dict[int, set[Trait]] = {effect: set() for effect in found}
            for _, effect, id, trait in self._of(name, 4, world):
                by_effect[effect].add((STRINGS[id], SYMBOLS[trait]))
            changes[name] = by_effect
        return {
            SYMBOLS[effect]: Candidate(
                SYMBOLS[effect],
                SYMBOLS[ability],
                frozenset(changes["gain"][effect]),
                frozenset(changes["drop"][effect] - changes["gain"][effect]),
                frozenset(hits[effect]),
                frozenset(changes["does"][effect]),
            )
            for effect, ability in found.items()
        }

    @property
    def pick(self) -> Symbol:
        """The effect that is applied next. Raises ValueError unless there is exactly one."""
        ((_, effect),) = self._of("pick", 2)
        return SYMBOLS[effect]

    @property
    def times(self) -> dict[Symbol, int]:
        """The timestamps of the effects that are in turn."""
        return {SYMBOLS[effect]: NUMBERS[stamp] for _, effect, stamp in self._of("time", 3)}

    def _of(self, name: str, arity: int, world: int = 0) -> Iterator[tuple[int, ...]]:
        """The rows of a predicate that are about a world."""
        flat = iter(self._rows[name].get(number(self._games[world])._rep, ()))
        return zip(*[flat] * arity, strict=True)


_OF_EFFECTS = (("candidate", 3), ("hits", 3), ("does", 4), ("gain", 4), ("drop", 4))
_OF_ORDER = (("pick", 2), ("time", 3))
"""What is read off a grounding: the game comes first in each."""

COMES_TO = {
    "controlled_by/1": "controller/1",
    "exchanged/0": "controller/1",
    "change_words/1": "words/2",
    "for_each/2": "pt/2",
}
"""Changes of which `does` does not say the change as an ability has it, but what it comes to."""

_GOALS = frozenset(f"{name}/{arity}" for name, arity in (*_OF_EFFECTS, *_OF_ORDER))
_OF_CARDS = frozenset(
    {
        *("printed_type/2", "printed_subtype/2", "printed_supertype/2", "printed_color/2"),
        *("printed_power/2", "printed_toughness/2", "printed_ability/3"),
        *("card_name/2", "card_mana_value/2", "cost_symbol/3"),
    }
)
_OF_WORLDS = frozenset({"game_from/2", "layer_now/2", "printed_base/1"})


def look(looks: Sequence[Look], *, whole: bool = False) -> list[Seen]:
    """What the law says of all looks, in one grounding.

    Args:
        looks: of boards with different numbers, that share what they are told of cards.
        whole: tell each world in full and ground all that could count, so that the steps can be explained.
    """
    names = _files(looks, whole)
    plans = {id(plan): plan for each in looks for plan in (each.plan, *each.ahead)}.values()
    facts = Facts(frozenset().union(*(plan.words for plan in plans)))
    changes: frozenset[str] = frozenset().union(*(plan.changes for plan in plans))
    facts.narrow = {
        **dict.fromkeys(("effect_change/3", "change/3"), facts.words or frozenset()),
        "part_now/3": changes,
        "does/4": changes.union(COMES_TO[each] for each in changes & COMES_TO.keys()),
    }
    facts += dict.fromkeys(fact for plan in plans for fact in plan.facts)
    parts = dict.fromkeys(part for plan in plans for part in plan.parts)
    if whole:
        facts.absent = absent_from([each.subject.situation for each in looks])
    else:
        facts.complete, facts.goals = BY_FORM, _GOALS
        facts += dict.fromkeys(fact for plan in plans for fact in plan.derived)
    games, following = [], max(each.subject.game for each in looks) + 1
    for each in looks:
        games.append([each.subject.game, *range(following, following + each.size - 1)])
        following += each.size - 1
    for each, numbers in zip(looks, games, strict=True):
        if each.before is None:
            facts += _of_look(each, numbers, whole)
        else:
            facts.keys += near_facts(each, numbers)
    labels = dict.fromkeys(label for each in looks for label in each.subject.labels)
    told = looks[0].subject.told
    if whole or OVERLAY.get() is not None:  # other rules may ask for anything
        facts += told.facts(_WHOLE if whole else _OF_CARDS, labels)
        facts += (fact for _, fact in parts)
    else:
        present = set(_OF_CARDS | _OF_WORLDS)
        present.update(*(plan.present for plan in plans), *(each.subject.present for each in looks))
        if any(each.done for each in looks):
            present.add("done/2")
        if any(each.running for each in looks):
            present |= {"running/4", "reached/4"}
        in_full = [each for each in looks if each.before is None]
        if any(each.subject.more or each.subject.less for each in in_full):
            present |= {"more/3", "less/3"}
        if any(each.worlds for each in in_full):
            present.add("plus/3")
        if any(each.worlds for each in looks):
            present |= {"world_after/2", "minus/3"}
        if len(in_full) < len(looks):
            present |= NEAR
        facts.present = frozenset(present)
        if not any(plan.minds_abilities for plan in plans):
            facts.complete |= {"brings/2"}  # of which there is none
            boards = {each.subject.situation.terms() for each in looks}
            facts += _mute(frozenset(boards), frozenset(plan.terms for plan in plans))
        wanted = asked(names, facts)
        facts += told.facts(wanted & _OF_CARDS, labels)
        facts += (fact for word, fact in parts if f"part/2 {word}" in wanted or "part/2 *" in wanted)
    control = grounded(names, facts)
    read = _read(control, looks, games)
    found = []
    for each, numbers in zip(looks, games, strict=True):
        own = 1 + len(each.worlds)
        ahead = tuple(Seen(control, names, [game], read) for game in numbers[own:])
        found.append(Seen(control, names, numbers[:own], read, ahead, each.before, each.told))
    return found


def _read(control: Control, looks: Sequence[Look], games: Sequence[Sequence[int]]) -> _Rows:
    """What is read off the worlds that are gone on from: as they are, and after what is applied next."""
    ahead = {game for each, of in zip(looks, games, strict=True) for game in of[1 + len(each.worlds) :]}
    found = _rows(control, _OF_ORDER, ahead.union(of[0] for of in games))
    wanted = set(ahead)
    for each, of in zip(looks, games, strict=True):
        if each.before is None:
            wanted.add(of[0])
        picked = [SYMBOLS[effect] for effect in found["pick"].get(number(of[0])._rep, ())[1::2]]
        wanted.update(of[place] for place, after in each.worlds.items() if after.effect in picked)
    return found | _rows(control, _OF_EFFECTS, wanted)


def _rows(
    control: Control, predicates: Iterable[tuple[str, int]], games: Iterable[int]
) -> dict[str, Mapping[int, Sequence[int]]]:
    """What is read off some games."""
    keys = {number(game)._rep for game in games}
    return {name: rows_by_first(control, name, arity, keys) for name, arity in predicates}


_WHOLE = frozenset({"card_name/2", "card_mana_value/2", "cost_symbol/3"})
"""What a base that is told in full does not have."""


def _files(looks: Sequence[Look], whole: bool) -> tuple[str, ...]:
    wanted = {name for each in looks for plan in (each.plan, *each.ahead) for name in plan.names}
    shared = () if whole or all(each.size == 1 for each in looks) else ("layers/shared",)
    return (*(name for name in (*WORLD, *JUDGING, *LAYERS) if name in wanted), *shared)


def _of_look(each: Look, games: Sequence[int], whole: bool) -> Iterator[Symbol]:
    """The facts of one look: the world as it is, and how those beside it differ."""
    subject, make, b = each.subject, Maker(), number(games[0])
    if each.ids is None:
        yield from subject.facts
    else:
        yield from subject.facts_of(each.ids, each.ids | stamped(each.running))
    yield make(b"game_from", b, b)
    yield make(b"layer_now", b, number(each.plan.layer))
    for effect in each.done:
        yield make(b"done", b, effect)
    for effect, candidate in each.running.items():
        source, key = effect.arguments
        yield make(b"running", b, source, key, candidate.ability)
        for id in candidate.hits:
            yield make(b"reached", b, source, key, text(id))
    if whole:
        for id, trait in subject.base:
            yield make(b"base", b, text(id), trait)
    else:
        yield make(b"printed_base", b)
        yield from subject.unprinted(each.ids)
    for place, candidate in each.worlds.items():
        g = number(games[place])
        yield make(b"game_from", g, b)
        yield make(b"layer_now", g, number(each.plan.layer))
        yield make(b"world_after", candidate.effect, g)
        if whole:
            yield from situation_facts(subject.situation, games[place], subject.told)
        for name, traits in ((b"plus", each.gained[place - 1]), (b"minus", candidate.dropped)):
            for id, trait in traits:
                yield make(name, g, text(id), trait)
    for place, plan in enumerate(each.ahead, 1 + len(each.worlds)):
        g = number(games[place])
        yield make(b"game_from", g, b)
        yield make(b"layer_now", g, number(plan.layer))


@lru_cache(maxsize=1024)
def _mute(
    boards: frozenset[frozenset[Symbol]], with_part: frozenset[frozenset[Symbol]]
) -> tuple[Symbol, ...]:
    """`mute(A)` for the abilities on these boards, those of basic land types too, that have no part."""
    known = {atom.arguments[1] for atom in constants(("objects/identity",)).atoms["intrinsic_ability/2"]}
    return tuple(
        Function("mute", [term]) for term in sorted(known.union(*boards) - frozenset().union(*with_part))
    )
