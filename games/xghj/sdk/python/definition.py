"""The classes of the view that your AI gets, and of its answer.

All boards are indexed ``[x][y]``: x is the column from 0 to ``cols - 1``, y the row from 0 to
``rows - 1``.  The names are those of the contest's ``definition.h``, in Python's spelling.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

NEUTRAL_PLAYER_ID = 233
"""The owner of a free cell."""
UNKNOWN_PLAYER_ID = 213
"""The owner of a cell that you do not see."""
MILITARY_KERNEL_SIZE = 5
"""The kernel has ``2 * 5 - 1`` rows."""


class DiplomaticStatus(IntEnum):
    """The relation between two countries."""

    UNDISCOVERED = 0
    NEUTRAL = 1
    ALLIED = 2
    AT_WAR = 3


class DiplomaticCommand(IntEnum):
    """Your stance towards another country."""

    KEEP_NEUTRAL = 0
    FORM_ALLIANCE = 1
    JUSTIFY_WAR = 2
    BACKSTAB = 3


class Position(NamedTuple):
    """A cell."""

    x: int
    y: int


class MilitaryCommand(NamedTuple):
    """A bomb."""

    place: Position
    bomb_size: int


@dataclass(frozen=True)
class Constants:
    """The numbers of this game; the defaults are the usual ones.

    The game stops when the counter of rounds reaches ``max_round``.  ``capital_influence`` and
    ``corruption`` are in thousandths, ``city_income`` in hundredths.
    """

    max_round: int = 50
    initial_money: int = 10
    bomb_cost: int = 1
    suppress_limit: int = 400
    capital_influence: int = 300
    city_income: int = 50
    corruption: int = 1
    justify_rounds: int = 3
    justify_price: int = 1
    border: int = 2
    spawn_distance: int = 3
    spawn_anywhere: int = 1

    def capital_bomb(self, income: int) -> int:
        """The size of a capital's free bomb: a share of the last income buys it, rounded up."""
        return -(-self.capital_influence * income // (1000 * self.bomb_cost))


@dataclass(frozen=True)
class Point:
    """A cell with a name, and tags by which the special rules find it."""

    name: str
    place: Position
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Mark:
    """A sign that a special rule shows on the board now; ``player`` is the country it concerns."""

    place: Position
    kind: str
    text: str
    player: int | None


@dataclass(frozen=True)
class BaseMap:
    """The facts that never change: the cells' ``resource``, ``attack`` and ``defence`` by
    ``[x][y]``, and the scenario.  ``words`` are its special rules in sentences."""

    rows: int
    cols: int
    resource: list[list[int]]
    attack: list[list[int]]
    defence: list[list[int]]
    military_kernel: list[list[float]]
    constants: Constants
    title: str
    names: tuple[str, ...]
    points: tuple[Point, ...]
    words: tuple[str, ...]

    def inside(self, place: Position) -> bool:
        return 0 <= place.x < self.cols and 0 <= place.y < self.rows


@dataclass(frozen=True)
class PlayerInfo:
    """A country, or you.  Values that you do not know are None.

    Where ``is_visible`` (neutral, allied or yourself), you know ``map_area`` and ``war_list``.
    Where ``is_union`` (allied or yourself), you know the rest.  ``capital`` is also None where a
    country has none.  ``relations`` has its relation to each country, by id.
    """

    dip_status: DiplomaticStatus
    is_visible: bool
    is_union: bool
    map_area: int | None
    war_list: tuple[int, ...] | None
    saving: int | None
    income: int | None
    capital: Position | None
    relations: tuple[DiplomaticStatus, ...] | None


class MapPointInfo(NamedTuple):
    """A cell; it is sieged where it lies outside its owner's supply area."""

    is_visible: bool
    owner: int
    is_sieged: bool


@dataclass
class Info:
    """A round that you must answer.

    The last three members are your answer.  By default it has no bombs, keeps all relations, and
    keeps the capital.  ``diplomatic_commands`` has one for each id.
    """

    id: int
    player_size: int
    rows: int
    cols: int
    round: int
    map: BaseMap
    player_info: list[PlayerInfo]
    map_point_info: list[list[MapPointInfo]]
    backstab_used: bool
    marks: list[Mark]
    military_commands: list[MilitaryCommand] = field(default_factory=list)
    diplomatic_commands: list[DiplomaticCommand] = field(default_factory=list)
    new_capital: Position | None = None

    @property
    def me(self) -> PlayerInfo:
        return self.player_info[self.id]

    def owner(self, place: Position) -> int:
        return self.map_point_info[place.x][place.y].owner

    def bomb(self, place: Position, size: int) -> None:
        """Add a bomb to your answer."""
        self.military_commands.append(MilitaryCommand(place, size))
