"""Target phrases: which targets a text asks for (CR 115.1), a `slot(Min, Max, Filter)` each in printed order.

A phrase that is not understood is the bare mark `target`: there is a target, and what it may be is not known.
What only a delayed or reflexive trigger targets, and what stands in quotation marks, is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from clingo.symbol import Function, Number, Symbol, SymbolType

from pyreason.cards.oracle.lexicon import NUMBER_OF
from pyreason.cards.oracle.parse import longest
from pyreason.cards.oracle.segment import sentences

TARGET = Function("target")
_ANY_TARGET = Function("any_target")
_ANY = Function("any")
_X = Function("x")

_WORD = re.compile(r"\btargets?\b", re.I)
# A later trigger: what it targets is chosen when it triggers; what its event names may be a target now.
_TRIGGER = re.compile(r"(?:^|(?<=, )|(?<=and )|(?<=then )|(?<=; ))(?:when|whenever)\b", re.I)
_EVENT = re.compile(r"^(?:[^.]* — )?(?:When|Whenever|At) [^,]*, ")
_LATER = re.compile(r"^(?:then )?at the beginning\b|\buntil end of turn, if\b", re.I)
# "target" as a verb, or a noun that points back at what was targeted.
_VERB = re.compile(
    r"\b(?:the|its|that|must|spell's|ability's|could|can|can't|cannot|may|new|a|single|each|only|those|these|their|legal|no|illegal|"
    r"same|would|your|both|first|last|all|of its|who|which|either|chosen|of those)$",
    re.I,
)
_NUMBER = rf"(?:{'|'.join(NUMBER_OF)}|X)"
_COUNT = re.compile(
    rf"(?:^|(?<=[\s—(]))(?P<count>any number of|"
    rf"(?P<up>up to )?(?P<list>(?:{_NUMBER}, )*{_NUMBER},? or (?:{_NUMBER}|more))|"
    rf"(?P<upto>up to )?(?P<n>{_NUMBER}))?(?P<other>(?:^| )other)?$",
    re.I,
)
_ANOTHER = re.compile(r"\b(?:another|a second|a third|a fourth)$", re.I)
_UNKNOWN_COUNT = re.compile(r"\b(?:that many|plus [\w-]+|twice X|\b[A-WYZ]|more than|number|half)$", re.I)
_OWNER = re.compile(
    r"^((?:(?!in\b|from\b|an?\b|of\b|with\b|that\b|you\b|your\b)[\w-]+ ){0,3}?[\w-]+)(?:'s|(?<=s)')(?= |$)"
)
# What decides by what was paid for the spell, and so which targets it has, as it is cast (CR 601.2c).
_PAID = re.compile(
    r"\b(?:if|unless|each time) (?!it\b)[^,]*\b(?:kicked|bargained|promised|paid|spent to cast|teamwork|"
    r"sneaked|prowl|spectacle)\b|\bif\b.*\binstead\b|\binstead\b.*\bif\b",
    re.I,
)
# ... and what says so of a cost that a scenario can tell of.
_IF_PAID = re.compile(r"^if (?:this spell|~|it) was (kicked|bargained), (?!.*\b(?:if|unless)\b)", re.I)
_COSTS_PAID = {"kicked": "kicker", "bargained": "bargain"}
_INSTEAD = re.compile(r" instead\b")
# What may follow a phrase that is understood: nothing that could say more of what is targeted.
_FOLLOWS = re.compile(
    r"^(?:$|[.,;:—)]|(?:"
    r"and|to|until|unless|this turn|next turn|onto|into|under|for|at|by|gets?|gains?|has|have|loses?|"
    r"deals?|fights?|becomes?|can't|can|doesn't|don't|is|are|draws?|discards?|sacrifices?|mills?|"
    r"reveals?|creates?|exiles?|puts?|returns?|chooses?|shuffles?|searches|plays?|skips?|takes?|may|"
    r"scries|looks?|controls?|adds?|adapts|then|instead|twice|equal|where|if|attacks?|blocks?|connives?|"
    r"explores?|mutates?|perpetually|face|as|exchanges?|phases?|loots?|seeks?|conjures?|separates?|"
    r"untaps?|taps?|turns?|faces|each|were|was|when|after|before|during|on|up|separately|simultaneously|"
    r"incubates?|surveils?|manifests?|investigates?|drafted|assembles?|divided|in any way|owns?|pays?|"
    r"flips?|casts?|counts?|names?|repeats?|guesses|guess|must|remains?|goes|cloaks?|discovers?|"
    r"proliferates?|populates?|amasses|destroys?|copies|copy|prevents?|would|activates?|climbs|does|"
    r"discarded|wins?|of an opponent's choice"
    r")\b)"
)
_FROM_COMBAT = re.compile(r"^from combat\b")


def marks(text: str, before: str = "") -> tuple[Symbol, ...]:
    """The targets that a text asks for: `slot(Min, Max, Filter)` or `target` a phrase, in printed order.

    Args:
        text: a span or a whole effect, `~` for the object itself.
        before: what stands before it in the same ability; "another target" differs from an earlier one.
    """
    found: list[Symbol] = []
    earlier = has_target(_EVENT.sub("", before))
    here, replaced, last = None, 0, 0  # the sentence, and how many phrases the one before it has
    for sentence, start, end in _phrases(text):
        if sentence is not here:
            here, replaced, last = sentence, last, 0
        last += 1
        found.append(_slot(sentence, start, end, earlier or bool(found), replaced))
    return tuple(found)


def has_target(text: str) -> bool:
    """Whether a text asks for a target."""
    return any(True for _ in _phrases(text))


def behind_targets(term: Symbol) -> Symbol:
    """The term of a spell's line where an earlier line of it has a target: "another" is another than that."""
    if term.type != SymbolType.Function or not term.arguments:
        return term
    if term.name == "slot":
        least, most, filter = term.arguments
        return _slot_of(least, most, _replaced(filter))
    return Function(term.name, [behind_targets(each) for each in term.arguments])


