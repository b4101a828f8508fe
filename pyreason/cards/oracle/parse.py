"""Phrase -> term, with Lark's Earley parser over the table of wordings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from clingo.symbol import Function, Number, String, Symbol

from pyreason.cards.oracle.grammar import LEXICAL, Slot, fill, lexical_terminals, table
from pyreason.cards.oracle.lexicon import (
    BASIC_LAND_TYPES,
    NUMBER_OF,
    TOKEN,
    Word,
    keyword_name,
    subtypes,
    tokens,
)

if TYPE_CHECKING:
    from lark import Lark

STARTS = (
    *("sentence", "swap", "cost", "event", "cond", "limits", "static", "rider", "keyword_argument"),
    "enchantable",
    *("prod", "np.s", "np.p", "amount", "lasting", "targeted.s", "targeted.p", "tail", "ofeach"),
)


class NotUnderstood(Exception):
    """A phrase that is no sentence of the grammar."""


class Reader:
    """Reads phrases; `second` tells whether any of them took a wording that is read but never written.

    `free`: the line has nothing to do with mana, so that any sentence of it may stay text.
    """

    def __init__(self, *, free: bool = False) -> None:
        self.second = False
        self.free = free

    def read(self, start: str, phrase: str) -> Symbol | None:
        """The term of a phrase of kind `start`, or None where it is no such phrase.

        `⟦...⟧` is a span, where the grammar allows one; the term then holds its text as a string.
        """
        term, second = read_phrase(start, phrase)
        self.second = self.second or (term is not None and second)
        return term


@lru_cache(maxsize=20_000)
def read_phrase(start: str, phrase: str) -> tuple[Symbol | None, bool]:
    """The term of a phrase, and whether a second wording was read."""
    words = tokens(phrase, table().vocabulary)
    if not words or any(word.kind not in _terminals() for word in words):
        return None, False
    from lark.exceptions import LarkError

    try:
        tree = _parser().parse(words, start=_rule(start))
        term = _build(tree)
    except (LarkError, NotUnderstood):
        return None, False
    return term, any(_is_second(node) for node in tree.iter_subtrees())


@lru_cache(maxsize=20_000)
def longest(start: str, text: str) -> tuple[Symbol, str] | None:
    """The term of the longest phrase of kind `start` at the beginning of a text, and the rest of the text."""
    from lark.exceptions import UnexpectedEOF, UnexpectedToken

    whole, _ = read_phrase(start, text)
    if whole is not None:
        return whole, ""
    vocabulary = table().vocabulary
    ends = [word.end() for word in TOKEN.finditer(text)]
    words = tokens(text, vocabulary)
    fits = next((at for at, word in enumerate(words) if word.kind not in _terminals()), len(words))
    try:
        _parser().parse(words[:fits], start=_rule(start))
    except UnexpectedToken as unexpected:
        fits = min(fits, unexpected.token.start_pos or 0)
    except UnexpectedEOF:
        pass
    for end in reversed(ends):
        phrase = text[:end]
        if len(tokens(phrase, vocabulary)) <= fits:
            term, _ = read_phrase(start, phrase)
            if term is not None:
                return term, text[end:].lstrip(" ")
    return None


def _is_second(node: Any) -> bool:
    if node.data == "l_quoted":
        return _quoted(str(node.children[0]))[1]
    return node.data[0] == "w" and not table().wordings[int(node.data[1:])].write


def _quoted(text: str) -> tuple[Symbol | None, bool]:
    from pyreason.cards.oracle.lines import quoted_ability

    reader = Reader()
    return quoted_ability(text, reader), reader.second


def parse_trees(start: str, phrase: str) -> Any:
    """The forest of a phrase (`_ambig` nodes where it can be read in two ways); for tests."""
    return _parser("explicit").parse(tokens(phrase, table().vocabulary), start=_rule(start))


@cache
def _parser(ambiguity: str = "resolve") -> _Parser:
    return _make(ambiguity)


def _rule(kind: str) -> str:
    return "k_" + kind.replace(".", "_").replace("'", "_q_")


@cache
def _terminals() -> dict[str, str]:
    """Token kind or word -> name of its terminal in Lark's grammar."""
    names = {word: f"_W{number}" for number, word in enumerate(sorted(table().vocabulary))}
    for kind in sorted(LEXICAL):
        for terminal in lexical_terminals(kind, table().vocabulary):
            if terminal not in names:
                names[terminal] = terminal
    return names


class _Ahead:
    """Lark's table of what may begin at a place, with one word of lookahead.

    Only rules that can begin with the next word are tried. Without that, a big table of wordings costs as
    much at every word as at the first.
    """

    def __init__(self) -> None:
        self.terminal = ""
        self.all: dict[Any, list[Any]] = {}
        self.first: dict[Any, frozenset[str]] = {}
        self._fitting: dict[tuple[Any, str], list[Any]] = {}

    def __getitem__(self, symbol: Any) -> list[Any]:
        key = symbol, self.terminal
        if key not in self._fitting:
            self._fitting[key] = [rule for rule in self.all[symbol] if self._begins(rule.expansion[0])]
        return self._fitting[key]

    def _begins(self, symbol: Any) -> bool:
        return self.terminal == symbol.name if symbol.is_term else self.terminal in self.first[symbol]


