"""Organizers plan and run an event in a real browser: from a template to a disqualification."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ladder.events.models import Event
from ladder.events.planning import promises
from ladder.events.tests.steps import authors, names, play_all
from ladder.seasons.current import ensure_seasons
from tests.browsing import box_of, context_for, keep_picture, open_page, settle

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]
WIDTHS = (390, 1280)


@pytest.fixture
def page(browser, transactional_db, redis_client, live_server, olga, monkeypatch):
    """A page of the organizer's; a dry run takes no seconds."""
    monkeypatch.setattr("ladder.events.planning.forecasts.RUNS", 10)
    ensure_seasons()
    errors: list[str] = []
    context = context_for(browser, live_server, olga)
    page = open_page(context, errors)
    yield page
    context.close()
    assert [text for text in errors if "422" not in text] == []


def look(page, name: str) -> None:
    """At a screen's and a phone's width: nothing is broader than its window, and every tab is in
    sight."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") == width, name
        assert box_of(page.locator("[data-theme-switch] svg"))["width"] >= 18
        tabs = page.locator("nav.tabs a").all()
        assert all(
            0 <= box["x"] <= width - box["width"] for tab in tabs if (box := tab.bounding_box())
        )
        keep_picture(page, f"desk-{name}-{width}", whole=True)


def test_an_organizer_plans_publishes_runs_and_disqualifies(page, olga):
    page.goto("/events/")
    page.get_by_role("link", name="Plan an event").first.click()
    expect(page.get_by_role("link", name="Use Swiss and finals")).to_be_visible()
    look(page, "choose")
    page.get_by_role("link", name="Use Swiss and finals").click()
    page.get_by_label("Name").fill("Winter Cup")
    page.get_by_label(re.compile("Snake, ")).first.check()
    look(page, "template")
    fold_by_keyboard(page)
    page.get_by_role("button", name="Create draft").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Organize Winter Cup")
    look(page, "organize")
    page.get_by_role("link", name="Finals", exact=True).click()
    expect(page.get_by_label("Maximum number of games")).to_be_hidden()
    page.get_by_label("Played as").select_option("series")
    expect(page.get_by_label("Maximum number of games")).to_be_visible()
    page.get_by_label("Played as").select_option("double-elimination")
    page.get_by_label("Extra games after a tie").fill("99")
    page.get_by_role("button", name="Save stage").click()
    expect(page.get_by_text("From 0 to 20.")).to_be_visible()
    look(page, "stage")
    add_a_source(page)
    page.get_by_label("Extra games after a tie").fill("2")
    page.get_by_role("button", name="Save stage").click()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("is public, and bots can enter")).to_be_visible()
    run_it(page, Event.objects.get(name="Winter Cup"))


def fold_by_keyboard(page) -> None:
    """The other fields are folded, but an invalid one stays in sight."""
    summary, limit = page.get_by_text("More settings"), page.get_by_label("Bots per person")
    expect(limit).to_be_hidden()
    summary.press("Enter")
    limit.fill("0")
    summary.press("Enter")
    page.get_by_role("button", name="Create draft").click()
    expect(limit).to_be_focused()
    limit.fill("1")
    expect(limit).to_be_hidden()


def add_a_source(page) -> None:
    """By the keyboard; the new row has the focus, and a removed one leaves nothing behind."""
    page.get_by_label("Name").fill("Grand finals")
    page.get_by_role("button", name="Add a source").press("Enter")
    fresh = page.get_by_role("group", name="Source 2")
    expect(fresh.get_by_label("Use")).to_be_focused()
    fresh.get_by_label("Use").select_option(label="Does not take part")
    look(page, "stage-sources")
    page.get_by_role("button", name="Move up: source 2").press("Enter")
    first = page.get_by_role("group", name="Source 1")
    expect(first.get_by_label("Use")).to_have_value("exclude")
    page.get_by_role("button", name="Remove: source 1").press("Enter")
    expect(page.get_by_role("group", name="Source 2")).to_have_count(0)
    expect(page.get_by_role("button", name="Add a source")).to_be_focused()
    page.get_by_role("button", name="Add a source").dblclick()
    page.get_by_role("button", name="Remove: source 3").click()
    page.get_by_role("button", name="Remove: source 2").click()
    expect(page.get_by_role("group", name="Source 2")).to_have_count(0)
    expect(page.get_by_label("Name")).to_have_value("Grand finals")
    page.get_by_label("Name").fill("Finals")


def run_it(page, event: Event) -> None:
    """Dry, then in earnest, to its end; then the winner is disqualified."""
    for bot in authors(4):
        event.entries.create(bot=bot)
    page.get_by_role("link", name="Organize", exact=True).click()
    page.get_by_role("link", name="Dry run").first.click()
    expect(page.get_by_text("The dry run waits for a worker.")).to_be_visible()
    promises.keep(event.promises.get(occasion="preview").pk)
    expect(page.get_by_text("Likely winners")).to_be_visible()
    look(page, "dry-run")
    page.get_by_role("link", name="Plan", exact=True).click()
    page.get_by_role("button", name="Start now").click()
    expect(page.get_by_text("has started.")).to_be_visible()
    play_all(event)
    page.reload()
    look(page, "run")
    page.get_by_role("link", name="History").click()
    acts = page.get_by_role("region", name="History")
    assert box_of(acts.locator("tbody td").last)["width"] > 200, "on a phone"
    page.get_by_role("link", name="Stages and entries").click()
    page.get_by_role("link", name="Disqualify author-0/b0").click()
    expect(page.get_by_label("Reason")).to_be_visible()
    look(page, "foresee")
    page.get_by_label("Reason").fill("two authors")
    page.get_by_role("button", name="Disqualify bot").click()
    expect(page.get_by_text("author-0/b0 is disqualified")).to_be_visible()
    assert names(event.stages.get(key="finals"))[-1] == ("b0", 4)
