"""The page in a real browser: headless Chromium, driven by Playwright, against `pyreason serve`.

Skipped, with the reason, where there is no Chromium. With `PYREASON_SCREENSHOTS=FOLDER` the pictures taken on
the way are kept there.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")
pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from playwright.sync_api import Page, expect, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt-get install chromium")

LOADED = re.compile(r"Failed to load resource: .* status of 422")
"""What Chromium itself notes where the server answers with a problem."""

expect.set_options(timeout=20_000)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    command = [sys.executable, "-m", "pyreason", "serve", "--port", "0", "--workers", "1", "--timeout", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            yield found[0]
        finally:
            server.terminate()
            server.wait(20)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Watched:
    """A page, and what went wrong on it unasked."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        self.context.set_default_timeout(20_000)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        self.page.on(
            "console", lambda m: self.errors.append(m.text) if m.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "request",
            lambda r: None if r.url.startswith((address, "blob:", "data:")) else self.elsewhere.append(r.url),
        )


@pytest.fixture
def opened(browser: Any, address: str, request: Any) -> Iterator[Any]:
    """Opens pages; at the end no error may have come, but for problems where a test expects them."""
    watched: list[Watched] = []

    def open_page(hash: str = "", **options: Any) -> Page:
        one = Watched(browser, address, **options)
        watched.append(one)
        one.page.goto(address + hash)
        one.page.wait_for_selector("html[data-ready]")
        return one.page

    yield open_page
    expected = request.node.get_closest_marker("problems") is not None
    for one in watched:
        errors = [text for text in one.errors if not (expected and LOADED.match(text))]
        one.context.close()
        assert errors == []
        assert one.elsewhere == []


def picture(page: Page, name: str, *, whole: bool = False) -> None:
    if folder := os.environ.get("PYREASON_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=whole)


def add(page: Page, player: str, *names: str) -> None:
    """Types names into a player's field, each completed from the library."""
    page.get_by_role("combobox", name=f"Add a card for {player}").focus()
    for name in names:
        before = page.locator("#board [data-id]").count()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("#board [data-id]")).not_to_have_count(before)


def answer(page: Page) -> Any:
    expect(page.locator("#ruling")).to_have_attribute("aria-busy", "false")
    return json.loads(page.locator("#ruling [data-answer]").get_attribute("data-answer") or "null")


