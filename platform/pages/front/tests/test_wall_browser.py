"""The wall in a real browser: which boards it shows, when they move, and what it loads."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client
from playwright.sync_api import expect

from arbiter.tests.hashed import hashed as hashed
from ladder.tests.play import RULESET
from matches.audience import Audience
from matches.models import Match
from matches.services import create_match
from matches.tests.recorded import recorded
from pages.front.tests.projector import Playing, heard, large, numbers, opened, passed
from pages.front.tests.projector import bots as bots
from pages.front.tests.projector import server as server
from pages.front.tests.projector import usual as usual
from tests.browsing import keep_picture, later
from tests.player.page import until

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("server")]


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


def test_level_scores_make_a_board_the_large_one(browser, server, bots):
    """The server knows both matches to be equally late, and the browser adds their scores."""
    apart, level = Playing(bots, 100, seed=3), Playing(bots, 100, seed=2)
    page = opened(browser, server, "?boards=2")
    until(lambda: numbers(page) == [apart.match.pk, level.match.pk])
    assert large(page) == apart.match.pk
    scores = page.locator(f'[data-match="{level.match.pk}"] [data-part=score]')
    expect(scores).to_have_text(["9", "9"])
    until(lambda: passed(page, 3) and large(page) == level.match.pk)
    page.context.close()


def test_a_match_shows_its_result_and_then_gives_way(browser, server, bots):
    first, second = Playing(bots, 90), Playing(bots, 50)
    page = opened(browser, server, "?boards=2")
    until(lambda: numbers(page) == [first.match.pk, second.match.pk])
    first.end()
    third = Playing(bots, 20)
    board = page.locator(f'[data-match="{first.match.pk}"]')
    # A slow machine draws the way to the last frame slowly.
    result = board.locator("[data-part=result]")
    expect(result).to_contain_text(re.compile("beat|drew"), timeout=60_000)
    expect(board.locator("[data-part=mark]")).to_have_text("Ended")
    keep_picture(page, "result")
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
