"""What the law did not take into account: lines on the board that bear on a question.

A line that was not understood says what it could touch (`pyreason.cards.domains`); a line that was
understood may still be one the law has no rules for yet. Either becomes a caveat where it can change the
answer, and only there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from clingo.symbol import Function, Symbol, SymbolType

from pyreason.assembly import controller_of, world_of
from pyreason.board import GameObject
from pyreason.cards.model import Card, Line
from pyreason.program import EVENTS, LAYERS, MANA, OBJECTS, unspoken
from pyreason.rulings import Caveat
from pyreason.situation import Situation
from pyreason.terms import (
    conditioned,
    judged,
    shapes_objects,
    signature,
    statement,
    statements,
    subterms,
    unwrapped,
    words,
)

_LOOKS_AROUND = frozenset({"could_produce/2"})
"""Words of an ability whose mana hangs on what other permanents could produce."""

_COLORS = frozenset(
    {
        "color/1",
        "colors_among/1",
        "each_color_among/1",
        "colors_of/1",
        "colorless/0",
        "multicolored/0",
        "monocolored/0",
    }
)
_NUMBERS = frozenset(
    {"power/1", "toughness/1", "power/2", "toughness/2", "greatest/2", "total/2", "distinct/2"}
)

_OF_INTEREST = _COLORS | _NUMBERS
"""Words that ask what a permanent is like, which a line that was not understood may say."""

_BOARD_WIDE = {
    "mana_event": "it may replace the mana that is produced, which is not taken into account yet",
    "grants": "it may give abilities, which is not taken into account yet",
    "loses": "it may take abilities away, which is not taken into account yet",
    "types": "it may change types, which is not taken into account yet",
    "control": "it may change who controls a permanent, which is not taken into account yet",
    "copy": "it makes a copy, which is not taken into account yet",
}
"""Domains in which any permanent's line can change what any other could produce."""


def mana_caveats(situation: Situation, id: str) -> tuple[Caveat, ...]:
    """What bears on the mana a permanent could produce: its own lines first, then in board order."""
    asked = situation.permanent(id)
    others = [obj for obj in situation.board.battlefield if obj is not asked]
    used = _words_of(situation, (asked,))
    around = bool(used & _LOOKS_AROUND)
    if around:
        used |= _words_of(situation, others)
    used &= _OF_INTEREST
    found = (
        *situation.caveats,
        *_doubts(situation, (asked,), used, _own),
        *_doubts(situation, others, used, _own if around else _of_others),
    )
    return tuple(dict.fromkeys(found)) if found else ()


def _doubts(
    situation: Situation,
    objects: Sequence[GameObject],
    used: frozenset[str],
    doubted: Callable[[Card, frozenset[str]], Sequence[tuple[Line, str]]],
) -> Iterator[Caveat]:
    """What is to be said of the lines of these objects that are in doubt: on most boards none are."""
    by_card = {key: doubted(card, used) for key, card in _cards_of(situation, objects).items()}
    if any(by_card.values()):
        for obj in objects:
            card = situation.cards[obj.id]
            for line, why in by_card[id(card)]:
                yield line_caveat(obj, card, line, why)


def all_mana_caveats(situation: Situation, player: str) -> tuple[Caveat, ...]:
    """What bears on the mana of any permanent of a player, in board order."""
    mine = (obj for obj in situation.board.battlefield if controller_of(situation, obj.id) == player)
    return tuple(
        dict.fromkeys(
            caveat
            for obj in mine
            for caveat in (*mana_caveats(situation, obj.id), *amount_caveats(situation, obj.id))
        )
    )


def _cards_of(situation: Situation, objects: Iterable[GameObject]) -> dict[int, Card]:
    """The cards of these objects, each once."""
    return {id(card): card for card in (situation.cards[obj.id] for obj in objects)}


def _words_of(situation: Situation, objects: Sequence[GameObject]) -> frozenset[str]:
    """Those of the words on objects that say what may bear on the mana."""
    printed = map(_printed_words, _cards_of(situation, objects).values())
    given = (words(term) for obj in objects for _, term in situation.granted.get(obj.id, ()))
    return frozenset().union(*printed, *given)


@lru_cache(maxsize=65536)
def _printed_words(card: Card) -> frozenset[str]:
    said = frozenset().union(*(words(line.term) for line in card.lines if line.term is not None))
    return said & (_OF_INTEREST | _LOOKS_AROUND)


