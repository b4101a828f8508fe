"""From a document's plain value to the checked model and the question, every fault in our own words."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ValidationError

from pyreason import asks
from pyreason._closest import closest
from pyreason._scenario_expect import COLOR_NAMES, Fault, show
from pyreason._scenario_models import Document, EventRow, Model, ask_model, to_question
from pyreason._yaml import join
from pyreason.errors import did_you_mean

_OPTIONS = re.compile(r"'([^']*)'")
_WANTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "dict_type": "a map",
    "model_type": "a map",
    "model_attributes_type": "a map",
}


def read_document(value: Any) -> tuple[Document | None, asks.Question | None, list[Fault]]:
    """The document and its question, as far as they can be read, and what is wrong with their form."""
    if value is None:
        return None, None, [("", "the document is empty")]
    if not isinstance(value, dict):
        return None, None, [("", f"a scenario is a map of keys, not {show(value)}")]
    found: list[Fault] = []
    rows = {k: v for k, v in value.items() if v is not None or k in ("expect", "ask", "players")}
    document = None
    try:
        document = Document.model_validate(rows)
    except ValidationError as error:
        found.extend(_faults(error, Document, ""))
    question, wrong = read_ask(value["ask"]) if "ask" in value else (None, [])
    found = [fault for fault in found if fault[0] != "ask"] + wrong
    return document, question, found


def read_ask(value: Any, path: str = "ask") -> tuple[asks.Question | None, list[Fault]]:
    """The question of an `ask` map, or what is wrong with it; what its ids name is not looked at."""
    if not isinstance(value, dict):
        return None, [(path, f"should be a map such as {{could_produce: ID}}, not {show(value)}")]
    kinds = [key for key in value if key in asks.QUESTIONS]
    if not kinds:
        known = [k for key in value for k in closest(key, asks.QUESTIONS)]
        hint = did_you_mean(known[:1]) or f"; known: {', '.join(asks.QUESTIONS)}"
        named = next(iter(value), None)
        return None, [(path, f"{named!r} is no question{hint}" if named else f"no question{hint}")]
    kind = kinds[0]
    if len(kinds) > 1 and not set(kinds[1:]) <= set(ask_model(kind).model_fields):
        return None, [(path, f"two questions, {kinds[0]!r} and {kinds[1]!r}; ask one a document")]
    try:
        row = ask_model(kind).model_validate(value)
    except ValidationError as error:
        return None, list(_faults(error, ask_model(kind), path))
    event = getattr(row, "event", None)
    if isinstance(event, EventRow) and sum(getattr(event, w) is not None for w in asks.EVENTS) != 1:
        return None, [(join(path, "event"), f"needs exactly one of {', '.join(asks.EVENTS)}")]
    return to_question(kind, row), []


def _faults(error: ValidationError, model: type[BaseModel], path: str) -> Iterator[Fault]:
    """The faults pydantic found, a key that is misspelt before one that is missing for it."""
    meant: set[tuple[int | str, ...]] = set()
    details = sorted(error.errors(include_url=False), key=lambda d: d["type"] == "missing")
    for detail in details:
        loc = detail["loc"]
        if detail["type"] == "extra_forbidden":
            meant |= {(*loc[:-1], name) for name in _nearest_keys(model, loc)}
        elif detail["type"] == "missing" and loc in meant:
            continue
        where = path
        for part in loc[:-1] if detail["type"] == "missing" else loc:
            where = join(where, part)
        yield where, _message(detail, model)


def _keys(model: type[BaseModel]) -> list[str]:
    return [f.alias or name for name, f in model.model_fields.items()]


def _nearest_keys(model: type[BaseModel], loc: tuple[int | str, ...]) -> tuple[str, ...]:
    return closest(str(loc[-1]), _keys(_model_at(model, loc[:-1])))


def _message(detail: Any, model: type[BaseModel]) -> str:
    kind, value, loc = detail["type"], detail["input"], detail["loc"]
    ctx = detail.get("ctx", {})
    if kind == "extra_forbidden":
        known = _keys(_model_at(model, loc[:-1]))
        hint = did_you_mean(_nearest_keys(model, loc)) or f"; known: {', '.join(known)}"
        return f"unknown key {str(loc[-1])!r}{hint}"
    if kind == "missing":
        return f"the key {str(loc[-1])!r} is missing"
    if kind == "literal_error":
        options = _OPTIONS.findall(ctx["expected"]) or [show(True)]
        return _choice(value, options)
    if kind in _WANTED:
        hint = ""
        if kind == "string_type" and isinstance(value, dict | list | bool):
            hint = "; put quotes around it"
        return f"should be {_WANTED[kind]}, not {show(value)}{hint}"
    if kind in ("string_too_short", "too_short"):
        return "is empty"
    if kind == "greater_than_equal":
        return f"can't be less than {ctx['ge']}, but is {value}"
    return str(detail["msg"])


def _choice(value: Any, options: list[str]) -> str:
    listed = ", ".join(options[:-1]) + (" or " if options[1:] else "") + options[-1]
    if not isinstance(value, str):
        return f"should be {listed}, not {show(value)}"
    letter = COLOR_NAMES.get(value.lower(), value.upper())
    near = (letter,) if letter in options else closest(value, options)
    what = "no colour" if options == ["W", "U", "B", "R", "G"] else "not allowed here"
    return f"{show(value)} is {what}; write {listed}{did_you_mean(near)}"


def _model_at(model: type[BaseModel], loc: tuple[int | str, ...]) -> type[BaseModel]:
    """The model that reads the value at `loc` inside what `model` reads."""
    for part in loc:
        if not isinstance(part, str):
            continue
        for name, field in model.model_fields.items():
            if part in (name, field.alias):
                inner = list(_models_in(field.annotation))
                model = inner[0] if inner else model
                break
    return model


def _models_in(annotation: Any) -> Iterator[type[Model]]:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
    for part in typing.get_args(annotation):
        yield from _models_in(part)
