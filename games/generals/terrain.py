"""Kinds of tiles, and a board before the capitals are placed.

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
