"""The page on which a person plays: questions and answers, the clock, the line, the end."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.game import Patience
from games.registry import GAMES
from games.tests.crowd import GAME as CROWD
from tests.play.questions import next_question
from tests.play.stage import DESKTOP, PHONE, Stage, part
from tests.play.table import Table, setup_for
from tests.player.page import drawn, until

pytestmark = pytest.mark.browser

SNAKE = GAMES["snake"]
DUEL = setup_for(SNAKE, ("ada", "bix"), "blitz", rounds=6)


def asked(page: Page) -> str | None:
    found: str | None = page.locator("[data-play]").get_attribute("data-asked")
    return found


def turn(page: Page) -> Any:
    return part(page, "turn")


def go(page: Page, key: str) -> None:
    """Press a key, and wait for the next question."""
    before = next_question(page, None)
    page.keyboard.press(key)
    next_question(page, before)


def actions(table: Table) -> list[Any]:
    return [message["action"] for message in table.heard if message["type"] == "action"]


def patient(game: Any, seconds: float, otherwise: Any = None) -> Any:
    """The same game with other patience."""
    return type("Patient", (type(game),), {"patience": Patience(seconds, otherwise)})()


@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.nightly), PHONE])
def test_a_match_is_played_from_its_first_question_to_its_result(stage: Stage, size):
    table = stage.table(SNAKE, DUEL)
    page = stage.open(table, size, calm=False)
    expect(turn(page)).to_have_text("Your turn")
    ways = {0: ["ArrowRight", "ArrowDown"], 1: ["ArrowLeft", "ArrowUp"]}
    number, answers = None, 0
    while (number := next_question(page, number)) is not None:
        seat = next(m["seat"] for m in reversed(table.told) if m["type"] == "start")
        page.keyboard.press(ways[seat][answers % 2])
        answers += 1
    expect(turn(page)).to_have_text(table_result(table))
    expect(part(page, "after").get_by_role("link", name="Back to the room")).to_be_visible()
    expect(part(page, "leave")).to_be_hidden()
    expect(part(page, "said")).to_have_text(table_result(table))
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def table_result(table: Table) -> str:
    outcome = next(m["outcome"] for m in table.told if m["type"] == "over")
    return "You win" if outcome["seats"][table.index]["rank"] == 1 else "You lose"


def test_what_others_did_and_what_is_asked_are_read_out(stage: Stage):
    page = stage.open(stage.table(SNAKE, DUEL, act=lambda engine, seat: 2))
    said = part(page, "said")
    assert said.get_attribute("aria-live") == "polite"
    expect(said).to_have_text(
        "Your turn with snake 0 at (0, 15), round 1. It can go right, up (leaves the board and "
        "dies), left (leaves the board and dies), down."
    )
    go(page, "ArrowRight")
    expect(said).to_contain_text(
        "bix's snake 1 moves to (15, 1). Your turn with snake 0 at (1, 15)"
    )
    expect(part(page, "where")).to_have_text("round 2 of 6")


def test_the_page_shows_the_same_after_a_reload(stage: Stage):
    table = stage.table(SNAKE, DUEL, act=lambda engine, seat: 2)
    page = stage.open(table)
    for key in ("ArrowRight", "ArrowDown", "ArrowRight"):
        go(page, key)
    before = asked(page)
    drawn(page)
    picture = board(page)
    page.reload()
    until(lambda: asked(page) == before)
    expect(part(page, "where")).to_have_text("round 4 of 6")
    until(lambda: board(page) == picture)
    assert len(actions(table)) == 3


def board(page: Page) -> str:
    found: str = part(page, "board").evaluate("canvas => canvas.toDataURL()")
    return found


def test_a_lost_line_is_told_and_an_answer_that_was_given_meanwhile_arrives(stage: Stage):
    table = stage.table(SNAKE, DUEL, act=lambda engine, seat: 2)
    page = stage.open(table)
    expect(turn(page)).to_have_text("Your turn")
    table.refuse = True
    table.cut()
    expect(part(page, "notice")).to_contain_text("connection is lost")
    before = asked(page)
    page.keyboard.press("ArrowRight")
    assert actions(table) == []
    table.refuse = False
    until(lambda: actions(table) == [1], seconds=30)
    expect(part(page, "notice")).to_be_hidden()
    until(lambda: asked(page) not in (None, before))
    expect(part(page, "where")).to_have_text("round 2 of 6")


def test_a_line_that_is_cut_while_an_answer_is_on_its_way_costs_nothing(stage: Stage):
    table = stage.table(SNAKE, DUEL, act=lambda engine, seat: 2)
    page = stage.open(table)
    expect(turn(page)).to_have_text("Your turn")
    table.hold = True
    page.keyboard.press("ArrowRight")
    until(lambda: actions(table) == [1])
    table.cut()
    until(lambda: len(actions(table)) > 1, seconds=30)
    table.release()
    expect(part(page, "where")).to_have_text("round 2 of 6")
    expect(part(page, "refusal")).to_be_hidden()
    go(page, "ArrowDown")
    expect(part(page, "where")).to_have_text("round 3 of 6")


def test_two_pages_of_one_seat_keep_in_step(stage: Stage):
    table = stage.table(SNAKE, DUEL, act=lambda engine, seat: 2)
    first, second = stage.open(table), stage.open(table)
    expect(turn(second)).to_have_text("Your turn")
    go(first, "ArrowRight")
    until(lambda: asked(second) == asked(first))
    go(second, "ArrowDown")
    until(lambda: asked(second) == asked(first))
    expect(part(first, "where")).to_have_text("round 3 of 6")


def seconds_left(page: Page) -> int:
    minutes, seconds = (part(page, "left").text_content() or "9:99").split(":")
    return 60 * int(minutes) + int(seconds)


def test_the_clock_runs_down_by_the_servers_time(stage: Stage):
    """This machine's own clock is a minute fast."""
    table = stage.table(patient(SNAKE, 40), DUEL, act=lambda engine, seat: 2, clock_ms=-60_000)
    page = stage.open(table)
    expect(turn(page)).to_have_text("Your turn")
    first = seconds_left(page)
    assert 10 < first <= 40
    assert part(page, "clock").get_attribute("role") == "timer"
    until(lambda: seconds_left(page) < first - 1)
    before = seconds_left(page)
    go(page, "ArrowRight")
    assert before < seconds_left(page) <= 40


