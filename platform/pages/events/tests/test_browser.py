"""Events in a real browser: a bracket, a crosstable and a countdown, on a screen and on a phone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from ladder.core.contest.plan import Feed, Kind
from ladder.events.mending.decisions import Decide
from ladder.events.running import advancing
from ladder.events.tests.steps import authors, begin, open_event, play, play_all, stage, waiting
from ladder.seasons.current import ensure_seasons
from tests.browsing import box_of, keep_picture, later

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]
PATHS = ("", "standings/", "matches/", "entries/", "stages/league/", "stages/cup/")


@pytest.fixture
def bots(transactional_db, redis_client):
    ensure_seasons()
    return authors(8)


@pytest.fixture
def open_page(browser, live_server):
    errors: list[str] = []

    def make(width: int):
        context = browser.new_context(base_url=live_server.url, timezone_id="America/Lima")
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": 900})
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
        return page

    yield make
    assert errors == []


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.nightly), 390])
def test_no_page_is_broader_than_its_window(bots, olga, open_page, width):
    league = stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    event = begin(olga, bots[:6], league, stage("cup", Kind.DOUBLE, Feed("league", 4)))
    play_all(event, most=15 + 8)
    row = event.stages.get(key="league").encounters.earliest("pk")
    page = open_page(width)
    for path in (*PATHS, f"stages/league/encounters/{row.pk}/"):
        page.goto(f"{event.get_absolute_url()}{path}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Open")
        assert page.evaluate("document.documentElement.scrollWidth") == width, path
        keep_picture(page, f"{width}-{re.sub('[^a-z]+', '-', path) or 'overview'}", whole=True)
    page.goto("/events/")
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_bracket_of_eight_is_drawn_and_follows_what_is_played(bots, olga, open_page):
    event = begin(olga, bots, stage("cup", Kind.SINGLE, options={"third_place": True}))
    row = waiting(event)[0].event_game.encounter
    Decide(row, row.entrants[0]).do(olga, "Its box is higher now: its name takes two lines.")
    for match in waiting(event)[:4]:
        play(match)
    advancing.move_all(event.pk)
    page = open_page(390)
    page.clock.install()
    page.goto(f"{event.get_absolute_url()}stages/cup/")
    box = page.get_by_role("region", name="Bracket")
    expect(box.locator(".bracket-round")).to_have_count(3)
    first = box.locator(".bracket-round").nth(0).locator(".bracket-box")
    second = box.locator(".bracket-round").nth(1).locator(".bracket-box")
    expect(first).to_have_count(4)
    for number in range(2):
        middles = [_middle(first.nth(2 * number)), _middle(first.nth(2 * number + 1))]
        assert abs(_middle(second.nth(number)) - sum(middles) / 2) < 2, "between those before"
    box.focus()
    page.keyboard.press("End")
    box.evaluate("box => box.scrollTo(150, 0)")
    keep_picture(page, "390-bracket", whole=True)
    page.evaluate("window.same = true")
    play_all(event)
    later(page, 10)
    final = box.locator(".bracket-round").last.locator(".bracket-won")
    expect(final).to_contain_text("b0")
    assert page.evaluate("window.same") is True
    assert box.evaluate("box => box.scrollLeft") == 150, "it stays where the reader has moved it"
    wide = open_page(1280)
    wide.goto(f"{event.get_absolute_url()}stages/cup/")
    keep_picture(wide, "1280-bracket", whole=True)


def _middle(box) -> float:
    found = box_of(box)
    return float(found["y"] + found["height"] / 2)


def test_a_crosstable_of_six_scrolls_in_its_box_with_its_names_in_sight(bots, olga, open_page):
    event = begin(olga, bots[:6], stage("league", Kind.ROUND_ROBIN, options={"games": 1}))
    play_all(event)
    page = open_page(390)
    page.goto(f"{event.get_absolute_url()}stages/league/")
    box = page.get_by_role("region", name="Crosstable")
    name = box.locator("tbody th").first
    before = box_of(name)
    box.evaluate("box => box.scrollTo(120, 0)")
    after = box_of(name)
    assert abs(after["x"] - before["x"]) < 2
    assert box.locator("tbody tr").count() == 6


def test_a_countdown_has_the_time_zone_of_the_event_and_ones_own(bots, olga, open_page):
    event = open_event(
        olga,
        stage("league", Kind.ROUND_ROBIN),
        starts=timezone.now() + timedelta(days=2, hours=3, minutes=30),
        time_zone="Asia/Shanghai",
    )
    page = open_page(390)
    page.goto(event.get_absolute_url())
    clock = page.locator("time[data-countdown]")
    expect(clock).to_have_text(re.compile(r"^in 2 d 03:\d\d:\d\d$"))
    earlier = clock.inner_text()
    expect(clock).not_to_have_text(earlier)
    page.reload()  # by now the site knows the reader's zone
    expect(page.get_by_text(re.compile("your time: .* -05")).first).to_be_visible()
    keep_picture(page, "390-countdown", whole=True)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
