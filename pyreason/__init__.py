"""pyreason: a rules reasoner for Magic: The Gathering.

    >>> import pyreason
    >>> board = pyreason.quick_board("Reflecting Pool, Exotic Orchard", "Mountain")
    >>> pyreason.ask(board, pyreason.CouldProduce("reflecting-pool")).answer
    ['R']

`ask` answers one question, `ask_many` a batch in one go; `load` reads scenario files. Names are looked up on
first use, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyreason.answering import ask, ask_many
    from pyreason.asks import (
        AbilityMana,
        AvailableMana,
        CanActivate,
        Characteristics,
        ColorsAmongPermanents,
        CouldProduce,
        IsManaAbility,
        TapForMana,
    )
    from pyreason.board import Board
    from pyreason.cards.library import Library, default_library
    from pyreason.errors import PyreasonError
    from pyreason.quick import quick_board
    from pyreason.rulings import Ruling
    from pyreason.scenario import Scenario, load, loads

__version__ = "0.1.0"

_HOMES = {
    "ask": "pyreason.answering",
    "ask_many": "pyreason.answering",
    **dict.fromkeys(
        (
            *("AbilityMana", "AvailableMana", "CanActivate", "Characteristics"),
            *("ColorsAmongPermanents", "CouldProduce", "IsManaAbility", "TapForMana"),
        ),
        "pyreason.asks",
    ),
    "Board": "pyreason.board",
    "Library": "pyreason.cards.library",
    "default_library": "pyreason.cards.library",
    "PyreasonError": "pyreason.errors",
    "quick_board": "pyreason.quick",
    "Ruling": "pyreason.rulings",
    "Scenario": "pyreason.scenario",
    "load": "pyreason.scenario",
    "loads": "pyreason.scenario",
}

__all__ = [
    "AbilityMana",
    "AvailableMana",
    "Board",
    "CanActivate",
    "Characteristics",
    "ColorsAmongPermanents",
    "CouldProduce",
    "IsManaAbility",
    "Library",
    "PyreasonError",
    "Ruling",
    "Scenario",
    "TapForMana",
    "ask",
    "ask_many",
    "default_library",
    "load",
    "loads",
    "quick_board",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'pyreason' has no attribute {name!r}")
    return getattr(import_module(home), name)
