"""Which effects of a layer could bear on which others: the worlds that need no comparing.

Whether one effect depends on another is for the law to say, by comparing worlds (`layers/order.lp`). Where
nothing that an effect would change can be seen by another, their comparison can't come out but one way, and
is left out. This is read off the form of an ability; what is not known here can see everything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from clingo.symbol import Function, String, Symbol, SymbolType

from pyreason.atoms import name_of
from pyreason.terms import signature, statement, words
from pyreason.traits import Trait

_JOINING = frozenset(
    {
        *("and/2", "or/2", "non/1", "permanent/0", "this/0", "other/0", "token/0", "tapped/0", "host/0"),
        *("target/0", "you/0", "opponent/0", "any/0", "count/1"),
    }
)
"""Words that see no characteristic by themselves."""

_BY_VALUE = frozenset({"type/1", "subtype/1", "supertype/1", "color/1"})
_FIXED = frozenset(
    {
        *(
            "set_land_types/1",
            "set_types/1",
            "add_types/1",
            "lose_types/1",
            "set_subtypes/1",
            "add_subtypes/1",
        ),
        *("add_supertypes/1", "lose_supertypes/1", "set_colors/1", "add_colors/1", "colorless/0"),
        *("gains/1", "loses/1", "cant_have/1", "loses_all_abilities/0", "loses_all_but/1", "switch_pt/0"),
        *("controlled_by/1",),
    }
)
"""Changes that are the same whatever the board is like."""

_COUNTED = frozenset({"pt/2", "base_pt/2", "base_power/1", "base_toughness/1", "cda/2"})
_ABILITIES, _EVERYTHING = Function("ability"), Function("everything")
_EVERY_TYPE = Function("subtype", [String("every creature type")])
_WITHOUT_CONTROL = frozenset({"ability", "type", "subtype", "supertype", "color", "power", "toughness"})


@lru_cache(maxsize=65536)
def _seen(ability: Symbol) -> frozenset[Symbol]:
    """What an effect's ability looks at: traits, `ability` for any ability, or `everything`."""
    if signature(ability) in ("counters/0", "keyword/1"):
        return frozenset()
    if signature(ability) != "static/1":
        return frozenset({_EVERYTHING})
    condition, said = statement(ability)
    if condition is not None:
        return frozenset({_EVERYTHING})
    if signature(said) == "grants/2":
        return frozenset(_looks_at(said.arguments[0]))
    if signature(said) == "applies/2":
        wanted, changes = said.arguments
        found = set(_looks_at(wanted))
        for change in changes.arguments:
            found.update(_of_change(change))
        return frozenset(found)
    return frozenset(_of_change(said))


def _of_change(change: Symbol) -> Iterator[Symbol]:
    if signature(change) in _COUNTED:
        for amount in change.arguments[1:] if change.name == "cda" else change.arguments:
            yield from _looks_at(amount)
    elif signature(change) not in _FIXED:
        yield _EVERYTHING


def _looks_at(term: Symbol) -> Iterator[Symbol]:
    if term.type is not SymbolType.Function:
        return
    word = signature(term)
    if word in _BY_VALUE:
        yield term
    elif word == "keyword/1":
        yield _ABILITIES
    elif word == "controlled_by/1" or word in _JOINING:
        for argument in term.arguments:
            yield from _looks_at(argument)
    else:
        yield _EVERYTHING


@lru_cache(maxsize=65536)
def looks_at_each_alone(ability: Symbol) -> bool:
    """Whether what an effect does to an object hangs on that object and the effect's source alone."""
    if signature(ability) == "counters/0":
        return True
    return _EVERYTHING not in _seen(ability) and "count/1" not in words(ability)


class Change:
    """Traits that were gained or lost, as far as effects may see them.

    `ids` are of the objects that gained or lost an ability; `more` is whether there is something among the
    traits, such as a controller, that is taken to bear on all.
    """

    __slots__ = ("ids", "more", "names", "traits")

    def __init__(self, changed: Collection[Trait]) -> None:
        self.traits = frozenset([trait for _, trait in changed])
        self.names = frozenset(map(name_of, self.traits))
        self.more = not self.names <= _WITHOUT_CONTROL
        abilities = "ability" in self.names
        self.ids = {id for id, trait in changed if name_of(trait) == "ability"} if abilities else frozenset()

    def bears_on(self, ability: Symbol, source: str) -> bool:
        """Whether these traits could end the effect of the ability or change what it does.

        `source` is the id of the object whose effect it is.
        """
        seen = _seen(ability)
        if _EVERYTHING in seen:
            return bool(self.traits)
        if self.more or source in self.ids or (self.ids and _ABILITIES in seen):
            return True
        if not seen.isdisjoint(self.traits):
            return True
        return _EVERY_TYPE in self.traits and any(each.name == "subtype" for each in seen)


def can_begin(gained: frozenset[Trait], dropped: frozenset[Trait], terms: frozenset[Symbol]) -> bool:
    """Whether effects of a layer could begin that were not there before these traits were gained and lost.

    Only of abilities without a condition; `terms` are those with a part in the layer. An effect of counters
    begins where an object gets a power.
    """
    change = Change(gained)
    abilities = (trait.arguments[1] for trait in change.traits if name_of(trait) == "ability")
    if change.more or any(ability in terms for ability in abilities):
        return True
    sized = {id for id, trait in dropped if name_of(trait) == "power"}
    return "power" in change.names and any(
        name_of(trait) == "power" and id not in sized for id, trait in gained
    )
