"""All that one ruling rests on: the derivations of its own grounding, and of the walk through the layers.

The walk (`pyreason/layers.py`) grounds the law once for each effect and carries the world from one grounding
to the next as facts `base(G, I, C)`. Here the chain is put together again: such a fact rests on the step in
which an effect gave the object that trait, and on why that effect came when it did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clingo.symbol import Function, Number, String, Symbol

from pyreason.explain.derivations import Derivations, Step
from pyreason.explain.recording import bridging

if TYPE_CHECKING:
    from pyreason.layers import Made, World
    from pyreason.situation import Situation

ANSWER = -1
"""The stage of the question's own grounding; more of the same world count down from it. Those of the walk are
numbered from 0, as in `World.stages`."""

_BRIDGES = "plus(G, I, C) :- world_after(F, G), game_from(G, B), gain(B, F, I, C)."


@dataclass(frozen=True, slots=True)
class Node:
    """An atom in one of the groundings."""

    stage: int
    atom: Symbol


class Evidence:
    """The derivations of a ruling's goals across all groundings.

    Args:
        groundings: the derivations of groundings over the final world, each with the atoms that make a part
            of the answer, by part.
        situation: the board.
        world: the walk through the layers, kept with its stages; None where there was none.
        about: the id of the object the question is about: what effects took from it counts too.
    """

    def __init__(
        self,
        groundings: Sequence[tuple[Derivations, Mapping[str, Sequence[Symbol]]]],
        situation: Situation,
        world: World | None,
        about: str | None = None,
    ) -> None:
        self.situation = situation
        self._found = {ANSWER - number: found for number, (found, _) in enumerate(groundings)}
        self._world = world
        self.parts: dict[str, list[Node]] = {}
        for number, (_, goals) in enumerate(groundings):
            for part, atoms in goals.items():
                nodes = self.parts.setdefault(part, [])
                nodes += [Node(ANSWER - number, atom) for atom in atoms]
        self.lost = list(self._taken(about)) if about is not None else []
        self.memo: dict[str, Any] = {}
        self._premises: dict[Node, tuple[Node, ...]] = {}
        if world is not None and world.made:
            self._reach()

    @property
    def goals(self) -> list[Node]:
        """The nodes of all parts, each once."""
        return list(dict.fromkeys([node for nodes in self.parts.values() for node in nodes] + self.lost))

    def step(self, node: Node) -> Step | None:
        """How the atom is derived; None for what the groundings were told."""
        known = self._found.get(node.stage)
        return known.step(node.atom) if known is not None else None

    def found(self, stage: int) -> Derivations:
        """The derivations of one grounding."""
        return self._found[stage]

    def premises(self, node: Node) -> tuple[Node, ...]:
        """What a node rests on; nothing for a fact of the board."""
        known = self._premises.get(node)
        if known is None:
            known = self._rests_on(node)
            if node.stage in self._found:
                self._premises[node] = known
        return known

    def _rests_on(self, node: Node) -> tuple[Node, ...]:
        step = self.step(node)
        if step is None:
            return tuple(self._carried(node))
        found = [Node(node.stage, atom) for atom in step.premises]
        if node.atom.match("pick", 2):
            found += [Node(node.stage, atom) for atom in self._waits(node.stage)]
        return tuple(found)

    def below(self, nodes: Iterable[Node]) -> Iterator[Node]:
        """These nodes and all that they rest on, each once, the nearest first."""
        level, seen = list(dict.fromkeys(nodes)), set[Node]()
        while level:
            seen.update(level)
            yield from level
            level = list(dict.fromkeys(p for node in level for p in self.premises(node) if p not in seen))

    def numbers(self, nodes: Iterable[Node] | None = None) -> frozenset[str]:
        """The CR numbers of the labelled rules used below the nodes, or below all goals."""
        steps = (self.step(node) for node in self.below(self.goals if nodes is None else nodes))
        return frozenset(step.rule.number for step in steps if step is not None and step.rule.number)

    def _carried(self, node: Node) -> Iterator[Node]:
        """Where a fact that one stage was told comes from: an earlier stage, or nowhere."""
        if self._world is None or not self._world.made:
            return
        atom = node.atom
        if atom.match("base", 3):
            _, id, trait = atom.arguments
            if (made := self._maker(node.stage, id.string, trait)) is not None:
                yield Node(made.stage, Function("gain", [Number(made.game), made.effect, id, trait]))
                yield from self._order(made)
        elif atom.match("reached", 4) or atom.match("running", 4):
            effect = Function("e", atom.arguments[1:3])
            made = next((made for made in self._world.made if made.effect == effect), None)
            if made is not None:
                name = "hits" if atom.name == "reached" else "candidate"
                yield Node(made.stage, Function(name, [Number(made.game), effect, atom.arguments[3]]))

    def _maker(self, stage: int, id: str, trait: Symbol) -> Made | None:
        """The effect that last gave the object this trait before a stage was grounded."""
        assert self._world is not None
        applied = len(self._world.made) if stage <= ANSWER else self._world.stages[stage].applied
        for number in range(applied - 1, -1, -1):
            if (id, trait) in self._world.history[number].gained:
                return self._world.made[number]
        return None

    def _order(self, made: Made) -> Iterator[Node]:
        """Why the effect was applied when it was: what was picked in its layer, up to it."""
        assert self._world is not None
        for other in self._world.made:
            if other.layer == made.layer and other.picked is not None:
                yield Node(other.picked, Function("pick", [Number(0), other.effect]))
            if other is made:
                return

    def _taken(self, id: str) -> Iterator[Node]:
        """What effects took away from an object, or did to it in vain, and which were kept from it."""
        if self._world is None:
            return
        for made, applied in zip(self._world.made, self._world.history, strict=True):
            of = {id} | {str(e.arguments[0].string) for e, ids in made.ended.items() if id in ids}
            lost = [
                Function("drop", [Number(made.game), made.effect, String(at), trait])
                for at, trait in sorted(applied.dropped)
                if at in of
            ]
            changed = {at for at, _ in (*applied.dropped, *applied.gained)}
            if id in made.hits and id not in changed:
                lost.append(Function("hits", [Number(made.game), made.effect, String(id)]))
            if lost:
                yield from (Node(made.stage, atom) for atom in lost)
                yield from self._order(made)

    def _waits(self, stage: int) -> Iterator[Symbol]:
        assert self._world is not None
        for atom in self._world.stages[stage].control.symbolic_atoms.by_signature("waits", 2):
            yield atom.symbol

    def _reach(self) -> None:
        """Derive what is needed of each stage, from the last to the first."""
        wanted: dict[int, dict[Node, None]] = {}
        self._sort(self.goals, wanted)
        while wanted:
            stage = max(wanted)
            nodes = list(wanted.pop(stage))
            assert self._world is not None
            kept = self._world.stages[stage]
            goals = [node.atom for node in nodes]
            if any(goal.name == "pick" for goal in goals):
                goals += self._waits(stage)
            bridges = bridging(_BRIDGES, "layers")
            self._found[stage] = Derivations(kept.control, kept.names, goals, bridges)
            self._sort(nodes, wanted)

    def _sort(self, nodes: Iterable[Node], wanted: dict[int, dict[Node, None]]) -> None:
        """Put the nodes of stages that are not derived yet down as wanted."""
        level, seen = list(nodes), set[Node]()
        while level:
            seen.update(level)
            following: dict[Node, None] = {}
            for node in level:
                if node.stage not in self._found:
                    wanted.setdefault(node.stage, {})[node] = None
                else:
                    following.update(dict.fromkeys(p for p in self.premises(node) if p not in seen))
            level = list(following)

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        """Derivations hold the law's syntax trees, which can't be sent to another process."""
        return type(None), ()
