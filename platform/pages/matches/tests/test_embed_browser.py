"""The embedded player in a page of another origin, in a real browser, with real sockets."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from arbiter.tests.hashed import hashed as hashed
from ladder.tests.play import make_bot
from matches.services import create_match
from matches.tests.recorded import recorded
from tests.browsing import box_of, check_access
from tests.player.page import ROOT, Site, until

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("server")]

HOST = """
<h1>Somebody's own page</h1>
<iframe id="match" src="{address}" width="{width}" height="560" title="A match"></iframe>
<script>
  window.heard = [];
  addEventListener("message", ({{data}}) => window.heard.push(data));
  window.say = (data) => document.getElementById("match").contentWindow.postMessage(data, "*");
</script>
"""


@pytest.fixture
def match(transactional_db, redis_client, hashed, alice, charlie):
    bots = [make_bot(alice, "worm"), make_bot(charlie, "viper")]
    versions = [bot.active_version for bot in bots if bot.active_version]
    return recorded(create_match("snake", "blitz", "ladder", versions))


@pytest.fixture
def server(match, serve):
    return serve()


@pytest.fixture
def other():
    site = Site()
    yield site
    site.close()


def said(page, what: str) -> list[dict[str, Any]]:
    return [m for m in page.evaluate("window.heard") if m.get("says") == what]


@pytest.mark.parametrize("width", [640, 340])
def test_a_page_of_another_origin_moves_the_match(browser, match, other, width, server):
    page = browser.new_page()
    address = f"{server.address}/embed/matches/{match.pk}/"
    page.goto(other.add_html("/mine/", HOST.format(address=address, width=width)))
    until(lambda: said(page, "ready"))
    frame = page.frame_locator("#match")
    page.evaluate("say({arbiter: 1, do: 'play', on: false})")
    page.evaluate("say({arbiter: 1, do: 'turn', turn: 12})")
    until(lambda: [m for m in said(page, "place") if (m["game"], m["turn"]) == (1, 12)])
    expect(frame.locator('[data-part="turn"]')).to_contain_text(" 12/")
    page.evaluate("say({arbiter: 1, do: 'turn', turn: 'x'}); say({do: 'turn', turn: 3})")
    errors = until(lambda: said(page, "error"))
    assert [m["message"] for m in errors] == ["turn is a whole number from 0."]
    page.evaluate("say({arbiter: 1, do: 'resize'})")
    sizes = until(lambda: said(page, "size"))
    assert all(width / 2 < size["height"] < 2000 for size in sizes)
    inside = page.frames[1]
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert inside.evaluate(wide)
    page.set_viewport_size({"width": width, "height": 560})
    page.goto(address)
    expect(page.locator('[data-part="turn"]')).not_to_be_empty()
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="Clip")).to_have_count(0)
    assert page.locator("form").count() == 1  # closes the list of keys
    check_access(page)
    if width == 640:
        _shows_board_names_and_scores(page)
    page.close()


def _shows_board_names_and_scores(page: Page) -> None:
    """All of it in a frame of 640 × 480 px, without scrolling."""
    page.set_viewport_size({"width": 640, "height": 480})
    assert page.evaluate("document.documentElement.scrollHeight") <= 480
    (board,) = page.locator('[data-part="board"]').all()
    assert box_of(board)["height"] >= 200
    for name in (".player-who", '[data-part="score"]'):
        found = page.locator(name).all()
        assert len(found) == 2
        for each in found:
            expect(each).not_to_be_empty()
            expect(each).to_be_in_viewport(ratio=1)


def test_the_frame_hears_its_own_page_alone(browser, match, other, server):
    page = browser.new_page()
    address = f"{server.address}/embed/matches/{match.pk}/?turn=3"
    page.goto(other.add_html("/mine/", HOST.format(address=address, width=640)))
    until(lambda: said(page, "ready"))
    # A frame beside it reaches it by its name, and is not its page.
    page.evaluate(
        """() => {
          const third = document.createElement("iframe");
          document.body.append(third);
          const script = "parent.frames[0].postMessage({arbiter: 1, do: 'nothing'}, '*')";
          third.contentWindow.eval(script);
        }"""
    )
    page.evaluate("say({arbiter: 1, do: 'turn', turn: 'wrong'})")
    errors = until(lambda: said(page, "error"))
    assert [m["message"] for m in errors] == ["turn is a whole number from 0."]
    page.close()


def test_no_other_page_lets_itself_be_framed(browser, match, other, server):
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda m: complaints.append(m.text))
    address = f"{server.address}/matches/{match.pk}/"
    page.goto(other.add_html("/mine/", HOST.format(address=address, width=640)))
    until(lambda: any("frame-ancestors" in text for text in complaints))
    page.close()


def test_the_code_of_the_documents_moves_and_resizes_a_frame(browser, match, other, server):
    code = (ROOT / "docs/embedding.md").read_text().split("```js\n")[1].split("```")[0]
    page = browser.new_page()
    address = f"{server.address}/embed/matches/{match.pk}/"
    host = HOST.format(address=address, width=640)
    page.goto(other.add_html("/mine/", f"{host}<script>{code}</script>"))
    until(lambda: page.locator("#match").get_attribute("height") != "560")
    until(lambda: [m for m in said(page, "place") if m["turn"] > 0 and not m["playing"]])
    page.close()
