"""Board and cards to facts: the input predicates of `asp/vocabulary.lp`, and nothing else.

No law stands here. A fact says what is written on the board or printed on a card; what follows from it is for
the law to say. Facts are clingo symbols. Identities carry the game number, so the facts of many boards can
stand in one program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache, partial

from clingo.symbol import Function, Number, String, Symbol, SymbolType

from pyreason.board import Board, GameObject
from pyreason.cards.model import Card
from pyreason.situation import Situation
from pyreason.stack import stack_facts
from pyreason.terms import (
    bears_on_rules,
    conditioned,
    each_keyword,
    given_abilities,
    is_targeting,
    judged,
    layer_facts,
    moves_library,
    signature,
    speaks_of_each,
    statement,
    statements,
    target_phrases,
    unwrapped,
    words,
)

_ABOUT_SOURCE = frozenset(
    {
        *("this/0", "other/0", "enchanted/0", "equipped/0", "host/0", "attached_to_this/0", "that/0"),
        *("exiled_with/0", "chosen_color/0", "chosen_type/0", "has_chosen_color/0", "noted/2"),
        *("chosen_name/0", "chosen_player/0", "enchanted_player/0"),
        *("untapped/0", "sacrificed/0", "exiled/0"),
        *("enchanted_by_other/0", "put_by_this/0", "already_attached/0"),
    }
)
"""Words of ability terms that point at the ability's own source, or at what only that source remembers."""

_COMPOUND = frozenset({"and/2", "or/2", "non/1"})
_DESCRIBING = {
    **dict.fromkeys(("count/1", "basic_land_types/1", "colors_among/1", "each_color_among/1"), 0),
    **dict.fromkeys(("card_types/1",), 0),
    "mana_symbols/2": 1,
    "controls_exactly/3": 2,
    "controls_at_most/3": 2,
    **dict.fromkeys(("greatest/2", "total/2", "distinct/2", "could_produce/2", "is/2", "controls/2"), 1),
    **dict.fromkeys(("sacrifice/2", "tap/2", "untap/2", "exile/2", "discard/2", "controls_none/2"), 1),
    **dict.fromkeys(("tapped_for_mana/3", "when/2"), 0),
    **dict.fromkeys(("target/1", "chosen/1", "all/1", "any_number/1", "exempt/1", "only_enchant/1"), 0),
    **dict.fromkeys(
        ("be_enchanted_by/1", "be_attached/1", "be_targeted/1", "attached_only_to/1", "enchanted_by/1"), 0
    ),
    "cast_target/1": 0,
    **dict.fromkeys(("controls/3", "slot/3"), 2),
}
"""Functors that take a filter, and at which place."""

_NAMING_DATA = frozenset(
    {
        *("type", "supertype", "subtype", "name", "color", "controlled_by", "owned_by", "keyword", "counter"),
        *("rider", "opaque", "gains", "create", "emblem"),
    }
)
_MERE_WORDS = frozenset(
    Function(word)
    for word in (
        *("you", "type", "color", "sentence", "then", "and", "comma", "any", "any_player", "always"),
        *("w", "u", "b", "r", "g", "c"),
    )
)
"""What the law never judges by itself: names, colours, whose, and how sentences are joined."""

_LOOKING = frozenset({"or/2", "targets/1", "targets_only/1", "from/1", "attached/1"})
"""Words of target phrases that take whole descriptions."""

_RELATIONS = frozenset({"other_target/0", "same_controller/0", "different_controllers/0"})
"""What a target has to do with the other targets of the same spell or ability."""

_APPLYING = frozenset({"applies/2", "grants/2", "as_though_haste/1"})
"""Statements of static abilities that take a filter first."""

_COST_OBJECT = {"sacrifice/2": "sacrificed", "untap/2": "untapped", "exile/2": "exiled"}
"""Cost parts that name objects, and the word by which the effect speaks of them."""


