"""A board: the state of a game, as plain immutable values.

Nothing here knows files, cards' texts or clingo. `pyreason.scenario` reads boards from YAML and JSON,
`pyreason.facts` turns a board and its cards into facts for the law.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyreason.board_text import Names

ZONES = ("hand", "library", "graveyard", "exile", "command")
MANA_TYPES = ("W", "U", "B", "R", "G", "C")
"""The six types of mana in the order used everywhere (CR 106.1b)."""


@dataclass(frozen=True, slots=True)
class CardDefinition:
    """A card written in the scenario itself, in Oracle wording.

    `colors` and `color_indicator` are letters out of WUBRG; None means "as the mana cost says".
    """

    name: str
    type: str
    mana_cost: str = ""
    text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    colors: tuple[str, ...] | None = None
    color_indicator: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameObject:
    """A card, token or copy of one: a permanent (zone "battlefield") or a card in another zone.

    Pairs are kept as tuples in the order written: `counters` is `((kind, number), ...)`, `chosen` is
    `((what, value), ...)` such as `(("color", "R"),)`. `granted` holds Oracle wording given by effects that
    already resolved. `copy_of` and `attached_to` name an id (or, for the latter, a player).
    """

    id: str
    card: str
    controller: str
    owner: str
    zone: str = "battlefield"
    tapped: bool = False
    sick: bool = False
    attached_to: str | None = None
    counters: tuple[tuple[str, int], ...] = ()
    face_down: bool = False
    token: bool = False
    copy_of: str | None = None
    chosen: tuple[tuple[str, str], ...] = ()
    x: int | None = None
    granted: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()
    mana_spent: str | None = None
    exiled_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StackObject:
    """A spell (`card` set) or an ability (`ability_of` set) on the stack."""

    id: str
    controller: str
    card: str | None = None
    ability_of: str | None = None
    ability: int | None = None
    owner: str | None = None
    targets: tuple[str, ...] = ()
    x: int | None = None
    modes: tuple[int, ...] = ()
    paid: tuple[str, ...] = ()
    copy: bool = False
    copy_of: str | None = None
    division: tuple[tuple[str, int], ...] = ()
    resolving: bool = False
    chosen: tuple[tuple[str, str], ...] = ()
    mana_spent: str | None = None


@dataclass(frozen=True, slots=True)
class ResolvedEffect:
    """A spell or ability that resolved and whose continuous effect still lasts."""

    id: str
    card: str
    controller: str
    chosen: tuple[tuple[str, str], ...] = ()
    targets: tuple[str, ...] = ()
    ability: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """One game at one moment.

    `players` are in turn order. `objects` are the permanents in row order, then the cards of the other
    zones, libraries top card first. The stack's top is its last element. `timestamps` lists ids, oldest
    first, and is empty where the order of rows says it all.
    """

    players: tuple[str, ...]
    active: str
    objects: tuple[GameObject, ...] = ()
    stack: tuple[StackObject, ...] = ()
    effects: tuple[ResolvedEffect, ...] = ()
    timestamps: tuple[str, ...] = ()
    commander: tuple[tuple[str, str], ...] = ()
    mana_pool: tuple[tuple[str, str], ...] = ()
    cards: tuple[CardDefinition, ...] = ()
    _by_id: dict[str, GameObject] = field(
        default_factory=dict, init=False, repr=False, compare=False, hash=False
    )

    def __post_init__(self) -> None:
        self._by_id.update((o.id, o) for o in self.objects)

    @classmethod
    def parse(cls, text: str, *, library: Names | None = None) -> Board:
        """The board that a line of text describes (`pyreason.board_text`); card names are looked up.

            >>> Board.parse("alice: Reflecting Pool, Forest (tapped) | bob: Mountain").players
            ('alice', 'bob')

        `library` is the shipped one by default. Raises UnknownCard, and InputError for what can't be read.
        """
        from pyreason.board_text import read

        return read(text, library)

    def to_text(self, *, lines: bool = False) -> str:
        """The board as text that `parse` reads back; with `lines`, each player on a line.

        Raises InputError where the board holds what text can't say (a stack, say).
        """
        from pyreason.board_writing import write

        return write(self, lines=lines)

    def _repr_html_(self) -> str:
        from pyreason.notebook import board_html

        return board_html(self)

    @property
    def battlefield(self) -> tuple[GameObject, ...]:
        """The permanents, in row order."""
        return tuple(o for o in self.objects if o.zone == "battlefield")

    def get(self, id: str) -> GameObject | None:
        """The permanent or card with this id, or None."""
        return self._by_id.get(id)

    def ids(self) -> tuple[str, ...]:
        """Every id on the board: permanents, cards in zones, the stack, effects; then the players."""
        return (
            *self._by_id,
            *(s.id for s in self.stack),
            *(e.id for e in self.effects),
            *self.players,
        )
