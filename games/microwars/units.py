"""Units and the ground they stand on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import product

SIDES = 2
LONGEST = 30
"""Fields of the longest side of a board; the shortest has 1."""
MOST_TURNS = 10_000
USUAL_TURNS = 200
"""Of a map that does not say how many."""

SHIFT = 5
"""Bits of a y in the number of a place."""
PLACES = 1 << 2 * SHIFT
"""More than there are places: 30 fields each way, and a border that nobody ever enters."""

Field = tuple[int, int]
"""x from 1, to the right, and y from 1, upwards."""


def place_of(x: int, y: int) -> int:
    """The number of a field of a board or of the border around it.

    Neighbours are at fixed distances, and no distance of a blast leads around a corner of the
    board: what lies beyond an edge is border.
    """
    return x << SHIFT | y


class Kind(IntEnum):
    """The kinds of units, by their numbers in JSON."""

    TANK = 0
    CANNON = 1


@dataclass(frozen=True, slots=True)
class Spec:
    """The abilities of units of one kind.  Lengths count fields in all eight directions.

    ``power`` is what one hit takes, ``reach`` how far away the target may lie, ``blast`` how far
    around it the shot hits, ``points`` what a unit usually has at the start.
    """

    power: int
    reach: int
    blast: int
    points: int

    @property
    def offsets(self) -> tuple[int, ...]:
        """From the target's place to all places that are hit."""
        span = range(-self.blast, self.blast + 1)
        return tuple(place_of(dx, 0) + dy for dx, dy in product(span, span))


SPECS = {Kind.TANK: Spec(1, 1, 0, 25), Kind.CANNON: Spec(1, 4, 1, 10)}
"""The table of the rules."""

STEP = 1
"""How far a unit moves, in all eight directions."""


Unit = list[int]
"""A unit in play: ``[id, owner, kind, x, y, points]``, as views and events have it.

The id is the unit's number in the map's list.  A list is never changed: whatever changes a unit
makes a new one, so that states and events can share them.
"""
OWNER, KIND = 1, 2


@dataclass(frozen=True, slots=True)
class Ground:
    """The constants of a game: the board's size and the fields that are unavailable."""

    width: int
    height: int
    blocked: frozenset[Field]
    free: bytes = field(init=False, repr=False, compare=False)
    """By place: 1 for a field of the board that is available."""

    def __post_init__(self) -> None:
        free = bytearray(PLACES)
        for x, y in self.fields():
            free[place_of(x, y)] = (x, y) not in self.blocked
        object.__setattr__(self, "free", bytes(free))

    def fields(self) -> Iterable[Field]:
        """All fields of the board, x by x, and y by y inside."""
        return product(range(1, self.width + 1), range(1, self.height + 1))


class Army:
    """All units in play: ``units`` by id, in ascending order, and ``at`` by where they stand.

    ``at[x << SHIFT | y]`` is the unit on a field of the board or its border, None where there is
    none.
    """

    __slots__ = ("at", "units")

    def __init__(self, units: Iterable[Unit]) -> None:
        self.units = {unit[0]: unit for unit in units}
        self.at: list[Unit | None] = [None] * PLACES
        for unit in self.units.values():
            self.at[place_of(unit[3], unit[4])] = unit

    def copy(self) -> Army:
        return Army(self.units.values())

    def of(self, owner: int) -> list[Unit]:
        """The units of one side."""
        return [unit for unit in self.units.values() if unit[OWNER] == owner]
