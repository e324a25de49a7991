"""Looking at one thing of each cell, on a map's page and in the editor, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.registry import GAMES
from maps import boards, services
from maps.models import Map
from maps.tests.meadow import FIELD
from maps.tests.steps import make_map
from pages.frame.fields.map_choice import map_script
from pages.maps.tests.page import GRASS, TREE, pixel, shows, stroke, take, text_is
from tests.examples import some_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("map-editor")]

ORCHARD = FIELD.replace(". . . . .", ". t10 . t40 .", 1)
BLACK, QUARTER, EIGHTH, WHITE = ((level, level, level) for level in (0, 64, 32, 255))
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MAPPED = [name for name, game in GAMES.items() if game.maps is not None]
TRIED = {"snake", "xghj"}
"""One without layers and one with some; ``make test-all`` tries every game."""
PICTURE = """async (canvas) => {
  for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
  return canvas.toDataURL();
}"""


def choice(page: Page):
    return page.get_by_role("combobox", name="Show", include_hidden=True)


def near(found: tuple[int, ...], expected: tuple[int, ...]) -> bool:
    return all(abs(a - b) <= 1 for a, b in zip(found, expected, strict=True))


@pytest.fixture
def page(visit):
    return visit()


def look_at(page: Page, found: Map) -> None:
    page.goto(found.get_absolute_url())
    expect(page.locator("[data-map-view].map-waiting")).to_have_count(0)


@pytest.mark.parametrize("name", some_of(MAPPED, *TRIED))
def test_a_map_can_be_looked_at_in_every_layer_that_its_game_has(page, alice, name):
    draft = services.Draft("chance", boards.generate(name, {}, 7).text, public=True)
    look_at(page, services.create_map(alice, name, draft))
    layers = page.evaluate("async (a) => (await import(a)).layers ?? []", map_script(name))
    if not layers:
        expect(choice(page)).to_be_hidden()
        return
    offered = choice(page).locator("option").all_inner_texts()
    assert offered == ["Everything", *(layer["title"] for layer in layers)]
    pictures = []
    for title in [*offered, offered[0]]:
        choice(page).select_option(title)
        pictures.append(page.locator("[data-map-view] canvas").evaluate(PICTURE))
    assert pictures[-1] == pictures.pop(0)
    assert len(set(pictures)) == len(pictures)


def test_some_game_has_layers_and_some_has_none(page):
    """So that the test above tries both."""
    page.goto("/")
    code = "async (a) => Boolean((await import(a)).layers)"
    assert {page.evaluate(code, map_script(name)) for name in TRIED} == {True, False}
    assert set(MAPPED) > TRIED


def test_a_layer_stays_while_one_enlarges_and_the_page_turns_dark(page, alice):
    look_at(page, make_map(alice, text=ORCHARD, public=True))
    canvas = page.locator("[data-map-view] canvas")
    choice(page).select_option("Apples")
    page.get_by_role("button", name="Larger").click()
    page.emulate_media(color_scheme="dark")
    levels = canvas.evaluate(f"""async (canvas) => {{
      await ({PICTURE})(canvas);
      const {{ data }} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set();
      for (let i = 0; i < data.length; i += 4) {{
        if (data[i + 3] === 255) seen.add(data.slice(i, i + 3).join());
      }}
      return [...seen].sort();
    }}""")
    assert levels == ["0,0,0", "255,255,255", "64,64,64"]


@pytest.mark.parametrize(
    "how", [pytest.param({}, id="desk", marks=pytest.mark.nightly), pytest.param(PHONE, id="phone")]
)
def test_a_layer_is_painted_on_and_every_cell_keeps_up_with_it(editor, how):
    page = editor(ORCHARD, **how)
    choice(page).select_option("Apples")
    assert near(pixel(page, 1, 1), QUARTER)
    assert near(pixel(page, 3, 1), WHITE)
    take(page, "Tree")
    page.locator('[name="brush-apples"]').fill("80")
    stroke(page, (0, 4))
    assert near(pixel(page, 0, 4), WHITE)
    assert near(pixel(page, 1, 1), EIGHTH), "the most apples are twice as many now"
    text_is(page, ORCHARD.replace(". . . . h", "t80 . . . h"))
    page.locator('textarea[name="text"]').fill(FIELD)
    shows(page, "[data-state]", "Valid map")
    assert near(pixel(page, 1, 1), BLACK), "another map is shown in the same layer"
    choice(page).select_option("Everything")
    assert pixel(page, 1, 1) == GRASS
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_key_goes_through_the_layers_and_says_which(editor):
    page = editor(ORCHARD)
    page.locator("[data-canvas]").focus()
    page.keyboard.press("v")
    expect(page.locator("[data-said]")).to_have_text("Apples")
    expect(choice(page)).to_have_value("apples")
    assert near(pixel(page, 1, 1), QUARTER)
    page.keyboard.press("v")
    expect(page.locator("[data-said]")).to_have_text("Everything")
    assert pixel(page, 1, 1) == TREE


def test_who_only_looked_leaves_without_being_asked(editor):
    page = editor()
    asked = []

    def answer(dialog):
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    choice(page).select_option("Apples")
    page.get_by_role("link", name="Cancel").click()
    expect(page.locator("[data-map-view]")).to_be_visible()
    assert asked == []
