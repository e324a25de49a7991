"""A stage is taken back, and matches of a machine are played again, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events.models import Incident
from ladder.events.tests.steps import authors, begin, go_on, play_all, stage
from ladder.seasons.current import ensure_seasons
from matches.models import Match
from tests.browsing import check_page, context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]
WIDTHS = (390, 1280)
LEAGUE = stage("league", Kind.ROUND_ROBIN, options={"games": 1})
CUP = stage("cup", Kind.SINGLE, Feed("league", 2), reveal=Reveal.HIDDEN)
LATER = stage("later", Kind.ROUND_ROBIN, Feed("cup", 2), begins=600)


@pytest.fixture
def event(transactional_db, redis_client, olga):
    """A league and a cup that are over, and a stage that begins later."""
    ensure_seasons()
    event = begin(olga, authors(4), LEAGUE, CUP, LATER)
    play_all(event)
    rows = Match.objects.filter(event_game__encounter__stage__event=event)
    rows.update(claimed_by="machine-7:4711:ab12cd34")
    return event


@pytest.fixture
def page(browser, live_server, event, olga):
    errors: list[str] = []
    context = context_for(browser, live_server, olga, reduced_motion="reduce")
    page = open_page(context, errors)
    yield page
    context.close()
    assert errors == []


def look(page, name: str) -> None:
    """Check and keep the page at both widths in light, and at the larger one in dark."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        check_page(page, width)
        keep_picture(page, f"incidents-{name}-{width}", whole=True)
    page.emulate_media(color_scheme="dark")
    check_page(page, WIDTHS[-1])
    keep_picture(page, f"incidents-{name}-dark", whole=True)
    page.emulate_media(color_scheme="light")


def test_matches_are_played_again_a_stage_is_taken_back_and_both_are_announced(page, event):
    desk = f"/events/{event.slug}/organize/"
    page.goto(f"{desk}incidents/")
    look(page, "empty")
    page.get_by_label("Played by").select_option("machine:machine-7")
    page.get_by_role("button", name="Show preview").press("Enter")
    expect(page.get_by_text("Cup has begun with the bots")).to_be_visible()
    page.get_by_text("Play again…").press("Enter")
    look(page, "preview")
    page.get_by_label("Reason").fill("The clock of the machine was wrong.")
    page.get_by_label("Minutes by which these times move").fill("30")
    page.get_by_role("button", name="Play again", exact=True).press("Enter")
    expect(page.get_by_text("The matches are void, and are played again.")).to_be_visible()
    expect(page.get_by_text("0 of 2 played again")).to_be_visible()
    look(page, "incident")
    page.get_by_role("button", name="Announce").press("Enter")
    expect(page.get_by_text("The announcement is public, and so is the incident")).to_be_visible()
    go_on(event)
    page.goto(f"{desk}run/")
    page.get_by_role("link", name="Take League back").press("Enter")
    look(page, "take-back")
    page.get_by_role("link", name="Keep its results").press("Enter")
    look(page, "reopen")
    page.get_by_text("Take back…").press("Enter")
    page.get_by_label("Reason").fill("One result was wrong.")
    page.get_by_role("button", name="Take back", exact=True).press("Enter")
    expect(page.get_by_text("A draft of the announcement is below")).to_be_visible()
    assert Incident.objects.count() == 2
    page.goto(f"{desk}incidents/")
    look(page, "list")
    page.goto(f"{desk}run/")
    expect(page.get_by_text("Resume…")).to_be_visible()
    look(page, "run")
    page.goto(f"/events/{event.slug}/announcements/")
    expect(page.get_by_role("heading", name="Incidents")).to_be_visible()
    look(page, "public")