@lru_cache(maxsize=4096)
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
    """Facts about cards told so far in one program, each card once.

    A card is named by its name; where different cards share one (a card and a face, or two scenarios' own
    cards) the later ones are told apart by a number.
    """

    def __init__(self) -> None:
        self._told: dict[str, Card] = {}

    def tell(self, card: Card) -> tuple[Symbol, tuple[Symbol, ...]]:
        """The card's identity, and its facts if it was not told before."""
        label, number = card.name, 1
        while (known := self._told.get(label)) is not None:
            if known is card or known == card:
                return String(label), ()
            number += 1
            label = f"{card.name}#{number}"
        self._told[label] = card
        return String(label), card_facts(card, label)


_FACTS: dict[str, tuple[Card, tuple[Symbol, ...]]] = {}


def card_facts(card: Card, label: str) -> tuple[Symbol, ...]:
    """What is printed on a card, as facts about `String(label)`; kept for other boards."""
    kept = _FACTS.get(label)
    if kept is None or kept[0] is not card:
        if len(_FACTS) > 65536:
            _FACTS.clear()
        kept = _FACTS[label] = (card, tuple(_printed(card, String(label))))
    return kept[1]


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


_OF_ITSELF = frozenset(
    {
        *("add/2", "you/0", "mana/2", "either/2", "both/2", "seq/3", "sentence/0", "opaque/1", ""),
        *("w/0", "u/0", "b/0", "r/0", "g/0", "c/0", "any_color/0"),
    }
)
"""Words of effects that add the same types of mana whoever has the ability."""


def _is_about_nothing(term: Symbol) -> bool:
    if signature(term) != "activated/3" or term.arguments[2].arguments:
        return False
    return words(term.arguments[1]) <= _OF_ITSELF


@lru_cache(maxsize=65536)
def syntax_facts(term: Symbol) -> tuple[Symbol, ...]:
    """What the law is told about the form of an ability term: see "terms" in `asp/vocabulary.lp`."""
    if conditioned(term) != term:
        return syntax_facts(conditioned(term))
    facts = []
    if signature(term) == "static/1" and (pieces := statements(term)) != (term,):
        for number, piece in enumerate(pieces, 1):
            facts.append(Function("piece", [term, Number(number), piece]))
            facts += syntax_facts(piece)
        return tuple(facts)
    if speaks_of_each(term):
        facts.append(Function("about_each", [term]))
    if words(term) & _ABOUT_SOURCE:
        facts.append(Function("about_source", [term]))
    if _is_about_nothing(term):
        facts.append(Function("about_nothing", [term]))
    if is_targeting(term):
        facts.append(Function("targets", [term]))
    if moves_library(term):
        facts.append(Function("moves_library", [term]))
    if signature(term) == "activated/3":
        cost, effect, limits = term.arguments
        for index, part in enumerate(cost.arguments, 1):
            facts.append(Function("cost", [term, Number(index), part]))
            if signature(part) == "mana/1":
                facts += _price(term, part.arguments[0].string)
            elif signature(part) == "either/2":
                facts += _alternatives(term, index - 1)
            reference = _COST_OBJECT.get(signature(part))
            if reference is not None and f"{reference}/0" in words(effect):
                facts.append(Function("cost_object", [term, Function(reference), part.arguments[1]]))
        for index, limit in enumerate(limits.arguments, 1):
            facts.append(Function("limit", [term, Number(index), limit]))
    elif signature(term) == "static/1" and signature(term.arguments[0]) == "replaces/2":
        facts += _clauses(term, *term.arguments[0].arguments)
    facts += _slot_facts(term)
    facts += _event_facts(term)
    for sub in dict.fromkeys(sub for spoken in judged(term) for sub in _judgeable(spoken)):
        facts.append(Function("part", [term, sub]))
        if (place := _DESCRIBING.get(signature(sub))) is not None:
            described = sub.arguments[place]
            if signature(described) not in _COMPOUND:
                facts.append(Function("alone", [described]))
    if signature(term) == "keyword/2" and signature(term.arguments[1]) not in _COMPOUND:
        facts.append(Function("alone", [term.arguments[1]]))
    if signature(term) == "static/1":
        _, said = statement(term)
        if signature(said) in _APPLYING and signature(said.arguments[0]) not in _COMPOUND:
            facts.append(Function("alone", [said.arguments[0]]))
    return tuple(facts)


