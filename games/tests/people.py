"""People who play through the real site: the messages to their pages, and their answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from tests.player.page import part
from tests.site import eventually


class Ears:
    """The messages of a match to a page, by type, and those of the page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.told: dict[str, list[Any]] = {}
        self.said: list[Any] = []
        page.on("websocket", lambda socket: self._listen(socket))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._hear(str(text)))
        socket.on("framesent", lambda text: self.said.append(json.loads(str(text))))

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        self.told.setdefault(message["type"], []).append(message)

    def ask(self, number: str) -> Any:
        """The question of this number."""
        return self._first(lambda: self.told.get("ask", []), number)

    def answer(self, number: str) -> Any:
        """The page's answer to the question of this number."""
        return self._first(lambda: self.said, number)["action"]

    def _first(self, heard: Callable[[], list[Any]], number: str) -> Any:
        """The first message about the question.  The browser reports messages later than the page
        changes, and Playwright notes them only while a test waits for the page."""

        def found() -> list[Any]:
            self._page.wait_for_timeout(10)
            return [each for each in heard() if str(each.get("ask")) == number]

        return eventually(found, 60, 0)[0]


def assert_told(page: Page, ears: Ears, words: str) -> None:
    """The page of a match that is over says so, has not been refused anything, and is no wider
    than its window."""
    expect(part(page, "turn")).to_have_text(re.compile(words))
    assert "refused" not in ears.told
    assert page.viewport_size is not None
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


def look_back(page: Page, number: int) -> None:
    """From the page of a match that is over to its replay."""
    eventually(lambda: page.request.get(f"/api/v1/matches/{number}/").json()["state"] == "finished")
    page.get_by_role("link", name="Look at the replay").click()
    expect(part(page, "caption")).not_to_be_empty(timeout=30_000)
