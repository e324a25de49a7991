"""What lies on a board: kinds of tiles, and a board before anybody has a capital on it.

Places are indices ``i = x * width + y`` with row x and column y from 0.  Arrays have one element
per tile, row by row.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Units = NDArray[np.int64]
Flags = NDArray[np.bool_]

SHORTEST = 5
LONGEST = 255
MOST_PLAYERS = 16
NEUTRAL = 0
"""The player, and the team, that nobody is."""


class Kind(IntEnum):
    """What a tile is, by its code on the wire."""

    MOUNTAIN = 1
    CITY = 2
    BLANK = 3
    CAPITAL = 4
    SWAMP = 5


HIDDEN = 0
"""The code of a tile out of view."""

ECHO = {Kind.MOUNTAIN: 1, Kind.CITY: 1, Kind.BLANK: 2, Kind.CAPITAL: 2, Kind.SWAMP: 3}
"""What the fog shows of a kind: maybe a mountain, maybe blank, a swamp."""

ANYBODY = " "
"""The team mark of a candidate for those who are left over."""
HIGHEST = 100
"""The priority of a candidate that names none."""


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
    """A board without players.  Arrays are not to be written to.

    ``kinds`` has no capitals: candidates are blanks with 0 units.  ``drawn`` says that it was
    made by chance, so that capitals are placed by the rules for random maps.
    """

    height: int
    width: int
    kinds: Bytes
    units: Units
    lit: Flags
    candidates: tuple[Candidate, ...] = ()
    drawn: bool = False
