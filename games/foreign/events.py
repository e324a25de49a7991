"""The spectators' view of a match whose rules are a program: events, and their state.

The protocol leaves the texts for watchers to the game.  Many games send JSON with fields of the
usual names, and these are shown beside the board (`glance`); of any other text only the text is.

``static/view.js`` follows the same events to the same state.  Kinds of events:

- ``{"e":"turn", "state", "listen", "messages", "said"}``: a new period of the clock; ``messages``
  counts what came of each seat since the event before, and ``said`` is the newest of it, or None;
- ``{"e":"watch", "text", "cut", ...}``: what the game says to watchers, and `glance` found in it;
  ``line`` is true for a line of a log;
- ``{"e":"error", "seat", "error", "detail"}``: what went wrong with a seat's program;
- ``{"e":"end", "scores", "said"}``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence

from games.engine import JSON

SCORES = ("scores", "score", "points")
STATUS = ("status", "states", "alive")
SEATS = ("players", "seats")
_WORDS = 40


def glance(text: str, seats: int) -> dict[str, list[JSON]]:
    """``scores`` and ``status`` by seat, as far as a text tells them of a game of ``seats`` seats;
    None for a seat of which it does not tell.  No content of it raises."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(data, dict):
        return {}
    found = {
        "scores": _by_seat(data, SCORES, seats, _number),
        "status": _by_seat(data, STATUS, seats, _word),
    }
    return {name: values for name, values in found.items() if values is not None}


def _by_seat(
    data: dict[str, JSON], names: tuple[str, ...], seats: int, read: Callable[[JSON], JSON]
) -> list[JSON] | None:
    """From a list by seat, an object by seat, or the fields of a list of objects by seat."""
    for name in names:
        value: JSON = data.get(name)
        if isinstance(value, dict):
            value = [value.get(str(seat)) for seat in range(seats)]
        if found := _read(value, seats, read):
            return found
    for group in SEATS:
        value = data.get(group)
        if isinstance(value, list) and all(isinstance(item, dict) for item in value):
            for name in names:
                if found := _read([item.get(name) for item in value], seats, read):
                    return found
    return None


def _read(value: JSON, seats: int, read: Callable[[JSON], JSON]) -> list[JSON] | None:
    """``value`` as a list of ``seats`` things, at least one of which can be read."""
    if not isinstance(value, list) or len(value) != seats:
        return None
    found = [read(item) for item in value]
    return found if any(item is not None for item in found) else None


def _number(value: JSON) -> float | None:
    if type(value) is int and abs(value) < 1 << 53:
        return value
    return value if type(value) is float and math.isfinite(value) else None


def _word(value: JSON) -> str | None:
    if isinstance(value, bool):
        return "in play" if value else "out"
    if not isinstance(value, str):
        return None
    return value[:_WORDS].encode(errors="replace").decode()


TEXT = 256 * 1024
"""Characters of a text for watchers that are kept."""
LONGEST_LINE = 500
"""Characters of a text for watchers that may be a line of a log."""
LOG = 50
"""Lines of the log that the state has."""


class MatchEvents:
    """Makes the events of one match and keeps the state after them."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._state = 0
        self._listen: list[int] = []
        self._text = ""
        self._watched = 0
        self._scores: list[float | None] = [None] * seats
        self._status: list[str | None] = [None] * seats
        self._messages = [0] * seats
        self._errors = [0] * seats
        self._said: list[str | None] = [None] * seats
        self._fresh: list[str | None] = [None] * seats
        self._log: list[str] = []
        self._over = False

    def turn(self, state: int, listen: Sequence[int], messages: Sequence[int]) -> JSON:
        self._state, self._listen = state, list(listen)
        self._messages = [a + b for a, b in zip(self._messages, messages, strict=True)]
        event = {"e": "turn", "state": state, "listen": list(listen), "messages": list(messages)}
        return {**event, "said": self._told()}

    def said(self, seat: int, text: str) -> None:
        """A message of a seat, which the next turn or the end tells."""
        self._fresh[seat] = text

    def _told(self) -> list[str | None]:
        told, self._fresh = self._fresh, [None] * self._seats
        self._said = [new or old for new, old in zip(told, self._said, strict=True)]
        return told

    def watch(self, text: str) -> JSON:
        kept, cut = text[:TEXT], len(text) > TEXT
        found = {} if cut else glance(text, self._seats)
        self._text = kept
        self._watched += 1
        self._scores = found.get("scores", self._scores)
        self._status = found.get("status", self._status)
        event = {"e": "watch", "text": kept, "cut": cut, **found}
        if not _is_line(kept):
            return event
        self._log = [*self._log, kept][-LOG:]
        return {**event, "line": True}

    def error(self, seat: int, error: str, detail: str) -> JSON:
        self._errors[seat] += 1
        return {"e": "error", "seat": seat, "error": error, "detail": detail}

    def end(self, scores: Sequence[float]) -> JSON:
        self._scores, self._listen, self._over = list(scores), [], True
        return {"e": "end", "scores": list(scores), "said": self._told()}

    def key(self) -> JSON:
        """The state now."""
        return {
            "state": self._state,
            "listen": list(self._listen),
            "text": self._text,
            "watched": self._watched,
            "scores": list(self._scores),
            "status": list(self._status),
            "messages": list(self._messages),
            "errors": list(self._errors),
            "said": list(self._said),
            "log": list(self._log),
            "over": self._over,
        }


def _is_line(text: str) -> bool:
    """Whether a text for watchers is a line of a log: no JSON, and no picture of several lines."""
    line = text.strip()
    return 0 < len(line) <= LONGEST_LINE and "\n" not in line and line[0] not in "{["
