"""Pages under a finger: targets are large enough, and a phone on its side keeps its window."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from ladder.seasons.current import ensure_seasons
from tests.browsing import box_of, context_for, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]
SMALL = """() => {
  const controls = "button, summary, select, input, a.button, .tabs a, .pagination a";
  return [...document.querySelectorAll(controls)].flatMap((each) => {
    const { width, height } = each.getBoundingClientRect();
    const label = each.matches("[type=checkbox], [type=radio]")
      && each.closest(".field-check, label");
    const tall = Math.max(height, label ? label.getBoundingClientRect().height : 0);
    return width && tall < 44 ? [`${each.outerHTML.slice(0, 90)}: ${tall}`] : [];
  });
}"""


@pytest.fixture
def page(browser: Any, transactional_db: Any, redis_client: Any, live_server: Any, olga: Any):
    ensure_seasons()
    how = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 664}}
    context = context_for(browser, live_server, olga, **how)
    errors: list[str] = []
    yield open_page(context, errors)
    context.close()
    assert errors == []


def test_a_finger_hits_the_controls_of_pages(page: Page):
    for address in ("/desk/", "/desk/queue/", "/settings/", "/games/snake/ladder/"):
        page.goto(address)
        assert page.evaluate("matchMedia('(pointer: coarse)').matches")
        assert page.evaluate(SMALL) == [], address
        assert page.evaluate("document.documentElement.scrollWidth") == 390, address
    page.goto("/rooms/new/?game=snake")
    play = box_of(page.get_by_role("button", name="Play now"))
    assert play
    assert play["y"] + play["height"] <= 664
    page.set_viewport_size({"width": 844, "height": 390})
    head = box_of(page.locator(".site-head"))
    assert head
    assert head["height"] <= 50
    assert page.evaluate("document.documentElement.scrollWidth") == 844
