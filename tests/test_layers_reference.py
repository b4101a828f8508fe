"""The law and the plain Python reference agree about random boards of continuous effects (CR 613).

More boards, or the cards as the database has them: python -m tests.test_layers_reference 10000 [real [SEED]]
"""

from __future__ import annotations

import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache

from clingo.symbol import Function, Symbol, parse_term

from pyreason.assembly import assemble
from pyreason.board import Board, GameObject, ResolvedEffect
from pyreason.cards.library import default_library
from pyreason.cards.model import Card, Line
from pyreason.facts import object_symbol
from pyreason.questions import characteristics
from pyreason.situation import situate
from pyreason.solve import grounded, settled
from tests.reference_layers import EVERY, Cards, Key, Layers, Thing, kind_of

SEED, BOARDS, CHUNK = 613, 1000, 50

# ---- cards by hand: real ones (the database changes), and some of our own --------------------------------


def _card(name: str, line: str, colors: str = "", size: str = "", *terms: str, mana_value: int = 0) -> Card:
    before, _, after = line.partition(" - ")
    supertypes = tuple(w for w in before.split() if w in ("Basic", "Legendary", "Snow"))
    types = tuple(w for w in before.split() if w not in supertypes)
    power, _, toughness = size.partition("/")
    return Card(
        name,
        name,
        types,
        tuple(after.split()),
        supertypes,
        mana_value=mana_value,
        colors=tuple(colors),
        power=power or None,
        toughness=toughness or None,
        lines=tuple(Line(n, parse_term(term)) for n, term in enumerate(terms, 1)),
    )


def _changes(wanted: str, *changes: str) -> str:
    return f"static(applies({wanted}, ({', '.join(changes)},)))"


def _all(*qualities: str) -> str:
    """`and(permanent, and(type(land), controlled_by(you)))` and so on."""
    return qualities[0] if len(qualities) == 1 else f"and({qualities[0]}, {_all(*qualities[1:])})"


def _of(*qualities: str) -> str:
    return _all("permanent", *qualities)


_LANDS, _CREATURES, _YOURS = _of("type(land)"), _of("type(creature)"), "controlled_by(you)"
_MY_LANDS, _MY_CREATURES = _of("type(land)", _YOURS), _of("type(creature)", _YOURS)
_MY_OTHERS = _of("other", "type(creature)", _YOURS)
_HOST, _MOUNTAINS = _of("host"), _of('subtype("Mountain")')
_KIN = ("type(creature)", "shares(creature_type, it)")
_ANY = "activated((tap,), add(you, mana(1, any_color)), ())"
_C = "activated((tap,), add(you, mana(1, c)), ())"
_PING = "activated((tap,), opaque(1), ())"


def _while(condition: str, *changes: str) -> str:
    return f"static(while({condition}, applies(this, ({', '.join(changes)},))))"


def _becomes(old: str, new: str) -> str:
    return _changes(_of(f'subtype("{old}")'), f'set_land_types(("{new}",))')


