"""The processor as a state machine without I/O: it takes function calls and returns results.

Every call is answered.  A failed call gets the empty value of its result type and does not change
the state.  `getError` and `getErrorInfo` return the error of the last failed call.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.generals.codec import I32, U8, U32, Malformed, blank, decode, encode
from games.generals.founding import found
from games.generals.log import Level, Log
from games.generals.mapgen import Densities, generate
from games.generals.maptext import parse_tokens
from games.generals.orders import HalfTurn, Order
from games.generals.rules import World
from games.generals.structures import (
    GameInfo,
    GameState,
    ImportTerrainConfig,
    InitInfo,
    PlayerMove,
    RandomTerrainConfig,
    Record,
    Replay,
    TeamViewDiff,
    Tiles,
    rankings,
    rules_of,
    tile_diffs,
    tiles,
)
from games.generals.terrain import LONGEST, MOST_PLAYERS, SHORTEST, Terrain
from games.maps import MapError

MOST_ARGUMENT = 1 << 22
"""Bytes of the longest argument that is kept: four times the longest map in its usual form.  A
longer argument is skipped without storing it, and its call is answered after its last byte."""
MOST_TEAM = 255


class Failure(IntEnum):
    """The results of `getError`."""

    NONE = 0
    ARGUMENT = 1
    FUNCTION = 2
    SIZE = 3
    MAP = 4
    TERRAIN = 5
    INIT = 6
    ROOM = 7
    GAME = 8
    PLAYER = 9
    TEAM = 10
    BEATEN = 11
    INTERNAL = 12
    """A bug in the processor.  Only after this failure the state may have changed."""


class Refused(Exception):
    """A call that fails."""

    def __init__(self, failure: Failure, reason: str) -> None:
        super().__init__(reason)
        self.failure = failure


@dataclass(frozen=True, slots=True)
class Function:
    """``argument`` and ``result`` are types of `games.generals.codec`, None for none."""

    name: str
    argument: Any
    result: Any
    act: Callable[..., Any]
    """A method of `Session`; it takes the argument, if there is one, and may raise `Refused`."""


@dataclass(frozen=True, slots=True)
class Play:
    """A game that has begun."""

    world: World
    record: Record


class Session:
    """One processor.

    Equal seeds and equal calls give equal results, except `Replay.timestamp`: it comes from
    ``clock`` (in Unix seconds).
    """

    def __init__(self, log: Log, clock: Callable[[], float] = time.time) -> None:
        self._log = log
        self._clock = clock
        self._random = Random(0)
        self._terrain: Terrain | None = None
        self._play: Play | None = None
        self._failure = Failure.NONE
        self._reason = ""

    def call(self, function: int, argument: bytes | None) -> bytes:
        """The encoded result.  An ``argument`` of None was too long to be kept."""
        known = FUNCTIONS.get(function)
        if known is None:
            self._fail("a call", Failure.FUNCTION, f"there is no function {function}")
            return b""
        try:
            return encode(known.result, self._act(known, argument))
        except Refused as refused:
            self._fail(known.name, refused.failure, str(refused))
        except Malformed as error:
            self._fail(known.name, Failure.ARGUMENT, f"malformed argument of {known.name}: {error}")
        except Exception as error:  # an adapter waits for the reply, whatever happens here
            reason = f"internal error: {type(error).__name__}: {error}"
            self._fail(known.name, Failure.INTERNAL, reason, Level.F)
        return blank(known.result)

    def _act(self, known: Function, argument: bytes | None) -> Any:
        if argument is None:
            raise Malformed(f"longer than {MOST_ARGUMENT} bytes")
        value = decode(known.argument, argument)
        return known.act(self) if known.argument is None else known.act(self, value)

    def _fail(self, what: str, failure: Failure, reason: str, level: Level = Level.E) -> None:
        text = reason.encode(errors="replace").decode()
        self._failure, self._reason = failure, text
        self._tell(level, f"{what} failed with error {failure.value}: {text}")

    def _tell(self, level: Level, message: str) -> None:
        self._log.line(level, self._play.world.halfturn if self._play else 0, message)

    def _playing(self) -> Play:
        if self._play is None:
            raise Refused(Failure.GAME, "no game has begun")
        return self._play

    def _world_of(self, player: int) -> World:
        world = self._playing().world
        if not 1 <= player < len(world.teams):
            raise Refused(Failure.PLAYER, f"there is no player {player}")
        return world

    # The functions, in the order of their numbers.

    def set_seed(self, seed: int) -> None:
        self._random = Random(seed)

    def set_log_level(self, level: int) -> None:
        self._log.level = level

    def get_error(self) -> int:
        return self._failure

    def get_error_info(self) -> str:
        return self._reason

    def import_terrain(self, config: ImportTerrainConfig) -> bool:
        _check_size(config.w, config.h)
        try:
            self._terrain = parse_tokens(config.value, config.w, config.h)
        except MapError as error:
            raise Refused(Failure.MAP, str(error)) from error
        self._tell(Level.I, f"imported a terrain of {config.h} rows and {config.w} columns")
        return True

    def random_terrain(self, config: RandomTerrainConfig) -> bool:
        _check_size(config.w, config.h)
        densities = Densities(
            cities=config.city_dense,
            mountains=config.mountain_dense,
            swamps=config.swamp_dense,
            lights=config.light_dense,
        )
        self._terrain = generate(config.w, config.h, densities, self._random)
        self._tell(Level.I, f"made a terrain of {config.h} rows and {config.w} columns")
        return True

    def append_order_queue(self, move: PlayerMove) -> None:
        world = self._world_of(move.player)
        if move.player not in world.alive:
            raise Refused(Failure.BEATEN, f"player {move.player} is beaten")
        world.append(move.player, Order(move.x, move.y, move.dir, move.half))

    def clear_move_queue(self, player: int) -> None:
        self._world_of(player).clear(player)

    def pop_order_queue(self, player: int) -> None:
        self._world_of(player).pop(player)

    def set_offline(self, player: int) -> None:
        self._world_of(player).leave(player)

    def init(self, info: InitInfo) -> bytes:
        """The fog echo."""
        if self._terrain is None:
            raise Refused(Failure.TERRAIN, "there is no terrain")
        _check_info(info)
        rules, unknown = rules_of(info.modifiers)
        teams = info.player_team[1:]
        try:
            founding = found(self._terrain, teams, rules, self._random)
        except ValueError as error:
            raise Refused(Failure.ROOM, f"no room for the capitals: {error}") from error
        board = founding.board
        terrain = tiles(board.owners, board.kinds, board.units)
        world = World(board, founding.capitals, teams, rules)
        self._play = Play(world, Record(info, int(self._clock()), terrain))
        for key in unknown:
            self._tell(Level.W, f"ignored the unknown modifier {key}")
        self._tell(Level.I, f"a game of {info.n} players begins")
        return world.echo

    def tick(self) -> GameState:
        play = self._playing()
        world = play.world
        now = world.play()
        play.record.add(now.collected, [left.player for left in now.left])
        for player, order, reason in now.dropped:
            self._log.discarded(now.number, player, order, reason)
        for message in now.messages:
            self._log.line(Level.I, now.number, message)
        return _state(world, now)

    def get_key_frame(self, team: int) -> NDArray[np.void]:
        world = self._playing().world
        try:
            return tiles(*world.seen(team))
        except KeyError as error:
            raise Refused(Failure.TEAM, f"there is no team {team}") from error

    def save_replay(self, game: GameInfo) -> Replay:
        play = self._playing()
        return play.record.replay(game, play.world.winner)


def _check_size(width: int, height: int) -> None:
    if not (SHORTEST <= width <= LONGEST and SHORTEST <= height <= LONGEST):
        size = f"{height} rows and {width} columns"
        raise Refused(Failure.SIZE, f"a terrain cannot have {size}: {SHORTEST} to {LONGEST} can be")


def _check_info(info: InitInfo) -> None:
    if not 1 <= info.n <= MOST_PLAYERS:
        raise Refused(Failure.INIT, f"{info.n} players: 1 to {MOST_PLAYERS} can play")
    if len(info.player_team) != info.n + 1:
        entries = f"{len(info.player_team)} entries in player_team"
        raise Refused(Failure.INIT, f"{entries}: {info.n} players need {info.n + 1}")
    if info.player_team[0] != 0:
        raise Refused(Failure.INIT, f"player_team begins with {info.player_team[0]} instead of 0")
    for player, team in enumerate(info.player_team[1:], 1):
        if not 1 <= team <= MOST_TEAM:
            raise Refused(Failure.INIT, f"team {team} of player {player} is not 1 to {MOST_TEAM}")


def _state(world: World, now: HalfTurn) -> GameState:
    width = world.board.width
    return GameState(
        halfturn_id=now.number,
        defeated_players=tuple(now.beaten),
        alive_players=tuple(world.alive),
        leaderboard=() if world.modifiers.silent_war else rankings(world.ranking()),
        diffs=tuple(TeamViewDiff(t, tile_diffs(seen, width)) for t, seen in now.diffs.items()),
        msg=tuple(now.messages),
    )


FUNCTIONS: Mapping[int, Function] = MappingProxyType(
    {
        0: Function("setSeed", U32, None, Session.set_seed),
        1: Function("setLogLevel", U8, None, Session.set_log_level),
        2: Function("getError", None, I32, Session.get_error),
        3: Function("getErrorInfo", None, str, Session.get_error_info),
        10: Function("importTerrain", ImportTerrainConfig, bool, Session.import_terrain),
        11: Function("randomTerrain", RandomTerrainConfig, bool, Session.random_terrain),
        20: Function("appendOrderQueue", PlayerMove, None, Session.append_order_queue),
        21: Function("clearMoveQueue", U8, None, Session.clear_move_queue),
        22: Function("popOrderQueue", U8, None, Session.pop_order_queue),
        23: Function("setOffline", U8, None, Session.set_offline),
        30: Function("init", InitInfo, bytes, Session.init),
        31: Function("tick", None, GameState, Session.tick),
        40: Function("getKeyFrame", U8, Tiles, Session.get_key_frame),
        50: Function("saveReplay", GameInfo, Replay, Session.save_replay),
    }
)
