"""`pyreason schema`: the JSON Schema of a scenario."""

from __future__ import annotations

import json

import click


@click.command()
def schema() -> None:
    """Print the JSON Schema of a scenario document, for editors.

    Save it, and begin a YAML file with "# yaml-language-server: $schema=scenario.schema.json".

    \b
    Example:
      pyreason schema > scenario.schema.json
    """
    from pyreason._scenario_schema import json_schema

    click.echo(json.dumps(json_schema(), indent=2, ensure_ascii=False))
