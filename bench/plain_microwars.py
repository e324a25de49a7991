"""Microwars as one would write it down first: tuples, dictionaries, a pass over the board.

A second opinion in the tests: it shares no line with the game's own rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field

TANK, CANNON = "T", "C"
RANGE = {TANK: 1, CANNON: 4}
BLAST = {TANK: 0, CANNON: 1}

Place = tuple[int, int]
PlainOrder = tuple[int, int, int, int, int, int]


def apart(one: Place, other: Place) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


@dataclass
class PlainUnit:
    number: int
    side: int
    kind: str
    hp: int


@dataclass
class PlainGame:
    """``units`` by where they stand; ``score`` by side."""

    columns: int
    rows: int
    walls: set[Place]
    units: dict[Place, PlainUnit]
    score: list[int] = field(default_factory=lambda: [0, 0])

    def on_board(self, place: Place) -> bool:
        return place[0] in range(1, self.columns + 1) and place[1] in range(1, self.rows + 1)

    def complaint(self, side: int, orders: list[PlainOrder]) -> str | None:
        """The first thing that is wrong with a side's orders."""
        named: list[Place] = []
        for order in orders:
            here = order[0:2]
            found = self.complaint_about(side, order, here in named)
            if found:
                return found
            named.append(here)
        return None

    def complaint_about(self, side: int, order: PlainOrder, again: bool) -> str | None:
        here, aim, goal = order[0:2], order[2:4], order[4:6]
        mine = {place for place, unit in self.units.items() if unit.side == side}
        wrong = {
            "unit_off_board": not self.on_board(here),
            "not_own_unit": here not in mine,
            "unit_twice": again,
        }
        if here in mine:
            reach = RANGE[self.units[here].kind]
            shoots = aim != (0, 0)
            wrong["shot_off_board"] = shoots and not self.on_board(aim)
            wrong["shot_out_of_range"] = shoots and apart(here, aim) > reach
            wrong["move_off_board"] = not self.on_board(goal)
            wrong["move_not_neighbour"] = apart(here, goal) > 1
            wrong["move_unavailable"] = goal in self.walls
            wrong["move_occupied"] = goal != here and goal in self.units
        return next((name for name, is_so in wrong.items() if is_so), None)

    def play(self, orders: list[PlainOrder]) -> dict[int, int]:
        """One turn; the points that each unit lost, by its number."""
        lost = dict.fromkeys((unit.number for unit in self.units.values()), 0)
        for order in orders:
            kind = self.units[order[0:2]].kind
            for place, unit in self.units.items():
                if order[2:4] != (0, 0) and apart(place, order[2:4]) <= BLAST[kind]:
                    lost[unit.number] += 1
        goals = [order[4:6] for order in orders if order[4:6] != order[0:2]]
        after = {}
        plans = {order[0:2]: order[4:6] for order in orders}
        for place, unit in self.units.items():
            goal = plans.get(place, place)
            after[goal if goals.count(goal) == 1 else place] = unit
        for unit in after.values():
            unit.hp -= lost[unit.number]
            if unit.hp < 1:
                self.score[1 - unit.side] += 1
        self.units = {place: unit for place, unit in after.items() if unit.hp > 0}
        return {number: points for number, points in lost.items() if points}

    def board_lines(self, side: int) -> bytes:
        """The state of a turn as a side reads it."""
        lines = []
        for x in range(1, self.columns + 1):
            for y in range(1, self.rows + 1):
                unit = self.units.get((x, y))
                if unit is not None:
                    code = (2 if unit.side == side else 4) + (unit.kind == CANNON)
                    lines.append(f"{x} {y} {code} {unit.hp}\n")
                elif (x, y) in self.walls:
                    lines.append(f"{x} {y} 1 0\n")
                else:
                    lines.append(f"{x} {y} 0 0\n")
        return "".join(lines).encode()
