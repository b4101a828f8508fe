from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pyreason.cards.formats import RawFace, merge, read
from pyreason.errors import InputError

FIXTURES = Path(__file__).parent / "fixtures"
FILES = ["AtomicCards.json", "AtomicCards.json.gz", "oracle-cards.json", "oracle-cards.json.gz"]


def faces(file: str) -> dict[tuple[str, str], RawFace]:
    return {(f.name, f.full_name): f for f in merge(read(FIXTURES / file).faces)}


@pytest.mark.parametrize("file", FILES[1:])
def test_both_formats_give_the_same_faces(file: str) -> None:
    assert faces(file) == faces(FILES[0])


def test_the_date_is_the_files_own() -> None:
    assert read(FIXTURES / "AtomicCards.json").date == "2026-02-03"
    assert read(FIXTURES / "oracle-cards.json").date == "unknown"


def test_a_back_face_has_its_indicator_and_the_front_faces_mana_value() -> None:
    back = faces(FILES[0])["Winged Calamity", "Grub Prophet // Winged Calamity"]
    assert back.colors == back.color_indicator == ("B", "R")
    assert (back.mana_cost, back.mana_value, back.side) == ("", 2, "b")


def test_each_half_of_a_split_card_has_its_own_values() -> None:
    bold = faces(FILES[0])["Bold", "Bold // Brash"]
    brash = faces(FILES[0])["Brash", "Bold // Brash"]
    assert (bold.colors, bold.mana_value, bold.missing_half) == (("R",), 2, None)
    assert (brash.colors, brash.mana_value, brash.types) == (("U",), 3, ("Sorcery",))
    assert faces(FILES[0])["Dawn Choir", "Dusk Choir // Dawn Choir"].layout == "aftermath"


def test_colours_are_taken_as_the_data_has_them() -> None:
    assert faces(FILES[0])["Void Tender", "Void Tender"].colors == ()


def test_type_lines_are_taken_apart() -> None:
    assert faces(FILES[2])["Void Tender", "Void Tender"].subtypes == ("Eldrazi", "Time Lord")
    assert faces(FILES[2])["Fern Basin", "Fern Basin"].supertypes == ("Basic", "Snow")
    assert faces(FILES[2])["Meadow of Clocks", "Meadow of Clocks"].subtypes == ("Far Meadow",)


def test_a_card_printed_twice_on_one_card_is_one_card() -> None:
    twin = faces(FILES[0])["Copper Twin", "Copper Twin"]
    assert (twin.layout, twin.side, twin.aliases) == ("normal", None, ("Copper Twin // Copper Twin",))


def test_the_cards_of_a_meld_pair_are_cards_of_their_own() -> None:
    gear = faces(FILES[2])["Left Gear", "Left Gear"]
    assert (gear.side, gear.missing_half, gear.aliases) == (None, None, ("Left Gear // Whole Engine",))


def test_halves_without_a_record_are_named() -> None:
    halves = faces("halves.json")
    assert halves["Ember", "Ember // Frost"].missing_half == "Frost"
    assert halves["Ember", "Ember // Ash // Soot"].missing_half == "Ash // Soot"
    assert halves["Frost Adept", "Frost Adept // Spark"].missing_half == "Spark"


def test_tokens_and_art_cards_are_no_cards() -> None:
    layouts = {f.layout for f in read(FIXTURES / "oracle-cards.json").faces}
    assert not layouts & {"token", "art_series"}


def spoilt(change: Callable[[dict[str, object]], object]) -> str:
    data = json.loads((FIXTURES / "AtomicCards.json").read_text())
    change(data["data"]["Amber Orchard"][0])
    return json.dumps(data)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", r"f\.json:1:1: not JSON"),
        (b'{\n "data": {,', r"f\.json:2:11: not JSON"),
        (b"{}", "neither MTGJSON's AtomicCards .* nor Scryfall's"),
        (b"3", "neither MTGJSON's"),
        (b"\xff\xfe", "not UTF-8 at byte 0"),
        (b"\x1f\x8bnonsense", "the gzip stream is damaged"),
        (gzip.compress(b"[]" * 99)[:20], "the gzip stream is damaged"),
        (b"[7]", "card 1: not a card object"),
        (b'[{"layout": "normal"}]', "card 1: 'name' is missing"),
        (b'[{"name": "Lone"}]', "card 1, 'Lone': 'type_line' is missing"),
        (b'[{"name": "Lone", "type_line": "Land", "cmc": "x"}]', "'Lone': 'cmc' is not a number"),
        (b'[{"name": "Lone", "card_faces": [1]}]', "'card_faces' is not a list of faces"),
        (b'{"data": {"Lone": {}}}', "'Lone': not a list of faces"),
        (b'{"data": {"Lone": [{}]}}', "'Lone': 'types' is missing"),
        (
            spoilt(lambda face: face.update(types="Land")).encode(),
            "'Amber Orchard': 'types' is not a list of texts",
        ),
        (spoilt(lambda face: face.update(text=4)).encode(), "'Amber Orchard': 'text' is not a text"),
        (
            spoilt(lambda face: face.update(manaValue=None)).encode(),
            "'Amber Orchard': 'manaValue' is not a number",
        ),
    ],
)
def test_a_bad_file_is_refused_with_its_place(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "f.json"
    file.write_bytes(content)
    with pytest.raises(InputError, match=said) as caught:
        read(file)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.json: No such file"):
        read(tmp_path / "nowhere.json")
    with pytest.raises(InputError, match="directory"):
        read(tmp_path)
