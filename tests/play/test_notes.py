"""Messages to a person's seat that ask nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.registry import GAMES
from tests.play.questions import next_question
from tests.play.stage import Stage
from tests.play.table import setup_for

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", sorted(GAMES))
def test_controls_stand_what_a_seat_is_sent_without_a_question(stage: Stage, name: str):
    """As in the past of a match that is played on: the person only looks on."""
    game = GAMES[name]
    players = tuple(f"player {number}" for number in range(game.rulesets[0].seats))
    table = stage.table(game, setup_for(game, players))
    page = stage.open(table)
    next_question(page, None)
    last = next(message for message in reversed(table.told) if message["type"] == "ask")
    table.say(type="note", turn=last["turn"], prompt=last["prompt"], view=last["view"])
    table.say(type="remark", text="they are told more")
    expect(page.locator("[data-play]")).to_contain_text("they are told more")
