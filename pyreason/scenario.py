"""Scenarios: a board, a question and perhaps the right answer, read from YAML or JSON and written back.

    >>> from pyreason.scenario import loads
    >>> scenario, = loads('''
    ... players: [alice, bob]
    ... battlefield:
    ...   - {id: pool, card: Reflecting Pool, controller: alice}
    ... ask: {could_produce: pool}
    ... ''')
    >>> scenario.question
    CouldProduce(object='pool', by=None, ability=None, controller=None)

Names of cards are not looked up here: `pyreason.ask` does that. `Scenario.locate` says where in the file an
error that it raises belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from pyreason import _jsonl, _yaml
from pyreason._scenario_build import build
from pyreason._scenario_read import read_ask, read_document
from pyreason.asks import Question
from pyreason.board import ZONES, Board, GameObject, ResolvedEffect, StackObject
from pyreason.errors import PyreasonError, ScenarioError

__all__ = [
    "MISSING",
    "Broken",
    "Scenario",
    "load",
    "loads",
    "parse_ask",
    "problems",
    "read",
    "read_line",
]


class _Missing:
    """The type of MISSING."""

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False

    def __reduce__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()
"""`Scenario.expect` of a scenario that says nothing about the answer: `[]` and `false` are answers."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One document: a board, a question, and what its author says of the answer.

    `expect` is plain JSON values in the shape the question's answer has, or MISSING. Two scenarios are equal
    where they say the same, wherever they were read from.
    """

    id: str
    board: Board
    question: Question
    title: str = ""
    expect: Any = MISSING
    rules: tuple[str, ...] = ()
    source: str = ""
    why: str = ""
    file: str | None = field(default=None, compare=False)
    document: int = field(default=1, compare=False)
    line: int = field(default=1, compare=False)
    _raw: _yaml.Raw | None = field(default=None, compare=False, repr=False)
    _rows: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def line_of(self, path: str) -> int:
        """The line of the key at a path such as `battlefield[2].controller`, or of what encloses it."""
        return self._raw.line_of(path) if self._raw is not None else self.line

    def path_of(self, id: str) -> str | None:
        """The path of the row that has this id (`battlefield[2]`), or None."""
        return self._rows.get(id)

    def locate(self, error: PyreasonError) -> ScenarioError:
        """The error with the file, document, key and line it is about, as far as it can be told.

        Goes by the error's own path, then by the id or card it names.
        """
        message = error.message if isinstance(error, ScenarioError) else str(error)
        path = error.path if isinstance(error, ScenarioError) else None
        if path is None:
            path = self._path_named(error)
        line = self.line_of(path) if path else self.line
        place = ScenarioError(
            _yaml.one_line(message), file=self.file, document=self.document, path=path, line=line
        )
        place.exit_code = error.exit_code
        return place

    def _path_named(self, error: PyreasonError) -> str | None:
        """The path of what the error speaks of: a card by its name, an object by its id."""
        name = getattr(error, "object", None) or getattr(error, "name", None)
        if not isinstance(name, str):
            quoted = re.findall(r"'([^']+)'|\"([^\"]+)\"|\(([\w#-]+)\)", str(error))
            said = [part for parts in quoted for part in parts if part]
            name = next((s for s in said if s in self._rows or self._paths_of_card(s)), None)
        if name is None:
            return None
        paths = self._paths_of_card(name)
        return paths[0] if paths else self._rows.get(name)

    def _paths_of_card(self, card: str) -> list[str]:
        """Where the document names this card, wherever that is."""
        board = self.board
        rows: list[GameObject | StackObject | ResolvedEffect] = [*board.objects, *board.stack, *board.effects]
        found = []
        for row in rows:
            path = self._rows.get(row.id)
            if path is not None and row.card == card:
                found.append(_yaml.join(path, "card") if self._has(path, "card") else path)
            elif path is not None and getattr(row, "copy_of", None) == card:
                found.append(_yaml.join(path, "copy_of"))
        found += [_yaml.join("commander", player) for player, name in board.commander if name == card]
        if getattr(self.question, "by", None) == card:
            found.append("ask.by")
        if card in getattr(self.question, "objects", ()):
            found.append(f"ask.{self.question.kind}")
        return found

    def _has(self, path: str, key: str) -> bool:
        return self._raw is None or _yaml.join(path, key) in self._raw.marks

    def to_dict(self) -> dict[str, Any]:
        """The scenario as plain JSON values; reading them again gives an equal scenario."""
        return dict(_dump(self))

    def to_yaml(self) -> str:
        """The scenario as a YAML document."""
        import yaml

        return yaml.safe_dump(self.to_dict(), sort_keys=False, allow_unicode=True, width=110)


@dataclass(frozen=True, slots=True)
class Broken:
    """A document that is no scenario: its id where it has a readable one, and every fault found."""

    id: str | None
    document: int
    line: int
    errors: tuple[ScenarioError, ...]


# ---------------------------------------------------------------------------------------------------- reading


def read(text: str | bytes, file: str | None = None) -> list[Scenario | Broken]:
    """Every document of a text in order, the good as scenarios and the others with what is wrong with them.

    `file` is only what errors call the text. Raises ScenarioError where the text as a whole can't be read:
    it is not UTF-8 or holds no document.
    """
    if isinstance(text, bytes):
        text = _yaml.decode(text, file)
    raws = _yaml.documents(text, file)
    if not raws:
        raise ScenarioError("there is no scenario in it", file=file)
    return [_read(raw, file) for raw in raws]


def read_line(line: str | bytes, number: int = 1, file: str | None = None) -> Scenario | Broken:
    """The document on one line of JSON, the line `number` of its file: see `read`. Raises nothing."""
    try:
        text = line if isinstance(line, str) else _yaml.decode(line, file)
        raw = _jsonl.raw(text, number)
        if raw is not None:
            scenario = _read(raw, file)
            if isinstance(scenario, Scenario):
                return scenario
        raws = _yaml.documents(text.strip(" \t\r\n"), file)
        if len(raws) != 1:
            raise ScenarioError("there is no document on this line", file=file)
    except ScenarioError as error:
        fault = ScenarioError(error.message, file=file, line=number)
        return Broken(None, number, number, (fault,))
    return _read(_on_line(raws[0], number, text), file)


def _on_line(raw: _yaml.Raw, number: int, text: str) -> _yaml.Raw:
    """A document that was read by itself, as the one on this line."""
    fault = raw.fault
    if fault is not None:
        message = _jsonl.fault(text) or fault.message
        fault = ScenarioError(message, file=fault.file, path=fault.path, line=number)
    return _yaml.Raw(number, number, raw.value, dict.fromkeys(raw.marks, number), fault)


def loads(text: str | bytes, file: str | None = None) -> list[Scenario]:
    """The scenarios of a text. Raises ScenarioError for its first fault; see `problems` and `read`."""
    scenarios = []
    for item in read(text, file):
        if isinstance(item, Broken):
            raise item.errors[0]
        scenarios.append(item)
    return scenarios


def load(source: str | Path) -> list[Scenario]:
    """The scenarios of a file, or of a text (a string of more than one line, or one that begins with `{`).

    Raises ScenarioError for the first fault, and where the file can't be read.
    """
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("{")):
        return loads(source)
    return loads(read_file(source), str(source))


def read_file(path: str | Path) -> bytes:
    """The bytes of a file. Raises ScenarioError where there is none or it can't be read."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        reason = (error.strerror or "can't be read").lower()
        raise ScenarioError(f"can't read it: {reason}", file=str(path)) from None
    except ValueError:
        raise ScenarioError("no file can have this name", file=repr(str(path))) from None


