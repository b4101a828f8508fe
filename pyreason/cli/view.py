"""How `ask` prints a ruling: as text, as JSON, with its proof, or the proof alone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pyreason.board import Board
    from pyreason.cli.output import Line
    from pyreason.explain.proof import Proof
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
        if self.form is None:
            show([*head, *ruling_lines(ruling, board)])
        if self.explain and ruling.told is not None:
            if self.form is None:
                show([[("Proof:", "bold")]])
            self.show_proof(ruling.told)

    def show_proof(self, proof: Proof) -> None:
        """Print a proof in the form that is asked for."""
        from pyreason.cli.output import show
        from pyreason.explain.renderings import render, tree_lines

        if self.as_json or self.form not in (None, "tree"):
            click.echo(render(proof, self.form or "json"))
        else:
            show(tree_lines(proof, self.depth))
