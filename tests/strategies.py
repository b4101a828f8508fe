"""Random boards: a seeded generator for long runs and Hypothesis strategies for properties.

The pool holds one or more cards for every shape of mana ability that the database knows, cards that such
abilities look at, and some with no bearing on mana at all. A few cards of our own, in the barest wording,
have shapes that no card in print has or that should not hang on the state of the database.
"""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import strategies as st

from pyreason.board import Board, CardDefinition, GameObject, ResolvedEffect

OWN = (
    CardDefinition(
        "Test Echo",
        "Land",
        text="{T}: Add one mana of any type that a land you control could produce.",
    ),
    CardDefinition(
        "Test Mirror",
        "Land",
        text="{T}: Add one mana of any color that a land an opponent controls could produce.",
    ),
    CardDefinition(
        "Test Twin",
        "Land",
        text="{T}: Add {C}, plus an additional {G} for each charge counter on ~.",
    ),
    CardDefinition(
        "Test Herd",
        "Artifact",
        "{2}",
        text="{T}: Add {G} for each creature you control with power 3 or greater.",
    ),
    CardDefinition(
        "Test Sum",
        "Creature — Elf",
        "{G}",
        text="{T}: Add X mana in any combination of {R} and/or {G}, where X is the total power of "
        "creatures you control.",
        power="1",
        toughness="1",
    ),
    CardDefinition("Test Fickle", "Land", text="{T}: Add {W}. If you control no creatures, add {B} instead."),
    CardDefinition("Test Tapper", "Land", text="{T}: Add {U} for each tapped land you control."),
    CardDefinition(
        "Test Forge",
        "Artifact",
        "{3}",
        text="{T}, Sacrifice a creature: Add an amount of {R} equal to the sacrificed creature's power.",
    ),
    CardDefinition(
        "Test Weakling",
        "Creature — Rat",
        "{B}",
        text="{T}: Add an amount of {B} equal to ~'s power.",
        power="1",
        toughness="1",
    ),
    CardDefinition("Test Hybrid", "Creature — Spirit", "{R/W}{R/W}", power="2", toughness="2"),
    CardDefinition("Test Wastes", "Land", text="{T}: Add {C}."),
    CardDefinition("Test Saga", "Enchantment — Saga", "{1}{R}", text="I — Add {R}{R}.\nII — Add {G}."),
    CardDefinition("Test Walker", "Planeswalker — Test", "{3}{U}", text="[+1]: Add {U} or {B}.", loyalty="3"),
    CardDefinition("Test Arbor", "Land Creature — Forest Dryad", power="1", toughness="1"),
)


def _names(text: str) -> tuple[str, ...]:
    return tuple(" ".join(name.split()) for name in text.split(" /"))


LANDS = _names("""
    Plains / Island / Swamp / Mountain / Forest / Wastes / Snow-Covered Island / Tropical Island /
    Breeding Pool / Ketria Triome / Murmuring Bosk / City of Brass / Mana Confluence /
    Underground River / Sunken Ruins / Mystic Gate / Reflecting Pool / Exotic Orchard /
    Plaza of Harmony / Gond Gate / Cactus Preserve / Command Tower / Opal Palace /
    Path of Ancestry / Gaea's Cradle / Cabal Coffers / Cabal Stronghold / Tolarian Academy /
    Serra's Sanctum / Nykthos, Shrine to Nyx / Urza's Mine / Urza's Power Plant / Urza's Tower /
    Thriving Grove / Uncharted Haven / Temple of the Dragon Queen / Gemstone Mine / Vivid Creek /
    Calciform Pools / Saprazzan Skerry / Mercadian Bazaar / Gemstone Caverns / Crypt of Agadeem /
    Meteor Crater / Tarnation Vista / Ancient Tomb / Simic Growth Chamber / Castle Garenbrig /
    Pit of Offerings / Three Tree City / Valgavoth's Lair / Dryad Arbor / Ugin's Labyrinth /
    Temple of the False God / Nimbus Maze / Famous Museum / The Core / Guildless Commons /
    Shimmerdrift Vale / Shrine of the Forsaken Gods / Springjack Pasture
""")