PLAIN = (
    _card("Forest", "Basic Land - Forest"),
    _card("Plains", "Basic Land - Plains"),
    _card("Steam Vents", "Land - Island Mountain", "", "", "static(keywords((keyword(flash),)))"),
    _card("Wastes", "Basic Land", "", "", _C),
    _card("Darksteel Citadel", "Artifact Land", "", "", "keyword(indestructible)", _C),
    _card("Dryad Arbor", "Land Creature - Forest Dryad", "G", "1/1"),
    _card("Grizzly Bears", "Creature - Bear", "G", "2/2", mana_value=2),
    _card(
        "Serra Angel", "Creature - Angel", "W", "4/4", "keyword(flying)", "keyword(vigilance)", mana_value=5
    ),
    _card("Ornithopter", "Artifact Creature - Thopter", "", "0/2", "keyword(flying)"),
    _card("Prodigal Sorcerer", "Creature - Human Wizard", "U", "1/1", _PING, mana_value=3),
    _card("Woodland Changeling", "Creature - Shapeshifter", "G", "2/2", "keyword(changeling)", mana_value=2),
    _card(
        "Transguild Courier",
        "Artifact Creature - Golem",
        "WUBRG",
        "3/3",
        "static(applies(this, (set_colors((w, u, b, r, g)),)))",
    ),
    _card("Saproling", "Creature - Saproling", "G", "1/1"),
    _card("Bonesplitter", "Artifact - Equipment", "", "", mana_value=1),
)
EFFECTS = (
    _card(
        "Blood Moon",
        "Enchantment",
        "R",
        "",
        _changes(_of("non(supertype(basic))", "type(land)"), 'set_land_types(("Mountain",))'),
        mana_value=3,
    ),
    _card(
        "Magus of the Moon",
        "Creature - Human Wizard",
        "R",
        "2/2",
        _changes(_of("non(supertype(basic))", "type(land)"), 'set_land_types(("Mountain",))'),
        mana_value=3,
    ),
    _card("Urborg, Tomb of Yawgmoth", "Legendary Land", "", "", _changes(_LANDS, 'add_subtypes(("Swamp",))')),
    _card(
        "Yavimaya, Cradle of Growth", "Legendary Land", "", "", _changes(_LANDS, 'add_subtypes(("Forest",))')
    ),
    _card(
        "Dryad of the Ilysian Grove",
        "Enchantment Creature - Nymph Dryad",
        "G",
        "2/4",
        _changes(_MY_LANDS, "add_subtypes(basic_land_types)"),
        mana_value=3,
    ),
    _card(
        "Prismatic Omen",
        "Enchantment",
        "G",
        "",
        _changes(_MY_LANDS, "add_subtypes(basic_land_types)"),
        mana_value=2,
    ),
    _card(
        "Ashaya, Soul of the Wild",
        "Legendary Creature - Elemental",
        "G",
        "*/*",
        f"static(applies(this, (cda(power, count({_MY_LANDS})), cda(toughness, count({_MY_LANDS})))))",
        _changes(
            _of("non(token)", "type(creature)", _YOURS), "add_types((land,))", 'add_subtypes(("Forest",))'
        ),
        mana_value=5,
    ),
    _card(
        "Life and Limb",
        "Enchantment",
        "G",
        "",
        _changes(
            _of('or(subtype("Forest"), subtype("Saproling"))'),
            "add_types((creature, land))",
            'add_subtypes(("Saproling", "Forest"))',
            "set_colors((g,))",
            "base_pt(1, 1)",
        ),
        mana_value=4,
    ),
    _card(
        "Song of the Dryads",
        "Enchantment - Aura",
        "G",
        "",
        "keyword(enchant, permanent)",
        _changes(_HOST, "set_types((land,))", 'set_land_types(("Forest",))', "colorless"),
        mana_value=3,
    ),
    _card(
        "Imprisoned in the Moon",
        "Enchantment - Aura",
        "U",
        "",
        _changes(_HOST, "set_types((land,))", "colorless", "loses_all_abilities", f"gains({_C})"),
        mana_value=3,
    ),
    _card(
        "Humility",
        "Enchantment",
        "W",
        "",
        _changes(_CREATURES, "loses_all_abilities", "base_pt(1, 1)"),
        mana_value=4,
    ),
    _card(
        "Opalescence",
        "Enchantment",
        "W",
        "",
        _changes(
            _of("other", 'non(subtype("Aura"))', "type(enchantment)"),
            "add_types((creature,))",
            "base_pt(mana_value(it), mana_value(it))",
        ),
        mana_value=4,
    ),
    _card(
        "March of the Machines",
        "Enchantment",
        "U",
        "",
        _changes(
            _of("non(type(creature))", "type(artifact)"),
            "add_types((artifact, creature))",
            "base_pt(mana_value(it), mana_value(it))",
        ),
        mana_value=4,
    ),
    _card("Conversion", "Enchantment", "W", "", _becomes("Mountain", "Plains"), mana_value=4),
    _card(
        "Celestial Dawn",
        "Enchantment",
        "W",
        "",
        _changes(_MY_LANDS, 'set_land_types(("Plains",))'),
        _changes(_of("non(type(land))", _YOURS), "set_colors((w,))"),
        mana_value=3,
    ),
    _card(
        "Chromatic Lantern", "Artifact", "", "", f"static(grants({_MY_LANDS}, {_ANY}))", _ANY, mana_value=3
    ),
    _card("Dress Down", "Enchantment", "U", "", _changes(_CREATURES, "loses_all_abilities"), mana_value=2),
    _card(
        "Spreading Seas",
        "Enchantment - Aura",
        "U",
        "",
        _changes(_of("host", "type(land)"), 'set_land_types(("Island",))'),
        mana_value=2,
    ),
    _card("Blood Sun", "Enchantment", "R", "", _changes(_LANDS, "loses_all_but(mana)"), mana_value=3),
    _card(
        "Stormtide Leviathan",
        "Creature - Leviathan",
        "U",
        "8/8",
        "keyword(islandwalk)",
        _changes(_LANDS, 'add_subtypes(("Island",))'),
        mana_value=8,
    ),
    _card(
        "Enchanted Evening",
        "Enchantment",
        "WU",
        "",
        _changes("permanent", "add_types((enchantment,))"),
        mana_value=5,
    ),
    _card(
        "Mycosynth Lattice",
        "Artifact",
        "",
        "",
        _changes("permanent", "add_types((artifact,))"),
        _changes("permanent", "colorless"),
        mana_value=6,
    ),
    _card(
        "Painter's Servant",
        "Artifact Creature - Scarecrow",
        "",
        "1/3",
        _changes("permanent", "add_colors((chosen_color,))"),
        mana_value=2,
    ),
    _card(
        "Conspiracy",
        "Enchantment",
        "B",
        "",
        _changes(_MY_CREATURES, "set_subtypes((chosen_type,))"),
        mana_value=5,
    ),
    _card(
        "Control Magic",
        "Enchantment - Aura",
        "U",
        "",
        _changes(_of("host", "type(creature)"), "controlled_by(you)"),
        mana_value=4,
    ),
    _card("Confiscate", "Enchantment - Aura", "U", "", _changes(_HOST, "controlled_by(you)"), mana_value=6),
    _card("Glorious Anthem", "Enchantment", "W", "", _changes(_MY_CREATURES, "pt(1, 1)"), mana_value=3),
    _card(
        "Crusade",
        "Enchantment",
        "W",
        "",
        _changes(_of("color(w)", "type(creature)"), "pt(1, 1)"),
        mana_value=2,
    ),
    _card("Nettle Drone", "Creature - Eldrazi Drone", "R", "3/1", "keyword(devoid)", _PING, mana_value=3),
    # what no printed card does quite like this
    _card("Test Isles", "Enchantment", "U", "", _becomes("Plains", "Island")),
    _card("Test Woods", "Enchantment", "G", "", _becomes("Island", "Forest")),
    _card("Test Peaks", "Artifact", "", "", _becomes("Forest", "Mountain")),
    _card("Test Roots", "Enchantment", "G", "", _changes(_LANDS, "add_supertypes((basic,))")),
    _card(
        "Test Rootless",
        "Creature - Elf",
        "G",
        "1/1",
        _changes(_of('subtype("Forest")'), "lose_supertypes((basic,))", "add_supertypes((snow,))"),
    ),
    _card(
        "Test God",
        "Legendary Enchantment Creature - God",
        "R",
        "5/5",
        _while(f"controls_none(you, {_MOUNTAINS})", "lose_types((creature,))"),
    ),
    _card(
        "Test Nursery",
        "Land - Swamp",
        "",
        "",
        _while(
            f"controls(you, {_of('color(g)')})",
            *("add_types((creature,))", 'add_subtypes(("Elf",))', "base_pt(3, 3)", "gains(keyword(flying))"),
        ),
    ),
    _card(
        "Test Choir",
        "Creature - Angel",
        "W",
        "2/2",
        f"static(grants({_MY_OTHERS}, (keyword(flying), {_changes(_MY_LANDS, 'gains(keyword(shroud))')})))",
    ),
    _card(
        "Test Net",
        "Enchantment",
        "G",
        "",
        _changes(_of("keyword(flying)", "type(creature)"), "loses(keyword(flying))", "pt(0, -1)"),
    ),
    _card(
        "Test Winds",
        "Enchantment",
        "U",
        "",
        _changes(_of("color(u)"), "gains(keyword(flying))"),
        _changes(_of("keyword(flying)"), "add_colors((w,))"),
    ),
    _card("Test Cave", "Land", "", "", _changes(_CREATURES, "cant_have(keyword(flying))"), _C),
    _card("Test Swap", "Artifact", "", "", _changes(_of("type(creature)", "tapped"), "switch_pt")),
    _card(
        "Test Shrink",
        "Enchantment",
        "B",
        "",
        _changes(_of("power(ge, 4)", "type(creature)"), "base_pt(0, 2)"),
    ),
    _card(
        "Test Grow",
        "Enchantment",
        "B",
        "",
        _changes(_of("toughness(le, 2)", "type(creature)"), f"base_pt(count({_CREATURES}), 3)"),
        _while("is(this, type(creature))", "pt(1, 2)"),
    ),
    _card(
        "Test Teacher",
        "Creature - Human",
        "W",
        "1/1",
        f"static(grants({_MY_CREATURES}, {_changes(_MY_OTHERS, 'pt(1, 0)')}))",
    ),
    _card(
        "Test Blue",
        "Creature - Merfolk",
        "U",
        "*/3",
        f"static(cda(power, count({_of('color(u)')})))",
        _changes(_of("color(g)"), "set_colors((u,))"),
    ),
    _card("Test Green", "Artifact", "", "", _changes(_of("color(u)"), "set_colors((g, b))")),
    _card(
        "Test Black",
        "Enchantment",
        "B",
        "",
        _changes(_of("color(b)"), "set_colors((r,))"),
        _changes(_of("color(r)", "type(creature)"), "pt(2, 0)", "gains(keyword(haste))"),
    ),
    _card(
        "Test Thaw",
        "Enchantment",
        "R",
        "",
        _changes(_of("type(artifact)"), "lose_types((artifact,))", "add_types((enchantment,))"),
    ),
    _card(
        "Test Rust",
        "Creature - Vampire",
        "B",
        "2/1",
        _changes(
            _of("type(enchantment)", "non(type(creature))"),
            "set_types((artifact,))",
            'add_subtypes(("Food",))',
        ),
    ),
    _card(
        "Test Zoo",
        "Enchantment",
        "G",
        "",
        _changes(
            _of("type(creature)", "type(land)"),
            "set_types((creature,))",
            'set_subtypes(("Bear",))',
            "pt(1, 1)",
        ),
    ),
    _card("Test Leash", "Artifact", "", "", _changes(_of("tapped", "type(artifact)"), "controlled_by(you)")),
    _card(
        "Test Tally", "Enchantment", "G", "", _changes(_CREATURES, "for_each(pt(1, 2), counters(any, it))")
    ),
    _card(
        "Test Kin",
        "Enchantment",
        "R",
        "",
        _changes(
            _CREATURES,
            f"for_each(pt(1, 0), count({_of('other_than(it)', *_KIN)}))",
        ),
    ),
    _card("Test Hues", "Artifact", "", "", _changes(_CREATURES, "base_pt(distinct(color, it), half(up, 5))")),
    _card(
        "Test Halves",
        "Enchantment",
        "W",
        "",
        f"static(instead(is(it, color(g)), applies({_CREATURES}, (pt(2, 0),)),"
        f" applies({_CREATURES}, (gains(keyword(flying)), pt(0, 2)))))",
    ),
    _card(
        "Test Nights",
        "Creature - Bat",
        "B",
        "2/2",
        f"static(both(applies({_MY_LANDS}, (add_types((creature,)),)),"
        f" while(otherwise(is(this, tapped)), applies({_of('keyword(flying)')},"
        " (add_colors((b,)), pt(1, 1))))))",
    ),
    _card("Test Awakening", "Enchantment", "G", "", _changes(_LANDS, "add_types((creature,))", "pt(1, 0)")),
    _card(
        "Test Star",
        "Creature - Horror",
        "B",
        "*/*",
        "static(keywords((keyword(flying), keyword(haste))))",
        f"static(applies(this, (cda(power, count({_LANDS})), cda(toughness, count({_CREATURES})))))",
    ),
)
SPELLS = (
    _card("About Face", "Instant", "R", "", "spell(until(end_of_turn, applies(target, (switch_pt,))))"),
    _card(
        "Test Animate",
        "Sorcery",
        "G",
        "",
        "spell(until(end_of_turn, applies(target, "
        '(add_types((creature,)), add_subtypes(("Elemental",)), base_pt(2, 6)))))',
    ),
    _card(
        "Test Ovine",
        "Instant",
        "U",
        "",
        "spell(until(end_of_turn, applies(target, (loses_all_abilities, base_pt(0, 1)))))",
    ),
)
_ANY_CREATURE = "any(and(permanent, type(creature)))"
COPIES = (
    _card(
        "Test Metamorph", "Artifact Creature - Shapeshifter", "U", "0/0",
        f"static(as_enters(copy({_ANY_CREATURE}, (add_types((artifact,)),))))",
    ),
    _card(
        "Test Twin", "Creature - Shapeshifter", "U", "0/0",
        f"static(as_enters(copy({_ANY_CREATURE}, (gains(activated((tap,), opaque(1), ())),))))",
    ),
    _card(
        "Test Gargantuan", "Creature - Shapeshifter", "U", "7/7",
        f"static(as_enters(copy({_ANY_CREATURE}, (base_pt(7, 7),))))",
    ),
    _card(
        "Test Horde", "Creature - Zombie", "B", "",
        "static(applies(this, (cda(power, count(and(permanent, type(land)))),"
        " cda(toughness, count(and(permanent, type(land)))))))",
    ),
    _card(
        "Test Hack", "Instant", "U", "",
        "spell(targeting(permanent, until(always, applies(target, (change_words((color, land)),)))))",
    ),
)  # fmt: skip
TRADE = _card(
    "Test Trade",
    "Sorcery",
    "U",
    "",
    "spell(opaque(1, (slot(2, 2, and(permanent, type(creature))), exchange)))",
)
STRIP = _card(
    "Test Strip", "Instant", "U", "", "spell(until(end_of_turn, applies(target, (loses_all_abilities,))))"
)
COUNTERS = ("+1/+1", "-1/-1", "charge")
CREATURE_TYPES = ("Bear", "Saproling", "Advisor")


