"""The questions that can be asked about a board: one frozen dataclass a kind.

A question knows its `kind` (its key in a scenario's `ask`), the shape of its answer (`answer_shape`) and how
to write itself back (`to_ask`). `QUESTIONS` finds the class of a kind. Nothing here knows boards or files.

The optional `by`, `ability` and `controller` of a question about an object narrow it down: the source whose
text is meant, which of the object's abilities (from 1, in printed order), and who is to control what happens.
None means "as the board says".
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal

Shape = Literal[
    "mana_types",  # a list out of W U B R G C
    "mana_outcomes",  # a list of maps player -> mana string
    "pools",  # a list of mana strings
    "bool",
    "number",
    "ids",  # a list of ids, a set
    "ordered_ids",  # a list of ids whose order matters
    "id",
    "host_maps",  # a list of maps Aura -> host or "stays in ZONE"
    "target_slots",  # a list of lists of ids: one a slot, each a set
    "traits",  # a map; only the asserted keys are compared
    "actions",  # a list of one-key maps action -> id
]
"""The shapes answers come in."""

ZONES_TO_ENTER_FROM = ("hand", "library", "graveyard", "exile", "command", "stack")
"""Where cards of `EnterTogether` can come from."""

TRAITS = (
    "name",
    "controller",
    "colors",
    "types",
    "subtypes",
    "supertypes",
    "abilities",
    "power",
    "toughness",
)
"""What `Characteristics` can be asked for."""

COPY_VALUES = ("name", "controller", "colors", "modes", "targets", "x", "paid")
"""What `CopyValues` can be asked for."""

ACTIONS = ("put_into_graveyard", "unattach", "destroy", "cease_to_exist")
"""What `StateBasedActions` can find."""

EVENTS = ("copied", "cast", "tapped_for_mana")
"""What `Triggers` can be asked about."""

KEYS = {"from_zone": "from", "from_object": "from", "purpose": "for", "counter": "kind"}
"""Field names that differ from the scenario's key."""


@dataclass(frozen=True, slots=True)
class Question:
    """Base of all questions."""

    kind: ClassVar[str] = ""
    answer_shape: ClassVar[Shape] = "bool"

    def to_ask(self) -> dict[str, Any]:
        """The question as a scenario writes it under `ask`: plain JSON values, unset options left out."""
        names = [f.name for f in fields(self)]
        if not names:
            return {self.kind: True}
        out = {self.kind: _plain(getattr(self, names[0]))}
        for name in names[1:]:
            value = getattr(self, name)
            if value is not None:
                out[KEYS.get(name, name)] = _plain(value)
        return out


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    if isinstance(value, Within | Move | Event):
        return value.to_ask()
    return value


@dataclass(frozen=True, slots=True)
class CouldProduce(Question):
    """Which types of mana could the permanent's mana abilities produce (CR 106.7)?"""

    object: str
    by: str | None = None
    ability: int | None = None
    controller: str | None = None

    kind: ClassVar[str] = "could_produce"
    answer_shape: ClassVar[Shape] = "mana_types"


@dataclass(frozen=True, slots=True)
class TapForMana(Question):
    """What can come of tapping the permanent for mana (CR 106.12)? `ability` counts mana abilities."""

    object: str
    ability: int | None = None
    by: str | None = None
    controller: str | None = None

    kind: ClassVar[str] = "tap_for_mana"
    answer_shape: ClassVar[Shape] = "mana_outcomes"


@dataclass(frozen=True, slots=True)
class AvailableMana(Question):
    """Which pools, maximal by inclusion, can the player make by activating mana abilities now?"""

    player: str

    kind: ClassVar[str] = "available_mana"
    answer_shape: ClassVar[Shape] = "pools"


@dataclass(frozen=True, slots=True)
class CanActivate(Question):
    """Can the ability be activated? `ability` counts activated abilities."""

    object: str
    ability: int
    by: str | None = None
    controller: str | None = None

    kind: ClassVar[str] = "can_activate"
    answer_shape: ClassVar[Shape] = "bool"


@dataclass(frozen=True, slots=True)
class Within:
    """Limits laid over what an Aura's mover says; None leaves the mover's word.

    `controller` is "same" (as the present host's) or a player; `another` excludes the present host; `only`
    lists the ids that may be considered.
    """

    controller: str | None = None
    another: bool | None = None
    only: tuple[str, ...] | None = None

    def to_ask(self) -> dict[str, Any]:
        """The limits as a scenario writes them."""
        return {f.name: _plain(v) for f in fields(self) if (v := getattr(self, f.name)) is not None}


@dataclass(frozen=True, slots=True)
class AuraHosts(Question):
    """What can the Aura legally go on, when it is cast, enters otherwise, or is moved (CR 303.4, 701.3)?"""

    object: str
    how: Literal["cast", "enter", "move"]
    by: str | None = None
    controller: str | None = None
    within: Within | None = None
    ability: int | None = None

    kind: ClassVar[str] = "aura_hosts"
    answer_shape: ClassVar[Shape] = "ids"


@dataclass(frozen=True, slots=True)
class EnterTogether(Question):
    """How can these cards enter the battlefield at the same time (CR 303.4f-g)?"""

    objects: tuple[str, ...]
    controller: str
    from_zone: str
    by: str | None = None
    ability: int | None = None

    kind: ClassVar[str] = "enter_together"
    answer_shape: ClassVar[Shape] = "host_maps"


@dataclass(frozen=True, slots=True)
class NewTargets(Question):
    """Which new targets could a copy of the spell or ability be given, slot by slot (CR 707.10c)?"""

    object: str
    controller: str | None = None
    by: str | None = None
    ability: int | None = None

    kind: ClassVar[str] = "new_targets"
    answer_shape: ClassVar[Shape] = "target_slots"


