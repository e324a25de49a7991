"""The game on the real site: maps are painted, and a person plays against a house bot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.microwars.game import MICROWARS
from games.microwars.layout import from_json
from games.microwars.maps import MAPS
from games.tests.people import Ears, assert_told, look_back
from tests.browsing import box_of
from tests.play.questions import next_question
from tests.player.page import part, until
from tests.shared import fresh
from tests.site import Site
from tests.test_playing import DESKTOP, PHONE, begin, leave, visitor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("site"),
    pytest.mark.timeout(1800),
]

CAREFUL = 8
"""Number of turns with orders; the others have none."""
RELOAD_IN = 4
"""The turn in which the page is loaded again."""
LEAVE_IN = 10
"""The turn in which a person who does not play to the end leaves."""


# A person plays


def tap(page: Page, scene: Any, x: int, y: int) -> None:
    """Touch a field of the board."""
    at = page.evaluate(
        """async ([scene, x, y]) => {
          // Sites name their files after their content.
          const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
          const own = loaded.find((name) => name.includes("/games/microwars/layout."));
          const { layout } = await import(own);
          const canvas = document.querySelector('[data-part="board"]');
          const [width, height] = [canvas.clientWidth, canvas.clientHeight];
          const options = { scene, width, height, layers: new Set(["coordinates"]) };
          const [px, py] = layout(canvas.getContext("2d"), options).at(x, y);
          return { x: px, y: py };
        }""",
        [scene, x, y],
    )
    part(page, "board").tap(position=at)


def by_touch(page: Page, scene: Any, ask: Any) -> list[list[int]]:
    """Let the first unit that can move do so, with a finger; the orders that are expected."""
    own = {unit[0]: unit for unit in ask["view"]["units"]}
    for choice in ask["choices"]:
        if choice["steps"]:
            _, _, _, x, y, _ = own[choice["id"]]
            goal = choice["steps"][-1]
            page.get_by_role("button", name="Move", exact=True).tap()
            tap(page, scene, x, y)
            tap(page, scene, *goal)
            return [[x, y, 0, 0, *goal]]
    return []


def by_keys(page: Page, ask: Any) -> list[list[int]]:
    """Let the unit that is selected at first shoot at its own field's right neighbour, if any."""
    if not ask["choices"]:
        return []
    page.keyboard.press("ArrowRight")
    page.keyboard.press("s")
    shown = page.locator('[data-part="orders"] li button').first.inner_text()
    x, y, sx, sy = map(int, re.findall(r"\d+", shown))
    return [[x, y, sx, sy, x, y]]


def play(page: Page, ears: Ears, *, touch: bool, leave_in: int | None = None) -> int:
    """Answer every question until the person leaves; how many they were."""
    answers, last = 0, None
    while (last := next_question(page, last)) is not None:
        ask = ears.ask(last)
        scene = ears.told["start"][0]["scene"]
        if ask["turn"] == leave_in:
            leave(page)
            break
        if ask["turn"] == RELOAD_IN:
            page.reload()
            expect(page.locator("[data-play]")).to_have_attribute("data-asked", last)
        # The page answers for those who have nothing left.
        if not ask["choices"]:
            continue
        wanted: list[list[int]] = []
        if ask["turn"] <= CAREFUL:
            wanted = by_touch(page, scene, ask) if touch else by_keys(page, ask)
        end = page.get_by_role("button", name=f"End turn {ask['turn']}", exact=True)
        if touch:
            end.tap()
        else:
            page.keyboard.press("Control+Enter")
        answers += 1
        assert ears.answer(last) == wanted
    return answers


