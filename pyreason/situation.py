"""A board with its cards: every name looked up, every place checked, every granted text read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from clingo.symbol import Function, Symbol, parse_term

from pyreason.board import Board, GameObject, ResolvedEffect
from pyreason.cards.library import Library, default_library
from pyreason.cards.model import Card
from pyreason.copying import Copiable, copiable
from pyreason.errors import InputError, UnknownObject
from pyreason.rewording import rewordings
from pyreason.rulings import Caveat
from pyreason.terms import (
    each_keyword,
    given_abilities,
    judged_words,
    marked,
    statement,
    statements,
    subterms,
    unwrapped,
    words,
)

PERMANENT_TYPES = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})
"""The card types a permanent can have (CR 110.4)."""

_RESOLVING = frozenset({"activated", "triggered", "loyalty", "chapter", "spell"})
"""Abilities that resolve, or are what a spell does as it resolves."""


_BESTOWED = (
    0,
    parse_term(
        'static(applies(this, (set_types((enchantment,)), add_subtypes(("Aura",)), '
        "gains(keyword(enchant, and(permanent, type(creature)))))))"
    ),
)
"""What casting a spell bestowed makes of it, and of the permanent it becomes (CR 702.103b)."""


@lru_cache(maxsize=65536)
def _abilities_of(term: Symbol) -> tuple[Symbol, ...]:
    return tuple(each_keyword(unwrapped(term)))


@lru_cache(maxsize=65536)
def _terms_of(card: Card) -> frozenset[Symbol]:
    """The ability terms printed on a card."""
    return frozenset(
        term for line in card.lines if line.term is not None for term in _abilities_of(line.term)
    )


@lru_cache(maxsize=65536)
def _words_of(term: Symbol) -> frozenset[str]:
    """The words of an ability that the law may have to judge, those of the abilities it gives among them."""
    return judged_words(term).union(*map(judged_words, given_abilities(term)))


@dataclass(frozen=True, slots=True)
class Situation:
    """A board and the cards on it.

    `cards` has the card of every object by id. `granted` has, by id, the abilities that `granted` gave,
    numbered from 1 as written. `lasting` has, by the id of a resolved spell or ability, what it set up, and
    by an object's id what `granted` says was made of it. `effect_cards` has the cards of resolved spells and
    abilities, `copied` the card that the permanent will be a copy of that a spell becomes; `caveats` tells of
    what was not understood.
    """

    board: Board
    cards: Mapping[str, Card]
    commanders: Mapping[str, Card]
    granted: Mapping[str, tuple[tuple[int, Symbol], ...]]
    lasting: Mapping[str, tuple[tuple[int, Symbol], ...]]
    effect_cards: Mapping[str, Card]
    copied: Mapping[str, Card]
    copying: Mapping[str, tuple[Symbol, ...]]
    caveats: tuple[Caveat, ...]
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def objects(self) -> tuple[GameObject, ...]:
        """Permanents, cards in zones, and the spells on the stack, in board order."""
        spells = (
            GameObject(s.id, s.card, s.controller, s.owner or s.controller, zone="stack")
            for s in self.board.stack
            if s.card is not None
        )
        return (*self.board.objects, *spells)

    def words(self) -> frozenset[str]:
        """Every word of the ability terms on the board that the law may have to judge; worked out once."""
        if "words" not in self.memo:
            self.memo["words"] = frozenset().union(*map(_words_of, self.terms()))
        found: frozenset[str] = self.memo["words"]
        return found

    def terms(self) -> frozenset[Symbol]:
        """The ability terms on the board: printed (unwrapped), granted, of lasting effects; found once."""
        if "terms" not in self.memo:
            cards = {id(card): card for card in self.cards.values()}.values()
            given = (*self.granted.values(), *self.lasting.values())
            known = frozenset(term for each in given for _, term in each).union(
                *map(_terms_of, cards), *self.copying.values()
            )
            changed = (new for *_, new in rewordings(known, self.changed_words()))
            self.memo["terms"] = known.union(changed)
        found: frozenset[Symbol] = self.memo["terms"]
        return found

    def changed_words(self) -> tuple[tuple[str, str], ...]:
        """From which word to which the effects on the board change texts (CR 612)."""
        chosen = (dict(effect.chosen) for effect in self.board.effects)
        return tuple((each["from"], each["to"]) for each in chosen if {"from", "to"} <= each.keys())

    def check_known(self, id: str) -> None:
        """Raises UnknownObject where the id names neither an object nor a row of the stack."""
        known = (*self.cards, *(row.id for row in self.board.stack))
        if id not in known:
            raise UnknownObject(id, known)

    def permanent(self, id: str) -> GameObject:
        """The permanent with this id.

        Raises UnknownObject where nothing has it, InputError where it is something else than a permanent.
        """
        obj = self.board.get(id)
        if obj is None:
            if id in self.board.ids():
                raise InputError(f"{id!r} is not a permanent")
            raise UnknownObject(id, (o.id for o in self.board.battlefield))
        if obj.zone != "battlefield":
            raise InputError(f"{id!r} is not a permanent: it is in {obj.owner}'s {obj.zone}")
        return obj


def situate(board: Board, library: Library | None = None) -> Situation:
    """Look up the cards of a board.

    Raises UnknownCard for a name nobody knows, UnsupportedQuestion for a card half that the data lacks, and
    InputError for a card where it can't be (an instant on the battlefield: CR 110.4, 304.4).
    """
    library = (library or default_library()).with_definitions(board.cards)
    cards: dict[str, Card] = {}
    granted: dict[str, tuple[tuple[int, Symbol], ...]] = {}
    lasting: dict[str, tuple[tuple[int, Symbol], ...]] = {}
    copied: dict[str, Card] = {}
    copying: dict[str, tuple[Symbol, ...]] = {}
    caveats: list[Caveat] = []
    plain: dict[tuple[str, str], Copiable] = {}  # by name and zone: boards have many alike
    for obj in board.objects:
        if obj.copy_of is not None or obj.face_down:
            values = copiable(board, obj, library)
        elif (found := plain.get((obj.card, obj.zone))) is not None:
            values = found
        else:
            values = plain[obj.card, obj.zone] = copiable(board, obj, library)
        card = cards[obj.id] = values.card
        if values.effects:
            copying[obj.id] = values.effects
        if obj.zone == "battlefield" and not PERMANENT_TYPES.intersection(card.types):
            kind = " ".join(card.types).lower() or "card without a type"
            raise InputError(
                f"{obj.id!r}: {card.name} can't be on the battlefield, it is of type {kind} (CR 110.4)"
            )
        if values.doubts:
            caveats.append(Caveat(obj.id, card.name, None, values.doubts))
        if obj.granted:
            read = _read_granted(obj, card, caveats)
            granted[obj.id] = tuple(given for given in read if not _is_effect(given[1]))
            lasting[obj.id] = tuple(given for given in read if _is_effect(given[1]))
        if "bestow" in obj.paid and obj.attached_to is not None:
            lasting[obj.id] = (*lasting.get(obj.id, ()), _BESTOWED)
    for spell in board.stack:
        if spell.card is not None:
            cards[spell.id] = library.find(spell.card)
            if spell.copy_of is not None:
                copied[spell.id] = library.find(_original(board, spell.copy_of))
            if "bestow" in spell.paid:
                lasting[spell.id] = (_BESTOWED,)
    effect_cards = {effect.id: library.find(effect.card) for effect in board.effects}
    for effect in board.effects:
        lasting[effect.id] = tuple(_read_lasting(effect, effect_cards[effect.id], board, caveats))
    commanders = {player: library.find(name) for player, name in board.commander}
    return Situation(
        board, cards, commanders, granted, lasting, effect_cards, copied, copying, tuple(caveats)
    )


def _is_effect(term: Symbol) -> bool:
    """Whether a granted text says what an effect made of the object, rather than an ability it was given."""
    return term.match("static", 1) and all(
        statement(piece)[1].match("applies", 2) for piece in statements(term)
    )


def _copied(board: Board, obj: GameObject) -> str:
    """The name of the card whose copiable values an object has (CR 707.2)."""
    return obj.card if obj.copy_of is None else _original(board, obj.copy_of)


def _original(board: Board, name: str) -> str:
    """The card meant by `copy_of`: that of an object or spell with this id, or one of this name."""
    original = board.get(name)
    if original is not None:
        return _copied(board, original)
    return next((s.card for s in board.stack if s.id == name and s.card is not None), name)


def _read_granted(obj: GameObject, card: Card, caveats: list[Caveat]) -> list[tuple[int, Symbol]]:
    from pyreason.cards.oracle import parse_ability

    terms: list[tuple[int, Symbol]] = []
    for number, text in enumerate(obj.granted, 1):
        try:
            terms += ((number, term) for term in each_keyword(parse_ability(text)))
        except InputError:
            caveats.append(Caveat(obj.id, card.name, None, "what it was granted was not understood", text))
    return terms


_OF_ONE = frozenset({"target/0", "this/0"})
"""Words of effects on objects that are named outright; others are locked in (CR 611.2c)."""


_EXCHANGED = parse_term("applies(and(permanent, target), (exchanged,))")
"""What an exchange of control makes of its two targets (CR 701.12)."""


def _read_lasting(
    effect: ResolvedEffect, card: Card, board: Board, caveats: list[Caveat]
) -> list[tuple[int, Symbol]]:
    """What a resolved spell, or the ability with this number, set up until some later time."""
    lines = [line for line in card.lines if line.term is None or unwrapped(line.term).name in _RESOLVING]
    if effect.ability is not None:
        # An activated or triggered ability is always a term, so what is none does not count.
        resolving = [line for line in lines if line.term is not None and unwrapped(line.term).name != "spell"]
        if not 1 <= effect.ability <= len(resolving):
            raise InputError(f"{effect.id!r}: {card.name} has no ability number {effect.ability}")
        lines = [resolving[effect.ability - 1]]
    found: list[Symbol] = []
    for line in lines:
        if line.term is not None:
            found += (term.arguments[1] for term in subterms(line.term) if term.match("until", 2))
            if marked(line.term, "exchange") and _are_two_permanents(effect.targets, board):
                found.append(_EXCHANGED)
    hangs = any(line.term is not None and "unseen/1" in words(line.term) for line in lines)
    hangs = hangs or any(line.term is not None and marked(line.term, "changes") for line in lines)
    changes_words = any("change_words/1" in words(term) for term in found)
    hangs = hangs or (changes_words and not {"from", "to"} <= dict(effect.chosen).keys())
    if hangs or not found or any(line.term is None for line in lines):
        caveats.append(Caveat(effect.id, card.name, None, "what it set up is not taken into account yet"))
    if any(term.match("applies", 2) and not words(term) & _OF_ONE for term in found):
        why = "it changes what was there as it resolved, which is taken to be all that is there now"
        caveats.append(Caveat(effect.id, card.name, None, why))
    statements = (term if term.name == "triggered" else Function("static", [term]) for term in found)
    return list(enumerate(statements, 1))


def _are_two_permanents(ids: Sequence[str], board: Board) -> bool:
    there = [board.get(id) for id in dict.fromkeys(ids)]
    return len(there) == len(ids) == 2 and all(obj is not None and obj.zone == "battlefield" for obj in there)
