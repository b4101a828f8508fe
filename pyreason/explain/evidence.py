"""All that one ruling rests on: the derivations of its own grounding, and of the walk through the layers.

The walk (`pyreason/layers.py`) grounds the law once for each effect and carries the world from one grounding
to the next as facts `base(G, I, C)`. Here the chain is put together again: such a fact rests on the step in
which an effect gave the object that trait, and on why that effect came when it did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clingo.symbol import Function, Number, String, Symbol

from pyreason.explain.asides import BESIDE, ground_asides
from pyreason.explain.derivations import Derivations, Step
from pyreason.explain.origins import endings, origins
from pyreason.explain.recording import bridging

if TYPE_CHECKING:
    from pyreason.layers import Made, World
    from pyreason.situation import Situation

ANSWER = -1
"""The stage of the question's own grounding; more of the same world count down from it. Those of the walk are
numbered from 0, as in `World.stages`."""

ORIGINS = -1000
"""The stage in which it is told what objects had to begin with, and what stays of effects."""

_KEPT_OFF = ("asides/unfit", "asides/layers")
_TEXT = 3
_TRAITS = frozenset({"type", "subtype", "supertype", "color"})
BRIDGES = "layers"
"""Where the rules stand that tie groundings together."""

_BRIDGES = "plus(G, I, C) :- world_after(F, G), game_from(G, B), gain(B, F, I, C)."


class Node:
    """An atom in one of the groundings."""

    __slots__ = ("_key", "atom", "stage")

    def __init__(self, stage: int, atom: Symbol) -> None:
        self.stage = stage
        self.atom = atom
        self._key = (stage, atom._rep)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._key == other._key

    def __repr__(self) -> str:
        return f"Node({self.stage}, {self.atom})"


class Evidence:
    """The derivations of a ruling's goals across all groundings.

    Args:
        groundings: the derivations of groundings over the final world, each with the atoms that make a part
            of the answer, by part.
        situation: the board.
        world: the walk through the layers, kept with its stages; None where there was none.
        about: the id of the object the question is about: what effects took from it counts too.
        whole: whether it counts as well which effects did not apply to it.
    """

    def __init__(
        self,
        groundings: Sequence[tuple[Derivations, Mapping[str, Sequence[Symbol]]]],
        situation: Situation,
        world: World | None,
        about: str | None = None,
        whole: bool = False,
    ) -> None:
        self.situation = situation
        self._found = {ANSWER - number: found for number, (found, _) in enumerate(groundings)}
        self._world = world
        self.parts: dict[str, list[Node]] = {}
        self.beside: list[Node] = []
        for number, (_, goals) in enumerate(groundings):
            for part, atoms in goals.items():
                nodes = self.beside if part == BESIDE else self.parts.setdefault(part, [])
                nodes += [Node(ANSWER - number, atom) for atom in atoms]
        if about is not None and world is not None:
            self.beside += self._taken(about)
            self.beside += self._passed(about) if whole else ()
        self.beside = list(dict.fromkeys(self.beside))
        self.memo: dict[str, Any] = {}
        self._premises: dict[Node, tuple[Node, ...]] = {}
        if world is not None:
            self._reach()

    @property
    def goals(self) -> list[Node]:
        """The nodes of all parts, each once."""
        return list(dict.fromkeys([node for nodes in self.parts.values() for node in nodes] + self.beside))

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
        if ("pick", 2) in step.by.gives:
            found += [Node(node.stage, atom) for atom in self._waits(node.stage)]
        if ("unfit", 3) in step.by.gives:
            found += self._withdrawn(node)
        elif ("stays", 1) in step.by.gives:
            found += self._ended(node.atom.arguments[0])
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
        if nodes is None and self._world is None:
            by_stage: dict[int, list[Symbol]] = {}
            for node in self.goals:
                by_stage.setdefault(node.stage, []).append(node.atom)
            return frozenset().union(*(self._found[at].numbers(atoms) for at, atoms in by_stage.items()))
        steps = (self.step(node) for node in self.below(self.goals if nodes is None else nodes))
        return frozenset(number for step in steps if step is not None for number in step.rule.numbers)

    def _carried(self, node: Node) -> Iterator[Node]:
        """Where a fact that one stage was told comes from: an earlier stage, or nowhere."""
        if self._world is None:
            return
        atom = node.atom
        if atom.match("base", 3) or atom.match("more", 3):
            _, id, trait = atom.arguments
            if (made := self._maker(node.stage, id.string, trait)) is not None:
                yield Node(made.stage, Function("gain", [Number(made.game), made.effect, id, trait]))
                yield from self._order(made)
                if any(number < self._applied(node.stage) for number, _ in endings(self._world, made)):
                    yield Node(ORIGINS, Function("stays", [made.effect]))
            else:
                yield Node(ORIGINS, Function("origin", [id, trait]))
            if trait.name == "subtype":
                yield from self._kept(node.stage, id.string, trait)
        elif atom.match("reached", 4) or atom.match("running", 4):
            effect = Function("e", atom.arguments[1:3])
            made = next((made for made in self._world.made if made.effect == effect), None)
            if made is not None:
                name = "hits" if atom.name == "reached" else "candidate"
                yield Node(made.stage, Function(name, [Number(made.game), effect, atom.arguments[3]]))

    def _maker(self, stage: int, id: str, trait: Symbol) -> Made | None:
        """The effect that last gave the object this trait before a stage was grounded."""
        assert self._world is not None
        for number in range(self._applied(stage) - 1, -1, -1):
            if (id, trait) in self._world.history[number].gained:
                return self._world.made[number]
        return None

    def _applied(self, stage: int) -> int:
        """How many effects were applied before a stage was grounded."""
        assert self._world is not None
        return len(self._world.made) if stage <= ANSWER else self._world.stages[stage].applied

    def _kept(self, stage: int, id: str, trait: Symbol) -> Iterator[Node]:
        """Why the object kept a subtype although an effect set its types."""
        assert self._world is not None
        for made in self._world.made[: self._applied(stage)]:
            if id in made.hits:
                for atom in self._atoms(made.stage, "fitting", 5):
                    game, effect, at, _, subtype = atom.arguments
                    where = (game.number, effect, at.string, subtype)
                    if where == (made.game, made.effect, id, trait.arguments[0]):
                        yield Node(made.stage, atom)

    def _withdrawn(self, node: Node) -> Iterator[Node]:
        """What took from an object the trait for the lack of which it does not fit a description."""
        trait, _, at = node.atom.arguments
        if self._world is None or trait.name not in _TRAITS or not at.match("o", 2):
            return
        id = at.arguments[1].string
        for number in range(self._applied(node.stage) - 1, -1, -1):
            if (id, trait) in self._world.history[number].dropped:
                yield from self._drop(number, id, trait)
                return

    def _ended(self, effect: Symbol) -> Iterator[Node]:
        """By what the source of an effect lost the ability it comes from."""
        assert self._world is not None
        made = next(made for made in self._world.made if made.effect == effect)
        number, trait = next(endings(self._world, made))
        yield from self._drop(number, effect.arguments[0].string, trait)

    def _drop(self, number: int, id: str, trait: Symbol) -> Iterator[Node]:
        assert self._world is not None
        made = self._world.made[number]
        yield Node(made.stage, Function("drop", [Number(made.game), made.effect, String(id), trait]))
        yield from self._order(made)

    def _atoms(self, stage: int, name: str, arity: int) -> Iterator[Symbol]:
        assert self._world is not None
        for atom in self._world.stages[stage].control.symbolic_atoms.by_signature(name, arity):
            yield atom.symbol

    def _order(self, made: Made) -> Iterator[Node]:
        """Why the effect was applied when it was: what was picked in its layer, up to it."""
        assert self._world is not None
        for other in self._world.made:
            if other.layer == made.layer and other.picked is not None:
                yield Node(other.picked, Function("pick", [Number(0), other.effect]))
            if other is made:
                return

    def _taken(self, id: str) -> Iterator[Node]:
        """What effects took away from an object, or did to it in vain, and which were kept from it.

        Effects that change words are looked at for the sources of effects on the object as well.
        """
        assert self._world is not None
        sources = {made.effect.arguments[0].string for made in self._world.made if id in made.hits} - {id}
        for made, applied in zip(self._world.made, self._world.history, strict=True):
            of = {id} | {str(e.arguments[0].string) for e, ids in made.ended.items() if id in ids}
            lost = [
                Function("drop", [Number(made.game), made.effect, String(at), trait])
                for at, trait in sorted(applied.dropped)
                if at in of
            ]
            changed = {at for at, _ in (*applied.dropped, *applied.gained)}
            for at in (id, *(sources if made.layer == _TEXT else ())):
                if at in made.hits and at not in changed:
                    lost += self._in_vain(made, at)
            if lost:
                yield from (Node(made.stage, atom) for atom in lost)
                yield from self._order(made)

    def _in_vain(self, made: Made, id: str) -> list[Symbol]:
        """That an effect applied to an object which it did not change."""
        of = [Number(made.game), made.effect, String(id)]
        told: list[Symbol] = []
        if made.layer == _TEXT:
            changes = (
                atom for atom in self._atoms(made.stage, "does", 4) if atom.arguments[3].match("words", 2)
            )
            told = [atom for atom in changes if list(atom.arguments[:3]) == of]
            told += (atom for atom in self._atoms(made.stage, "inept", 3) if list(atom.arguments) == of)
        return told or [Function("hits", of)]

    def _passed(self, id: str) -> Iterator[Node]:
        """Which effects did not apply to an object, and why."""
        assert self._world is not None
        by_stage: dict[int, list[Symbol]] = {}
        for made in self._world.made:
            if id not in made.hits:
                fact = Function("passed_by", [Number(made.game), made.effect, String(id)])
                by_stage.setdefault(made.stage, []).append(fact)
        for stage, facts in by_stage.items():
            ground_asides(self._world.stages[stage].control, _KEPT_OFF, facts)
            known = {fact.arguments[1] for fact in facts}
            for atom in self._atoms(stage, "passes", 3):
                if atom.arguments[1] in known and atom.arguments[2].string == id:
                    yield Node(stage, atom)

    def _waits(self, stage: int) -> Iterator[Symbol]:
        return self._atoms(stage, "waits", 2)

    def _reach(self) -> None:
        """Derive what is needed of each stage, from the last to the first."""
        wanted: dict[int, dict[Node, None]] = {}
        self._sort(self.goals, wanted)
        while wanted:
            stage = max(wanted)
            nodes = list(wanted.pop(stage))
            assert self._world is not None
            goals = [node.atom for node in nodes]
            if stage == ORIGINS:
                self._found[stage] = origins(self.situation, self._world, goals)
                self._sort(nodes, wanted)
                continue
            kept = self._world.stages[stage]
            if any(goal.name == "pick" for goal in goals):
                goals += self._waits(stage)
            bridges = bridging(_BRIDGES, BRIDGES)
            self._found[stage] = Derivations(
                kept.control, (*kept.names, *_KEPT_OFF), goals, bridges, narrow=True
            )
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
                    if node.stage == ORIGINS and node.atom.name == "stays":  # rests on stages after it
                        following.update(dict.fromkeys(self._ended(node.atom.arguments[0])))
                else:
                    following.update(dict.fromkeys(p for p in self.premises(node) if p not in seen))
            level = list(following)

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        """Derivations hold the law's syntax trees, which can't be sent to another process."""
        return type(None), ()