def _replaced(filter: Symbol) -> Symbol:
    if filter == Function("other"):
        return Function("other_target")
    if filter.type != SymbolType.Function or filter.name not in ("and", "or"):
        return filter
    return Function(filter.name, [_replaced(each) for each in filter.arguments])


def _phrases(text: str) -> Iterator[tuple[str, int, int]]:
    """Sentences and where the word "target" stands in them, if it names something to choose."""
    if "arget" not in text:
        return
    for sentence in sentences(re.sub(r'"[^"]*"', '""', text)):
        if _LATER.search(sentence):
            continue
        trigger = _TRIGGER.search(sentence)
        event = sentence.find(", ", trigger.end()) if trigger else -1
        said = sentence if trigger is None else sentence[: event if event > 0 else trigger.start()]
        for word in _WORD.finditer(said):
            if not _is_verb(said, word):
                yield said, word.start(), word.end()


def _is_verb(sentence: str, word: re.Match[str]) -> bool:
    before = sentence[: word.start()].rstrip()
    if word[0].lower() == "targets":
        # "up to two targets" names targets; "a spell that targets you" doesn't.
        return not (before.endswith("any number of") or re.search(rf"\b(?:{_NUMBER}|other)$", before, re.I))
    return bool(_VERB.search(before)) and not re.search(r"\bany other$", before)


def _slot(sentence: str, start: int, end: int, earlier: bool, replaced: int) -> Symbol:
    """The mark of one phrase; `replaced` is how many phrases the sentence before it has."""
    paid = _IF_PAID.match(sentence)
    if paid is None:
        return TARGET if _PAID.search(sentence) else _slot_at(sentence, start, end, earlier)
    instead = _INSTEAD.search(sentence)
    least = _slot_at(_INSTEAD.sub("", sentence), start, end, earlier)
    if (
        least == TARGET
        or start < paid.end()
        or (instead and (not replaced or instead.end() != len(sentence)))
    ):
        return TARGET
    what = Function(_COSTS_PAID[paid[1].lower()])
    return Function("slot_if", [what, Number(replaced if instead else 0), least])