def problems(text: str | bytes, file: str | None = None) -> list[ScenarioError]:
    """Every fault of every document of a text, in order; empty where all can be loaded."""
    try:
        items = read(text, file)
    except ScenarioError as error:
        return [error]
    return [error for item in items if isinstance(item, Broken) for error in item.errors]


def parse_ask(ask: Mapping[str, Any]) -> Question:
    """The question that an `ask` map stands for; what its ids name is not looked at.

    Raises ScenarioError for an unknown question, key or wrong value.
    """
    question, faults = read_ask(dict(ask))
    if question is None:
        raise ScenarioError(faults[0][1], path=faults[0][0])
    return question


def _read(raw: _yaml.Raw, file: str | None) -> Scenario | Broken:
    if raw.fault is not None:
        return Broken(None, raw.number, raw.line, (raw.fault,))
    document, question, faults = read_document(raw.value)
    if document is not None and question is not None and not faults:
        has_expect = "expect" in raw.value
        built = build(document, question, has_expect)
        if not built.faults and built.board is not None and built.question is not None:
            return Scenario(
                id=document.id or f"document-{raw.number}",
                title=document.title,
                board=built.board,
                question=built.question,
                expect=built.expect if has_expect else MISSING,
                rules=tuple(document.rules),
                source=document.source,
                why=document.why,
                file=file,
                document=raw.number,
                line=raw.line_of("id"),
                _raw=raw,
                _rows=built.rows,
            )
        faults = built.faults
    errors = []
    for fault_path, message in faults:
        path = _written(raw, fault_path)
        line = raw.line_of(path)
        path = _yaml.one_line(path)
        errors.append(
            ScenarioError(
                _yaml.one_line(message), file=file, document=raw.number, path=path or None, line=line
            )
        )
    errors.sort(key=lambda error: error.line or 0)
    id = raw.value.get("id") if isinstance(raw.value, dict) else None
    return Broken(id if isinstance(id, str) else None, raw.number, raw.line, tuple(errors))


