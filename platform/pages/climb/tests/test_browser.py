"""An author has a bot climb, and finds it among the rungs, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from bots.models import Bot
from ladder.climb.models import Climb
from ladder.climb.services import rungs_of
from ladder.tests.play import finish, make_bot
from matches.models import Match
from tests.browsing import check_page, context_for, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("climb")]


@pytest.fixture
def worm(transactional_db, redis_client, alice) -> Bot:
    rungs = rungs_of("snake")
    assert rungs is not None
    owner = User.objects.create_user("house", is_house=True)
    for rung in rungs.order:
        make_bot(owner, rung.house).versions.update(source_sha256=rung.digests[0])
    return make_bot(alice, "worm")


@pytest.fixture
def page(browser, live_server, worm, alice):
    context = context_for(browser, live_server, alice)
    errors: list[str] = []
    page = open_page(context, errors)
    yield page
    context.close()
    assert [text for text in errors if "WebSocket" not in text] == []


@pytest.mark.parametrize("width", [1280, 390])
def test_a_bot_climbs_by_the_button_and_stands_on_its_rung(page, worm, width):
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/bots/alice/worm/")
    page.get_by_role("button", name="Climb").click()
    expect(page.get_by_text("worm climbs.")).to_be_visible()
    check_page(page, width)
    climb = Climb.objects.get()
    for match in Match.objects.unfinished().filter(kind="climb"):
        own = [seat.version_id == climb.version_id for seat in match.seats.order_by("number")]
        finish(match, [1 if each else 2 for each in own])
    page.get_by_role("link", name="All rungs").click()
    rung = page.get_by_role("region", name="1. drifter")
    expect(rung.get_by_role("link", name="worm")).to_be_visible()
    expect(page.get_by_text("This is not the highest rung of any bot.")).to_have_count(4)
    check_page(page, width)
