"""The station, and its variable state: players, traps, boxes, stocks.

The station never changes, so it is data of the package (``station.json``).  A place is ``(x, y,
z)``: in drawings x grows upwards and y to the right.  z is the layer; layer 0 is the top one.
Players can enter a zone until the end of the round in which it closes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from pathlib import Path

from games.engine import JSON, Fault

Pos = tuple[int, int, int]

FILE = Path(__file__).with_name("station.json")
TOP = 0
SPAWN_LAYER = 1


@dataclass(frozen=True, slots=True)
class Zone:
    """Places that close at the end of round ``closes``."""

    title: str
    closes: int
    nodes: frozenset[Pos]


def _neighbours(nodes: list[Pos], edges: list[list[int]]) -> dict[Pos, tuple[Pos, ...]]:
    found: dict[Pos, list[Pos]] = {node: [] for node in nodes}
    for a, b in edges:
        found[nodes[a]].append(nodes[b])
        found[nodes[b]].append(nodes[a])
    return {node: tuple(sorted(near)) for node, near in found.items()}


def _pos(data: list[int]) -> Pos:
    x, y, z = data
    return x, y, z


PLAN = json.loads(FILE.read_text("utf-8"))
"""The parsed file, for the scene."""

NEIGHBOURS: Mapping[Pos, tuple[Pos, ...]] = _neighbours(
    [_pos(node) for node in PLAN["nodes"]], PLAN["edges"]
)
"""For every place, the places one passage away, which are all on the same layer."""

STOPS: Mapping[Pos, tuple[Pos, ...]] = {
    _pos(stop): tuple(_pos(other) for other in shaft if other != stop)
    for shaft in PLAN["lifts"]
    for stop in shaft
}
"""For every place with a lift, the other stops of the lift."""

MATERIALS: tuple[Pos, ...] = tuple(_pos(point) for point in PLAN["materials"])
MACHINES: Mapping[Pos, int] = {_pos(pos): key for key, pos in PLAN["machines"]}
"""For every place with a machine, the key that the machine makes."""
SPAWNS: tuple[Pos, ...] = tuple(_pos(spawn) for spawn in PLAN["spawns"])
CAPSULE: Pos = _pos(PLAN["capsule"])
ZONES: tuple[Zone, ...] = tuple(
    Zone(zone["title"], zone["closes"], frozenset(map(_pos, zone["nodes"])))
    for zone in PLAN["zones"]
)
"""The zones in the order in which they close."""


PLAYERS = 4
FULL = 200
"""Hit points at the start and after a return, and their maximum."""
STOCK = 2
"""Items at a material point at the start, and their maximum."""
LAST_CLOSING = 80
"""A player who dies after this round is out for good."""


class Status(IntEnum):
    """The status of a player; the values are the numbers on the wire."""

    ALIVE = 0
    DEAD = 1
    ESCAPED = 2
    SKIPPING = 3
    COUNTDOWN = 4
    ERROR = 5


UP = (Status.ALIVE, Status.SKIPPING, Status.COUNTDOWN)
"""The status of players who stand somewhere in the station."""


class Item(StrEnum):
    """The items of material points; the values are the names on the wire."""

    MINE = "LandMine"
    SLIME = "Sticky"
    KIT = "Kit"
    BLINK = "Transport"


class Cause(StrEnum):
    """The causes of a death."""

    ATTACK = "attack"
    MINE = "mine"
    ZONE = "zone"


CARRY = {Item.MINE: 3, Item.SLIME: 3, Item.KIT: 2, Item.BLINK: 2}
"""The maximum of each item in a bag; placed traps do not count."""


@dataclass(slots=True)
class Player:
    """One player.  ``pos`` of a dead player is the place of death; they see that layer."""

    number: int
    pos: Pos
    keys: set[int]
    hp: int = FULL
    status: Status = Status.ALIVE
    bag: dict[Item, int] = field(default_factory=lambda: dict.fromkeys(Item, 0))
    score: int = 0
    countdown: int = 0
    """Turns of this player until the capsule leaves; 0: it has not been started."""
    coming: int | None = None
    """The key that a machine makes, which arrives in the player's next turn."""
    rested: int = 1
    """The first round in which detection works again."""
    died: int = 0
    """The round of the last death."""
    left: int = 0
    """The round in which the player escaped, died for good, or failed; 0: not yet."""
    fault: Fault | None = None
    deaths: list[list[JSON]] = field(default_factory=list)
    """Round, `Cause` and killer of each death; the killer is None where a zone closed."""

    @property
    def up(self) -> bool:
        return self.status in UP

    @property
    def finally_dead(self) -> bool:
        return self.status is Status.DEAD and self.died > LAST_CLOSING

    @property
    def told(self) -> bool:
        """Whether this player still gets messages."""
        return self.status not in (Status.ESCAPED, Status.ERROR)

    @property
    def playing(self) -> bool:
        """Whether the player may act now or in a later round."""
        return self.told and not self.finally_dead


@dataclass(frozen=True, slots=True)
class Trap:
    kind: Item
    owner: int


@dataclass(slots=True)
class World:
    """The whole state.  ``turn`` is the number of the player in turn, ``major`` whether the one
    major action of this turn is used up."""

    players: list[Player] = field(
        default_factory=lambda: [Player(n, pos, {n}) for n, pos in enumerate(SPAWNS)]
    )
    round: int = 1
    turn: int = 0
    major: bool = False
    traps: dict[Pos, Trap] = field(default_factory=dict)
    """The traps in the order in which they were placed."""
    boxes: dict[Pos, set[int]] = field(default_factory=dict)
    """The keys in the boxes of the dead."""
    boxed: set[Pos] = field(default_factory=set)
    """All places where there has been a box."""
    stock: dict[Pos, int] = field(default_factory=lambda: dict.fromkeys(MATERIALS, STOCK))
    refill: dict[Pos, int] = field(default_factory=dict)
    """The round in which a material point gets its next item."""
    closed: set[Pos] = field(default_factory=set)

    @property
    def acting(self) -> Player:
        return self.players[self.turn]

    def placed(self, owner: int, kind: Item) -> list[Pos]:
        """The places of a player's traps, oldest first."""
        return [pos for pos, trap in self.traps.items() if trap == Trap(kind, owner)]

    def watchers(self, z: int) -> list[int]:
        """The players who see a layer."""
        return [p.number for p in self.players if p.told and p.pos[2] == z]

    def others(self, number: int) -> list[int]:
        """The other players who still get messages."""
        return [p.number for p in self.players if p.told and p.number != number]