@lru_cache(maxsize=65536)
def _own(card: Card, used: frozenset[str]) -> tuple[tuple[Line, str], ...]:
    """Lines of the permanent itself that decide what its abilities would add, and why they are told of."""
    found: list[tuple[Line, str]] = []
    for line in card.lines:
        if line.term is None and "adds_mana" in line.touches:
            found.append((line, "this line adds mana and was not understood"))
        elif line.term is not None:
            term = unwrapped(line.term)
            inside = words(term)
            if strange := _strange_words(term):
                found.append((line, f"the law has no rule for {', '.join(strange)}"))
            elif hangs(term):
                found.append((line, "whether it has this ability hangs on what the board does not show"))
            elif "unseen/1" in inside and "add/2" in inside:
                found.append((line, "it asks for something that the board does not show"))
        if {"power_toughness", "colors"} & set(line.touches) and _matters(line, used):
            found.append((line, "it says what the permanent is, which is not taken into account yet"))
    return (*found, *_of_others(card, used))


@lru_cache(maxsize=65536)
def _of_others(card: Card, used: frozenset[str]) -> tuple[tuple[Line, str], ...]:
    """Lines that change other permanents or the mana they produce, likewise."""
    found: list[tuple[Line, str]] = []
    for line in card.lines:
        if line.term is None:
            wide = next((domain for domain in line.touches if domain in _BOARD_WIDE), None)
            if wide is not None:
                found.append((line, _BOARD_WIDE[wide]))
            elif _matters(line, used):
                found.append((line, "it changes other permanents, which is not taken into account yet"))
        elif strange := strange_static(unwrapped(line.term)):
            found.append((line, f"the law has no rule for {', '.join(strange)}"))
    return tuple(found)


def _half_caveats(situation: Situation, id: str) -> Iterator[Caveat]:
    """A split card is both its halves where it is no spell (CR 709.4); the data may lack one."""
    obj, card = situation.board.get(id), situation.cards[id]
    if obj is not None and card.missing_half is not None and card.layout in ("split", "aftermath"):
        why = f"its half {card.missing_half!r} is not in the card data, so only {card.name!r} is told of"
        yield Caveat(id, card.full_name, None, why)


def object_caveats(situation: Situation, id: str) -> tuple[Caveat, ...]:
    """What bears on what an object is: lines that were not understood, the object's own first."""
    found = [*situation.caveats, *_half_caveats(situation, id)]
    obj = situation.board.get(id)
    permanent = obj is not None and obj.zone == "battlefield"
    doubts = _line_doubts(situation, permanent)
    found += doubts.get(id, ())
    for other, told in doubts.items():
        if other != id and (there := situation.board.get(other)) is not None and there.zone == "battlefield":
            found += told
    return tuple(dict.fromkeys(found))


def _line_doubts(situation: Situation, permanent: bool) -> dict[str, list[Caveat]]:
    """By object the caveats about its lines, where what is asked about is a permanent or is none."""
    key = f"line_doubts {permanent}"
    if key not in situation.memo:
        found: dict[str, list[Caveat]] = {}
        for obj in situation.objects:
            card = situation.cards[obj.id]
            if lines := _doubted(card, permanent):
                found[obj.id] = [line_caveat(obj, card, line, why) for line, why in lines]
        situation.memo[key] = found
    doubts: dict[str, list[Caveat]] = situation.memo[key]
    return doubts


@lru_cache(maxsize=65536)
def _doubted(card: Card, permanent: bool) -> tuple[tuple[Line, str], ...]:
    """The lines of a card that are not taken into account in what objects are, and why each is not."""
    found: list[tuple[Line, str]] = []
    for line in card.lines:
        if line.term is None:
            found.append((line, "this line was not understood"))
        elif not permanent and any(sub.match("elsewhere", 1) for sub in subterms(line.term)):
            why = "it says the same of objects elsewhere, which is not taken into account yet"
            found.append((line, why))
        elif strange := strange_static(unwrapped(line.term)):
            found.append((line, f"the law has no rule for {', '.join(strange)}"))
    return tuple(found)


_COSTS = frozenset(
    {
        *("tap/0", "untap/0", "mana/1", "life/1", "sacrifice/1", "sacrifice/2", "tap/2", "untap/2", "mill/1"),
        *("remove_counters/3", "put_counters/3", "discard/1", "discard/2", "exile/1", "exile/2", "return/1"),
        *("exert/0",),
    }
)


