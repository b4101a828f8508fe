"""The table docs/dependency.md: pairs of cards, in either order of age, and the rule that decides.

Everything in it comes from the law: `python -m tests.layers_table` writes it anew, and tests/test_layers.py
fails where it is out of date.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from clingo.control import Control

from pyreason.answering import ask
from pyreason.asks import Characteristics
from pyreason.board import Board, GameObject
from pyreason.cards.library import default_library
from pyreason.cards.model import Card
from pyreason.layers import final_world
from pyreason.situation import situate
from pyreason.solve import OBSERVER, settled

PAGE = Path(__file__).parents[1] / "docs" / "dependency.md"

PAIRS: tuple[tuple[str, str, str], ...] = (
    # two cards and the telling object; `A > B` is A attached to B
    ("Blood Moon", "Urborg, Tomb of Yawgmoth", "Forest"),
    ("Blood Moon", "Yavimaya, Cradle of Growth", "Plains"),
    ("Magus of the Moon", "Urborg, Tomb of Yawgmoth", "Forest"),
    ("Blood Moon", "Dryad of the Ilysian Grove", "Steam Vents"),
    ("Blood Moon", "Prismatic Omen", "Steam Vents"),
    ("Blood Moon", "Conversion", "Steam Vents"),
    ("Blood Moon", "Spreading Seas > Steam Vents", "Steam Vents"),
    ("Blood Moon", "Chromatic Lantern", "Steam Vents"),
    ("Blood Moon", "Celestial Dawn", "Steam Vents"),
    ("Blood Moon", "Song of the Dryads > Grizzly Bears", "Grizzly Bears"),
    ("Blood Moon", "Song of the Dryads > Blood Moon", "Steam Vents"),
    ("Blood Moon", "Ashaya, Soul of the Wild", "Grizzly Bears"),
    ("Blood Moon", "Life and Limb", "Dryad Arbor"),
    ("Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth", "Plains"),
    ("Urborg, Tomb of Yawgmoth", "Celestial Dawn", "Forest"),
    ("Urborg, Tomb of Yawgmoth", "Spreading Seas > Urborg, Tomb of Yawgmoth", "Forest"),
    ("Urborg, Tomb of Yawgmoth", "Spreading Seas > Forest", "Forest"),
    ("Urborg, Tomb of Yawgmoth", "Kormus Bell", "Forest"),
    ("Urborg, Tomb of Yawgmoth", "Imprisoned in the Moon > Urborg, Tomb of Yawgmoth", "Forest"),
    ("Urborg, Tomb of Yawgmoth", "Blood Sun", "Forest"),
    ("Yavimaya, Cradle of Growth", "Living Lands", "Plains"),
    ("Yavimaya, Cradle of Growth", "Life and Limb", "Plains"),
    ("Conversion", "Prismatic Omen", "Forest"),
    ("Conversion", "Spreading Seas > Mountain", "Mountain"),
    ("Conversion", "Evil Presence > Mountain", "Mountain"),
    ("Conversion", "Dryad of the Ilysian Grove", "Forest"),
    ("Prismatic Omen", "Celestial Dawn", "Forest"),
    ("Prismatic Omen", "Life and Limb", "Plains"),
    ("Prismatic Omen", "Kormus Bell", "Plains"),
    ("Humility", "Opalescence", "Humility"),
    ("Humility", "Dryad of the Ilysian Grove", "Forest"),
    ("Humility", "Stormtide Leviathan", "Forest"),
    ("Humility", "Magus of the Moon", "Steam Vents"),
    ("Humility", "Nature's Revolt", "Forest"),
    ("Humility", "Glorious Anthem", "Grizzly Bears"),
    ("Humility", "Levitation", "Grizzly Bears"),
    ("Humility", "Chromatic Lantern", "Dryad Arbor"),
    ("Humility", "Frogify > Serra Angel", "Serra Angel"),
    ("Humility", "Godhead of Awe", "Godhead of Awe"),
    ("Humility", "Ashaya, Soul of the Wild", "Ashaya, Soul of the Wild"),
    ("Dress Down", "Levitation", "Grizzly Bears"),
    ("Dress Down", "Magus of the Moon", "Steam Vents"),
    ("Blood Sun", "Chromatic Lantern", "Steam Vents"),
    ("Opalescence", "Enchanted Evening", "Forest"),
    ("March of the Machines", "Mycosynth Lattice", "Forest"),
    ("Painter's Servant", "Mycosynth Lattice", "Grizzly Bears"),
    ("Painter's Servant", "Celestial Dawn", "Grizzly Bears"),
    ("Painter's Servant", "Crusade", "Grizzly Bears"),
    ("Painter's Servant", "Thran Lens", "Grizzly Bears"),
    ("Conspiracy", "Life and Limb", "Dryad Arbor"),
    ("Conspiracy", "Nature's Revolt", "Forest"),
    ("Frogify > Grizzly Bears", "Kenrith's Transformation > Grizzly Bears", "Grizzly Bears"),
    ("Frogify > Magus of the Moon", "Magus of the Moon", "Steam Vents"),
    ("Crusade", "Glorious Anthem", "Savannah Lions"),
    ("Control Magic > Grizzly Bears", "Glorious Anthem", "Grizzly Bears"),
    ("Control Magic > Grizzly Bears", "Confiscate > Control Magic", "Grizzly Bears"),
    ("Nature's Revolt", "Living Plane", "Forest"),
)
ASKED = (
    *("Blood Moon", "Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth", "Dryad of the Ilysian Grove"),
    *(
        "Ashaya, Soul of the Wild",
        "Life and Limb",
        "Song of the Dryads",
        "Imprisoned in the Moon",
        "Humility",
    ),
    *("Opalescence", "Conversion", "Celestial Dawn", "Prismatic Omen", "Chromatic Lantern"),
    *("March of the Machines", "Dress Down"),
)
"""Cards of which every pair stands in the table, too."""
BYSTANDERS = ("Forest", "Steam Vents", "Grizzly Bears", "Darksteel Citadel")
HOSTS = {
    "Song of the Dryads": ASKED,
    "Imprisoned in the Moon": tuple(
        n for n in ASKED if n.startswith(("Urborg", "Yavimaya", "Dryad", "Ashaya"))
    ),
}
"""What an Aura is put on where it is the other card; else it is on Grizzly Bears."""
NO_MATTER = {
    "Song of the Dryads": (1,),
    "Imprisoned in the Moon": (1,),
    "Dress Down": (1, 2, 4),
    "Dryad of the Ilysian Grove": (1,),
    "Steam Vents": (1, 2),
    "Celestial Dawn": (3,),
    "Mycosynth Lattice": (3,),
    "Painter's Servant": (1,),
    "Conspiracy": (1, 2),
    "Stormtide Leviathan": (3,),
}
"""Lines that have no part in what objects are: land drops, choices on entering, spending, attacking;
and a line that says more than what is understood of it, but of cards elsewhere."""
LAYER_NAMES = {71: "7a", 72: "7b", 73: "7c", 74: "7d"}


@dataclass(frozen=True)
class Row:
    cards: tuple[str, str]
    notes: str
    telling: str
    outcomes: tuple[str, str]
    decides: str

    def __str__(self) -> str:
        first, second = self.outcomes
        cells = (
            " + ".join(self.cards) + (f" ({self.notes})" if self.notes else ""),
            self.telling,
            first,
            "the same" if first == second else second,
            self.decides,
        )
        return "| " + " | ".join(cells) + " |"


def understood(card: Card) -> bool:
    """Whether every line that could have a part in what objects are is a term, and leaves nothing open."""
    aside = NO_MATTER.get(card.name, ())
    return all(
        line.term is not None and not (line.term.name == "static" and "opaque" in str(line.term))
        for line in card.lines
        if line.number not in aside
    )


def board_of(first: str, second: str, *others: str) -> Board:
    """Two cards and the objects they are about, all alice's but for Auras that take control."""
    names: list[str] = []
    hosts: dict[str, str] = {}
    for said in (first, second):
        name, _, host = said.partition(" > ")
        names.append(name)
        if host:
            hosts[name] = host
    bystanders = [n for n in dict.fromkeys((*others, *hosts.values())) if n not in names]
    objects = []
    for name in (*bystanders, *names):
        player = "bob" if name == "Control Magic" else "alice"
        host = hosts.get(name)
        chosen = (("color", "U"), ("type", "Advisor"))
        objects.append(GameObject(name, name, player, player, attached_to=host, chosen=chosen))
    return Board(("alice", "bob"), "alice", tuple(objects), timestamps=tuple(o.id for o in objects))


