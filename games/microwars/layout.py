"""The start of a game: a board with its units, and the number of turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine import JSON
from games.maps import Bounds, Grid, MapError
from games.microwars.cells import (
    BLOCKED,
    FREE,
    MOST_POINTS,
    Cell,
    Said,
    agreed,
    read_token,
    unit_token,
)
from games.microwars.units import LONGEST, MOST_TURNS, SIDES, USUAL_TURNS, Army, Ground, Kind

SIZES = Bounds(1, LONGEST)

Placed = tuple[int, int, int, int, int]
"""Owner, kind, x, y, points."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A map.  ``units`` are in the order of x, then y; a unit's place in it is its id.

    ValueError with a reason for what is no map; `MapError` is one.
    """

    ground: Ground
    turns: int
    units: tuple[Placed, ...]

    def __post_init__(self) -> None:
        SIZES.check(self.ground.width, self.ground.height)
        _check_range("turns", self.turns, MOST_TURNS)
        inside = set(self.ground.fields())
        if outside := self.ground.blocked - inside:
            raise MapError(f"{min(outside)} is unavailable, but no field of the board")
        for owner, kind, x, y, points in self.units:
            if owner not in range(SIDES) or kind not in tuple(Kind):
                raise MapError(f"there is no unit of side {owner} and kind {kind}")
            if (x, y) not in inside - self.ground.blocked:
                raise MapError(f"a unit on ({x}, {y}), which is no available field")
            _check_range(f"points of the unit on ({x}, {y})", points, MOST_POINTS)
        _check_sides(self.units)

    def army(self) -> Army:
        """The units at the start of turn 1."""
        return Army([number, *placed] for number, placed in enumerate(self.units))

    def count(self, owner: int, kind: Kind) -> int:
        return sum(unit[:2] == (owner, kind) for unit in self.units)

    def to_json(self) -> JSON:
        """The map as a grid of tokens, see `games.maps`, its top row first.

        Where the turns are not the usual ones, they stand behind the first unit.
        """
        ground = self.ground
        tokens = {(x, y): unit_token(o, Kind(kind), p) for o, kind, x, y, p in self.units}
        if self.turns != USUAL_TURNS:
            first = min(tokens, key=lambda field: (-field[1], field[0]))
            tokens[first] += f"@{self.turns}"
        tokens |= dict.fromkeys(ground.blocked, BLOCKED)
        rows, columns = range(ground.height, 0, -1), range(1, ground.width + 1)
        cells = [tokens.get((x, y), FREE) for y in rows for x in columns]
        return Grid(ground.width, ground.height, cells).to_json()


def _check_range(what: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise MapError(f"{number} {what}: a map has 1 to {most}")


def _check_sides(units: Iterable[Placed]) -> None:
    fields = Counter((x, y) for _, _, x, y, _ in units)
    for (x, y), count in fields.items():
        if count > 1:
            raise MapError(f"{count} units on ({x}, {y}): a field has room for one")
    for owner, name in enumerate(("first", "second")):
        if all(unit[0] != owner for unit in units):
            raise MapError(f"the {name} side has no unit")


def layout(
    width: int, height: int, turns: int, blocked: Iterable[tuple[int, int]], units: Iterable[Placed]
) -> Layout:
    """The layout of these parts; the units may come in any order.  `MapError`."""
    placed = [(owner, int(kind), x, y, points) for owner, kind, x, y, points in units]
    placed.sort(key=lambda unit: (unit[2], unit[3]))
    return Layout(Ground(width, height, frozenset(blocked)), turns, tuple(placed))


def from_rows(rows: Sequence[Sequence[Cell]], turns: int) -> Layout:
    """The layout of a board's fields, its top row first.  `MapError`."""
    blocked: list[tuple[int, int]] = []
    units: list[Placed] = []
    for y, row in enumerate(reversed(rows), 1):
        for x, cell in enumerate(row, 1):
            if cell.sign == BLOCKED:
                blocked.append((x, y))
            elif cell.unit is not None:
                owner, kind, points = cell.unit
                units.append((owner, kind, x, y, points))
    return layout(len(rows[0]), len(rows), turns, blocked, units)


def from_json(board: JSON) -> Layout:
    """The layout of a map.  `MapError` for any JSON that is none."""
    grid = Grid.from_json(board, SIZES)
    width, cells = grid.width, grid.read(read_token)
    turns, disagreeing = agreed(
        [Said(c.turns, *_place(i, width)) for i, c in enumerate(cells) if c.turns is not None]
    )
    if disagreeing:
        raise MapError(disagreeing)
    return from_rows([cells[i : i + width] for i in range(0, len(cells), width)], turns)


def _place(index: int, width: int) -> tuple[int, int]:
    """Row and column of a cell, from 1."""
    row, column = divmod(index, width)
    return row + 1, column + 1
