"""What changes in the station: players, traps, boxes, stocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from games.engine import Fault
from games.lost_in_space.atlas import MATERIALS, SPAWNS, Pos

PLAYERS = 4
FULL = 200
"""Hit points at the start and after a return, and the most there can be."""
STOCK = 2
"""Items at a material point at the start, and the most there can be."""
LAST_CLOSING = 80
"""Who dies after this round is out for good."""


class Status(IntEnum):
    """How a player stands; the numbers go over the wire."""

    ALIVE = 0
    DEAD = 1
    ESCAPED = 2
    SKIPPING = 3
    COUNTDOWN = 4
    ERROR = 5


UP = (Status.ALIVE, Status.SKIPPING, Status.COUNTDOWN)
"""Who stands somewhere in the station."""


class Item(StrEnum):
    """What material points have; the names go over the wire."""

    MINE = "LandMine"
    SLIME = "Sticky"
    KIT = "Kit"
    BLINK = "Transport"


CARRY = {Item.MINE: 3, Item.SLIME: 3, Item.KIT: 2, Item.BLINK: 2}
"""How many of each a player can have in the bag; placed traps do not count."""


def _empty_bag() -> dict[Item, int]:
    return dict.fromkeys(Item, 0)


@dataclass(slots=True)
class Player:
    """One player.  ``pos`` of the dead is where they died; what they see is on that layer."""

    number: int
    pos: Pos
    keys: set[int]
    hp: int = FULL
    status: Status = Status.ALIVE
    bag: dict[Item, int] = field(default_factory=_empty_bag)
    score: int = 0
    countdown: int = 0
    """Own turns until the capsule leaves; 0: it is not started."""
    coming: int | None = None
    """The key that a machine makes, which arrives in the next own turn."""
    rested: int = 1
    """The first round in which detection works again."""
    died: int = 0
    """The round of the last death."""
    left: int = 0
    """The round in which the player escaped, died for good, or failed; 0: not yet."""
    fault: Fault | None = None

    @property
    def up(self) -> bool:
        return self.status in UP

    @property
    def finally_dead(self) -> bool:
        return self.status is Status.DEAD and self.died > LAST_CLOSING

    @property
    def told(self) -> bool:
        """Whether messages still go to this player."""
        return self.status not in (Status.ESCAPED, Status.ERROR)

    @property
    def playing(self) -> bool:
        """Whether the player may still act some day."""
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
    """In the order in which they were placed."""
    boxes: dict[Pos, set[int]] = field(default_factory=dict)
    """The keys in the boxes of the dead."""
    boxed: set[Pos] = field(default_factory=set)
    """Where there has ever been a box."""
    stock: dict[Pos, int] = field(default_factory=lambda: dict.fromkeys(MATERIALS, STOCK))
    refill: dict[Pos, int] = field(default_factory=dict)
    """The round in which a material point gets its next item."""
    closed: set[Pos] = field(default_factory=set)

    @property
    def acting(self) -> Player:
        return self.players[self.turn]

    def placed(self, owner: int, kind: Item) -> list[Pos]:
        """Where the traps of a player lie, oldest first."""
        return [pos for pos, trap in self.traps.items() if trap == Trap(kind, owner)]

    def watchers(self, z: int) -> list[int]:
        """Who sees what happens on a layer."""
        return [p.number for p in self.players if p.told and p.pos[2] == z]

    def others(self, number: int) -> list[int]:
        """Everybody else to whom messages still go."""
        return [p.number for p in self.players if p.told and p.number != number]