def every_pair() -> Iterator[Row]:
    """A row for each pair of `ASKED` that `PAIRS` leaves out."""
    listed = {frozenset(said.partition(" > ")[0] for said in pair[:2]) for pair in PAIRS}
    for a, b in combinations(ASKED, 2):
        if frozenset((a, b)) not in listed:
            said = _attached(a, b)
            on = board_of(*said, "Forest", *BYSTANDERS)
            yield row(*said, _telling(on, a, b), on)


def _attached(a: str, b: str) -> tuple[str, str]:
    """The two cards, an Aura on the other card where it can be and that is no Aura, too."""
    hosts = {
        one: other for one, other in ((a, b), (b, a)) if other in HOSTS.get(one, ()) and other not in HOSTS
    }
    one, other = (
        f"{name} > {hosts.get(name, 'Grizzly Bears')}" if name in HOSTS else name for name in (a, b)
    )
    return one, other


def _telling(on: Board, a: str, b: str) -> str:
    """The first object on which the two orders differ; else one that both effects touch, or one of them."""
    rest = [id for id in on.timestamps if id not in (a, b)]
    finals, touching = [], {id: set() for id in on.timestamps}  # type: ignore[var-annotated]
    for order in ((a, b), (b, a)):
        world = final_world(situate(replace(on, timestamps=(*rest, *order))))
        finals.append({id: {t for at, t in world.base if at == id} for id in on.timestamps})
        for step in world.history:
            for id, _ in (*step.gained, *step.dropped):
                touching[id].add(step.source)
    first, second = finals
    return max(on.timestamps, key=lambda id: (first[id] != second[id], len(touching[id] & {a, b})))


