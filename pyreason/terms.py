"""The form of ability terms (docs/terms.md): what occurs in them, and what that makes of the ability."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from clingo.symbol import Function, Number, Symbol, SymbolType

_WRAPPERS = frozenset({"worded"})
"""Functors that have no meaning in the rules (CR 207.2c) and are taken off before the law sees a term."""

_MANA_EVENTS = frozenset({"tapped_for_mana/3", "ability_adds/3"})
"""Events whose triggers may be mana abilities (CR 605.1b)."""

_NAMING = frozenset({"sacrifice/2", "tap/2", "untap/2", "exile/2", "discard/2"})
"""Parts of costs that describe objects."""

_TARGETING = frozenset({"target/0", "target/1", "slot/3", "target_player/0", "target_opponent/0"})
_LIBRARY = frozenset({"mill/1", "draw/1", "draw/2", "shuffle/0", "reveal_until/2"})


@lru_cache(maxsize=65536)
def unwrapped(term: Symbol) -> Symbol:
    """The ability term without the words that mean nothing to the rules."""
    while term.type is SymbolType.Function and term.name in _WRAPPERS and len(term.arguments) == 2:
        term = term.arguments[1]
    return term


@lru_cache(maxsize=65536)
def each_keyword(term: Symbol) -> tuple[Symbol, ...]:
    """The abilities of a line: those of `static(keywords(...))` one by one, else the term itself."""
    if signature(term) in ("leveled/3", "provided/2"):
        *condition, inner = term.arguments
        return tuple(Function(term.name, [*condition, each]) for each in each_keyword(inner))
    if term.match("static", 1) and term.arguments[0].match("keywords", 1):
        return tuple(term.arguments[0].arguments[0].arguments)
    return (term,)


@lru_cache(maxsize=65536)
def conditioned(term: Symbol) -> Symbol:
    """The ability that a line gives at some level or with some counters; any other term as it is."""
    return term.arguments[-1] if signature(term) in ("leveled/3", "provided/2") else term


@lru_cache(maxsize=65536)
def words(term: Symbol) -> frozenset[str]:
    """Every functor and constant in the term as "name/arity", granted abilities and marks left out."""
    if term.type is not SymbolType.Function:
        return frozenset()
    arguments = term.arguments[:1] if term.name in ("grants", "opaque") else term.arguments
    if signature(term) == "gains/1" and term.arguments[0].name != "keyword":
        arguments = []
    return frozenset((signature(term),)).union(*(words(argument) for argument in arguments))


_ALWAYS = Function("always")
"""The condition of a triggered ability that has none."""


@lru_cache(maxsize=65536)
def judged(term: Symbol) -> tuple[Symbol, ...]:
    """The parts of an ability that the law may have to judge: effect, conditions, what a cost describes.

    The event of a trigger that has nothing to do with mana is of no concern here.
    """
    if not term.arguments:
        return ()
    if signature(term) == "activated/3":
        cost, effect, limits = term.arguments
        described = (part for part in cost.arguments if signature(part) in _NAMING)
        conditions = (argument for limit in limits.arguments for argument in limit.arguments)
        return (effect, *described, *conditions)
    if signature(term) == "triggered/3":
        event, *rest = term.arguments
        of_mana = signature(event) in _MANA_EVENTS
        return tuple(part for part in ((event, *rest) if of_mana else rest) if part != _ALWAYS)
    if signature(term) == "static/1" and (pieces := statements(term)) != (term,):
        return tuple(part for piece in pieces for part in judged(piece))
    if signature(term) == "static/1":
        condition, said = statement(term)
        shown = [condition] if condition is not None else []
        if signature(said) == "applies/2":
            wanted, changes = said.arguments
            shown += [wanted, *(change for change in changes.arguments if signature(change) != "gains/1")]
        else:
            shown += said.arguments[: 1 if signature(said) == "grants/2" else None]
        return tuple(shown)
    return (term.arguments[-1],)


@lru_cache(maxsize=65536)
def judged_words(term: Symbol) -> frozenset[str]:
    """Every functor and constant in what the law may have to judge, and those the ability is made with."""
    made_with = (signature(sub) for sub in (term, *term.arguments) if sub != _ALWAYS)
    return frozenset(made_with).union(*(words(part) for part in judged(term)))


def is_targeting(term: Symbol) -> bool:
    """Whether an ability has a target (CR 115.1c-d), as far as its term tells."""
    return bool(words(term) & _TARGETING) or any(marked(term, mark) for mark in ("target", "slot", "slot_if"))


_PLAYER = Function("player")
_OPPONENT = Function("and", [_PLAYER, Function("who", [Function("opponent")])])
_SLOTS = frozenset({"slot", "slot_if", "target"})
_LATER = frozenset({"gains/1", "when_then/2", "delayed/2", "triggered/3"})
"""What is a target only of something else, or only later: given abilities, delayed triggers."""


@lru_cache(maxsize=65536)
def slots(term: Symbol) -> tuple[Symbol, ...]:
    """The targets that an ability or a spell's line asks for (CR 115.1), in printed order.

    Each is `slot(Min, Max, Filter)`, `slot_if(Paid, Replaced, slot(...))` where it hangs on a cost paid, or
    `target` where what it may be was not understood. What an Aura spell targets (CR 115.1b) stands in its
    enchant ability and not here.
    """
    term = unwrapped(term)
    if signature(term) == "triggered/3":
        term = term.arguments[2]
    return tuple(_slots(term))


def _slots(term: Symbol) -> Iterator[Symbol]:
    form = signature(term)
    if form == "opaque/2":
        yield from (mark for mark in term.arguments[1].arguments if mark.name in _SLOTS)
    elif form == "slot/3":
        yield term
    elif form in ("target/1", "targeting/2"):
        if term.arguments[0] != Function("that"):
            yield _one_target(term.arguments[0])
    elif form == "slot/3":
        yield term
    elif form == "target_player/0":
        yield _one_target(_PLAYER)
    elif form == "target_opponent/0":
        yield _one_target(_OPPONENT)
    elif form == "target/0":
        yield term
    elif form == "instead/3":
        yield from _slots(term.arguments[2])
        yield from _slots(term.arguments[1])
    elif form not in _LATER and form != "grants/2" and term.type is SymbolType.Function:
        for argument in term.arguments:
            yield from _slots(argument)


@lru_cache(maxsize=65536)
def target_phrases(term: Symbol) -> tuple[Symbol, ...]:
    """`slots`, and what the keyword abilities enchant and bestow let a spell target (CR 702.5a, 702.103b)."""
    if term.match("keyword", 2) and term.arguments[0].name == "enchant":
        return (_one_target(term.arguments[1]),)
    if term.match("keyword", 2) and term.arguments[0].name == "bestow":
        creature = Function("type", [Function("creature")])
        return (_one_target(Function("and", [Function("permanent"), creature])),)
    return slots(term)


def asked_of(phrases: tuple[Symbol, ...]) -> Iterator[Symbol]:
    """The `slot(Min, Max, Filter)` of each target phrase that was understood."""
    for phrase in phrases:
        if phrase.name != "target":
            yield phrase.arguments[2] if phrase.name == "slot_if" else phrase


@lru_cache(maxsize=65536)
def slot_words(term: Symbol) -> frozenset[str]:
    """Every functor and constant in what targets have to be, and in what triggers an ability."""
    described = [phrase.arguments[2] for phrase in asked_of(target_phrases(term))]
    if signature(term) == "triggered/3":
        described.append(term.arguments[0])
    return frozenset().union(*(words(wanted) for wanted in described))


def _one_target(filter: Symbol) -> Symbol:
    return Function("slot", [Number(1), Number(1), filter])


def moves_library(term: Symbol) -> bool:
    """Whether an ability's cost or effect moves a card to or from a library (CR 605.1a)."""
    return bool(words(term) & _LIBRARY) or marked(term, "library") or any(map(_from_library, subterms(term)))


