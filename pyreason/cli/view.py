"""How `ask` prints a ruling: as text, as JSON, with its proof, or the proof alone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pyreason.board import Board
    from pyreason.cli.output import Line
    from pyreason.rulings import Ruling

FORMATS = ("tree", "json", "mermaid", "dot", "html", "text")
"""The forms a proof can be printed in, as in `pyreason.explain.renderings`."""

DEPTH = 4
"""How many levels of a proof are printed where nothing else is asked for."""


@dataclass(frozen=True, slots=True)
class View:
    """What is printed of a ruling: `form` stands for the proof alone, `depth` None for all its levels."""

    as_json: bool = False
    explain: bool = False
    depth: int | None = DEPTH
    form: str | None = None

    def show(self, ruling: Ruling, board: Board, head: list[Line], **more: Any) -> None:
        """Print one ruling; `head` goes before it as text, `more` into its JSON."""
        from pyreason.cli.output import ruling_lines, show

        if self.as_json:
            click.echo(json.dumps({**more, **ruling.to_dict()}, ensure_ascii=False))
            return
        proof = ruling.told
        if self.form is not None and self.form != "tree":
            from pyreason.explain.renderings import render

            click.echo(render(proof, self.form) if proof is not None else "")
            return
        lines = [] if self.form else [*head, *ruling_lines(ruling, board)]
        if self.explain and proof is not None:
            from pyreason.explain.renderings import tree_lines

            lines += [[("Proof:", "bold")]] if not self.form else []
            lines += tree_lines(proof, self.depth)
        show(lines)
