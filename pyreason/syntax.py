"""The form of ability terms to facts: what `asp/vocabulary.lp` lists under terms.

The law judges parts of abilities; which parts there are, and what costs, conditions and descriptions an
ability has, it is told here. Nothing here knows a board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from clingo.symbol import Function, Number, Symbol, SymbolType

from pyreason.atoms import signatures
from pyreason.terms import (
    conditioned,
    is_targeting,
    judged,
    moves_library,
    signature,
    speaks_of_each,
    statement,
    statements,
    target_phrases,
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
JUDGED_WHOLE = _COMPOUND | {
    *("color_among/1", "mana_value_among/1", "enchanted_by/1", "attached/1"),
    *("targets/1", "targets_only/1", "from/1"),
}
"""Descriptions that the law judges by what is said within them: it says `sat` of them, and not `holds`."""

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

_UNJUDGED = frozenset({"opaque/1", "opaque/2", "seq/3"})
"""Spans that are kept as text, and sentences in a row: what stands in them may be judged, they are not."""

_LOOKING = frozenset({"or/2", "targets/1", "targets_only/1", "from/1", "attached/1"})
"""Words of target phrases that take whole descriptions."""

_RELATIONS = frozenset({"other_target/0", "same_controller/0", "different_controllers/0"})
"""What a target has to do with the other targets of the same spell or ability."""

_APPLYING = frozenset({"applies/2", "grants/2", "as_though_haste/1"})
"""Statements of static abilities that take a filter first."""

_COST_OBJECT = {"sacrifice/2": "sacrificed", "untap/2": "untapped", "exile/2": "exiled"}
"""Cost parts that name objects, and the word by which the effect speaks of them."""


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
        facts += _joined(sub)
        facts += _failing(sub)
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


@lru_cache(maxsize=65536)
def syntax_predicates(term: Symbol) -> frozenset[str]:
    """The predicates of `syntax_facts`."""
    return signatures(syntax_facts(term))


def phrase_facts(term: Symbol) -> Iterator[Symbol]:
    """The form of what a question says in the words of ability terms: see `syntax_facts`."""
    for sub in dict.fromkeys(_judgeable(term)):
        yield Function("part", [term, sub])
        yield from _joined(sub)
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
            yield from _joined(sub)
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
            yield from _joined(sub)
            if signature(sub) in _LOOKING:
                for described in sub.arguments:
                    yield from _described(described)


def _joined(term: Symbol) -> Iterator[Symbol]:
    """Which sides of a conjunction are more than qualities: see vocabulary.lp."""
    if signature(term) == "and/2":
        first, second = map(signature, term.arguments)
        if first in JUDGED_WHOLE:
            yield Function("compound_first", [term])
        elif first != "permanent/0" and second in JUDGED_WHOLE:
            yield Function("compound_second", [term])


_MADE_OF_OTHERS = {"either/2": 2, "both/2": 2, "for_each/2": 1}
"""Productions of mana that are made of others, and how many of their arguments those are."""


def _failing(term: Symbol) -> Iterator[Symbol]:
    """`may_fail(X)` where a production within this one may come to no mana (CR 107.1b): see vocabulary.lp."""
    others = _MADE_OF_OTHERS.get(signature(term))
    if others is not None and any(map(_may_fail, term.arguments[:others])):
        yield Function("may_fail", [term])


def _may_fail(production: Symbol) -> bool:
    if signature(production) == "mana/2":
        amount, kind = production.arguments
        return amount.type is not SymbolType.Number or amount.number <= 0 or bool(kind.arguments)
    if signature(production) in ("either/2", "both/2"):
        return any(map(_may_fail, production.arguments))
    return True


def _described(wanted: Symbol) -> Iterator[Symbol]:
    """`alone(F)` where a description is a single quality."""
    if signature(wanted) not in _COMPOUND:
        yield Function("alone", [wanted])


def _judgeable(term: Symbol) -> Iterator[Symbol]:
    """The term and what stands in it, without names that only tell the term around them what is meant."""
    if term.type is not SymbolType.Function or (term.name and signature(term) not in _UNJUDGED):
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
