"""The shape of a scenario document, as pydantic models. Only `pyreason.scenario` and its helpers use them.

The models check keys and types. What ids name is checked in `pyreason._scenario_build`, the shape of `expect`
in `pyreason._scenario_expect`.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import types
import typing
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model
from pydantic.functional_validators import AfterValidator
from pydantic_core import PydanticCustomError

from pyreason import asks
from pyreason.board import MANA_TYPES

_POOL = re.compile(r"(?:\{[WUBRGC]\})*\Z")
_SYMBOL = r"(?:\d{1,7}|[WUBRGCXYZSP]|(?:[WUBRGC2]/)?[WUBRGCP]/[WUBRGCP]|[2C]/[WUBRG])"
_COST = re.compile(rf"(?:\{{{_SYMBOL}\}})*\Z")


def _text(value: Any) -> Any:
    """Whole numbers are taken as text where text is wanted (`id: 1`, `rules: [605]`)."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def canonical_mana(text: str) -> str:
    """A mana string in the order W U B R G C. `text` must hold nothing but those symbols in braces."""
    return "".join(f"{{{t}}}" * text.count(f"{{{t}}}") for t in MANA_TYPES)


def is_pool(text: object) -> bool:
    """Whether the text is a mana string such as "{R}{C}": symbols of the six types, or nothing."""
    return isinstance(text, str) and _POOL.match(text) is not None


def _pool(value: str) -> str:
    if not is_pool(value):
        raise PydanticCustomError(
            "mana", "{value} is no mana string; write one like '{W}{C}'", {"value": repr(value)}
        )
    return canonical_mana(value)


def _cost(value: str) -> str:
    if _COST.match(value) is None:
        raise PydanticCustomError(
            "mana", "{value} is no mana cost; write one like '{2}{R}'", {"value": repr(value)}
        )
    return value


Text = Annotated[str, BeforeValidator(_text)]
Name = Annotated[str, Field(min_length=1), BeforeValidator(_text)]  # in this order it is checked at once
Names = list[Name]
Pool = Annotated[str, BeforeValidator(_text), AfterValidator(_pool)]
Cost = Annotated[str, BeforeValidator(_text), AfterValidator(_cost)]
Color = Literal["W", "U", "B", "R", "G"]
Word = Literal["white", "blue", "black", "red", "green", "Plains", "Island", "Swamp", "Mountain", "Forest"]
Count = Annotated[int, Field(ge=0)]
Place = Annotated[int, Field(ge=1)]


