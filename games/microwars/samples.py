"""Orders by chance, and what a person may order."""

from __future__ import annotations

from collections.abc import Callable

from games.engine import JSON, Action, Seat
from games.microwars.engine import MicrowarsEngine
from games.microwars.units import KIND, SPECS, STEP, Field, Kind, Unit, place_of

Choose = Callable[[int], int]


def sample(engine: MicrowarsEngine, seat: Seat, choose: Choose) -> Action:
    """Allowed orders for most units of a side, with a liking for shots that hit an enemy."""
    orders: list[list[int]] = []
    targets = [(x, y) for _, _, _, x, y, _ in engine.army.of(1 - seat)]
    for unit in engine.army.of(seat):
        if not choose(8):
            continue
        x, y = unit[3:5]
        shot = _some_shot(engine, unit, targets, choose)
        exits = steps(engine, unit)
        there = exits[choose(len(exits))] if exits and choose(3) else (x, y)
        orders.append([x, y, *shot, *there])
    return orders


def _some_shot(engine: MicrowarsEngine, unit: Unit, targets: list[Field], choose: Choose) -> Field:
    """A field to shoot at, (0, 0) for none."""
    x, y = unit[3:5]
    reach = SPECS[Kind(unit[KIND])].reach
    near = [there for there in targets if max(abs(there[0] - x), abs(there[1] - y)) <= reach]
    if near and choose(8):
        return near[choose(len(near))]
    if choose(2):
        return 0, 0
    ground = engine.layout.ground
    low_x, low_y = max(1, x - reach), max(1, y - reach)
    high_x, high_y = min(ground.width, x + reach), min(ground.height, y + reach)
    return low_x + choose(high_x - low_x + 1), low_y + choose(high_y - low_y + 1)


def steps(engine: MicrowarsEngine, unit: Unit) -> list[Field]:
    """The fields that a unit may choose to move to now, x by x."""
    ground, at = engine.layout.ground, engine.army.at
    span = range(-STEP, STEP + 1)
    near = [(unit[3] + dx, unit[4] + dy) for dx in span for dy in span]
    return [
        (x, y)
        for x, y in near
        if 1 <= x <= ground.width
        and 1 <= y <= ground.height
        and (x, y) not in ground.blocked
        and at[place_of(x, y)] is None
    ]


def choices(engine: MicrowarsEngine, seat: Seat) -> JSON:
    """For each unit of a side: ``{"id", "reach", "blast", "steps": [[x, y], ...]}``."""
    return [
        {
            "id": unit[0],
            "reach": SPECS[Kind(unit[KIND])].reach,
            "blast": SPECS[Kind(unit[KIND])].blast,
            "steps": [list(field) for field in steps(engine, unit)],
        }
        for unit in engine.army.of(seat)
    ]
