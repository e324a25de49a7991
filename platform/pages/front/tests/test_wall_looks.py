"""The wall in a real browser: its keys, its sizes, its words, and the form that leads to it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from arbiter.tests.hashed import hashed as hashed
from bots.services import create_bot
from games.registry import GAMES
from ladder.tests.play import add_version
from matches.services import create_match
from matches.tests.recorded import recorded
from pages.front.tests.projector import (
    ROWS,
    Playing,
    numbers,
    opened,
    passed,
)
from pages.front.tests.projector import bots as bots
from pages.front.tests.projector import server as server
from pages.front.tests.projector import usual as usual
from tests.browsing import box_of, check_access, keep_picture, later
from tests.player.page import until

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("server")]


def test_the_keyboard_alone_holds_fills_the_screen_and_leaves(browser, server, bots):
    fair, good, slow = (Playing(bots, turn) for turn in (40, 70, 10))
    page = opened(browser, server, "?boards=2")
    until(lambda: numbers(page) == [fair.match.pk, good.match.pk])
    hold = page.get_by_role("button", name="Keep these boards")
    page.keyboard.press("Space")
    expect(hold).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("status")).to_contain_text("These boards stay.")
    slow.at(100)
    fair.at(0)
    later(page, 30)
    page.wait_for_timeout(3000)
    assert numbers(page) == [fair.match.pk, good.match.pk]
    page.keyboard.press("Space")
    until(lambda: passed(page, 3) and numbers(page) == [good.match.pk, slow.match.pk])
    full = "Boolean(document.fullscreenElement)"
    page.keyboard.press("f")
    until(lambda: page.evaluate(full))
    expect(page.get_by_role("button", name="Leave full screen")).to_be_visible()
    page.keyboard.press("f")
    until(lambda: not page.evaluate(full))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    for _ in range(4):
        page.keyboard.press("Tab")
    focused = page.locator(":focus")
    expect(focused).to_have_text(re.compile(r"Leave\s+the wall"))
    page.keyboard.press("Tab")
    assert page.locator(":focus").get_attribute("href") in {
        f"/matches/{each.match.pk}/" for each in (good, slow)
    }
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/live/")
    page.context.close()


def test_the_page_asks_for_a_screen_that_stays_on(browser, server):
    page = opened(browser, server, "?boards=2")
    page.add_init_script(
        """const real = WakeLock.prototype.request;
        WakeLock.prototype.request = function (kind) {
          window.wanted = kind;
          return real.call(this, kind);
        };"""
    )
    page.reload()
    until(lambda: page.evaluate("window.wanted === 'screen'"))
    page.context.close()


@pytest.mark.parametrize("boards", [2, 4, 6])
def test_it_fits_projectors_and_phones_and_axe_finds_nothing(browser, server, bots, boards):
    every = [Playing(bots, turn) for turn in (10, 30, 95, 60, 5, 40)]
    page = opened(browser, server, f"?boards={boards}", (1920, 1080))
    until(lambda: len(numbers(page)) == boards)
    for width, height in ((1920, 1080), (1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        boxes = [box_of(each) for each in page.locator(".wall-board").all()]
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
        if width > 720:
            assert all(box["y"] >= 0 and box["y"] + box["height"] <= height for box in boxes)
            sizes = [box["width"] * box["height"] for box in boxes]
            spot = box_of(page.locator(".is-large .wall-board"))
            assert spot["width"] * spot["height"] == max(sizes)
        for words in page.locator(".wall-words").all():
            assert words.evaluate("(e) => e.scrollHeight <= e.clientHeight + 1")
        keep_picture(page, f"{boards}-{width}")
        if width != 1920:
            check_access(page)
    assert len(every) >= boards
    page.context.close()


def test_of_many_seats_those_that_lead_have_a_line(browser, server, bots, alice):
    """A replay: the games with many seats are others than the one that runs here."""
    bot = create_bot(alice, "generals", "horde")
    version = add_version(bot)
    for name in ("sixteen", "eight", "melee"):
        seats = GAMES["generals"].ruleset(name).seats
        recorded(create_match("generals", name, "proving", [version] * seats))
    page = opened(browser, server, "?boards=3&game=generals")
    until(lambda: len(numbers(page)) == 3)
    scores = page.locator("[data-part=score]")
    until(lambda: all(scores.all_inner_texts()))
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        for board in page.locator(".wall-slot").all():
            rows = board.locator("li[data-seat]").evaluate_all(ROWS)
            shown = [score for score, visible in rows if visible]
            large_one = "is-large" in (board.get_attribute("class") or "")
            assert len(shown) == min(len(rows), 8 if large_one else 4)
            assert sorted(shown) == sorted(score for score, _ in rows)[-len(shown) :]
            words = board.locator(".wall-words")
            assert words.evaluate("(e) => e.scrollHeight <= e.clientHeight + 1")
        keep_picture(page, f"many-{width}")
    expect(page.locator(".wall-board", has_text="16 seats")).to_have_count(1)
    page.context.close()


def test_readers_who_want_no_motion_see_one_position_after_another(browser, server, bots):
    playing = Playing(bots, 50)
    page = opened(browser, server, reduced_motion="reduce")
    until(lambda: numbers(page) == [playing.match.pk])
    expect(page.locator("[data-part=turn]")).to_contain_text("round")
    before = page.locator("[data-part=turn]").inner_text()
    playing.play(40)
    page.wait_for_timeout(300)
    later(page, 2)
    expect(page.locator("[data-part=turn]")).not_to_have_text(before)
    playing.end()
    until(lambda: passed(page, 2) and page.locator("[data-part=result]").is_visible())
    page.context.close()


def test_the_form_leads_to_the_wall_and_keeps_what_was_wrong(browser, server, bots):
    page = opened(browser, server)
    page.goto(f"{server.address}/live/")
    page.get_by_text("Choose what the wall shows").click()
    page.get_by_label("Snake").check()
    page.get_by_label("Boards").fill("3")
    keep_picture(page, "form")
    page.locator(".wall-choice button").click()
    page.wait_for_url("**/live/wall/?game=snake&event=&boards=3")
    expect(page.locator("h1")).to_contain_text("Snake")
    page.goto(f"{server.address}/live/wall/?boards=9&game=chess")
    expect(page.get_by_role("alert")).to_contain_text("The wall was not opened.")
    expect(page.get_by_label("Boards")).to_have_value("9")
    for size in (1280, 390):
        page.set_viewport_size({"width": size, "height": 800})
        check_access(page)
    keep_picture(page, "form-390")
    page.context.close()
