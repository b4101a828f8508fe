"""Whole texts, lines and single abilities to terms; the round trip is the test of understanding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from clingo.symbol import Function, Number, String, Symbol, SymbolType

from pyreason.cards.domains import attaches, touched_by, touches
from pyreason.cards.model import Line
from pyreason.cards.oracle.lexicon import WITH_COST, WITH_NUMBER
from pyreason.cards.oracle.phrases import Unwritable
from pyreason.cards.oracle.segment import plain, with_self, without_reminder
from pyreason.errors import InputError
from pyreason.terms import words

GRAMMAR_VERSION = "11"

_INTRINSIC = re.compile(r"^\(\{T\}: Add (\{[WUBRGC]\}(?:(?:, | or |, or )\{[WUBRGC]\})*)\.\)$")
_LEVEL = re.compile(r"^LEVEL (\d+)(?:-(\d+)|\+)$")
_SIZE = re.compile(r"^(\d+)/(\d+)$")
_CLASS_LEVEL = re.compile(r"^\{.*\}: Level (\d+)$")
_IN_DOMAIN = re.compile(
    r"\badds?\b[^.]*?(\{|\bmana\b(?! value))|could produce|\bfor (two or more )?mana\b|\btaps? [^.]*\bfor \{|"
    r"\bproduces? ",
    re.I,
)
_MAY_BE_STATIC = re.compile(
    r'\b(?:have|has|gains?)\b.*"|\bas though\b.*\bhaste\b|\benter (?:tapped )?as a copy\b'
)
_MAY_BE_CONTINUOUS = re.compile(
    r"^(?!When|Whenever|At |•|\[|\d+(?:[–—-]\d+)? )(?![^\"]*: )"
    r"[^.\"]*\b(?:gets?|ha(?:s|ve)|is|are|isn't|aren't|loses?|"
    r"control|can't (?:have|get|enchant|choose|become untapped|be (?:the|put|enchanted|equipped))|"
    r"can be (?:the|attached)|[Pp]rotection from|[Hh]exproof from)\b"
)
_MAY_DEFINE = re.compile(r"^~ is [\w ]+\.?$")
_MAY_BE_KEYWORDS = re.compile(r"^[A-Z][^.:\"]{1,120}\.?$")
# What could bring Auras along; other cards' entering is no concern of any question.
_MAY_PUT = re.compile(
    r"\b(?:put|return)s?\b[^.\"]*\b(?:Aura|enchantment|permanent)\b[^.\"]*\bcards?\b[^.\"]*"
    r"\b(?:onto|to) the battlefield\b",
    re.I,
)
# What copies spells or abilities, moves counters, or reveals cards until some are found.
_MAY_COPY = re.compile(
    r"\bcop(?:y|ies) (?:(?:that|it|target|the (?:next|spell))\b|~)|\bnew targets? for (?:the|that) cop|"
    r"\bmoves? [^.]*\bcounters?\b|"
    r"\breveals? cards from the top of\b",
    re.I,
)
_MOVES = re.compile(
    r"\b(?:attach|put_attached|put_onto_battlefield|copy|copy_for_each|new_targets|move_counters|reveal_until)\("
)
_PART = re.compile(r"^(?:•|\d+(?:[–—-]\d+)? [|—])")
_OF_SPELLS = ("spell", "mode", "rolled")
_ROW = re.compile(r"^(\d+(?:[–—-]\d+)? [|—]) (.*?)\.?$")
_BARE_SYMBOLS = re.compile(r"\d+[WUBRGCXTQ]*|[WUBRGCXTQ]+")
_SPELLS = ("Instant", "Sorcery")


def compile_text(
    text: str,
    *,
    name: str,
    types: Sequence[str],
    subtypes: Sequence[str] = (),
    layout: str = "normal",
) -> tuple[Line, ...]:
    """All lines of a card's Oracle text.

    Args:
        text: the text, lines separated by newlines, reminder text included.
        name: the name of the face.
        types, subtypes: as on the type line.
        layout: MTGJSON's or Scryfall's layout; levelers and Classes have lines that depend on a level.

    Returns:
        One `Line` a printed line, numbered from 1; reminder text is not counted, and basic land types' own
        reminder text becomes a line with number 0.
    """
    lines: list[Line] = []
    number = 0
    level: tuple[int, int | None] | None = None
    for raw in text.split("\n"):
        if _INTRINSIC.match(raw.strip()):
            lines.append(compile_line(raw, number=0, name=name, types=tuple(types), layout=layout))
            continue
        bare = without_reminder(raw)
        if not bare:
            continue
        number += 1
        marker = _LEVEL.match(bare) or _CLASS_LEVEL.match(bare)
        if marker:
            high = marker[2] if marker.re is _LEVEL else None
            level = (int(marker[1]), int(high) if high else None)
            lines.append(Line(number, None if marker.re is _LEVEL else _class_level(bare), (), (), raw))
            continue
        line = compile_line(
            raw, number=number, name=name, types=tuple(types), subtypes=tuple(subtypes), layout=layout
        )
        if level is not None and (size := _SIZE.match(bare)):
            line = Line(number, _sized(int(size[1]), int(size[2])), (), (), raw)
        if level is not None and line.term is not None:
            line = _at_level(line, *level)
        lines.append(line)
    return tuple(_with_other_targets(_with_one_target(_with_parts(lines))))


def _with_other_targets(lines: list[Line]) -> list[Line]:
    """In a spell's later line "another target" is another than those of its earlier lines (CR 115.3)."""
    from pyreason.cards.oracle.targets import behind_targets
    from pyreason.terms import is_targeting

    found: list[Line] = []
    earlier = False
    for line in lines:
        if line.term is not None and line.term.name == "spell":
            term = behind_targets(line.term) if earlier else line.term
            earlier = earlier or is_targeting(term)
            line = Line(line.number, term, line.touches, line.opaque, line.text)
        found.append(line)
    return found


