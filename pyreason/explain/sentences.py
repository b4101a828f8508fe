"""Atoms in words: the sentences of the law's labels with names in them, board facts and card lines.

What a variable stands for decides how it is said: an object by its card (and id, where the card alone would
not do), a player by name, an ability or a description in Oracle wording, mana by its symbols.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from clingo.symbol import Symbol, SymbolType

from pyreason.board import MANA_TYPES
from pyreason.heads import label
from pyreason.situation import Situation

COLORS = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green"}
_ABILITIES = frozenset(
    {"activated", "triggered", "loyalty", "chapter", "spell", "static", "keyword", "leveled", "mode"}
)
_PHRASES = ("np.s", "cond", "amount", "prod", "adj", "act")
"""The kinds of phrase a term is tried as, in order."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A leaf in words: `kind` is "card" for what is printed on a card, else "board"."""

    text: str
    kind: str
    object: str | None = None
    card: str | None = None
    line: int | None = None


class Sentences:
    """Says atoms of one board."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._board = situation.board
        self._ids = frozenset(situation.board.ids()) - frozenset(situation.board.players)
        self._labels: dict[str, str] = {}

    def name(self, id: str) -> str:
        """An object by the name of its card, or as it stands."""
        if id not in self._labels:
            self._labels[id] = label(id, self._board)
        return self._labels[id]

    def filled(self, sentence: str, values: Mapping[str, Symbol]) -> str:
        """A label's sentence with its variables said, its first letter a capital."""

        def said(match: re.Match[str]) -> str:
            value = values.get(match[1])
            return match[1] if value is None else self.word(value, match[1])

        text = re.sub(r"\{(\w+'*)\}", said, sentence)
        return text[:1].upper() + text[1:]

    def word(self, term: Symbol, variable: str = "") -> str:
        """A term in words; the variable's name tells colours (X, Y) from types of mana, where it is given."""
        if term.type is SymbolType.String:
            return self.name(term.string) if term.string in self._ids else term.string
        if term.type is not SymbolType.Function:
            return str(term)
        if not term.arguments:
            return _constant(term.name, variable)
        if term.name == "o" and len(term.arguments) == 2:
            return self.name(term.arguments[1].string)
        if term.name == "pl" and len(term.arguments) == 2:
            return term.arguments[1].string
        if term.name == "m" and len(term.arguments) == len(MANA_TYPES):
            return _mana(term)
        if term.name == "e" and len(term.arguments) == 2:
            return self._effect(term)
        if term.name == "t" and len(term.arguments) == 2:
            return self.word(term.arguments[0])
        if term.name in TRAITS:
            return self.trait(term)
        return self._wording(term)

    def _effect(self, term: Symbol) -> str:
        source, key = term.arguments
        of = self.name(source.string)
        return f"the counters on {of}" if key.match("counters", 0) else f"the effect of {of}"

    def _wording(self, term: Symbol) -> str:
        """A term of the ability language in Oracle wording; as it is written in the law where it has none."""
        return ability_text(term) if term.name in _ABILITIES else _phrase(term)

    def trait(self, term: Symbol) -> str:
        """A characteristic: "the type Land", "red", "power 2", an ability in quotation marks."""
        value = term.arguments[-1]
        if term.name == "ability":
            return f"'{self.word(value)}'"
        if term.name == "color":
            return _constant(value.name, "X")
        if term.name in ("power", "toughness"):
            return f"{term.name} {value}"
        if term.name == "controller":
            return f"the controller {self.word(value)}"
        word = value.string if value.type is SymbolType.String else str(value).capitalize()
        return f"the {term.name} {word}"

    def tells(self, name: str, arity: int) -> bool:
        """Whether `known_fact` has words for a predicate."""
        return (name, arity) in _FACTS

    def known_fact(self, atom: Symbol) -> Fact | None:
        """A fact of one of the predicates of asp/vocabulary.lp that have words; None for any other."""
        said = _FACTS.get((atom.name, len(atom.arguments)))
        return None if said is None else said(self, *atom.arguments)

    def fact(self, atom: Symbol) -> Fact | None:
        """A fact that the board or a card told; None for what says nothing by itself."""
        if (known := self.known_fact(atom)) is not None:
            return known
        if atom.name.startswith("ask_") or not _speaks_of_game(atom) or atom.name in _SILENT:
            return None
        rest = " ".join(self.word(argument) for argument in atom.arguments)
        return Fact(f"{atom.name.replace('_', ' ')}: {rest}", "board")


