"""Orders of players, and the special rules of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import NamedTuple

from games.engine import JSON

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Change of row and column of each direction: up, down, left, right."""
LETTERS = "UDLR"
COMPASS = "NSWE"
WAYS = ("up", "down", "left", "right")
HALFTURN_SECONDS = 1
"""Seconds of a half-turn in games of people."""


class Order(NamedTuple):
    """A planned move from row ``x``, column ``y``.

    Nobody checks an order before it is carried out: the place may be outside the board, and the
    direction may be none of the four.  ``half`` leaves half of the units behind instead of one.
    """

    x: int
    y: int
    direction: int
    half: bool = False


@dataclass(frozen=True, slots=True)
class Modifiers:
    """The special rules of a game.  ``misty_veil`` is the distance of view, or None if that
    rule is off."""

    leapfrog: bool = False
    city_state: bool = False
    misty_veil: int | None = None
    crystal_clear: bool = False
    silent_war: bool = False

    def to_json(self) -> dict[str, JSON]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, JSON]) -> Modifiers:
        """Inverse of `to_json`; missing rules are off.  ValueError if ``data`` is not valid."""
        known = cls().to_json()
        for name, value in data.items():
            if name not in known:
                raise ValueError(f"there is no special rule {name!r:.40}")
            allowed = (int, type(None)) if name == "misty_veil" else (bool,)
            if type(value) not in allowed:
                raise ValueError(f"{name} cannot be {value!r:.40}")
        return cls(**data)