def _from_library(term: Symbol) -> bool:
    """Whether an effect puts a card from a library onto the battlefield."""
    return signature(term) in ("put_attached/2", "put_onto_battlefield/2") and "library/0" in words(term)


def marked(term: Symbol, mark: str) -> bool:
    """Whether some span of the term carries this mark: `slot`, `target`, `library`, `mana`, ..."""
    return any(
        signature(sub) == "opaque/2" and any(given.name == mark for given in sub.arguments[1].arguments)
        for sub in subterms(term)
    )


def signature(term: Symbol) -> str:
    """`name/arity` of a function or constant; empty for numbers and strings."""
    return f"{term.name}/{len(term.arguments)}" if term.type is SymbolType.Function else ""


NUMBER = "#"
"""Stands for any number where a word of a term is asked for."""


def first_word(term: Symbol) -> str:
    """The word that a part of an ability begins with: `name/arity`, or `NUMBER`."""
    return signature(term) or NUMBER


def subterms(term: Symbol) -> Iterator[Symbol]:
    """The term and all that stands in it, outermost first."""
    yield term
    if term.type is SymbolType.Function:
        for argument in term.arguments:
            yield from subterms(argument)


_STATEMENTS = frozenset({"applies/2", "grants/2", "while/2", "cda/2"})
_SPEAKS_OF_EACH = frozenset({"it/0"})


