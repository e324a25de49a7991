"""The pages of seasons in a real browser: on a phone, and a plan from the desk to the ladder."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from ladder.models import RatedMatch, Season
from ladder.ratings import official
from ladder.seasons import history
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot
from matches.services import create_match
from tests.browsing import context_for, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("seasons")]
LADDER = f"/games/snake/ladder/{RULESET}/"


def running() -> Season:
    ensure_seasons()
    season = current_season("snake", RULESET)
    assert season is not None
    return season


@pytest.fixture
def seasons(transactional_db, redis_client, alice, charlie):
    """One that is over, with days, and one that runs by points."""
    bots = [make_bot(alice, "a-bot-with-quite-a-long-name"), make_bot(charlie, "viper")]
    first = running()
    for day in range(1, 13):
        play(first, *(bots if day % 3 else reversed(bots)))
        history.keep(first, date(2026, 5, day))
    official.refit(first)
    Season.objects.filter(pk=first.pk).update(ends=timezone.now() - timedelta(seconds=1))
    history.keep_due()
    second = running()
    Season.objects.filter(pk=second.pk).update(scoring="points")
    play(second, *bots)
    return [first, second]


def play(season, *bots):
    match = create_match("snake", RULESET, "ladder", [bot.active_version for bot in bots])
    RatedMatch.objects.create(match=match, season=season)
    finish(match, [1, 2])


@pytest.fixture
def page(browser, live_server, seasons, olga):
    errors: list[str] = []
    context = context_for(browser, live_server, olga)
    page = open_page(context, errors)
    yield page
    context.close()
    assert errors == []


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.nightly), 390])
def test_no_page_scrolls_sideways(page, seasons, width):
    first = seasons[0].pk
    paths = [
        LADDER,
        f"{LADDER}?season={first}",
        f"{LADDER}?season={first}&day=2026-05-03",
        f"{LADDER}history/?season={first}",
        f"{LADDER}all/",
        f"/games/snake/rulesets/{RULESET}/",
        "/desk/seasons/",
        "/desk/seasons/new/",
        f"/desk/seasons/{first}/",
    ]
    page.set_viewport_size({"width": width, "height": 800})
    for path in paths:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == width, path


def test_a_season_is_planned_at_the_desk_and_announced_on_the_ladder(page):
    page.goto("/desk/seasons/")
    page.get_by_role("link", name="Plan a season").first.click()
    page.get_by_label("Game and ruleset").select_option(f"snake/{RULESET}")
    page.get_by_label("Name").fill("Winter cup")
    begins = timezone.now() + timedelta(days=2)
    page.get_by_label("Begins").fill(begins.strftime("%Y-%m-%dT%H:%M"))
    page.get_by_label("Ends").fill((begins + timedelta(days=30)).strftime("%Y-%m-%dT%H:%M"))
    page.get_by_label("Time zone").fill("UTC")
    page.get_by_label("Standings by").select_option("points")
    page.get_by_role("button", name="Plan it").click()
    expect(page.get_by_role("row", name="Winter cup")).to_be_visible()
    page.goto(LADDER)
    expect(page.get_by_text("“Winter cup” begins")).to_be_visible()
    page.get_by_role("link", name="All seasons").click()
    expect(page.get_by_role("row", name="Winter cup")).to_contain_text("planned")