def phrase_facts(term: Symbol) -> Iterator[Symbol]:
    """The form of what a question says in the words of ability terms: see `syntax_facts`."""
    for sub in dict.fromkeys(_judgeable(term)):
        yield Function("part", [term, sub])
        if (place := _DESCRIBING.get(signature(sub))) is not None:
            described = sub.arguments[place]
            if signature(described) not in _COMPOUND:
                yield Function("alone", [described])


def _slot_facts(term: Symbol) -> Iterator[Symbol]:
    """`slot(A, N, Min, Max, F)` for each target phrase, and what is to be judged of it: see vocabulary.lp."""
    for number, phrase in enumerate(target_phrases(term), 1):
        if phrase.name == "target":
            yield Function("unknown_slot", [term])
            continue
        if phrase.name == "slot_if":
            paid, replaced, phrase = phrase.arguments
            yield Function("slot_if", [term, Number(number), paid])
            for earlier in range(number - replaced.number, number):
                yield Function("slot_unless", [term, Number(earlier), paid])
        yield Function("slot", [term, Number(number), *phrase.arguments])
        wanted = phrase.arguments[2]
        yield from _described(wanted)
        for sub in dict.fromkeys(_judgeable(wanted)):
            yield Function("slot_part", [term, sub])
            if signature(sub) in _LOOKING:
                for described in sub.arguments:
                    yield from _described(described)
        for word in sorted(words(wanted) & _RELATIONS):
            yield Function("slot_relation", [term, Number(number), Function(word.partition("/")[0])])


def _event_facts(term: Symbol) -> Iterator[Symbol]:
    """`event_part(A, X)` for what the event of a triggered ability describes: see vocabulary.lp."""
    if signature(term) == "triggered/3":
        for sub in dict.fromkeys(_judgeable(term.arguments[0])):
            yield Function("event_part", [term, sub])
            if signature(sub) in _LOOKING:
                for described in sub.arguments:
                    yield from _described(described)


def _described(wanted: Symbol) -> Iterator[Symbol]:
    """`alone(F)` where a description is a single quality."""
    if signature(wanted) not in _COMPOUND:
        yield Function("alone", [wanted])


def _judgeable(term: Symbol) -> Iterator[Symbol]:
    """The term and what stands in it, without names that only tell the term around them what is meant."""
    yield term
    if term.type is SymbolType.Function and term.name not in _NAMING_DATA:
        for argument in term.arguments:
            if argument.type in (SymbolType.Number, SymbolType.Function) and argument not in _MERE_WORDS:
                yield from _judgeable(argument)


def _price(term: Symbol, cost: str) -> Iterator[Symbol]:
    """`price(A, S, T)`: the S-th mana that A costs can be paid with T, mana or `life` (CR 107.4).

    How much {X} asks for is chosen (CR 107.3a): `x_symbols(A, N)` says only that it stands there N times.
    """
    place = 0
    symbols = re.findall(r"\{([^}]*)\}", cost.lower())
    if number := symbols.count("x"):
        yield Function("x_symbols", [term, Number(number)])
    for written in symbols:
        for _ in range(int(written.replace("x", "0")) if written.isdigit() or written == "x" else 1):
            place += 1
            halves = written.split("/")
            kinds = [kind for kind in "wubrgc" if kind in halves] or list("wubrgc")
            kinds += ["life"] if "p" in halves else []
            yield from (Function("price", [term, Number(place), Function(kind)]) for kind in kinds)
            yield Function("symbol_kind", [term, Number(place), Function(_symbol_kind(halves))])


def _symbol_kind(halves: list[str]) -> str:
    """What sort of mana symbol it is (CR 107.4a-f, 107.4h)."""
    if "p" in halves:
        return "phyrexian"
    if len(halves) > 1:
        return "hybrid"
    return {"c": "colorless", "s": "snow"}.get(halves[0], "colored" if halves[0] in "wubrg" else "generic")


def _alternatives(term: Symbol, place: int) -> Iterator[Symbol]:
    """`alternative(A, J, A')`: A' is A with the J-th of the costs that a part of its cost offers."""
    cost, *rest = term.arguments
    parts = cost.arguments
    for number, chosen in enumerate(parts[place].arguments, 1):
        paid = Function("", [*parts[:place], *chosen.arguments, *parts[place + 1 :]])
        with_it = Function(term.name, [paid, *rest])
        yield Function("alternative", [term, Number(number), with_it])
        yield from syntax_facts(with_it)


