"""The board as a bot knows it: from the messages to it, and by the rules."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from protocol import EMPTY, ENEMY, OWN, UNAVAILABLE, ProtocolError, Start, numbers_of
from rules import BLAST, REACH, Field, Kind, Order, Unit, around, distance, resolve

GRACE = 1.0
"""Seconds that starting may cost."""


class State:
    """The board at the start of the turn that you answer for.

    ``turn`` counts from 1 to ``turns``.  ``units`` has all units by field, ``mine`` and ``enemies``
    each side's, in the order of x, then y.  ``blocked`` are the unavailable fields, which never
    change.  ``score`` counts the enemies destroyed and your own units lost.
    """

    def __init__(self, start: Start):
        self.width, self.height, self.turns = start.width, start.height, start.turns
        self.turn = 0
        self.blocked: frozenset[Field] = frozenset()
        self.units: dict[Field, Unit] = {}
        self.mine: list[Unit] = []
        self.enemies: list[Unit] = []
        self.score = (0, 0)
        self._bare: set[bytes] = set()
        self._known: dict[bytes, tuple[int, ...]] = {}
        self._armies = (0, 0)
        self._goals: dict[Field, int] = {}

    # For the main loop: you need not call these.

    def update(self, lines: Iterable[bytes]) -> None:
        """Take in the lines of a turn, in whatever order they come."""
        # Most lines are the same in every turn: only new ones are taken apart.
        bare, known = self._bare, self._known
        lines = [line for line in lines if line not in bare]
        for line in lines:
            if line not in known:
                known[line] = _field(line)
        told = sorted(known[line] for line in lines)
        self.turn += 1
        if self.turn == 1:
            self.blocked = frozenset((x, y) for x, y, what, _ in told if what == UNAVAILABLE)
            self._bare = set(self._bare_lines())
        self._set_up([field for field in told if field[2] >= OWN])
        if self.turn == 1:
            self._armies = len(self.mine), len(self.enemies)
        mine, theirs = self._armies
        self.score = theirs - len(self.enemies), mine - len(self.mine)

    def sent(self, orders: Iterable[Order]) -> None:
        """Remember the orders of this turn: they tell next turn's units apart."""
        self._goals = {order[4:]: self.units[order[:2]].number for order in orders}

    def _bare_lines(self) -> Iterable[bytes]:
        """The lines of all fields without a unit."""
        for x in range(1, self.width + 1):
            for y in range(1, self.height + 1):
                what = UNAVAILABLE if (x, y) in self.blocked else EMPTY
                yield b"%d %d %d 0\n" % (x, y, what)

    def _set_up(self, told: Iterable[tuple[int, ...]]) -> None:
        """Put the units on their fields.

        A unit on a field that was taken before is the same unit, since no unit enters a field that
        is taken.  An own unit anywhere else is the one that wanted to go there: had there been two,
        both would have stayed.
        """
        before, self.units = self.units, {}
        for x, y, what, hp in told:
            unit = before.get((x, y))
            if unit is None:
                mine = what < ENEMY
                kind = Kind(what - (OWN if mine else ENEMY))
                number = -1
                if mine:
                    number = len(self.units) if self.turn == 1 else self._goals.get((x, y), -1)
                unit = Unit(x, y, kind, hp, mine, number)
            elif unit.hp != hp:
                unit = Unit(x, y, unit.kind, hp, unit.mine, unit.number)
            self.units[x, y] = unit
        self.mine = [unit for unit in self.units.values() if unit.mine]
        self.enemies = [unit for unit in self.units.values() if not unit.mine]

    # For your strategy.

    def inside(self, field: Field) -> bool:
        """Whether this is a field of the board."""
        return 1 <= field[0] <= self.width and 1 <= field[1] <= self.height

    def empty(self, field: Field) -> bool:
        """Whether a unit beside it may choose to move there: it is available, and nobody is there
        now.  A unit that leaves in this turn is there still."""
        return self.inside(field) and field not in self.blocked and field not in self.units

    def steps(self, unit: Unit) -> list[Field]:
        """The fields that a unit may choose to move to; its own is not among them."""
        return [field for field in around(unit.field, 1) if self.empty(field)]

    def targets(self, unit: Unit) -> list[Field]:
        """The fields that a unit may shoot at."""
        return [field for field in around(unit.field, REACH[unit.kind]) if self.inside(field)]

    def struck(self, unit: Unit, target: Field) -> list[Unit]:
        """The units that this unit's shot at the target would hit: enemies, friends, itself."""
        fields = around(target, BLAST[unit.kind])
        return [self.units[field] for field in fields if field in self.units]

    def refusal(self, order: Order) -> str | None:
        """Why an order of yours would lose the game; None where it is allowed."""
        field, shot, goal = (order.x, order.y), (order.sx, order.sy), (order.rx, order.ry)
        unit = self.units.get(field)
        if unit is None or not unit.mine:
            return f"no unit of yours stands on {field}"
        if shot != (0, 0):
            if not self.inside(shot):
                return f"the target {shot} is not on the board"
            if not unit.reaches(shot):
                return f"the target {shot} is out of range"
        if goal == field:
            return None
        if distance(field, goal) > 1:
            return f"{goal} is no neighbour of {field}"
        return None if self.empty(goal) else f"{goal} is not empty"

    def after(self, orders: Sequence[Order]) -> dict[Field, Unit]:
        """The units after this turn, if these are all orders, those of both sides."""
        return resolve(self.units, orders)

    def distances(self, goals: Iterable[Field]) -> dict[Field, int]:
        """Steps to the nearest of these fields, over available fields as if nobody stood there.

        Fields from which there is no way are missing.
        """
        found = dict.fromkeys(goals, 0)
        queue = list(found)
        for field in queue:
            steps = found[field] + 1
            for near in around(field, 1):
                if near not in found and self.inside(near) and near not in self.blocked:
                    found[near] = steps
                    queue.append(near)
        return found

    @staticmethod
    def spent() -> float:
        """Seconds of computing time that your program has used; ten are lost."""
        return time.process_time()

    def late(self, seconds: float = 7.0) -> bool:
        """Whether a larger share of ``seconds`` is used than of the turns: time to think less."""
        return self.spent() > GRACE + (seconds - GRACE) * self.turn / self.turns


def _field(line: bytes) -> tuple[int, ...]:
    """x, y, what is there, and its points."""
    numbers = numbers_of(line)
    if len(numbers) != 4 or not EMPTY <= numbers[2] <= ENEMY + Kind.CANNON:
        raise ProtocolError(f"expected a field, got {line!r}")
    return numbers