@dataclass(frozen=True)
class ByHand:
    """A library of the cards above, and nothing else."""

    cards: dict[str, Card]

    def find(self, name: str) -> Card:
        return self.cards[name]

    def with_definitions(self, _: object) -> ByHand:
        return self


BY_HAND = ByHand(
    {
        card.name: card
        for card in (
            *PLAIN,
            *EFFECTS,
            *SPELLS,
            *COPIES,
            STRIP,
            TRADE,
            _card("Plain Aura", "Enchantment - Aura", "U"),
        )
    }
)


# ---- boards --------------------------------------------------------------------------------------------


def random_board(
    rng: random.Random, effects: Sequence[str], plain: Sequence[str], spells: Sequence[str]
) -> Board:
    """1 to 7 permanents in a random order of timestamps; the same for the same state of `rng`."""
    size = rng.choice((1, 2, 2, 2, 3, 3, 3, 4, 5, 7))
    shaping = min(size, rng.choice((1, 2, 2, 3, 4)))
    cards = [rng.choice(effects) for _ in range(shaping)]
    cards += [rng.choice(plain) for _ in range(size - shaping)]
    rng.shuffle(cards)
    ids = [f"p{n}" for n in range(size)]
    objects = tuple(_permanent(rng, id, card, ids) for id, card in zip(ids, cards, strict=True))
    resolved = tuple(
        ResolvedEffect(f"e{n}", rng.choice(spells), rng.choice(("ann", "ben")), targets=(rng.choice(ids),))
        for n in range(rng.choice((0, 0, 0, 0, 1, 1, 2)) if spells else 0)
    )
    order = [*ids, *(e.id for e in resolved)]
    rng.shuffle(order)
    return Board(("ann", "ben"), "ann", objects, effects=resolved, timestamps=tuple(order))