def row(first: str, second: str, telling: str, on: Board | None = None) -> Row:
    on = on or board_of(first, second, telling)
    a, b = (said.partition(" > ")[0] for said in (first, second))
    rest = [id for id in on.timestamps if id not in (a, b)]
    outcomes, decisions = [], []
    for order in ((a, b), (b, a)):
        aged = replace(on, timestamps=(*rest, *order))
        outcomes.append(outcome(aged, telling))
        decisions.append(decision(aged, a, b))
    notes = "; ".join(
        f"{name} on {'it' if host in (a, b) and host != name else host}"
        for name, _, host in (said.partition(" > ") for said in (first, second))
        if host and host != telling
    )
    decides = decisions[0] if decisions[0] == decisions[1] else f"{decisions[0]}; else {decisions[1]}"
    return Row((a, b), notes, telling, (outcomes[0], outcomes[1]), decides)


def outcome(on: Board, telling: str) -> str:
    """The type line, colours, size, controller and abilities of an object, in a few words."""
    answer = ask(on, Characteristics(telling), cite=False).answer
    line = " ".join((*answer["supertypes"], *answer["types"]))
    parts = [line + (f" - {' '.join(answer['subtypes'])}" if answer["subtypes"] else "")]
    parts.append("".join(answer["colors"]) or "colourless")
    if "power" in answer:
        parts.append(f"{answer['power']}/{answer['toughness']}")
    if answer["controller"] != "alice":
        parts.append(f"{answer['controller']}'s")
    mana = [
        text.removeprefix("{T}: Add ").rstrip(".")
        for text in answer["abilities"]
        if text.startswith("{T}: Add ")
    ]
    others = len(answer["abilities"]) - len(mana)
    if mana:
        parts.append("adds " + " or ".join(mana))
    if others:
        word = "ability" if others == 1 else "abilities"
        parts.append(f"{others} other {word}" if mana else f"{others} {word}")
    if not answer["abilities"]:
        parts.append("no abilities")
    return ", ".join(parts)


def decision(on: Board, a: str, b: str) -> str:
    """What decided the order: a dependency as the law found it, timestamps, or the layers themselves."""
    depending: set[tuple[str, str]] = set()

    def watch(control: Control) -> None:
        for _, dependent, other in settled(control, "depends", 3):
            depending.add((dependent.arguments[0].string, other.arguments[0].string))

    token = OBSERVER.set(watch)
    try:
        world = final_world(situate(on))
    finally:
        OBSERVER.reset(token)
    pairs = {(one, other) for one, other in depending if {one, other} == {a, b}}
    if len(pairs) == 2:
        return "613.8b, 613.7: each depends on the other"
    if pairs:
        ((dependent, other),) = pairs
        return f"613.8a: {_short(dependent)} waits for {_short(other)}"
    layers = {id: sorted({step.layer for step in world.history if step.source == id}) for id in (a, b)}
    shared = [LAYER_NAMES.get(n, str(n)) for n in layers[a] if n in layers[b]]
    if shared:
        return f"613.7: timestamps, in layer{'s' if len(shared) > 1 else ''} {', '.join(shared)}"
    names = [", ".join(LAYER_NAMES.get(n, str(n)) for n in layers[id]) or "none" for id in (a, b)]
    return f"613.1: layers {names[0]} and {names[1]}"


def _short(name: str) -> str:
    return name.partition(",")[0]


HEAD = """# Which effect comes first: pairs of cards

Made by `python -m tests.layers_table` from what the law answers; nothing here is written by hand, and a test
compares. All permanents are alice's (Control Magic is bob's); blue and Advisor are chosen where something is.
The second column of outcomes is for the case that the second card is the older one. Which of two effects
depends on the other is worked out by comparing worlds (`asp/layers/order.lp`), not looked up.

| cards | telling object | first card older | second card older | decided by |
|---|---|---|---|---|
"""


def page() -> str:
    library = default_library()
    rows: list[str] = []
    missing: dict[str, None] = {}
    for first, second, telling in PAIRS:
        names = [part for said in (first, second, telling) for part in said.split(" > ")]
        bad = [name for name in dict.fromkeys(names) if not understood(library.find(name))]
        missing.update(dict.fromkeys(bad))
        if not bad:
            rows.append(str(row(first, second, telling)))
    rows += map(str, every_pair())
    return HEAD + "\n".join(rows) + "\n\n" + "\n".join(_left_out(missing))


def _left_out(missing: dict[str, None]) -> Iterator[str]:
    if missing:
        yield (
            "Left out, because a line of the card is not understood yet: " + "; ".join(sorted(missing)) + "."
        )
        yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
