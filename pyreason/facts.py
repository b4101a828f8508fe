"""Board and cards to facts: the input predicates of `asp/vocabulary.lp`, and nothing else.

No law stands here. A fact says what is written on the board or printed on a card; what follows from it is for
the law to say. Facts are clingo symbols. Identities carry the game number, so the facts of many boards can
stand in one program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from operator import attrgetter

from clingo.symbol import Function, Number, String, Symbol

from pyreason.atoms import Maker, signatures
from pyreason.board import Board, GameObject
from pyreason.cards.model import Card
from pyreason.situation import Situation
from pyreason.stack import stack_facts
from pyreason.syntax import syntax_facts, syntax_predicates
from pyreason.terms import (
    bears_on_rules,
    each_keyword,
    first_word,
    given_abilities,
    layer_facts,
    signature,
    unwrapped,
)


@lru_cache(maxsize=65536)
def object_symbol(game: int, id: str) -> Symbol:
    """The identity `o(game, id)` of an object."""
    return Function("o", [Number(game), String(id)])


@lru_cache(maxsize=4096)
def player_symbol(game: int, name: str) -> Symbol:
    """The identity `pl(game, name)` of a player."""
    return Function("pl", [Number(game), String(name)])


def abilities(card: Card) -> Iterator[tuple[int, Symbol]]:
    """The understood abilities of a card: line number and term, in printed order.

    A line of several keywords is as many abilities (CR 702.1), which share its number. A row of a permanent's
    die table is a part of the ability above it (CR 706.3) and none by itself.
    """
    of_spell = bool({"Instant", "Sorcery"} & {*card.types})
    for line in card.lines:
        if line.term is not None and (of_spell or line.term.name != "rolled"):
            for term in each_keyword(unwrapped(line.term)):
                yield line.number, term


class CardFacts:
    """The cards spoken of in one program, and the facts about them.

    A card is named by its name; where different cards share one (a card and a face, or two scenarios' own
    cards) the later ones are told apart by a number. `met` has the names of the cards asked for, in order.
    """

    def __init__(self) -> None:
        self.met: dict[str, None] = {}
        self._cards: dict[str, Card] = {}
        self._labels: dict[str, Symbol] = {}
        self._forms: set[str] = set()

    def tell(self, card: Card) -> Symbol:
        """The card's identity."""
        label, number = card.name, 1
        while (known := self._cards.get(label)) is not None and known is not card and known != card:
            number += 1
            label = f"{card.name}#{number}"
        self.met[label] = None
        if known is None:
            self._cards[label] = card
            self._labels[label] = String(label)
        return self._labels[label]

    def form(self, term: Symbol) -> tuple[Symbol, ...]:
        """What the law is told about the form of an ability term."""
        self._forms |= syntax_predicates(term)
        return syntax_facts(term)

    def formed(self, facts: Iterable[Symbol]) -> None:
        """Take note of other facts about the form of terms."""
        self._forms |= signatures(facts)

    def facts(
        self, spoken: frozenset[str] | None = None, labels: Iterable[str] | None = None
    ) -> Iterator[Symbol]:
        """The facts about all cards, or those of some names; `spoken`: of these marks alone."""
        for label in self._cards if labels is None else labels:
            for mark, facts in card_facts(self._cards[label], label).items():
                if spoken is None or mark in spoken or (mark.startswith("part/2") and "part/2 *" in spoken):
                    yield from facts

    @property
    def present(self) -> frozenset[str]:
        """The predicates of the facts about the cards and about the form of terms that were told."""
        printed = (_predicates(card, label) for label, card in self._cards.items())
        return frozenset(self._forms).union(*printed)


@lru_cache(maxsize=65536)
def card_facts(card: Card, label: str) -> Mapping[str, Sequence[Symbol]]:
    """What is printed on a card, as facts about `String(label)`, by mark (`pyreason.pruning.Shape`).

    A mark is a predicate; with it stands the word that a part of an ability begins with, `part/2 mana/2`.
    """
    found: dict[str, list[Symbol]] = {}
    for fact in _printed(card, String(label)):
        mark = signature(fact)
        if mark == "part/2":
            mark += f" {first_word(fact.arguments[1])}"
        found.setdefault(mark, []).append(fact)
    return found


@lru_cache(maxsize=65536)
def _predicates(card: Card, label: str) -> frozenset[str]:
    return frozenset(mark.partition(" ")[0] for mark in card_facts(card, label))


def _printed(card: Card, c: Symbol) -> list[Symbol]:
    facts = [Function("card_name", [c, String(card.name)])] if card.name else []
    facts += (Function("printed_type", [c, Function(t.lower())]) for t in card.types)
    facts += (Function("printed_supertype", [c, Function(s.lower())]) for s in card.supertypes)
    facts += (Function("printed_subtype", [c, String(s)]) for s in card.subtypes)
    facts += (Function("printed_color", [c, Function(x.lower())]) for x in card.colors)
    for name, printed in (("printed_power", card.power), ("printed_toughness", card.toughness)):
        if printed is not None and re.fullmatch(r"[+-]?\d+", printed):
            facts.append(Function(name, [c, Number(int(printed))]))
    facts.append(Function("card_mana_value", [c, Number(int(card.mana_value))]))
    for i, symbol in enumerate(re.findall(r"\{([^}]*)\}", card.mana_cost), 1):
        facts += (
            Function("cost_symbol", [c, Number(i), Function(x)])
            for x in sorted(set(symbol.lower()) & set("wubrg"))
        )
    for number, term in abilities(card):
        facts.append(Function("printed_ability", [c, Number(number), term]))
        facts += syntax_facts(term)
    return facts


