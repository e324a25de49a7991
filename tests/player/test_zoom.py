"""Enlarging a board: by buttons, keys, wheel, fingers; and boards for which there is no need."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.generals.tests.watched import match
from tests.browsing import box_of
from tests.player.match import Recording
from tests.player.page import Stage, drawn, expect_frame, frame_shown, part, search_for, until

pytestmark = pytest.mark.browser

N = 40


@pytest.fixture(scope="module")
def large() -> Recording:
    return match((0, 0, 0, 0), seed=5, size=(30, 30), halfturns=60)


def opened(stage: Stage, recording: Recording, **how: Any) -> Page:
    page = stage.open(stage.serve(recording), search_for(recording, N), **how)
    expect_frame(page, N)
    return page


def framing(page: Page) -> tuple[float, float, float]:
    """How much the board is enlarged, and what part of it is in the middle."""
    camera = page.evaluate("window.__camera && { ...window.__camera }")
    return camera["zoom"], camera["x"], camera["y"]


WATCH = """
import { Camera } from "/static/player/camera.js";
const limit = Camera.prototype.limit;
Camera.prototype.limit = function (most) { window.__camera = this; return limit.call(this, most); };
"""


@pytest.fixture
def watched(stage: Stage, large: Recording) -> Page:
    """A page whose board's camera can be read."""
    return watching(stage, large)


def watching(stage: Stage, recording: Recording, **how: Any) -> Page:
    socket = stage.serve(recording)
    page = stage.open(socket, search_for(recording, N), script=WATCH, **how)
    expect_frame(page, N)
    return page


def middle(page: Page) -> tuple[float, float]:
    box = box_of(part(page, "board"))
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def picture(page: Page) -> Any:
    return part(page, "board").evaluate("(canvas) => canvas.toDataURL()")


def test_a_game_without_need_of_it_has_no_zoom(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), search_for(recording, 20))
    expect_frame(page, 20)
    expect(part(page, "zoom")).to_be_hidden()
    before = picture(page)
    page.mouse.move(*middle(page))
    page.mouse.wheel(0, -400)
    page.keyboard.press("+")
    drawn(page)
    assert picture(page) == before
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_text("whole board")).to_be_hidden()


def test_buttons_and_keys_enlarge_and_show_the_whole_again(watched: Page):
    page = watched
    whole = picture(page)
    closer, farther = (page.get_by_role("button", name=n) for n in ("Closer", "Farther"))
    expect(farther).to_be_disabled()
    closer.click()
    until(lambda: framing(page)[0] == pytest.approx(1.5))
    expect(farther).to_be_enabled()
    page.keyboard.press("+")
    until(lambda: picture(page) != whole)
    zoom, x, y = framing(page)
    assert (x, y) == (0.5, 0.5)
    page.keyboard.press("-")
    until(lambda: framing(page)[0] == pytest.approx(zoom / 1.5))
    page.keyboard.press("0")
    until(lambda: framing(page) == (1, 0.5, 0.5))
    expect(farther).to_be_disabled()
    for _ in range(12):
        page.keyboard.press("+")
    expect(closer).to_be_disabled()


def test_the_wheel_enlarges_what_is_under_the_pointer(watched: Page):
    page = watched
    box = box_of(part(page, "board"))
    across, down = 0.25, 0.75
    page.mouse.move(box["x"] + across * box["width"], box["y"] + down * box["height"])
    page.mouse.wheel(0, -200)
    until(lambda: framing(page)[0] > 1.5)
    zoom, x, y = framing(page)
    assert x + (across - 0.5) / zoom == pytest.approx(across, abs=0.01)
    assert y + (down - 0.5) / zoom == pytest.approx(down, abs=0.01)
    page.mouse.wheel(0, 4000)
    until(lambda: framing(page) == (1, 0.5, 0.5))


def test_the_wheel_scrolls_the_page_where_the_board_is_whole(watched: Page):
    page = watched
    page.evaluate("document.body.style.paddingBottom = '2000px'")
    page.mouse.move(*middle(page))
    page.mouse.wheel(0, 300)
    until(lambda: page.evaluate("scrollY") > 100)
    assert framing(page)[0] == 1


def test_what_is_enlarged_can_be_dragged_and_neither_plays_nor_steps(watched: Page):
    page = watched
    page.keyboard.press("+")
    page.keyboard.press("+")
    _, x, y = framing(page)
    page.mouse.move(*middle(page))
    page.mouse.down()
    page.mouse.move(middle(page)[0] - 120, middle(page)[1] + 60, steps=5)
    page.mouse.up()
    _, moved_x, moved_y = framing(page)
    assert moved_x > x + 0.02
    assert moved_y < y - 0.02
    page.wait_for_timeout(400)
    assert frame_shown(page) == N
    x, y = middle(page)
    for _ in range(6):
        page.mouse.down()
        page.mouse.move(x - 300, y, steps=2)
        page.mouse.up()
        page.mouse.move(x, y)
    zoom, far_x, _ = framing(page)
    assert far_x == pytest.approx(1 - 0.5 / zoom), "nothing is shown beyond the edge"


def test_arrows_on_the_buttons_look_around(watched: Page):
    page = watched
    page.get_by_role("button", name="Closer").click()
    _, x, y = framing(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    until(lambda: framing(page)[1] > x and framing(page)[2] < y)
    assert frame_shown(page) == N


def test_a_double_tap_enlarges_and_a_single_one_plays(watched: Page):
    page = watched
    page.mouse.dblclick(*middle(page))
    until(lambda: framing(page)[0] > 2)
    page.wait_for_timeout(400)
    assert frame_shown(page) == N
    page.mouse.dblclick(*middle(page))
    until(lambda: framing(page)[0] == 1)
    page.mouse.click(*middle(page))
    until(lambda: frame_shown(page) > N)


def test_two_fingers_enlarge_and_move(stage: Stage, large: Recording):
    page = watching(stage, large, size=(390, 844), has_touch=True, is_mobile=True)
    session = page.context.new_cdp_session(page)
    x, y = middle(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": px, "y": py, "id": i} for i, (px, py) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    touch("touchStart", (x - 40, y))
    touch("touchStart", (x - 40, y), (x + 40, y))
    for apart in (60, 80, 100, 120):
        touch("touchMove", (x - apart, y), (x + apart, y))
    touch("touchEnd")
    until(lambda: framing(page)[0] == pytest.approx(3, rel=0.1))  # from 80 to 240 px apart
    assert page.evaluate("visualViewport.scale") == 1, "the page itself stays as it is"
    _, before, _ = framing(page)
    touch("touchStart", (x, y))
    touch("touchMove", (x + 30, y))
    touch("touchMove", (x + 60, y))
    touch("touchEnd")
    until(lambda: framing(page)[1] < before)
    assert frame_shown(page) == N


def test_the_enlarged_place_stays_when_the_window_changes(watched: Page):
    page = watched
    page.keyboard.press("+")
    page.get_by_role("button", name="Closer").focus()
    page.keyboard.press("ArrowRight")
    before = framing(page)
    page.set_viewport_size({"width": 1000, "height": 900})
    drawn(page)
    assert framing(page) == pytest.approx(before)
