"""Scopes: pools of cards, and all boards of a size made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement, product
from pathlib import Path

from pyreason._closest import closest
from pyreason.asks import (
    AuraHosts,
    CanActivate,
    Characteristics,
    ColorsAmongPermanents,
    CouldProduce,
    EnterTogether,
    Event,
    IsManaAbility,
    Question,
    StateBasedActions,
    TapForMana,
    Triggers,
)
from pyreason.board import Board, GameObject, StackObject
from pyreason.cards.library import Library
from pyreason.cards.model import Card
from pyreason.errors import InputError, UnsupportedQuestion, did_you_mean
from pyreason.situation import PERMANENT_TYPES
from pyreason.terms import words

PLAYERS = ("alice", "bob")
_OF_PERMANENTS = {
    "characteristics": Characteristics,
    "could_produce": CouldProduce,
    "tap_for_mana": TapForMana,
}
_OF_ABILITIES = {"is_mana_ability": IsManaAbility, "can_activate": CanActivate}
Case = tuple[Board, tuple[Question, ...]]


@cache
def pools() -> dict[str, tuple[str, ...]]:
    """The named pools that are shipped."""
    text = files("pyreason.verify").joinpath("pools.txt").read_text("utf-8")
    rows = (line.partition(": ") for line in text.splitlines() if line and not line.startswith("#"))
    return {name: tuple(cards.split("; ")) for name, _, cards in rows}


def pool(said: str, library: Library) -> tuple[str, ...]:
    """The cards that `--cards` means, in the order given.

    Args:
        said: a named pool; `every WORD`, each card with the word in its type line (`every land`, or
            `every permanent`), perhaps with a word of ability terms (`every permanent with add`); a file with
            a name a line; or names parted by semicolons.
        library: where the names are looked up.

    Raises InputError where it means no card, UnknownCard for a name nobody knows.
    """
    if said in pools():
        return pools()[said]
    if said.startswith("every "):
        word, _, inside = said.removeprefix("every ").partition(" with ")
        found = tuple(_of_kind(word.strip(), inside.strip(), library))
        if not found:
            raise InputError(f"no card is meant by {said!r}")
        return found
    if Path(said).is_file():
        names: Iterable[str] = Path(said).read_text("utf-8").splitlines()
    else:
        names = said.split(";")
        if len(list(names)) == 1 and not library.knows(said) and closest(said, pools()):
            raise InputError(f"no pool or card is called {said!r}{did_you_mean(closest(said, pools()))}")
    return tuple(library.find(name.strip()).name for name in names if name.strip())


def _of_kind(word: str, inside: str, library: Library) -> Iterator[str]:
    wanted = word.removesuffix("s").casefold()
    for name in sorted(set(library.names())):
        try:
            card = library.find(name)
        except (InputError, UnsupportedQuestion):
            continue
        kinds = {w.casefold() for w in (*card.types, *card.subtypes, *card.supertypes)}
        if PERMANENT_TYPES & set(card.types):
            kinds.add("permanent")
        if card.name == name and wanted in kinds and (not inside or inside in _said(card)):
            yield name


def _said(card: Card) -> set[str]:
    """The words of a card's ability terms, without their number of arguments."""
    terms = (line.term for line in card.lines if line.term is not None)
    return {word.partition("/")[0] for term in terms for word in words(term)}


def cases(
    ask: tuple[str, ...], cards: tuple[str, ...], size: int, library: Library, vary: bool
) -> Iterator[Case]:
    """All boards with so many objects, and the questions of this kind about each.

    Boards that differ only in the order of rows are one board where order in time means nothing to the
    question; `vary` has permanents tapped, too.
    """
    kind, how = ask[0], ask[1] if len(ask) > 1 else ""
    ordered = kind in ("characteristics", "state_based_actions")
    spells = tuple(card for card in cards if not PERMANENT_TYPES & set(library.find(card).types))
    permanents = tuple(card for card in cards if card not in spells)
    for rows in _rows(permanents, size, ordered):
        for board in _attached(rows, library, kind):
            varied = _tapped(board) if vary else (board,)
            for seen in _casting(board, spells) if kind == "triggers" else varied:
                asked = tuple(_questions(kind, how, seen))
                if asked:
                    yield seen, asked


