"""The calendar and the form of copies in a real browser, on screens and phones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from ladder.core.contest.plan import Kind
from ladder.events.tests import steps
from ladder.seasons.current import ensure_seasons
from tests.browsing import check_page, context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]
START = datetime(2031, 5, 10, 18, 0, tzinfo=UTC)


@pytest.fixture
def page(browser, transactional_db, redis_client, live_server, olga):
    ensure_seasons()
    errors: list[str] = []
    context = context_for(browser, live_server, olga)
    page = open_page(context, errors)
    yield page
    context.close()
    assert errors == []


def look(page, name: str) -> None:
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        check_page(page, width)
        keep_picture(page, f"{name}-{width}", whole=True)


def test_months_are_turned_and_an_event_is_opened_by_keyboard(page, olga):
    event = steps.open_event(
        olga,
        steps.stage("league", Kind.ROUND_ROBIN),
        starts=START,
        entries_close=START - timedelta(days=3),
    )
    page.goto("/events/calendar/?month=2031-04")
    page.get_by_role("link", name="May →").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("May 2031")
    look(page, "calendar")
    # On a phone only days with appointments are there, in words.
    expect(page.locator(".month-day:visible")).to_have_count(2)
    expect(page.get_by_text("Saturday, 10 May")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.locator(".month-day:visible")).to_have_count(35)
    page.locator(".month-day a").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{event.get_absolute_url()}**")


def test_an_organizer_copies_an_event_from_its_pages(page, olga):
    event = steps.open_event(olga, steps.stage("league", Kind.ROUND_ROBIN), starts=START)
    page.goto(f"{event.get_absolute_url()}organize/")
    page.get_by_role("link", name="Copy", exact=True).click()
    look(page, "copy")
    page.get_by_label("Name").fill("Cup of June")
    page.get_by_role("button", name="Create draft").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Organize Cup of June")
    expect(page.get_by_label("Starts")).to_have_value("2031-06-07T18:00")