def _clauses(term: Symbol, event: Symbol, change: Symbol) -> Iterator[Symbol]:
    """`clause(A, J, F, Who, T, C)` for an effect that replaces tapping for mana."""
    if signature(event) == "tapped_for_mana/3":
        several = change.arguments[0].arguments if signature(change) == "by_type/1" else []
        for index, when in enumerate(several, 1):
            wanted, kind = when.arguments
            new = Function("types", [kind])
            yield Function("clause", [term, Number(index), wanted, *event.arguments[1:], new])
        if not several:
            yield Function("clause", [term, Number(0), *event.arguments, change])


def _choices(game: int, o: Symbol, chosen: tuple[tuple[str, str], ...]) -> Iterator[Symbol]:
    for what, value in chosen:
        if what == "player":
            term = player_symbol(game, value)
        else:
            term = Function(value.lower()) if what == "color" else String(value)
        yield Function("chosen", [o, Function(what), term])


def _object_facts(game: int, obj: GameObject, c: Symbol, board: Board) -> Iterator[Symbol]:
    o = object_symbol(game, obj.id)
    owner = player_symbol(game, obj.owner)
    if obj.zone == "battlefield":
        yield Function("permanent", [o, c, player_symbol(game, obj.controller), owner])
    else:
        yield Function("card_in_zone", [o, c, Function(obj.zone), owner])
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
    """All facts of one board.

    Args:
        situation: the board with its cards found and its granted texts read.
        game: the number that the identities carry.
        told: the facts about cards that the program already has; those new are added.
    """
    board = situation.board
    yield Function("game", [Number(game)])
    for name in board.players:
        yield Function("player", [player_symbol(game, name)])
    yield Function("active_player", [player_symbol(game, board.active)])
    for name, card in situation.commanders.items():
        c, facts = told.tell(card)
        yield from facts
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
        yield from _lasting_facts(situation, effect.id, e, player_symbol(game, effect.controller))
        yield from _choices(game, e, effect.chosen)
        for target in effect.targets:
            known = player_symbol if target in board.players else object_symbol
            yield Function("targeted_by", [e, known(game, target)])
    drawn: dict[str, int] = {}
    for obj in situation.objects:
        if obj.zone == "library":
            drawn[obj.owner] = drawn.get(obj.owner, 0) + 1
            place = Number(drawn[obj.owner])
            yield Function("library_place", [object_symbol(game, obj.id), place])
        c, facts = told.tell(situation.cards[obj.id])
        yield from facts
        yield from _object_facts(game, obj, c, board)
        yield from _lasting_facts(
            situation, obj.id, object_symbol(game, obj.id), player_symbol(game, obj.controller)
        )
        for number, term in enumerate(situation.copying.get(obj.id, ()), 1):
            yield Function("copy_effect", [object_symbol(game, obj.id), Number(number), term])
            yield from syntax_facts(term)
        for number, term in situation.granted.get(obj.id, ()):
            yield Function("granted_ability", [object_symbol(game, obj.id), Number(number), term])
            yield from syntax_facts(term)
    yield from _rule_facts(situation)


def _rule_facts(situation: Situation) -> tuple[Symbol, ...]:
    """The form of static abilities that change no object (CR 613.11), worked out once for a situation."""
    if "rule_facts" not in situation.memo:
        facts: list[Symbol] = []
        for term in sorted(term for term in situation.terms() if bears_on_rules(term)):
            facts += layer_facts(term)
            for given in given_abilities(term):
                facts += syntax_facts(given)
        situation.memo["rule_facts"] = tuple(facts)
    found: tuple[Symbol, ...] = situation.memo["rule_facts"]
    return found


def _lasting_facts(situation: Situation, id: str, source: Symbol, player: Symbol) -> Iterator[Symbol]:
    for number, term in situation.lasting.get(id, ()):
        yield Function("lasting", [source, Number(number), term, player])
        yield from syntax_facts(term)