def _permanent(rng: random.Random, id: str, card: str, ids: list[str]) -> GameObject:
    player = rng.choice(("ann", "ann", "ben"))
    others = [other for other in ids if other != id]
    return GameObject(
        id,
        card,
        player,
        player,
        tapped=rng.random() < 0.3,
        token=card == "Saproling",
        attached_to=rng.choice(others) if others and rng.random() < 0.8 else None,
        counters=tuple((kind, rng.randint(1, 3)) for kind in COUNTERS if rng.random() < 0.15),
        chosen=(("color", rng.choice("WUBRG")), ("type", rng.choice(CREATURE_TYPES))),
    )


def boards(seed: int, count: int, pool: Pool | None = None) -> list[Board]:
    """`count` random boards; board number n depends on seed, pool and n alone."""
    pool = pool or HAND
    return [
        random_board(random.Random(f"{seed}/{n}"), pool.effects, pool.plain, pool.spells)
        for n in range(count)
    ]


@dataclass(frozen=True)
class Pool:
    effects: tuple[str, ...]
    plain: tuple[str, ...]
    spells: tuple[str, ...]
    library: Cards


def _names(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.name for card in cards)


HAND = Pool(_names(EFFECTS), _names(PLAIN), _names(SPELLS), BY_HAND)


@cache
def real_pool() -> Pool:
    """The cards of the pool that are in print, and more: what the database understands of them."""
    library = default_library()

    def understood(name: str) -> bool:
        return library.knows(name) and any(line.term is not None for line in library.find(name).lines)

    effects = tuple(filter(understood, HAND.effects + MORE))
    return Pool(effects, tuple(filter(library.knows, HAND.plain)), (), library)


