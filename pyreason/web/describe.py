"""What the OpenAPI document says beyond the signatures: bodies, answers and problems."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from pyreason._scenario_schema import json_schema

_REF = "#/components/schemas/"
_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}


def _schema(name: str) -> dict[str, str]:
    return {"$ref": _REF + name}


def _map(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def _body(schema: Any, *types: str) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {kind: {"schema": schema} for kind in types}}}


def _problem(what: str) -> dict[str, Any]:
    content = {"application/problem+json": {"schema": _schema("Problem")}}
    return {"description": what, "content": content}


def _route(summary: str, answer: Any, *, body: Any = None, others: dict[int | str, str] | None = None) -> Any:
    good: dict[str, Any] = {"description": "Done.", "content": {"application/json": {"schema": answer}}}
    responses: dict[int | str, Any] = {200: good}
    responses |= {status: _problem(what) for status, what in (others or {}).items()}
    return {
        "summary": summary,
        "responses": responses,
        "response_model": None,
        **({"openapi_extra": body} if body else {}),
    }


_FAULTS: dict[int | str, str] = {
    408: "The body took too long.",
    413: "The body is too large.",
    415: "The body is in no format that is read.",
    422: "What is wrong with the scenario; or no answer, within the limits or yet.",
    503: "Too many questions are waiting.",
}
_SCENARIO_BODY = _body(_schema("Scenario"), "application/json", "application/yaml")
ASK = _route("Answer a question", _schema("Ruling"), body=_SCENARIO_BODY, others=_FAULTS)
READ = _route(
    "Read a scenario file",
    _map(
        scenarios={"type": "array", "items": _map(scenario=_schema("Scenario"), line={"type": "integer"})},
        errors={"type": "array", "items": _schema("Fault")},
    ),
    body=_body(_TEXT, "application/yaml", "application/json", "text/plain"),
    others=_FAULTS,
)
WRITE = _route("Write a scenario as YAML", _map(yaml=_TEXT), body=_SCENARIO_BODY, others=_FAULTS)
BOARD = _route("Read board text", {"type": "object"}, body=_body(_TEXT, "text/plain"), others=_FAULTS)
TEXT = _route("Write board text", _map(text=_TEXT), body=_SCENARIO_BODY, others=_FAULTS)
_NONE: dict[int | str, str] = {422: "No such card, or the query is too long."}
CARDS = _route(
    "Search cards",
    _map(cards={"type": "array", "items": _map(name=_TEXT, mana_cost=_TEXT, type=_TEXT)}),
    others=_NONE,
)
CARD = _route("Look at a card", {"type": "object"}, others=_NONE)
QUESTIONS = _route("The questions that are answered", {"type": "array", "items": {"type": "object"}})
EXAMPLES = _route(
    "Ready scenarios",
    {
        "type": "array",
        "items": _map(name=_TEXT, scenarios={"type": "array", "items": _schema("Scenario")}),
    },
)
SCHEMA = _route("The JSON Schema of a scenario", {"type": "object"})
HEALTH = _route("Whether questions are answered now", {"type": "object"}, others={503: "Not yet."})

RULING = {
    **_map(
        id=_TEXT,
        ask={"type": "object"},
        shape={"type": "string", "description": "The shape of the answer."},
        answer={"description": "As `expect` in a scenario with this question."},
        reasons={"type": "array", "items": {"type": "object"}},
        rules={**_TEXTS, "description": "The numbers of the Comprehensive Rules that the answer rests on."},
        caveats={
            "type": "array",
            "items": _map(object=_TEXT, card=_TEXT, line={"type": ["integer", "null"]}, why=_TEXT, text={}),
        },
        notes=_TEXTS,
        complete={"type": "boolean", "description": "False where a limit cut the answer."},
        layers={"type": "array", "items": {"type": "object"}},
        refused={"type": "object", "additionalProperties": _TEXTS},
        count={"type": "integer"},
        barred={"type": "object", "description": "For what is refused, the rules as the law words them."},
        proof={"type": "object", "description": "With `explain`: `roots` and `nodes`, premises first."},
    ),
    "required": ["ask", "answer", "reasons", "rules", "caveats", "notes", "complete"],
}
FAULT = _map(message=_TEXT, line={"type": "integer"}, path=_TEXT, document={"type": "integer"})
PROBLEM = {
    **_map(
        type=_TEXT,
        title=_TEXT,
        status={"type": "integer"},
        detail={"type": "string", "description": "The line that the command line prints."},
        exit_code={"type": "integer", "description": "What the command line would end with."},
        errors={"type": "array", "items": _schema("Fault")},
        suggestions=_TEXTS,
    ),
    "required": ["type", "title", "status", "detail"],
}


def openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of the application, made once."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        scenario = _moved(json_schema())
        schemas |= scenario.pop("$defs", {})
        scenario.pop("$schema", None)
        schemas |= {"Scenario": scenario, "Ruling": RULING, "Problem": PROBLEM, "Fault": FAULT}
        app.openapi_schema = document
    return app.openapi_schema


def _moved(schema: Any) -> Any:
    """The schema with its references leading to the document's components."""
    if isinstance(schema, dict):
        return {
            key: value.replace("#/$defs/", _REF) if key == "$ref" else _moved(value)
            for key, value in schema.items()
        }
    return [_moved(item) for item in schema] if isinstance(schema, list) else schema
