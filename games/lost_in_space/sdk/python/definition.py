"""What you know: the types of the manual.  You only read them; the referee has the truth.

A place is ``[x, y, z]`` everywhere in this kit, as on the wire: x grows upwards and y to the right
as the station is drawn, z is the layer from 0, the top one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum


class Pos(list[int]):
    """A place: a list of three numbers, which a dict or a set can hold, too.

    It equals the list and the tuple of the same numbers.  Do not change one that a dict or a set
    holds; the calls of `client.Client` return copies, which are yours.
    """

    def __eq__(self, other: object) -> bool:
        return list.__eq__(self, list(other) if isinstance(other, tuple) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(tuple(self))


NOWHERE = Pos((-1, -1, -1))
"""The place of somebody whom you do not see."""
UNKNOWN = -1
"""The hit points of somebody whom you do not see."""

FULL = 200
"""Hit points at the start and after a return, and the most there can be."""
HIT = 70
MINE_HURTS = 120
KIT_HEALS = 100
AWAY = 5
"""Who dies in round d is back in round d + 5."""
LAST_CLOSING = 80
"""Who dies after this round is out for good."""
ROUNDS = 100
DETECT_RESTS = 5
CARRY = {"LandMine": 3, "Sticky": 3, "Kit": 2, "Transport": 2}
"""How many of each fit into the bag; placed traps do not count."""


class Status(IntEnum):
    """How a player stands; equal to the numbers on the wire."""

    ALIVE = 0
    DEAD = 1
    ESCAPED = 2
    SKIPPING = 3
    """Caught in slime: this turn is over, and the next one is skipped."""
    COUNTDOWN = 4
    """In the capsule, which counts down."""
    ERROR = 5
    """The program has failed."""


UP = (Status.ALIVE, Status.SKIPPING, Status.COUNTDOWN)
"""Who stands somewhere in the station."""


@dataclass
class Node:
    """A place.  ``interprops`` are of Box, Materials, KeyMachine, EscapeCapsule and Elevator;
    ``player`` are the numbers of those who stand there, you included."""

    pos: Pos
    interprops: list[str] = field(default_factory=list)
    player: list[int] = field(default_factory=list)


@dataclass
class Edge:
    """A passage or a lift, which lead both ways."""

    stpos: Pos
    edpos: Pos


@dataclass
class Tool:
    """A bag: ``[in the bag, placed]`` for traps, the places of the placed ones, oldest first,
    and how many kits and blinks there are."""

    landmine_number: list[int] = field(default_factory=lambda: [0, 0])
    landmine_pos: list[Pos] = field(default_factory=list)
    sticky_number: list[int] = field(default_factory=lambda: [0, 0])
    sticky_pos: list[Pos] = field(default_factory=list)
    kit: int = 0
    transport: int = 0

    def count(self, kind: str) -> int:
        """How many there are in the bag, by the name on the wire; KeyError for other names."""
        return self.counts()[kind]

    def counts(self) -> dict[str, int]:
        mines, slimes = self.landmine_number[0], self.sticky_number[0]
        return {"LandMine": mines, "Sticky": slimes, "Kit": self.kit, "Transport": self.transport}


@dataclass
class Player:
    """A player.  Of others you know the place and the hit points on your own layer, and never
    the tools."""

    id: int
    pos: Pos
    status: Status = Status.ALIVE
    hp: int = FULL
    keys: list[int] = field(default_factory=list)
    tools: Tool = field(default_factory=Tool)

    @property
    def up(self) -> bool:
        return self.status in UP


@dataclass
class View:
    """Your layer: its places and its open ways, lifts to other layers included."""

    self_nodes: list[Node]
    self_edges: list[Edge]
