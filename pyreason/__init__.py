"""pyreason: a rules reasoner for Magic: The Gathering.

    >>> import pyreason
    >>> board = pyreason.quick_board("Reflecting Pool, Exotic Orchard", "Mountain")
    >>> pyreason.ask(board, pyreason.CouldProduce("reflecting-pool")).answer
    ['R']

`ask` answers one question, `ask_many` some in one go, `batch` any number; `load` reads scenario files. Names
are looked up on first use, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyreason.answering import ask, ask_many
    from pyreason.asking_why import why_not
    from pyreason.asks import (
        AbilityMana,
        AuraHosts,
        AvailableMana,
        CanActivate,
        CanTarget,
        Characteristics,
        ColorsAmongPermanents,
        CopyForEach,
        CopyValues,
        CouldProduce,
        EnterTogether,
        Event,
        IsManaAbility,
        Move,
        MoveCounter,
        NewTargets,
        ResolvesNext,
        RevealedBy,
        StateBasedActions,
        TapForMana,
        Triggers,
        Within,
        XValue,
    )
    from pyreason.batching import batch
    from pyreason.board import Board
    from pyreason.cards.library import Library, default_library
    from pyreason.errors import PyreasonError
    from pyreason.quick import quick_board
    from pyreason.rulings import Ruling
    from pyreason.scenario import Scenario, load, loads
    from pyreason.settling import settle
    from pyreason.supposing import what_if

__version__ = "0.1.0"

_HOMES = {
    "ask": "pyreason.answering",
    "ask_many": "pyreason.answering",
    "why_not": "pyreason.asking_why",
    "what_if": "pyreason.supposing",
    **dict.fromkeys(
        (
            *("AbilityMana", "AuraHosts", "AvailableMana", "CanActivate"),
            *("CanTarget", "Characteristics", "ColorsAmongPermanents", "CopyForEach"),
            *("CopyValues", "CouldProduce", "EnterTogether", "Event"),
            *("IsManaAbility", "Move", "MoveCounter", "NewTargets"),
            *("ResolvesNext", "RevealedBy", "StateBasedActions", "TapForMana"),
            *("Triggers", "Within", "XValue"),
        ),
        "pyreason.asks",
    ),
    "batch": "pyreason.batching",
    "Board": "pyreason.board",
    "Library": "pyreason.cards.library",
    "default_library": "pyreason.cards.library",
    "PyreasonError": "pyreason.errors",
    "quick_board": "pyreason.quick",
    "settle": "pyreason.settling",
    "Ruling": "pyreason.rulings",
    "Scenario": "pyreason.scenario",
    "load": "pyreason.scenario",
    "loads": "pyreason.scenario",
}

__all__ = [
    "AbilityMana",
    "AuraHosts",
    "AvailableMana",
    "Board",
    "CanActivate",
    "CanTarget",
    "Characteristics",
    "ColorsAmongPermanents",
    "CopyForEach",
    "CopyValues",
    "CouldProduce",
    "EnterTogether",
    "Event",
    "IsManaAbility",
    "Library",
    "Move",
    "MoveCounter",
    "NewTargets",
    "PyreasonError",
    "ResolvesNext",
    "RevealedBy",
    "Ruling",
    "Scenario",
    "StateBasedActions",
    "TapForMana",
    "Triggers",
    "Within",
    "XValue",
    "ask",
    "ask_many",
    "batch",
    "default_library",
    "load",
    "loads",
    "quick_board",
    "settle",
    "what_if",
    "why_not",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'pyreason' has no attribute {name!r}")
    return getattr(import_module(home), name)