_CREATURE = Function("type", [Function("creature")])


def size_caveats(situation: Situation, id: str) -> tuple[Caveat, ...]:
    """A creature whose power or toughness hangs on what no board shows, such as a life total."""
    traits = world_of(situation).of(id)
    if _CREATURE not in traits:
        return ()
    has = {trait.name for trait in traits}
    missing = [name for name in ("power", "toughness") if name not in has]
    card = situation.cards[id]
    return tuple(Caveat(id, card.name, None, f"the board does not decide its {name}") for name in missing)


def activation_caveats(situation: Situation) -> tuple[Caveat, ...]:
    """Lines that may forbid activating abilities or change what that costs, and were not understood."""
    why = "it may bear on activating abilities, which is not taken into account yet"
    return tuple(
        line_caveat(obj, situation.cards[obj.id], line, why)
        for obj in situation.board.battlefield
        for line in situation.cards[obj.id].lines
        if "activation" in line.touches
    )


def cost_caveats(situation: Situation, id: str) -> tuple[Caveat, ...]:
    """Parts of costs that are taken for payable, since the law does not know them."""
    obj = situation.permanent(id)
    card = situation.cards[id]
    floating = dict(situation.board.mana_pool).get(controller_of(situation, id))
    found = []
    for line in card.lines:
        if line.term is not None and signature(ability := unwrapped(line.term)) == "activated/3":
            for part in _cost_parts(ability.arguments[0]):
                if signature(part) not in _COSTS:
                    why = f"a part of the cost ({part.name}) is taken for payable"
                    found.append(line_caveat(obj, card, line, why))
                elif floating and part.match("mana", 1) and "{S}" in part.arguments[0].string:
                    found.append(line_caveat(obj, card, line, _POOL_OF_WHICH_SOURCE))
    return tuple(found)


_POOL_OF_WHICH_SOURCE = (
    "{S} asks for mana of a snow source, and the board does not say what made the mana in the pool: "
    "it is taken for other mana"
)


def _adds_by_life(term: Symbol) -> bool:
    return any(sub.match("life", 1) and sub.arguments[0] == Function("you") for sub in subterms(term))


def _cost_parts(cost: Symbol) -> Iterator[Symbol]:
    """The parts of a cost, those of each cost that it offers a choice of included."""
    for part in cost.arguments:
        if part.match("either", 2):
            for offered in part.arguments:
                yield from _cost_parts(offered)
        else:
            yield part


def amount_caveats(situation: Situation, id: str) -> tuple[Caveat, ...]:
    """Lines that add as much mana as something comes to that no scenario tells: a life total."""
    obj = situation.permanent(id)
    card = situation.cards[id]
    why = "how much mana it adds hangs on a life total, which the board does not show"
    return tuple(
        line_caveat(obj, card, line, why)
        for line in card.lines
        if line.term is not None and _adds_by_life(line.term)
    )


def color_caveats(situation: Situation) -> tuple[Caveat, ...]:
    """What bears on the colours of permanents, or on who controls them."""
    found = list(situation.caveats)
    for obj in situation.board.battlefield:
        card = situation.cards[obj.id]
        found += (
            line_caveat(
                obj, card, line, "it may change colours or control, which is not taken into account yet"
            )
            for line in card.lines
            if line.term is None and {"colors", "control", "copy"} & set(line.touches)
        )
    return tuple(dict.fromkeys(found))


_HARMLESS = frozenset(
    {
        *("keywords/1", "costs_less/3", "opening_hand/1", "as_though_haste/1", "spend_as_any_color/0"),
        "before_game/2",
        "may_stay_tapped/0",
        *("enters/1", "enters_tapped/0", "as_enters/1", "casting/1", "cast_target/1"),
    }
)
"""Statements of static abilities that change no object and no mana."""