OTHERS = _names("""
    Fellwar Stone / Star Compass / Arcane Signet / Sol Ring / Mind Stone / Gilded Lotus /
    Chrome Mox / Mox Amber / Mox Opal / Everflowing Chalice / Astral Cornucopia / Coldsteel Heart /
    Corrupted Grafstone / Coalition Relic / Black Mana Battery / Powerstone Shard / Nyx Lotus /
    Basalt Monolith / Firemind Vessel / Prismatic Geoscope / The Golden Throne /
    Throne of Eldraine / Component Pouch / Doubling Cube /
    Altar of Shadows / Phyrexian Altar / Lotus Petal / Llanowar Elves / Birds of Paradise /
    Naga Vitalist / Sylvok Explorer / Harvester Druid / Incubation Druid / Benthic Explorers /
    Bloom Tender / Selvala, Heart of the Wilds / Selvala, Eager Trailblazer / Marwyn, the Nurturer /
    Rofellos, Llanowar Emissary / Karametra's Acolyte / Axebane Guardian /
    Overgrown Battlement / Fyndhorn Elves / Priest of Yawgmoth / Quirion Elves / Leafkin Druid /
    Whisperer of the Wilds / Burning-Tree Emissary / Grand Warlord Radha /
    Vhal, Candlekeep Researcher / Arbor Adherent / Giant-Man, Gargantuan Genius / Tower Worker /
    Vivi Ornitier / Circle of Elders / Brood Astronomer / Squandered Resources / Utopia Sprawl /
    Wild Growth / Fertile Ground / Food Chain / Mana Flare / Sanctum Weaver /
    The First Eruption / Chandra, Torch of Defiance /
    Xenagos, the Reveler / Koth of the Hammer / Treasure / Gold / Powerstone / Food / Clue
""")

PLAIN = _names("""
    Grizzly Bears / Savannah Lions / Air Elemental / Black Knight / Hill Giant / Ornithopter /
    Wall of Stone / Watchwolf / Shivan Dragon / Isamaru, Hound of Konda / Craw Wurm / Juggernaut /
    Ancient Silverback / Pacifism / Rhox / Kozilek's Pathfinder /
    Thalia, Guardian of Thraben / Howling Mine / Jace Beleren
""")

# No card here changes what another object is: the reference knows no layers.
POOL = {
    "lands": LANDS,
    "others": OTHERS,
    "plain": PLAIN,
    "own": tuple(definition.name for definition in OWN),
}
COMMANDERS = (
    "Isamaru, Hound of Konda",
    "Thalia, Guardian of Thraben",
    "Karn, Silver Golem",
    "Child of Alara",
)
TOKENS = ("Treasure", "Gold", "Powerstone", "Food", "Clue")
COUNTERS = ("+1/+1", "-1/-1", "charge", "storage", "level", "luck", "mining", "art", "component", "depletion")
GRANTS = ("{T}: Add {G}.", "{T}: Add one mana of any color.", "{T}: Add {C}{C}.", "flying")
TYPES = ("Elf", "Human", "Bear", "Dragon")


def random_board(rng: random.Random) -> Board:
    """A board of 1 to 12 permanents and a few cards elsewhere; the same for the same state of `rng`."""
    players = ("ann", "ben", "cat")[: rng.choice((2, 2, 2, 3))]
    ids: list[str] = []
    objects = []
    for _ in range(rng.randint(1, 12)):
        kind = rng.choices(("lands", "others", "plain", "own"), (7, 5, 2, 2))[0]
        objects.append(_permanent(rng, f"p{len(ids)}", rng.choice(POOL[kind]), players, ids))
        ids.append(objects[-1].id)
    for n in range(rng.randint(0, 3)):
        player = rng.choice(players)
        zone = rng.choice(("graveyard", "graveyard", "hand", "exile", "library"))
        card = rng.choice(POOL["plain"] + POOL["lands"] + ("Lightning Bolt", "Counterspell"))
        objects.append(GameObject(f"c{n}", card, player, player, zone))
        if zone == "exile" and rng.random() < 0.7:
            at = rng.randrange(len(ids))
            objects[at] = replace(objects[at], exiled_with=(*objects[at].exiled_with, f"c{n}"))
    commander = tuple((p, rng.choice(COMMANDERS)) for p in players if rng.random() < 0.4)
    return Board(players, rng.choice(players), tuple(objects), commander=commander, cards=OWN)


