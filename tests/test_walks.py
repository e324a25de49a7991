"""Chromium, Firefox and WebKit go along the pages, the player, the editor and a room.

Errors on a console and pages that scroll sideways are failures.  ``make test-all`` installs the
browsers; where it cannot, these tests are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from arbiter.tests.hashed import hashed as hashed
from bots.services import create_bot
from games.registry import GAMES
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import RULESET, add_version, make_bot
from matches.models import Match
from matches.services import create_match
from matches.tests.recorded import recorded
from pages.tests.walking import furnished_site, kind_of, kinds_of_pages
from rooms.services import open_room, put_bot
from tests.browsers import OPENED, missing
from tests.drivers import Driver
from tests.server import Server, web_server

pytestmark = [pytest.mark.nightly, pytest.mark.browser, pytest.mark.xdist_group("walks")]
SIZES = {"wide": (1280, 900), "phone": (390, 844)}
REST_MS = 500
SEED = 1
"""Of matches that somebody loses; with some others they are draws."""
OF_RESULTS = ("event-projector", "event-print", "event-standings", "event-ceremony")
"""Kinds of pages of an event that look otherwise when its matches are played."""
STRANGERS = ("/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/")


@pytest.fixture(scope="module", params=OPENED)
def window(request: pytest.FixtureRequest) -> Iterator[Driver]:
    if lacking := missing(request.param):
        pytest.skip(f"{', '.join(lacking)} cannot be found; make test-all installs them as root")
    with OPENED[request.param]() as window:
        yield window


@pytest.fixture
def driver(window: Driver) -> Driver:
    """The window, without the page of the test before, whose server has ended."""
    leave(window)
    return window


def faults(driver: Driver, server: Server, paths: list[str]) -> list[str]:
    """The faults of pages in each width, with their addresses."""
    found = []
    for size, (width, height) in SIZES.items():
        driver.resize(width, height)
        for path in paths:
            leave(driver, f"{server.address}/static/site/favicon.svg")
            driver.goto(f"{server.address}{path}")
            driver.evaluate(f"new Promise((done) => setTimeout(done, {REST_MS}))")
            found += [f"{path}, {size}: {fault}" for fault in look(driver)]
    return found


def leave(driver: Driver, there: str = "about:blank") -> None:
    """Leave a page: its requests that are under way end as errors, which nobody sees.

    WebKit begins a new process for a page of another site.
    """
    driver.goto(there)
    driver.take_errors()


def look(driver: Driver) -> list[str]:
    """Errors on the console since the last look, and how far the page scrolls sideways."""
    wide = driver.overflow()
    return [*driver.take_errors(), *([f"{wide} pixels too wide"] if wide > 0 else [])]


def report(found: list[str]) -> str:
    return "\n".join(found)


def test_pages_raise_nothing_and_fit(driver, transactional_db, hashed, redis_client, olga):
    client = furnished_site(olga)
    # The page of the site's health asks workers, which do not run here.
    paths = [path for path in kinds_of_pages(client) if kind_of(path) != "status"]
    paths += [reverse(name, args=["open"]) for name in OF_RESULTS]
    with web_server() as server:
        found = faults(driver, server, [*STRANGERS])
        driver.log_in(server.address, client.cookies["sessionid"].value)
        found += faults(driver, server, paths)
    assert not found, report(found)
    assert len(paths) > 80, "the walk has found few pages"


def played(owner, game: str) -> Match:
    """A finished match of the game's first ruleset, between bots of the owner's."""
    rules = GAMES[game].rulesets[0]
    versions = [
        add_version(create_bot(owner, game, f"{game[:8]}-{seat}")) for seat in range(rules.seats)
    ]
    return recorded(create_match(game, rules.name, Match.Kind.FRIENDLY, versions, seed=SEED))


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played(driver, transactional_db, hashed, redis_client, alice, game):
    """Alice, who watches a match of hers, and reads why she has lost it."""
    match = played(alice, game)
    client = Client()
    client.force_login(alice)
    at = 'Number(document.querySelector("[data-part=range]").value)'
    with web_server() as server:
        driver.log_in(server.address, client.cookies["sessionid"].value)
        found = {}
        for size, (width, height) in SIZES.items():
            driver.resize(width, height)
            driver.goto(f"{server.address}{match.get_absolute_url()}?game=1&turn=1")
            # Firefox may answer for the page before, when that writes its address as it is left.
            driver.until(f"{at} > 0 && {at} < 30")
            before = driver.evaluate(at)
            driver.click('[data-do="forward"]')
            driver.until(f"{at} > {before}")
            driver.click('[data-do="play"]')
            driver.until(f"{at} > {before + 2}")
            driver.press("Space", *["ArrowRight"] * 150)
            driver.evaluate("document.querySelector('.match-loss').scrollIntoView()")
            driver.until("!document.querySelector('.match-loss').querySelector('div[hx-get]')")
            found[size] = look(driver)
    assert not any(found.values()), found


def test_code_is_written(driver, transactional_db, hashed, redis_client):
    code = "ace.edit(document.querySelector('.ace_editor')).getValue()"
    with web_server() as server:
        found = {}
        for size, (width, height) in SIZES.items():
            driver.resize(width, height)
            driver.goto(f"{server.address}/games/snake/write/?language=python")
            driver.until("window.ace && document.querySelector('.ace_editor')")
            driver.click(".ace_editor")
            driver.press(*f"# {size}")
            driver.until(f"{code}.includes('# {size}')")
            found[size] = look(driver)
    assert not any(found.values()), found


def test_a_room_is_used(driver, transactional_db, hashed, redis_client, alice, bob):
    """Alice, who sits down beside a bot, starts the match and waits on the page where she plays."""
    ensure_seasons()
    version = make_bot(bob, "worm").active_version
    assert version is not None
    client = Client()
    client.force_login(alice)
    with web_server() as server:
        driver.log_in(server.address, client.cookies["sessionid"].value)
        found = {}
        for size, (width, height) in SIZES.items():
            room = open_room(alice, "snake", RULESET)
            put_bot(room, alice, 1, version)
            driver.resize(width, height)
            driver.goto(f"{server.address}{reverse('room', args=[room.code])}")
            driver.click(".room-seat form[action$='/seats/0/sit/'] button")
            driver.until("document.querySelector('.room-seat-mine')")
            found[f"{size}, room"] = look(driver)
            driver.click(".room-start button")
            driver.until("location.pathname.endsWith('/play/0/')")
            driver.until("document.querySelector('[data-part=notice]').textContent")
            found[f"{size}, table"] = look(driver)
    assert not any(found.values()), found
    assert Match.objects.filter(kind=Match.Kind.ROOM).count() == len(SIZES)