_OPENING = frozenset(
    ("A", "An", "The", "It", "There", "What", "Nothing", "No", "Any", "Of", "With", "Applying")
)
"""Words that begin a sentence and are no names."""


def small(sentence: str) -> str:
    """A sentence as it stands inside another."""
    opening = sentence.partition(" ")[0] in _OPENING
    return sentence[:1].lower() + sentence[1:] if opening else sentence


@lru_cache(maxsize=4096)
def _phrase(term: Symbol) -> str:
    from pyreason.cards.oracle.phrases import Unwritable, phrase

    for kind in _PHRASES:
        try:
            return phrase(kind, term).replace("~", "it")
        except (Unwritable, KeyError):
            continue
    return str(term)


def _constant(name: str, variable: str) -> str:
    if name in COLORS or name == "c":
        if variable[:1] in ("X", "Y"):
            return COLORS.get(name, "colourless")
        return f"{{{name.upper()}}}"
    return "a player's choice" if name == "any" else name.replace("_", " ")


def _mana(multiset: Symbol) -> str:
    text = "".join(f"{{{t}}}" * n.number for t, n in zip(MANA_TYPES, multiset.arguments, strict=True))
    return text or "no mana"


@lru_cache(maxsize=4096)
def ability_text(term: Symbol) -> str:
    """An ability term in Oracle wording."""
    from pyreason.cards.oracle import render

    try:
        return render(term)
    except ValueError:
        return str(term)


def _speaks_of_game(atom: Symbol) -> bool:
    return any(
        argument.type is SymbolType.Function and argument.name in ("o", "pl") and argument.arguments
        for argument in atom.arguments
    )


_SILENT = frozenset(
    {"player", "game", "gathers", "concerns", "goal", "has_commander", "world_after", "hopeless"}
)
TRAITS = frozenset({"type", "subtype", "supertype", "color", "power", "toughness", "controller", "ability"})


# ---- facts of the board, one function a predicate; arguments as in asp/vocabulary.lp ----------------------


def _board(self: Sentences, o: Symbol, text: str) -> Fact:
    return Fact(f"{self.word(o)} {text}", "board", o.arguments[1].string)


def _permanent(self: Sentences, o: Symbol, c: Symbol, p: Symbol, q: Symbol) -> Fact:
    owner = "" if p == q else f", owned by {self.word(q)}"
    return _board(self, o, f"is on the battlefield under the control of {self.word(p)}{owner}")


def _in_zone(self: Sentences, o: Symbol, c: Symbol, z: Symbol, q: Symbol) -> Fact:
    return _board(self, o, f"is in the {z.name.replace('_', ' ')} of {self.word(q)}")


def _printed(c: Symbol, text: str, line: int | None = None) -> Fact:
    name = c.string.partition("#")[0]
    return Fact(f"{name}{text}", "card", None, name, line)


def _line(self: Sentences, c: Symbol, i: Symbol, a: Symbol) -> Fact:
    return _printed(c, f', line {i}: "{ability_text(a)}"', i.number)


def _printed_value(what: str) -> Callable[[Sentences, Symbol, Symbol], Fact]:
    def said(self: Sentences, c: Symbol, value: Symbol) -> Fact:
        if what == "type line":
            word = value.string if value.type is SymbolType.String else value.name.capitalize()
            return _printed(c, f", type line: {word}")
        if what == "colour":
            return _printed(c, f", colour: {COLORS[value.name]}")
        return _printed(c, f", {what}: {value.string if value.type is SymbolType.String else value}")

    return said


