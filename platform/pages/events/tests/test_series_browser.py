"""A series in a real browser: one click, and the page keeps up with what is played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from bots.services import create_bot
from games.tests import stakes
from ladder.events.planning import acts
from ladder.events.tests.series_steps import game_now, planned
from ladder.tests.play import add_version, finish
from matches.tests import crowd
from tests.browsing import context_for, later, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]


@pytest.fixture
def series(transactional_db, redis_client, monkeypatch, alice, bob, olga):
    crowd.install(monkeypatch, stakes)
    bots = []
    for owner in (alice, bob):
        bot = create_bot(owner, "stakes", f"of-{owner}")
        add_version(bot)
        bot.refresh_from_db()
        bots.append(bot)
    return planned(olga, bots, name="Duel", ruleset="two", winners=1)


@pytest.fixture
def context(browser, live_server, olga):
    context = context_for(browser, live_server, olga)
    yield context
    context.close()


def test_one_click_starts_it_and_the_page_follows(series, context):
    errors: list[str] = []
    page = open_page(context, errors)
    page.clock.install()
    page.goto(series.get_absolute_url())
    page.get_by_role("button", name="Start").click()
    page.goto(f"{series.get_absolute_url()}stages/series/")
    expect(page.get_by_text("0 games played, 0 of 1 winner found.")).to_be_visible()
    page.evaluate("window.same = true")
    finish(game_now(series).match, [2, 1])
    later(page, 10)
    expect(page.get_by_text("1 game played, 0 of 1 winner found.")).to_be_visible()
    chart = page.get_by_role("img", name="Wins after each game")
    expect(chart.locator("desc")).to_have_text(re.compile(r"bob/of-bob: 1 win\."))
    assert page.evaluate("window.same") is True
    assert errors == []


def test_no_page_of_it_is_broader_than_a_phone(series, context, olga):
    acts.start(series, olga)
    for _ in range(5):
        match = game_now(series).match
        finish(match, [1 if seat.program.bot.name == "of-bob" else 2 for seat in match.seats.all()])
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 700})
    for path in ("", "standings/", "matches/", "stages/series/"):
        page.goto(f"{series.get_absolute_url()}{path}")
        expect(page.get_by_role("heading", name="Duel")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 360, path
