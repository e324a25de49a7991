"""The choice of targets: shots that add up to kills are worth more than scratches."""

from __future__ import annotations

from rules import BLAST, REACH, Field, Kind, Unit, around
from state import State

ROUNDS = 2
WORTH = {Kind.TANK: 1.0, Kind.CANNON: 1.6}
"""The worth of a unit to its side, in units."""
FRIENDLY = 1.5
"""Weight of a hit on an own unit."""


def aim(state: State) -> dict[Field, Field]:
    """The target of each own unit that shoots.  Each aims by what the others have chosen."""
    left = {field: unit.hp for field, unit in state.units.items()}
    shots: dict[Field, Field] = {}
    for _ in range(ROUNDS):
        for unit in state.mine:
            old = shots.pop(unit.field, None)
            if old is not None:
                _strike(state, left, unit, old, 1)
            target = _best(state, left, unit)
            if target is not None:
                shots[unit.field] = target
                _strike(state, left, unit, target, -1)
    return shots


def _strike(state: State, left: dict[Field, int], unit: Unit, target: Field, points: int) -> None:
    for hit in state.struck(unit, target):
        left[hit.field] += points


def _best(state: State, left: dict[Field, int], unit: Unit) -> Field | None:
    """The best target; None where no shot is worth anything."""
    reach, blast = REACH[unit.kind], BLAST[unit.kind]
    values = {
        field: _value(other, left[field])
        for field, other in _near(state, unit.field, reach + blast)
    }
    if not any(value > 0 for value in values.values()):
        return None
    sums: dict[Field, float] = {}
    for field, value in values.items():
        for target in around(field, blast):
            sums[target] = sums.get(target, 0.0) + value
    best, most = None, 0.0
    for target, value in sums.items():
        if value > most and unit.reaches(target) and state.inside(target):
            best, most = target, value
    return best


def _near(state: State, field: Field, radius: int) -> list[tuple[Field, Unit]]:
    x, y = field
    return [
        (place, other)
        for place, other in state.units.items()
        if abs(place[0] - x) <= radius and abs(place[1] - y) <= radius
    ]


def _value(unit: Unit, left: int) -> float:
    """The worth of one more hit on a unit with ``left`` points; 0 if it is dead."""
    if left <= 0:
        return 0.0
    value = WORTH[unit.kind] / (left + 1)
    return -FRIENDLY * value if unit.mine else value
