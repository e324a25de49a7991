"""Kinds of tiles, a board before the capitals are placed, and the board of a game in play.

Places are indices ``i = x * width + y`` with row x and column y from 0.  Arrays have one element
per tile, row by row.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Units = NDArray[np.int64]
Flags = NDArray[np.bool_]

SHORTEST = 5
LONGEST = 255
MOST_PLAYERS = 16
NEUTRAL = 0
"""The number of the neutral player and of the neutral team."""


class Kind(IntEnum):
    """The kind of a tile; the values are its codes on the wire."""

    MOUNTAIN = 1
    CITY = 2
    BLANK = 3
    CAPITAL = 4
    SWAMP = 5


HIDDEN = 0
"""The code of a tile out of view."""

ECHO = {Kind.MOUNTAIN: 1, Kind.CITY: 1, Kind.BLANK: 2, Kind.CAPITAL: 2, Kind.SWAMP: 3}
"""The fog echo of each kind.  1: mountain or city, 2: blank or capital, 3: swamp."""

ANYBODY = " "
"""The mark of a candidate for players whose team has no letter or too few candidates."""
HIGHEST = 100
"""The priority of a candidate without a number."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that a map offers for a capital.

    ``mark`` is a letter, `ANYBODY`, or None where the map wrote a bare ``g``.
    """

    place: int
    mark: str | None = None
    priority: int = HIGHEST


@dataclass(frozen=True, slots=True)
class Terrain:
    """A board without players.  Callers must not write to its arrays.

    ``kinds`` has no capitals: candidates are blanks with 0 units.  ``drawn`` is true for generated
    terrain, where capitals are placed by the rules for generated boards.
    """

    height: int
    width: int
    kinds: Bytes
    units: Units
    lit: Flags
    candidates: tuple[Candidate, ...] = ()
    drawn: bool = False


LEAST_UNITS = -(2**31)
MOST_UNITS = 2**31 - 1


def clamp(units: int) -> int:
    """Limit units to signed 32 bits, for data that leaves the engine."""
    return min(max(units, LEAST_UNITS), MOST_UNITS)


class Board:
    """Tiles in flat arrays, row by row: ``kinds``, ``owners``, ``units``, ``lit``.

    ``kind``, ``owner`` and ``unit`` are the same memory as `memoryview`: single tiles are read
    and written there as plain numbers, several times faster than through numpy.
    """

    __slots__ = ("height", "kind", "kinds", "lit", "owner", "owners", "unit", "units", "width")

    def __init__(
        self, height: int, width: int, kinds: Bytes, owners: Bytes, units: Units, lit: Flags
    ) -> None:
        """Takes copies of the arrays, which have ``height * width`` elements each."""
        self.height = height
        self.width = width
        self.kinds: Bytes = np.array(kinds, np.uint8)
        self.owners: Bytes = np.array(owners, np.uint8)
        self.units: Units = np.array(units, np.int64)
        self.lit: Flags = np.array(lit, np.bool_)
        for array in (self.kinds, self.owners, self.units, self.lit):
            if array.shape != (height * width,):
                raise ValueError(f"{array.shape} tiles on a board of {height} x {width}")
        self.kind: memoryview[int] = self.kinds.data
        self.owner: memoryview[int] = self.owners.data
        self.unit: memoryview[int] = self.units.data

    def copy(self) -> Board:
        return Board(self.height, self.width, self.kinds, self.owners, self.units, self.lit)

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        return self.copy()

    def place(self, x: int, y: int) -> int:
        """The index of row ``x``, column ``y``."""
        return x * self.width + y

    def inside(self, x: int, y: int) -> bool:
        return 0 <= x < self.height and 0 <= y < self.width