@lru_cache(maxsize=65536)
def statements(term: Symbol) -> tuple[Symbol, ...]:
    """The static abilities, each of one statement, that a static ability comes to; itself where it is one."""
    return tuple(Function("static", [said]) for said in _flat(term.arguments[0]))


def _flat(said: Symbol) -> Iterator[Symbol]:
    if signature(said) == "both/2":
        for part in said.arguments:
            if signature(part) not in ("opaque/1", "elsewhere/1"):
                yield from _flat(part)
    elif signature(said) == "instead/3":
        condition, new, old = said.arguments
        yield from (Function("while", [condition, each]) for each in _flat(new))
        unless = Function("otherwise", [condition])
        yield from (Function("while", [unless, each]) for each in _flat(old))
    elif signature(said) == "while/2":
        yield from (Function("while", [said.arguments[0], each]) for each in _flat(said.arguments[1]))
    else:
        yield said


def statement(term: Symbol) -> tuple[Symbol | None, Symbol]:
    """The condition (None for always) and the statement of a static ability, its `while`s taken off."""
    said = term.arguments[0]
    condition = None
    while signature(said) == "while/2":
        more, said = said.arguments
        condition = more if condition is None else Function("both", [condition, more])
    return condition, said


@lru_cache(maxsize=65536)
def given_abilities(term: Symbol) -> tuple[Symbol, ...]:
    """The abilities that an ability gives to objects, and what those give, as terms of their own."""
    found = [sub.arguments[0] for sub in subterms(term) if signature(sub) == "gains/1"]
    for sub in subterms(term):
        if signature(sub) == "grants/2":
            given = sub.arguments[1]
            found += given.arguments if not given.name else [given]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=65536)
def speaks_of_each(term: Symbol) -> bool:
    """Whether a statement says other things of each object that it is about ("for each counter on it")."""
    return any(words(part) & _SPEAKS_OF_EACH for part in judged(term))


@lru_cache(maxsize=65536)
def shapes_objects(term: Symbol) -> bool:
    """Whether an ability could change what some object is, so that the layers count (CR 613)."""
    term = conditioned(unwrapped(term))
    if signature(term) == "static/1":
        return any(_shapes(statement(piece)[1]) for piece in statements(term))
    return signature(term) == "keyword/1" and term.arguments[0].name in ("devoid", "changeling")


def _shapes(said: Symbol) -> bool:
    if signature(said) == "applies/2":
        return any(signature(change) != "opaque/1" for change in said.arguments[1].arguments)
    return signature(said) in _STATEMENTS


def _conditions(condition: Symbol | None) -> Iterator[Symbol]:
    if condition is not None and signature(condition) == "both/2":
        for part in condition.arguments:
            yield from _conditions(part)
    elif condition is not None:
        yield condition


@lru_cache(maxsize=65536)
def layer_facts(term: Symbol) -> tuple[Symbol, ...]:
    """What the law of the layers is told about the form of an ability: see `asp/layers/effects.lp`."""
    term = conditioned(term)
    if signature(term) != "static/1":
        return ()
    if (pieces := statements(term)) != (term,):
        return tuple(fact for piece in pieces for fact in layer_facts(piece))
    condition, said = statement(term)
    if signature(said) not in _STATEMENTS:
        return ()
    facts = []
    for held in _conditions(condition):
        name = "each" if words(held) & _SPEAKS_OF_EACH else "effect"
        if signature(held) == "otherwise/1":
            facts.append(Function(f"{name}_unless", [term, held.arguments[0]]))
        else:
            facts.append(Function(f"{name}_condition", [term, held]))
    if signature(said) == "cda/2":
        return (*facts, Function("effect_change", [term, Number(1), said]))
    wanted, given = said.arguments
    if signature(said) == "grants/2":
        parts = given.arguments if signature(given) == "/2" else [given]
        changes = [Function("gains", [part]) for part in parts]
    else:
        changes = list(given.arguments)
    facts.append(Function("effect_filter", [term, wanted]))
    for place, change in enumerate(changes, 1):
        facts.append(Function("effect_change", [term, Number(place), change]))
        for argument in change.arguments:
            listed = (
                argument.arguments
                if argument.type is SymbolType.Function and not argument.name
                else [argument]
            )
            facts += (Function("names", [change, item]) for item in listed)
    return tuple(facts)


_OF_RULES = frozenset({"player/0", "cant/1", "exempt/1", "targetable_despite/2"})
"""Words of effects that change no object but what players have, or what may be done (CR 613.11)."""


@lru_cache(maxsize=65536)
def bears_on_rules(term: Symbol) -> bool:
    """Whether a static ability says something of players, or forbids something."""
    return bool(layer_facts(term)) and bool(words(term) & _OF_RULES)
