"""The browser's state is the judger's, and whatever a game says is only ever text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.outside.telling import Telling
from tests.player.page import Site, open_browser

pytestmark = pytest.mark.browser

NASTY = '<img src=x onerror="window.broken = true"><script>window.broken = true</script>'
SEATS = [{"number": n, "name": name, "url": f"/{name}/"} for n, name in enumerate(("ann", "ben"))]


def frames() -> Iterator[tuple[dict[str, Any], Any]]:
    """The frames of a short match, each with the state after it."""
    telling = Telling(2)
    events: list[list[Any]] = [[]]
    states = [telling.key()]

    def happens(event: Any) -> None:
        events.append([event])
        states.append(telling.key())

    happens(telling.turn(1, [0], [0, 0]))
    happens(telling.watch(json.dumps({"turn": 3, "scores": [1, 0], "status": ["up", NASTY]})))
    happens(telling.turn(2, [0, 1], [1, 0]))
    happens(telling.error(1, "time_out", NASTY))
    happens(telling.watch(NASTY))
    happens(telling.watch(json.dumps({"board": [[1, 2], [3, 4]], "note": "x" * 300})))
    happens(telling.end([1, 2.5]))
    turn = 0
    for n, (happened, state) in enumerate(zip(events, states, strict=True)):
        turn = state["state"]
        frame = {"type": "frame", "n": n, "game": 0, "turn": turn, "events": happened}
        if n == 0:
            seats = [{"index": 0}, {"index": 1}]
            frame |= {"setup": {"seats": seats}, "scene": {"seats": 2}, "key": state}
        yield frame, state
    assert turn == 2


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.close()


@pytest.fixture(scope="module")
def page(site: Site) -> Iterator[Page]:
    with open_browser() as browser:
        yield browser.new_page()


FOLLOW = """async ([address, frames]) => {
  const { apply } = await import(address);
  const states = [];
  for (const frame of frames) states.push(frame.key ?? apply(states.at(-1), frame.events));
  return states;
}"""


def test_apply_reaches_the_judgers_own_state(page: Page, site: Site):
    page.goto(site.add_html("/", ""))
    made = list(frames())
    reached = page.evaluate(FOLLOW, ["/static/games/outside/view.js", [frame for frame, _ in made]])
    assert reached == [state for _, state in made]


def test_a_match_is_shown_and_its_texts_are_no_markup(page: Page, site: Site):
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    made = [frame for frame, _ in frames()]
    config = {
        "match": 1,
        "frames": site.add_json("/frames.json", {"frames": made}),
        "view": "/static/games/outside/view.js",
        "state": "finished",
        "title": "ann against ben",
        "seats": SEATS,
        "log_url": None,
        "info": [],
    }
    page.goto(site.add_player("/match", config))
    page.get_by_role("button", name="To the end").click()
    expect(page.locator('[data-part="turn"]')).to_have_text("turn 2/?")
    expect(page.locator('[data-part="score"]')).to_have_text(["1", "2.5"])
    expect(page.locator('[data-part="events"]')).to_contain_text(f"ben is too late: {NASTY}")
    expect(page.locator('[data-part="pieces"]').nth(1)).to_contain_text("1 late or failed")
    for step in range(len(made)):
        page.keyboard.press("ArrowLeft")
        assert step >= 0
    assert page.evaluate("window.broken") is None
    assert page.locator("img").count() == 0
    painted = page.evaluate(
        """() => {
          const board = document.querySelector('[data-part="board"]');
          const { data } = board.getContext("2d").getImageData(0, 0, board.width, board.height);
          return new Set(new Uint32Array(data.buffer)).size;
        }"""
    )
    assert painted > 3
    assert errors == []