POOLS = {"hand": lambda: HAND, "real": real_pool}
MORE = (
    *(
        "Maskwood Nexus",
        "Leyline of Singularity",
        "Zombie Master",
        "Archetype of Imagination",
        "Darksteel Mutation",
    ),
    *(
        "Phyresis",
        "Sea's Claim",
        "Evil Presence",
        "Contaminated Ground",
        "Kormus Bell",
        "Living Plane",
        "Living Lands",
    ),
    *(
        "Natural Affinity",
        "Nature's Revolt",
        "Ensoul Artifact",
        "Honor of the Pure",
        "Bad Moon",
        "Gaea's Anthem",
    ),
    *(
        "Night of Souls' Betrayal",
        "Levitation",
        "Concordant Crossroads",
        "Fervor",
        "Mass Hysteria",
        "Scion of Oona",
    ),
    *(
        "Goblin King",
        "Lord of Atlantis",
        "Elvish Champion",
        "Sliver Legion",
        "Muscle Sliver",
        "Kudzu",
        "Phantasmal Terrain",
    ),
    *(
        "Sleeper's Robe",
        "Holy Strength",
        "Unholy Strength",
        "Nightmare",
        "Maro",
        "Keldon Warlord",
    ),
    *(
        "Persuasion",
        "Steal Enchantment",
        "Annex",
        "Lay Claim",
        "In Bolas's Clutches",
        "Godhead of Awe",
        "Lignify",
    ),
    *(
        "Kenrith's Transformation",
        "Frogify",
        "Deep Freeze",
        "Sweatworks Brawler",
        "Thran Lens",
        "Ghostflame Sliver",
    ),
)