def _with_one_target(lines: list[Line]) -> list[Line]:
    """What a spell of several lines sets up is known only where there is no doubt which target is meant."""
    from pyreason.cards.oracle.spans import number_spans, opaque
    from pyreason.cards.oracle.targets import has_target

    setting_up = [
        line for line in lines if str(line.term).startswith("spell(") and "targeting(" in str(line.term)
    ]
    texts = {line.number: without_reminder(line.text or "").removesuffix(".") for line in lines}
    if not setting_up or sum(has_target(text) for text in texts.values()) <= 1:
        return lines
    found: list[Line] = []
    for line in lines:
        if line in setting_up:
            text = texts[line.number]
            term, spans = number_spans(Function("spell", [opaque(text)]), text)
            line = Line(line.number, _with_changes(term, spans), line.touches, spans, line.text)
        found.append(line)
    return found


def _with_changes(term: Symbol, spans: tuple[str, ...]) -> Symbol:
    """The mark `changes` on the spans of a spell's line that could change what objects are."""
    from pyreason.cards.oracle.outline import is_beside_the_point

    if term.name == "opaque":
        number, *marks = term.arguments
        known = marks and any(mark.name == "exchange" for mark in marks[0].arguments)
        if known or is_beside_the_point(spans[number.number - 1]):
            return term
        before = list(marks[0].arguments) if marks else []
        return Function("opaque", [number, Function("", [*before, Function("changes")])])
    if term.name in ("spell", "mode", "rolled", "seq", "costing", "worded"):
        before, last = term.arguments[:-1], term.arguments[-1]
        if term.name == "seq":
            before = [before[0], _with_changes(before[1], spans)]
        return Function(term.name, [*before, _with_changes(last, spans)])
    return term


def _adds(term: Symbol | None) -> bool:
    """Whether an ability itself adds mana; what it gives away or creates doesn't count."""
    return term is not None and "add/2" in words(term)


def _with_parts(lines: list[Line]) -> list[Line]:
    """An ability in outline is marked `mana` where a mode or a die-table row below it adds mana, and `target`
    where one of them has a target."""
    from pyreason.cards.oracle.targets import has_target

    marked = list(lines)
    for at, line in enumerate(lines):
        below = list(takewhile(lambda each: _PART.match(each.text or ""), lines[at + 1 :]))
        term, touches = line.term, line.touches
        if (with_rows := _with_table(line, below)) is not None:
            marked[at : at + 1 + len(below)] = with_rows
            continue
        if not _PART.match(line.text or "") and (term is None or term.name not in _OF_SPELLS):
            marked[at + 1 : at + 1 + len(below)] = [_without_row(each) for each in below]
        if not below or term is None or not line.opaque or _adds(term):
            continue
        if any("adds_mana" in each.touches or _adds(each.term) for each in below):
            term, touches = _marked(term, "mana"), ("adds_mana",)
        if term.name not in _OF_SPELLS and any(
            has_target(without_reminder(each.text or "")) for each in below
        ):
            term = _marked(term, "target")
        marked[at] = Line(line.number, term, touches, line.opaque, line.text)
    return marked


def _without_row(line: Line) -> Line:
    """A row of a permanent's die table as not understood, since the ability above doesn't know it."""
    if line.term is None or line.term.name != "rolled":
        return line
    return Line(line.number, None, ("adds_mana",) if _adds(line.term) else (), (), line.text)


