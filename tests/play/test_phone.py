"""On a phone, upright or on its side, the board and the controls fit into the window."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.registry import GAMES, OURS
from tests.browsing import box_of
from tests.play.questions import next_question
from tests.play.stage import PHONE, Stage, part
from tests.play.table import setup_for
from tests.player.page import drawn, until

pytestmark = pytest.mark.browser

LANDSCAPE = (844, 390)
HEADER = '<div style="height: 137px">The site\'s header</div>'


EDGES = """(all) => all.map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom];
})"""


def bounds(page: Page, name: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom in the window."""
    ((left, top, right, bottom),) = part(page, name).evaluate_all(EDGES)
    return left, top, right, bottom


def inside(found: tuple[float, float, float, float], size: tuple[int, int]) -> bool:
    left, top, right, bottom = found
    return left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]


@pytest.mark.parametrize("game", OURS.values(), ids=list(OURS))
def test_board_and_controls_are_in_the_window_together(stage: Stage, game):
    names = tuple(f"p{n}" for n in range(game.rulesets[0].seats))
    page = stage.open(stage.table(game, setup_for(game, names), patience=600), PHONE, above=HEADER)
    next_question(page, None)
    for name in ("turn", "board", "controls"):
        until(lambda name=name: inside(bounds(page, name), PHONE))
    assert bounds(page, "board")[3] - bounds(page, "board")[1] >= 230
    page.set_viewport_size({"width": LANDSCAPE[0], "height": LANDSCAPE[1]})
    for name in ("turn", "board"):
        until(lambda name=name: inside(bounds(page, name), LANDSCAPE))
    hand = box_of(page.locator(".play-hand"))
    assert hand
    assert hand["y"] >= 0
    assert hand["y"] + hand["height"] <= LANDSCAPE[1]
    assert page.evaluate("document.documentElement.scrollWidth") == LANDSCAPE[0]


def test_all_keys_of_lost_in_space_are_in_the_window_of_a_phone_on_its_side(stage: Stage):
    game = OURS["lost_in_space"]
    page = stage.open(
        stage.table(game, setup_for(game, ("p0", "p1", "p2", "p3")), patience=600), LANDSCAPE
    )
    next_question(page, None)
    keys = page.locator(".play-controls .play-key")
    assert keys.count() == 28
    until(lambda: all(inside(edges, LANDSCAPE) for edges in keys.evaluate_all(EDGES)))
    assert all(bottom - top >= 40 for _, top, _, bottom in keys.evaluate_all(EDGES))


CAMERA = """<script type="module">
  import { Camera } from "/static/player/camera.js";
  const over = Camera.prototype.over;
  Camera.prototype.over = function (...given) {
    window.camera = this;
    return over.call(this, ...given);
  };
</script>"""
"""Lets a test see which part of the board is in view."""


def camera(page: Page) -> dict[str, float]:
    drawn(page)
    drawn(page)
    found: dict[str, float] = page.evaluate("({ ...window.camera })")
    return found


def test_a_large_board_begins_at_ones_own_things_with_fields_for_fingers(stage: Stage):
    game = GAMES["generals"]
    setup = setup_for(game, ("ada", "bix"), "duel", width=30, height=30, mountains=0, cities=0)
    table = stage.table(game, setup, act=lambda e, s: [], patience=600)
    page = stage.open(table, PHONE, above=CAMERA)
    next_question(page, None)
    found = camera(page)
    box = box_of(part(page, "board"))
    cell = (min(box["width"], box["height"] - 20) - 2 * 18) / 30
    assert cell < 13
    assert cell * found["zoom"] >= 24
    row, column = divmod(table.told[0]["view"]["kinds"].index("4"), 30)
    for at, size, middle in ((column, box["width"], found["x"]), (row, box["height"], found["y"])):
        place = 0.5 + (at - 14.5) * cell / size
        assert abs(place - middle) < 0.5 / found["zoom"]


def test_the_next_unit_of_microwars_comes_into_view_and_the_end_of_the_turn_stays(stage: Stage):
    game = GAMES["microwars"]
    table = stage.table(game, setup_for(game, ("ada", "bix")), patience=600)
    page = stage.open(table, PHONE, above=CAMERA)
    next_question(page, None)
    for _ in range(6):
        page.keyboard.press("+")
    width, height = (table.told[0]["scene"][side] for side in ("width", "height"))
    box, end = box_of(part(page, "board")), part(page, "controls").get_by_text("End turn")
    places, middles = [], set()
    for _ in range(12):
        page.get_by_role("button", name="Next unit").tap()
        found = camera(page)
        x, y = map(int, re.findall(r"\((\d+), (\d+)\)", part(page, "unit").inner_text())[0])
        cell = min((box["width"] - 36) / width, (box["height"] - 36) / height)
        right = 0.5 + (x - 0.5 - width / 2) * cell / box["width"]
        down = 0.5 - (y - 0.5 - height / 2) * cell / box["height"]
        assert abs(right - found["x"]) < 0.5 / found["zoom"]
        assert abs(down - found["y"]) < 0.5 / found["zoom"]
        places.append(box_of(end)["y"] - box_of(part(page, "board"))["y"])
        middles.add((round(found["x"], 2), round(found["y"], 2)))
    assert len(middles) > 1
    page.keyboard.press("m")
    places.append(box_of(end)["y"] - box_of(part(page, "board"))["y"])
    assert max(places) - min(places) < 1


def test_orders_that_grow_do_not_move_the_board_of_xghj(stage: Stage):
    game = GAMES["xghj"]
    names = tuple(f"p{n}" for n in range(game.rulesets[0].seats))
    page = stage.open(stage.table(game, setup_for(game, names), patience=600), PHONE)
    number = next_question(page, None)
    page.get_by_role("button", name="Bid").click()
    next_question(page, number)
    before = box_of(part(page, "board"))
    part(page, "controls").evaluate("each => each.append('many orders '.repeat(200))")
    drawn(page)
    drawn(page)
    assert box_of(part(page, "board")) == before


def test_a_turn_is_signalled_where_that_is_wished_and_each_turn_once(stage: Stage):
    heard = """<script>
      window.buzzed = 0;
      navigator.vibrate = () => { window.buzzed += 1; return true; };
    </script>"""
    game = GAMES["snake"]
    page = stage.open(stage.table(game, setup_for(game, ("ada", "bix"))), PHONE, above=heard)
    number = next_question(page, None)
    button = page.get_by_role("button", name="Signal")
    assert page.evaluate("window.buzzed") == 0
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.buzzed") == 1
    page.keyboard.press("ArrowUp")
    next_question(page, number)
    assert page.evaluate("window.buzzed") == 2
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