def _slot_at(sentence: str, start: int, end: int, earlier: bool) -> Symbol:
    before = sentence[:start].rstrip()
    rest = sentence[end:].lstrip()
    another = _ANOTHER.search(before)
    other = Function("other_target" if earlier else "other")
    word = sentence[start:end].lower()
    any_kind = re.search(r"\bany( other)?$", before)
    if any_kind is not None and word == "target":
        filter = _with(_ANY_TARGET, other) if any_kind[1] else _ANY_TARGET
        return _slot_of(Number(1), Number(1), filter) if _ends(rest) else TARGET
    count = (Number(1), Number(1)) if another is not None else _count(before)
    if count is None:
        return TARGET
    is_other = another is not None or bool(re.search(r"\bother$", before))
    if word == "targets" or (another is not None and _ends(rest) and not rest[:1].isalpha()):
        found: tuple[Symbol, str] | None = (_ANY_TARGET, rest) if _ends(rest) else None
    else:
        found = noun_phrase(rest, many=count[1] != Number(1))
    if found is None:
        return TARGET
    return _slot_of(*count, _with(found[0], other) if is_other else found[0])


def _slot_of(least: Symbol, most: Symbol, filter: Symbol) -> Symbol:
    return Function("slot", [least, most, filter])


def _count(before: str) -> tuple[Symbol, Symbol] | None:
    """How many targets the words before "target" ask for; None where that is not understood."""
    if re.search(r"\bup to (?:one|another)? ?or .*$", before) or _UNKNOWN_COUNT.search(before):
        found = _COUNT.search(before)
        if found is None or not found["list"]:
            return None
    else:
        found = _COUNT.search(before)
    if found is None or not (found["count"] or found["other"]):
        return Number(1), Number(1)
    if not found["count"]:
        return Number(1), Number(1)
    if found["count"].lower() == "any number of":
        return Number(0), _ANY
    if found["list"]:
        numbers = re.findall(rf"\b(?:{_NUMBER}|more)\b", found["list"], re.I)
        most = _ANY if numbers[-1].lower() == "more" else _number(numbers[-1])
        return Number(0) if found["up"] else _number(numbers[0]), most
    number = _number(found["n"])
    return Number(0) if found["upto"] else number, number


def _number(word: str) -> Symbol:
    return _X if word in ("X", "x") else Number(NUMBER_OF[word.lower()])


# Where a noun phrase has certainly ended: cut there, the same few phrases are read again and again.
_OVER = re.compile(
    r"[.;:]|, then\b|\b(?:gets?|gains?|until|unless|onto|into|deals|fights|becomes|loses|draws|discards|"
    r"mills|sacrifices|reveals|creates|exiles|puts|returns|chooses|shuffles|searches|(?<!equal )to|for|at|"
    r"under|instead|perpetually|would|phases)\b"
)


def noun_phrase(text: str, *, many: bool) -> tuple[Symbol, str] | None:
    """The filter of the noun phrase at the beginning of a text, and what follows it.

    `many`: the noun is in the plural. None where the phrase, or the word after it, is not understood.
    """
    over = _OVER.search(text)
    end = over.start() if over else len(text)
    found = _read(text[:end].rstrip(), many)
    if found is None:
        return _elsewhere(text, many)
    filter, rest = found
    return (filter, rest or text[end:]) if rest or _ends(text[end:].lstrip()) else None


@lru_cache(maxsize=20_000)
def _read(text: str, many: bool) -> tuple[Symbol, str] | None:
    owner = _OWNER.match(text)
    if owner is not None:
        whole = _listed(owner[1], many)
        if whole is not None and not whole[1]:
            return _bound(whole[0]), text[owner.end() :]
    found = _listed(text, many)
    if found is None or not _ends(found[1]):
        return None
    return _bound(found[0]), found[1]


def _ends(rest: str) -> bool:
    return bool(_FOLLOWS.match(rest) or _FROM_COMBAT.match(rest))


_PLACE = re.compile(
    r"\b(?:from|in) (?:your|an opponent's|a single|that player's|target player's|a|all)? ?graveyards?\b|"
    r"\bin exile\b"
)


def _elsewhere(text: str, many: bool) -> tuple[Symbol, str] | None:
    """A card whose zone is said once for several ("target instant card and target sorcery card from ...")."""
    card = re.match(r"^[^,.]*?\bcards?\b(?=,| and| or|$)", text)
    place = _PLACE.search(text)
    if card is None or place is None:
        return None
    whole = _listed(f"{card[0]} {place[0]}", many)
    return None if whole is None or whole[1] else (whole[0], text[card.end() :])


