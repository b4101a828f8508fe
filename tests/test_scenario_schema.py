"""The JSON Schema says what the reader accepts."""

from __future__ import annotations

import json
from typing import Any

from pyreason._scenario_models import Document
from pyreason._scenario_schema import json_schema
from pyreason.asks import QUESTIONS
from pyreason.scenario import load

SCHEMA = json_schema()


def resolve(node: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in node:
        found = SCHEMA["$defs"][node["$ref"].removeprefix("#/$defs/")]
        assert isinstance(found, dict)
        return found
    return node


def refs(node: Any) -> set[str]:
    if isinstance(node, list):
        return {ref for item in node for ref in refs(item)}
    if not isinstance(node, dict):
        return set()
    own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
    return own | {ref for value in node.values() for ref in refs(value)}


def test_it_has_every_key_with_a_description() -> None:
    assert set(SCHEMA["properties"]) == set(Document.model_fields)
    assert all(entry.get("description") for entry in SCHEMA["properties"].values())
    assert SCHEMA["required"] == ["players", "ask"]
    assert SCHEMA["additionalProperties"] is False
    assert SCHEMA["title"] == "pyreason scenario"


def test_every_reference_leads_somewhere() -> None:
    assert all(ref.removeprefix("#/$defs/") in SCHEMA["$defs"] for ref in refs(SCHEMA))


def test_it_has_every_question_with_its_answer() -> None:
    asked = [resolve(option) for option in SCHEMA["properties"]["ask"]["oneOf"]]
    assert [entry["title"] for entry in asked] == list(QUESTIONS)
    for entry, kind in zip(asked, QUESTIONS, strict=True):
        assert kind in entry["required"]
        assert entry["description"]
    answers = {rule["if"]["properties"]["ask"]["required"][0]: rule["then"] for rule in SCHEMA["allOf"]}
    assert answers["could_produce"]["properties"]["expect"]["items"] == {
        "enum": ["W", "U", "B", "R", "G", "C"]
    }
    assert answers["can_target"]["properties"]["expect"] == {"type": "boolean"}
    assert set(answers) == set(QUESTIONS)


def test_written_keys_are_those_of_the_format() -> None:
    row = resolve(SCHEMA["properties"]["stack"]["items"])
    assert {"copy", "ability_of", "division", "resolving"} <= set(row["properties"])
    assert "copy_" not in row["properties"]
    assert (
        resolve(SCHEMA["properties"]["hand"]["additionalProperties"]["items"]["anyOf"][1])["title"]
        == "ZoneRow"
    )


def test_its_example_is_a_scenario() -> None:

    (example,) = SCHEMA["examples"]
    assert load(json.dumps(example))[0].expect == ["R"]


def test_no_key_is_said_to_be_null() -> None:
    assert '"null"' not in str(SCHEMA).replace("'", '"')
