"""The same boards for the engine published as `phase-python` (extra `peers`), and what it answers.

The engine knows no scenarios, so a board becomes a saved state of a game: a fresh game's state with the
permanents put onto the battlefield. Two players have 60 cards each beside that, in hands and libraries, as in
any game the engine saves; loading it without them is another, lighter case. Asked is what each permanent
shows as the mana it can give (`available_mana_pips`), which the engine works out for a state that is loaded.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pyreason.board import Board

COLORS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G", "Colorless": "C"}
EMPTIED = ("deck_pools", "zone_changes_this_turn", "battlefield_entries_this_turn")
OF_A_PLAYER = ("hand", "library", "graveyard")
DECK_IDS = 1000
"""What the ids of the cards in decks are moved by, so that the permanents' own come first."""


class Missing(Exception):
    """Why the engine can't be asked."""


class Phase:
    """The engine with the cards that the boards need."""

    def __init__(self, names: Iterable[str], atomic_cards: Path) -> None:
        """Raises Missing where the engine is not installed, or the card data is not there."""
        try:
            from phase import Engine, build_oracle_face
        except ImportError as error:
            raise Missing(f"phase-python is not installed ({error})") from None
        if not atomic_cards.exists():
            raise Missing(f"{atomic_cards} is not there to make its card data from")
        with gzip.open(atomic_cards, "rt", encoding="utf-8") as stream:
            printed = json.load(stream)["data"]
        wanted = sorted(set(names))
        faces = {}
        for name in wanted:
            card = {"identifiers": {}, "legalities": {}, **printed[name][0]}
            faces[name.lower()] = build_oracle_face(card, None)
        self.engine = Engine.from_json(json.dumps(faces))
        deck = [wanted[i % len(wanted)] for i in range(max(60, len(wanted)))]
        game = self.engine.new_game(deck, deck, seed=1, first_player=0)
        for seat in (0, 1):
            game.apply(seat, next(a for a in game.actions() if a.kind == "MulliganDecision"))
        self.blank: dict[str, Any] = game.state()["state"]
        self.cards: dict[str, dict[str, Any]] = {}
        for card in self.blank["objects"].values():
            self.cards.setdefault(card["name"], card)

    def state(self, board: Board, *, decks: bool) -> str:
        """The board as the JSON text of a saved game; permanent number i of the board is object i, from 1."""
        state = {**self.blank, **{key: [] for key in EMPTIED}}
        del state["resolved_rules_journal"]
        state["players"] = [{**p, **self._cards_of(p, decks)} for p in state["players"]]
        state["objects"] = self._decks() if decks else {}
        for number, row in enumerate(board.battlefield, 1):
            who, owner = board.players.index(row.controller), board.players.index(row.owner)
            state["objects"][str(number)] = {
                **self.cards[row.card],
                "id": number,
                "card_id": number,
                "timestamp": number,
                "incarnation": 2,
                "controller": who,
                "base_controller": who,
                "owner": owner,
                "tapped": row.tapped,
                "zone": "Battlefield",
                "entered_battlefield_turn": 0,
                "summoning_sick": False,
            }
        state["battlefield"] = list(range(1, len(board.battlefield) + 1))
        state["next_object_id"] = state["next_timestamp"] = 2 * DECK_IDS
        return json.dumps(state)

    def _cards_of(self, player: dict[str, Any], decks: bool) -> dict[str, list[int]]:
        return {zone: [id + DECK_IDS for id in player[zone]] if decks else [] for zone in OF_A_PLAYER}

    def _decks(self) -> dict[str, dict[str, Any]]:
        moved = ((int(id) + DECK_IDS, card) for id, card in self.blank["objects"].items())
        return {str(id): {**card, "id": id, "card_id": id} for id, card in moved}

    def answer(self, state: str, number: int) -> list[str]:
        """Loads a state and asks what mana one permanent can give."""
        game = self.engine.load_game(state)
        found: set[str] = set()
        for pip in game.object(number).get("available_mana_pips", ()):
            data = pip.get("data", "Colorless")
            found.update(COLORS.get(c, c) for c in ([data] if isinstance(data, str) else data))
        return [t for t in "WUBRGC" if t in found] + sorted(found.difference("WUBRGC"))
