"""The start of a game: a board with its units, and the number of turns; and its fields as tokens,
which the site's editor paints.

    .  #        available, unavailable
    T  C  t  c  a tank and a cannon of the first side, and of the second
    T12         a unit with other points than the usual ones
    T@80  .@80  the game has 80 turns; behind any field

A map is a grid of fields and one number, and the editor knows fields alone: so the number stands
behind one of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine import JSON
from games.maps import Bounds, Grid, MapError, MapProblem, in_rows
from games.microwars.units import LONGEST, MOST_TURNS, SIDES, SPECS, USUAL_TURNS, Army, Ground, Kind

MOST_POINTS = 999
"""Points of a unit in a map."""

FREE, BLOCKED = ".", "#"
LETTERS = {"T": (0, Kind.TANK), "C": (0, Kind.CANNON), "t": (1, Kind.TANK), "c": (1, Kind.CANNON)}
"""Owner and kind by letter."""
SIGNS = {unit: letter for letter, unit in LETTERS.items()}

TOKEN = re.compile(rf"([{FREE}{BLOCKED}{''.join(LETTERS)}])([0-9]{{1,5}})?(?:@([0-9]{{1,6}}))?")
_MOST_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Cell:
    """A field of a map.  ``points`` and ``turns`` are None where the token has none."""

    sign: str
    points: int | None = None
    turns: int | None = None

    @property
    def unit(self) -> tuple[int, Kind, int] | None:
        """Owner, kind and points of the unit that stands here."""
        if self.sign not in LETTERS:
            return None
        owner, kind = LETTERS[self.sign]
        return owner, kind, SPECS[kind].points if self.points is None else self.points


def cell_of(match: re.Match[str]) -> Cell:
    """The field of a token that `TOKEN` has matched.  ValueError with what is wrong with it."""
    sign, points, turns = match.groups()
    if points is not None:
        if sign not in LETTERS:
            raise ValueError(f"{shown(match[0])}: only units have points")
        if not 1 <= int(points) <= MOST_POINTS:
            raise ValueError(f"points is a whole number from 1 to {MOST_POINTS}, not {points}")
    if turns is not None and not 1 <= int(turns) <= MOST_TURNS:
        raise ValueError(f"turns is a whole number from 1 to {MOST_TURNS}, not {turns}")
    return Cell(
        sign,
        None if points is None else int(points),
        None if turns is None else int(turns),
    )


def read_token(token: str) -> Cell:
    """ValueError with the reason for what is no field."""
    match = TOKEN.fullmatch(token)
    if match is None:
        raise ValueError(no_field(token))
    return cell_of(match)


def no_field(token: str) -> str:
    """The message for text that is no token."""
    return f"{shown(token)} is no field: there are {' '.join([FREE, BLOCKED, *LETTERS])}"


def shown(word: str) -> str:
    return repr(word if len(word) <= _MOST_SHOWN else word[:_MOST_SHOWN] + "…")


def unit_token(owner: int, kind: Kind, points: int) -> str:
    usual = points == SPECS[kind].points
    return SIGNS[owner, kind] + ("" if usual else str(points))


@dataclass(frozen=True, slots=True)
class Said:
    """A number of turns, and where a map says it."""

    turns: int
    row: int | None = None
    column: int | None = None


def agreed(said: Sequence[Said]) -> tuple[int, list[MapProblem]]:
    """The number of turns that a map says, or the usual one; and a problem for each place that
    says another than the first."""
    if not said:
        return USUAL_TURNS, []
    first = said[0].turns
    problems = [
        MapProblem(f"{other.turns} turns, and {first} turns before", other.row, other.column)
        for other in said
        if other.turns != first
    ]
    return first, problems


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
    return from_rows(in_rows(cells, width), turns)


def _place(index: int, width: int) -> tuple[int, int]:
    """Row and column of a cell, from 1."""
    row, column = divmod(index, width)
    return row + 1, column + 1
