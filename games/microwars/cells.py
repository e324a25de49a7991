"""Fields of a map as tokens, which the site's editor paints.

    .  #        available, unavailable
    T  C  t  c  a tank and a cannon of the first side, and of the second
    T12         a unit with other points than the usual ones
    T@80  .@80  the game has 80 turns; behind any field

A map is a grid of fields and one number, and the editor knows fields alone: so the number stands
behind one of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.maps import MapProblem
from games.microwars.units import MOST_TURNS, SPECS, USUAL_TURNS, Kind

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