def answered(page: Page, value: Any) -> None:
    """Waits for this answer."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    expect(page.locator("#ruling [data-answer]")).to_have_attribute("data-answer", text)


def drag(page: Page, start: str, end: str) -> None:
    source, target = page.locator(f".tile[data-id={start}]"), page.locator(f"[data-host={end}]")
    page.keyboard.press("Escape")
    source.hover()
    page.mouse.down()
    box = target.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 40, box["y"] + 12, steps=4)
    page.locator(".tile.lit, .tile.dim").first.wait_for()
    page.mouse.move(box["x"] + 44, box["y"] + 14)


def under(page: Page, host: str) -> Any:
    """What is attached to a permanent."""
    return page.locator(f".group:has(> .tile-box [data-id={host}]) > .attachments")


def violations(page: Page) -> list[str]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    found = axe.Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['help']}: {[n['html'][:150] for n in v['nodes'][:3]]}" for v in found]


# ------------------------------------------------------------------------------------------ by keyboard


def test_reflecting_pool_by_keyboard_alone(opened: Any) -> None:
    page = opened()
    page.keyboard.press("Tab")  # the link to the board
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # alice
    page.keyboard.press("Tab")  # her field
    for text in ("reflecting po", "exotic orch"):
        page.keyboard.type(text)
        page.get_by_role("option", name=re.compile("Reflecting Pool|Exotic Orchard")).first.wait_for()
        page.keyboard.press("Enter")
        expect(page.get_by_role("combobox", name="Add a card for alice")).to_have_value("")
    for _ in range(4):  # where it goes, the first tile, the second, bob
        page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("mountain")
    page.get_by_role("option", name="Mountain").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("[data-id=mountain]")).to_be_visible()
    page.locator("[data-id=mountain]").focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
        if page.evaluate("document.activeElement.dataset.id") == "reflecting-pool":
            break
    page.keyboard.press("Enter")
    expect(page.locator("[data-id=reflecting-pool]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("q")
    assert page.evaluate("document.activeElement.textContent") == "Which mana could it produce?"
    page.keyboard.press("Enter")
    answered(page, ["R"])
    expect(page.locator("#ruling .answer").get_by_role("img", name="red")).to_be_visible()
    expect(page.locator("#ruling")).to_contain_text("106.7")
    expect(page.locator("#ruling")).to_contain_text("Reflecting Pool:")
    assert "red" in page.locator("#ruling .answer").inner_html()
    picture(page, "desktop-reflecting-pool")
    # the ruling follows the board: tapped or not, the Mountain counts; without it nothing is left
    page.locator("[data-id=mountain]").focus()
    page.keyboard.press("t")
    expect(page.locator("[data-id=mountain]")).to_contain_text("tapped")
    page.keyboard.press("Delete")
    answered(page, [])
    page.keyboard.press("Control+z")
    answered(page, ["R"])


# ------------------------------------------------------------------------------------------ Auras


def test_an_aura_is_dragged_to_a_legal_and_to_an_illegal_host(opened: Any) -> None:
    page = opened()
    add(page, "alice", "wild growth", "forest")
    add(page, "bob", "grizzly bears")
    drag(page, "wild-growth", "grizzly-bears")
    expect(page.locator(".tile[data-id=forest]")).to_have_class(re.compile(r"\blit\b"))
    expect(page.locator(".tile[data-id=grizzly-bears]")).to_have_class(re.compile(r"\bdim\b"))
    expect(page.locator("[data-note=grizzly-bears]")).to_contain_text("CR 702.5a")
    picture(page, "desktop-dragging")
    page.mouse.up()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("Wild Growth can't go on Grizzly Bears")
    expect(notice).to_contain_text("702.5a")
    expect(page.locator(".attachments")).to_have_count(0)
    drag(page, "wild-growth", "forest")
    page.mouse.up()
    expect(under(page, "forest").locator("[data-id=wild-growth]")).to_be_visible()
    expect(notice).to_have_count(0)
    page.locator(".tile[data-id=forest]").click()
    page.get_by_role("button", name="Tap it for mana: what comes of it?").click()
    answered(page, [{"alice": "{G}{G}"}])


def test_an_aura_is_attached_by_keys_and_its_hosts_are_shown(opened: Any) -> None:
    page = opened()
    add(page, "alice", "pacifism", "grizzly bears")
    add(page, "bob", "hill giant", "island")
    page.locator("[data-id=pacifism]").focus()
    page.keyboard.press("a")
    expect(page.locator(".choosing-bar")).to_be_visible()
    expect(page.locator(".tile[data-id=hill-giant]")).to_have_class(re.compile(r"\blit\b"))
    page.locator("[data-id=hill-giant]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".attachments [data-id=pacifism]")).to_be_visible()
    page.get_by_role("button", name="What can this Aura go on?").click()
    answered(page, ["grizzly-bears"])
    expect(page.locator(".tile[data-id=grizzly-bears]")).to_have_class(re.compile(r"\blit\b"))
    expect(page.locator(".tile[data-id=island]")).to_have_class(re.compile(r"\bdim\b"))
    expect(page.locator("[data-note=island]")).to_contain_text("CR 702.5a")
    picture(page, "desktop-aura-hosts")


# ------------------------------------------------------------------------------------------ links and files


def board_of(page: Page) -> Any:
    return page.evaluate("import('/static/state.js').then((m) => JSON.parse(JSON.stringify(m.state.doc)))")


def test_a_shared_link_reopens_the_same_board(opened: Any) -> None:
    page = opened()
    page.get_by_role("button", name="Text").click()
    page.get_by_role("textbox", name="The board as text").fill(
        "alice: Forest (tapped), Wild Growth -> Forest, Gond Gate (color G) | "
        "bob (active): Hill Giant (2 +1/+1, sick), Pacifism -> Hill Giant | bob pool: {R}"
    )
    page.get_by_role("button", name="Use this text").click()
    page.locator(".tile[data-id=forest]").click()
    page.get_by_role("button", name="Which mana could it produce?").click()
    answered(page, ["G"])
    expect(page).to_have_url(re.compile("#b=.{20}"))
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("location.hash")
    other = opened(link)
    answered(other, ["G"])
    assert board_of(other) == board_of(page)
    expect(other.locator(".tile[data-id=hill-giant]")).to_have_accessible_name(
        re.compile("Hill Giant.*summoning sick, 2 \\+1/\\+1 counters")
    )


def test_what_is_typed_is_not_written_over_by_a_late_answer(opened: Any) -> None:
    page = opened()
    page.route("**/api/write", lambda route: (page.wait_for_timeout(500), route.continue_()))
    page.get_by_role("button", name="Text").click()
    text = page.get_by_role("textbox", name="The board as text")
    text.fill("alice: Forest")
    page.wait_for_timeout(1000)
    expect(text).to_have_value("alice: Forest")


def test_examples_and_files(opened: Any, tmp_path: Path) -> None:
    page = opened()
    page.get_by_role("button", name="Examples").click()
    page.locator("[data-example=replaced-and-doubled]").click()
    answered(page, [{"alice": "{B}"}, {"alice": "{B}{B}"}])
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert "tap_for_mana: forest" in saved.read_text()
    before = board_of(page)
    page.get_by_role("button", name="New").click()
    expect(page.locator(".tile")).to_have_count(0)
    page.locator("#file").set_input_files(saved)
    answered(page, [{"alice": "{B}"}, {"alice": "{B}{B}"}])
    assert board_of(page) == before
    page.get_by_role("button", name="Text").click()
    page.get_by_role("button", name="In one line").click()
    expect(page.get_by_role("textbox", name="The board as text")).to_have_value(re.compile("Mana Reflection"))


def test_every_ready_example_is_shown(opened: Any) -> None:
    """Each is answered, or says in place why not."""
    page = opened()
    groups = page.evaluate("fetch('/api/examples').then((a) => a.json())")
    kinds = {q["kind"] for q in page.evaluate("fetch('/api/questions').then((a) => a.json())")}
    shown = [s for group in groups for s in group["scenarios"] if next(iter(s["ask"])) in kinds][:40]
    assert len(shown) > 10
    for scenario in shown:
        page.evaluate("(s) => import('/static/state.js').then((m) => m.load(s))", scenario)
        expect(page.locator("#ruling [data-answer]")).to_be_visible()
        assert page.locator(".tile, .chip").count() > 0


# ------------------------------------------------------------------------------------------ errors in place


@pytest.mark.problems
def test_errors_are_shown_in_place(opened: Any) -> None:
    page = opened()
    field = page.get_by_role("combobox", name="Add a card for alice")
    field.fill("Forrestt")
    field.press("Enter")
    error = page.locator(".side", has=field).get_by_role("alert").first
    expect(error).to_contain_text("no card is called 'Forrestt'")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("lightning bolt")
    page.get_by_role("option", name="Lightning Bolt").first.wait_for()
    field.press("Enter")
    expect(error).to_contain_text("Lightning Bolt is no permanent")
    field.fill("")
    add(page, "alice", "forest")
    page.locator("[data-id=forest]").click()
    page.get_by_role("button", name="Which mana could it produce?").click()
    answered(page, ["G"])
    # a card that nobody knows, brought in by text: the error stands at its tile
    page.evaluate(
        "import('/static/state.js').then((m) => m.change((d) => { d.battlefield[0].card = 'Forst'; }))"
    )
    expect(
        page.locator(".tile-box", has=page.locator("[data-id=forest]")).get_by_role("alert")
    ).to_contain_text("no card is called 'Forst'")
    expect(page.locator("#ruling").get_by_role("alert")).to_contain_text("No card has this name")
    picture(page, "desktop-error")
    page.get_by_role("button", name="Undo").click()
    answered(page, ["G"])
    page.evaluate("location.hash = '#b=AAAA'")
    expect(page.locator("#board > .error")).to_contain_text("no board that can be read")


def test_a_caveat_and_the_layers_are_shown(opened: Any) -> None:
    page = opened()
    scenario = {
        "players": ["alice"],
        "cards": [
            {"name": "Painted Marsh", "type": "Land", "text": "While it rains, lands produce {U} instead."}
        ],
        "battlefield": [{"card": "Painted Marsh", "controller": "alice"}],
    }
    page.evaluate("(s) => import('/static/state.js').then((m) => m.load(s))", scenario)
    add(page, "alice", "reflecting pool", "forest", "blood moon")
    page.locator("[data-id=reflecting-pool]").click()
    page.get_by_role("button", name="Which mana could it produce?").click()
    expect(page.locator("#ruling .caveat").first).to_contain_text("Painted Marsh")
    page.get_by_role("button", name="What is it now?").click()
    table = page.get_by_role("table")
    expect(table).to_contain_text("Blood Moon")
    expect(table).to_contain_text("Mountain")
    expect(page.locator("#ruling .traits")).to_contain_text("Mountain")
    picture(page, "desktop-layers")


@pytest.mark.problems
def test_every_question_can_be_put(opened: Any) -> None:
    """Each button leads to a ruling, or to a reason why there is none, for whatever is selected."""
    page = opened()
    scenario = {
        "players": ["alice", "bob"],
        "battlefield": [
            {"id": "bear", "card": "Grizzly Bears", "controller": "bob", "counters": {"+1/+1": 1}},
            {"id": "forest", "card": "Forest", "controller": "alice"},
            {"id": "rancor", "card": "Rancor", "controller": "alice", "attached_to": "bear"},
            {"id": "mage", "card": "Simic Guildmage", "controller": "alice"},
        ],
        "graveyard": {"alice": ["Pacifism"]},
        "stack": [{"id": "bolt", "card": "Lightning Bolt", "controller": "alice", "targets": ["bear"]}],
    }
    page.evaluate("(s) => import('/static/state.js').then((m) => m.load(s))", scenario)
    put, given = set(), set()
    for chosen in ("forest", "rancor", "bolt", "Pacifism", "mage", "bob"):
        place = f"[data-host={chosen}]" if chosen == "bob" else f"[data-id={chosen}]"
        page.locator(place).click()
        for closed in page.locator("#questions details:not([open]) > summary").all():
            closed.click()
        for key in page.locator("#questions .question").evaluate_all(
            "(all) => all.map((e) => e.dataset.key)"
        ):
            button = page.locator(f"[data-key={key}]")
            if not button.is_visible():
                page.locator("#questions details > summary").first.click()
            button.click()
            kind = key.removeprefix("q-")
            page.wait_for_timeout(200)  # the question is sent a moment after the last change
            expect(page.locator("#ruling")).to_have_attribute("aria-busy", "false")
            expect(page.locator("#ruling [data-answer], #ruling [role=alert]").first).to_be_visible()
            assert "internal error" not in page.locator("#ruling").inner_text()
            put.add(kind)
            if page.locator("#ruling [data-answer]").count():
                given.add(kind)
    assert put == {q["kind"] for q in page.evaluate("fetch('/api/questions').then((a) => a.json())")}
    assert put - given <= {"revealed_by", "move_counter"}


# ------------------------------------------------------------------------------------------ the rest


def put_where(page: Page, player: str, where: str) -> None:
    page.get_by_role("combobox", name=f"Where {player}'s next card goes").select_option(where)


def test_effects_that_last_and_commanders(opened: Any) -> None:
    page = opened()
    add(page, "alice", "island", "command tower")
    put_where(page, "alice", "effects")
    add(page, "alice", "high tide")
    effects = page.get_by_role("region", name="Effects that last")
    expect(effects.get_by_role("button", name="High Tide")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#inspector")).to_contain_text("an effect of alice's that lasts")
    expect(page.locator("#inspector").get_by_label("What resolved")).to_have_value("")
    expect(page.get_by_role("button", name="What is it now?")).to_have_count(0)
    page.locator(".tile[data-id=island]").click()
    page.get_by_role("button", name="Tap it for mana: what comes of it?").click()
    answered(page, [{"alice": "{U}{U}"}])
    put_where(page, "alice", "command")
    add(page, "alice", "llanowar elves")
    page.locator(".tile[data-id=command-tower]").click()
    page.get_by_role("button", name="Which mana could it produce?").click()
    answered(page, [])
    page.get_by_role("button", name="Llanowar Elves").click()
    box = page.get_by_role("checkbox", name="It is alice's commander")
    box.focus()
    page.keyboard.press("Space")
    answered(page, ["G"])
    expect(box).to_be_focused()
    assert board_of(page)["commander"] == {"alice": ["Llanowar Elves"]}
    effects.get_by_role("button", name="High Tide").click()
    page.get_by_role("button", name="Remove").click()
    expect(effects).to_have_count(0)
    assert "effects" not in board_of(page)


@pytest.mark.problems
def test_a_card_of_ones_own_and_the_order_in_time(opened: Any) -> None:
    page = opened()
    add(page, "alice", "grizzly bears")
    page.get_by_role("button", name="Own card").click()
    text = page.get_by_role("textbox", name="The card's text")
    expect(text).to_be_focused()
    page.keyboard.type("Giant's Law {2}{G}")
    page.get_by_role("button", name="Add it").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_contain_text("the second the types")
    text.fill("Giant's Law {2}{G}\nEnchantmint\nAll creatures have base power and toughness 3/3.")
    page.get_by_role("button", name="Add it").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Enchantment")
    assert "cards" not in board_of(page)
    text.fill("Giant's Law {2}{G}\nEnchantment\nAll creatures have base power and toughness 3/3.")
    assert violations(page) == []
    picture(page, "desktop-own-card")
    page.get_by_role("button", name="Add it").click()
    law = page.locator(".tile[data-id=giants-law]")
    expect(law).to_have_attribute("aria-pressed", "true")
    add(page, "bob", "humility")
    page.locator(".tile[data-id=grizzly-bears]").click()
    page.get_by_role("button", name="What is it now?").click()
    expect(page.locator("#ruling [data-answer]")).to_have_attribute("data-answer", re.compile('"power":1,'))
    law.focus()
    page.keyboard.press(".")
    expect(page.locator("#ruling [data-answer]")).to_have_attribute("data-answer", re.compile('"power":3,'))
    assert board_of(page)["timestamps"] == ["grizzly-bears", "humility", "giants-law"]
    expect(law).to_have_accessible_name(re.compile("time 3"))
    order = page.get_by_role("group", name="Order in time")
    expect(order).to_contain_text("3 of 3 in time")
    expect(order.get_by_role("button", name="Later")).to_be_disabled()
    picture(page, "desktop-order-in-time")
    order.get_by_role("button", name="Earlier").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#ruling [data-answer]")).to_have_attribute("data-answer", re.compile('"power":1,'))
    expect(order.get_by_role("button", name="Earlier")).to_be_focused()
    assert "timestamps" not in board_of(page)
    page.get_by_role("button", name="Change the card Giant's Law").click()
    expect(text).to_have_value(re.compile(r"Law \{2\}\{G\}\nEnchantment\nAll creatures"))
    text.fill("Giant's Whim {2}{G}\nEnchantment\nAll creatures have base power 5.")
    page.get_by_role("button", name="Change it").click()
    expect(law).to_contain_text("Giant's Whim")
    assert [card["name"] for card in board_of(page)["cards"]] == ["Giant's Whim"]


def test_own_cards_as_text(opened: Any) -> None:
    page = opened()
    read = "(text) => import('/static/own.js').then((m) => m.read(text))"
    both = "(text) => import('/static/own.js').then((m) => m.write(m.read(text)))"
    cards = {
        "Bear {1}{G}\nCreature - Bear\nTrample\n{T}: Add {G}.\n2/2": {
            "name": "Bear",
            "mana_cost": "{1}{G}",
            "type": "Creature — Bear",
            "power": "2",
            "toughness": "2",
            "text": "Trample\n{T}: Add {G}.",
        },
        "Grove\n\nLand\n": {"name": "Grove", "type": "Land"},
        "Blob\n{G/U}\nCreature — Ooze\n*/1+*": {
            "name": "Blob",
            "mana_cost": "{G/U}",
            "type": "Creature — Ooze",
            "power": "*",
            "toughness": "1+*",
        },
        "Sage {3}{U}\nPlaneswalker — Sage\n+1: Draw a card.\nLoyalty: 4": {
            "name": "Sage",
            "mana_cost": "{3}{U}",
            "type": "Planeswalker — Sage",
            "text": "+1: Draw a card.",
            "loyalty": "4",
        },
    }
    for text, card in cards.items():
        assert page.evaluate(read, text) == card
        assert page.evaluate(read, page.evaluate(both, text)) == card


def test_every_key_of_a_scenario_comes_back_from_the_page(opened: Any) -> None:
    page = opened()
    scenario = {
        "players": ["alice", "bob"],
        "battlefield": [{"card": "Forest", "controller": "alice"}, {"card": "Hill", "controller": "bob"}],
        "cards": [{"name": "Hill", "type": "Land", "text": "{T}: Add {R}."}],
        "effects": [{"card": "High Tide", "controller": "alice"}, {"card": "High Tide", "controller": "bob"}],
        "timestamps": ["hill", "high-tide-2"],
        "commander": {"alice": "Llanowar Elves"},
        "ask": {"could_produce": "hill"},
    }
    page.evaluate("(s) => import('/static/state.js').then((m) => m.load(s))", scenario)
    answered(page, ["R"])
    page.locator(".tile[data-id=forest]").click()
    page.locator("#inspector summary", has_text="More").click()
    name = page.locator("[data-key=id]")
    name.fill("wood")
    name.press("Enter")
    page.locator(".tile[data-id=wood]").focus()
    page.keyboard.press(",")
    page.keyboard.press(",")
    board = board_of(page)
    assert board["timestamps"] == ["wood", "hill", "high-tide-2", "high-tide"]
    assert (board["commander"], board["cards"]) == (scenario["commander"], scenario["cards"])
    answered(page, ["R"])


# ------------------------------------------------------------------------------------------ looks


BOARD = (
    "alice: Reflecting Pool, Exotic Orchard (tapped), Llanowar Elves (sick), Forest, Wild Growth -> Forest, "
    "Boros Reckoner (2 +1/+1) | bob: Mountain, Hill Giant, Pacifism -> Hill Giant, Gilded Lotus"
)

MORE = {
    "cards": [{"name": "Twilight Spring", "type": "Land", "text": "{T}: Add {C}."}],
    "effects": [{"id": "tide", "card": "High Tide", "controller": "bob"}],
    "timestamps": ["forest", "tide"],
    "commander": {"alice": ["Boros Reckoner"]},
}


def filled(page: Page) -> None:
    page.get_by_role("button", name="Text").click()
    page.get_by_role("textbox", name="The board as text").fill(BOARD)
    page.get_by_role("button", name="Use this text").click()
    page.locator(".tile[data-id=reflecting-pool]").wait_for()
    page.evaluate(
        "(more) => import('/static/state.js').then((m) => m.change((d) => Object.assign(d, more)))", MORE
    )
    page.locator(".tile[data-id=reflecting-pool]").click()
    page.get_by_role("button", name="Which mana could it produce?").click()
    expect(page.locator("#ruling [data-answer]")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(opened: Any, scheme: str) -> None:
    page = opened(color_scheme=scheme)
    assert violations(page) == []
    filled(page)
    for closed in page.locator("details:not([open]) > summary").all():
        if closed.is_visible():
            closed.click()
    assert violations(page) == []
    picture(page, f"desktop-{scheme}")
    page.locator(".tile[data-id=wild-growth]").focus()
    page.keyboard.press("a")
    page.locator(".tile.dim").first.wait_for()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="High Tide").click()
    page.locator("#inspector summary").last.click()
    assert violations(page) == []
    picture(page, f"desktop-effect-{scheme}")
    for name in ("Examples", "Own card", "Text", "Help and keys"):
        page.get_by_role("button", name=name).click()
        page.locator("#dialog[open]").wait_for()
        assert violations(page) == []
        page.get_by_role("button", name="Close").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone(opened: Any, scheme: str) -> None:
    page = opened(viewport={"width": 390, "height": 844}, color_scheme=scheme, has_touch=True, is_mobile=True)
    filled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.evaluate(
        """[...document.querySelectorAll('button, select')].filter((e) => e.checkVisibility())
           .map((e) => [e.textContent, e.getBoundingClientRect().height]).filter(([, h]) => h < 24)"""
    )
    assert small == []
    picture(page, f"phone-{scheme}", whole=True)
    page.get_by_role("button", name="Own card").tap()
    picture(page, f"phone-own-card-{scheme}")
    page.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="High Tide").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#inspector").scroll_into_view_if_needed()
    picture(page, f"phone-effect-{scheme}")
    page.locator(".tile[data-id=wild-growth]").tap()
    page.get_by_role("button", name="Choose on the board…").tap()
    expect(page.locator(".tile[data-id=reflecting-pool]")).to_have_class(re.compile(r"\blit\b"))
    page.locator(".tile[data-id=reflecting-pool]").tap()
    expect(under(page, "reflecting-pool")).to_contain_text("Wild Growth")
    assert violations(page) == []


def test_light_and_dark_by_hand(opened: Any) -> None:
    page = opened(color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Light or dark").click()
    dark = page.evaluate(ground)
    assert light != dark
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate(ground) == dark
