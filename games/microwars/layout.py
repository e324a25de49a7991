"""What a game starts from: a board with its units, and how many turns are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from games.engine import JSON
from games.maps import MapError
from games.microwars.units import LONGEST, MOST_TURNS, SIDES, Army, Ground, Kind

MOST_POINTS = 999
"""Points of a unit in a map."""

KEYS = {"width", "height", "turns", "blocked", "units"}

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
        _check_range("columns", self.ground.width, LONGEST)
        _check_range("rows", self.ground.height, LONGEST)
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
        return {
            "width": self.ground.width,
            "height": self.ground.height,
            "turns": self.turns,
            "blocked": [list(field) for field in sorted(self.ground.blocked)],
            "units": [list(unit) for unit in self.units],
        }


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


def from_json(board: JSON) -> Layout:
    """The layout of a map.  `MapError` for any JSON that is none."""
    if type(board) is not dict or set(board) != KEYS:
        raise MapError(f"a map is an object with {', '.join(sorted(KEYS))}")
    width, height, turns = (board[name] for name in ("width", "height", "turns"))
    if {type(number) for number in (width, height, turns)} != {int}:
        raise MapError("width, height and turns are whole numbers")
    blocked = [(x, y) for x, y in _rows("blocked", board["blocked"], 2)]
    if len(set(blocked)) != len(blocked):
        raise MapError("a field is unavailable twice")
    units = [(a, b, c, d, e) for a, b, c, d, e in _rows("units", board["units"], 5)]
    return layout(width, height, turns, blocked, units)


def _rows(name: str, rows: JSON, length: int) -> list[tuple[int, ...]]:
    """A list of lists of so many whole numbers.  `MapError`."""
    if type(rows) is not list or len(rows) > LONGEST * LONGEST:
        raise MapError(f"{name} is a list of at most {LONGEST * LONGEST} elements")
    for row in rows:
        if type(row) is not list or len(row) != length or {type(n) for n in row} != {int}:
            raise MapError(f"each of the {name} is {length} whole numbers, not {row!r:.60}")
    return [tuple(row) for row in rows]
