"""Where Auras can be, worked out plainly: a reference that shares nothing with the law but the boards.

The cards are our own. Each is made from a few facts (`Kind`), and its text is written from them, so that the
reference never reads text and the law never sees the facts.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from pyreason.board import Board, CardDefinition, GameObject

COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
PLAYERS = ("ann", "ben")


@dataclass(frozen=True)
class Kind:
    """What a card is: everything that its text says, as plain values."""

    name: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()
    colors: str = ""
    protected: tuple[str, ...] = ()
    """Colours, card types in the plural ("artifacts"), or "everything"."""
    hexproof: bool = False
    shroud: bool = False
    flying: bool = False
    sealed: bool = False
    """It can't be enchanted."""
    shields: bool = False
    """Its controller has hexproof."""
    enchants: str = ""
    """A key of `ENCHANTS`."""

    def card(self) -> CardDefinition:
        """The card as text."""
        words = [f"protection from {COLORS.get(q, q)}" for q in self.protected]
        words += [w for w in ("hexproof", "shroud", "flying") if getattr(self, w)]
        lines = [w.capitalize() for w in words]
        lines += ["~ can't be enchanted."] if self.sealed else []
        lines += ["You have hexproof."] if self.shields else []
        lines += [f"Enchant {self.enchants}"] if self.enchants else []
        size = {"power": "2", "toughness": "2"} if "Creature" in self.types else {}
        line = " ".join(self.types) + (" — " + " ".join(self.subtypes) if self.subtypes else "")
        cost = "".join(f"{{{c}}}" for c in self.colors) or "{1}"
        land = "Land" in self.types
        return CardDefinition(self.name, line, "" if land else cost, "\n".join(lines), **size)


Fits = Callable[[Kind, str, str], bool]
"""Whether a permanent of this kind and controller fits, the Aura's controller being the third."""

ENCHANTS: dict[str, Fits | None] = {
    "creature": lambda kind, _, __: "Creature" in kind.types,
    "creature you control": lambda kind, whose, mine: "Creature" in kind.types and whose == mine,
    "creature an opponent controls": lambda kind, whose, mine: "Creature" in kind.types and whose != mine,
    "land": lambda kind, _, __: "Land" in kind.types,
    "permanent": lambda *_: True,
    "artifact or creature": lambda kind, _, __: bool({"Artifact", "Creature"} & set(kind.types)),
    "nonland permanent": lambda kind, _, __: "Land" not in kind.types,
    "nonblack creature": lambda kind, _, __: "Creature" in kind.types and "B" not in kind.colors,
    "creature without flying": lambda kind, _, __: "Creature" in kind.types and not kind.flying,
    "Mountain": lambda kind, _, __: "Mountain" in kind.subtypes,
    "red or green creature": lambda kind, _, __: (
        "Creature" in kind.types and bool(set("RG") & set(kind.colors))
    ),
    "player": None,
    "opponent": None,
}

AURAS = (
    *(
        Kind(f"Test {color} Aura {number}", ("Enchantment",), ("Aura",), color, enchants=phrase)
        for number, phrase in enumerate(ENCHANTS)
        for color in ("W", "B", "RG")
    ),
    Kind("Test Walking Aura", ("Enchantment", "Creature"), ("Aura", "Spirit"), "W", enchants="creature"),
)

OTHERS = (
    Kind("Test Bear", ("Creature",), ("Bear",), "G"),
    Kind("Test Knight", ("Creature",), ("Knight",), "W", protected=("B",)),
    Kind("Test Paladin", ("Creature",), ("Knight",), "W", protected=("B", "R")),
    Kind("Test Hermit", ("Creature",), ("Elf",), "R", protected=("enchantments",)),
    Kind("Test Idol", ("Artifact", "Creature"), ("Golem",), protected=("everything",)),
    Kind("Test Bogle", ("Creature",), ("Beast",), "GU", hexproof=True),
    Kind("Test Shade", ("Creature",), ("Shade",), "B", shroud=True),
    Kind("Test Hawk", ("Creature",), ("Bird",), "W", flying=True),
    Kind("Test Pillar", ("Artifact",), sealed=True),
    Kind("Test Ring", ("Artifact",)),
    Kind("Test Peak", ("Land",), ("Mountain",)),
    Kind("Test Field", ("Land",)),
    Kind("Test Leyline", ("Enchantment",), colors="W", shields=True),
)
KINDS = {kind.name: kind for kind in (*AURAS, *OTHERS)}