def _rows(cards: tuple[str, ...], size: int, ordered: bool) -> Iterator[tuple[tuple[str, str], ...]]:
    choices = list(product(cards, PLAYERS))
    rows = product(choices, repeat=size) if ordered else combinations_with_replacement(choices, size)
    # Swapping the players gives the same board once more: the first permanent is the first player's.
    return (row for row in rows if row[0][1] == PLAYERS[0])


def _attached(rows: tuple[tuple[str, str], ...], library: Library, kind: str) -> Iterator[Board]:
    """The boards with these permanents: Auras on each possible host, or in a hand where they enter."""
    ids = [f"p{number}" for number, _ in enumerate(rows, 1)]
    types = [library.find(card) for card, _ in rows]
    auras = [i for i, card in enumerate(types) if "Aura" in card.subtypes]
    entering = kind == "enter_together"
    if entering:
        yield _board(rows, ids, {}, {i: "hand" for i in range(len(rows)) if rows[i][1] == PLAYERS[0]})
        return
    hosts = [[*(id for j, id in enumerate(ids) if j != i), *PLAYERS, None] for i in auras]
    for places in product(*hosts):
        attached = dict(zip(auras, places, strict=True))
        loose = [i for i, host in attached.items() if host is None]
        if kind == "aura_hosts" or not loose:
            yield _board(rows, ids, attached, dict.fromkeys(loose, "hand"))


def _board(
    rows: tuple[tuple[str, str], ...], ids: list[str], attached: dict[int, str | None], zones: dict[int, str]
) -> Board:
    objects = tuple(
        GameObject(ids[i], card, player, player, zones.get(i, "battlefield"), attached_to=attached.get(i))
        for i, (card, player) in enumerate(rows)
    )
    return Board(PLAYERS, PLAYERS[0], objects)


def _casting(board: Board, spells: tuple[str, ...]) -> Iterator[Board]:
    """The boards with one spell of the first player's on the stack, its target the second player."""
    for card in spells:
        spell = StackObject("s1", PLAYERS[0], card=card, owner=PLAYERS[0], targets=(PLAYERS[1],))
        yield replace(board, stack=(spell,))


def _tapped(board: Board) -> Iterator[Board]:
    for taps in product((False, True), repeat=len(board.objects)):
        objects = tuple(replace(o, tapped=t) for o, t in zip(board.objects, taps, strict=True))
        yield replace(board, objects=objects)


def _questions(kind: str, how: str, board: Board) -> Iterator[Question]:
    permanents = [obj.id for obj in board.battlefield]
    if kind in _OF_PERMANENTS:
        yield from (_OF_PERMANENTS[kind](id) for id in permanents)
    elif kind in _OF_ABILITIES:
        yield from (_OF_ABILITIES[kind](id, 1) for id in permanents)
    elif kind == "colors_among_permanents":
        yield ColorsAmongPermanents(PLAYERS[0])
    elif kind == "state_based_actions":
        yield StateBasedActions()
    elif kind == "aura_hosts":
        for obj in board.objects:
            if (obj.zone == "hand") != (how == "move") and (obj.zone == "hand" or obj.attached_to):
                yield AuraHosts(obj.id, how)  # type: ignore[arg-type]
    elif kind == "triggers":
        yield from (Triggers(id, Event("copied", "s1", controller=PLAYERS[0])) for id in permanents)
    elif kind == "enter_together":
        entering = tuple(obj.id for obj in board.objects if obj.zone == "hand")
        yield EnterTogether(entering, PLAYERS[0], "hand")
    else:
        raise UnsupportedQuestion(f"no boards are made for {kind}")
