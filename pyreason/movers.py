"""What an effect that attaches Auras, or puts them onto the battlefield, says about where they go."""

from __future__ import annotations

from collections.abc import Iterator

from clingo.symbol import Function, Symbol

from pyreason.asks import AuraHosts, EnterTogether, Within
from pyreason.errors import InputError
from pyreason.facts import object_symbol
from pyreason.situation import Situation
from pyreason.syntax import phrase_facts
from pyreason.terms import signature, subterms, unwrapped

_MOVES = {"move": ("attach/2",), "enter": ("put_attached/2",), "cast": tuple[str, ...]()}
_NUMBERED = frozenset({"activated", "triggered", "loyalty"})
_THAT, _CREATED = Function("that"), Function("created")
_OF_ONE = frozenset({"enters/1", "attacks/1", "blocks/1", "dies/1", "becomes_blocked/1", "turned_face_up/1"})
"""Events that are about one object, which the filter in them describes."""

_WHOSE = frozenset({"same_controller", "controlled_by"})


def mover_facts(situation: Situation, game: int, question: AuraHosts | EnterTogether) -> Iterator[Symbol]:
    """`mover(S, M)` for each way in which `by` moves Auras, or puts them onto the battlefield attached.

    `within` is laid over: what it says anew is taken out of the effect's own words.
    Raises InputError where `by` has no ability of the number asked for.
    """
    if question.by is None:
        return
    source = object_symbol(game, question.by)
    for limit in _host_limits(situation, question):
        yield Function("host_limit", [source, limit])
        yield from phrase_facts(limit)
    for effect, spoken_of in _effects(situation, question):
        what, to = effect.arguments
        limits = question.within if isinstance(question, AuraHosts) else None
        bare, place = _without_place(what)
        said = Function(effect.name, [bare, _relaxed(to, limits)])
        yield Function("mover", [source, said])
        yield from phrase_facts(said)
        if spoken_of is not None and to == _THAT:
            yield Function("event_object", [said, spoken_of])
            yield from _spoken(said, spoken_of)
        if place is not None:
            yield Function("moves_from", [said, place])
            yield from _spoken(said, place)


def _spoken(said: Symbol, wanted: Symbol) -> Iterator[Symbol]:
    """The form of a further filter, told as a part of what the effect says."""
    for fact in phrase_facts(Function("chosen", [wanted])):
        yield Function("part", [said, fact.arguments[1]]) if fact.name == "part" else fact


def _host_limits(situation: Situation, question: AuraHosts | EnterTogether) -> tuple[Symbol, ...]:
    """The terms `only_enchant(F)` in the text of what puts Auras onto the battlefield."""
    if isinstance(question, AuraHosts) and question.how != "enter":
        return ()
    return _in_text(situation, question, "only_enchant/1")


def effects(situation: Situation, question: AuraHosts | EnterTogether) -> tuple[Symbol, ...]:
    """The terms `attach(What, To)`, or `put_attached(What, To)`, in the text of the mover that is meant."""
    return tuple(effect for effect, _ in _effects(situation, question))


def unknown_places(situation: Situation, question: AuraHosts | EnterTogether) -> bool:
    """Whether an effect puts something on "it" or the like, and its event does not say what that is."""
    found = _effects(situation, question)
    return any(effect.arguments[1] in (_THAT, _CREATED) and event is None for effect, event in found)


def _effects(
    situation: Situation, question: AuraHosts | EnterTogether
) -> tuple[tuple[Symbol, Symbol | None], ...]:
    """The effects, each with what its ability's event is about, where it has one that says so."""
    wanted = _MOVES[question.how if isinstance(question, AuraHosts) else "enter"]
    return tuple(
        dict.fromkeys(
            (sub, _event_object(term))
            for term in texts(situation, question.by, question.ability)
            for sub in subterms(term)
            if signature(sub) in wanted
        )
    )


def _event_object(ability: Symbol) -> Symbol | None:
    """The filter of the object that a triggered ability's event is about; None where it is not known."""
    if signature(ability) != "triggered/3":
        return None
    events = [ability.arguments[0]]
    if signature(events[0]) == "either/2":
        events = list(events[0].arguments)
    about = {event.arguments[0] for event in events if signature(event) in _OF_ONE and event.arguments}
    return about.pop() if len(about) == 1 and all(signature(event) in _OF_ONE for event in events) else None


def puts(situation: Situation, question: AuraHosts | EnterTogether) -> tuple[Symbol, ...]:
    """The terms `put_onto_battlefield(What, Whose)` in the text of what puts the cards there."""
    return _in_text(situation, question, "put_onto_battlefield/2")


def _in_text(situation: Situation, question: AuraHosts | EnterTogether, wanted: str) -> tuple[Symbol, ...]:
    """The terms of this signature in the mover's text, each once."""
    found = (sub for term in texts(situation, question.by, question.ability) for sub in subterms(term))
    return tuple(dict.fromkeys(sub for sub in found if signature(sub) == wanted))


def texts(situation: Situation, by: str | None, ability: int | None) -> tuple[Symbol, ...]:
    """The ability terms of an object that can do something, or the one with this number.

    Activated and triggered abilities are counted, in printed order from 1. Raises InputError.
    """
    if by is None:
        return ()
    lines = [line.term for line in situation.cards[by].lines if line.term is not None]
    terms = [unwrapped(term) for term in lines] + [term for _, term in situation.granted.get(by, ())]
    if ability is None:
        return tuple(terms)
    counted = [term for term in terms if term.name in _NUMBERED]
    if not 1 <= ability <= len(counted):
        raise InputError(f"{by!r} has no ability number {ability}: it has {len(counted) or 'none'}")
    return (counted[ability - 1],)


def _relaxed(to: Symbol, within: Within | None) -> Symbol:
    """The place an effect names, without what `within` says in its stead."""
    if within is None or signature(to) not in ("target/1", "chosen/1"):
        return to
    dropped: set[str] = set()
    if within.another is not None:
        dropped.add("other_host")
    if within.controller is not None:
        dropped |= _WHOSE
    return Function(to.name, [_without(to.arguments[0], dropped)])


_DESCRIBED = frozenset({"target/1", "chosen/1", "all/1", "any_number/1", "slot/3"})


def _without_place(what: Symbol) -> tuple[Symbol, Symbol | None]:
    """What an effect moves, and apart from it what that has to be attached to, if the effect says so."""
    if signature(what) not in _DESCRIBED:
        return what, None
    wanted = what.arguments[-1]
    place = next((sub for sub in subterms(wanted) if signature(sub) == "attached/1"), None)
    if place is None:
        return what, None
    bare = Function(what.name, [*what.arguments[:-1], _without(wanted, {"attached"})])
    (host,) = place.arguments
    return bare, host.arguments[0] if signature(host) == "target/1" else host


def _without(wanted: Symbol, dropped: set[str]) -> Symbol:
    """A filter without some of the qualities that it asks for together."""
    if signature(wanted) != "and/2":
        return wanted
    first, rest = (_without(side, dropped) for side in wanted.arguments)
    if rest.name in dropped:
        return first
    return rest if first.name in dropped else Function("and", [first, rest])
