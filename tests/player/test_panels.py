"""The frame in view, on the board and beside it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.xghj.tests import watched as xghj
from tests.browsing import box_of
from tests.player.match import Recording, record
from tests.player.page import (
    ROUNDS,
    SNAKE_MOVERS,
    Stage,
    drawn,
    expect_frame,
    frame_shown,
    loaded,
    part,
    pixel,
    place,
    search_for,
    until,
)

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("density", [pytest.param(1, marks=pytest.mark.nightly), 2])
def test_the_first_mover_is_yellow_and_the_second_blue_in_both_halves(
    stage: Stage, recording: Recording, density: int
):
    page = stage.open(stage.serve(recording), "?turn=1&ply=0", device_scale_factor=density)
    for game in recording.games:
        n = next(
            n
            for n in range(game["first"], len(recording.frames))
            if [len(snake["body"]) > 1 for snake in recording.views[n]["snakes"]] == [True, True]
        )
        page.goto(stage.site.url + "/m/" + search_for(recording, n))
        expect_frame(page, n)
        for snake in recording.views[n]["snakes"]:
            head, neck = snake["body"][:2]
            # Beside the eyes, towards the neck: plain colour.
            back = [(b - a) * 0.1 for a, b in zip(head, neck, strict=True)]
            assert pixel(page, *head, *back) == SNAKE_MOVERS[snake["owner"]]
        seats = [seat["index"] for seat in game["setup"]["seats"]]
        told = page.locator(".player-seat .player-role").all_text_contents()
        assert [told[seat] for seat in seats] == [
            "moves first, yellow on the board",
            "moves second, blue on the board",
        ]
        shown = {seat: f"rgb{color}" for seat, color in zip(seats, SNAKE_MOVERS, strict=True)}
        assert colors_of(page, ".player-seat > .seat-mark", "color") == [shown[0], shown[1]]
        page.get_by_role("tab", name="Chart").click()
        assert colors_of(page, ".player-graph polyline", "stroke") == [shown[n] for n in seats]
        assert colors_of(page, ".player-graph-words .seat-mark", "color") == [shown[0], shown[1]]


def colors_of(page: Page, selector: str, name: str) -> list[str]:
    """A computed colour of each of these elements."""
    found: list[str] = page.locator(selector).evaluate_all(
        "(all, name) => all.map((one) => getComputedStyle(one)[name])", name
    )
    return found


def test_the_items_of_any_round_are_seen_by_dragging_the_timeline(
    stage: Stage, recording: Recording
):
    page = stage.open(stage.serve(recording), search_for(recording, 5))
    expect_frame(page, 5)
    strip = page.locator(".player-forecast")
    expect(strip.locator("output")).to_have_text("round 3 (now)")
    line = strip.get_by_role("slider", name="Items by rounds")
    line.scroll_into_view_if_needed()
    box = box_of(line)
    assert box
    before = strip.locator(".player-forecast-board").screenshot()
    page.mouse.move(box["x"] + 9, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    chosen = int(line.input_value())
    assert 0.6 * ROUNDS < chosen < 0.8 * ROUNDS
    expect(strip.locator("output")).to_have_text(f"round {chosen}")
    lying = [i for i in recording.games[0]["scene"]["items"] if i[2] <= chosen < i[2] + 16]
    words = strip.locator(".player-forecast-words")
    for x, y, _, kind, param in lying:
        expect(words).to_contain_text(f"{'a ray' if kind == 2 else f'+{param}'} at ({x}, {y})")
    assert strip.locator(".player-forecast-board").screenshot() != before
    expect_frame(page, 5)
    strip.get_by_role("button", name="Back to this round").click()
    expect(strip.locator("output")).to_have_text("round 3 (now)")


def test_the_board_is_told_in_words(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), search_for(recording, 5))
    expect_frame(page, 5)
    event = recording.frames[5]["events"][1]
    words = re.compile(rf"snake {event['snake']} moves to \({event['to'][0]}, {event['to'][1]}\)")
    board = page.get_by_role("img", name=words)
    expect(board).to_have_count(1)
    expect(part(page, "status")).to_have_text(words)
    expect(part(page, "range")).to_have_attribute(
        "aria-valuetext", re.compile(r"round 3, ply \d of \d")
    )


def test_seats_show_score_cpu_and_how_a_program_ended(stage: Stage):
    recording = record(seed=3, rounds=30, fault_at=41)
    page = stage.open(stage.serve(recording), "?turn=1&ply=0")
    loaded(page, recording)
    expect(part(page, "end").first).to_be_hidden()
    page.keyboard.press("End")
    expect_frame(page, 41)
    loser = next(s for s, o in enumerate(recording.outcomes[0].seats) if o.end == "timeout")
    expect(part(page, "end").nth(loser)).to_contain_text("timed out")
    expect(part(page, "end").nth(1 - loser)).to_be_hidden()
    scores = recording.views[41]["scores"]
    assert [int(s) for s in part(page, "score").all_text_contents()] == scores
    micros = [0, 0]
    for frame in recording.frames[:42]:
        for seat, used in frame.get("cpu", {}).items():
            micros[int(seat)] += used
    told = part(page, "used").all_text_contents()
    assert told == [f"CPU {used / 1000:.1f} ms" for used in micros]


def test_scores_stay_with_their_seats_when_the_second_half_swaps_them(
    stage: Stage, recording: Recording
):
    n = len(recording.frames) - 1
    page = stage.open(stage.serve(recording), search_for(recording, n))
    expect_frame(page, n)
    swapped = recording.views[n]["scores"][::-1]
    assert [int(s) for s in part(page, "score").all_text_contents()] == swapped


def test_the_events_tab_is_in_step_and_leads_to_its_frames(stage: Stage, recording: Recording):
    n = recording.find("split")
    page = stage.open(stage.serve(recording), search_for(recording, n))
    loaded(page, recording)
    current = page.locator('.player-lines [aria-current="step"]')
    expect(current).to_contain_text("splits off snake")
    page.locator(".player-lines button").last.click()
    expect_frame(page, recording.games[1]["first"] - 1)
    expect(current).to_contain_text("The last round is played")


def test_the_chart_has_a_line_for_each_seat_and_marks_the_turn(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), search_for(recording, 60))
    loaded(page, recording)
    page.get_by_role("tab", name="Chart").click()
    lines = page.locator(".player-graph polyline")
    expect(lines).to_have_count(2)
    points = lines.first.get_attribute("points") or ""
    assert len(points.split()) == ROUNDS
    expect(page.locator(".player-graph-words")).to_contain_text(f"Round {place(recording, 60)[1]}:")
    graph = page.locator(".player-graph")
    box = box_of(graph)
    assert box
    graph.click(position={"x": box["width"] * 0.6, "y": box["height"] / 2})
    turn = int((part(page, "turn").text_content() or "").split()[1].split("/")[0])
    assert 0.45 * ROUNDS < turn < 0.65 * ROUNDS


def test_tabs_are_worked_by_arrows(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), search_for(recording, 20))
    expect_frame(page, 20)
    page.get_by_role("tab", name="Events").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Info")).to_be_focused()
    expect(page.get_by_role("tabpanel", name="Info")).to_contain_text("Seed")
    expect_frame(page, 20)


def test_a_click_on_a_tab_leaves_the_arrows_to_the_turns(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), search_for(recording, 20))
    expect_frame(page, 20)
    chart, info = (page.get_by_role("tab", name=name) for name in ("Chart", "Info"))
    chart.click()
    page.keyboard.press("ArrowRight")
    expect_frame(page, 21)
    page.keyboard.press("Home")
    expect_frame(page, 0)
    expect(chart).to_have_attribute("aria-selected", "true")
    # The keyboard's focus moves among the tabs, until a pointer presses one.
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(chart).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(info).to_be_focused()
    expect_frame(page, 0)
    chart.click()
    page.keyboard.press("ArrowRight")
    expect_frame(page, 1)


def test_a_caption_is_whole_while_the_match_is_paused(stage: Stage):
    countries = xghj.match(8, seed=1, constants={**xghj.QUICK, "max_round": 8})
    n = len(countries.frames) - 2
    page = stage.open(stage.serve(countries), search_for(countries, n))
    cut = "e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1"
    lines = "e => Math.round(e.clientHeight / parseFloat(getComputedStyle(e).lineHeight))"
    for width, most in ((1280, 2), (390, 3)):
        page.set_viewport_size({"width": width, "height": 800})
        page.reload()
        expect_frame(page, n)
        caption = part(page, "caption")
        expect(caption).to_have_attribute("title", re.compile(r"Bombs .* hands"))
        assert not caption.evaluate(cut), width
        assert caption.evaluate(lines) >= 2, width
        page.locator(".player").evaluate("e => e.classList.add('is-playing')")
        assert caption.evaluate(lines) <= most, width


def test_the_log_is_fetched_when_it_is_opened_and_keeps_step(stage: Stage, recording: Recording):
    lines = [{"seat": 0, "game": 0, "turn": t, "text": f"thinking about {t}"} for t in (1, 5, 9)]
    lines.append({"seat": 0, "game": 1, "turn": 2, "text": "again", "cut": True})
    stage.site.add_json("/log", {"lines": lines})
    logs = {"log_url": "/log"}
    socket = stage.serve(recording)
    n = next(f["n"] for f in recording.frames if f["turn"] == 7)
    page = stage.open(socket, search_for(recording, n), config=logs)
    expect_frame(page, n)
    page.get_by_role("tab", name="Log").click()
    panel = part(page, "log")
    expect(panel.locator("li")).to_have_count(4)
    expect(panel.locator('[aria-current="step"]')).to_contain_text("thinking about 5")
    expect(panel.locator("li").last).to_contain_text("cut here")
    panel.get_by_text("thinking about 9").click()
    expect(part(page, "turn")).to_have_text(f"round 9/{ROUNDS}")


def test_a_log_that_cannot_be_had_says_so_and_can_be_tried_again(
    stage: Stage, recording: Recording
):
    logs = {"log_url": "/no-log"}
    page = stage.open(stage.serve(recording), search_for(recording, 20), config=logs)
    expect_frame(page, 20)
    page.get_by_role("tab", name="Log").click()
    expect(part(page, "log")).to_contain_text("could not be loaded: the server answered 404")
    line = {"seat": 0, "game": 0, "turn": 1, "text": "here"}
    stage.site.add_json("/no-log", {"lines": [line]})
    page.get_by_role("tab", name="Log").click()
    expect(part(page, "log").locator("li")).to_have_text(re.compile("here"))


def test_a_paused_player_draws_nothing(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), search_for(recording, 20))
    loaded(page, recording)
    count = """() => new Promise((done) => {
      const original = window.requestAnimationFrame;
      let calls = 0;
      window.requestAnimationFrame = (f) => { calls += 1; return original(f); };
      setTimeout(() => { window.requestAnimationFrame = original; done(calls); }, 400);
    })"""
    page.wait_for_timeout(300)
    assert page.evaluate(count) == 0
    page.keyboard.press(" ")
    assert page.evaluate(count) > 3


def test_a_finished_match_plays_by_itself_unless_motion_is_unwelcome(
    stage: Stage, recording: Recording
):
    socket = stage.serve(recording)
    still = stage.open(socket, calm=True)
    loaded(still, recording)
    page = stage.open(socket)
    until(lambda: frame_shown(page) > 2)
    assert frame_shown(still) == 0


def test_a_tap_plays_and_a_swipe_steps(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), search_for(recording, 20), (390, 844))
    expect_frame(page, 20)
    box = box_of(part(page, "board"))
    assert box
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 205)
    page.mouse.up()
    expect_frame(page, 21)
    part(page, "board").click()
    expect(page.locator('[data-do="play"]')).to_have_attribute("aria-label", "Pause")


def test_no_width_scrolls_sideways_and_the_controls_stay_in_sight(
    stage: Stage, recording: Recording
):
    page = stage.open(stage.serve(recording), search_for(recording, 40))
    loaded(page, recording)
    for width in (360, 390, 768, 1024, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        drawn(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = page.locator(".player-bar button:visible").evaluate_all(
            "buttons => buttons.map((button) => button.getBoundingClientRect().toJSON())"
        )
        assert boxes, width
        for box in boxes:
            assert box["left"] >= 0, width
            assert box["right"] <= width
            assert box["bottom"] <= 800, width


def test_a_phone_on_its_side_has_the_board_and_the_bar_in_the_window(
    stage: Stage, recording: Recording
):
    page = stage.open(stage.serve(recording), search_for(recording, 40), (844, 390))
    loaded(page, recording)
    board, bar = box_of(part(page, "board")), box_of(page.locator(".player-bar"))
    assert board
    assert bar
    for box in (board, bar):
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 390
    assert bar["x"] >= board["x"] + board["width"]
    assert board["height"] >= 200
    assert page.evaluate("document.documentElement.scrollWidth") <= 844


def test_seats_of_one_name_are_told_apart(stage: Stage, recording: Recording):
    seats = [{"name": "ada", "url": "/bots/ada/"}] * 2
    n = recording.find("split")
    page = stage.open(stage.serve(recording), search_for(recording, n), config={"seats": seats})
    loaded(page, recording)
    names = part(page, "view").locator("option").all_text_contents()
    assert names == ["All", "ada (1)", "ada (2)"]
    expect(part(page, "caption")).to_contain_text(re.compile(r"ada \([12]\)'s snake"))
    expect(page.locator(".player-lines li").first).to_contain_text(re.compile(r"ada \([12]\)'s"))
    page.get_by_role("tab", name="Chart").click()
    words = page.locator(".player-graph-words")
    expect(words).to_contain_text("ada (1)")
    expect(words).to_contain_text("ada (2)")