def _with_table(line: Line, rows: Sequence[Line]) -> list[Line] | None:
    """A permanent's ability with the rows of the die table below it (CR 706.3), where one of them adds mana,
    and the lines of these rows.

    None where there is no such table, or not all of it is known.
    """
    from pyreason.cards.oracle.spans import may_be_opaque
    from pyreason.cards.oracle.targets import has_target

    term = line.term
    if term is None or term.name not in ("activated", "triggered") or _adds(term):
        return None
    *before, effect = term.arguments[:2] if term.name == "activated" else term.arguments
    known = [row.term for row in rows if row.term is not None and row.term.name == "rolled"]
    if not any(_adds(row) for row in known) or effect.name != "opaque" or "opaque" in str(before[-1]):
        return None
    spans, table, lines = list(line.opaque), [], []
    for row in rows:
        said = row.term
        if said is None or said.name != "rolled":
            found = _ROW.match(without_reminder(row.text or ""))
            if found is None or not may_be_opaque(found[2]) or has_target(found[2]):
                return None
            spans.append(found[2])
            alone = Function("rolled", [String(found[1]), Function("opaque", [Number(1)])])
            row = Line(row.number, alone, (), (found[2],), row.text)
            said = Function("rolled", [String(found[1]), Function("opaque", [Number(len(spans))])])
        elif row.opaque or str(said).count("add(") > 1:
            return None
        table.append(said)
        lines.append(row)
    whole = table.pop()
    for said in reversed(table):
        whole = Function("rows", [said, whole])
    whole = Function("table", [effect, whole])
    rest = [*before, whole, *term.arguments[2:]] if term.name == "activated" else [*before, whole]
    whole_line = Line(line.number, Function(term.name, rest), line.touches, tuple(spans), line.text)
    return [whole_line, *lines]


def _marked(term: Symbol, mark: str) -> Symbol:
    """The term with a mark on its last span, which is what its effect is."""
    if term.type != SymbolType.Function or not term.arguments:
        return term
    if term.name != "opaque":
        at = 1 if term.name == "activated" else -1
        arguments = list(term.arguments)
        arguments[at] = _marked(arguments[at], mark)
        return Function(term.name, arguments)
    number, *marks = term.arguments
    before = list(marks[0].arguments) if marks else []
    return Function("opaque", [number, Function("", [*before, Function(mark)])])


def _sized(power: int, toughness: int) -> Symbol:
    """The power and toughness of a level (CR 711.2a)."""
    base = Function("base_pt", [Number(power), Number(toughness)])
    return Function("static", [Function("applies", [Function("this"), Function("", [base])])])


def _class_level(text: str) -> Symbol:
    """The ability that takes a Class to its next level (CR 716.2a)."""
    cost, number = text.split(": Level ")
    level = Function("class_level", [Number(int(number))])
    price = Function("mana", [String(cost)])
    return Function("activated", [Function("", [price]), level, Function("", [level])])


def _at_level(line: Line, low: int, high: int | None) -> Line:
    from clingo.symbol import Supremum

    assert line.term is not None
    term = Function("leveled", [Number(low), Supremum if high is None else Number(high), line.term])
    return Line(line.number, term, line.touches, line.opaque, line.text)


def compile_line(
    text: str,
    *,
    number: int,
    name: str,
    types: tuple[str, ...],
    subtypes: tuple[str, ...] = (),
    layout: str = "normal",
) -> Line:
    """One line of a card's text (see `compile_text`); `term` is None where it is not understood."""
    found = _INTRINSIC.match(text.strip())
    if found:
        letters = re.findall(r"\{(.)\}", found[1].lower())
        return Line(
            number, Function("intrinsic", [Function("", [Function(x) for x in letters])]), (), (), text
        )
    bare = without_reminder(text)
    said = with_self(bare, name)
    kind = "spell" if any(t in _SPELLS for t in types) else "permanent"
    touched = touches(said, kind)
    read = None
    if _IN_DOMAIN.search(said) or _MAY_BE_STATIC.search(said):
        read = _understood(said, "line", spell=kind == "spell")
    elif attaches(said) or _MAY_PUT.search(said) or _MAY_COPY.search(said):
        read = _moving(_understood(said, "moving", spell=kind == "spell"))
        if read is not None and kind == "spell":
            read = _with_changes(*read), read[1]
    elif kind == "spell" and _MAY_DEFINE.match(said):
        read = _understood(said, "defining", spell=True)
    elif _MAY_BE_KEYWORDS.match(said):
        read = _understood(said, "keywords", spell=kind == "spell")
    if read is None and kind != "spell" and _MAY_BE_CONTINUOUS.search(said):
        read = _understood(said, "line", spell=False)
    if read is not None and not _worth_keeping(read[0]):
        read = None
    if read is not None and kind != "spell" and read[0].name == "mode" and not _adds(read[0]):
        read = None
    if read is not None and kind == "spell" and "create(" in str(read[0]) and not _adds(read[0]):
        read = _with_changes(*read), read[1]
    if read is None and not touched:
        read = _understood(said, "outline", spell=kind == "spell")
        if read is not None and kind == "spell":
            read = _with_changes(*read), read[1]
    if read is not None:
        return Line(number, read[0], touched_by(*read), read[1], text)
    if attaches(said):
        touched = (*touched, "attaching")
    return Line(number, None, touched, (), text)


