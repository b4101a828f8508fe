"""Boards as text that `pyreason.board_text` reads back."""

from __future__ import annotations

import re
from collections import Counter

from pyreason._board_marks import write_marks
from pyreason._slugs import free, slug
from pyreason.board import ZONES, Board, GameObject
from pyreason.errors import InputError

_PLAYER = re.compile(r"[^\s:,;()|\"'’>][^:,;()|\"\n>]*(?<!\s)")
_ID = re.compile(r"[^\s,;()|\"](?:[^,;()|\"\n]*[^\s,;()|\"])?")


def write(board: Board, *, lines: bool = False) -> str:
    """The board as text, players parted by ` | ` or, with `lines`, by line ends.

    Raises InputError for a board that holds what board text can't say: spells and abilities on the stack,
    effects that last, timestamps, commanders, cards of its own, or names that can't be told apart in text.
    """
    for what in ("stack", "effects", "timestamps", "commander", "cards"):
        if getattr(board, what):
            raise InputError(f"board text can't say {what}; use a scenario file")
    named = _default_ids(board)
    rows = list(board.objects)
    if rows != sorted(rows, key=lambda o: _order(o, board)):
        raise InputError("board text lists each player's cards together; this board mixes them")
    sections = []
    for player in board.players:
        _check_player(player)
        mark = " (active)" if player == board.active and player != board.players[0] else ""
        cards = [_entry(o, board, named) for o in rows if _is_at(o, player, "battlefield")]
        sections.append(f"{player}{mark}: {'; '.join(cards) if _commas(cards) else ', '.join(cards)}".strip())
    for zone in ZONES:
        for player in board.players:
            cards = [_entry(o, board, named) for o in rows if _is_at(o, player, zone)]
            if cards:
                sections.append(f"{player} {zone}: {'; '.join(cards)}")
    sections += [f"{player} pool: {mana}" for player, mana in board.mana_pool if mana]
    return ("\n" if lines else " | ").join(sections)


def _order(row: GameObject, board: Board) -> tuple[int, int]:
    zones = ("battlefield", *ZONES)
    return zones.index(row.zone), board.players.index(row.controller)


def _is_at(row: GameObject, player: str, zone: str) -> bool:
    return row.controller == player and row.zone == zone


def _commas(cards: list[str]) -> bool:
    """Whether commas would not tell the cards apart for certain."""
    return any("," in re.sub(r"\([^()]*\)", "", card) for card in cards)


def _check_player(player: str) -> None:
    word = player.rpartition(" ")[2].lower()
    if _PLAYER.fullmatch(player) is None or (" " in player and word in (*ZONES, "pool")):
        raise InputError(f"board text can't say the player {player!r}; use a scenario file")


def _default_ids(board: Board) -> set[str]:
    """The ids that the reader would give anyway; the others must be written."""
    explicit: set[str] = set()
    while True:
        used = {*board.players, *explicit}
        wrong = set()
        for row in board.objects:
            if row.id in explicit:
                continue
            base, mark = (slug(row.card), "-") if row.zone == "battlefield" else (row.card, "#")
            if free(base, mark, used) != row.id:
                wrong.add(row.id)
        if not wrong:
            return {row.id for row in board.objects} - explicit
        explicit |= wrong


def _entry(row: GameObject, board: Board, named: set[str]) -> str:
    if any(part in row.card for part in ("->", "→", "|", ";", "\n")):
        raise InputError(f"board text can't say the card {row.card!r}; use a scenario file")
    text = row.card + write_marks(row, with_id=row.id not in named)
    return text if row.attached_to is None else f"{text} -> {_host(row.attached_to, board)}"


def _host(id: str, board: Board) -> str:
    """How to name a host: by its card where that is enough, else by its id."""
    host = board.get(id)
    if host is not None:
        cards = Counter(o.card for o in board.battlefield)
        if cards[host.card] == 1 and host.card not in (*board.players, *(o.id for o in board.objects)):
            return host.card
    if _ID.fullmatch(id) is None or "->" in id or "→" in id:
        raise InputError(f"board text can't say the id {id!r}; use a scenario file")
    return id