def test_time_that_is_over_is_told_with_the_result(stage: Stage):
    table = stage.table(SNAKE, DUEL, act=lambda engine, seat: 2)
    page = stage.open(table)
    expect(turn(page)).to_have_text("Your turn")
    table.time_out()
    expect(turn(page)).to_have_text("You lose: you gave no answer")


def test_an_answer_that_comes_too_late_says_so(stage: Stage):
    table = stage.table(patient(CROWD, 40, {"bid": 1}), setup_for(CROWD, ("ada", "bix"), "duel"))
    page = stage.open(table)
    expect(page.get_by_role("button", name="Send")).to_be_enabled()
    table.hold = True
    page.get_by_label("Your answer, as JSON").fill('{"bid": 2}')
    page.get_by_role("button", name="Send").click()
    until(lambda: actions(table))
    table.time_out()
    expect(part(page, "refusal")).to_have_text("The time for this answer is over.")


def test_leaving_asks_first_and_then_goes(stage: Stage):
    table = stage.table(SNAKE, DUEL, act=lambda engine, seat: 2)
    page = stage.open(table)
    expect(turn(page)).to_have_text("Your turn")
    leave = page.get_by_role("button", name="Leave the match…")
    leave.click()
    page.get_by_role("button", name="Stay").click()
    assert table.heard == []
    leave.click()
    page.get_by_role("button", name="Leave", exact=True).click()
    until(lambda: table.heard == [{"type": "leave"}])
    expect(turn(page)).to_have_text("You lose: you left")
    expect(page.get_by_role("link", name="Back to the room")).to_be_visible()


def test_a_match_that_begins_again_is_shown_from_its_new_start(stage: Stage):
    table = stage.table(SNAKE, DUEL, act=lambda engine, seat: 2)
    page = stage.open(table)
    for key in ("ArrowRight", "ArrowDown"):
        go(page, key)
    table.start()
    expect(part(page, "where")).to_have_text("round 1 of 6")
    expect(turn(page)).to_have_text("Your turn")
    go(page, "ArrowDown")
    expect(part(page, "where")).to_have_text("round 2 of 6")


def test_a_seat_that_is_not_ones_own_is_not_asked_for_again(stage: Stage):
    table = stage.table(SNAKE, DUEL, refuse=4404)
    page = stage.open(table)
    expect(part(page, "notice")).to_contain_text("not yours")
    table.refuse = False
    page.wait_for_timeout(600)  # another attempt would come after at most 500 ms
    expect(part(page, "controls")).to_be_empty()


def test_a_queued_match_begins_here_by_itself(stage: Stage):
    table = stage.table(SNAKE, DUEL, state="queued")
    page = stage.open(table)
    expect(part(page, "notice")).to_contain_text("has not started")
    table.start()
    expect(turn(page)).to_have_text("Your turn")
    expect(part(page, "notice")).to_be_hidden()


def test_keys_that_are_held_down_move_a_snake_once(stage: Stage):
    table = stage.table(SNAKE, DUEL, act=lambda engine, seat: 2)
    page = stage.open(table)
    expect(turn(page)).to_have_text("Your turn")
    page.keyboard.down("ArrowRight")
    until(lambda: len(actions(table)) == 1)
    for _ in range(5):
        page.keyboard.down("ArrowRight")
        time.sleep(0.05)
    page.keyboard.up("ArrowRight")
    assert actions(table) == [1]


def test_the_list_of_keys_names_those_of_the_game(stage: Stage):
    page = stage.open(stage.table(SNAKE, DUEL))
    expect(turn(page)).to_have_text("Your turn")
    page.keyboard.press("?")
    box = part(page, "help")
    expect(box).to_be_visible()
    expect(box).to_contain_text("split it")
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()


def test_layers_of_the_board_can_be_shown_and_hidden(stage: Stage):
    page = stage.open(stage.table(SNAKE, DUEL))
    expect(turn(page)).to_have_text("Your turn")
    before = board(page)
    page.keyboard.press("l")
    page.get_by_label("Coordinates").uncheck()
    until(lambda: board(page) != before)


def test_motion_is_left_out_where_it_is_not_wanted(stage: Stage):
    page = stage.open(stage.table(SNAKE, replace(DUEL), act=lambda engine, seat: 2), calm=False)
    page.emulate_media(reduced_motion="reduce")
    expect(turn(page)).to_have_text("Your turn")
    go(page, "ArrowRight")
    picture = board(page)
    page.wait_for_timeout(200)  # a step would take 170 ms
    assert board(page) == picture
