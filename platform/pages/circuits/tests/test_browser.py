"""Circuits in a real browser: planned by keyboard and mouse, read on screens and phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ladder.core.contest.plan import Kind
from ladder.events.tests import steps
from ladder.seasons.current import ensure_seasons
from tests.browsing import check_page, context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]
LEAGUE = steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1})


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
    page.set_viewport_size({"width": 1280, "height": 900})


def test_a_circuit_is_planned_published_and_read(page, olga):
    bots = steps.authors(4)
    for number, name in enumerate(("Cup of May", "Cup of June", "Cup of July"), 1):
        event = steps.begin(olga, bots[: number + 1], LEAGUE)
        type(event).objects.filter(pk=event.pk).update(name=name)
        if number < 3:
            steps.play_all(event)
    page.goto("/events/")
    page.get_by_role("link", name="Circuits").click()
    look(page, "circuits-none")
    page.get_by_role("link", name="Plan a circuit").first.click()
    page.get_by_label("Name").fill("Cups of the year")
    look(page, "circuit-new")
    page.get_by_label("Number of results").fill("1")
    page.get_by_role("button", name="Create draft").click()
    for name in ("Cup of May", "Cup of July", "Cup of June"):
        page.get_by_label("Event", exact=True).select_option(label=name)
        page.get_by_role("button", name="Add event").click()
        expect(page.get_by_text(f"{name} was added.")).to_be_visible()
    page.get_by_role("button", name="Move Cup of June up").press("Enter")
    names = page.locator(".circuit-legs h3")
    expect(names).to_have_text(["Cup of May", "Cup of June", "Cup of July"])
    look(page, "circuit-edit")
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("link", name="Cups of the year").click()
    rows = page.locator(".circuit-table tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("author-0")
    expect(rows.first.locator("s")).to_have_count(1)
    look(page, "circuit")
    page.emulate_media(media="print")
    expect(page.get_by_role("link", name="Download as CSV")).to_be_hidden()
    expect(rows.first).to_be_visible()