def _written(raw: _yaml.Raw, path: str) -> str:
    """The path without the index of an item that was written alone, not in a list."""
    above = _yaml.parent(path)
    return above if path.endswith("]") and path not in raw.marks and above in raw.marks else path


# ---------------------------------------------------------------------------------------------------- writing


def _dump(scenario: Scenario) -> Iterator[tuple[str, Any]]:
    board = scenario.board
    yield "id", scenario.id
    if scenario.title:
        yield "title", scenario.title
    yield "players", list(board.players)
    if board.active != board.players[0]:
        yield "active", board.active
    if board.cards:
        yield "cards", [_row(card) for card in board.cards]
    if board.commander:
        yield "commander", _grouped(board.commander)
    if board.battlefield:
        yield "battlefield", [_permanent(o) for o in board.battlefield]
    for zone in ZONES:
        cards = [(o.controller, _zone_entry(o)) for o in board.objects if o.zone == zone]
        if cards:
            yield zone, {player: _grouped(cards, always=True)[player] for player, _ in cards}
    if board.stack:
        yield "stack", [_row(s, owner=s.controller if s.card is not None else None) for s in board.stack]
    if board.effects:
        yield "effects", [_row(e) for e in board.effects]
    if board.timestamps:
        yield "timestamps", list(board.timestamps)
    if board.mana_pool:
        yield "mana_pool", dict(board.mana_pool)
    yield "ask", scenario.question.to_ask()
    if scenario.expect is not MISSING:
        yield "expect", scenario.expect
    if scenario.rules:
        yield "rules", list(scenario.rules)
    for key in ("source", "why"):
        if text := getattr(scenario, key):
            yield key, text


def _grouped(pairs: Any, always: bool = False) -> dict[str, Any]:
    """Pairs as a map from first to second, or to the list of seconds where there are more (or `always`)."""
    out: dict[str, list[Any]] = {}
    for key, value in pairs:
        out.setdefault(key, []).append(value)
    return {key: values if always or len(values) > 1 else values[0] for key, values in out.items()}


def _row(value: Any, **same: Any) -> dict[str, Any]:
    """The fields of a row that differ from their default, or from the value given for them in `same`."""
    out: dict[str, Any] = {}
    for f in fields(value):
        item = getattr(value, f.name)
        default = same.get(f.name, f.default)
        if f.name in ("id", "name", "type", "card", "controller") or item != default:
            if item is None:
                continue
            if f.name == "chosen":
                item = _grouped(item)
            elif f.name in ("counters", "division"):
                item = dict(item)
            out[f.name] = list(item) if isinstance(item, tuple) else item
    return out


def _permanent(row: Any) -> dict[str, Any]:
    out = _row(row, owner=row.controller)
    out.pop("zone", None)
    return out


def _zone_entry(row: Any) -> str | dict[str, Any]:
    out = _row(row, owner=row.controller)
    for key in ("zone", "controller"):
        out.pop(key, None)
    return row.card if set(out) == {"id", "card"} and row.id == row.card else out
