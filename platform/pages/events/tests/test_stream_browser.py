"""Live boards of one event: on its projector, and in a page of another origin."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from arbiter.tests.hashed import hashed as hashed
from ladder.core.contest.plan import Kind
from ladder.events.models import Event
from ladder.events.showing import talk
from ladder.events.tests.steps import begin, stage, waiting
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import make_bot
from matches.audience import Audience
from matches.models import Match
from pages.front.tests.projector import Playing
from tests.browsing import box_of, check_page, keep_picture
from tests.player.page import Site, until

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("server")]

HOST = """
<h1>Somebody's own page</h1>
<iframe id="event" src="{address}" width="{width}" height="560" title="An event"></iframe>
<script>
  window.heard = [];
  addEventListener("message", ({{data}}) => window.heard.push(data));
  window.say = (data) => document.getElementById("event").contentWindow.postMessage(data, "*");
</script>
"""


@pytest.fixture
def event(transactional_db, redis_client, hashed, olga, alice, charlie) -> Event:
    """A league of which one match runs, and another match that is no part of it."""
    ensure_seasons()
    bots = [make_bot(alice, "worm"), make_bot(charlie, "viper")]
    event = begin(olga, bots, stage("league", Kind.ROUND_ROBIN, options={"games": 3}))
    Playing(bots, 40)
    Playing(bots, 60, made=waiting(event)[0])
    return event


@pytest.fixture
def server(event, serve):
    return serve(ARBITER_PUBLIC_SECONDS="0.5")


@pytest.fixture
def other():
    site = Site()
    yield site
    site.close()


def own(event: Event) -> int:
    """The running match of the event."""
    running = Match.objects.filter(event_game__encounter__stage__event=event, state="running")
    return running.get().pk


def said(page, what: str) -> list[dict[str, Any]]:
    return [m for m in page.evaluate("window.heard") if m.get("says") == what]


def test_a_projector_shows_boards_of_its_event_alone(browser, event, olga, server):
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(f"{server.address}/events/open/projector/")
    board = page.locator(".is-large .wall-board")
    until(lambda: board.count() or page.wait_for_timeout(500))
    expect(board).to_have_attribute("data-match", str(own(event)))
    expect(page.locator(".wall-board")).to_have_count(1)
    expect(board.locator("[data-part=score]").first).not_to_be_empty()
    keep_picture(page, "projector-boards-1920")
    page.set_viewport_size({"width": 1280, "height": 720})
    keep_picture(page, "projector-boards-1280")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    talk.announce(event, olga, talk.Message("Lunch at noon", projector=5))
    strip = page.locator(".projector-strip")
    expect(strip).to_have_text("Lunch at noon")
    edge, boards = box_of(strip), box_of(page.locator(".wall-boards"))
    assert boards["y"] + boards["height"] <= edge["y"], "the strip covers no board"
    Match.objects.filter(pk=own(event)).update(audience=Audience.HIDDEN)
    expect(page.locator(".wall-board")).to_have_count(0, timeout=15_000)
    page.close()


@pytest.mark.parametrize("width", [640, 340])
def test_a_page_of_another_origin_follows_the_event(browser, event, other, width, server):
    page = browser.new_page()
    address = f"{server.address}/embed/events/open/"
    page.goto(other.add_html("/mine/", HOST.format(address=address, width=width)))
    assert until(lambda: said(page, "ready")) == [{"arbiter": 1, "says": "ready", "event": "open"}]
    frame = page.frame_locator("#event")
    expect(frame.locator(".wall-board")).to_have_attribute("data-match", str(own(event)))
    expect(frame.locator("[data-part=score]").first).not_to_be_empty()
    expect(frame.locator("#embed-now")).to_contain_text("Next: worm – viper")
    page.evaluate("say({arbiter: 1, do: 'resize'})")
    sizes = until(lambda: said(page, "size"))
    assert width - 20 <= sizes[-1]["width"] <= width
    assert 300 < sizes[-1]["height"] < 900
    page.evaluate("say({arbiter: 1, do: 'play', on: true}); say({do: 'resize'})")
    errors = until(lambda: said(page, "error"))
    assert [m["message"][:30] for m in errors] == ["The frame of an event follows "]
    inside = page.frames[1]
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert inside.evaluate(wide)
    keep_picture(page, f"embed-event-{width}")
    page.set_viewport_size({"width": width, "height": 560})
    page.goto(address)
    expect(page.locator(".wall-board")).to_have_count(1)
    assert page.locator("form").count() == 0
    check_page(page, width)
    page.close()


def test_other_pages_of_the_event_are_framed_nowhere(browser, event, other, server):
    page = browser.new_page()
    for path in ("/events/open/", "/events/open/projector/"):
        address = f"{server.address}{path}"
        page.goto(other.add_html("/mine/", HOST.format(address=address, width=640)))
        page.wait_for_timeout(800)
        assert page.frames[1].url.startswith("chrome-error:"), path
    page.close()
