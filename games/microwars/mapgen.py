"""Maps by chance: both sides are images of each other, turned by half a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from random import Random

import numpy as np

from games.engine import JSON
from games.grids import Flooding as Board
from games.grids import shuffled
from games.maps import MapError
from games.microwars.layout import Layout, Placed, layout
from games.microwars.units import LONGEST, MOST_TURNS, SPECS, USUAL_TURNS, Kind

MOST_BLOCKED = 40
"""Percent of the fields."""
CAMP = 3
"""The board has this many parts. Each side begins in its outer one, where it has room."""

BOUNDS = {
    "width": (1, LONGEST),
    "height": (1, LONGEST),
    "turns": (1, MOST_TURNS),
    "tanks": (0, LONGEST * LONGEST // 2),
    "cannons": (0, LONGEST * LONGEST // 2),
    "blocked": (0, MOST_BLOCKED),
}
"""The bounds of each wish."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes for a map: its size, turns, units of each side, percent of fields unavailable.

    `MapError` for what cannot be had.
    """

    width: int = 16
    height: int = 12
    turns: int = USUAL_TURNS
    tanks: int = 6
    cannons: int = 4
    blocked: int = 12

    def __post_init__(self) -> None:
        for name, (low, high) in BOUNDS.items():
            number = getattr(self, name)
            if type(number) is not int or not low <= number <= high:
                raise MapError(f"{name} must be a whole number from {low} to {high}")
        if not self.tanks + self.cannons:
            raise MapError("each side needs a unit")
        if 2 * (self.tanks + self.cannons) > self.width * self.height:
            raise MapError(f"{self.width} x {self.height} fields have no room for these units")

    @classmethod
    def from_params(cls, params: Mapping[str, JSON]) -> Wishes:
        """Those that the parameters of a ruleset name; other parameters are not looked at."""
        return cls(**{f.name: params[f.name] for f in fields(cls) if f.name in params})


def draw(wishes: Wishes, seed: int) -> Layout:
    """A map of these wishes.  The available fields hang together, side by side.

    There are fewer unavailable ones where these would cut the board, or take the units' room.
    """
    random = Random(seed)
    tanks, cannons = wishes.tanks, wishes.cannons
    drawing = _Drawing(wishes)
    drawing.block(random)
    kinds = [Kind.TANK] * tanks + [Kind.CANNON] * cannons
    units: list[Placed] = []
    for kind, place in zip(shuffled(random, kinds), drawing.camp(random), strict=False):
        for owner, each in enumerate((place, drawing.image(place))):
            units.append((owner, kind, *drawing.point(each), SPECS[kind].points))
    blocked = [drawing.point(place) for place in sorted(drawing.blocked)]
    return layout(wishes.width, wishes.height, wishes.turns, blocked, units)


class _Drawing:
    """A board that is being drawn; places are numbers ``row * width + column`` from 0."""

    def __init__(self, wishes: Wishes) -> None:
        self._wishes = wishes
        self._count = wishes.width * wishes.height
        self._board = Board(np.ones((wishes.height, wishes.width), np.bool_))
        self.blocked: set[int] = set()

    def image(self, place: int) -> int:
        """The place on which this one comes when the board is turned by half a turn."""
        return self._count - 1 - place

    def point(self, place: int) -> tuple[int, int]:
        row, column = divmod(place, self._wishes.width)
        return column + 1, row + 1

    def block(self, random: Random) -> None:
        """Make pairs of fields unavailable that nobody needs."""
        wishes = self._wishes
        units = 2 * (wishes.tanks + wishes.cannons)
        # A field that is its own image has no room for a unit.
        room = self._count - self._count % 2 - units
        wanted = min(self._count * wishes.blocked // 100, room)
        for place in shuffled(random, range(self._count // 2)):
            if len(self.blocked) + 2 > wanted:
                return
            self._close(place, self.image(place))

    def _close(self, *places: int) -> None:
        """Close them all, or none where that would cut the board."""
        closed: list[int] = []
        for place in places:
            if self._board.severs(place):
                for other in closed:
                    self._board.reopen(other)
                return
            self._board.close(place)
            closed.append(place)
        self.blocked |= set(places)

    def camp(self, random: Random) -> Iterator[int]:
        """Where the first side's units may stand, best places first."""
        wishes = self._wishes
        along = wishes.width if wishes.width >= wishes.height else wishes.height
        free = [place for place in range(self._count) if place not in self.blocked]
        mine = [place for place in free if self._depth(place) < self._depth(self.image(place))]
        # On the line in the middle only one field of each pair is the first side's.
        middle = [
            place
            for place in free
            if self._depth(place) == self._depth(self.image(place)) and place < self.image(place)
        ]
        front = -(-along // CAMP)
        near = [place for place in mine if self._depth(place) < front]
        far = [place for place in mine if self._depth(place) >= front]
        for group in (near, far, middle):
            yield from shuffled(random, group)

    def _depth(self, place: int) -> int:
        """How far a place is from the edge at which the first side begins."""
        column, row = (number - 1 for number in self.point(place))
        return column if self._wishes.width >= self._wishes.height else row