def _listed(text: str, many: bool) -> tuple[Symbol, str] | None:
    """One noun phrase, or several joined by "or" ("creature or spell", "A, B, or C")."""
    found = _one(text, many)
    if found is None:
        return None
    kinds, rest = [found[0]], found[1]
    while True:
        joint = re.match(r"(?:, (?=[^.]*\bor\b))?(?:,? ?(?:and/)?or )?", rest)
        assert joint is not None
        if not joint[0]:
            return kinds[0], rest
        following = _one(rest[joint.end() :], many)
        if following is None:
            return None if "or " in joint[0] else (kinds[0], rest)
        kinds.append(following[0])
        if "or " in joint[0]:
            said = text[: len(text) - len(following[1])]
            if _zones_unclear(kinds, said):
                return None
            return _joined("or", _owned_alike(kinds)), following[1]
        rest = following[1]


def _one(text: str, many: bool) -> tuple[Symbol, str] | None:
    for number in ("p", "s") if many else ("s", "p"):
        found = longest(f"targeted.{number}", text)
        if found is not None:
            tail = longest("tail", found[1]) if found[1] else None
            return found if tail is None else (_joined("and", [*_conjuncts(found[0]), tail[0]]), tail[1])
    return None


def _zones_unclear(kinds: list[Symbol], said: str) -> bool:
    """Whether "card" at the end may be said of all ("artifact or non-Aura enchantment card")."""
    zones = {_conjuncts(kind)[0].name for kind in kinds}
    return {"permanent", "card"} <= zones and "permanent" not in said


def _owned_alike(kinds: list[Symbol]) -> list[Symbol]:
    """Whose they are is said once, at the end ("an artifact or nontoken creature you control")."""
    whose = [q for q in _conjuncts(kinds[-1]) if _says_whose(q)]
    if (
        len(whose) != 1
        or _conjuncts(kinds[-1])[0].name == "card"
        or any(_says_whose(q) for kind in kinds[:-1] for q in _conjuncts(kind))
    ):
        return kinds
    return [*(_joined("and", [*_conjuncts(kind), *whose]) for kind in kinds[:-1]), kinds[-1]]


def _says_whose(quality: Symbol) -> bool:
    said = quality.arguments[0] if quality.name == "non" else quality
    return said.name in ("controlled_by", "owned_by")


_LAST_ONLY = frozenset({"keyword", "power", "toughness"})


def _bound(filter: Symbol) -> Symbol:
    """What only creatures have belongs to the last noun of a list ("artifact or creature with flying")."""
    if filter.type != SymbolType.Function or filter.name not in ("and", "or"):
        return filter
    first, rest = (_bound(each) for each in filter.arguments)
    if filter.name == "and" and first.name == "or":
        kinds = _kinds(first)
        qualities = _conjuncts(rest)
        own = [q for q in qualities if (q.arguments[0] if q.name == "non" else q).name in _LAST_ONLY]
        creature = Function("type", [Function("creature")])
        if own and kinds[-1] == creature and creature not in kinds[:-1]:
            kinds[-1] = _joined("and", [creature, *own])
            return _joined("and", [_joined("or", kinds), *(q for q in qualities if q not in own)])
    return Function(filter.name, [first, rest])


def _kinds(filter: Symbol) -> list[Symbol]:
    if filter.name != "or":
        return [filter]
    return [filter.arguments[0], *_kinds(filter.arguments[1])]


def _conjuncts(filter: Symbol) -> list[Symbol]:
    if filter.name != "and":
        return [filter]
    return [filter.arguments[0], *_conjuncts(filter.arguments[1])]


def _joined(name: str, parts: list[Symbol]) -> Symbol:
    term = parts[-1]
    for part in reversed(parts[:-1]):
        term = Function(name, [part, term])
    return term


def _with(filter: Symbol, quality: Symbol) -> Symbol:
    """The filter with one more quality, behind its zone."""
    if filter.name == "or":
        return Function("or", [_with(each, quality) for each in filter.arguments])
    if filter.name == "and":
        zone, rest = filter.arguments
        return Function("and", [zone, Function("and", [quality, rest])])
    return Function("and", [filter, quality])