class Model(BaseModel):
    """Base: no unknown keys, no conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=False)


class Chosen(Model):
    """What was chosen for an object: a value, or a list where several were chosen."""

    color: Annotated[list[Color], BeforeValidator(_list)] = Field(default_factory=list)
    type: Annotated[Names, BeforeValidator(_list)] = Field(default_factory=list)
    name: Annotated[Names, BeforeValidator(_list)] = Field(default_factory=list)
    player: Annotated[Names, BeforeValidator(_list)] = Field(default_factory=list)
    number: Annotated[Names, BeforeValidator(lambda v: _list(_text(v)))] = Field(default_factory=list)
    mode: Annotated[Names, BeforeValidator(lambda v: _list(_text(v)))] = Field(default_factory=list)
    from_: Annotated[list[Word], BeforeValidator(_list), Field(alias="from")] = Field(default_factory=list)
    to: Annotated[list[Word], BeforeValidator(_list)] = Field(default_factory=list)


# Lists and maps are made anew where a row leaves them out: pydantic would copy a default, which takes longer.
NOTHING_CHOSEN = Chosen()


def _nothing_chosen() -> Chosen:
    """The same for every row: nobody writes into what was read, and a new one takes time."""
    return NOTHING_CHOSEN


class CardRow(Model):
    """A card defined in the scenario, in Oracle wording."""

    name: Name = Field(description="The card's name.", examples=["Twin Spring"])
    type: Name = Field(description="The type line.", examples=["Legendary Creature — Elf Druid"])
    mana_cost: Cost = Field("", description="The mana cost.", examples=["{2}{G}"])
    text: Text = Field(
        "", description="The rules text, a line an ability.", examples=["{T}: Add {G} or {U}."]
    )
    power: Text | None = None
    toughness: Text | None = None
    loyalty: Text | None = None
    colors: list[Color] | None = Field(
        None, description="The colours, where the mana cost does not say them."
    )
    color_indicator: list[Color] = Field(default_factory=list)


class ZoneRow(Model):
    """A card in a zone: its name, or a map. Without an id it goes by its name (then Name#2, Name#3)."""

    id: Name | None = Field(None, description="Default: the card's name.")
    card: Name = Field(description="The card's name.")
    owner: Name | None = Field(None, description="Default: the player it is listed under.")
    counters: dict[str, Count] = Field(
        default_factory=dict, description="Kinds of counters and how many.", examples=[{"+1/+1": 2}]
    )
    face_down: bool = False
    token: bool = False
    copy_of: Name | None = Field(None, description="The id or card it is a copy of.")
    chosen: Chosen = Field(
        default_factory=_nothing_chosen, description="What was chosen for it.", examples=[{"color": "R"}]
    )
    x: Count | None = Field(None, description="X of the spell that became it.")
    granted: list[Text] = Field(
        default_factory=list, description="What resolved effects gave it, in Oracle wording."
    )
    paid: list[Text] = Field(default_factory=list, description="How it was cast.", examples=[["bestow"]])
    mana_spent: Pool | None = Field(None, description="The mana spent to cast it.")
    exiled_with: Names = Field(default_factory=list, description="The cards it exiled.")


class PermanentRow(ZoneRow):
    """A permanent."""

    id: Name | None = Field(None, description="Default: a slug of the card's name, numbered when repeated.")
    controller: Name = Field(description="The player who controls it.")
    owner: Name | None = Field(None, description="The player who owns it. Default: its controller.")
    tapped: bool = False
    sick: bool = Field(False, description="Whether it has summoning sickness.")
    attached_to: Name | None = Field(None, description="The id or player it is attached to.")


class StackRow(Model):
    """A spell (`card`) or an ability (`ability_of`) on the stack; the top of the stack is listed last."""

    id: Name | None = Field(None, description="Default: a slug of the card's name, numbered when repeated.")
    card: Name | None = Field(None, description="A spell's card.")
    ability_of: Name | None = Field(None, description="The id of an ability's source.")
    ability: Place | None = Field(None, description="Which ability of the source, from 1.")
    controller: Name = Field(description="The player who controls it.")
    owner: Name | None = None
    targets: Names = Field(default_factory=list, description="Ids and players, in the order of the text.")
    x: Count | None = None
    modes: list[Place] = Field(default_factory=list, description="The chosen modes, from 1.")
    paid: list[Text] = Field(
        default_factory=list, description="Extra and other costs paid.", examples=[["kicker"]]
    )
    copy_: bool = Field(False, alias="copy", description="Whether it is a copy.")
    copy_of: Name | None = Field(None, description="The id or card it is a copy of.")
    division: dict[str, Count] = Field(
        default_factory=dict, description="What is divided among the targets.", examples=[{"bob": 3}]
    )
    resolving: bool = False
    chosen: Chosen = Field(default_factory=_nothing_chosen)
    mana_spent: Pool | None = None


class EffectRow(Model):
    """A spell or ability that resolved and whose continuous effect still lasts."""

    id: Name | None = Field(None, description="Default: a slug of the card's name, numbered when repeated.")
    card: Name = Field(description="The card it came from.")
    controller: Name = Field(description="The player who controlled it.")
    chosen: Chosen = Field(default_factory=_nothing_chosen)
    targets: Names = Field(default_factory=list)
    ability: Place | None = Field(None, description="Which ability, where it was one.")


def _entry(value: Any) -> Any:
    return {"card": value} if isinstance(value, str | int) and not isinstance(value, bool) else value


ZoneEntry = Annotated[ZoneRow, BeforeValidator(_entry)]
Zone = dict[str, list[ZoneEntry]]


class Document(Model):
    """One board, one question, optionally the right answer."""

    id: Name | None = Field(None, description="A short name; default: document-N.")
    title: Text = Field("", description="What the scenario shows, in a line.")
    players: Names = Field(min_length=1, description="In turn order.", examples=[["alice", "bob"]])
    active: Name | None = Field(None, description="Whose turn it is. Default: the first player.")
    battlefield: list[PermanentRow] = Field(default_factory=list, description="The permanents, oldest first.")
    hand: Zone = Field(default_factory=dict, description="Cards in hands, by player.")
    library: Zone = Field(default_factory=dict, description="Cards in libraries, by player, top card first.")
    graveyard: Zone = Field(default_factory=dict, description="Cards in graveyards, by player.")
    exile: Zone = Field(default_factory=dict, description="Cards in exile, by player.")
    command: Zone = Field(default_factory=dict, description="Cards in the command zone, by player.")
    stack: list[StackRow] = Field(default_factory=list, description="The stack, its top last.")
    effects: list[EffectRow] = Field(
        default_factory=list, description="What resolved and still lasts, oldest first."
    )
    timestamps: Names = Field(
        default_factory=list,
        description="Ids, oldest first, where the order of rows is not the order in time.",
    )
    commander: dict[str, Annotated[Names, BeforeValidator(_list)]] = Field(
        default_factory=dict, description="Commanders, by player."
    )
    mana_pool: dict[str, Pool] = Field(
        default_factory=dict, description="Mana in pools.", examples=[{"alice": "{C}{C}"}]
    )
    cards: list[CardRow] = Field(default_factory=list, description="Cards defined here.")
    ask: dict[str, Any] = Field(description="The question.", examples=[{"could_produce": "pool"}])
    expect: Any = Field(None, description="The right answer.")
    rules: list[Text] = Field(
        default_factory=list, description="The CR numbers the answer rests on.", examples=[["106.7"]]
    )
    source: Text = Field("", description="Where the answer comes from.")
    why: Text = Field("", description="Why, in a sentence.")


# ------------------------------------------------------------------------------------------------ questions


def _field_type(hint: Any, name: str) -> Any:
    """The model's type for a field of a question."""
    options = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    bare = next(o for o in options if o is not type(None))
    if bare is asks.Within:
        bare = _model(asks.Within, {})
    elif bare is asks.Move:
        bare = _model(asks.Move, {"from_object": "from", "counter": "kind"})
    elif bare is asks.Event:
        bare = EventRow
    elif typing.get_origin(bare) is tuple:
        bare = Names
    elif bare is str:
        bare = Literal[asks.ZONES_TO_ENTER_FROM] if name == "from_zone" else Name
    elif bare is int:
        bare = Place
    return bare | None if type(None) in options else bare


def _model(cls: Any, aliases: dict[str, str]) -> type[Model]:
    hints = typing.get_type_hints(cls)
    entries: dict[str, Any] = {}
    for f in dataclasses.fields(cls):
        default = ... if f.default is dataclasses.MISSING else f.default
        kind = _field_type(hints[f.name], f.name)
        entries[f.name] = (kind, Field(default, alias=aliases.get(f.name, f.name)))
    return cast(type[Model], create_model(cls.__name__, __base__=Model, __doc__=cls.__doc__, **entries))


class EventRow(Model):
    """What happened: exactly one of `copied`, `cast` and `tapped_for_mana`, and how."""

    copied: Name | None = None
    cast: Name | None = None
    tapped_for_mana: Name | None = None
    by: Name | None = None
    ability: Place | None = None
    controller: Name | None = None


@functools.cache
def ask_model(kind: str) -> type[Model]:
    """A model of the whole `ask` map for a kind of question."""
    cls = asks.QUESTIONS[kind]
    names = [f.name for f in dataclasses.fields(cls)]
    if not names:
        flag: dict[str, Any] = {"asked": (Literal[True], Field(alias=kind))}
        return cast(type[Model], create_model(cls.__name__, __base__=Model, __doc__=cls.__doc__, **flag))
    return _model(cls, {**asks.KEYS, names[0]: kind})


def to_question(kind: str, row: Model) -> asks.Question:
    """The question that a checked `ask` map stands for; what its ids name is not looked at."""
    cls = asks.QUESTIONS[kind]
    values = {f.name: _value(getattr(row, f.name)) for f in dataclasses.fields(cls)}
    return cls(**values)


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, EventRow):
        what = next(w for w in asks.EVENTS if getattr(value, w) is not None)
        rest = {k: getattr(value, k) for k in ("by", "ability", "controller")}
        return asks.Event(cast(Any, what), getattr(value, what), **rest)
    if isinstance(value, Model):
        kind = asks.Within if type(value).__name__ == "Within" else asks.Move
        return kind(**{name: _value(getattr(value, name)) for name in type(value).model_fields})
    return value
