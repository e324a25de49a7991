"""The public facts in a text for watchers: points, and words about seats.

The protocol leaves the text to the game.  Many games send JSON with fields of the usual names, and
these are shown beside the board; of any other text only the text itself is.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from games.engine import JSON

SCORES = ("scores", "score", "points")
STATUS = ("status", "states", "alive")
SEATS = ("players", "seats")
_WORDS = 40
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Glance:
    """None: the text does not tell."""

    scores: tuple[float | None, ...] | None = None
    status: tuple[str | None, ...] | None = None

    def to_json(self) -> dict[str, JSON]:
        found: dict[str, JSON] = {}
        if self.scores is not None:
            found["scores"] = list(self.scores)
        if self.status is not None:
            found["status"] = list(self.status)
        return found


def glance(text: str, seats: int) -> Glance:
    """The facts in ``text`` about a game of ``seats`` seats; no content of it raises."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return Glance()
    if not isinstance(data, dict):
        return Glance()
    return Glance(
        _by_seat(data, SCORES, seats, _number),
        _by_seat(data, STATUS, seats, _word),
    )


def _by_seat(
    data: dict[str, JSON], names: tuple[str, ...], seats: int, read: Callable[[JSON], T | None]
) -> tuple[T | None, ...] | None:
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


def _read(value: JSON, seats: int, read: Callable[[JSON], T | None]) -> tuple[T | None, ...] | None:
    """``value`` as a list of ``seats`` things, at least one of which can be read."""
    if not isinstance(value, list) or len(value) != seats:
        return None
    found = tuple(read(item) for item in value)
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