_Read = tuple[Symbol, tuple[str, ...]]


def _moving(read: _Read | None) -> _Read | None:
    """A reading that says what is attached or put onto the battlefield; other lines do with their outline."""
    return read if read is not None and _MOVES.search(str(read[0])) else None


def _understood(text: str, what: str, *, spell: bool) -> _Read | None:
    """The term and the spans of a line, if the term says all that the line says.

    `what`: whether it is read as a "line" of any kind, as one "moving" things and with nothing about mana, as
    one of "keywords", as one "defining" what a spell is, or as an ability in "outline".
    """
    from pyreason.cards.oracle.lines import read_keyword_line, read_line
    from pyreason.cards.oracle.outline import read_outline
    from pyreason.cards.oracle.parse import Reader
    from pyreason.cards.oracle.spans import adds_nothing, number_spans
    from pyreason.cards.oracle.statements import read_defining
    from pyreason.cards.oracle.writing import write_line

    def read(text: str, reader: Reader) -> Symbol | None:
        if what == "keywords":
            return read_keyword_line(text, reader)
        if what == "defining":
            return read_defining(text, reader)
        return (read_outline if what == "outline" else read_line)(text, reader, spell=spell)

    reader = Reader(free=what == "moving" and adds_nothing(text))
    term = read(text, reader)
    if term is None:
        return None
    try:
        written = write_line(term)
    except Unwritable:
        return None
    if plain(written) != plain(text) and read(written, Reader(free=reader.free)) != term:
        return None
    return number_spans(term, text)


_KEPT = re.compile(
    r"\b(?:add|could_produce|keyword|grants|applies|cda|replaces|tapped_for_mana|tap_for_mana|may_tap_for_mana|"
    r"as_though_haste|cast_target|attach|put_attached|put_onto_battlefield|copy|copy_tapped|copy_for_each|new_targets|move_counters|"
    r"reveal_until)\("
)


def _worth_keeping(term: Symbol) -> bool:
    return bool(_KEPT.search(str(term)))


def parse_ability(text: str) -> Symbol:
    """The term of one ability in Oracle wording, as in `granted:` of a scenario.

    Braces round mana symbols may be left out ("T: add G"). Keywords, activated, triggered and static
    abilities are read.

    Raises:
        InputError: the wording is not understood.
    """
    said = with_self(without_reminder(with_braces(_whole(text.strip()))), "")
    read = _understood(said[:1].upper() + said[1:], "line", spell=False)
    if read is None:
        raise InputError(f"not understood as an ability: {text!r}")
    return read[0]


_PREDICATE = re.compile(r"^(?:is|gets|has|loses|can't have)\b")


def _whole(text: str) -> str:
    """A text that only says what the object is or has, as a statement ("loses flying", "is a 2/2 ...")."""
    said = re.sub(r"^loses: ", "loses ", text)
    said = re.sub(r"^becomes\b", "is", re.sub(r"^gains\b", "has", said))
    if not _PREDICATE.match(said):
        return text
    said = re.sub(r" until (?:end of turn|your next turn)\b", "", said)
    return "~ " + re.sub(r"[;.] it's still a land\b", " that's still a land", said, flags=re.I)


def with_braces(text: str) -> str:
    """Puts braces round mana and tap symbols written without: "1, T: add GG" is "{1}, {T}: add {G}{G}"."""
    cost, colon, effect = text.partition(":")
    if not colon:
        keyword = re.fullmatch(r"([a-z' -]+) (\d*[WUBRGCX]*)", text)
        costly = keyword is not None and keyword[1] in WITH_COST - WITH_NUMBER
        return f"{keyword[1]} {_braced(keyword[2])}" if keyword and costly else text
    pieces = [piece.strip() for piece in cost.split(",")]
    paid = ", ".join(_braced(piece) if _BARE_SYMBOLS.fullmatch(piece) else piece for piece in pieces)
    if "{" not in effect:
        effect = re.sub(r"(?<=[ ,])[WUBRGC]+(?=[ ,.]|$)", lambda m: _braced(m[0]), effect)
    return f"{paid}:{effect}"


def _braced(symbols: str) -> str:
    return "".join(f"{{{s}}}" for s in re.findall(r"\d+|[A-Z]", symbols))
