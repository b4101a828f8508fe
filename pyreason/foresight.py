"""Looking at several layers at once: what was seen of a later one holds if nothing changed that it hangs on.

A layer is looked at in the world that the layers before it leave (CR 613.1). Where these change nothing that
the effects of the layer can see or start from, it is the same to look at it before: one grounding then serves
several layers. Whether that is so is read off what was changed, on the safe side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clingo.symbol import Symbol

from pyreason.atoms import name_of
from pyreason.influence import Change
from pyreason.layer_grounding import Seen
from pyreason.layer_plan import LayerPlan
from pyreason.subjects import Subject
from pyreason.traits import Trait

_EARLY = 4
"""After layers up to this one, most of what later effects look at may be another."""

_STARTS_FROM = {
    5: frozenset({"color"}),
    6: frozenset({"ability", "lost"}),
    **dict.fromkeys((71, 72, 73, 74), frozenset({"power", "toughness", "type", "unknown"})),
}
"""What the changes of a layer start from, as what an object has of these."""


def looked_at_with(plan: LayerPlan, later: Sequence[LayerPlan]) -> tuple[LayerPlan, ...]:
    """The later layers that are worth a look together with this one."""
    return tuple(later) if plan.layer > _EARLY else ()


@dataclass(frozen=True, slots=True)
class Foresight:
    """What was seen of a layer before its turn: in which world, and with which effects under way."""

    plan: LayerPlan
    seen: Seen
    base: frozenset[Trait]
    running: frozenset[Symbol]

    @classmethod
    def of(cls, subject: Subject, plan: LayerPlan, seen: Seen) -> Foresight:
        """What was seen now of a later layer."""
        return cls(plan, seen, frozenset(subject.base), frozenset(subject.running))

    def holds(self, subject: Subject) -> bool:
        """Whether the same would be seen now."""
        changed = subject.base ^ self.base
        candidates = self.seen.candidates()
        begun = [running for effect, running in subject.running.items() if effect not in self.running]
        if any(each.effect in candidates and each.hits != candidates[each.effect].hits for each in begun):
            return False
        if not changed:
            return True
        if not self.plan.unconditional:
            return False
        change = Change(changed)
        if any(map(self._begins, change.traits)):
            return False
        start = _STARTS_FROM[self.plan.layer]
        touched = {id for id, trait in changed if name_of(trait) in start} if change.names & start else set()
        return not any(
            change.bears_on(candidate.ability, candidate.source) or touched & candidate.hits
            for candidate in candidates.values()
        )

    def _begins(self, trait: Symbol) -> bool:
        """Whether an effect of the layer could begin or end with this."""
        if name_of(trait) == "ability":
            return trait.arguments[1] in self.plan.terms
        return name_of(trait) not in ("type", "subtype", "supertype", "color", "toughness")
