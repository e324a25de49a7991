"""The wall in a real browser, on the real server with its sockets."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from arbiter.tests.hashed import hashed as hashed
from bots.models import Bot
from bots.services import create_bot
from games.registry import GAMES
from ladder.models import Rating
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, add_version, make_bot
from matches.audience import Audience
from matches.models import Match
from matches.runner import Recorder
from matches.services import Claim, create_match
from matches.services import finish as finish_match
from matches.tests import sample
from matches.tests.recorded import recorded
from tests.browsing import later
from tests.player.page import until
from tests.server import Server, web_server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("server")]
ROWS = """(every) => every.map((e) => [
  Number(e.querySelector("[data-part=score]").textContent), e.getClientRects().length > 0,
])"""
"""Of the seats of a board: the score, and whether its line is shown."""
PICTURES = os.environ.get("WALL_PICTURES")


class Playing:
    """A running match, whose worker is the test."""

    def __init__(self, bots: list[Bot], turn: int, seed: int = 7) -> None:
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


def box_of(element: Locator) -> FloatRect:
    found = element.bounding_box()
    assert found is not None
    return found


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


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES, f"{name}.png")))


@pytest.fixture
def server(usual):
    with web_server(ARBITER_PUBLIC_SECONDS="0.5") as found:
        yield found


def test_boards_move_by_themselves_to_the_more_exciting_match(browser, server, bots):
    slow, fair, good = (Playing(bots, turn) for turn in (10, 40, 70))
    page = opened(browser, server, "?boards=2")
    until(lambda: numbers(page) == [fair.match.pk, good.match.pk])
    until(lambda: large(page) == good.match.pk)
    for name in ("worm", "viper", "Live", "Snake"):
        expect(page.locator(".is-large")).to_contain_text(name)
    expect(page.locator(".is-large [data-part=turn]")).to_contain_text("round")
    expect(page.locator(".is-large [data-part=score]").first).to_have_text(re.compile(r"\d"))
    news = f"Large board: Match {good.match.pk}: worm – viper. New: Match {fair.match.pk}: worm"
    expect(page.locator("[data-part=news]")).to_contain_text(news)
    # The slowest match becomes the most exciting one: it takes a board, but not at once.
    slow.at(100)
    fair.at(5)
    page.wait_for_timeout(7000)
    assert numbers(page) == [fair.match.pk, good.match.pk]
    later(page, 12)
    until(lambda: numbers(page) == [slow.match.pk, good.match.pk])
    until(lambda: passed(page, 3) and large(page) == slow.match.pk)
    news = f"Large board: Match {slow.match.pk}: worm – viper."
    expect(page.locator("[data-part=news]")).to_have_text(news)
    page.context.close()


def test_a_match_shows_its_result_and_then_gives_way(browser, server, bots):
    first, second = Playing(bots, 90), Playing(bots, 50)
    page = opened(browser, server, "?boards=2")
    until(lambda: numbers(page) == [first.match.pk, second.match.pk])
    first.end()
    third = Playing(bots, 20)
    board = page.locator(f'[data-match="{first.match.pk}"]')
    expect(board.locator("[data-part=result]")).to_contain_text(re.compile("beat|drew"))
    expect(board.locator("[data-part=mark]")).to_have_text("Ended")
    picture(page, "result")
    until(lambda: passed(page, 1) and numbers(page) == [second.match.pk, third.match.pk])
    page.context.close()


def test_without_running_matches_replays_play(browser, server, bots):
    versions = [bot.active_version for bot in bots]
    done = [recorded(create_match("snake", RULESET, "ladder", versions)) for _ in range(3)]
    page = opened(browser, server, "?boards=2")
    until(lambda: numbers(page) == [done[1].pk, done[2].pk])
    expect(page.locator("[data-part=mark]")).to_have_text(["Replay", "Replay"])
    expect(page.locator("[data-part=turn]").first).to_contain_text("round")
    now = [turn.inner_text() for turn in page.locator("[data-part=turn]").all()]
    until(lambda: [turn.inner_text() for turn in page.locator("[data-part=turn]").all()] != now)
    playing = Playing(bots, 5)
    later(page, 12)
    until(lambda: playing.match.pk in numbers(page))
    page.context.close()


def test_a_wall_without_matches_says_so_and_fills_by_itself(browser, server, bots):
    page = opened(browser, server)
    expect(page.locator("[data-part=empty]")).to_contain_text("No match has been played yet.")
    playing = Playing(bots, 5)
    later(page, 6)
    until(lambda: numbers(page) == [playing.match.pk])
    expect(page.locator("[data-part=empty]")).to_be_hidden()
    page.context.close()


def test_an_organizers_wall_shows_what_everybody_may_see_and_drops_what_is_hidden(
    browser, server, bots, olga
):
    shown, other, hidden = (Playing(bots, turn) for turn in (50, 60, 95))
    Match.objects.filter(pk=hidden.match.pk).update(audience=Audience.HIDDEN)
    client = Client()
    client.force_login(olga)
    cookie = client.cookies["sessionid"].value
    cookies = [{"name": "sessionid", "value": cookie, "url": server.address}]
    page = opened(browser, server, cookies=cookies)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.headers.get("cookie", "")))
    until(lambda: numbers(page) == [shown.match.pk, other.match.pk])
    page.keyboard.press("Space")
    Match.objects.filter(pk=other.match.pk).update(audience=Audience.HIDDEN)
    later(page, 6)
    until(lambda: numbers(page) == [shown.match.pk])
    assert set(sent) <= {""}, "the list and the boards are asked for without cookies"
    page.context.close()


def test_there_is_one_socket_for_each_board_and_few_bytes(browser, server, bots):
    every = [Playing(bots, turn) for turn in (10, 20, 30, 40, 50)]
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    sockets: list[list[int]] = []
    asked: list[str] = []

    def opened_one(socket):
        sizes: list[int] = []
        sockets.append(sizes)
        socket.on("framereceived", lambda text: sizes.append(len(text)))

    page.on("websocket", opened_one)
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.goto(f"{server.address}/live/wall/?boards=3")
    until(lambda: len(numbers(page)) == 3)
    page.wait_for_timeout(2000)
    before = [sum(sizes) for sizes in sockets]
    assert len(sockets) == 3
    # A board begins with the newest state, whatever came before it.
    assert max(before) < 40_000, before
    for playing in every:
        playing.play(20)
    print("first bytes of each board:", before)
    until(lambda: heard(page, all(sum(s) > n for s, n in zip(sockets, before, strict=True))))
    page.wait_for_timeout(500)
    added = [sum(s) - old for s, old in zip(sockets, before, strict=True)]
    assert max(added) < 20 * 600, added
    assert len(sockets) == 3
    scripts = {path for path in asked if "/games/" in path}
    assert scripts
    assert all("/games/snake/" in path for path in scripts), "other games are not loaded"
    context.close()


def test_a_lost_connection_is_shown_and_tried_again(browser, server, bots):
    playing = Playing(bots, 50)
    page = opened(browser, server)
    until(lambda: numbers(page) == [playing.match.pk])
    status = page.get_by_role("status")
    expect(status).to_have_text("")
    page.context.set_offline(True)
    tries: list[str] = []
    page.on("requestfailed", lambda request: tries.append(request.url))
    later(page, 6)
    expect(status).to_have_text("No connection to the site. The page tries again.")
    until(lambda: heard(page, len(tries) > 1))
    assert numbers(page) == [playing.match.pk]
    page.context.set_offline(False)
    later(page, 20)
    expect(status).to_have_text("")
    page.context.close()


def test_the_keyboard_alone_holds_fills_the_screen_and_leaves(browser, server, bots):
    fair, good, slow = (Playing(bots, turn) for turn in (40, 70, 10))
    page = opened(browser, server, "?boards=2")
    until(lambda: numbers(page) == [fair.match.pk, good.match.pk])
    hold = page.get_by_role("button", name="Hold boards")
    page.keyboard.press("Space")
    expect(hold).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("status")).to_contain_text("The boards are held.")
    slow.at(100)
    fair.at(0)
    later(page, 30)
    page.wait_for_timeout(3000)
    assert numbers(page) == [fair.match.pk, good.match.pk]
    page.keyboard.press("Space")
    until(lambda: passed(page, 3) and numbers(page) == [good.match.pk, slow.match.pk])
    full = "Boolean(document.fullscreenElement)"
    page.keyboard.press("f")
    until(lambda: page.evaluate(full))
    expect(page.get_by_role("button", name="Leave full screen")).to_be_visible()
    page.keyboard.press("f")
    until(lambda: not page.evaluate(full))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    for _ in range(4):
        page.keyboard.press("Tab")
    focused = page.locator(":focus")
    expect(focused).to_have_text(re.compile(r"Leave\s+the wall"))
    page.keyboard.press("Tab")
    assert page.locator(":focus").get_attribute("href") in {
        f"/matches/{each.match.pk}/" for each in (good, slow)
    }
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/live/")
    page.context.close()


@pytest.mark.parametrize("boards", [2, 4, 6])
def test_it_fits_projectors_and_phones_and_axe_finds_nothing(browser, server, bots, boards):
    every = [Playing(bots, turn) for turn in (10, 30, 95, 60, 5, 40)]
    page = opened(browser, server, f"?boards={boards}", (1920, 1080))
    until(lambda: len(numbers(page)) == boards)
    for width, height in ((1920, 1080), (1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        boxes = [box_of(each) for each in page.locator(".wall-board").all()]
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
        if width > 720:
            assert all(box["y"] >= 0 and box["y"] + box["height"] <= height for box in boxes)
            sizes = [box["width"] * box["height"] for box in boxes]
            spot = box_of(page.locator(".is-large .wall-board"))
            assert spot["width"] * spot["height"] == max(sizes)
        for words in page.locator(".wall-words").all():
            assert words.evaluate("(e) => e.scrollHeight <= e.clientHeight + 1")
        picture(page, f"{boards}-{width}")
        if width != 1920:
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
    assert len(every) >= boards
    page.context.close()


def test_of_many_seats_those_that_lead_have_a_line(browser, server, bots, alice):
    """A replay: the games with many seats are others than the one that runs here."""
    bot = create_bot(alice, "generals", "horde")
    version = add_version(bot)
    for name in ("sixteen", "eight", "melee"):
        seats = GAMES["generals"].ruleset(name).seats
        recorded(create_match("generals", name, "proving", [version] * seats))
    page = opened(browser, server, "?boards=3&game=generals")
    until(lambda: len(numbers(page)) == 3)
    scores = page.locator("[data-part=score]")
    until(lambda: all(scores.all_inner_texts()))
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        for board in page.locator(".wall-slot").all():
            rows = board.locator("li[data-seat]").evaluate_all(ROWS)
            shown = [score for score, visible in rows if visible]
            large_one = "is-large" in (board.get_attribute("class") or "")
            assert len(shown) == min(len(rows), 8 if large_one else 4)
            assert sorted(shown) == sorted(score for score, _ in rows)[-len(shown) :]
            words = board.locator(".wall-words")
            assert words.evaluate("(e) => e.scrollHeight <= e.clientHeight + 1")
        picture(page, f"many-{width}")
    expect(page.locator(".wall-board", has_text="16 seats")).to_have_count(1)
    page.context.close()


def test_readers_who_want_no_motion_see_one_position_after_another(browser, server, bots):
    playing = Playing(bots, 50)
    page = opened(browser, server, reduced_motion="reduce")
    until(lambda: numbers(page) == [playing.match.pk])
    expect(page.locator("[data-part=turn]")).to_contain_text("round")
    before = page.locator("[data-part=turn]").inner_text()
    playing.play(40)
    page.wait_for_timeout(300)
    later(page, 2)
    expect(page.locator("[data-part=turn]")).not_to_have_text(before)
    playing.end()
    until(lambda: passed(page, 2) and page.locator("[data-part=result]").is_visible())
    page.context.close()


def test_the_form_leads_to_the_wall_and_keeps_what_was_wrong(browser, server, bots):
    page = opened(browser, server)
    page.goto(f"{server.address}/live/")
    page.get_by_text("Choose what the wall shows").click()
    page.get_by_label("Snake").check()
    page.get_by_label("Boards").fill("3")
    picture(page, "form")
    page.locator(".wall-choice button").click()
    page.wait_for_url("**/live/wall/?game=snake&event=&boards=3")
    expect(page.locator("h1")).to_contain_text("Snake")
    page.goto(f"{server.address}/live/wall/?boards=9&game=chess")
    expect(page.get_by_role("alert")).to_contain_text("The wall was not opened.")
    expect(page.get_by_label("Boards")).to_have_value("9")
    for size in (1280, 390):
        page.set_viewport_size({"width": size, "height": 800})
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    picture(page, "form-390")
    page.context.close()
