"""What does the next check of state-based actions do (CR 704)?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from clingo.symbol import Function, Number, Symbol

from pyreason.asks import ACTIONS, StateBasedActions
from pyreason.aura_caveats import attaching_caveats
from pyreason.caveats import size_caveats
from pyreason.facts import object_symbol
from pyreason.program import ATTACHING, OBJECTS, STACK
from pyreason.rulings import Caveat, Decoded, Reason
from pyreason.situation import Situation
from pyreason.traits import timestamps

FILES = (
    *(*OBJECTS, *STACK, *ATTACHING, "state_based/attachments", "state_based/permanents"),
    "questions/state_based_actions",
)
OUTPUT = (("performed", 4), ("left_to_choose", 4))
ASIDES = ("asides/unfit", "asides/hosts")
GOAL = "performed"
LAYERED = True
WORDS = frozenset({"name/1"})
RULES = ("704.3",)


def facts(question: StateBasedActions, situation: Situation, game: int) -> Iterable[Symbol]:
    """`ask_state_based_actions(G)`, and the timestamps that some of the actions ask for."""
    yield Function("ask_state_based_actions", [Number(game)])
    for id, number in timestamps(situation.board).items():
        yield Function("timestamp", [object_symbol(game, id), Number(number)])


def decode(
    question: StateBasedActions, situation: Situation, atoms: Mapping[str, Sequence[tuple[Symbol, ...]]]
) -> Decoded:
    """The actions in the order of `ACTIONS`, then of the board; a note where a player has to choose."""
    order = {id: place for place, id in enumerate(situation.board.ids())}
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for _, act, o, rule in atoms["performed"]:
        found[act.name, o.arguments[1].string].add(rule.string)
    ranked = sorted(found, key=lambda row: (ACTIONS.index(row[0]), order[row[1]]))
    reasons = tuple(
        Reason(f"{act} {id}", id, situation.cards[id].name, 0, "CR " + ", ".join(sorted(found[act, id])))
        for act, id in ranked
    )
    return Decoded([{act: id} for act, id in ranked], reasons, tuple(_choices(atoms["left_to_choose"])))


def _choices(atoms: Iterable[tuple[Symbol, ...]]) -> Iterator[str]:
    """A note for each legend rule: which one stays is the player's choice, so none is named."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for _, player, name, o in atoms:
        groups[player.arguments[1].string, name.string].append(o.arguments[1].string)
    for (chooser, _), ids in sorted(groups.items()):
        names = ", ".join(sorted(ids))
        yield f"{chooser} keeps one of {names}, the others are put into their owners' graveyards (CR 704.5j)"


def caveats(question: StateBasedActions, situation: Situation) -> tuple[Caveat, ...]:
    """What bears on what is attached, or on a creature's size, and was not taken into account."""
    attached = tuple(obj.id for obj in situation.board.battlefield if obj.attached_to is not None)
    found = list(attaching_caveats(situation, attached))
    for obj in situation.board.battlefield:
        found += size_caveats(situation, obj.id)
    return tuple(dict.fromkeys(found))
