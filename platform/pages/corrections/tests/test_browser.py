"""A correction in a real browser, from the match that was wrong to the standings."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ladder.models import RatedMatch, Season
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot
from matches.models import Match
from matches.services import create_match
from tests.browsing import context_for, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("corrections")]


@pytest.fixture
def matches(transactional_db, redis_client, alice, charlie):
    """Two rated ones; the second was wrong."""
    ensure_seasons()
    season = Season.objects.get(game="snake", ruleset=RULESET)
    versions = [make_bot(*each).versions.get() for each in ((alice, "worm"), (charlie, "viper"))]
    made: list[Match] = []
    for ranks in ([1, 2], [2, 1]):
        match = create_match("snake", RULESET, "ladder", versions)
        RatedMatch.objects.create(match=match, season=season)
        made.append(finish(match, ranks))
    return made


@pytest.fixture
def page(browser, live_server, matches, olga):
    errors: list[str] = []
    context = context_for(browser, live_server, olga)
    page = open_page(context, errors)
    page.set_viewport_size({"width": 1280, "height": 800})
    yield page
    context.close()
    # The server of these tests has no sockets, and so no boards that play.
    assert [text for text in errors if "WebSocket" not in text] == []


def test_a_wrong_result_is_voided_with_its_preview_and_let_in_again(page, matches):
    wrong = matches[1]
    page.goto(wrong.get_absolute_url())
    page.get_by_role("button", name="Void it…").click()
    expect(page.get_by_role("heading", name=f"Void match {wrong.pk}")).to_be_visible()
    expect(page.get_by_role("row", name="alice/worm")).to_contain_text("1")
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_label("Reason").fill("the map was broken")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Published. Ratings are updated immediately")).to_be_visible()
    assert Match.objects.counting().get() == matches[0]
    page.get_by_role("button", name="Undo: show what would change").click()
    page.get_by_label("Reason").fill("it was right after all")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Published. Ratings are updated immediately")).to_be_visible()
    assert Match.objects.counting().count() == 2
    page.goto("/desk/corrections/")
    expect(page.get_by_text("published and undone")).to_be_visible()


def test_no_page_of_it_is_broader_than_the_window(page, matches):
    for path in ("/desk/corrections/", "/desk/corrections/new/", matches[0].get_absolute_url()):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") == width, path
