"""Why an outcome that takes a search for mana is no answer: what there is falls short of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo.symbol import Symbol

from pyreason.explain.derivations import Derivations
from pyreason.explain.evidence import Evidence
from pyreason.explain.proof import Builder, Proof, Step
from pyreason.explain.sentences import Sentences
from pyreason.layers import World
from pyreason.situation import Situation


def fallen_short(
    situation: Situation,
    groundings: Iterable[tuple[Derivations, Mapping[str, Sequence[Symbol]]]],
    heading: str,
    world: World | None,
) -> Proof:
    """A proof with one root.

    Args:
        situation: the board.
        groundings: by what each part says, the atoms that show it.
        heading: what the root says.
        world: the walk through the layers, kept with its stages.
    """
    evidence = Evidence(tuple(groundings), situation, world)
    builder = Builder(evidence, Sentences(situation))
    places = [builder.add(Step(None, text, builder.places(nodes))) for text, nodes in evidence.parts.items()]
    places += (place for place in builder.places(evidence.beside) if place not in places)
    root = builder.add(Step(None, heading, tuple(places)))
    return Proof(tuple(builder.nodes), (("", root),))