def _base(self: Sentences, g: Symbol, id: Symbol, trait: Symbol) -> Fact:
    """What an object has before any effect: see `pyreason/layers.py`."""
    card = self._situation.cards.get(id.string)
    if trait.name == "ability" and card is not None:
        key = trait.arguments[0]
        text = ability_text(trait.arguments[1])
        if key.name == "printed":
            number = key.arguments[0].number
            return Fact(f'{card.name}, line {number}: "{text}"', "card", id.string, card.name, number)
        return Fact(f'{self.name(id.string)} was given "{text}"', "board", id.string)
    if trait.name == "controller":
        text = f"{self.name(id.string)} is under the control of {trait.arguments[0].string}"
        return Fact(text, "board", id.string)
    name = card.name if card is not None else id.string
    return Fact(f"{name} has {self.trait(trait)} printed on it", "card", id.string, name)


def _attached(self: Sentences, o: Symbol, h: Symbol) -> Fact:
    return _board(self, o, f"is attached to {self.word(h)}")


def _counters(self: Sentences, o: Symbol, kind: Symbol, n: Symbol) -> Fact:
    return _board(self, o, f"has {n} {kind.string} counter{'s' if n.number != 1 else ''} on it")


def _chosen(self: Sentences, o: Symbol, what: Symbol, value: Symbol) -> Fact:
    what_word = {"color": "colour"}.get(what.name, what.name)
    return _board(self, o, f"has the {what_word} {self.word(value, 'X')} chosen for it")


def _granted(self: Sentences, o: Symbol, i: Symbol, a: Symbol) -> Fact:
    return _board(self, o, f'was given "{ability_text(a)}"')


def _lasting(self: Sentences, o: Symbol, i: Symbol, a: Symbol, p: Symbol) -> Fact:
    return _board(self, o, f'resolved under {self.word(p)} and left "{ability_text(a)}"')


def _floating(self: Sentences, t: Symbol, n: Symbol) -> Fact:
    return Fact(f"{n} mana of type {self.word(t)} is in the pool already", "board")


def _turn(self: Sentences, p: Symbol) -> Fact:
    return Fact(f"it is the turn of {self.word(p)}", "board")


def _status(text: str) -> Callable[[Sentences, Symbol], Fact]:
    return lambda self, o: _board(self, o, text)


def _pair(text: str) -> Callable[[Sentences, Symbol, Symbol], Fact]:
    return lambda self, o, other: Fact(f"{self.word(o)} {text} {self.word(other)}", "board")


_FACTS: dict[tuple[str, int], Callable[..., Fact]] = {
    ("permanent", 4): _permanent,
    ("card_in_zone", 4): _in_zone,
    ("tapped", 1): _status("is tapped"),
    ("sick", 1): _status("came under its controller's control this turn"),
    ("token", 1): _status("is a token"),
    ("attached", 2): _attached,
    ("counters_on", 3): _counters,
    ("chosen", 3): _chosen,
    ("exiled_with", 2): _pair("exiled"),
    ("granted_ability", 3): _granted,
    ("lasting", 4): _lasting,
    ("targeted_by", 2): _pair("targeted"),
    ("commander", 2): _pair("has the commander"),
    ("commander_identity", 2): lambda self, p, x: Fact(
        f"the colour identity of the commander of {self.word(p)} holds {self.word(x, 'X')}", "card"
    ),
    ("active_player", 1): _turn,
    ("floating", 2): _floating,
    ("entering", 2): _pair("enters under the control of"),
    ("would_be", 2): lambda self, o, c: _board(self, o, f"would have {self.trait(c)}"),
    ("base", 3): _base,
    ("more", 3): _base,
    ("starts", 2): lambda self, id, trait: _base(self, id, id, trait),
    ("card_name", 2): _printed_value("name"),
    ("printed_type", 2): _printed_value("type line"),
    ("printed_subtype", 2): _printed_value("type line"),
    ("printed_supertype", 2): _printed_value("type line"),
    ("printed_color", 2): _printed_value("colour"),
    ("printed_power", 2): _printed_value("power"),
    ("printed_toughness", 2): _printed_value("toughness"),
    ("card_mana_value", 2): _printed_value("mana value"),
    ("cost_symbol", 3): lambda self, c, i, x: _printed(c, f", a symbol of its mana cost: {COLORS[x.name]}"),
    ("printed_ability", 3): _line,
}
"""The facts that can stand at the end of a proof."""
