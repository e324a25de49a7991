"""The ears of tests with people wait for messages that the browser reports late."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.tests.people import Ears


class LatePage:
    """A page and its socket: a message is reported at the second time that a test waits."""

    def __init__(self, event: str, message: dict[str, Any]) -> None:
        self._event, self._text = event, json.dumps(message)
        self._handlers: dict[str, Callable[[Any], None]] = {}
        self._waits = 0

    def on(self, event: str, handler: Callable[[Any], None]) -> None:
        self._handlers[event] = handler
        if event == "websocket":
            handler(self)

    def wait_for_timeout(self, _milliseconds: float) -> None:
        self._waits += 1
        if self._waits == 2:
            self._handlers[self._event](self._text)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("framereceived", {"type": "ask", "ask": 7, "action": "a question"}),
        ("framesent", {"ask": 7, "action": "an answer"}),
    ],
)
def test_a_message_that_is_reported_late_is_waited_for(event: str, message: dict[str, Any]):
    ears = Ears(LatePage(event, message))  # type: ignore[arg-type]
    if event == "framereceived":
        assert ears.ask("7") == message
    else:
        assert ears.answer("7") == "an answer"
