"""The structures of the processor's protocol, members in wire order, and a game as a replay.

Rows and columns count from 0; ``x`` is a row and ``y`` a column.  Players and teams are numbers
from 1, and 0 is the neutral one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from games.generals.codec import I8, I32, U8, U16, U32, U64, Identity, Rows
from games.generals.orders import Modifiers, Order, Seen
from games.generals.tally import HALF_TURNS_A_TURN, TeamRank
from games.generals.terrain import LEAST_UNITS, MOST_UNITS, Bytes, Units, clamp

Uuid = Annotated[int, Identity()]

TILE = np.dtype([("owner", "u1"), ("type", "u1"), ("unit", "<i4")])
TILE_DIFF = np.dtype([("x", "u1"), ("y", "u1"), *TILE.descr])
Tiles = Annotated[NDArray[np.void], Rows(TILE)]
"""Tile[] row by row; all zero where a tile is out of view."""
TileDiffs = Annotated[NDArray[np.void], Rows(TILE_DIFF)]


@dataclass(frozen=True, slots=True)
class ImportTerrainConfig:
    w: U8
    h: U8
    value: str


@dataclass(frozen=True, slots=True)
class RandomTerrainConfig:
    """Densities are from 0 to 255, see `games.generals.mapgen.Densities`."""

    w: U8
    h: U8
    city_dense: U8
    mountain_dense: U8
    swamp_dense: U8
    light_dense: U8


@dataclass(frozen=True, slots=True)
class PlayerMove:
    player: U8
    x: U8
    y: U8
    dir: U8
    half: bool


@dataclass(frozen=True, slots=True)
class PlayerRanking:
    player: U8
    is_defeated: bool
    land: U16
    unit: I32


@dataclass(frozen=True, slots=True)
class TeamRanking:
    team: U8
    land: U16
    unit: I32
    players: tuple[PlayerRanking, ...]


@dataclass(frozen=True, slots=True)
class TeamViewDiff:
    """Changes of a team's view other than by growth: final values, row by row."""

    team: U8
    diffs: TileDiffs


@dataclass(frozen=True, slots=True)
class GameState:
    """A half-turn that was played."""

    halfturn_id: U32
    defeated_players: tuple[U8, ...]
    alive_players: tuple[U8, ...]
    leaderboard: tuple[TeamRanking, ...]
    diffs: tuple[TeamViewDiff, ...]
    msg: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Modifier:
    key: U32
    value: I32


@dataclass(frozen=True, slots=True)
class InitInfo:
    """``player_team`` has n + 1 entries, the team of player p at p and 0 at 0."""

    n: U8
    player_team: tuple[I32, ...]
    modifiers: tuple[Modifier, ...]


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A half-turn: the orders collected, in priority order, and the disconnections that took
    effect, in order."""

    halfturn_id: U32
    player_moves: tuple[PlayerMove, ...]
    offline_events: tuple[U8, ...]


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    uid: Uuid
    id: U8
    name: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that can be played again.  ``timestamp`` is in Unix seconds, ``length`` in turns;
    ``winner`` is a team, 0 while there is none; ``terrain`` is the board before half-turn 0."""

    rid: Uuid
    timestamp: U64
    speed: I8
    init_info: InitInfo
    length: U32
    player_num: U8
    players: tuple[PlayerInfo, ...]
    winner: U8
    terrain: Tiles
    steps: tuple[ReplayStep, ...]


@dataclass(frozen=True, slots=True)
class GameInfo:
    rid: Uuid
    speed: I8
    players: tuple[PlayerInfo, ...]


def tiles(owners: Bytes, kinds: Bytes, units: Units) -> NDArray[np.void]:
    """Tiles in flat arrays as Tile[]; units beyond 32 bits are clamped."""
    rows = np.empty(len(kinds), TILE)
    rows["owner"], rows["type"] = owners, kinds
    rows["unit"] = np.clip(units, LEAST_UNITS, MOST_UNITS)
    return rows


def tile_diffs(seen: Sequence[Seen], width: int) -> NDArray[np.void]:
    """Tiles of a board of this width as TileDiff[], in the same order; units are clamped."""
    rows = np.empty(len(seen), TILE_DIFF)
    if seen:
        places, owners, kinds, units = np.array(seen, np.int64).T
        rows["x"], rows["y"] = np.divmod(places, width)
        rows["owner"], rows["type"] = owners, kinds
        rows["unit"] = np.clip(units, LEAST_UNITS, MOST_UNITS)
    return rows


class Rule(IntEnum):
    """The special rules of `Modifiers` by their keys on the wire.  Only Misty Veil uses its key's
    value."""

    LEAPFROG = 1
    CITY_STATE = 2
    MISTY_VEIL = 3
    CRYSTAL_CLEAR = 4
    SILENT_WAR = 5


def rules_of(modifiers: Iterable[Modifier]) -> tuple[Modifiers, list[int]]:
    """The special rules of a list, and its unknown keys in order.

    If a key occurs several times, its last value counts.
    """
    values = {modifier.key: modifier.value for modifier in modifiers}
    rules = Modifiers(
        leapfrog=Rule.LEAPFROG in values,
        city_state=Rule.CITY_STATE in values,
        misty_veil=values.get(Rule.MISTY_VEIL),
        crystal_clear=Rule.CRYSTAL_CLEAR in values,
        silent_war=Rule.SILENT_WAR in values,
    )
    return rules, [key for key in values if key not in set(Rule)]


def listed(rules: Modifiers) -> tuple[Modifier, ...]:
    """Inverse of `rules_of`, keys ascending."""
    given = rules.to_json()
    values = ((rule, given[rule.name.lower()]) for rule in Rule)
    return tuple(
        Modifier(rule, 0 if value is True else value)
        for rule, value in values
        if value is not None and value is not False
    )


def rankings(rows: Sequence[TeamRank]) -> tuple[TeamRanking, ...]:
    """The leaderboard as structures; units are clamped to 32 bits."""
    return tuple(
        TeamRanking(
            row.team,
            row.land,
            clamp(row.units),
            tuple(
                PlayerRanking(one.player, one.defeated, one.land, clamp(one.units))
                for one in row.players
            ),
        )
        for row in rows
    )


@dataclass(slots=True)
class Record:
    """A game so far: how it began, and a step for every half-turn played.

    ``timestamp`` is in Unix seconds, ``terrain`` a Tile[] of the board before half-turn 0.
    """

    info: InitInfo
    timestamp: int
    terrain: NDArray[np.void]
    steps: list[ReplayStep] = field(default_factory=list)

    def add(self, collected: Iterable[tuple[int, Order]], left: Iterable[int]) -> None:
        """Add a half-turn: its orders in priority order, and the players who left in it."""
        moves = tuple(PlayerMove(player, *order) for player, order in collected)
        self.steps.append(ReplayStep(len(self.steps), moves, tuple(left)))

    def replay(self, game: GameInfo, winner: int) -> Replay:
        return Replay(
            rid=game.rid,
            timestamp=self.timestamp,
            speed=game.speed,
            init_info=self.info,
            length=-(-len(self.steps) // HALF_TURNS_A_TURN),
            player_num=self.info.n,
            players=game.players,
            winner=winner,
            terrain=self.terrain,
            steps=tuple(self.steps),
        )
