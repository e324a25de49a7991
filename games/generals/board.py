"""The board of a game in play: kind, owner and units of every tile."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.generals.terrain import Bytes, Flags, Units

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
