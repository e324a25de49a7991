"""The controls of games that bring none: any game can be played as JSON."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.tests.crowd import GAME as CROWD
from tests.play.stage import DESKTOP, PHONE, Stage, part
from tests.play.table import Table, setup_for
from tests.player.page import until

pytestmark = pytest.mark.browser


@pytest.fixture
def table(stage: Stage) -> Table:
    return stage.table(CROWD, setup_for(CROWD, ("ada", "bix"), "duel"), act=lambda e, s: {"bid": 3})


def answer(page: Page, text: str) -> None:
    page.get_by_label("Your answer, as JSON").fill(text)
    page.get_by_role("button", name="Send").click()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_game_without_pictures_is_played_to_its_end(stage: Stage, table: Table, size):
    page = stage.open(table, size)
    for number in range(1, 7):
        until(lambda n=number: len(questions(table)) == n)
        expect(page.get_by_role("button", name="Send")).to_be_enabled()
        answer(page, '{"bid": 1}')
    expect(part(page, "turn")).to_have_text("You lose")
    assert [m["action"] for m in table.heard] == [{"bid": 1}] * 6
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def questions(table: Table) -> list[dict[str, Any]]:
    return [message for message in table.told if message["type"] == "ask"]


def test_the_question_and_what_one_sees_are_shown(stage: Stage, table: Table):
    page = stage.open(table)
    expect(page.get_by_label("The question")).to_have_text('"bid"')
    expect(page.get_by_label("Your view")).to_contain_text('"points"')
    expect(part(page, "said")).to_have_text("Your turn: bid.")
    expect(part(page, "stage")).to_be_hidden()


def test_what_is_no_json_is_told_where_it_was_typed(stage: Stage, table: Table):
    page = stage.open(table)
    expect(page.get_by_role("button", name="Send")).to_be_enabled()
    answer(page, "bid 3")
    error = page.locator("#play-answer-error")
    expect(error).to_contain_text("This is not valid JSON")
    expect(page.get_by_label("Your answer, as JSON")).to_have_value("bid 3")
    answer(page, "")
    expect(error).to_contain_text("Write an answer first")
    assert table.heard == []


REFUSED = ('{"bid": 9}', '{"offer": 1}', "[]", "null", '"bid"', "1e400")


def test_what_the_rules_refuse_shows_their_reason_and_can_be_mended(stage: Stage, table: Table):
    page = stage.open(table)
    refusal = part(page, "refusal")
    for number, text in enumerate(REFUSED, 1):
        expect(page.get_by_role("button", name="Send"), text).to_be_enabled()
        answer(page, text)
        expect(refusal, text).to_contain_text("bid")
        expect(refusal).to_be_visible()
        assert refusal.get_attribute("role") == "alert"
        expect(page.get_by_label("Your answer, as JSON")).to_have_value(text)
        answer(page, '{"bid": 2}')
        until(lambda n=number: sum(message["type"] == "taken" for message in table.told) == n)
        expect(refusal, text).to_be_hidden()


def test_an_answer_beyond_all_bounds_is_not_sent(stage: Stage, table: Table):
    page = stage.open(table)
    expect(page.get_by_role("button", name="Send")).to_be_enabled()
    answer(page, f'"{"x" * 70_000}"')
    expect(part(page, "refusal")).to_contain_text("too long")
    assert table.heard == []


def test_choices_that_are_a_list_are_buttons(stage: Stage):
    game = type("Listed", (type(CROWD),), {"choices": lambda *_: [{"bid": n} for n in (1, 2)]})()
    table = stage.table(game, setup_for(game, ("ada", "bix"), "duel"), act=lambda e, s: {"bid": 3})
    page = stage.open(table)
    page.get_by_role("button", name='{"bid":2}').click()
    until(lambda: [m["action"] for m in table.heard] == [{"bid": 2}])


def test_a_keyboard_is_enough(stage: Stage, table: Table):
    page = stage.open(table)
    field = page.get_by_label("Your answer, as JSON")
    expect(page.get_by_role("button", name="Send")).to_be_enabled()
    field.focus()
    page.keyboard.type('{"bid": 1}')
    page.keyboard.press("Control+Enter")
    until(lambda: [m["action"] for m in table.heard] == [{"bid": 1}])