@dataclass(frozen=True, slots=True)
class Move:
    """One counter of a kind going from one object to another."""

    from_object: str
    to: str
    counter: str

    def to_ask(self) -> dict[str, Any]:
        """The move as a scenario writes it."""
        return {"from": self.from_object, "to": self.to, "kind": self.counter}


@dataclass(frozen=True, slots=True)
class MoveCounter(Question):
    """Does the effect of `by` move the counter (CR 122.5)?"""

    move: Move
    by: str
    ability: int | None = None
    controller: str | None = None

    kind: ClassVar[str] = "move_counter"
    answer_shape: ClassVar[Shape] = "bool"


@dataclass(frozen=True, slots=True)
class Characteristics(Question):
    """What are the object's characteristics now, after the layers (CR 613)? See `TRAITS`."""

    object: str
    by: str | None = None
    ability: int | None = None
    controller: str | None = None

    kind: ClassVar[str] = "characteristics"
    answer_shape: ClassVar[Shape] = "traits"


@dataclass(frozen=True, slots=True)
class StateBasedActions(Question):
    """What does the next check of state-based actions do (CR 704)?"""

    kind: ClassVar[str] = "state_based_actions"
    answer_shape: ClassVar[Shape] = "actions"


@dataclass(frozen=True, slots=True)
class XValue(Question):
    """What is X: as the permanent enters, as printed off the stack, or for a copy (CR 107.3)?"""

    object: str
    purpose: Literal["etb", "printed", "copy"]
    by: str | None = None
    ability: int | None = None
    controller: str | None = None

    kind: ClassVar[str] = "x_value"
    answer_shape: ClassVar[Shape] = "number"


@dataclass(frozen=True, slots=True)
class ColorsAmongPermanents(Question):
    """How many colours are there among the permanents the player controls (CR 105)?"""

    player: str

    kind: ClassVar[str] = "colors_among_permanents"
    answer_shape: ClassVar[Shape] = "number"


@dataclass(frozen=True, slots=True)
class CanTarget(Question):
    """Can `by` (its `ability`, if given) target the object or player (CR 115)?"""

    object: str
    by: str
    ability: int | None = None
    controller: str | None = None

    kind: ClassVar[str] = "can_target"
    answer_shape: ClassVar[Shape] = "bool"


@dataclass(frozen=True, slots=True)
class IsManaAbility(Question):
    """Is it a mana ability (CR 605.1)? `ability` counts activated abilities."""

    object: str
    ability: int
    by: str | None = None
    controller: str | None = None

    kind: ClassVar[str] = "is_mana_ability"
    answer_shape: ClassVar[Shape] = "bool"


@dataclass(frozen=True, slots=True)
class CopyValues(Question):
    """What does a copy of the spell have (CR 707.2, 707.10)? See `COPY_VALUES`."""

    object: str
    by: str | None = None
    ability: int | None = None
    controller: str | None = None

    kind: ClassVar[str] = "copy_values"
    answer_shape: ClassVar[Shape] = "traits"


@dataclass(frozen=True, slots=True)
class CopyForEach(Question):
    """What do the copies target, when one is made for each other legal target?"""

    object: str
    by: str
    ability: int | None = None
    controller: str | None = None

    kind: ClassVar[str] = "copy_for_each"
    answer_shape: ClassVar[Shape] = "ids"


@dataclass(frozen=True, slots=True)
class AbilityMana(Question):
    """What mana can come of the ability? As `TapForMana`, for an ability that isn't tapped for mana."""

    object: str
    ability: int
    by: str | None = None
    controller: str | None = None

    kind: ClassVar[str] = "ability_mana"
    answer_shape: ClassVar[Shape] = "mana_outcomes"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens to `object`: it is copied, cast, or tapped for mana."""

    what: Literal["copied", "cast", "tapped_for_mana"]
    object: str
    by: str | None = None
    ability: int | None = None
    controller: str | None = None

    def to_ask(self) -> dict[str, Any]:
        """The event as a scenario writes it."""
        rest = {k: v for k in ("by", "ability", "controller") if (v := getattr(self, k)) is not None}
        return {self.what: self.object, **rest}


@dataclass(frozen=True, slots=True)
class Triggers(Question):
    """Does an ability of the object trigger on the event (CR 603.2)?"""

    object: str
    event: Event
    ability: int | None = None
    by: str | None = None
    controller: str | None = None

    kind: ClassVar[str] = "triggers"
    answer_shape: ClassVar[Shape] = "bool"


@dataclass(frozen=True, slots=True)
class RevealedBy(Question):
    """Which cards does the ability reveal, in order?"""

    object: str
    ability: int | None = None
    by: str | None = None
    controller: str | None = None

    kind: ClassVar[str] = "revealed_by"
    answer_shape: ClassVar[Shape] = "ordered_ids"


@dataclass(frozen=True, slots=True)
class ResolvesNext(Question):
    """Which object on the stack resolves next (CR 405.5, 608.1)?"""

    kind: ClassVar[str] = "resolves_next"
    answer_shape: ClassVar[Shape] = "id"


QUESTIONS: dict[str, type[Question]] = {
    cls.kind: cls
    for cls in (
        CouldProduce,
        TapForMana,
        AvailableMana,
        CanActivate,
        AuraHosts,
        EnterTogether,
        NewTargets,
        MoveCounter,
        Characteristics,
        StateBasedActions,
        XValue,
        ColorsAmongPermanents,
        CanTarget,
        IsManaAbility,
        CopyValues,
        CopyForEach,
        AbilityMana,
        Triggers,
        RevealedBy,
        ResolvesNext,
    )
}
"""Every kind of question by its key, in the order of the documentation."""
