"""The shortcuts on the way through the layers lead where the whole way does."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest
from clingo.symbol import Function, Number

from pyreason import layers
from pyreason.board import Board, GameObject, ResolvedEffect
from pyreason.facts import CardFacts
from pyreason.layers import final_world, final_worlds
from pyreason.program import JUDGING, LAYERS, WORLD, rules
from pyreason.situation import situate
from pyreason.subjects import Subject
from tests.test_layers_reference import BY_HAND, boards

CARDS = (
    *("Grizzly Bears", "Serra Angel", "Glorious Anthem", "Crusade", "Control Magic", "Conspiracy"),
    *("Painter's Servant", "Forest", "Steam Vents", "Blood Moon", "Test Winds", "Test Swap"),
)
AURAS = ("Spreading Seas", "Evil Presence", "Song of the Dryads", "Darksteel Mutation")
EFFECTS = (
    *("Blood Moon", "Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth", "Prismatic Omen", "Conversion"),
    *("Kormus Bell", "Living Plane", "Celestial Dawn", "Dryad of the Ilysian Grove", "March of the Machines"),
    *("Opalescence", "Humility", "Life and Limb", "Ashaya, Soul of the Wild", "Maskwood Nexus", "Blood Sun"),
    *("Glorious Anthem", "Painter's Servant", "Arcane Adaptation", "Thassa, God of the Sea", "Conspiracy"),
    *AURAS,
)
QUIET = ("Forest", "Swamp", "Steam Vents", "Dryad Arbor", "Sol Ring", "Grizzly Bears", "Llanowar Elves")


def same(on: Board) -> None:
    situation = situate(on, BY_HAND)  # type: ignore[arg-type]
    quick, slow = final_world(situation), final_world(situation, whole=True)
    assert quick.base == slow.base
    assert quick.history == slow.history
    told = final_world(situation, cite=True)
    assert told.base == quick.base
    assert told.history == quick.history


@pytest.mark.parametrize("seed", range(20))
def test_how_a_board_differs_from_what_is_printed_is_kept_up_to_date(seed: int) -> None:
    rng = random.Random(seed)
    situation = situate(boards(4711, 20)[seed], BY_HAND)  # type: ignore[arg-type]
    subject = Subject(situation, 0, CardFacts())
    traits = [(obj.id, Function("power", [Number(n)])) for obj in situation.objects for n in range(3)]
    traits += subject.base
    for _ in range(20):
        sizes = [rng.randint(0, len(traits) // 3) for _ in range(2)]
        dropped, gained = (frozenset(rng.sample(traits, size)) for size in sizes)
        base = (subject.base - dropped) | gained
        subject.change(dropped, gained)
        assert subject.base == base
        assert subject.more == base - subject.printed
        assert subject.less == subject.printed - base


@pytest.mark.parametrize("number", range(60))
def test_small_boards(number: int) -> None:
    same(boards(90210, 60)[number])


@pytest.mark.parametrize("seed", range(30))
def test_boards_with_many_effects_on_types(seed: int) -> None:
    """Effects that bear on one another, most of which look at each object alone."""
    rng = random.Random(seed)
    names = [*rng.sample(EFFECTS, rng.randint(3, 6)), *(rng.choice(QUIET) for _ in range(6))]
    rng.shuffle(names)
    rows = []
    for n, name in enumerate(names):
        who = rng.choice(("ann", "ben"))
        host = rng.choice([m for m in range(len(names)) if m != n])
        rows.append(
            GameObject(
                *(f"p{n}", name, who, who),
                attached_to=f"p{host}" if name in AURAS else None,
                counters=(("+1/+1", 1),) if rng.random() < 0.2 else (),
                chosen=(("color", rng.choice("WUBRG")), ("type", rng.choice(("Elf", "Goblin")))),
            )
        )
    situation = situate(Board(("ann", "ben"), "ann", tuple(rows)))
    quick, slow = final_world(situation), final_world(situation, whole=True)
    assert (quick.base, quick.history) == (slow.base, slow.history)


@pytest.mark.parametrize("seed", range(12))
def test_boards_with_many_counters(seed: int) -> None:
    rng = random.Random(seed)
    names = [rng.choice(CARDS) for _ in range(8)]
    same(
        Board(
            ("ann", "ben"),
            "ann",
            tuple(
                GameObject(
                    *(f"p{n}", name, *[rng.choice(("ann", "ben"))] * 2),
                    tapped=rng.random() < 0.4,
                    attached_to=f"p{rng.randrange(8)}" if name == "Control Magic" else None,
                    counters=(("+1/+1", rng.randint(1, 3)),) if rng.random() < 0.6 else (),
                    chosen=(("color", rng.choice("WUBRG")), ("type", "Elf")),
                )
                for n, name in enumerate(names)
            ),
        )
    )


def test_counters_on_many_creatures_are_applied_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One look at the board is enough, however many objects have counters."""
    count = 0
    seen = layers.look

    def counted(*arguments: object, **options: object) -> object:
        nonlocal count
        count += 1
        return seen(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(layers, "look", counted)
    bears = tuple(
        GameObject(f"p{n}", "Grizzly Bears", "ann", "ann", counters=(("+1/+1", n + 1),)) for n in range(20)
    )
    world = final_world(situate(Board(("ann", "ben"), "ann", bears), BY_HAND))  # type: ignore[arg-type]
    assert count == 1
    assert [step.source for step in world.history] == [f"p{n}" for n in range(20)]


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_boards_side_by_side_as_alone(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards that are walked together, in groundings of any size, end as they do when walked alone."""
    some = [situate(board, BY_HAND) for board in boards(1311, 60)[start : start + 20]]  # type: ignore[arg-type]
    monkeypatch.setattr(layers, "_WORLDS", 40)
    for situation, world in zip(some, final_worlds(some), strict=True):
        alone = final_world(situation)
        assert (world.base, world.history) == (alone.base, alone.history)


def test_boards_side_by_side_share_their_groundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as the board with most steps has, not as many as all have together."""
    sizes: list[int] = []
    seen = layers.look

    def counted(looks: list[layers.Look], **options: bool) -> list[layers.Seen]:
        sizes.append(len(looks))
        return seen(looks, **options)

    monkeypatch.setattr(layers, "look", counted)
    names = ("Blood Moon", "Urborg, Tomb of Yawgmoth", "Steam Vents")
    rows = tuple(GameObject(name, name, "ann", "ann") for name in names)
    board = Board(("ann", "ben"), "ann", rows)
    final_worlds([situate(board, BY_HAND) for _ in range(30)])  # type: ignore[arg-type]
    assert sizes == [30] * len(sizes)
    assert len(sizes) < 5


@pytest.mark.parametrize(
    ("names", "looks"),
    [
        (("Goblin King", "Goblin Piker"), 1),  # layers 6 and 7c, which don't bear on each other
        (("Goblin King", "Goblin Piker", "Blood Moon", "Steam Vents"), 2),  # and layer 4 before them
    ],
)
def test_later_layers_are_looked_at_together(
    names: tuple[str, ...], looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 0
    seen = layers.look

    def counted(*arguments: Any, **options: Any) -> Any:
        nonlocal count
        count += 1
        return seen(*arguments, **options)

    rows = tuple(GameObject(name, name, "ann", "ann") for name in names)
    situation = situate(Board(("ann", "ben"), "ann", rows))
    whole = final_world(situation, whole=True)
    monkeypatch.setattr(layers, "look", counted)
    world = final_world(situation)
    assert (world.base, world.history) == (whole.base, whole.history)
    assert count == looks


@pytest.mark.parametrize(
    ("more", "whole"),
    [((), False), (("Keldon Warlord",), False), (("Thassa, God of the Sea",), True)],
)
def test_worlds_are_compared_by_what_was_changed(
    more: tuple[str, ...], whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless an effect of the layer hangs on more than the object: then each world is told of all."""
    told: list[set[str]] = []
    seen = layers.look

    def noted(looks: list[layers.Look], **options: bool) -> list[layers.Seen]:
        found = seen(looks, **options)
        if any(each.worlds for each in looks):
            rows = found[0].control.symbolic_atoms.by_signature("of_card", 2)
            told.append({row.symbol.arguments[0].arguments[1].string for row in rows})
        return found

    monkeypatch.setattr(layers, "look", noted)
    names = ("Blood Moon", "Urborg, Tomb of Yawgmoth", "Steam Vents", "Sol Ring", "Grizzly Bears", *more)
    situation = situate(Board(("ann", "ben"), "ann", tuple(GameObject(n, n, "ann", "ann") for n in names)))
    world = final_world(situation)
    assert told
    assert all(("Sol Ring" in each) is whole for each in told)
    monkeypatch.setattr(layers, "look", seen)
    slow = final_world(situation, whole=True)
    assert (world.base, world.history) == (slow.base, slow.history)


def test_rules_that_look_at_abilities_are_known() -> None:
    """Who has an ability without a part in the layer matters to these rules alone: see `minds_abilities`."""
    looking = {
        f"{name} {str(rule.head).partition('(')[0]}"
        for name in (*WORLD, *JUDGING, *LAYERS)
        for rule in rules((name,))
        if any("has_ability(" in str(literal) for literal in rule.body)
    }
    of_those_with_a_part = {
        *(
            "objects/viewpoints used",
            "objects/viewpoints sees",
            "layers/effects held",
            "layers/effects aside",
            "layers/effects change",
        ),
    }
    in_layers_1_3_and_6 = {"layers/changes drop", "layers/copies drop"}
    by_words = {"objects/qualities holds", "objects/levels inner", "mana/mana_abilities could_add"}
    assert looking == of_those_with_a_part | in_layers_1_3_and_6 | by_words


def test_a_grounding_is_about_one_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards that are through with it wait for the others."""
    numbers: list[set[int]] = []
    seen = layers.look

    def noted(looks: list[layers.Look], **options: bool) -> list[layers.Seen]:
        numbers.append({each.plan.layer for each in looks})
        return seen(looks, **options)

    monkeypatch.setattr(layers, "look", noted)
    boards_ = [
        tuple(GameObject(name, name, "ann", "ann") for name in names)
        for names in (
            ("Blood Moon", "Urborg, Tomb of Yawgmoth", "Conversion", "Prismatic Omen", "Kormus Bell"),
            ("Kormus Bell", "Swamp"),
            ("Goblin King", "Goblin Piker"),
        )
    ]
    some = [situate(Board(("ann", "ben"), "ann", rows)) for rows in boards_]
    worlds = final_worlds(some)
    assert [len(each) for each in numbers] == [1] * len(numbers)
    assert [max(each) for each in numbers] == sorted(max(each) for each in numbers)
    monkeypatch.setattr(layers, "look", seen)
    assert [world.base for world in worlds] == [final_world(each, whole=True).base for each in some]


def test_effects_without_a_part_in_a_layer_are_not_told_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blood Moon is through after layer 4, and so is what it applied to; Kormus Bell goes on."""
    running: set[str] = set()
    told: set[str] = set()
    seen = layers.look

    def noted(looks: list[layers.Look], **options: bool) -> list[layers.Seen]:
        found = seen(looks, **options)
        if looks[0].plan.layer > 4:
            atoms = found[0].control.symbolic_atoms
            running.update(row.symbol.arguments[1].string for row in atoms.by_signature("running", 4))
            cards = atoms.by_signature("of_card", 2)
            told.update(row.symbol.arguments[0].arguments[1].string for row in cards)
        return found

    monkeypatch.setattr(layers, "look", noted)
    names = ("Blood Moon", "Kormus Bell", "Swamp", "Steam Vents")
    situation = situate(Board(("ann", "ben"), "ann", tuple(GameObject(n, n, "ann", "ann") for n in names)))
    world = final_world(situation)
    assert (running, told) == ({"Kormus Bell"}, {"Kormus Bell", "Swamp"})
    monkeypatch.setattr(layers, "look", seen)
    slow = final_world(situation, whole=True)
    assert (world.base, world.history) == (slow.base, slow.history)


@pytest.mark.parametrize(("more", "told"), [((), False), (("Glorious Anthem",), True)])
def test_what_no_effect_can_apply_to_is_not_told(
    more: tuple[str, ...], told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kormus Bell goes on in layers 5 and 7b with what it began to apply to in layer 4."""
    last: set[str] = set()
    seen = layers.look

    def noted(looks: list[layers.Look], **options: bool) -> list[layers.Seen]:
        found = seen(looks, **options)
        rows = found[0].control.symbolic_atoms.by_signature("of_card", 2)
        last.clear()
        last.update(row.symbol.arguments[0].arguments[1].string for row in rows)
        return found

    monkeypatch.setattr(layers, "look", noted)
    names = ("Kormus Bell", "Swamp", "Sol Ring", *more)
    situation = situate(Board(("ann", "ben"), "ann", tuple(GameObject(n, n, "ann", "ann") for n in names)))
    world = final_world(situation)
    assert ("Sol Ring" in last) is told
    assert "Swamp" in last
    monkeypatch.setattr(layers, "look", seen)
    slow = final_world(situation, whole=True)
    assert (world.base, world.history) == (slow.base, slow.history)


@pytest.mark.parametrize("aura", ["Imprisoned in the Moon", "Song of the Dryads", "Control Magic"])
@pytest.mark.parametrize("order", list(permutations(("aura", "on-host", "on-aura"))))
def test_a_target_that_a_world_is_not_told_of_is_as_it_was(aura: str, order: tuple[str, ...]) -> None:
    """An effect on its target hangs on no world in which that is as it was (CR 613.8a, 611.2c)."""
    objects = (
        GameObject("host", "Serra Angel", "ann", "ann"),
        GameObject("aura", aura, "ann", "ann", attached_to="host"),
    )
    effects = tuple(
        ResolvedEffect(f"on-{target}", "Test Ovine", "ben", targets=(target,)) for target in ("aura", "host")
    )
    same(Board(("ann", "ben"), "ann", objects, effects=effects, timestamps=(*order, "host")))
