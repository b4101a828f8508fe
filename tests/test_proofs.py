"""Proofs: what rulings rest on, never in a circle, and the same answer again from it alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyreason
from pyreason.explain.proof import Leaf, Proof, Step
from pyreason.explain.renderings import FORMATS, render
from tests.strategies import boards

GOLDEN = Path(__file__).parent / "golden" / "proofs"
POOLS = "Reflecting Pool, Reflecting Pool, Forest"


def proof(you: str, question: pyreason.asks.Question, opponent: str = "") -> Proof:
    ruling = pyreason.ask(pyreason.quick_board(you, opponent), question)
    assert ruling.proof is not None
    return ruling.proof


def ways(proof: Proof, place: int, above: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every way from a node down; fails on a circle."""
    assert place not in above
    node = proof.nodes[place]
    for premise in node.premises if isinstance(node, Step) else ():
        yield from ways(proof, premise, (*above, place))
    yield (*above, place)


def test_two_pools_and_a_forest_do_not_prove_each_other() -> None:
    found = proof(POOLS, pyreason.CouldProduce("reflecting-pool"))
    texts = {node.text for node in found.nodes}
    assert "Forest, one of those looked at, could produce {G}" in texts
    assert not any("Pool (reflecting-pool-2), one of those looked at" in text for text in texts)
    assert all(premise < place for place, node in enumerate(found.nodes) for premise in below(node))
    for _, root in found.roots:
        assert list(ways(found, root))


def below(node: Step | Leaf) -> tuple[int, ...]:
    return node.premises if isinstance(node, Step) else ()


def test_no_proof_on_random_boards_is_circular() -> None:
    """Premises stand before what rests on them; all ends in facts of the board or of cards."""
    seen = 0
    for board in boards(11, 25):
        for obj in board.battlefield[:3]:
            found = pyreason.ask(board, pyreason.CouldProduce(obj.id)).proof
            assert found is not None
            assert all(p < place for place, node in enumerate(found.nodes) for p in below(node))
            assert all(leaf.kind in ("board", "card") for leaf in found.leaves)
            seen += len(found.roots)
    assert seen > 30


def test_a_part_of_the_answer_has_its_own_proof() -> None:
    ruling = pyreason.ask(
        pyreason.quick_board("Reflecting Pool, Forest, Wastes"), pyreason.CouldProduce("reflecting-pool")
    )
    green = ruling.why("g")
    assert [part for part, _ in green.roots] == ["G"]
    assert not any("Wastes" in node.text for node in green.nodes)
    assert "305.6" in green.rules
    assert "305.6" not in ruling.why("{C}").rules
    with pytest.raises(pyreason.PyreasonError, match="has no part 'U'"):
        ruling.why("U")


def test_without_citations_there_is_no_proof() -> None:
    board = pyreason.quick_board("Forest")
    ruling = pyreason.ask(board, pyreason.CouldProduce("forest"), cite=False)
    assert ruling.proof is None
    with pytest.raises(pyreason.PyreasonError, match="without citations"):
        ruling.why("G")


def test_a_proof_comes_from_another_process_if_it_was_asked_for() -> None:
    board = pyreason.quick_board("Forest")
    ruling = pyreason.ask(board, pyreason.CouldProduce("forest"), explain=True, timeout=60)
    assert ruling.proof is not None
    assert ruling.proof.rules == ruling.rules
    assert json.loads(json.dumps(ruling.to_dict()))["proof"]["roots"] == [
        {"part": "G", "node": len(ruling.proof.nodes) - 1}
    ]


def test_rules_of_a_ruling_are_those_of_its_proof() -> None:
    for you, question in (
        (POOLS, pyreason.CouldProduce("reflecting-pool")),
        ("Forest, Mana Flare", pyreason.TapForMana("forest")),
        ("Mystic Gate, Plains", pyreason.AvailableMana("you")),
        ("Rupture Spire (tapped)", pyreason.CanActivate("rupture-spire", 1)),
        ("Urborg, Tomb of Yawgmoth, Forest", pyreason.Characteristics("forest")),
    ):
        ruling = pyreason.ask(pyreason.quick_board(you), question)
        assert ruling.proof is not None
        assert set(ruling.proof.rules) == set(ruling.rules)


def test_what_must_not_be_there_is_said() -> None:
    found = proof("Forest", pyreason.CanActivate("forest", 1))
    assert any("nothing bars it" in node.absent for node in found.nodes if isinstance(node, Step))


