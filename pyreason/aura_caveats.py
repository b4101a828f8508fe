"""What the law did not take into account of where Auras and other attachments can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from clingo.symbol import Symbol

from pyreason.asks import AuraHosts, EnterTogether
from pyreason.board import GameObject
from pyreason.caveats import heeded, line_caveat, strange_static
from pyreason.movers import effects, puts, unknown_places
from pyreason.program import ATTACHING, OBJECTS, STACK, unspoken
from pyreason.rulings import Caveat
from pyreason.situation import Situation
from pyreason.terms import signature, subterms, unwrapped, words

_BARRING = frozenset({"forbids", "attaching", "types", "colors", "control", "loses", "grants", "copy"})
"""Domains in which a line that was not understood can change where an Aura can be."""

_ONCE = frozenset({"activated", "triggered", "loyalty", "chapter", "spell", "mode"})
"""Abilities that do something when they resolve: only a mover's matter, and it has a caveat of its own."""

_BESTOW = frozenset({"bestow/0"})
_SAYING = frozenset({"cant/1", "exempt/1", "attached_only_to/1", "cast_target/1"})
_KEYWORDS = frozenset({"enchant", "protection"})
_MORE = ("auras/moves", "state_based/attachments", "questions/aura_hosts")
_PLACES = frozenset({"that/0", "created/0", "attached/1"})
"""Words for what only the course of the game says (any place will do), and one that `movers` reads."""

_NAMES = frozenset(
    {
        *("be_enchanted/0", "be_equipped/0", "be_targeted/1", "have_counters/0", "have_counters/1"),
        *("attack_or_block/0", "become_untapped/0", "change_control/0", "trigger_ward/0"),
    }
)
"""What effects forbid that the law of Auras reads, or that is no concern of it."""


def attaching_caveats(situation: Situation, ids: Iterable[str]) -> tuple[Caveat, ...]:
    """Lines of the objects with these ids, and of all permanents, that were not understood or not heeded."""
    asked = set(ids)
    found = list(situation.caveats)
    for obj in situation.objects:
        if obj.zone == "battlefield" or obj.id in asked:
            found += _of(situation, obj)
    return tuple(dict.fromkeys(found))


def _of(situation: Situation, obj: GameObject) -> Iterator[Caveat]:
    card = situation.cards[obj.id]
    for line in card.lines:
        if line.term is None:
            if _BARRING & set(line.touches):
                yield line_caveat(obj, card, line, "this line was not understood")
            continue
        term = unwrapped(line.term)
        if "attaching" in line.touches and term.name not in _ONCE and not words(term) & _BESTOW:
            yield line_caveat(obj, card, line, "what it attaches, or makes an Aura, was not understood")
        elif strange := strange_static(term) or _strange_limit(term):
            yield line_caveat(obj, card, line, f"the law has no rule for {', '.join(strange)}")


@lru_cache(maxsize=65536)
def _strange_limit(term: Symbol) -> tuple[str, ...]:
    """Words of what an ability forbids, enchants or protects from that no law file speaks of."""
    found: set[str] = set()
    for sub in subterms(term):
        keyword = signature(sub) == "keyword/2" and sub.arguments[0].name in _KEYWORDS
        if keyword or signature(sub) in _SAYING:
            found |= {signature(inner) for inner in heeded(sub.arguments[-1])}
    strange = unspoken(found - _NAMES - {""}, (*OBJECTS, *STACK, *ATTACHING, *_MORE))
    return tuple(sorted(word.partition("/")[0] for word in strange))


def moving_caveats(situation: Situation, question: AuraHosts | EnterTogether) -> tuple[Caveat, ...]:
    """A mover of whose words about where Auras go nothing was understood."""
    if question.by is None or getattr(question, "how", None) == "cast":
        return ()
    known = bool(effects(situation, question))
    if isinstance(question, EnterTogether) or question.how == "enter":
        known = known or bool(puts(situation, question))
    card = situation.cards[question.by]
    if not known:
        why = "what it says about where Auras go was not understood"
        return (Caveat(question.by, card.name, None, why),)
    if unknown_places(situation, question):
        why = "which object it puts the Aura on is not known"
        return (Caveat(question.by, card.name, None, why),)
    strange = sorted(set().union(*map(_strange_move, effects(situation, question))))
    why = f"the law has no rule for {', '.join(strange)}"
    return (Caveat(question.by, card.name, None, why),) if strange else ()


@lru_cache(maxsize=65536)
def _strange_move(effect: Symbol) -> frozenset[str]:
    """Words of what an effect moves, and where to, that no law file speaks of."""
    found = {signature(inner) for argument in effect.arguments for inner in heeded(argument)}
    strange = unspoken(found - _PLACES - {""}, (*OBJECTS, *STACK, *ATTACHING, *_MORE))
    return frozenset(word.partition("/")[0] for word in strange)