@lru_cache(maxsize=65536)
def strange_static(term: Symbol) -> tuple[str, ...]:
    """Words of a static ability that no law file speaks of; none where it changes nothing."""
    if signature(term) != "static/1":
        inner = conditioned(term)
        if inner != term and shapes_objects(inner):
            return ("a condition that the board does not show",) if hangs(term) else strange_static(inner)
        return ()
    if (pieces := statements(term)) != (term,):
        return tuple(dict.fromkeys(word for piece in pieces for word in strange_static(piece)))
    condition, said = statement(term)
    if signature(said) in _HARMLESS or _of_damage_alone(said):
        return ()
    if condition is not None and words(condition) & {"opaque/1", "unseen/1"}:
        return ("a condition that the board does not show",)
    if signature(said) in ("applies/2", "cda/2") and words(Function("", judged(term))) & _UNDECIDED:
        return ("an amount that the board does not show",)
    entered = (said, *(() if condition is None else (condition,)))
    found = {signature(sub) for part in entered for sub in heeded(part)}
    if signature(said) == "replaces/2" and not said.arguments[0].match("tapped_for_mana", 3):
        return (said.arguments[0].name,)
    strange = unspoken(found - _SAYS_NOTHING - _TURNED, (*LAYERS, *OBJECTS, *MANA, *EVENTS))
    return tuple(sorted(word.partition("/")[0] for word in strange if not word.startswith("/")))


def _of_damage_alone(said: Symbol) -> bool:
    """Whether a statement says only what its objects are as sources of damage, which no question asks."""
    if signature(said) != "applies/2":
        return False
    return all(signature(change) == "damage_source/1" for change in said.arguments[1].arguments)


def hangs(term: Symbol) -> bool:
    """Whether an ability is there only under a condition that no board shows."""
    return signature(term) == "provided/2" and not term.arguments[0].match("has_counters", 3)


_UNDECIDED = frozenset({"life/1", "x/0", "that_much/0", "paid/1", "unseen/1"})
"""Amounts that no board shows."""

_TURNED = frozenset(
    {"", "while/2", "applies/2", "grants/2", "replaces/2", "by_type/1", "when/2", "otherwise/1", "both/2"}
)
"""Words that Python turns into facts of another name before the law sees them."""

_SAYS_NOTHING = frozenset(
    {
        *("sentence/0", "sentence_then/0", "then/0", "and/0", "comma/0", "line_before/0", "/0"),
        *("opaque/1", "opaque/2", "unseen/1", "rider/1", "until/2", "any_time/2", "destroy/1", "tap_all/1"),
        *("choose_player/0", "triggers_once_each_turn/0", "player/0", "who/1"),
        *("cant/1", "exempt/1", "attached_only_to/1", "targetable_despite/2"),
    }
)
"""Words in instructions that don't bear on which mana is added now, or that have a caveat of their own."""

_NOT_ENTERED = frozenset(
    {
        *("rider", "opaque", "until", "any_time", "destroy", "tap_all", "gains", "loses", "who"),
        *("cant", "exempt", "attached_only_to", "targetable_despite"),
    }
)
_FIRST_IS_DATA = frozenset(
    {
        *("add", "seq", "delayed", "paid", "card", "supertype", "type", "keyword"),
        *("add_types", "set_types", "lose_types", "add_supertypes", "lose_supertypes", "loses_all_but"),
    }
)
"""Functors whose first argument is a name or a number that the law carries along."""


@lru_cache(maxsize=65536)
def _strange_words(term: Symbol) -> tuple[str, ...]:
    """Words of what an ability would add that no law file speaks of, so that they can't have been heeded."""
    if "add/2" not in words(term):
        return ()
    instructions = judged(term)[-1:] if term.name != "activated" else judged(term)[:1]
    found = {signature(sub) for part in instructions for sub in heeded(part)} - _SAYS_NOTHING - {""}
    return tuple(sorted(word.partition("/")[0] for word in unspoken(found, (*MANA, *OBJECTS, *EVENTS))))


def heeded(term: Symbol) -> Iterator[Symbol]:
    """The term and what stands in it, names and what happens later left out."""
    yield term
    if term.type is SymbolType.Function and term.name not in _NOT_ENTERED:
        if signature(term) == "grants/2":
            yield from heeded(term.arguments[0])
            return
        for argument in term.arguments[1:] if term.name in _FIRST_IS_DATA else term.arguments:
            yield from heeded(argument)


def _matters(line: Line, used: frozenset[str]) -> bool:
    return ("power_toughness" in line.touches and bool(used & _NUMBERS)) or (
        "colors" in line.touches and bool(used & _COLORS)
    )


def line_caveat(obj: GameObject, card: Card, line: Line, why: str) -> Caveat:
    """A caveat about one line of an object's card."""
    return Caveat(obj.id, card.name, line.number, why, line.text)
