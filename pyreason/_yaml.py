"""YAML and JSON text to plain values, with the line of every key.

Reads parser events rather than PyYAML's constructors: no recursion, no tags, no code, and booleans, numbers
and null as in YAML 1.2 (`true`, `false`, whole decimal numbers, `null`; `no`, `on`, `1.5`, dates are text).
Duplicate keys, aliases that unfold into very much and very deep nesting are errors. JSON is read by the same
path. Documents are told apart before they are parsed, so that a broken one does not hide the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from pyreason.errors import ScenarioError

MAX_DEPTH = 50
"""How deep lists and maps may be nested."""
MAX_NODES = 300_000
"""How many values a document may hold, aliases counted as what they stand for."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN = (None, "")
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})\Z")
_MARKER = re.compile(r"---(?=\s|\Z)")
_END = re.compile(r"\.\.\.(?=\s|\Z)")
_BARE_MANA = re.compile(r"[:\[,]\s*\{(?:[WUBRGCXTQ]|\d+)\}")
_WORDS: dict[str, bool | None] = {"null": None, "Null": None, "NULL": None, "~": None, "": None}
_WORDS |= dict.fromkeys(("true", "True", "TRUE"), True) | dict.fromkeys(("false", "False", "FALSE"), False)
_TAGS = {"tag:yaml.org,2002:" + name: name for name in ("str", "int", "bool", "null", "map", "seq", "float")}