def _permanent(
    rng: random.Random, id: str, card: str, players: tuple[str, ...], others: list[str]
) -> GameObject:
    controller = rng.choice(players)
    chosen = []
    if rng.random() < 0.6:
        chosen.append(("color", rng.choice("WUBRG")))
    if rng.random() < 0.4:
        chosen.append(("type", rng.choice(TYPES)))
    return GameObject(
        id,
        card,
        controller,
        controller if rng.random() < 0.85 else rng.choice(players),
        tapped=rng.random() < 0.3,
        attached_to=rng.choice(others) if others and rng.random() < 0.3 else None,
        counters=tuple(
            (kind, rng.randint(1, 13)) for kind in rng.sample(COUNTERS, rng.choice((0, 0, 0, 1, 2)))
        ),
        token=card in TOKENS,
        chosen=tuple(chosen),
        granted=(rng.choice(GRANTS),) if rng.random() < 0.1 else (),
    )


def boards(seed: int, count: int) -> list[Board]:
    """`count` random boards; board number n depends on seed and n alone."""
    return [random_board(random.Random(f"{seed}/{n}")) for n in range(count)]


def board_strategy() -> st.SearchStrategy[Board]:
    """Boards as `random_board` makes them, shrinking with Hypothesis' own choices."""
    return st.randoms(use_true_random=False).map(random_board)


# ---- boards for tapping for mana ---------------------------------------------------------------------

TAPPED = _names("""
    Plains / Island / Swamp / Mountain / Forest / Wastes / Snow-Covered Forest / Tropical Island /
    Badlands / Breeding Pool / Ketria Triome / Murmuring Bosk / City of Brass / Ancient Tomb / Simic
    Growth Chamber / Gaea's Cradle / Reflecting Pool / Exotic Orchard / Plaza of Harmony / Havenwood
    Battleground / Mercadian Bazaar / Gemstone Mine / Temple of the False God / Nimbus Maze / Dryad
    Arbor / Vivid Creek / Sol Ring / Gilded Lotus / Mind Stone / Llanowar Elves / Birds of Paradise /
    Bloom Tender / Selvala, Eager Trailblazer / Axebane Guardian / Goblin Clearcutter / Priest of
    Yawgmoth / Incubation Druid / Lotus Petal / Phyrexian Altar / Marwyn, the Nurturer / Nyx Lotus /
    Karametra's Acolyte / Springleaf Drum / Benthic Explorers / Fellwar Stone / Test Echo / Test Mirror
    / Test Twin / Test Herd / Test Sum / Test Fickle / Test Forge / Test Weakling / Test Arbor
""")

REPLACING = _names("""
    Mana Reflection / Nyxbloom Ancient / Virtue of Strength / Contamination / Infernal Darkness / Ritual
    of Subdual / Damping Sphere / Pulse of Llanowar / Naked Singularity / Reality Twist
""")
"""Permanents that replace what is tapped for mana."""

SET_UP = (
    ("Deep Water", 1),
    ("Pale Moon", None),
    ("Hall of Gemstone", None),
    ("Harvest Mage", 1),
    ("Quarum Trench Gnomes", 1),
)
"""Resolved spells and abilities that replace it, with the number of the ability."""

TRIGGERING = _names("""
    Mana Flare / Wild Growth / Fertile Ground / Utopia Sprawl / Overgrowth / Crypt Ghast / Mirari's Wake
    / Gauntlet of Power / Gauntlet of Might / Caged Sun / Zendikar Resurgent / Vorinclex, Voice of
    Hunger / Heartbeat of Spring
""")
"""Permanents that trigger on it; the Auras go on some land."""

STRENGTHENING = ("Mirari's Wake", "Gauntlet of Power", "Gauntlet of Might", "Caged Sun")
"""Those that also make creatures larger: each takes time to work out."""

AURAS = ("Wild Growth", "Fertile Ground", "Utopia Sprawl", "Overgrowth")