def test_a_game_is_played_for_some_turns_against_a_house_bot(
    site: Site, browser: Browser, errors: list[str]
):
    page = visitor(browser, site, errors, fresh("lea"), **DESKTOP)
    ears = Ears(page)
    number = begin(page, site, MICROWARS.name, "skirmish", "straggler")
    expect(part(page, "where")).to_have_text(re.compile(r"turn \d+ of \d+"), timeout=120_000)
    assert play(page, ears, touch=False, leave_in=LEAVE_IN) > CAREFUL
    assert_told(page, ears, r"^You lose: you left")
    look_back(page, number)
    page.context.close()


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "how"), [("mia", DESKTOP), ("noa", PHONE)])
def test_a_whole_game_is_played_against_a_house_bot(
    site: Site, browser: Browser, errors: list[str], name: str, how: dict[str, Any]
):
    page = visitor(browser, site, errors, fresh(name), **how)
    ears = Ears(page)
    number = begin(page, site, MICROWARS.name, "skirmish", "straggler")
    expect(part(page, "where")).to_have_text(re.compile(r"turn \d+ of \d+"), timeout=120_000)
    answers = play(page, ears, touch=how is PHONE)
    turns = ears.told["start"][0]["scene"]["turns"]
    assert CAREFUL < answers <= turns
    assert_told(page, ears, r"^(You win|You lose|A draw|Draw)")
    look_back(page, number)
    page.context.close()


# Somebody paints a map

START = "turns 80\n\n. . . . .\nT . . . t\nC . . . c\n. . . . .\n"
Opener = Callable[..., Page]


