"""Replays of the processor's format read back and played again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from games.generals.codec import decode
from games.generals.orders import HalfTurn, Order
from games.generals.rules import World
from games.generals.structures import InitInfo, Replay, rules_of
from games.generals.terrain import MOST_PLAYERS, Board, Kind

_KINDS = [kind.value for kind in Kind]


def read_replay(data: bytes) -> Replay:
    """ValueError where the bytes are no `Replay`."""
    replay: Replay = decode(Replay, data)
    return replay


def world_of(replay: Replay, width: int, height: int, lit: Sequence[int]) -> World:
    """The game before its first half-turn.  ``lit`` are the places of lit tiles; size and lit
    tiles are not in the replay.  ValueError where they or the replay cannot be true."""
    terrain, info = replay.terrain, replay.init_info
    if len(terrain) != width * height:
        raise ValueError(f"{len(terrain)} tiles are not {height} rows of {width}")
    if any(not 0 <= place < len(terrain) for place in lit):
        raise ValueError("a lit tile is not on the board")
    _check(replay)
    flags = np.zeros(len(terrain), np.bool_)
    flags[list(lit)] = True
    board = Board(height, width, terrain["type"], terrain["owner"], terrain["unit"], flags)
    capitals = [_capital(board, player) for player in range(1, info.n + 1)]
    rules, _ = rules_of(info.modifiers)
    return World(board, capitals, info.player_team[1:], rules)


def _check(replay: Replay) -> None:
    """ValueError unless the rules can work with what the replay names."""
    info, terrain = replay.init_info, replay.terrain
    _check_teams(info)
    if not np.isin(terrain["type"], _KINDS).all():
        raise ValueError("the replay has tiles of unknown kinds")
    if (terrain["owner"] > info.n).any():
        raise ValueError("the replay has tiles of players who do not play")
    if np.count_nonzero(terrain["type"] == Kind.CAPITAL) != info.n:
        raise ValueError(f"the replay does not have one capital for each of {info.n} players")
    for number, step in enumerate(replay.steps):
        if step.halfturn_id != number:
            raise ValueError(f"step {number} of the replay has the number {step.halfturn_id}")
        movers = [move.player for move in step.player_moves]
        if not all(1 <= player <= info.n for player in (*movers, *step.offline_events)):
            raise ValueError(f"step {number} of the replay names players who do not play")
        if len(set(movers)) != len(movers):
            raise ValueError(f"step {number} of the replay has two moves of one player")


def _check_teams(info: InitInfo) -> None:
    if not 1 <= info.n <= MOST_PLAYERS or len(info.player_team) != info.n + 1:
        raise ValueError(f"the replay has {info.n} players and {len(info.player_team)} teams")
    if not all(1 <= team <= 255 for team in info.player_team[1:]):
        raise ValueError("the replay has players without a team")


def _capital(board: Board, player: int) -> int:
    (places,) = np.nonzero((board.owners == player) & (board.kinds == Kind.CAPITAL))
    if len(places) != 1:
        raise ValueError(f"player {player} has {len(places)} capitals in the replay")
    return int(places[0])


def resimulate(replay: Replay, world: World) -> Iterator[HalfTurn]:
    """Play the replay's steps on the `world_of` it; the world stands after the one yielded.

    A disconnection is announced in the half-turn in which it took effect.
    """
    for step in replay.steps:
        for move in step.player_moves:
            world.append(move.player, Order(move.x, move.y, move.dir, move.half))
        for player in step.offline_events:
            world.leave(player)
        yield world.play()
