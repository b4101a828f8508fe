"""The JSON Schema of a scenario document, made from the models that read it."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import models_json_schema

from pyreason._scenario_models import Document, ZoneRow, ask_model
from pyreason.asks import ACTIONS, COPY_VALUES, QUESTIONS, TRAITS, Shape
from pyreason.board import MANA_TYPES

_REF = "#/$defs/{model}"
_TEXTS: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
_POOL: dict[str, Any] = {"type": "string", "pattern": r"^(\{[WUBRGC]\})*$"}


def json_schema() -> dict[str, Any]:
    """The schema of one document (draft 2020-12), as plain JSON values."""
    asked = {kind: ask_model(kind) for kind in QUESTIONS}
    models = [(model, "validation") for model in (Document, *asked.values())]
    refs, out = models_json_schema(models, by_alias=True, ref_template=_REF)  # type: ignore[arg-type]
    defs: dict[str, Any] = out["$defs"]
    _shorten(defs)
    document = defs.pop(refs[Document, "validation"]["$ref"].rsplit("/", 1)[1])
    for kind, model in asked.items():
        entry = defs[refs[model, "validation"]["$ref"].rsplit("/", 1)[1]]
        entry["title"] = kind
    zone_row = {"$ref": f"#/$defs/{ZoneRow.__name__}"}
    properties = document["properties"]
    for key in ("hand", "library", "graveyard", "exile", "command"):
        entry_or_name = {"anyOf": [{"type": "string", "description": "The card's name."}, zone_row]}
        properties[key]["additionalProperties"] = {"type": "array", "items": entry_or_name}
    properties["commander"]["additionalProperties"] = {"anyOf": [{"type": "string"}, _TEXTS]}
    properties["rules"]["items"] = {"type": ["string", "number"]}
    properties["ask"] = {
        "description": properties["ask"]["description"],
        "examples": properties["ask"]["examples"],
        "oneOf": [refs[model, "validation"] for model in asked.values()],
    }
    properties["expect"] = {"description": "The right answer, in the shape that goes with the question."}
    _single_or_list(defs["Chosen"]["properties"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "pyreason scenario",
        "description": "One Magic: The Gathering board, one rules question, optionally the right answer.",
        "examples": [EXAMPLE],
        **{key: value for key, value in document.items() if key not in ("title", "description")},
        "allOf": [
            {
                "if": {"properties": {"ask": {"required": [kind]}}, "required": ["ask"]},
                "then": {"properties": {"expect": SHAPES[cls.answer_shape](kind)}},
            }
            for kind, cls in QUESTIONS.items()
        ],
        "$defs": defs,
    }


EXAMPLE: dict[str, Any] = {
    "id": "pool-and-orchard",
    "title": "Reflecting Pool sees what Exotic Orchard could produce",
    "players": ["alice", "bob"],
    "battlefield": [
        {"id": "pool", "card": "Reflecting Pool", "controller": "alice"},
        {"id": "orchard", "card": "Exotic Orchard", "controller": "alice"},
        {"id": "mountain", "card": "Mountain", "controller": "bob"},
    ],
    "ask": {"could_produce": "pool"},
    "expect": ["R"],
    "rules": ["106.7"],
    "why": "The Orchard could produce red, because an opponent has a Mountain.",
}
"""A whole document, shown in the schema."""


def _traits(kind: str) -> dict[str, Any]:
    colors = {"type": "array", "items": {"enum": list(MANA_TYPES[:5])}}
    special: dict[str, Any] = {
        "name": {"type": "string"},
        "controller": {"type": "string"},
        "colors": colors,
        "power": {"type": ["integer", "string"]},
        "toughness": {"type": ["integer", "string"]},
        "x": {"type": "integer"},
        "modes": {"type": "array", "items": {"type": "integer"}},
    }
    known = COPY_VALUES if kind == "copy_values" else TRAITS
    return {
        "type": "object",
        "properties": {key: special.get(key, _TEXTS) for key in known},
        "additionalProperties": False,
    }


def _list_of(items: dict[str, Any]) -> Any:
    return lambda kind: {"type": "array", "items": items}


SHAPES: dict[Shape, Any] = {
    "mana_types": _list_of({"enum": list(MANA_TYPES)}),
    "mana_outcomes": _list_of({"type": "object", "additionalProperties": _POOL}),
    "pools": _list_of(_POOL),
    "bool": lambda kind: {"type": "boolean"},
    "number": lambda kind: {"type": "integer"},
    "ids": lambda kind: _TEXTS,
    "ordered_ids": lambda kind: _TEXTS,
    "id": lambda kind: {"type": "string"},
    "host_maps": _list_of({"type": "object", "additionalProperties": {"type": "string"}}),
    "target_slots": _list_of(_TEXTS),
    "traits": _traits,
    "actions": _list_of(
        {
            "type": "object",
            "properties": {action: {"type": "string"} for action in ACTIONS},
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        }
    ),
}
"""The schema of an answer of each shape."""


def _shorten(node: Any) -> None:
    """Drop the titles that only repeat keys, nulls that nobody writes, and line breaks in descriptions."""
    if isinstance(node, list):
        for item in node:
            _shorten(item)
        return
    if not isinstance(node, dict):
        return
    if isinstance(node.get("title"), str) and "properties" not in node:
        del node["title"]
    if isinstance(node.get("description"), str):
        node["description"] = " ".join(node["description"].split())
    options = node.get("anyOf")
    if isinstance(options, list) and {"type": "null"} in options and len(options) == 2:
        node.pop("anyOf")
        node.update(next(option for option in options if option != {"type": "null"}))
        if node.get("default", 0) is None:
            del node["default"]
    for name, entry in node.get("properties", {}).items():
        if entry.get("type") in _EMPTY and name not in node.get("required", ()):
            entry.setdefault("default", _EMPTY[entry["type"]]())
    for value in list(node.values()):
        _shorten(value)


_EMPTY: dict[str, Any] = {"array": list, "object": dict}
"""What a list or a map is where it is left out."""


def _single_or_list(properties: dict[str, Any]) -> None:
    for entry in properties.values():
        entry.pop("default", None)
        entry["anyOf"] = [entry["items"], {"type": "array", "items": entry.pop("items")}]
        entry.pop("type", None)
