"""On a phone, upright or on its side, the board and the controls fit into the window."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from games.registry import OURS
from tests.play.questions import next_question
from tests.play.stage import PHONE, Stage, part
from tests.play.table import setup_for
from tests.player.page import until

pytestmark = pytest.mark.browser

LANDSCAPE = (844, 390)
HEADER = '<div style="height: 137px">The site\'s header</div>'


EDGES = """(all) => all.map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom];
})"""


def bounds(page: Page, name: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom in the window."""
    ((left, top, right, bottom),) = part(page, name).evaluate_all(EDGES)
    return left, top, right, bottom


def inside(found: tuple[float, float, float, float], size: tuple[int, int]) -> bool:
    left, top, right, bottom = found
    return left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]


@pytest.mark.parametrize("game", OURS.values(), ids=list(OURS))
def test_board_and_controls_are_in_the_window_together(stage: Stage, game):
    names = tuple(f"p{n}" for n in range(game.rulesets[0].seats))
    page = stage.open(stage.table(game, setup_for(game, names), patience=600), PHONE, above=HEADER)
    next_question(page, None)
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


def test_all_keys_of_lost_in_space_are_in_the_window_of_a_phone_on_its_side(stage: Stage):
    game = OURS["lost_in_space"]
    page = stage.open(
        stage.table(game, setup_for(game, ("p0", "p1", "p2", "p3")), patience=600), LANDSCAPE
    )
    next_question(page, None)
    keys = page.locator(".play-controls .play-key")
    assert keys.count() == 28
    until(lambda: all(inside(edges, LANDSCAPE) for edges in keys.evaluate_all(EDGES)))
    assert all(bottom - top >= 40 for _, top, _, bottom in keys.evaluate_all(EDGES))