_PAIR = re.compile(r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")


def _join_pair(match: re.Match[str]) -> str:
    """The character that JSON escapes as a pair of surrogates, which YAML does not know."""
    high, low = int(match[2], 16) - 0xD800, int(match[3], 16) - 0xDC00
    return match[1] + chr(0x10000 + high * 0x400 + low)


@dataclass(slots=True)
class Raw:
    """One document: its number from 1, its first line, and either its value and marks or what is wrong.

    `marks` maps a path such as `battlefield[2].controller` to the line of that key or item.
    """

    number: int
    line: int
    value: Any = None
    marks: dict[str, int] = field(default_factory=dict)
    fault: ScenarioError | None = None

    def line_of(self, path: str) -> int:
        """The line of the key at `path`, or of the nearest enclosing one that is written."""
        while path and path not in self.marks:
            path = parent(path)
        return self.marks.get(path, self.line)


def join(path: str, key: str | int) -> str:
    """The path of a key or item inside the value at `path`."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key


def parent(path: str) -> str:
    """The path of what encloses the value at `path`; "" at the top (a key may itself hold dots)."""
    cut = max(path.rfind("."), path.rfind("["))
    return path[:cut] if cut > 0 else ""


def one_line(text: str) -> str:
    """The text on one line, every run of blanks and of what can't be printed turned into a space."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def decode(data: bytes, file: str | None = None) -> str:
    """The text of a file's bytes. Raises ScenarioError with the line where they are not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"not UTF-8 text (byte 0x{data[error.start]:02x})"
        raise ScenarioError(message, file=file, line=line) from None


def documents(text: str, file: str | None = None) -> list[Raw]:
    """The documents of a text in order, good and broken alike; none for a text without any."""
    found = []
    for number, (first, chunk) in enumerate(_split(text), 1):
        raw = Raw(number, first)
        try:
            _Reader(raw, chunk).read()
        except ScenarioError as error:
            raw.value = None
            raw.fault = ScenarioError(
                one_line(error.message),
                file=file,
                document=number,
                path=one_line(error.path or "") or None,
                line=error.line,
            )
        found.append(raw)
    return found


def _split(text: str) -> list[tuple[int, str]]:
    """(first line, text) of each document. A line that starts with `---` always starts a document."""
    chunks: list[tuple[int, list[str], bool]] = [(1, [], False)]
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff")), 1):
        if _MARKER.match(line):
            directives = any(old.startswith("%") for old in chunks[-1][1])
            if directives and _blank(chunks[-1][1]):
                chunks[-1][1].append(line)
                continue
            chunks.append((number, [line], True))
        elif _END.match(line):
            chunks.append((number + 1, [], False))
        else:
            chunks[-1][1].append(line)
    while chunks and _blank(chunks[-1][1]) and len(chunks) > 1:
        chunks.pop()
    kept = [(n, lines) for n, lines, marked in chunks if marked or not _blank(lines)]
    if not any(not _blank(lines) for _, lines in kept):
        return [(n, "\n".join(lines)) for n, lines in kept[:1]]
    return [(n, "\n".join(lines)) for n, lines in kept]


def _blank(lines: list[str]) -> bool:
    """Whether the lines hold no content: only blanks, comments, directives and a bare marker."""
    for line in lines:
        rest = (line[3:] if _MARKER.match(line) else line).strip()
        if rest and not rest.startswith("#") and not line.startswith("%"):
            return False
    return True


@dataclass(slots=True)
class _Frame:
    """A list or map being read; `size` counts the values in it, `merges` holds the maps under `<<`."""

    value: Any
    path: str
    anchor: str | None
    size: int = 1
    key: str | None = None
    merges: list[Any] = field(default_factory=list)


class _Reader:
    """Turns one document's events into a value and marks."""

    def __init__(self, raw: Raw, text: str) -> None:
        self.raw = raw
        self.text = text
        self.stack: list[_Frame] = []
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.done = False

    def read(self) -> None:
        line = self.raw.line
        try:
            for event in self._events():
                line = self.raw.line + event.start_mark.line
                self._take(event, line)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            here = mark.line if mark is not None else 0
            raise ScenarioError(self._wording(error, here), line=self.raw.line + here) from None
        except (yaml.YAMLError, UnicodeEncodeError, ValueError) as error:
            message = "not readable text: " + " ".join(str(getattr(error, "reason", error)).split())
            raise ScenarioError(message, line=line) from None

    def _events(self) -> Iterator[Any]:
        text = self.text
        if text.removeprefix("---").lstrip().startswith("{"):
            text = _PAIR.sub(_join_pair, text)
        yield from yaml.parse(text, Loader=_LOADER)

    def _wording(self, error: yaml.MarkedYAMLError, here: int) -> str:
        lines = self.text.split("\n")
        source = lines[here] if here < len(lines) else ""
        problem = " ".join((error.problem or str(error)).split())
        if source[: len(source) - len(source.lstrip())].count("\t") or "'\\t'" in problem:
            return "a tab where YAML wants spaces"
        if any(_BARE_MANA.search(text) for text in lines[max(0, here - 1) : here + 1]):
            return f'not valid YAML ({problem}); mana strings need quotes: "{{R}}{{R}}"'
        return f"not valid YAML: {problem}"

    def _take(self, event: Any, line: int) -> None:
        if isinstance(event, yaml.DocumentStartEvent):
            if self.done:
                raise ScenarioError("a second document begins here without '---'", line=line)
        elif isinstance(event, yaml.AliasEvent):
            if event.anchor not in self.anchors:
                raise ScenarioError(f"*{event.anchor} stands for nothing before it", line=line)
            value, size = self.anchors[event.anchor]
            self._put(value, size, line)
        elif isinstance(event, yaml.ScalarEvent):
            if self._wants_key():
                self._key(event, line)
                return
            value = _scalar(event, line)
            if event.anchor:
                self.anchors[event.anchor] = (value, 1)
            self._put(value, 1, line)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._open({} if isinstance(event, yaml.MappingStartEvent) else [], event, line)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._close(line)

    def _wants_key(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1].value, dict) and self.stack[-1].key is None

    def _key(self, event: Any, line: int) -> None:
        frame, key = self.stack[-1], event.value
        path = join(frame.path, key)
        if key == "<<" and event.style in _PLAIN:
            frame.key = key
            return
        if key in frame.value:
            first = self.raw.marks.get(path, line)
            raise ScenarioError(f"the key {key!r} stands twice, first on line {first}", path=path, line=line)
        frame.key = key
        frame.value[key] = None
        self.raw.marks[path] = line

    def _here(self) -> str:
        if not self.stack:
            return ""
        frame = self.stack[-1]
        return join(frame.path, len(frame.value) if isinstance(frame.value, list) else frame.key or "")

    def _open(self, value: Any, event: Any, line: int) -> None:
        if self._wants_key():
            message = "a key must be a word, not a list or map; text with braces needs quotes"
            raise ScenarioError(message, path=self.stack[-1].path, line=line)
        if event.tag is not None and event.tag not in _TAGS and event.tag != "!":
            raise ScenarioError(f"the tag {event.tag} is not allowed", path=self._here(), line=line)
        if len(self.stack) >= MAX_DEPTH:
            raise ScenarioError(f"nested deeper than {MAX_DEPTH} levels", line=line)
        path = self._here()
        if path and path not in self.raw.marks:
            self.raw.marks[path] = line
        self.stack.append(_Frame(value, path, event.anchor))

    def _close(self, line: int) -> None:
        frame = self.stack.pop()
        for merged in frame.merges:
            for key, value in merged.items():
                frame.value.setdefault(key, value)
        if frame.anchor:
            self.anchors[frame.anchor] = (frame.value, frame.size)
        self._put(frame.value, frame.size, line)

    def _put(self, value: Any, size: int, line: int) -> None:
        """Put a finished value where it belongs; `size` is what it unfolds to."""
        if not self.stack:
            self.raw.value, self.done = value, True
            return
        if self._wants_key():
            raise ScenarioError("a key must be a word", path=self.stack[-1].path, line=line)
        frame = self.stack[-1]
        frame.size += size
        if frame.size > MAX_NODES:
            raise ScenarioError(f"more than {MAX_NODES:,} values in one document", line=line)
        if isinstance(frame.value, list):
            self.raw.marks.setdefault(join(frame.path, len(frame.value)), line)
            frame.value.append(value)
        elif frame.key == "<<":
            maps = value if isinstance(value, list) else [value]
            if not all(isinstance(m, dict) for m in maps):
                raise ScenarioError("'<<' takes a map", path=frame.path, line=line)
            frame.merges.extend(maps)
            frame.key = None
        else:
            frame.value[frame.key] = value
            frame.key = None


def _scalar(event: Any, line: int) -> Any:
    """The value of a scalar: text unless it is plain and reads as a word or whole number of YAML 1.2."""
    text, tag = event.value, event.tag
    if tag is not None and tag != "!":
        if tag not in _TAGS:
            raise ScenarioError(f"the tag {tag} is not allowed", line=line)
        if _TAGS[tag] == "str":
            return text
    elif event.style not in _PLAIN or tag == "!":
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INT.match(text) else text