def _choices(game: int, o: Symbol, chosen: tuple[tuple[str, str], ...]) -> Iterator[Symbol]:
    for what, value in chosen:
        if what == "player":
            term = player_symbol(game, value)
        else:
            term = Function(value.lower()) if what == "color" else String(value)
        yield Function("chosen", [o, Function(what), term])


def placing(game: int, obj: GameObject, c: Symbol, make: Maker) -> Symbol:
    """Of what card and in which zone an object is."""
    o, owner = object_symbol(game, obj.id), player_symbol(game, obj.owner)
    if obj.zone == "battlefield":
        return make(b"permanent", o, c, player_symbol(game, obj.controller), owner)
    return Function("card_in_zone", [o, c, Function(obj.zone), owner])


_STATE = attrgetter(
    *("tapped", "sick", "token", "x", "copy_of", "face_down", "attached_to"),
    *("counters", "paid", "chosen", "exiled_with"),
)
_PLAIN = _STATE(GameObject("", "", "", ""))
"""The state of an object of which there is no more to say than where it is: boards have many."""


def _state_facts(game: int, obj: GameObject, board: Board) -> Iterator[Symbol]:
    o = object_symbol(game, obj.id)
    if obj.tapped:
        yield Function("tapped", [o])
    if obj.sick:
        yield Function("sick", [o])
    if obj.token:
        yield Function("token", [o])
    if obj.x is not None:
        yield Function("became_with_x", [o, Number(obj.x)])
    if obj.copy_of is not None:
        yield Function("copied_values", [o])
    if obj.face_down:
        yield Function("face_down", [o])
    if obj.copy_of is not None:
        yield Function("copied_card", [o])
    if obj.attached_to is not None:
        host = (player_symbol if obj.attached_to in board.players else object_symbol)(game, obj.attached_to)
        yield Function("attached", [o, host])
    for kind, number in obj.counters:
        if number:
            yield Function("counters_on", [o, String(kind), Number(number)])
    for cost in obj.paid:
        yield Function("cast_with", [o, String(cost)])
    yield from _choices(game, o, obj.chosen)
    for name in obj.exiled_with:
        yield Function("exiled_with", [o, object_symbol(game, name)])


def situation_facts(situation: Situation, game: int, told: CardFacts) -> Iterator[Symbol]:
    """All facts of one board but those about its cards.

    Args:
        situation: the board with its cards found and its granted texts read.
        game: the number that the identities carry.
        told: the cards that the program speaks of; those of the board are added.
    """
    board = situation.board
    yield Function("game", [Number(game)])
    for name in board.players:
        yield Function("player", [player_symbol(game, name)])
    yield Function("active_player", [player_symbol(game, board.active)])
    for name, card in situation.commanders.items():
        c = told.tell(card)
        player = player_symbol(game, name)
        yield Function("has_commander", [player])
        yield Function("commander", [player, c])
        for x in card.color_identity:
            yield Function("commander_identity", [player, Function(x.lower())])
    yield from stack_facts(board, partial(object_symbol, game), partial(player_symbol, game))
    for row in board.stack:
        yield from _choices(game, object_symbol(game, row.id), row.chosen)
    for effect in board.effects:
        e = object_symbol(game, effect.id)
        yield from _lasting_facts(situation, effect.id, e, player_symbol(game, effect.controller), told)
        yield from _choices(game, e, effect.chosen)
        for target in effect.targets:
            known = player_symbol if target in board.players else object_symbol
            yield Function("targeted_by", [e, known(game, target)])
    drawn: dict[str, int] = {}
    make = Maker()
    for obj in situation.objects:
        if obj.zone == "library":
            drawn[obj.owner] = drawn.get(obj.owner, 0) + 1
            place = Number(drawn[obj.owner])
            yield Function("library_place", [object_symbol(game, obj.id), place])
        yield placing(game, obj, told.tell(situation.cards[obj.id]), make)
        if _STATE(obj) != _PLAIN:
            yield from _state_facts(game, obj, board)
        if obj.id in situation.lasting:
            o, player = object_symbol(game, obj.id), player_symbol(game, obj.controller)
            yield from _lasting_facts(situation, obj.id, o, player, told)
        for number, term in enumerate(situation.copying.get(obj.id, ()), 1):
            yield Function("copy_effect", [object_symbol(game, obj.id), Number(number), term])
            yield from told.form(term)
        for number, term in situation.granted.get(obj.id, ()):
            yield Function("granted_ability", [object_symbol(game, obj.id), Number(number), term])
            yield from told.form(term)
    yield from _rule_facts(situation, told)


def _rule_facts(situation: Situation, told: CardFacts) -> Iterator[Symbol]:
    """The form of static abilities that change no object (CR 613.11), worked out once for a situation."""
    if "on_rules" not in situation.memo:
        situation.memo["on_rules"] = sorted(term for term in situation.terms() if bears_on_rules(term))
    for term in situation.memo["on_rules"]:
        told.formed(layer_facts(term))
        yield from layer_facts(term)
        for given in given_abilities(term):
            yield from told.form(given)


def _lasting_facts(
    situation: Situation, id: str, source: Symbol, player: Symbol, told: CardFacts
) -> Iterator[Symbol]:
    for number, term in situation.lasting.get(id, ()):
        yield Function("lasting", [source, Number(number), term, player])
        yield from told.form(term)
