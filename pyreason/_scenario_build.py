"""From a checked document to a board and a question whose ids all name something."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from pyreason import _scenario_expect as expectations
from pyreason import asks
from pyreason._closest import closest
from pyreason._scenario_expect import Fault
from pyreason._scenario_models import NOTHING_CHOSEN, CardRow, Chosen, Document, ZoneRow
from pyreason._slugs import free, slug
from pyreason._yaml import join
from pyreason.board import ZONES, Board, CardDefinition, GameObject, ResolvedEffect, StackObject
from pyreason.errors import did_you_mean

_PLAIN = frozenset({"id", "card", "controller", "owner"})
"""What most permanents say: there is no more to look at, and boards are many."""

_ON_THE_STACK = ("new_targets", "copy_values", "copy_for_each")


@dataclass(slots=True)
class Built:
    """What came of a document; nothing to use where there are faults. `rows` has the path of each id."""

    board: Board | None = None
    question: asks.Question | None = None
    expect: Any = None
    rows: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def build(document: Document, question: asks.Question, has_expect: bool) -> Built:
    """The board, the question and the expected answer, names of cards in zones turned into their ids."""
    return _Builder(document).build(question, has_expect)


class _Builder:
    def __init__(self, document: Document) -> None:
        self.doc = document
        self.faults: list[Fault] = []
        self.players = list(document.players)
        self.rows: dict[str, str] = {}
        self.by_path: dict[str, str] = {}
        self.kinds: dict[str, str] = {}
        self.zone_cards: dict[str, list[str]] = {}
        self.card_of: dict[str, str] = {}
        self.zone_rows = [
            (zone, player, f"{join(zone, player)}[{i}]", row)
            for zone in ZONES
            for player, cards in getattr(document, zone).items()
            for i, row in enumerate(cards)
        ]

    # ------------------------------------------------------------------------------------ ids

    def name_all(self) -> None:
        """Give every row its id: first those written, then the defaults."""
        doc = self.doc
        rows: list[tuple[str, str | None, str, str]] = []
        rows += [(f"battlefield[{i}]", r.id, r.card, "object") for i, r in enumerate(doc.battlefield)]
        rows += [(path, r.id, r.card, "zone") for _, _, path, r in self.zone_rows]
        rows += [
            (f"stack[{i}]", r.id, r.card or f"{r.ability_of} ability", "stack")
            for i, r in enumerate(doc.stack)
        ]
        rows += [(f"effects[{i}]", r.id, r.card, "effect") for i, r in enumerate(doc.effects)]
        for path, id, _, _ in rows:
            if id is not None:
                self._claim(path, id)
        used = {*self.rows, *self.players}
        for path, id, card, kind in rows:
            if id is None:
                id = free(card, "#", used) if kind == "zone" else free(slug(card), "-", used)
                self.rows[id] = path
            self.by_path[path] = id
            self.kinds.setdefault(id, kind)
            self.card_of.setdefault(id, card)
            if kind == "zone":
                self.zone_cards.setdefault(card, []).append(id)

    def _claim(self, path: str, id: str) -> None:
        if id in self.players:
            self.fault(join(path, "id"), f"the id {id!r} is a player's name")
        elif id in self.rows:
            self.fault(join(path, "id"), f"the id {id!r} is used twice, first at {self.rows[id]}")
        else:
            self.rows[id] = path

    def fault(self, path: str, message: str) -> None:
        self.faults.append((path, message))

    # ------------------------------------------------------------------------------------ names

    def player(self, path: str, name: str, *keys: str) -> str:
        """The player of that name; a fault where there is none, at these keys below the path."""
        if name not in self.players:
            hint = did_you_mean(closest(name, self.players)) or f"; the players are {', '.join(self.players)}"
            self.fault(reduce(join, keys, path), f"no player is called {name!r}{hint}")
        return name

    def find(self, name: str, kinds: tuple[str, ...]) -> list[str]:
        """The ids that a name can mean: the id itself, or cards in zones that have the name."""
        if self.kinds.get(name) in kinds or ("player" in kinds and name in self.players):
            return [name]
        return self.zone_cards.get(name, []) if "zone" in kinds else []

    def ref(self, path: str, name: str, *more: str, card: bool = False) -> str:
        """The id meant by a name; a fault where there is none, unless it can be the name of a `card`."""
        kinds = ("object", "zone", "stack", *more)
        hits = self.find(name, kinds)
        if len(hits) == 1:
            return hits[0]
        if hits and not card:
            self.fault(path, f"{name!r} could be {' or '.join(map(repr, hits))}; use one of these ids")
        elif not hits and (not card or self._meant_as_id(name)):
            self.unknown(path, name, kinds)
        return name

    def _meant_as_id(self, name: str) -> bool:
        return re.fullmatch(r"[a-z0-9_-]+", name) is not None and bool(closest(name, self.kinds))

    def unknown(self, path: str, name: str, kinds: tuple[str, ...]) -> None:
        known = [id for id in self.kinds if self.kinds[id] in kinds]
        known += self.players if "player" in kinds else []
        same = [id for id in known if self.card_of.get(id, "").casefold() == name.casefold()]
        hint = did_you_mean(same or closest(name, known))
        if not hint and known:
            hint = f"; known: {', '.join(known[:8])}{', ...' if known[8:] else ''}"
        self.fault(path, f"nothing on the board has the id {name!r}{hint}")

    def refs(self, path: str, names: Iterable[str], *more: str) -> tuple[str, ...]:
        return tuple(self.ref(join(path, i), name, *more) for i, name in enumerate(names))

    # ------------------------------------------------------------------------------------ rows

    def board(self) -> Board:
        doc = self.doc
        for i, name in enumerate(self.players):
            if name in self.players[:i]:
                self.fault(f"players[{i}]", f"the player {name!r} stands twice")
        self.name_all()
        active = self.player("active", doc.active) if doc.active is not None else self.players[0]
        objects = [self.permanent(i) for i in range(len(doc.battlefield))]
        objects += [self.zone_card(*row) for row in self.zone_rows]
        for zone in ZONES:
            for player in getattr(doc, zone):
                self.player(join(zone, player), player)
        commander = tuple(
            (self.player(join("commander", p), p), c) for p, cs in doc.commander.items() for c in cs
        )
        pools = tuple((self.player(join("mana_pool", p), p), m) for p, m in doc.mana_pool.items())
        return Board(
            players=tuple(self.players),
            active=active,
            objects=tuple(objects),
            stack=tuple(self.stack_row(i) for i in range(len(doc.stack))),
            effects=tuple(self.effect(i) for i in range(len(doc.effects))),
            timestamps=self.timestamps(),
            commander=commander,
            mana_pool=pools,
            cards=tuple(self.card(i, row) for i, row in enumerate(doc.cards)),
        )

    def permanent(self, i: int) -> GameObject:
        row, path = self.doc.battlefield[i], f"battlefield[{i}]"
        controller = self.player(path, row.controller, "controller")
        owner = self.player(path, row.owner, "owner") if row.owner is not None else controller
        if row.model_fields_set <= _PLAIN:
            return GameObject(self.by_path[path], row.card, controller, owner)
        attached = row.attached_to
        if attached is not None:
            here = join(path, "attached_to")
            attached = self.ref(here, attached, "player")
            if attached == self.by_path[path]:
                self.fault(here, "an object can't be attached to itself")
        status = {"tapped": row.tapped, "sick": row.sick, "attached_to": attached}
        return self.object(row, path, controller, owner, "battlefield", **status)

    def zone_card(self, zone: str, player: str, path: str, row: ZoneRow) -> GameObject:
        owner = self.player(path, row.owner, "owner") if row.owner is not None else player
        if owner != player and zone in ("hand", "library", "graveyard"):
            self.fault(join(path, "owner"), f"a card can only be in its owner's {zone}")
        return self.object(row, path, player, owner, zone)

    def object(
        self, row: ZoneRow, path: str, controller: str, owner: str, zone: str, **status: Any
    ) -> GameObject:
        return GameObject(
            id=self.by_path[path],
            card=row.card,
            controller=controller,
            owner=owner,
            zone=zone,
            counters=tuple(row.counters.items()),
            face_down=row.face_down,
            token=row.token,
            copy_of=self.copied(path, row.copy_of),
            chosen=self.chosen(path, row.chosen),
            x=row.x,
            granted=tuple(row.granted),
            paid=tuple(row.paid),
            mana_spent=row.mana_spent,
            exiled_with=tuple(
                self.ref(f"{path}.exiled_with[{i}]", n, card=True) for i, n in enumerate(row.exiled_with)
            ),
            **status,
        )

    def copied(self, path: str, name: str | None) -> str | None:
        return None if name is None else self.ref(join(path, "copy_of"), name, card=True)

    def chosen(self, path: str, row: Chosen) -> tuple[tuple[str, str], ...]:
        if row is NOTHING_CHOSEN:
            return ()
        for player in row.player:
            self.player(path, player, "chosen", "player")
        return tuple((key.rstrip("_"), v) for key in type(row).model_fields for v in getattr(row, key))

    def stack_row(self, i: int) -> StackObject:
        row, path = self.doc.stack[i], f"stack[{i}]"
        if (row.card is None) == (row.ability_of is None):
            self.fault(path, "needs either 'card' (a spell) or 'ability_of' (an ability)")
        elif row.ability is not None and row.ability_of is None:
            self.fault(
                join(path, "ability"), "only an ability has a number; name its source with 'ability_of'"
            )
        controller = self.player(path, row.controller, "controller")
        owner = self.player(path, row.owner, "owner") if row.owner is not None else None
        source = row.ability_of
        targets = self.refs(join(path, "targets"), row.targets, "player")
        division = []
        for name, number in row.division.items():
            here = join(join(path, "division"), name)
            id = self.ref(here, name, "player")
            if targets and id not in targets:
                self.fault(here, f"{name!r} is not among the targets")
            division.append((id, number))
        return StackObject(
            id=self.by_path[path],
            controller=controller,
            card=row.card,
            ability_of=None if source is None else self.ref(join(path, "ability_of"), source),
            ability=row.ability,
            owner=owner or (controller if row.card is not None else None),
            targets=targets,
            x=row.x,
            modes=tuple(row.modes),
            paid=tuple(row.paid),
            copy=row.copy_,
            copy_of=self.copied(path, row.copy_of),
            division=tuple(division),
            resolving=row.resolving,
            chosen=self.chosen(path, row.chosen),
            mana_spent=row.mana_spent,
        )

    def effect(self, i: int) -> ResolvedEffect:
        row, path = self.doc.effects[i], f"effects[{i}]"
        return ResolvedEffect(
            id=self.by_path[path],
            card=row.card,
            controller=self.player(path, row.controller, "controller"),
            chosen=self.chosen(path, row.chosen),
            targets=self.refs(join(path, "targets"), row.targets, "player"),
            ability=row.ability,
        )

    def timestamps(self) -> tuple[str, ...]:
        ids = self.refs("timestamps", self.doc.timestamps, "effect")
        for i, id in enumerate(ids):
            if id in ids[:i]:
                self.fault(f"timestamps[{i}]", f"{id!r} stands twice")
        return ids

    def card(self, i: int, row: CardRow) -> CardDefinition:
        if row.name in [c.name for c in self.doc.cards[:i]]:
            self.fault(f"cards[{i}].name", f"the card {row.name!r} is defined twice")
        colors = None if row.colors is None else tuple(row.colors)
        values = row.model_dump(exclude={"colors", "color_indicator"})
        return CardDefinition(**values, colors=colors, color_indicator=tuple(row.color_indicator))

    # ------------------------------------------------------------------------------------ the question

    def build(self, question: asks.Question, has_expect: bool) -> Built:
        board = self.board()
        asked = self.question(question)
        expect = self.doc.expect
        if has_expect:
            wrong = list(expectations.faults(question, expect))
            self.faults += wrong
            if not wrong:
                expect = expectations.map_names(
                    asked, expect, lambda path, name: self.expected(asked, path, name)
                )
                self.expected_players(asked, expect)
        return Built(board, asked, expect, self.rows, list(dict.fromkeys(self.faults)))

    def expected(self, question: asks.Question, path: str, name: str) -> str:
        if isinstance(question, asks.EnterTogether) and not self.find(name, ("object", "zone", "player")):
            near = [name] if name in question.objects else closest(name, question.objects)
            if near and near[0] != name:
                self.fault(path, f"{name!r} is not among what enters{did_you_mean(near)}")
            if near:
                return name
        return self.ref(path, name, "player")

    def expected_players(self, question: asks.Question, expect: Any) -> None:
        if question.answer_shape == "mana_outcomes":
            for i, outcome in enumerate(expect):
                for player in outcome:
                    self.player(f"expect[{i}].{player}", player)

    def question(self, question: asks.Question) -> asks.Question:
        """The question with each name in it turned into the id it means."""
        at = join("ask", question.kind)
        values: dict[str, Any] = {}
        if (by := getattr(question, "by", None)) is not None:
            values["by"] = self.ref("ask.by", by, card=True)
        if (controller := getattr(question, "controller", None)) is not None:
            values["controller"] = self.player("ask.controller", controller)
        if (player := getattr(question, "player", None)) is not None:
            values["player"] = self.player(at, player)
        if (object := getattr(question, "object", None)) is not None:
            values["object"] = self.asked_object(question, at, object)
        if isinstance(question, asks.EnterTogether):
            values["objects"] = self.entering(question, at)
        elif isinstance(question, asks.AuraHosts) and question.within is not None:
            values["within"] = self.within(question.within)
        elif isinstance(question, asks.MoveCounter):
            move = question.move
            source, to = self.ref(join(at, "from"), move.from_object), self.ref(join(at, "to"), move.to)
            values["move"] = replace(move, from_object=source, to=to)
        elif isinstance(question, asks.Triggers):
            values["event"] = self.event(question.event)
        return replace(question, **values)

    def asked_object(self, question: asks.Question, path: str, name: str) -> str:
        if question.kind == "can_target":
            return self.ref(path, name, "player")
        id = self.ref(path, name)
        if question.kind in _ON_THE_STACK and self.kinds.get(id) in ("object", "zone"):
            self.fault(path, f"{name!r} is not on the stack")
        return id

    def entering(self, question: asks.EnterTogether, path: str) -> tuple[str, ...]:
        """Ids for cards listed in their zone, names for others; a repeated name becomes Name#2, Name#3."""
        out: list[str] = []
        for i, name in enumerate(question.objects):
            listed = [
                p for p in self.zone_cards.get(name, []) if self.rows[p].split(".")[0] == question.from_zone
            ]
            unused = [id for id in listed if id not in out]
            if unused:
                out.append(unused[0])
            elif self.kinds.get(name) in ("object", "zone", "stack"):
                out.append(free(name, "#", {*out}) if name in out else name)
            else:
                if self._meant_as_id(name):
                    self.unknown(join(path, i), name, ("object", "zone", "stack"))
                out.append(free(name, "#", {*out}))
        return tuple(out)

    def within(self, within: asks.Within) -> asks.Within:
        if within.controller is not None and within.controller != "same":
            self.player("ask.within.controller", within.controller)
        if within.only is None:
            return within
        return replace(within, only=self.refs("ask.within.only", within.only, "player"))

    def event(self, event: asks.Event) -> asks.Event:
        if event.controller is not None:
            self.player("ask.event.controller", event.controller)
        by = None if event.by is None else self.ref("ask.event.by", event.by, card=True)
        return replace(event, object=self.ref(f"ask.event.{event.what}", event.object), by=by)
