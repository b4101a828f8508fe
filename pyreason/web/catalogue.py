"""The questions as a form needs them: what each is about, and which fields it has."""

from __future__ import annotations

import types
import typing
from dataclasses import MISSING, fields
from typing import Any, Literal

from pyreason import asks
from pyreason.questions import answerable

TITLES = {
    "could_produce": "Which mana could it produce?",
    "tap_for_mana": "Tap it for mana: what comes of it?",
    "ability_mana": "What mana comes of this ability?",
    "available_mana": "Which mana can this player make?",
    "can_activate": "Can this ability be activated?",
    "is_mana_ability": "Is this a mana ability?",
    "aura_hosts": "What can this Aura go on?",
    "enter_together": "Entering together: what goes on what?",
    "new_targets": "Which new targets could a copy have?",
    "move_counter": "Does the counter move?",
    "characteristics": "What is it now?",
    "state_based_actions": "What do state-based actions do?",
    "x_value": "What is X?",
    "colors_among_permanents": "How many colours among permanents?",
    "can_target": "Can it be the target?",
    "copy_values": "What does a copy have?",
    "copy_for_each": "What do the copies target?",
    "triggers": "Does it trigger?",
    "revealed_by": "Which cards are revealed?",
    "resolves_next": "What resolves next?",
}
"""What a person reads; the name of the kind where there is none."""

_ON_STACK = frozenset({"new_targets", "copy_values", "copy_for_each"})
_ABILITIES = {
    "tap_for_mana": "mana",
    "ability_mana": "mana",
    "can_activate": "activated",
    "is_mana_ability": "activated",
}


def catalogue() -> list[dict[str, Any]]:
    """Every question that is answered, in the order of the documentation.

    Each is `kind`, `title`, `about` (its docstring's sentence), `shape` (of the answer), `subject` (what is
    to be chosen first: `permanent`, `aura`, `stack`, `target`, `player`, `cards` or `board`) and `fields`. A
    field has `name` (its key under `ask`), `type` (`ability`, `player`, `source`, `choice`, `object`, `text`,
    `flag`, `objects` or `group`), `required`, and where they apply `options`, `fields`, `counts`.
    """
    known = answerable()
    return [_entry(cls) for kind, cls in asks.QUESTIONS.items() if kind in known]


def _entry(cls: type[asks.Question]) -> dict[str, Any]:
    kind = cls.kind
    own = fields(cls)
    subject = "board"
    if own:
        first = own[0].name
        subject = {"player": "player", "objects": "cards", "move": "board"}.get(first, "permanent")
    if kind in _ON_STACK:
        subject = "stack"
    elif kind == "aura_hosts":
        subject = "aura"
    elif kind == "can_target":
        subject = "target"
    hints = typing.get_type_hints(cls)
    skip = 0 if subject in ("board", "cards") else 1
    described = [
        _field(f.name, hints[f.name], f.default is MISSING, first=place == 0, kind=kind)
        for place, f in enumerate(own)
        if place >= skip
    ]
    return {
        "kind": kind,
        "title": TITLES.get(kind, kind.replace("_", " ")),
        "about": " ".join((cls.__doc__ or "").split()),
        "shape": cls.answer_shape,
        "subject": subject,
        "fields": described,
    }


def _field(name: str, hint: Any, required: bool, *, first: bool = False, kind: str = "") -> dict[str, Any]:
    options = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    bare = next(o for o in options if o is not type(None))
    out: dict[str, Any] = {"name": kind if first else asks.KEYS.get(name, name), "required": required}
    if bare in (asks.Within, asks.Move, asks.Event):
        return {**out, "type": "group", "fields": _group(bare)}
    if name == "from_zone":
        return {**out, "type": "choice", "options": list(asks.ZONES_TO_ENTER_FROM)}
    if typing.get_origin(bare) is Literal:
        return {**out, "type": "choice", "options": list(typing.get_args(bare))}
    if name == "ability":
        return {**out, "type": "ability", "counts": _ABILITIES.get(kind, "any")}
    if bare is bool:
        return {**out, "type": "flag"}
    if typing.get_origin(bare) is tuple:
        return {**out, "type": "objects"}
    if name in ("controller", "player"):
        return {**out, "type": "player"}
    if name == "by":
        return {**out, "type": "source"}
    return {**out, "type": "text" if name == "counter" else "object"}


def _group(cls: Any) -> list[dict[str, Any]]:
    """The fields of a part of a question; an event names what happened by its key."""
    hints = typing.get_type_hints(cls)
    if cls is asks.Event:
        events = [{"name": what, "type": "object", "required": False} for what in asks.EVENTS]
        rest = [_field(f.name, hints[f.name], False) for f in fields(cls) if f.name not in ("what", "object")]
        return events + rest
    return [_field(f.name, hints[f.name], f.default is MISSING) for f in fields(cls)]
