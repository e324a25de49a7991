"""A person plays a whole game against house bots through the real site."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from games.lost_in_space.tests.prepared import button_for, wish
from tests.player.page import open_browser, part
from tests.site import Site, eventually, running_site
from tests.test_playing import (
    DESKTOP,
    PHONE,
    begin,
    spectators_see_nothing,
    visitor,
    wait_for_question,
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("site"),
    pytest.mark.timeout(1800),
]

RELOAD_IN = 6
"""The round in which the page is loaded anew."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as site:
        yield site


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def errors() -> Iterator[list[str]]:
    """What goes wrong in the pages; a refused page is reported by the browser, too."""
    found: list[str] = []
    yield found
    assert [text for text in found if "Failed to load resource" not in text] == []


class Ears:
    """What the page is told of the match."""

    def __init__(self, page: Page) -> None:
        self.told: dict[str, list[Any]] = {}
        page.on("websocket", lambda socket: self._listen(socket))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._hear(str(text)))

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        self.told.setdefault(message["type"], []).append(message)

    def ask(self, number: str) -> Any:
        """The question of this number."""
        return next(each for each in self.told["ask"] if str(each["ask"]) == number)

    @property
    def refusals(self) -> set[str]:
        """Why the rules have not allowed something."""
        told = [event for news in self.told["events"] for event in news["events"]]
        return {e["reason"] for e in told if e.get("say", {}).get("success") is False}


def play(page: Page, ears: Ears, *, touch: bool) -> int:
    """Answer every question with the page's buttons; how many they were."""
    answers, last, reloaded = 0, None, False
    while (last := wait_for_question(page, last)) is not None:
        ask = ears.ask(last)
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


@pytest.mark.parametrize(("name", "how"), [("ina", DESKTOP), ("jo", PHONE)])
def test_a_whole_game_is_played_against_house_bots(
    site: Site, browser: Browser, errors: list[str], name: str, how: dict[str, Any]
):
    page = visitor(browser, site, errors, name, **how)
    ears = Ears(page)
    number = begin(page, site, "lost_in_space", "standard", "runner")
    expect(part(page, "where")).to_have_text(re.compile(r"round \d+ of 100"), timeout=120_000)
    spectators_see_nothing(browser, site, number)
    assert play(page, ears, touch=how is PHONE) > 20
    expect(part(page, "turn")).to_have_text(re.compile(r"^(You win|You are number \d of 4)$"))
    # Nobody can see how much there is at a material point, nor others' traps.
    assert ears.refusals <= {
        "the material point is empty, and the major action is used up",
        "there is a trap here already",
    }
    assert "refused" not in ears.told
    assert page.evaluate("document.documentElement.scrollWidth") == how["viewport"]["width"]
    eventually(lambda: page.request.get(f"/api/v1/matches/{number}/").json()["state"] == "finished")
    page.get_by_role("link", name="Look at the replay").click()
    expect(part(page, "caption")).not_to_be_empty(timeout=30_000)
    page.context.close()