def board(rng: random.Random, size: int = 6) -> Board:
    """A random board: some permanents, Auras on some of them or on players, and two Aura cards in hands."""
    objects = [
        GameObject(f"p{i}", rng.choice(OTHERS).name, rng.choice(PLAYERS), rng.choice(PLAYERS))
        for i in range(rng.randint(1, size))
    ]
    for i in range(rng.randint(0, 3)):
        host = rng.choice([o.id for o in objects] + list(PLAYERS))
        owner = rng.choice(PLAYERS)
        objects.append(
            GameObject(f"a{i}", rng.choice(AURAS).name, rng.choice(PLAYERS), owner, attached_to=host)
        )
    for i in range(2):
        owner = rng.choice(PLAYERS)
        objects.append(GameObject(f"h{i}", rng.choice(AURAS).name, owner, owner, zone="hand"))
    used = {o.card for o in objects}
    cards = tuple(KINDS[name].card() for name in sorted(used))
    return Board(PLAYERS, "ann", tuple(objects), cards=cards)


def kind(obj: GameObject) -> Kind:
    return KINDS[obj.card]


def _protects(host: Kind, aura: Kind) -> bool:
    plural = {f"{t.lower()}s" for t in aura.types}
    return any(q == "everything" or q in aura.colors or q in plural for q in host.protected)


def can_enchant(board: Board, aura: GameObject, controller: str, host: str) -> bool:
    """Whether the Aura, controlled by `controller`, can be attached to the permanent or player."""
    what = kind(aura)
    if host == aura.id or "Creature" in what.types:
        return False
    if host in PLAYERS:
        return what.enchants == "player" or (what.enchants == "opponent" and host != controller)
    target = board.get(host)
    assert target is not None
    fits = ENCHANTS[what.enchants]
    legal = fits is not None and fits(kind(target), target.controller, controller)
    return legal and not kind(target).sealed and not _protects(kind(target), what)


def can_target(board: Board, aura: GameObject, controller: str, host: str) -> bool:
    """Whether the Aura as a spell of `controller` can target the permanent or player."""
    if host in PLAYERS:
        shielded = any(kind(o).shields and o.controller == host for o in board.battlefield)
        return not (shielded and host != controller)
    target = board.get(host)
    assert target is not None
    what = kind(target)
    return not what.shroud and not (what.hexproof and target.controller != controller)


def hosts(board: Board, id: str, how: str, controller: str | None = None) -> set[str]:
    """All that the Aura can go on: cast, entering otherwise, or moved by an effect without own limits."""
    aura = board.get(id)
    assert aura is not None
    controller = aura.controller if how == "move" else controller or aura.owner
    found = {
        h for h in [*(o.id for o in board.battlefield), *PLAYERS] if can_enchant(board, aura, controller, h)
    }
    if how == "cast":
        found = {h for h in found if can_target(board, aura, controller, h)}
    return found - {aura.attached_to} if how == "move" else found


def fallen(board: Board) -> set[str]:
    """The Auras that the next check of state-based actions puts into graveyards."""
    return {
        o.id
        for o in board.battlefield
        if "Aura" in kind(o).subtypes
        and (o.attached_to is None or not can_enchant(board, o, o.controller, o.attached_to))
    }


def attached(board: Board, id: str, host: str, controller: str) -> Board:
    """The board with a card from another zone put onto the battlefield, attached to a host."""
    objects = tuple(
        replace(o, zone="battlefield", controller=controller, attached_to=host) if o.id == id else o
        for o in board.objects
    )
    return replace(board, objects=objects)
