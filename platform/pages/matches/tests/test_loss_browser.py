"""An author goes from a lost match to its cause in a real browser, and has it played again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from bots.models import Bot
from ladder.regressions.models import RegressionTest
from ladder.tests.play import make_bot
from matches.derived import more
from matches.models import Match
from matches.seating import SeatTerms
from matches.services import create_match
from matches.tests.recorded import recorded
from tests.browsing import context_for, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("loss")]


@pytest.fixture
def lost(transactional_db, redis_client, alice, charlie) -> Match:
    """A rated match of two halves that alice's worm lost, although it was the better one."""
    bots: list[Bot] = [make_bot(alice, "worm"), make_bot(charlie, "viper")]
    versions = [bot.active_version for bot in bots if bot.active_version]
    terms = [SeatTerms(rating=1700.0), SeatTerms(rating=1400.0)]
    match = recorded(
        create_match("snake", "blitz", "ladder", versions, terms=terms), logs={0: "hm\n"}
    )
    for seat in match.seats.all():
        seat.rank, seat.end = 2 - seat.number, "ok"
        seat.save()
    return match


@pytest.fixture
def page(browser, live_server, lost, alice):
    context = context_for(browser, live_server, alice)
    errors: list[str] = []
    page = open_page(context, errors)
    yield page
    context.close()
    assert [text for text in errors if "WebSocket" not in text] == []


def fits(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width", [1280, 390])
def test_a_loss_leads_to_its_turn_to_its_log_and_to_a_test(page, lost, width):
    page.set_viewport_size({"width": width, "height": 850})
    page.goto(f"/matches/{lost.pk}/")
    panel = page.get_by_role("region", name="Why did worm lose?")
    expect(panel.get_by_text("Place 2 of 2.")).to_be_visible()
    panel.get_by_text("The last lines of its standard error").click()
    expect(panel.get_by_text("hm", exact=True)).to_be_visible()
    panel.get_by_text("The last question and its answer").click()
    expect(panel.get_by_text("Its answer:")).to_be_visible(timeout=20_000)
    fits(page, width)
    panel.get_by_role("link", name="Open at that turn").click()
    expect(page).to_have_url(re.compile(rf"/matches/{lost.pk}/\?game=\d&turn=\d+$"))
    page.get_by_role("button", name="Keep as a test of worm").click()
    expect(page.get_by_text(f"Match {lost.pk} is a test of worm now.")).to_be_visible()
    assert RegressionTest.objects.get().origin == lost
    fits(page, width)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_bots_page_lists_the_loss_and_has_more_matches_played(page, lost, monkeypatch, width):
    monkeypatch.setattr(more, "MORE", 3)
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/bots/alice/worm/")
    section = page.get_by_role("region", name="Look at these first")
    expect(section.get_by_text("Lost: place 2")).to_be_visible()
    fits(page, width)
    section.get_by_role("button", name=f"Play 20 more like match {lost.pk}").click()
    expect(page.get_by_text(f"3 matches like match {lost.pk} wait to be played.")).to_be_visible()
    assert Match.objects.filter(kind="friendly").count() == 3
    fits(page, width)
