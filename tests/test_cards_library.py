from __future__ import annotations

from pathlib import Path

import pytest

from pyreason.board import CardDefinition
from pyreason.cards import database, lines
from pyreason.cards.formats import RawFace
from pyreason.cards.library import FaceSource, Library, default_library
from pyreason.cards.model import Card, Line
from pyreason.cards.tokens import predefined
from pyreason.errors import InputError, UnknownCard, UnsupportedQuestion

FIXTURES = Path(__file__).parent / "fixtures"


def stub(face: RawFace) -> Card:
    rows = enumerate(face.text.splitlines(), 1)
    return lines.make_card(face, tuple(Line(n, None, (), (), text) for n, text in rows))


@pytest.fixture(autouse=True)
def _stubbed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "compile_face", stub)


@pytest.fixture
def library() -> Library:
    return Library.from_file(FIXTURES / "oracle-cards.json")


@pytest.fixture
def halves() -> Library:
    return Library.from_file(FIXTURES / "halves.json")


@pytest.mark.parametrize(
    ("typed", "face"),
    [
        ("Amber Orchard", "Amber Orchard"),
        ("amber ORCHARD", "Amber Orchard"),
        ("a-amber orchard", "A-Amber Orchard"),
        ("seance of aeons", "Séance of Æons"),
        ("Grub Prophet", "Grub Prophet"),
        ("winged calamity", "Winged Calamity"),
        ("Grub Prophet // Winged Calamity", "Grub Prophet"),
        ("bold//brash", "Bold"),
        ("gate’s drowned keeper", "Gate's Drowned Keeper"),
        ("Copper Twin // Copper Twin", "Copper Twin"),
        ("Left Gear // Whole Engine", "Left Gear"),
        ("Whole Engine", "Whole Engine"),
    ],
)
def test_names_lead_to_faces(library: Library, typed: str, face: str) -> None:
    assert library.knows(typed)
    assert library.find(typed).name == face


def test_a_card_wins_over_a_face_of_the_same_name(library: Library, halves: Library) -> None:
    assert library.find("Brash").full_name == "Brash"
    assert library.find("brash").full_name == "Brash"
    assert halves.find("Spark").full_name == "Spark"


def test_a_face_of_several_cards_is_not_guessed(halves: Library) -> None:
    with pytest.raises(
        InputError, match="'Ember' is a face of several cards: say 'Ember // Frost' or 'Ember // Ash"
    ):
        halves.find("Ember")
    assert halves.find("Ember // Ash // Soot").mana_cost == "{B}"
    assert halves.find("Ember // Frost").missing_half == "Frost"


@pytest.mark.parametrize("half", ["Frost", "frost", "Ash", "Soot"])
def test_a_half_without_a_record_is_known_but_not_answered(halves: Library, half: str) -> None:
    assert halves.knows(half)
    with pytest.raises(
        UnsupportedQuestion, match=r"is a half of 'Ember // .*' that the card data has no record of"
    ):
        halves.find(half)


def test_an_unknown_name_suggests_the_nearest(library: Library) -> None:
    assert not library.knows("Amber Orchid")
    with pytest.raises(UnknownCard, match="did you mean 'Amber Orchard'") as caught:
        library.find("Amber Orchid")
    assert len(set(caught.value.suggestions)) == len(caught.value.suggestions)
    assert caught.value.exit_code == 2


def test_a_card_is_read_once(library: Library) -> None:
    assert library.find("Amber Orchard") is library.find("Amber Orchard")


def test_every_name_is_known(library: Library) -> None:
    assert all(library.knows(name) for name in library.names())


TOKENS = [face for face in predefined() if face.side != "b"]


@pytest.mark.parametrize("face", TOKENS, ids=lambda face: face.name)
def test_predefined_tokens_are_known_by_word_and_by_name(library: Library, face: RawFace) -> None:
    for name in (face.name, *face.aliases):
        assert library.find(name).token
        assert library.find(name.lower()).name == face.name


def test_what_the_rule_says_of_some_tokens(library: Library) -> None:
    treasure, walker, role = (library.find(name) for name in ("Treasure", "Walker", "Young Hero Role"))
    assert (treasure.name, treasure.types, treasure.subtypes) == (
        "Treasure Token",
        ("Artifact",),
        ("Treasure",),
    )
    assert (walker.name, walker.power, walker.colors) == ("Walker", "2", ("B",))
    assert (role.name, role.subtypes, role.colors) == ("Young Hero", ("Aura", "Role"), ())
    assert library.find("Heartwood").colors == ("R", "G")
    assert library.find("Phyrexian Token").side == "b"


def test_a_card_wins_over_a_token() -> None:
    face = RawFace("Treasure", "Treasure", "normal", (), ("Instant",), ())
    walker = RawFace("Walker", "Walker", "normal", (), ("Instant",), ())
    library = Library(FaceSource([face, walker]))
    assert library.find("Treasure").types == ("Instant",)
    assert library.find("Treasure Token").token


def define(**values: object) -> CardDefinition:
    return CardDefinition(**{"name": "Test Card", "type": "Artifact", **values})  # type: ignore[arg-type]


