"""Drawings of bots on the page of a match: on the board, in the chart and in the log."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.player.match import Recording, record
from tests.player.page import Stage, address, drawn, expect_frame, part, pixel, search_for, until

pytestmark = pytest.mark.browser
TURN = 4
CORNERS = ([0, 0], [15, 15])


def line(turn: int, seat: int = 0, game: int = 0, **drawing) -> dict[str, object]:
    return {"seat": seat, "game": game, "turn": turn, "text": f"#draw {json.dumps(drawing)}\n"}


LOG = [
    {"seat": 0, "game": 0, "turn": 3, "text": "plain words\n"},
    line(TURN, cells=CORNERS, color="red", layer="danger", mark="a plan"),
    line(TURN, arrows=[[3, 3, 9, 3]], circles=[[8, 8, 2]], texts=[[8, 8, "core"]]),
    line(TURN, cells="everywhere"),
    *(line(turn, series={"value": turn / 2}) for turn in range(1, 9)),
    line(TURN, seat=1, cells=[[5, 5]], color="green"),
]


@pytest.fixture
def page(stage: Stage, recording: Recording) -> Page:
    stage.site.add_json("/log", {"lines": LOG})
    at = next(n for n, frame in enumerate(recording.frames) if frame["turn"] == TURN)
    page = stage.open(stage.serve(recording), search_for(recording, at), config={"log_url": "/log"})
    expect_frame(page, at)
    expect(part(page, "layer-list").get_by_label("danger · ada")).to_be_attached()
    drawn(page)
    return page


def is_reddish(page: Page, x: int, y: int) -> bool:
    red, green, blue = pixel(page, x, y)
    return red > green + 20 and red > blue + 20


def test_shapes_are_on_the_board_in_their_turn_alone(page: Page, recording: Recording):
    until(lambda: is_reddish(page, *CORNERS[0]))
    assert is_reddish(page, *CORNERS[1])
    page.keyboard.press("Home")
    until(lambda: not is_reddish(page, *CORNERS[0]))


def test_layers_are_switched_and_kept_in_the_address(page: Page):
    until(lambda: is_reddish(page, *CORNERS[0]))
    part(page, "layers").locator("summary").click()
    layers = part(page, "layer-list")
    assert layers.get_by_label("drawing · bix").is_checked()
    layers.get_by_label("danger · ada").uncheck()
    until(lambda: not is_reddish(page, *CORNERS[0]))
    until(lambda: "draw-0-drawing" in address(page))
    assert "draw-0-danger" not in address(page)
    page.reload()
    expect(part(page, "layer-list").get_by_label("danger · ada")).to_be_attached()
    drawn(page)
    assert not part(page, "layer-list").get_by_label("danger · ada").is_checked()
    assert not is_reddish(page, *CORNERS[0])


def test_numbers_are_a_line_of_the_chart(page: Page):
    page.get_by_role("tab", name="Chart").click()
    page.get_by_label("value").check()
    expect(page.locator(".player-graph-words")).to_contain_text(f"ada {TURN / 2:g}")
    expect(page.locator(".player-graph-words")).to_contain_text("bix ?")
    expect(page.get_by_text("Some values are hidden")).to_be_hidden()
    page.get_by_label("Points").check()
    expect(page.locator(".player-graph-words")).not_to_contain_text("?")


def test_the_log_folds_drawings_and_names_those_that_are_wrong(page: Page):
    page.get_by_role("tab", name="Log").click()
    log = part(page, "log")
    expect(log).to_contain_text("plain words")
    expect(log).to_contain_text("⚑ a plan")
    expect(log).to_contain_text("cells is a list of lists with 2 numbers")
    expect(log).not_to_contain_text("#draw")


def test_a_page_without_a_log_asks_for_nothing(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), config={"log_url": None})
    expect(part(page, "layer-list").locator("input")).to_have_count(3)


def test_a_live_match_shows_drawings_when_it_is_over(stage: Stage):
    recording = record(seed=3, rounds=6)
    stage.site.add_json("/log", {"lines": []})
    socket = stage.serve(recording, known=5)
    page = stage.open(socket, config={"log_url": "/log"})
    expect(part(page, "layer-list").locator("input")).to_have_count(3)
    stage.site.add_json("/log", {"lines": [line(2, cells=CORNERS, layer="late")]})
    socket.finish()
    expect(part(page, "layer-list").get_by_label("late · ada")).to_be_attached()