def random_mana_board(rng: random.Random, *, replacing: int = 4, triggering: int = 3) -> Board:
    """A board of 1 to 6 permanents to tap, with up to so many replacement effects and triggers."""
    players = ("ann", "ben")
    ids: list[str] = []
    objects = []
    for n in range(rng.randint(1, 6)):
        made = _permanent(rng, f"p{n}", rng.choice(TAPPED if rng.random() < 0.85 else PLAIN), players, ids)
        objects.append(replace(made, tapped=rng.random() < 0.15, sick=rng.random() < 0.15))
        ids.append(made.id)
    effects = []
    for n in range(rng.choice(range(replacing + 1))):
        controller = rng.choice(players)
        color = (("color", rng.choice("WUBRG")),)
        if rng.random() < 0.3:
            card, ability = rng.choice(SET_UP)
            effects.append(ResolvedEffect(f"e{n}", card, controller, color, (rng.choice(ids),), ability))
        else:
            objects.append(GameObject(f"r{n}", rng.choice(REPLACING), controller, controller))
    for n in range(rng.choice(range(triggering + 1))):
        controller = rng.choice(players)
        if rng.random() < 0.15:
            effects.append(ResolvedEffect(f"h{n}", "High Tide", controller))
            continue
        card = rng.choice(TRIGGERING)
        if card in STRENGTHENING and rng.random() < 0.8:
            card = rng.choice(TRIGGERING[:4])
        objects.append(
            GameObject(
                f"t{n}",
                card,
                controller,
                controller,
                attached_to=rng.choice(ids) if card in AURAS else None,
                chosen=(("color", rng.choice("WUBRG")),) if rng.random() < 0.9 else (),
            )
        )
    return Board(players, rng.choice(players), tuple(objects), effects=tuple(effects), cards=OWN)


def mana_boards(seed: int, count: int, *, replacing: int = 4, triggering: int = 3) -> list[Board]:
    """`count` random boards about tapping for mana; board number n depends on seed and n alone."""
    return [
        random_mana_board(random.Random(f"{seed}/{n}"), replacing=replacing, triggering=triggering)
        for n in range(count)
    ]


# ---- boards for pools --------------------------------------------------------------------------------

SOURCES = _names("""
    Plains / Island / Swamp / Mountain / Forest / Tropical Island / Badlands / Ketria Triome /
    Reflecting Pool / Exotic Orchard / City of Brass / Ancient Tomb / Simic Growth Chamber / Gemstone
    Mine / Llanowar Elves / Birds of Paradise / Sol Ring / Lotus Petal / Dimir Signet / Gruul Signet /
    Sunken Ruins / Mystic Gate / Castle Sengir / Eye of Ramos / Goblin Clearcutter / Calciform Pools /
    Saprazzan Skerry / Mind Stone / Springleaf Drum / Heritage Druid / Basalt Monolith
""")


def random_pool_board(rng: random.Random) -> Board:
    """A board of 1 to 5 sources of mana for the first player, one for the second, and perhaps a doubler."""
    objects = []
    for n in range(rng.choice((1, 2, 3, 3, 4, 4, 5)) + 1):
        controller = "ann" if n else "ben"
        card = rng.choice(SOURCES)
        kinds = {"Gemstone Mine": "mining", "Calciform Pools": "storage", "Saprazzan Skerry": "depletion"}
        counters = ((kinds[card], rng.randint(1, 3)),) if card in kinds and rng.random() < 0.8 else ()
        objects.append(
            GameObject(
                f"s{n}",
                card,
                controller,
                controller,
                tapped=rng.random() < 0.1,
                sick=rng.random() < 0.1,
                counters=counters,
            )
        )
    if rng.random() < 0.15:
        objects.append(
            GameObject(
                "more", rng.choice(("Mana Reflection", "Mana Flare", "Infernal Darkness")), "ann", "ann"
            )
        )
    pool = "".join(f"{{{rng.choice('WUBRGC')}}}" for _ in range(rng.choice((0, 0, 0, 1))))
    return Board(("ann", "ben"), "ann", tuple(objects), mana_pool=(("ann", pool),) if pool else ())


def pool_boards(seed: int, count: int) -> list[Board]:
    """`count` random boards about pools; board number n depends on seed and n alone."""
    return [random_pool_board(random.Random(f"{seed}/{n}")) for n in range(count)]
