"""A projector for tests of the wall: a real browser, the real server, and matches that run."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, Page

from arbiter.tests.hashed import hashed as hashed
from bots.models import Bot
from ladder.models import Rating
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, make_bot
from matches.models import Match
from matches.playing.runner import Recorder
from matches.services import Claim, create_match
from matches.services import finish as finish_match
from matches.tests import sample
from matches.tests.recorded import recorded
from tests.browsing import later
from tests.server import Server

ROWS = """(every) => every.map((e) => [
  Number(e.querySelector("[data-part=score]").textContent), e.getClientRects().length > 0,
])"""
"""Of the seats of a board: the score, and whether its line is shown."""


class Playing:
    """A running match, whose worker is the test: a new one of these bots, or ``made``."""

    def __init__(
        self, bots: list[Bot], turn: int, seed: int = 7, made: Match | None = None
    ) -> None:
        if made is None:
            versions = [bot.versions.get() for bot in bots]
            made = create_match("snake", RULESET, "ladder", versions)
        match = Match.objects.claim(made.pk, "test")
        assert match is not None
        self.match = match
        self.recorder = Recorder(match)
        self.lines = iter([*sample.lines(rounds=60, seed=seed)])
        self.at(turn)
        self.play(80)

    def at(self, turn: int) -> None:
        Match.objects.filter(pk=self.match.pk).update(turn=turn)

    def play(self, count: int) -> None:
        for line, _ in zip(self.lines, range(count), strict=False):
            self.recorder.take(line)
        self.recorder.flush()

    def end(self) -> None:
        for line in self.lines:
            self.recorder.take(line)
        claim = Claim(self.match.pk, "test", self.match.attempt)
        assert finish_match(claim, self.recorder.played(""))


@pytest.fixture
def bots(transactional_db, redis_client, hashed, alice, charlie):
    cache.clear()
    ensure_seasons()
    found = [make_bot(alice, "worm"), make_bot(charlie, "viper")]
    season = current_season("snake", RULESET)
    assert season is not None
    for bot, mu in zip(found, (30, 27), strict=True):
        Rating.objects.create(season=season, bot=bot, mu=mu, games=9)
    return found


@pytest.fixture
def usual(bots):
    """Matches of the ruleset usually last 100 turns."""
    match = recorded(create_match("snake", RULESET, "ladder", [b.active_version for b in bots]))
    Match.objects.filter(pk=match.pk).update(turn=100, game_number=0, replay="")


def opened(
    browser: Browser, server: Server, search: str = "", size=(1280, 720), cookies=(), **how: Any
) -> Page:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **how)
    if cookies:
        context.add_cookies([*cookies])
    page = context.new_page()
    page.clock.install()
    page.goto(f"{server.address}/live/wall/{search}")
    return page


def numbers(page: Page) -> list[int]:
    found = page.locator(".wall-board").evaluate_all("every => every.map((e) => e.dataset.match)")
    return sorted(map(int, found))


def large(page: Page) -> int:
    found = page.locator(".is-large .wall-board").get_attribute("data-match")
    return int(found or 0)


def passed(page: Page, seconds: int) -> bool:
    """True, after this time has passed for the page."""
    later(page, seconds)
    return True


def heard(page: Page, found: bool) -> bool:
    """The same, after a moment in which events of the page come."""
    page.wait_for_timeout(50)
    return found


@pytest.fixture
def server(usual, serve):
    return serve(ARBITER_PUBLIC_SECONDS="0.5")
