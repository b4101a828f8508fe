"""Proofs from the law itself: what an answer rests on, why something is no answer, and how that reads.

`labels` reads the CR numbers and sentences of the law's rules, `recording` makes the rules that record
instances, `derivations` grounds them and picks a derivation of least depth for each atom; `evidence` joins
those of the question's own grounding with those of the walk through the layers.
"""

from pyreason.explain.derivations import Derivations, Step
from pyreason.explain.evidence import Evidence, Node
from pyreason.explain.labels import LabelledRule, in_order, labelled
from pyreason.explain.recording import recorders

__all__ = ["Derivations", "Evidence", "LabelledRule", "Node", "Step", "in_order", "labelled", "recorders"]