def test_a_card_of_the_scenario_wins_and_the_library_below_is_unchanged(library: Library) -> None:
    own = define(
        name="amber orchard", type="Creature — Elf", mana_cost="{1}{G}", power="1", toughness="2", text="A\nB"
    )
    over = library.with_definitions([own])
    card = over.find("Amber Orchard")
    assert (card.name, card.types, card.subtypes, card.mana_value) == (
        "amber orchard",
        ("Creature",),
        ("Elf",),
        2,
    )
    assert [line.text for line in card.lines] == ["A", "B"]
    assert over.find("Brash") is library.find("Brash")
    assert library.find("Amber Orchard").types == ("Land",)
    assert next(iter(over.names())) == "amber orchard"
    assert library.with_definitions([]) is library


def test_names_of_the_scenarios_cards_are_suggested(library: Library) -> None:
    over = library.with_definitions([define(name="Quixotic Zebu")])
    with pytest.raises(UnknownCard, match="Quixotic Zebu"):
        over.find("Quixotic Zebra")
    assert over.knows("quixotic zebu")
    assert not over.knows("quixotic zebra")


@pytest.mark.parametrize(
    ("cost", "colors", "value"),
    [
        ("", (), 0),
        ("{0}", (), 0),
        ("{x}{x}{g}", ("G",), 1),
        ("{2/W}{G/U}{B/P}", ("W", "U", "B", "G"), 4),
        ("{R/W/P} {S}{C}", ("W", "R"), 3),
        ("{C/U}", ("U",), 1),
    ],
)
def test_colours_and_mana_value_come_from_the_cost(
    library: Library, cost: str, colors: tuple[str, ...], value: float
) -> None:
    card = library.with_definitions([define(mana_cost=cost)]).find("Test Card")
    assert (card.colors, card.mana_value) == (colors, value)


def test_colours_may_be_given(library: Library) -> None:
    by_indicator = library.with_definitions([define(color_indicator=("g", "B"))]).find("Test Card")
    assert by_indicator.colors == by_indicator.color_indicator == ("B", "G")
    given = library.with_definitions([define(mana_cost="{G}", colors=())]).find("Test Card")
    assert given.colors == ()


def test_identity_counts_symbols_in_the_text_but_not_in_reminders(library: Library) -> None:
    text = "{T}: Add {W/U}. ({R} is no colour of it.)"
    card = library.with_definitions([define(type="Land — Swamp", text=text)]).find("Test Card")
    assert (card.colors, card.color_identity) == ((), ("W", "U", "B"))


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("basic snow land - forest", (("Basic", "Snow"), ("Land",), ("Forest",))),
        ("Token Creature — Saproling", ((), ("Creature",), ("Saproling",))),
        ("Legendary Creature – Time Lord Doctor", (("Legendary",), ("Creature",), ("Time Lord", "Doctor"))),
        ("Land—Urza’s Power-Plant", ((), ("Land",), ("Urza's", "Power-Plant"))),
        ("Plane -- Far Meadow", ((), ("Plane",), ("Far Meadow",))),
        ("Enchantment — Gewgaw", ((), ("Enchantment",), ("Gewgaw",))),
    ],
)
def test_type_lines_as_people_write_them(
    library: Library, typed: str, parts: tuple[tuple[str, ...], ...]
) -> None:
    card = library.with_definitions([define(type=typed)]).find("Test Card")
    assert (card.supertypes, card.types, card.subtypes) == parts


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"type": "Creture — Elf"}, "no card type is called 'Creture'; did you mean 'Creature'"),
        ({"type": "Elf Creature"}, "no card type is called 'Elf'$"),
        ({"type": "Legendary"}, "has no card type"),
        ({"type": ""}, "has no card type"),
        ({"type": "Land — Forrest"}, "no subtype is called 'Forrest'; did you mean 'Forest'"),
        ({"type": "Enchantment — Aure"}, "no subtype is called 'Aure'; did you mean 'Aura'"),
        ({"mana_cost": "2G"}, r"mana cost '2G' can't be read; did you mean '\{2\}\{G\}'"),
        ({"mana_cost": "{2}{G"}, "can't be read$"),
        ({"mana_cost": "{W/}"}, r"no mana symbol is \{W/\}"),
        ({"mana_cost": "{GW}"}, r"no mana symbol is \{GW\}"),
        ({"colors": ("X",)}, "no colour is 'X'"),
        ({"color_indicator": ("GW",)}, "no colour is 'GW'"),
    ],
)
def test_a_bad_value_is_refused_and_names_the_card(
    library: Library, values: dict[str, object], said: str
) -> None:
    with pytest.raises(InputError, match=f"^card 'Test Card': .*{said}"):
        library.with_definitions([define(**values)])


def test_a_card_defined_twice_is_refused(library: Library) -> None:
    with pytest.raises(InputError, match="'TEST card' is defined twice"):
        library.with_definitions([define(), define(name="TEST card")])


def test_overlays_lie_on_overlays(library: Library) -> None:
    over = library.with_definitions([define()]).with_definitions([define(name="Second")])
    assert over.find("Test Card").name == "Test Card"
    assert over.find("Second").name == "Second"


def test_the_default_library_is_opened_once() -> None:
    assert default_library() is default_library()