class _Parser:
    """Lark's parser of one way to treat ambiguity."""

    def __init__(self, lark: Lark, ahead: _Ahead) -> None:
        self._lark, self._ahead = lark, ahead

    def parse(self, words: list[Word], start: str) -> Any:
        self._ahead.terminal = _terminals()[words[0].kind] if words else ""
        return self._lark.parse(words, start=start)


def _make(ambiguity: str) -> _Parser:
    from lark import Lark, Token
    from lark.lexer import Lexer

    terminals = _terminals()

    ahead = _Ahead()

    class Words(Lexer):
        def __init__(self, lexer_conf: Any) -> None:
            pass

        def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
            for place, word in enumerate(data):
                ahead.terminal = terminals[word.kind]
                yield Token(ahead.terminal, word.text, place)
            ahead.terminal = ""

    rules: list[str] = []
    for kind, wordings in table().by_kind.items():
        bodies = [
            " ".join(_rule(p.kind) if isinstance(p, Slot) else terminals[p] for p in w.parts)
            + f" -> w{w.index}"
            for w in wordings
            if w.read
        ]
        rules.append(f"{_rule(kind)}: " + "\n | ".join(bodies))
    for kind in LEXICAL:
        name = _rule(kind).replace("k_", "l_", 1)
        ways = " | ".join(f"{terminals[t]} -> {name}" for t in lexical_terminals(kind, table().vocabulary))
        rules.append(f"!{_rule(kind)}: {ways}")
    rules.append("%declare " + " ".join(terminals.values()))
    starts = [_rule(start) for start in STARTS if start in table().by_kind]
    lark = Lark(
        "\n".join(rules),
        parser="earley",
        lexer=Words,
        ambiguity=ambiguity,
        start=starts,
        keep_all_tokens=False,
    )
    earley: Any = lark.parser.parser
    ahead.first = {symbol: frozenset(t.name for t in found) for symbol, found in earley.FIRST.items()}
    ahead.all = earley.predictions
    earley.predictions = ahead
    return _Parser(lark, ahead)


def _build(tree: Any) -> Symbol:
    name = str(tree.data)
    if name.startswith("l_"):
        return read_lexical(name[2:].replace("_", "."), str(tree.children[0]))
    wording = table().wordings[int(name[1:])]
    values: dict[str, Symbol] = {}
    slots = [part for part in wording.parts if isinstance(part, Slot)]
    for slot, child in zip(slots, tree.children, strict=True):
        values[slot.variable] = _build(child)
    return fill(wording.term, values)


def read_lexical(kind: str, text: str) -> Symbol:
    """The term of a token of a lexical kind; raises NotUnderstood where it is none."""
    if kind == "num":
        if text not in NUMBER_OF or NUMBER_OF[text] < 2:
            raise NotUnderstood(text)
        return Number(NUMBER_OF[text])
    if kind == "int":
        if not text.isdigit():
            raise NotUnderstood(text)
        return Number(int(text))
    if kind in ("mana", "sym"):
        return read_mana(text, single=kind == "sym")
    if kind == "energy":
        if text.strip("{E}"):
            raise NotUnderstood(text)
        return Number(text.count("E"))
    if kind.startswith("subtype"):
        return Function("subtype", [String(subtypes()[kind.endswith("p")][text])])
    if kind.startswith(("subname", "landname")):
        name = subtypes()[kind.endswith("p")][text]
        if kind.startswith("landname") and name not in BASIC_LAND_TYPES:
            raise NotUnderstood(text)
        return String(name)
    if kind in ("pt", "base"):
        if "X" in text:
            raise NotUnderstood(text)
        power, toughness = (Number(int(number)) for number in text.replace("−", "-").split("/"))
        return Function("pt" if kind == "pt" else "base_pt", [power, toughness])
    if kind in ("keyword", "numbered"):
        return Function(keyword_name(text))
    if kind == "quoted":
        term = _quoted(text)[0]
        if term is None:
            raise NotUnderstood(text)
        return term
    return String(text)


def read_mana(symbols: str, *, single: bool) -> Symbol:
    """`{G}{G}` is `mana(2, g)`, different symbols are `both(...)`; `single`: one symbol is its type."""
    letters = symbols[1:-1].lower().split("}{")
    if any(letter not in {"w", "u", "b", "r", "g", "c"} for letter in letters) or (
        single and len(letters) > 1
    ):
        raise NotUnderstood(symbols)
    if single:
        return Function(letters[0])
    runs: list[list[str]] = []
    for letter in letters:
        if runs and runs[-1][0] == letter:
            runs[-1].append(letter)
        else:
            runs.append([letter])
    term: Symbol | None = None
    for run in reversed(runs):
        unit = Function("mana", [Number(len(run)), Function(run[0])])
        term = unit if term is None else Function("both", [unit, term])
    assert term is not None
    return term


__all__ = ["STARTS", "NotUnderstood", "Reader", "Word", "parse_trees", "read_phrase"]
