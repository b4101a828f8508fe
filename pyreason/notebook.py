"""Boards and rulings as HTML, for notebooks: `Board` and `Ruling` show themselves with it.

The HTML stands alone: no scripts, nothing loaded, colours that follow the notebook's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from pyreason.board import ZONES, Board, GameObject
from pyreason.cards.printed import TypeLine
from pyreason.errors import PyreasonError

if TYPE_CHECKING:
    from pyreason.cards.library import Library
    from pyreason.cards.model import Card
    from pyreason.rulings import Ruling

_COLORS = {
    "W": "#f7ecb5", "U": "#a9d5f2", "B": "#b9aebb", "R": "#f3a58d", "G": "#9fd3ac", "C": "#d6d0c8",
}  # fmt: skip
_SHOWN = {"T": "↷", "Q": "↶"}
_STYLE = """
.pyreason {font: 14px/1.4 system-ui, sans-serif}
.pyreason .side {border: 1px solid #8886; border-radius: 8px; padding: 6px 10px; margin: 6px 0}
.pyreason .cards {display: flex; flex-wrap: wrap; gap: 8px; align-items: flex-start}
.pyreason .object {border: 1px solid #8888; border-left: 5px solid #888; border-radius: 6px; padding: 4px 8px;
 min-width: 120px; max-width: 190px}
.pyreason .object .object {margin-top: 6px}
.pyreason .tapped {border-style: dashed; transform: rotate(2deg)}
.pyreason .quiet {opacity: .7; font-size: 12px}
.pyreason .mark {background: #8883; border-radius: 4px; padding: 0 4px; font-size: 12px}
.pyreason .mana {display: inline-block; min-width: 1.4em; text-align: center; border-radius: 1em;
 font-size: 11px; line-height: 1.4em; font-weight: 700; color: #161616;
 border: 1px solid #0005; margin: 0 1px}
.pyreason .caveat {background: #f0b42933; border-left: 4px solid #d29a12; padding: 2px 8px; margin: 4px 0}
.pyreason .answer {font-size: 17px; margin: 4px 0}
.pyreason table {border-collapse: collapse} .pyreason td, .pyreason th {padding: 2px 8px; text-align: left}
"""


def with_mana(text: str) -> str:
    """Text as HTML, its mana symbols drawn."""
    parts = re.split(r"(\{[^{}\s]{1,5}\})", text)
    return "".join(_symbol(part[1:-1]) if number % 2 else escape(part) for number, part in enumerate(parts))


def _symbol(code: str) -> str:
    color = _COLORS.get(code.split("/")[0], "#d9d5ce")
    second = _COLORS.get(code.rpartition("/")[2], color)
    paint = color if second == color else f"linear-gradient(135deg,{color} 50%,{second} 50%)"
    shown = "".join(_SHOWN.get(part, part) for part in code.split("/"))
    return f'<span class="mana" style="background:{paint}" title="{escape(code)}">{escape(shown)}</span>'


def _whole(*parts: str) -> str:
    return f'<div class="pyreason"><style>{_STYLE}</style>{"".join(parts)}</div>'


# ------------------------------------------------------------------------------------------------ boards


def board_html(board: Board) -> str:
    """The board as a picture: each player's permanents with what is attached to them, and the other zones."""
    library = _library(board)
    return _whole(*(_side(board, player, library) for player in board.players), _stack(board))


def _library(board: Board) -> Library:
    from pyreason.cards.library import default_library

    return default_library().with_definitions(board.cards)


def _side(board: Board, player: str, library: Library) -> str:
    rows = [o for o in board.battlefield if o.controller == player and not _hangs(o, board)]
    drawn: set[str] = set()
    cards = "".join(_card(row, board, library, drawn) for row in rows)
    head = escape(player) + (' <span class="mark">active</span>' if player == board.active else "")
    pool = next((mana for name, mana in board.mana_pool if name == player), "")
    zones = "".join(_zone(zone, player, board) for zone in ZONES)
    return f'<div class="side"><b>{head}</b> {with_mana(pool)}<div class="cards">{cards}</div>{zones}</div>'


def _hangs(row: GameObject, board: Board) -> bool:
    """Whether it is drawn below the permanent it is attached to; not where that leads back to it."""
    at, steps = row, 0
    while at.attached_to is not None and steps <= len(board.objects):
        host = board.get(at.attached_to)
        if host is None or host is row:
            break
        at, steps = host, steps + 1
    return at is not row and at.attached_to != row.id


def _card(row: GameObject, board: Board, library: Library, drawn: set[str]) -> str:
    if row.id in drawn:
        return ""
    drawn.add(row.id)
    card = _find(library, row.card)
    id = f' <span class="quiet">{escape(row.id)}</span>' if _repeated(row, board) else ""
    name = escape(row.card) + id
    lines = [f"<b>{name}</b> {with_mana(card.mana_cost) if card else ''}"]
    if card is not None:
        kind = str(TypeLine(card.supertypes, card.types, card.subtypes))
        points = f" {card.power}/{card.toughness}" if card.power is not None else ""
        lines.append(f'<span class="quiet">{escape(kind)}{escape(points)}</span>')
    if marks := list(_marks(row, board)):
        lines.append(" ".join(f'<span class="mark">{with_mana(mark)}</span>' for mark in marks))
    attached = [o for o in board.battlefield if o.attached_to == row.id]
    inside = "".join(_card(other, board, library, drawn) for other in attached)
    color = _COLORS.get(card.colors[0], "#888") if card and card.colors else "#888"
    tapped = " tapped" if row.tapped else ""
    return f'<div class="object{tapped}" style="border-left-color:{color}">{"<br>".join(lines)}{inside}</div>'


def _find(library: Library, name: str) -> Card | None:
    try:
        return library.find(name)
    except PyreasonError:
        return None


def _repeated(row: GameObject, board: Board) -> bool:
    return sum(o.card == row.card for o in board.objects) > 1


def _marks(row: GameObject, board: Board) -> Iterator[str]:
    for word, there in (("tapped", row.tapped), ("summoning sick", row.sick), ("face down", row.face_down)):
        if there:
            yield word
    if row.token:
        yield "token"
    yield from (f"{number} × {kind}" for kind, number in row.counters if number)
    yield from (f"{{{value}}}" if what == "color" else f"{what}: {value}" for what, value in row.chosen)
    yield from row.granted
    if row.x is not None:
        yield f"X = {row.x}"
    if row.attached_to in board.players:
        yield f"on {row.attached_to}"
    host = board.get(row.attached_to) if row.attached_to else None
    if host is not None and host.controller != row.controller:
        yield f"{row.controller}'s"


def _zone(zone: str, player: str, board: Board) -> str:
    names = [o.card for o in board.objects if o.zone == zone and o.controller == player]
    return f'<div class="quiet">{zone}: {escape(", ".join(names))}</div>' if names else ""


def _stack(board: Board) -> str:
    if not board.stack:
        return ""
    rows = (f"{s.card or f'ability of {s.ability_of}'} ({s.controller})" for s in board.stack)
    return f'<div class="side"><b>Stack</b> {escape(", ".join(rows))}</div>'


# ------------------------------------------------------------------------------------------------ rulings


def ruling_html(ruling: Ruling) -> str:
    """The outcomes, where they come from, the layers, the rules, caveats and the proof."""
    from pyreason.cli.output import answer_rows
    from pyreason.heads import label

    evidence = ruling.evidence
    board = evidence.situation.board if evidence is not None else Board(("",), "")
    rows = [with_mana(row) for row in answer_rows(ruling.question.answer_shape, ruling.answer, board)]
    asked = ruling.question.to_ask()
    subject = asked[ruling.question.kind]
    head = ruling.question.kind.replace("_", " ")
    if isinstance(subject, str):
        head = f"{label(subject, board)}: {head}"
    parts = [f"<b>{escape(head)}</b>"]
    parts.append(f'<div class="answer">{"<br>".join(rows) or "nothing"}</div>')
    if not ruling.complete:
        parts.append('<div class="caveat">Incomplete: a limit cut the answer; there may be more.</div>')
    parts += [f'<div class="caveat"><b>Caveat:</b> {with_mana(str(c))}</div>' for c in ruling.caveats]
    parts += [f"<div><i>{with_mana(note)}</i></div>" for note in ruling.notes]
    sources = dict.fromkeys(
        f"{label(r.object, board)}: {r.text or f'ability {r.ability}'} → {r.part}" for r in ruling.reasons
    )
    parts.append(_folded("Where it comes from", [with_mana(source) for source in sources]))
    barred = [f"{label(r.part, board)}: CR {', '.join(r.rules)}" for r in ruling.refused]
    parts.append(_folded("Barred", [escape(row) for row in barred]))
    parts.append(_layers(ruling))
    if ruling.rules:
        parts.append(f"<div><b>Rules:</b> CR {escape(', '.join(ruling.rules))}</div>")
    if ruling.proof is not None and ruling.proof.roots:
        parts.append(f"<details><summary>Proof</summary>{ruling.proof._repr_html_()}</details>")
    return _whole(*parts)


def _folded(title: str, rows: Iterable[str]) -> str:
    items = "".join(f"<li>{row}</li>" for row in rows)
    return f"<details><summary>{title}</summary><ul>{items}</ul></details>" if items else ""


def _layers(ruling: Ruling) -> str:
    if not ruling.layers:
        return ""
    rows = "".join(
        f"<tr><td>{escape(step.layer)}</td><td>{escape(step.card)}</td>"
        f"<td>{with_mana(', '.join(step.gained))}</td><td>{with_mana(', '.join(step.lost))}</td></tr>"
        for step in ruling.layers
    )
    head = "<tr><th>Layer</th><th>Effect of</th><th>Gained</th><th>Lost</th></tr>"
    return f"<table>{head}{rows}</table>"