# ---- comparing -----------------------------------------------------------------------------------------

Final = dict[str, object]


def by_law(some: Sequence[Board], library: Cards) -> list[dict[str, Final]]:
    """What every permanent of each board is, by the law; the final worlds are judged in one grounding."""
    situations = [situate(board, library) for board in some]  # type: ignore[arg-type]
    names, facts = assemble(characteristics.FILES, situations, layered=True)
    for game, board in enumerate(some):
        facts.ask([Function("ask_characteristics", [object_symbol(game, o.id)]) for o in board.battlefield])
    control = grounded(names, facts)
    found: list[dict[str, Final]] = [
        {o.id: {"abilities": Counter()} for o in board.battlefield} for board in some
    ]
    for o, trait in settled(control, "trait", 2):
        game, id = o.arguments[0].number, o.arguments[1].string
        value = trait.arguments[0]
        final = found[game][id]
        if trait.name in ("power", "toughness"):
            assert trait.name not in final, f"{o} has two values of {trait.name}"
            final[trait.name] = value.number
        elif trait.name == "controller":
            assert trait.name not in final, f"{o} has two controllers"
            final[trait.name] = value.arguments[1].string
        else:
            final.setdefault(trait.name, set()).add(str(value).strip('"'))  # type: ignore[attr-defined]
    for o, key, term in settled(control, "ability_of", 3):
        abilities = found[o.arguments[0].number][o.arguments[1].string]["abilities"]
        abilities[f"{_from(key)}: {term}"] += 1  # type: ignore[index]
    return [{id: _normal(final) for id, final in board.items()} for board in found]


