"""Proofs: what a ruling rests on, as plain values.

A proof is a graph without circles. Its nodes are steps (a rule of the CR, a sentence, the premises it rests
on, and what had to be absent) and leaves (facts of the board, lines of cards). Rules of the law without a
label are passed through: what they rest on goes to the step above.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from clingo.symbol import Symbol

from pyreason.explain.absence import absences
from pyreason.explain.asides import BESIDE
from pyreason.explain.evidence import Evidence, Node
from pyreason.explain.labels import in_order
from pyreason.explain.sentences import Sentences

if TYPE_CHECKING:
    from pyreason.situation import Situation


@dataclass(frozen=True, slots=True)
class Step:
    """One rule applied. `rule` is its CR number, None for a part of the answer itself.

    `also` has further CR numbers of that rule of the law; `premises` are places in `Proof.nodes`; `absent`
    says what was looked for and is not so; `chosen` that a player chose it; `atom` is the atom of the law.
    """

    rule: str | None
    text: str
    premises: tuple[int, ...]
    absent: tuple[str, ...] = ()
    chosen: bool = False
    atom: str = field(default="", compare=False)
    also: tuple[str, ...] = ()

    @property
    def numbers(self) -> tuple[str, ...]:
        """All its CR numbers."""
        return () if self.rule is None else (self.rule, *self.also)

    @property
    def cited(self) -> str:
        """Its CR numbers in a row."""
        return ", ".join(self.numbers)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A fact the proof ends with: `kind` is "board" or "card" (then with the card and perhaps the line)."""

    text: str
    kind: str
    object: str | None = None
    card: str | None = None
    line: int | None = None
    atom: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Proof:
    """What a ruling rests on.

    `nodes` have premises before what rests on them. `roots` has, by part of the answer, the place of its
    step.
    """

    nodes: tuple[Step | Leaf, ...]
    roots: tuple[tuple[str, int], ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The CR numbers of its steps, in the CR's own order."""
        return in_order(number for n in self.nodes if isinstance(n, Step) for number in n.numbers)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The facts it ends with."""
        return tuple(node for node in self.nodes if isinstance(node, Leaf))

    def root(self, part: str) -> Step:
        """The step of a part of the answer. Raises KeyError where the answer has no such part."""
        node = self.nodes[dict(self.roots)[part]]
        assert isinstance(node, Step)
        return node

    def only(self, part: str) -> Proof:
        """The proof of one part alone. Raises KeyError where the answer has no such part."""
        return _restricted(self, [(part, dict(self.roots)[part])])

    def depth(self) -> int:
        """The number of steps on the longest way from a root to a leaf."""
        depths: list[int] = []
        for node in self.nodes:
            below = node.premises if isinstance(node, Step) else ()
            depths.append(1 + max((depths[i] for i in below), default=0))
        return max((depths[i] for _, i in self.roots), default=0)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values; `premises` and `roots` refer to places in `nodes`."""
        return {
            "roots": [{"part": part, "node": node} for part, node in self.roots],
            "nodes": [_plain(node) for node in self.nodes],
        }

    def _repr_html_(self) -> str:
        from pyreason.explain.renderings import html

        return html(self)

    def __str__(self) -> str:
        from pyreason.explain.renderings import tree

        return tree(self)


def _plain(node: Step | Leaf) -> dict[str, Any]:
    if isinstance(node, Leaf):
        return {
            "kind": node.kind,
            "text": node.text,
            "object": node.object,
            "card": node.card,
            "line": node.line,
            "atom": node.atom,
        }
    return {
        "kind": "step",
        "rule": node.rule,
        **({"also": list(node.also)} if node.also else {}),
        "text": node.text,
        "premises": list(node.premises),
        "absent": list(node.absent),
        "chosen": node.chosen,
        "atom": node.atom,
    }


def _restricted(proof: Proof, roots: list[tuple[str, int]]) -> Proof:
    """The nodes below some roots, renumbered."""
    wanted: set[int] = set()
    pending = [place for _, place in roots]
    while pending:
        place = pending.pop()
        if place not in wanted:
            wanted.add(place)
            node = proof.nodes[place]
            pending.extend(node.premises if isinstance(node, Step) else ())
    order = sorted(wanted)
    new = {old: number for number, old in enumerate(order)}
    nodes = [_renumbered(proof.nodes[old], new) for old in order]
    return Proof(tuple(nodes), tuple((part, new[place]) for part, place in roots))


def _renumbered(node: Step | Leaf, new: Mapping[int, int]) -> Step | Leaf:
    if isinstance(node, Leaf):
        return node
    premises = tuple(new[place] for place in node.premises)
    return replace(node, premises=premises)


def build(evidence: Evidence, situation: Situation, headings: Mapping[str, str]) -> Proof:
    """The proof that some evidence makes.

    Args:
        evidence: the derivations.
        situation: the board.
        headings: by part of the answer what its step says.
    """
    builder = Builder(evidence, Sentences(situation))
    roots = []
    for part, nodes in evidence.parts.items():
        places = builder.places(nodes)
        roots.append((part, builder.add(Step(None, headings.get(part, part), places))))
    if evidence.beside and (places := builder.places(evidence.beside)):
        text = "What was taken away, or has no bearing"
        roots.append((BESIDE, builder.add(Step(None, text, places))))
    return Proof(tuple(builder.nodes), tuple(roots))


class Builder:
    """Puts nodes into a proof, each once."""

    def __init__(self, evidence: Evidence, sentences: Sentences) -> None:
        self.evidence = evidence
        self.sentences = sentences
        self.nodes: list[Step | Leaf] = []
        self._known: dict[Step | Leaf, int] = {}
        self._places: dict[Node, tuple[int, ...]] = {}
        self._absent: dict[Node, tuple[str, ...]] = {}
        self._below: list[frozenset[int]] = []
        self._denied: list[frozenset[str]] = []

    def add(self, node: Step | Leaf) -> int:
        """The place of a node; of one that is there already, the same."""
        if node not in self._known:
            self._known[node] = len(self.nodes)
            self.nodes.append(node)
            premises = node.premises if isinstance(node, Step) else ()
            absent = node.absent if isinstance(node, Step) else ()
            self._below.append(frozenset(premises).union(*(self._below[p] for p in premises)))
            self._denied.append(frozenset(absent).union(*(self._denied[p] for p in premises)))
        return self._known[node]

    def _nearest(self, places: Iterable[int]) -> tuple[int, ...]:
        """Those of the places that no other of them rests on: what is said below needs no saying again."""
        places = tuple(places)
        if len(places) < 2:
            return places
        deeper = frozenset().union(*(self._below[place] for place in places))
        return tuple(place for place in places if place not in deeper)

    def places(self, nodes: Iterable[Node]) -> tuple[int, ...]:
        """The places of what these nodes come to, helpers passed through."""
        found: dict[int, None] = {}
        for node in nodes:
            self._visit(node)
            found.update(dict.fromkeys(self._places[node]))
        return self._nearest(found)

    def _visit(self, start: Node) -> None:
        """Fill in the places of a node and all below it, premises first."""
        stack = [(start, False)]
        while stack:
            node, entered = stack.pop()
            if node in self._places:
                continue
            premises = self.evidence.premises(node)
            if entered:
                self._close(node, premises)
            else:
                stack.append((node, True))
                stack.extend((each, False) for each in premises if each not in self._places)

    def _close(self, node: Node, premises: tuple[Node, ...]) -> None:
        below = self._nearest(dict.fromkeys(p for each in premises for p in self._places.get(each, ())))
        absent: dict[str, None] = {}
        for each in premises:
            if said_there := self._absent.get(each):
                absent |= dict.fromkeys(said_there)
        step = self.evidence.step(node)
        if step is None:
            self._places[node] = below or self._leaf(node.atom)
            self._absent[node] = tuple(absent)
            return
        if step.by.absences:
            absent |= dict.fromkeys(absences(step, self.evidence.found(node.stage), self.sentences))
        if step.rule.sentence is None:
            self._places[node] = below
            self._absent[node] = tuple(absent)
            return
        text = self.sentences.filled(step.rule.sentence, step.values)
        if absent:
            said = frozenset().union(*(self._denied[place] for place in below))
            absent = {each: None for each in absent if each not in said}
        chosen = step.by.chosen
        number, *also = step.rule.numbers
        place = self.add(Step(number, text, below, tuple(absent), chosen, str(node.atom), tuple(also)))
        self._places[node] = (place,)
        self._absent[node] = ()

    def _leaf(self, atom: Symbol) -> tuple[int, ...]:
        fact = self.sentences.fact(atom)
        if fact is None:
            return ()
        text = fact.text[:1].upper() + fact.text[1:]
        return (self.add(Leaf(text, fact.kind, fact.object, fact.card, fact.line, str(atom))),)


def walk(proof: Proof) -> Iterator[tuple[int, Step | Leaf]]:
    """The nodes with their places, what rests on others before these."""
    yield from reversed(list(enumerate(proof.nodes)))
