"""Properties that could_produce has whatever the board."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pyreason.answering import ask, ask_many
from pyreason.asks import CouldProduce
from pyreason.board import MANA_TYPES, Board, CardDefinition, GameObject
from pyreason.cards.library import default_library
from tests.strategies import OWN, board_strategy

Answers = dict[str, list[str]]


def answers(*some: Board) -> list[Answers]:
    """What every permanent of each board could produce, worked out in one go."""
    cases = [(board, CouldProduce(o.id)) for board in some for o in board.battlefield]
    rulings = iter(ask_many(cases))
    return [{o.id: next(rulings).answer for o in board.battlefield} for board in some]


def without(board: Board, *words: str) -> Board:
    """The board without the permanents whose cards say one of these words in their ability terms."""
    library = default_library().with_definitions(board.cards)

    def says(obj: GameObject) -> bool:
        text = " ".join(str(line.term) for line in library.find(obj.card).lines)
        return any(word in text for word in words)

    gone = {o.id for o in board.battlefield if says(o)}
    objects = (
        replace(o, attached_to=None if o.attached_to in gone else o.attached_to)
        for o in board.objects
        if o.id not in gone
    )
    return replace(board, objects=tuple(objects))


def with_objects(board: Board, *objects: GameObject, cards: tuple[CardDefinition, ...] = ()) -> Board:
    return replace(board, objects=objects, cards=(*board.cards, *cards))


def renamed(board: Board, ids: dict[str, str], players: dict[str, str]) -> Board:
    """The board with other names for its objects and players."""
    hosts = {**ids, **players}
    return replace(
        board,
        players=tuple(players[p] for p in board.players),
        active=players[board.active],
        commander=tuple((players[p], card) for p, card in board.commander),
        objects=tuple(
            replace(
                o,
                id=ids[o.id],
                controller=players[o.controller],
                owner=players[o.owner],
                attached_to=None if o.attached_to is None else hosts[o.attached_to],
                exiled_with=tuple(ids[i] for i in o.exiled_with),
            )
            for o in board.objects
        ),
    )


@given(board_strategy(), st.randoms(use_true_random=False))
def test_renaming_changes_nothing_but_names(board: Board, rng: random.Random) -> None:
    numbers = list(range(len(board.objects)))
    rng.shuffle(numbers)
    ids = {o.id: f"x{n}" for o, n in zip(board.objects, numbers, strict=True)}
    players = dict(zip(board.players, ("zoe", "yan", "xia"), strict=False))
    before, after = answers(board, renamed(board, ids, players))
    assert after == {ids[id]: types for id, types in before.items()}


@given(board_strategy(), st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_nothing(board: Board, rng: random.Random) -> None:
    objects = list(board.objects)
    rng.shuffle(objects)
    before, after = answers(board, with_objects(board, *objects))
    assert before == after


BLANK = CardDefinition("Test Blank", "Creature — Turtle", "{2}", power="0", toughness="0")


@given(board_strategy())
def test_a_creature_that_nobody_counts_changes_nothing(board: Board) -> None:
    """A permanent without abilities matters only to abilities that count or look at such permanents."""
    board = without(board, "type(creature)", "non(", "none(", "count(and(permanent,controlled_by")
    owner = board.players[0]
    blank = GameObject("blank", BLANK.name, owner, owner)
    before, after = answers(board, with_objects(board, *board.objects, blank, cards=(BLANK,)))
    assert after.pop("blank") == []
    assert before == after


@given(board_strategy(), st.randoms(use_true_random=False))
def test_tapping_changes_nothing_where_nothing_asks_for_it(board: Board, rng: random.Random) -> None:
    """CR 106.7 ignores whether costs can be paid, so a tapped permanent could produce all the same."""
    board = without(board, "tapped,", "tapped)")
    turned = with_objects(board, *(replace(o, tapped=rng.random() < 0.5) for o in board.objects))
    before, after = answers(board, turned)
    assert before == after


@settings(max_examples=10)
@given(st.lists(board_strategy(), min_size=2, max_size=4))
def test_boards_asked_together_do_not_mix(some: list[Board]) -> None:
    alone = [answers(board)[0] for board in some]
    assert answers(*some) == alone
    assert answers(*reversed(some)) == alone[::-1]


@given(board_strategy())
def test_citing_changes_no_answer(board: Board) -> None:
    asked = CouldProduce(board.battlefield[0].id)
    cited, plain = ask(board, asked, cite=True), ask(board, asked, cite=False)
    assert cited.answer == plain.answer
    assert cited.rules
    assert {reason.part for reason in cited.reasons} == set(cited.answer)


LOOKERS = (
    "Reflecting Pool",
    "Exotic Orchard",
    "Test Echo",
    "Test Mirror",
    "Fellwar Stone",
    "Naga Vitalist",
    "Squandered Resources",
)


@given(st.lists(st.tuples(st.sampled_from(LOOKERS), st.sampled_from(("ann", "ben"))), min_size=1, max_size=6))
def test_permanents_that_only_look_at_each_other_give_nothing(rows: list[tuple[str, str]]) -> None:
    objects = tuple(GameObject(f"p{n}", card, player, player) for n, (card, player) in enumerate(rows))
    (found,) = answers(Board(("ann", "ben"), "ann", objects, cards=OWN))
    assert not any(found.values())


LANDS = ("Forest", "Reflecting Pool", "Exotic Orchard", "City of Brass", "Test Wastes", "Test Arbor")


@given(board_strategy(), st.sampled_from(LANDS), st.integers(0, 1))
def test_one_more_land_takes_no_type_away(board: Board, land: str, player: int) -> None:
    """The law is monotone where nothing asks for an absence or says "instead", and no power is below zero."""
    board = without(board, "instead(", "none(", "non(", "no_counters(")
    owner = board.players[player]
    more = GameObject("more", land, owner, owner)
    before, after = answers(board, with_objects(board, *board.objects, more))
    for id, types in before.items():
        assert set(types) <= set(after[id])


@given(board_strategy())
def test_answers_are_types_in_the_order_of_the_rule(board: Board) -> None:
    """CR 106.1b: white, blue, black, red, green, colorless."""
    (found,) = answers(board)
    for types in found.values():
        assert types == [t for t in MANA_TYPES if t in types]


COLORS_ONLY = (
    "Exotic Orchard",
    "Fellwar Stone",
    "Star Compass",
    "Test Mirror",
    "Sylvok Explorer",
    "Mox Amber",
)


@given(board_strategy(), st.sampled_from(COLORS_ONLY))
def test_a_color_is_never_colorless(board: Board, card: str) -> None:
    """CR 106.1a: colorless is no color."""
    asked = GameObject("asked", card, board.players[0], board.players[0])
    assert "C" not in answers(with_objects(board, *board.objects, asked))[0]["asked"]
