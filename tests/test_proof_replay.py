"""What a proof rests on is enough: its facts and the rules it uses alone give the same answer again."""

from __future__ import annotations

from pathlib import Path

import pytest
from clingo.ast import ProgramBuilder
from clingo.control import Control

import pyreason
from pyreason.answering import answerable
from pyreason.explain import Evidence, Node
from pyreason.explain.evidence import BRIDGES
from pyreason.scenario import Broken, read
from tests.strategies import boards

SCENARIOS = Path(__file__).parent / "scenarios"


def replayed(evidence: Evidence) -> int:
    """Ground each stage again from its facts and its rules alone; the number of atoms derived."""
    by_stage: dict[int, list[Node]] = {}
    for node in evidence.below(evidence.goals):
        by_stage.setdefault(node.stage, []).append(node)
    derived = 0
    for nodes in by_stage.values():
        control = Control(["--warn=none"])
        rules = {}
        with control.backend() as backend:
            for node in nodes:
                step = evidence.step(node)
                # What was carried from one grounding to the next was told, so it stands first here too.
                if step is None or step.by.chosen or step.rule.file == BRIDGES:
                    backend.add_rule([backend.add_atom(node.atom)])
                else:
                    rules[step.rule.file, step.rule.line] = step.rule.ast
        with ProgramBuilder(control) as builder:
            for rule in rules.values():
                builder.add(rule)
        control.ground([("base", [])])
        for node in nodes:
            found = control.symbolic_atoms[node.atom]
            assert found is not None, f"{node.atom} does not follow"
            assert found.is_fact
            derived += evidence.step(node) is not None
    return derived


def test_replaying_random_boards() -> None:
    derived = 0
    for board in boards(23, 20):
        for obj in board.battlefield[:2]:
            evidence = pyreason.ask(board, pyreason.CouldProduce(obj.id)).evidence
            assert evidence is not None
            derived += replayed(evidence)
    assert derived > 300


@pytest.mark.parametrize(
    "kind", ["available_mana", "can_activate", "characteristics", "could_produce", "tap_for_mana"]
)
def test_replaying_scenarios(kind: str) -> None:
    derived = 0
    for path in sorted((SCENARIOS / kind).glob("*.yaml"))[:3]:
        for item in list(read(path.read_bytes(), str(path)))[:6]:
            if isinstance(item, Broken) or item.question.kind not in answerable():
                continue
            evidence = pyreason.ask(item.board, item.question).evidence
            assert evidence is not None
            derived += replayed(evidence)
    assert derived > 100
