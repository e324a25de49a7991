"""Units, orders, and what a turn does with them."""

from __future__ import annotations

from collections import Counter, namedtuple
from collections.abc import Iterable, Mapping
from enum import IntEnum

Field = tuple[int, int]
"""x from 1, to the right, and y from 1, upwards."""

NOWHERE: Field = (0, 0)


class Kind(IntEnum):
    TANK = 0
    CANNON = 1


REACH = {Kind.TANK: 1, Kind.CANNON: 4}
"""How far away a target may lie, in all eight directions."""
BLAST = {Kind.TANK: 0, Kind.CANNON: 1}
"""How far around its target a shot hits."""
POINTS = {Kind.TANK: 25, Kind.CANNON: 10}
"""The usual points of a unit at the start."""
POWER = 1
"""Points that one hit takes."""


class Order(namedtuple("Order", "x y sx sy rx ry")):
    """The unit on (x, y) shoots at (sx, sy), or not at all where both are 0, and chooses to move
    to (rx, ry), or stays where this is its own field."""

    __slots__ = ()
    x: int
    y: int
    sx: int
    sy: int
    rx: int
    ry: int


class Unit(namedtuple("Unit", "x y kind hp mine number", defaults=(-1,))):
    """A unit on the board.  ``hp`` are the points it has left.

    Your own units have a ``number`` that they keep for the whole game, the one that replays have;
    the enemy's have -1: nobody tells which of them moved where.
    """

    __slots__ = ()
    x: int
    y: int
    kind: Kind
    hp: int
    mine: bool
    number: int

    @property
    def field(self) -> Field:
        return self.x, self.y

    def order(self, shot: Field | None = None, move: Field | None = None) -> Order:
        """Shoot at the field ``shot``, if any, and move to the field ``move``, if any."""
        return Order(self.x, self.y, *(shot or NOWHERE), *(move or self.field))

    def reaches(self, target: Field) -> bool:
        """Whether it may shoot at this field, which is one of the board."""
        return distance(self.field, target) <= REACH[self.kind]


def distance(one: Field, other: Field) -> int:
    """Fields between the two; a diagonal step is as long as a straight one."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def around(field: Field, radius: int) -> list[Field]:
    """All fields so near, on the board or not; the field itself is one of them."""
    x, y = field
    span = range(-radius, radius + 1)
    return [(x + dx, y + dy) for dx in span for dy in span]


def hits(units: Mapping[Field, Unit], orders: Iterable[Order]) -> Counter[Field]:
    """How often each field is hit by the shots of these orders."""
    found: Counter[Field] = Counter()
    for x, y, sx, sy, _, _ in orders:
        if sx:
            found.update(around((sx, sy), BLAST[units[x, y].kind]))
    return found


def resolve(units: Mapping[Field, Unit], orders: Iterable[Order]) -> dict[Field, Unit]:
    """The units after a turn in which both sides give these orders, all of them allowed."""
    orders = list(orders)
    damage = hits(units, orders)
    goals = {order[:2]: order[4:] for order in orders if order[:2] != order[4:]}
    chosen = Counter(goals.values())
    after = {}
    for field, unit in units.items():
        goal = goals.get(field, field)
        if chosen[goal] > 1:
            goal = field
        left = unit.hp - POWER * damage[field]
        if left > 0:
            after[goal] = unit._replace(x=goal[0], y=goal[1], hp=left)
    return after
