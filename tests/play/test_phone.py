"""On a phone, upright or on its side, the board and the controls fit into the window."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from games.registry import OURS
from tests.play.stage import PHONE, Stage, part
from tests.play.table import setup_for
from tests.player.page import until

pytestmark = pytest.mark.browser

LANDSCAPE = (844, 390)
HEADER = '<div style="height: 137px">The site\'s header</div>'


def bounds(page: Page, name: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom in the window."""
    box = part(page, name).bounding_box()
    assert box
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def inside(found: tuple[float, float, float, float], size: tuple[int, int]) -> bool:
    left, top, right, bottom = found
    return left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]


@pytest.mark.parametrize("game", OURS.values(), ids=list(OURS))
def test_board_and_controls_are_in_the_window_together(stage: Stage, game):
    names = tuple(f"p{n}" for n in range(game.rulesets[0].seats))
    page = stage.open(stage.table(game, setup_for(game, names), patience=600), PHONE, above=HEADER)
    until(lambda: page.locator("[data-asked]").count())
    for name in ("turn", "board", "controls"):
        until(lambda name=name: inside(bounds(page, name), PHONE))
    assert bounds(page, "board")[3] - bounds(page, "board")[1] >= 230
    page.set_viewport_size({"width": LANDSCAPE[0], "height": LANDSCAPE[1]})
    for name in ("turn", "board"):
        until(lambda name=name: inside(bounds(page, name), LANDSCAPE))
    hand = page.locator(".play-hand").bounding_box()
    assert hand
    assert hand["y"] >= 0
    assert hand["y"] + hand["height"] <= LANDSCAPE[1]
    assert page.evaluate("document.documentElement.scrollWidth") == LANDSCAPE[0]
