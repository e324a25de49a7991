"""Before the first question, and after a person was away for too long."""

from __future__ import annotations

import threading

import pytest
from playwright.sync_api import expect

from games.registry import OURS
from tests.examples import some_of
from tests.play.stage import DESKTOP, PHONE, Stage, part
from tests.play.table import setup_for
from tests.player.page import until

pytestmark = pytest.mark.browser

SNAKE = OURS["snake"]
DUEL = setup_for(SNAKE, ("ada", "bix"), "blitz", rounds=6)
DIGITS = """() => {
  window.__digits = [];
  const box = document.querySelector('[data-part="countdown"]');
  new MutationObserver(() => window.__digits.push(box.hidden ? "" : box.textContent))
    .observe(box, { childList: true, attributes: true });
}"""


@pytest.mark.parametrize("name", some_of(OURS, "snake", "lost_in_space"))
def test_the_page_draws_the_board_says_so_and_counts_down(stage: Stage, name: str):
    game = OURS[name]
    rules = game.rulesets[0]
    names = tuple(f"p{n}" for n in range(rules.seats))
    table = stage.table(game, setup_for(game, names), state="queued", countdown=1.3)
    page = stage.open(table, PHONE if game is SNAKE else DESKTOP)
    expect(part(page, "notice")).to_contain_text("has not started")
    page.evaluate(DIGITS)
    table.start()
    until(lambda: {"type": "ready"} in table.heard)
    expect(part(page, "turn")).to_have_text("Get ready")
    expect(part(page, "countdown")).to_be_visible()
    until(lambda: any(m["type"] in ("ask", "note") for m in table.told))
    expect(part(page, "countdown")).to_be_hidden()
    expect(part(page, "turn")).not_to_have_text("Get ready")
    digits = [text for text in page.evaluate("window.__digits") if text]
    assert list(dict.fromkeys(digits)) == ["2", "1"]
    assert table.heard.count({"type": "ready"}) == 1


def test_a_page_that_is_reloaded_during_the_countdown_shows_the_rest(stage: Stage):
    table = stage.table(SNAKE, DUEL, countdown=2)
    page = stage.open(table)
    expect(part(page, "countdown")).to_have_text("2")
    page.reload()
    expect(part(page, "countdown")).to_have_text("1")
    expect(part(page, "countdown")).to_be_visible()
    expect(part(page, "turn")).to_have_text("Your turn")
    expect(part(page, "countdown")).to_be_hidden()


def test_a_person_who_is_not_on_turn_first_reads_who_is(stage: Stage):
    def think(engine, seat):
        thought.wait(30)
        return 2

    thought = threading.Event()
    table = stage.table(SNAKE, DUEL, index=1, act=think, countdown=0.5)
    page = stage.open(table)
    expect(part(page, "turn")).to_have_text("Get ready")
    expect(part(page, "turn")).to_have_text("ada is thinking")
    table.cut()
    expect(part(page, "notice")).to_contain_text("connection is lost")
    expect(part(page, "notice")).to_be_hidden()
    expect(part(page, "turn")).not_to_have_text("Get ready")
    thought.set()


def test_a_person_who_was_away_for_too_long_reads_why_and_what_to_do(stage: Stage):
    table = stage.table(SNAKE, DUEL, act=lambda engine, seat: 2)
    page = stage.open(table)
    expect(part(page, "turn")).to_have_text("Your turn")
    table.give_up(60)
    words = "You were away for more than 60 seconds. Your seat was given up."
    expect(part(page, "notice")).to_have_text(words)
    expect(part(page, "turn")).to_have_text("You lose: you left")
    expect(part(page, "leave")).to_be_hidden()
    expect(page.get_by_role("link", name="Back to the room")).to_be_visible()
    end = page.locator('.player-seat[data-seat="0"] [data-part="end"]')
    expect(end).to_have_text("left: was away for more than 60 seconds")
    page.reload()
    expect(part(page, "notice")).to_have_text(words)


def test_a_page_that_is_opened_long_after_the_end_says_how_it_ended(stage: Stage):
    table = stage.table(SNAKE, DUEL, state="queued")
    ends = [{"rank": 2, "score": 0, "end": "left", "reason": "was away for more than 60 seconds"}]
    ends.append({"rank": 1, "score": 3, "end": "ok", "reason": ""})
    table.state = "finished"
    page = stage.open(table)
    expect(part(page, "notice")).to_be_visible()
    page.wait_for_timeout(200)  # the server looks for news before it says more
    table.say(type="over", outcome={"seats": ends, "reason": "the other side left"})
    table.say(type="closed", state="finished", message="The match is over.")
    expect(part(page, "turn")).to_have_text("You lose: you left")
    words = "You were away for more than 60 seconds. Your seat was given up."
    expect(part(page, "notice")).to_have_text(words)
    expect(part(page, "after")).to_be_visible()


def test_the_box_for_leaving_names_the_time(stage: Stage):
    page = stage.open(stage.table(SNAKE, DUEL))
    page.get_by_role("button", name="Leave the match…").click()
    expect(part(page, "leave-box")).to_contain_text("you have 60 seconds to open it again")
