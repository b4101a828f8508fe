"""A plain reference for targeting that shares no code with the law: keywords, bans, target phrases.

Boards are drawn from few qualities, so that they meet often. A quality is a tuple: `("color", "r")`,
`("type", "artifact")`, `("or", q, r)` ...; `term` writes it as the law reads it, `fits` judges it here.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

Quality = tuple[Any, ...]
PLAYERS = ("a", "b", "c")
COLORS = "wubrg"
TYPES = ("artifact", "creature", "enchantment", "planeswalker", "land")
SUBTYPES = ("Elf", "Goblin", "Aura")


@dataclass
class Thing:
    """A permanent, or a spell on the stack, or an ability there (its `source` is a permanent)."""

    id: str
    where: str
    controller: str
    colors: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    value: int = 0
    abilities: list[tuple[str, Quality | None]] = field(default_factory=list)
    for_players: list[tuple[str, str, Quality | None]] = field(default_factory=list)
    bans: list[tuple[Quality, Quality]] = field(default_factory=list)
    wants: Quality = ("permanent",)
    source: str | None = None


@dataclass
class Game:
    """All of them by id."""

    things: dict[str, Thing]

    def legal(self, by: str, target: str) -> bool:
        """Whether the spell or ability may target the object or player."""
        aimer = self.things[by]
        source = self.things[aimer.source] if aimer.source else aimer
        if by == target or not self.described(aimer.wants, target, aimer.controller, source.id):
            return False
        for keyword, quality, giver in self.shields(target):
            if self.stopped(keyword, quality, giver, aimer, source, target):
                return False
        return not self.banned(target, aimer, source)

    def shields(self, target: str) -> list[tuple[str, Quality | None, Thing]]:
        """Keywords of the object or player, with the object whose words they are."""
        if target in PLAYERS:
            return [
                (keyword, quality, thing)
                for thing in self.things.values()
                if thing.where == "battlefield"
                for whose, keyword, quality in thing.for_players
                if whose == "any" or (thing.controller == target) == (whose == "you")
            ]
        thing = self.things[target]
        return [(k, q, thing) for k, q in thing.abilities] if thing.where == "battlefield" else []

    def stopped(
        self, keyword: str, quality: Quality | None, giver: Thing, aimer: Thing, source: Thing, target: str
    ) -> bool:
        """Whether one keyword keeps the spell or ability away."""
        owner = target if target in PLAYERS else self.things[target].controller
        if keyword == "shroud":
            return True
        if keyword == "protection":
            return self.has(quality, source, giver)
        if owner == aimer.controller:
            return False
        if quality is None:
            return True
        return self.has(quality, source, giver) or (quality == ("ability",) and aimer.source is not None)

    def has(self, quality: Quality | None, source: Thing, giver: Thing) -> bool:
        """Whether a source has a quality of a protection or hexproof ability."""
        assert quality is not None
        if quality[0] == "or":
            return any(self.has(part, source, giver) for part in quality[1:])
        if quality[0] == "everything":
            return True
        if quality[0] == "each color":
            return bool(source.colors)
        if quality[0] == "opponents":
            return source.controller != giver.controller
        if quality[0] == "ability":
            return False
        return self.fits(quality, source, giver.controller, giver.id)

    def banned(self, target: str, aimer: Thing, source: Thing) -> bool:
        """Whether some effect says that it can't be the target of such a spell or ability."""
        return any(
            self.described(who, target, thing.controller, thing.id)
            and self.fits(what, aimer, thing.controller, thing.id)
            for thing in self.things.values()
            if thing.where == "battlefield"
            for who, what in thing.bans
        )

    def described(self, wanted: Quality, target: str, you: str, itself: str) -> bool:
        """Whether an object or player is what a target phrase describes."""
        if wanted[0] == "or":
            return any(self.described(part, target, you, itself) for part in wanted[1:])
        if wanted[0] == "player":
            return target in PLAYERS and (len(wanted) == 1 or (target == you) == (wanted[1] == "you"))
        if wanted[0] == "any target":
            return target in PLAYERS or (
                self.things[target].where == "battlefield"
                and bool(self.things[target].types & {"creature", "planeswalker", "battle"})
            )
        return target not in PLAYERS and self.fits(wanted, self.things[target], you, itself)

    def fits(self, quality: Quality, thing: Thing, you: str, itself: str) -> bool:
        """Whether a thing has a quality, seen from an object that a player controls."""
        kind, *rest = quality
        if kind == "and":
            return all(self.fits(part, thing, you, itself) for part in rest)
        if kind == "or":
            return any(self.fits(part, thing, you, itself) for part in rest)
        if kind == "non":
            return thing.source is None and not self.fits(rest[0], thing, you, itself)
        plain = thing.source is None
        return {
            "permanent": lambda: thing.where == "battlefield",
            "spell": lambda: thing.where == "stack" and plain,
            "ability": lambda: thing.source is not None,
            "color": lambda: plain and rest[0] in thing.colors,
            "type": lambda: plain and rest[0] in thing.types,
            "subtype": lambda: plain and rest[0] in thing.subtypes,
            "value": lambda: plain and thing.value <= rest[0],
            "multicolored": lambda: plain and len(thing.colors) > 1,
            "colorless": lambda: plain and not thing.colors,
            "controlled": lambda: (thing.controller == you) == (rest[0] == "you"),
            "other": lambda: plain and thing.id != itself,
        }[kind]()