def test_a_choice_is_said_to_be_one() -> None:
    found = proof("Fetid Heath, Plains", pyreason.CanActivate("fetid-heath", 2))
    (paid,) = (node for node in found.nodes if isinstance(node, Step) and node.chosen)
    assert (paid.rule, paid.text) == ("118.3a", "{W} is paid for the ability of Fetid Heath")


def test_a_count_rests_on_what_was_counted() -> None:
    found = proof("Gaea's Cradle, Llanowar Elves", pyreason.TapForMana("gaeas-cradle"))
    counted = next(node for node in found.nodes if isinstance(node, Step) and node.rule == "107.1")
    assert "Llanowar Elves" in "".join(found.nodes[p].text for p in counted.premises)


def test_the_proof_goes_on_into_the_layers() -> None:
    found = proof("Urborg, Tomb of Yawgmoth", pyreason.CouldProduce("urborg-tomb-of-yawgmoth"), "Blood Moon")
    by_rule = {node.rule: node for node in found.nodes if isinstance(node, Step)}
    assert any("becomes a Mountain" in node.text for node in found.nodes)
    assert by_rule["613.8a"].text == (
        "Applying the effect of Blood Moon would end the effect of Urborg, Tomb of Yawgmoth"
    )
    assert any(leaf.card == "Blood Moon" and leaf.line == 1 for leaf in found.leaves)


@pytest.mark.parametrize("form", FORMATS)
def test_renderings(form: str, request: pytest.FixtureRequest) -> None:
    """Golden files: delete one and run again to record it anew."""
    found = proof("Reflecting Pool, Exotic Orchard", pyreason.CouldProduce("reflecting-pool"), "Mountain")
    printed = render(found, form) + "\n"
    path = GOLDEN / f"pool.{form}"
    if not path.exists():
        path.write_text(printed, "utf-8")
    assert printed == path.read_text("utf-8")


def test_depth_of_a_tree() -> None:
    found = proof("Reflecting Pool, Exotic Orchard", pyreason.CouldProduce("reflecting-pool"), "Mountain")
    assert len(render(found, "tree", 1).splitlines()) < len(render(found, "tree", 3).splitlines())
    assert "…" in render(found, "tree", 1)
    assert "…" not in render(found, "tree")
    assert found._repr_html_().startswith("<div")


def beside(proof: Proof) -> set[str]:
    """The sentences that are told beside the answer."""
    return {node.text for node in proof.only("").nodes if isinstance(node, Step)}


def test_an_empty_answer_says_why() -> None:
    found = proof("Exotic Orchard, Forest", pyreason.CouldProduce("exotic-orchard"))
    assert [part for part, _ in found.roots] == [""]
    assert {
        "Forest is not among those looked at",
        "Forest is under the control of you, who is not meant",
    } <= beside(found)


def test_what_does_not_apply_is_told_beside_the_answer() -> None:
    found = proof("Forest", pyreason.TapForMana("forest"), "Mana Reflection")
    assert "The effect of Mana Reflection is not about Forest being tapped for mana" in beside(found)
    plain = proof("Forest", pyreason.TapForMana("forest"))
    assert "106.12b" in found.rules
    assert "106.12b" not in plain.rules


def test_what_an_effect_did_stays_without_its_ability() -> None:
    found = proof("Wastes, Dryad of the Ilysian Grove", pyreason.Characteristics("wastes"), "Humility")
    swamp = found.only("Swamp")
    assert {"613.6", "613.1f"} <= set(swamp.rules)
    alone = proof("Wastes, Dryad of the Ilysian Grove", pyreason.Characteristics("wastes"))
    assert "613.6" not in alone.rules


def test_a_step_may_have_several_numbers() -> None:
    found = proof("Fetid Heath, Plains", pyreason.CanActivate("fetid-heath", 2))
    step = next(node for node in found.nodes if isinstance(node, Step) and node.also)
    assert step.numbers == ("601.2g", "602.2b")
    assert {"601.2g", "602.2b"} <= set(found.rules)
    assert {"rule": "601.2g", "also": ["602.2b"]}.items() <= found.to_dict()["nodes"][
        found.nodes.index(step)
    ].items()


def test_how_a_cost_is_paid_is_part_of_an_outcome() -> None:
    found = proof("Fetid Heath, Plains", pyreason.TapForMana("fetid-heath", 2))
    assert "{W} is paid for the ability of Fetid Heath" in {node.text for node in found.only("{W}{W}").nodes}
    found = proof("Fetid Heath, Wastes", pyreason.TapForMana("fetid-heath", 2))
    assert [part for part, _ in found.roots if part] == ["nothing"]
    assert "118.3" in found.rules
