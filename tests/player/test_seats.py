"""Many seats and teams: the leaderboard, the fog of each, the chart; on desks and phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.generals.tests.watched import match
from tests.browsing import box_of
from tests.player.match import NAMES, Recording
from tests.player.page import Stage, address, drawn, expect_frame, loaded, part, search_for, until

pytestmark = pytest.mark.browser

N = 150


@pytest.fixture(scope="module")
def crowd() -> Recording:
    return match((0,) * 16, seed=2, size=(24, 24), halfturns=160)


@pytest.fixture(scope="module")
def pairs() -> Recording:
    return match((1, 1, 2, 2), seed=2, halfturns=160)


def test_seats_stand_in_the_order_of_the_leaderboard(stage: Stage, crowd: Recording):
    page = stage.open(stage.serve(crowd), search_for(crowd, N))
    expect_frame(page, N)
    ranking = [p for team in crowd.views[N]["ranking"] for p in team[3]]
    rows = part(page, "seats").locator(".player-seat")
    expect(rows).to_have_count(16)
    shown = rows.evaluate_all(
        """rows => rows.map((row) => ({
          name: row.querySelector(".player-who a").innerText, out: row.matches(".is-out"),
          top: row.getBoundingClientRect().top, land: row.querySelector(".player-cell").innerText
        }))"""
    )
    assert [NAMES.index(row["name"]) for row in shown] == [*range(16)]
    tops = [row["top"] for row in shown]
    assert sorted(range(16), key=tops.__getitem__) == [player - 1 for player, *_ in ranking]
    for player, out, land, _ in ranking:
        row = shown[player - 1]
        assert row["land"] == str(land)
        assert row["out"] == bool(out)


def test_the_leaderboard_follows_the_frame_in_view(stage: Stage, crowd: Recording):
    page = stage.open(stage.serve(crowd), "?turn=1&ply=0")
    expect_frame(page, 0)
    first = part(page, "seats").locator(".player-seat .player-cell").first
    expect(first).to_have_text("1")
    page.keyboard.press("End")
    land = next(p[2] for team in crowd.views[-1]["ranking"] for p in team[3] if p[0] == 1)
    expect(first).to_have_text(str(land))


def test_teams_have_a_line_of_their_own_above_their_members(stage: Stage, pairs: Recording):
    page = stage.open(stage.serve(pairs), search_for(pairs, N))
    expect_frame(page, N)
    expected = []
    for team, land, _, players in pairs.views[N]["ranking"]:
        expected += [f"team {team}", *(NAMES[player - 1] for player, *_ in players)]
        line = part(page, "seats").locator(".player-team", has_text=f"team {team}")
        expect(line.locator(".player-cell").first).to_have_text(str(land))
    lines = part(page, "seats").locator(".player-team .player-who, .player-seat .player-who a")
    found = sorted((box_of(line)["y"], line.text_content()) for line in lines.all())
    assert [text for _, text in found] == expected
    _long_names_leave_ratings_whole(page)


def _long_names_leave_ratings_whole(page: Page) -> None:
    rows = part(page, "seats").locator(".player-seat .player-who")
    cut = rows.evaluate_all(
        """rows => rows.map((row) => {
          row.querySelector("a").textContent = "somebody/a-name-of-many-letters";
          const rating = row.querySelector(".player-rating");
          rating.textContent = "1614 ± 120 +12";
          return rating.getBoundingClientRect().right > row.getBoundingClientRect().right + 1
            || row.scrollWidth > row.clientWidth;
        })"""
    )
    assert cut == [False] * 4


BOXES = """rows => rows.map((row) => [".player-who", ".player-cell"].reduce(
  (boxes, inner) => [...boxes, row.querySelector(inner).getBoundingClientRect().toJSON()],
  [row.getBoundingClientRect().toJSON()]))"""


def test_sixteen_seats_fit_the_page(stage: Stage, crowd: Recording):
    page = stage.open(stage.serve(crowd), search_for(crowd, N))
    loaded(page, crowd)
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        rows = part(page, "seats").locator(".player-seat").evaluate_all(BOXES)
        assert len(rows) == 16
        for row, name, cell in rows:
            assert row["left"] >= 0
            assert row["right"] <= width
            assert name["width"] >= 40
            assert name["right"] <= cell["left"] + 1, "nothing lies over the numbers"
    page.get_by_role("tab", name="Chart").click()
    expect(page.locator(".player-graph polyline")).to_have_count(16)
    words = page.locator(".player-graph-words")
    for name in NAMES:
        expect(words).to_contain_text(name)


def test_the_fog_of_each_seat_can_be_chosen_and_stands_in_the_address(
    stage: Stage, pairs: Recording
):
    # Team-mates see the same, but for the orders that each of them has given.
    page = stage.open(stage.serve(pairs), search_for(pairs, N) + "&layers=sums")
    expect_frame(page, N)
    board = part(page, "board")

    def look(choice: str) -> str:
        part(page, "view").select_option(label=choice)
        drawn(page)
        return str(board.evaluate("(canvas) => canvas.toDataURL()"))

    pictures = {name: look(name) for name in ("All", *NAMES[:4])}
    assert pictures["ada"] == pictures["bix"]
    assert pictures["cleo"] == pictures["dora"]
    assert len(set(pictures.values())) == 3
    until(lambda: "view=4" in address(page))


def test_the_fog_can_be_chosen_while_the_match_runs(stage: Stage, pairs: Recording):
    socket = stage.serve(pairs, known=60)
    page = stage.open(socket)
    until(lambda: part(page, "range").input_value() == "59")
    part(page, "view").select_option(label="cleo")
    fogged = part(page, "board").evaluate("(canvas) => canvas.toDataURL()")
    socket.play_to(66)
    until(lambda: part(page, "range").input_value() == "65", seconds=20)
    assert part(page, "board").evaluate("(canvas) => canvas.toDataURL()") != fogged
    expect(part(page, "view")).to_have_value("2")
    expect(part(page, "live")).to_have_text("live")


def test_a_turn_of_one_step_has_no_plies(stage: Stage, pairs: Recording):
    page = stage.open(stage.serve(pairs), search_for(pairs, N))
    expect_frame(page, N)
    expect(part(page, "caption")).to_contain_text(f"Half-turn {N}: ")