@pytest.fixture(scope="module")
def painter(site: Site, browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """The page of a person at a desk, and its errors."""
    found: list[str] = []
    page = visitor(browser, site, found, fresh("painter"), **DESKTOP)
    yield page, found
    page.context.close()


@pytest.fixture
def open_editor(
    site: Site, browser: Browser, errors: list[str], painter: tuple[Page, list[str]]
) -> Iterator[Opener]:
    """Opens the editor with a text, and waits until the map can be painted."""
    page, found = painter

    def opened(text: str = START, how: Any = DESKTOP) -> Page:
        nonlocal page
        if how is not DESKTOP:
            page = visitor(browser, site, errors, fresh("painter"), **how)
        page.goto(f"/games/{MICROWARS.name}/maps/new/")
        page.locator('input[name="name"]').fill("field")
        page.locator('textarea[name="text"]').fill(text)
        # The page begins with another map, and draws this one a little later.
        rows = [line.split() for line in text.splitlines() if line[1:2] == " "]
        size = f"{len(rows[0])} × {len(rows)}"
        until(lambda: page.locator("[data-size]").inner_text() == size)
        good(page)
        return page

    yield opened
    if page is not painter[0]:
        page.context.close()
    errors += found
    found.clear()


def good(page: Page) -> None:
    """Wait until the site has found the map to be one."""
    expect(page.locator("[data-state]")).to_have_text("Valid map", timeout=30_000)


def text_of(page: Page) -> str:
    return page.locator('textarea[name="text"]').input_value()


def layout_is(page: Page, text: str) -> None:
    """Wait until the text means the same map as this one, and the site finds it good."""
    wanted = MAPS.parse(text)

    def is_there() -> bool:
        try:
            return bool(MAPS.parse(text_of(page)) == wanted)
        except ValueError:
            return False

    until(is_there, 20)
    assert from_json(MAPS.parse(text_of(page))) == from_json(wanted)
    good(page)


def pick(page: Page, brush: str, **values: int) -> None:
    """Take a brush into the hand, with these numbers."""
    page.get_by_role("radio", name=brush).click()
    for name, value in values.items():
        page.locator(f'[name="brush-{name}"]').fill(str(value))


def tool(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def cell(page: Page, x: int, y: int) -> tuple[float, float]:
    """The middle of a cell on the page, while the whole map is in view."""
    width, height = map(int, page.locator("[data-size]").inner_text().split(" × "))
    box = box_of(page.locator("[data-canvas]"))
    dpr = page.evaluate("devicePixelRatio")
    size = int(min((box["width"] - 20) / width, (box["height"] - 20) / height, 112) * dpr) / dpr
    left = box["x"] + (box["width"] - size * width) / 2
    top = box["y"] + (box["height"] - size * height) / 2
    return left + (x + 0.5) * size, top + (y + 0.5) * size


def stroke(page: Page, start: tuple[int, int], end: tuple[int, int] | None = None) -> None:
    """From the middle of a cell to that of another."""
    page.locator("[data-canvas]").scroll_into_view_if_needed()
    page.mouse.move(*cell(page, *start))
    page.mouse.down()
    if end:
        page.mouse.move(*cell(page, *end), steps=8)
    page.mouse.up()


def test_a_map_is_painted_and_saved_with_its_turns_and_points(open_editor: Opener):
    page = open_editor()
    pick(page, "Unavailable")
    page.locator("[data-symmetry]").select_option("rotate")
    stroke(page, (2, 0), (2, 1))
    divided = ". . # . .\nT@80 . # . t\nC . # . c\n. . # . .\n"
    until(lambda: text_of(page) == divided)
    page.locator("[data-symmetry]").select_option("none")
    pick(page, "Cannon of the second side", points=3)
    stroke(page, (4, 0))
    pick(page, "Points of a unit", points=7)
    stroke(page, (0, 1))
    painted = "turns 80\npoints 1 3 7\npoints 5 4 3\n\n. . # . c\nT . # . t\nC . # . c\n. . # . .\n"
    layout_is(page, painted)
    tool(page, "Fill")
    pick(page, "Unavailable")
    stroke(page, (1, 0))
    filled = painted.replace(". . # . c", "# # # . c", 1).replace("T . #", "T # #", 1)
    filled = filled.replace("C . #", "C # #", 1).replace("\n. . # . .\n", "\n# # # . .\n")
    layout_is(page, filled)
    page.keyboard.press("Control+z")
    layout_is(page, painted)
    pick(page, "Turns of the game", turns=150)
    tool(page, "Brush")
    stroke(page, (0, 1))
    layout_is(page, painted.replace("turns 80", "turns 150"))
    page.get_by_role("button", name="Save").first.click()
    expect(page).to_have_url(re.compile(r"/maps/\d+/$"), timeout=30_000)
    number = page.url.rstrip("/").rsplit("/", 1)[1]
    saved = page.request.get(f"/api/v1/maps/{number}/").json()
    assert saved["text"] == painted.replace("turns 80", "turns 150")


def test_two_numbers_of_turns_are_told_with_the_field(open_editor: Opener):
    page = open_editor()
    pick(page, "Turns of the game", turns=60)
    stroke(page, (3, 3))
    problem = page.locator("[data-problems] button")
    told = "row 4, column 4: 60 turns, and 80 turns before"
    until(lambda: problem.all_inner_texts() == [told])
    problem.click()
    where = page.locator("[data-where]")
    expect(where).to_have_text("row 4, column 4: available; the game has 60 turns")


def test_a_map_of_any_size_is_begun_from_nothing(open_editor: Opener):
    """A map that names no number of turns gets the usual one."""
    page = open_editor("T . .\n. . .\n. . t\n")
    page.get_by_text("Size and symmetry").click()
    page.locator("[data-width]").fill("4")
    page.locator("[data-height]").fill("2")
    page.get_by_title("top left", exact=True).click()
    page.get_by_role("button", name="Resize").click()
    pick(page, "Tank of the second side")
    stroke(page, (3, 1))
    layout_is(page, "turns 200\n\nT . . .\n. . . t\n")


def test_on_a_phone_a_finger_paints(open_editor: Opener):
    page = open_editor(how=PHONE)
    pick(page, "Unavailable")
    page.locator("[data-canvas]").scroll_into_view_if_needed()
    page.touchscreen.tap(*cell(page, 2, 2))
    layout_is(page, START.replace("C . . . c", "C . # . c"))
    assert page.evaluate("document.documentElement.scrollWidth") == 390
