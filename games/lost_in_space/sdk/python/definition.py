"""The types of your knowledge, as in the manual.  Changing them does not change the game.

A place is ``[x, y, z]`` everywhere in this kit, as on the wire: in drawings x grows upwards and y
to the right.  z is the layer; layer 0 is the top one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum


class Pos(list[int]):
    """A place: a list of three numbers, which can also be a key of a dict or in a set.

    It equals the list and the tuple of the same numbers.  Do not change a place in a dict or a
    set.  You may change the places that `client.Client` returns, as they are copies.
    """

    def __eq__(self, other: object) -> bool:
        return list.__eq__(self, list(other) if isinstance(other, tuple) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(tuple(self))


NOWHERE = Pos((-1, -1, -1))
"""The place of a player whom you do not see."""
UNKNOWN = -1
"""The hit points of a player whom you do not see."""

FULL = 200
"""Hit points at the start and after a return, and their maximum."""
HIT = 70
MINE_HURTS = 120
KIT_HEALS = 100
AWAY = 5
"""Rounds until a return: a player who dies in round d is back in round d + 5."""
LAST_CLOSING = 80
"""A player who dies after this round is out for good."""
ROUNDS = 100
DETECT_RESTS = 5
CARRY = {"LandMine": 3, "Sticky": 3, "Kit": 2, "Transport": 2}
"""The maximum of each item in a bag; placed traps do not count."""


class Status(IntEnum):
    """The status of a player; the values are the numbers on the wire."""

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
"""The status of players who stand somewhere in the station."""


@dataclass
class Node:
    """A place with its things and players.

    ``interprops`` can have Box, Materials, KeyMachine, EscapeCapsule and Elevator.  ``player`` has
    the numbers of the players who stand there, including you.
    """

    pos: Pos
    interprops: list[str] = field(default_factory=list)
    player: list[int] = field(default_factory=list)


@dataclass
class Edge:
    """A passage or a lift; both lead in both directions."""

    stpos: Pos
    edpos: Pos


@dataclass
class Tool:
    """A bag and the placed traps.

    Per kind of trap it has ``[in the bag, placed]`` and the places of placed traps, oldest first.
    It also has the numbers of kits and blinks.
    """

    landmine_number: list[int] = field(default_factory=lambda: [0, 0])
    landmine_pos: list[Pos] = field(default_factory=list)
    sticky_number: list[int] = field(default_factory=lambda: [0, 0])
    sticky_pos: list[Pos] = field(default_factory=list)
    kit: int = 0
    transport: int = 0

    def count(self, kind: str) -> int:
        """The number of an item in the bag, by its name on the wire; KeyError for other names."""
        return self.counts()[kind]

    def counts(self) -> dict[str, int]:
        mines, slimes = self.landmine_number[0], self.sticky_number[0]
        return {"LandMine": mines, "Sticky": slimes, "Kit": self.kit, "Transport": self.transport}


@dataclass
class Player:
    """A player.

    Of others, you know place and hit points only on your own layer, and you never know the tools.
    """

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
    """Your layer: its places, open passages and lifts, including lifts to other layers."""

    self_nodes: list[Node]
    self_edges: list[Edge]
