"""The law of targets against a plain reference: `python -m tests.test_targets_reference N` takes N boards."""

from __future__ import annotations

import random
import sys

import pytest

from pyreason.answering import ask_many
from pyreason.asks import CanTarget
from pyreason.board import Board, GameObject, StackObject
from pyreason.cards.model import Card
from tests.reference_targets import PLAYERS, Game, Quality, Thing, random_game, term
from tests.trial_cards import library, trial


def _keyword(keyword: str, quality: Quality | None) -> str:
    return f"keyword({keyword})" if quality is None else f"keyword({keyword}, {term(quality)})"


def card_of(thing: Thing, name: str) -> Card:
    """The card with the abilities of a permanent or a spell."""
    cost = "".join(f"{{{color.upper()}}}" for color in sorted(thing.colors))
    kinds = " ".join(kind.capitalize() for kind in sorted(thing.types))
    line = f"{kinds} — {' '.join(sorted(thing.subtypes))}" if thing.subtypes else kinds
    if thing.where == "stack":
        return trial(name, line, f"spell(opaque(1, (slot(1, 1, {term(thing.wants)}),)))", cost=cost)
    terms = [f"activated((tap,), opaque(1, (slot(1, 1, {term(thing.wants)}),)), ())"]
    terms += (_keyword(keyword, quality) for keyword, quality in thing.abilities)
    for whose, keyword, quality in thing.for_players:
        who = "player" if whose == "any" else f"and(player, who({whose}))"
        terms.append(f"static(applies({who}, (gains({_keyword(keyword, quality)}),)))")
    terms += (f"static(applies({term(who)}, (cant(be_targeted({term(what)})),)))" for who, what in thing.bans)
    return trial(name, line, *terms, cost=cost, size="1/1" if "creature" in thing.types else "")


def board_of(game: Game, number: int) -> tuple[Board, list[Card]]:
    """The game as a board, and its cards, whose names no other board has."""
    objects, stack, cards = [], [], []
    for thing in game.things.values():
        name = f"Trial {number} {thing.id}"
        if thing.source is None:
            cards.append(card_of(thing, name))
        if thing.where == "battlefield":
            objects.append(GameObject(thing.id, name, thing.controller, thing.controller))
        elif thing.source is None:
            stack.append(StackObject(thing.id, thing.controller, card=name, owner=thing.controller))
        else:
            stack.append(StackObject(thing.id, thing.controller, ability_of=thing.source, ability=1))
    return Board(PLAYERS, "a", tuple(objects), tuple(stack)), cards


def differences(seeds: range) -> tuple[int, int, list[str]]:
    """How many questions were asked, how many answered yes, and where the reference differs."""
    cases, expected, names, cards = [], [], [], []
    for seed in seeds:
        game = random_game(random.Random(seed))
        board, own = board_of(game, seed)
        cards += own
        for by in (thing.id for thing in game.things.values() if thing.where == "stack"):
            for target in (*game.things, *PLAYERS):
                cases.append((board, CanTarget(target, by)))
                expected.append(game.legal(by, target))
                names.append(f"seed {seed}: {by} -> {target}")
    rulings = ask_many(cases, library=library(*cards))
    assert not any(ruling.caveats for ruling in rulings)
    wrong = [
        f"{name}: {ruling.answer}, {ruling.notes}"
        for name, ruling, wanted in zip(names, rulings, expected, strict=True)
        if ruling.answer is not wanted
    ]
    return len(cases), sum(expected), wrong


@pytest.mark.parametrize("start", [0, 25])
def test_the_law_agrees_with_the_reference(start: int) -> None:
    asked, legal, wrong = differences(range(start, start + 25))
    assert not wrong, wrong[:5]
    assert 0.1 < legal / asked < 0.9


if __name__ == "__main__":
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for first in range(0, total, 25):
        asked, legal, wrong = differences(range(first, first + 25))
        print(f"seeds {first}-{first + 24}: {asked} questions, {legal} legal, {len(wrong)} differ")
        for line in wrong:
            print("  ", line)
