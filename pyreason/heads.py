"""What begins an answer to each kind of question, and what objects are called in one."""

from __future__ import annotations

from pyreason.board import Board

HEADS = {
    "could_produce": "{} could produce",
    "tap_for_mana": "{} tapped for mana gives",
    "available_mana": "{} can have",
    "can_activate": "{}: the ability can be activated",
    "aura_hosts": "{} can go on",
    "enter_together": "Entering together",
    "new_targets": "New targets for a copy of {}",
    "move_counter": "The counter moves",
    "characteristics": "{}",
    "state_based_actions": "State-based actions",
    "x_value": "X of {}",
    "colors_among_permanents": "Colours among permanents of {}",
    "can_target": "{} can be the target",
    "is_mana_ability": "{}: it is a mana ability",
    "copy_values": "A copy of {} has",
    "copy_for_each": "Copies of {} target",
    "ability_mana": "{}: the ability gives",
    "triggers": "{} triggers",
    "revealed_by": "{} reveals",
    "resolves_next": "Resolves next",
}
"""By kind of question; braces for what was asked about."""


def label(id: str, board: Board) -> str:
    """What to call an object: its card's name, with the id where the name alone would not do."""
    named: list[tuple[str, str]] = [(o.id, o.card) for o in board.objects]
    named += [(s.id, s.card or "") for s in board.stack]
    named += [(e.id, e.card) for e in board.effects]
    card = next((card for known, card in named if known == id and card), None)
    if card is None:
        return id
    return card if sum(c == card for _, c in named) == 1 or id == card else f"{card} ({id})"
