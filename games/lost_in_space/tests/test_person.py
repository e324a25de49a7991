"""A person plays against house bots through the real site."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.lost_in_space.tests.prepared import button_for, wish
from games.tests.people import Ears, assert_told, look_back
from tests.play.questions import next_question
from tests.player.page import part
from tests.shared import fresh
from tests.site import Site
from tests.test_playing import DESKTOP, PHONE, begin, leave, spectators_see_nothing, visitor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("site"),
    pytest.mark.timeout(1800),
]

RELOAD_IN = 6
"""The round in which the page is loaded again."""
LEAVES_AFTER = 9
"""The last round of a person who leaves the match."""
EMPTY = "the material point is empty, and the major action is used up"
TRAPPED = "there is a trap here already"
"""Nobody can see how much there is at a material point, nor others' traps."""


def refusals(ears: Ears) -> set[str]:
    """Why the rules have not allowed something."""
    told = [event for news in ears.told["events"] for event in news["events"]]
    return {e["reason"] for e in told if e.get("say", {}).get("success") is False}


def play(page: Page, ears: Ears, *, touch: bool, rounds: int = 100) -> int:
    """Answer every question of some rounds with the page's buttons; how many they were."""
    answers, last, reloaded = 0, None, False
    while (last := next_question(page, last)) is not None:
        ask = ears.ask(last)
        if ask["view"]["round"] > rounds:
            break
        # The page answers those in which nothing can be done.
        if not ask["choices"] or not any(ask["choices"].values()):
            continue
        if not reloaded and ask["view"]["round"] >= RELOAD_IN:
            reloaded = True
            page.reload()
            expect(page.locator("[data-play]")).to_have_attribute("data-asked", last)
        own = next(player for player in ask["view"]["players"] if player["bag"] is not None)
        button = page.locator(button_for(wish(ask), own["pos"]))
        button.tap() if touch else button.click()
        answers += 1
    assert reloaded
    return answers


def start(page: Page, browser: Browser, site: Site) -> int:
    """The number of a new match, at whose board the person sits."""
    number = begin(page, site, "lost_in_space", "standard", "runner")
    expect(part(page, "where")).to_have_text(re.compile(r"round \d+ of 100"), timeout=120_000)
    spectators_see_nothing(browser, site, number)
    return number


def test_some_rounds_are_played_against_house_bots_which_go_on_alone(
    site: Site, browser: Browser, errors: list[str]
):
    page = visitor(browser, site, errors, fresh("lea"), **PHONE)
    ears = Ears(page)
    number = start(page, browser, site)
    assert play(page, ears, touch=True, rounds=LEAVES_AFTER) >= LEAVES_AFTER
    assert "refused" not in ears.told
    assert refusals(ears) <= {EMPTY, TRAPPED}
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    leave(page)
    look_back(page, number)
    page.context.close()


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "how"), [("ina", DESKTOP), ("jo", PHONE)])
def test_a_whole_game_is_played_against_house_bots(
    site: Site, browser: Browser, errors: list[str], name: str, how: dict[str, Any]
):
    page = visitor(browser, site, errors, fresh(name), **how)
    ears = Ears(page)
    number = start(page, browser, site)
    assert play(page, ears, touch=how is PHONE) > 20
    assert_told(page, ears, r"^(You win|You are number \d of 4)$")
    assert refusals(ears) <= {EMPTY, TRAPPED}
    look_back(page, number)
    page.context.close()