def _normal(final: Final) -> Final:
    """Of an object with every creature type, that alone, and its other subtypes."""
    named = final.get("subtype", set())
    if EVERY in named:  # type: ignore[operator]
        final["subtype"] = {EVERY, *(s for s in named if kind_of(s) != "creature")}  # type: ignore[attr-defined]
    return final


def _from(key: Symbol) -> str:
    return f"{key.name} {key.arguments[0]}".replace('"', "")


def by_reference(board: Board, library: Cards) -> dict[str, Final]:
    """The same by the reference."""
    return {id: _plain(thing) for id, thing in Layers(board, library).solve().items()}


def _plain(thing: Thing) -> Final:
    sets = {
        "type": thing.types,
        "subtype": thing.subtypes,
        "supertype": thing.supertypes,
        "color": thing.colors,
    }
    final: Final = {name: set(value) for name, value in sets.items() if value}
    final["controller"] = thing.controller
    sized = "creature" in thing.types  # CR 208.3
    if sized and thing.power is not None:
        final["power"] = thing.power
    if sized and thing.toughness is not None:
        final["toughness"] = thing.toughness
    final["abilities"] = Counter(f"{_key(key)}: {term}" for key, term in thing.abilities.items())
    return _normal(final)


def _key(key: Key) -> str:
    return f"{key[0]} {key[1]}"


def disagreements(some: Sequence[Board], library: Cards) -> Iterator[str]:
    """One text for each object that the two sides see differently."""
    for board, law in zip(some, by_law(some, library), strict=True):
        reference = by_reference(board, library)
        for id, final in reference.items():
            if final != law[id]:
                rows = "\n".join(f"  {o}" for o in (*board.battlefield, *board.effects))
                yield f"{id}:\n reference {final}\n law       {law[id]}\n{rows}\n  {board.timestamps}"


def _differing(work: tuple[int, int, int, str]) -> list[str]:
    seed, start, stop, pool = work
    return list(disagreements(boards(seed, stop, POOLS[pool]())[start:], POOLS[pool]().library))


def compared(seed: int, count: int, pool: str) -> Iterator[list[str]]:
    """The disagreements on `count` random boards, chunk by chunk, worked out by two processes."""
    work = [(seed, start, min(start + CHUNK, count), pool) for start in range(0, count, CHUNK)]
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as workers:
        yield from workers.map(_differing, work)


def test_law_and_reference_agree() -> None:
    found = [text for texts in compared(SEED, BOARDS, "hand") for text in texts]
    assert not found, f"{len(found)} objects differ\n" + "\n".join(found[:5])


def main(arguments: Sequence[str]) -> None:
    count = int(arguments[0])
    pool = arguments[1] if len(arguments) > 1 else "hand"
    seed = int(arguments[2]) if len(arguments) > 2 else SEED
    wrong, began = 0, time.time()
    for chunk, texts in enumerate(compared(seed, count, pool), 1):
        for text in texts[: max(0, 5 - wrong)]:
            print(text, flush=True)
        wrong += len(texts)
        print(
            f"{min(chunk * CHUNK, count)} boards, {wrong} objects differ, {time.time() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
