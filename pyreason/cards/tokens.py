"""The predefined tokens of CR 111.10, as data.

A token is named after its subtype with "Token" behind it unless the rule names it (CR 111.4); every one is
also known by the word the cards use ("Treasure", "Cursed Role"). Abilities are written tersely here and
compiled like any card's when the database is built, so that a look-up needs no grammar.

No card in print bears one of these names. Should one ever, the card wins ("Food" would be the card, and
"Food Token" the token): a row that means the token can always say so.
"""

from __future__ import annotations

from pyreason.cards.formats import RawFace
from pyreason.cards.printed import read_type_line

_ARTIFACT = "Artifact — "
_ROLE = "Enchantment — Aura Role"
_BUFF = "Enchant creature\nEnchanted creature gets +1/+1"
_COLORLESS_FOR_ARTIFACTS = "{T}: Add {C}. This mana can't be spent to cast a nonartifact spell."

# rule, word the cards use, name, type line, power/toughness, colours, abilities
_TOKENS = (
    ("111.10a", "Treasure", "Treasure Token", _ARTIFACT + "Treasure", "", "",
     "{T}, Sacrifice this token: Add one mana of any color."),
    ("111.10b", "Food", "Food Token", _ARTIFACT + "Food", "", "",
     "{2}, {T}, Sacrifice this token: You gain 3 life."),
    ("111.10c", "Gold", "Gold Token", _ARTIFACT + "Gold", "", "",
     "Sacrifice this token: Add one mana of any color."),
    ("111.10d", "Walker", "Walker", "Creature — Zombie", "2/2", "B", ""),
    ("111.10e", "Shard", "Shard Token", "Enchantment — Shard", "", "",
     "{2}, Sacrifice this token: Scry 1, then draw a card."),
    ("111.10f", "Clue", "Clue Token", _ARTIFACT + "Clue", "", "", "{2}, Sacrifice this token: Draw a card."),
    ("111.10g", "Blood", "Blood Token", _ARTIFACT + "Blood", "", "",
     "{1}, {T}, Discard a card, Sacrifice this token: Draw a card."),
    ("111.10h", "Powerstone", "Powerstone Token", _ARTIFACT + "Powerstone", "", "", _COLORLESS_FOR_ARTIFACTS),
    ("111.10i", "Incubator", "Incubator Token", _ARTIFACT + "Incubator", "", "",
     "{2}: Transform this token."),
    ("111.10i", "", "Phyrexian Token", "Artifact Creature — Phyrexian", "0/0", "", ""),
    ("111.10j", "Cursed Role", "Cursed", _ROLE, "", "",
     "Enchant creature\nEnchanted creature has base power and toughness 1/1."),
    ("111.10k", "Monster Role", "Monster", _ROLE, "", "", _BUFF + " and has trample."),
    ("111.10m", "Royal Role", "Royal", _ROLE, "", "", _BUFF + " and has ward {1}."),
    ("111.10n", "Sorcerer Role", "Sorcerer", _ROLE, "", "",
     _BUFF + ' and has "Whenever this creature attacks, scry 1."'),
    ("111.10p", "Virtuous Role", "Virtuous", _ROLE, "", "", _BUFF + " for each enchantment you control."),
    ("111.10q", "Wicked Role", "Wicked", _ROLE, "", "",
     _BUFF + ".\nWhen this token is put into a graveyard from the battlefield, each opponent loses 1 life."),
    ("111.10r", "Young Hero Role", "Young Hero", _ROLE, "", "",
     "Enchant creature\n"
     'Enchanted creature has "Whenever this creature attacks, if its toughness is 3 or less, put a +1/+1 '
     'counter on it."'),
    ("111.10s", "Map", "Map Token", _ARTIFACT + "Map", "", "",
     "{1}, {T}, Sacrifice this token: Target creature you control explores. Activate only as a sorcery."),
    ("111.10t", "Junk", "Junk Token", _ARTIFACT + "Junk", "", "",
     "{T}, Sacrifice this token: Exile the top card of your library. You may play that card this turn. "
     "Activate only as a sorcery."),
    ("111.10u", "Lander", "Lander Token", _ARTIFACT + "Lander", "", "",
     "{2}, {T}, Sacrifice this token: Search your library for a basic land card, put it onto the battlefield "
     "tapped, then shuffle."),
    ("111.10v", "Mutagen", "Mutagen Token", _ARTIFACT + "Mutagen", "", "",
     "{1}, {T}, Sacrifice this token: Put a +1/+1 counter on target creature. Activate only as a sorcery."),
    ("111.10w", "Vibranium", "Vibranium Token", _ARTIFACT + "Vibranium", "", "",
     "Indestructible\n" + _COLORLESS_FOR_ARTIFACTS),
    ("111.10x", "Heartwood", "Heartwood Token", _ARTIFACT + "Heartwood", "", "RG", "{T}: Add {R} or {G}."),
)  # fmt: skip
_TWO_FACED = {"Incubator Token": "a", "Phyrexian Token": "b"}


def predefined() -> tuple[RawFace, ...]:
    """The predefined tokens in the rule's order, one record a face."""
    return tuple(_face(*row[1:]) for row in _TOKENS)


def _face(word: str, name: str, type_line: str, size: str, colors: str, text: str) -> RawFace:
    supertypes, types, subtypes = read_type_line(type_line)
    power, _, toughness = size.partition("/")
    side = _TWO_FACED.get(name)
    return RawFace(
        name=name,
        full_name=" // ".join(_TWO_FACED) if side else name,
        layout="transform" if side else "normal",
        supertypes=supertypes,
        types=types,
        subtypes=subtypes,
        side=side,
        colors=tuple(sorted(colors, key="WUBRG".index)),
        power=power or None,
        toughness=toughness or None,
        text=text,
        aliases=tuple(dict.fromkeys(a for a in (word, f"{word} Token" if word else "") if a and a != name)),
        token=True,
    )