def term(quality: Quality) -> str:
    """A quality as the law reads it."""
    kind, *rest = quality
    if kind in ("and", "or"):
        return term(rest[0]) if len(rest) == 1 else f"{kind}({term(rest[0])}, {term((kind, *rest[1:]))})"
    if kind == "non":
        return f"non({term(rest[0])})"
    if kind == "subtype":
        return f'subtype("{rest[0]}")'
    if kind in ("color", "type"):
        return f"{kind}({rest[0]})"
    if kind == "player":
        return f"and(player, who({rest[0]}))" if rest else "player"
    return {
        "value": lambda: f"mana_value(le, {rest[0]})",
        "controlled": lambda: f"controlled_by({rest[0]})",
        "any target": lambda: "any_target",
        "each color": lambda: "color(any)",
        "opponents": lambda: "player(opponent)",
    }.get(kind, lambda: kind)()


def random_quality(rng: random.Random) -> Quality:
    """One quality of an object."""
    single: list[Quality] = [
        *(("color", rng.choice(COLORS)), ("type", rng.choice(TYPES)), ("subtype", rng.choice(SUBTYPES))),
        *(("multicolored",), ("colorless",), ("value", rng.randrange(4))),
    ]
    chosen = rng.choice(single)
    return ("non", chosen) if rng.random() < 0.2 else chosen


def random_source_quality(rng: random.Random, keyword: str) -> Quality:
    """What protection or hexproof may be from."""
    roll = rng.random()
    if roll < 0.12:
        return ("or", random_quality(rng), random_quality(rng))
    if roll < 0.2:
        return ("each color",)
    if roll < 0.26 and keyword == "protection":
        return ("opponents",)
    if roll < 0.3 and keyword == "protection":
        return ("everything",)
    if roll < 0.35 and keyword == "hexproof":
        return ("ability",)
    if roll < 0.45:
        return ("and", ("type", "creature"), ("controlled", rng.choice(("you", "opponent"))))
    return random_quality(rng)


def random_keyword(rng: random.Random) -> tuple[str, Quality | None]:
    """Hexproof, shroud or protection."""
    keyword = rng.choice(("hexproof", "hexproof", "shroud", "protection", "protection"))
    if keyword == "shroud" or (keyword == "hexproof" and rng.random() < 0.5):
        return keyword, None
    return keyword, random_source_quality(rng, keyword)


def random_wish(rng: random.Random) -> Quality:
    """A target phrase."""
    objects: list[Quality] = [
        ("permanent",),
        ("and", ("permanent",), random_quality(rng)),
        ("and", ("permanent",), ("type", "creature"), ("controlled", rng.choice(("you", "opponent")))),
        ("and", ("permanent",), ("other",), random_quality(rng)),
        ("and", ("spell",), random_quality(rng)),
        ("spell",),
        ("or", ("spell",), ("ability",)),
    ]
    roll = rng.random()
    if roll < 0.25:
        return ("any target",)
    if roll < 0.35:
        return rng.choice([("player",), ("player", "opponent"), ("player", "you")])
    if roll < 0.45:
        return ("or", rng.choice(objects[1:3]), ("player",))
    return rng.choice(objects)


def random_game(rng: random.Random) -> Game:
    """A few permanents, a few spells and abilities on the stack."""
    things: dict[str, Thing] = {}
    for number in range(rng.randint(1, 5)):
        thing = Thing(f"p{number}", "battlefield", rng.choice(PLAYERS))
        things[thing.id] = thing
        thing.types = frozenset(rng.sample(TYPES, rng.choice((1, 1, 2))))
        thing.abilities = [random_keyword(rng) for _ in range(rng.choice((0, 0, 1, 2)))]
        if rng.random() < 0.3:
            thing.for_players = [(rng.choice(("you", "opponent", "any")), *random_keyword(rng))]
        if rng.random() < 0.3:
            what = rng.choice([("spell",), ("ability",), ("and", ("spell",), random_quality(rng))])
            if rng.random() < 0.4:
                what = ("and", what, ("controlled", "opponent")) if len(what) == 1 else what
            who = rng.choice([("and", ("permanent",), random_quality(rng)), ("player", "you"), ("player",)])
            thing.bans = [(who, what)]
        thing.wants = random_wish(rng)
    for number in range(rng.randint(1, 3)):
        thing = Thing(f"s{number}", "stack", rng.choice(PLAYERS))
        things[thing.id] = thing
        thing.wants = random_wish(rng)
        if rng.random() < 0.4:
            source = rng.choice([other for other in things.values() if other.where == "battlefield"])
            thing.source = source.id
            thing.wants = source.wants
        else:
            thing.types = frozenset({rng.choice(("instant", "sorcery"))})
    for thing in things.values():
        if thing.source is None:
            thing.colors = frozenset(rng.sample(COLORS, rng.choice((0, 1, 1, 2))))
            thing.value = len(thing.colors)
            if not thing.types & {"instant", "sorcery"}:
                thing.subtypes = frozenset(rng.sample(SUBTYPES[:2], rng.choice((0, 1))))
    return Game(things)
