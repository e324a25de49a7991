"""Replays in the processor's own format, made from the platform's container.

A `Replay` contains neither the size of its board nor the lit tiles, so they are a separate
export.  Both exports together are enough to play the game again.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from uuid import UUID, uuid5

import numpy as np
from numpy.typing import NDArray

from games.engine import JSON
from games.generals import orders
from games.generals.codec import encode
from games.generals.frames import DIGITS
from games.generals.orders import HALFTURN_SECONDS, Modifiers, Order
from games.generals.structures import GameInfo, InitInfo, PlayerInfo, Record, Replay, listed, tiles
from games.package import Export
from games.replay import ReplayReader

SPEED = round(1 / HALFTURN_SECONDS)
"""Half-turns per second in games of people.  Matches of bots have no clock."""
NO_TIME = 0
"""The timestamp of a replay if the start of its match is unknown."""

_NAMES = UUID("5e7e0d4c-2f43-4d0c-9c5b-0d6c8a3f61b7")
"""The namespace of the UUIDs that this module makes."""


class Queues:
    """Follows the players' queues through the frames, to know which orders were collected.

    If a player was beaten before an order was carried out, no frame has the order as a move.
    A replay contains it.
    """

    def __init__(self, players: int) -> None:
        self._queues: list[deque[Order]] = [deque() for _ in range(players + 1)]
        self._priority = list(range(1, players + 1))

    def take(self, event: JSON) -> None:
        """An event of kind ``ops``."""
        orders.apply(event["ops"], self._queues[event["p"]])

    def half(self, event: JSON) -> list[tuple[int, Order]]:
        """An event of kind ``half``: the orders that were collected in it, in priority order."""
        queues = self._queues
        collected = [(p, queues[p].popleft()) for p in self._priority if queues[p]]
        for player, *_ in event["dropped"]:
            queues[player].clear()
        left = [player for player in self._priority if player not in event["beaten"]]
        self._priority = left[1:] + left[:1]
        return collected


def _terrain(key: JSON) -> NDArray[np.void]:
    """The Tile[] of a key frame."""
    values = np.zeros(256, np.uint8)
    values[list(DIGITS)] = range(len(DIGITS))
    owners, kinds = (values[list(key[name].encode())] for name in ("owners", "kinds"))
    return tiles(owners, kinds, np.array(key["units"], np.int64))


def _players(names: Sequence[str]) -> tuple[PlayerInfo, ...]:
    """The container identifies players by name only, so equal names get equal UUIDs."""
    return tuple(
        PlayerInfo(uuid5(_NAMES, f"player {name}").int, number, name)
        for number, name in enumerate(names, 1)
    )


def _identity(reader: ReplayReader) -> UUID:
    """A UUID made from the start and the header, which has the setup, the seed and the names."""
    header = json.dumps(reader.header, sort_keys=True)
    return uuid5(_NAMES, f"replay {reader.started} {header}")


def replay_of(reader: ReplayReader) -> Replay:
    """The match as the processor would have saved it, but with the winner of the match.

    At the cap the rules of the platform decide the winner; the processor does not know them.
    """
    frames: Iterator[JSON] = reader.read()
    first = next(frames)
    scene = first["scene"]
    rules = listed(Modifiers.from_json(scene["modifiers"]))
    info = InitInfo(scene["players"], (0, *scene["teams"]), rules)
    record = Record(info, reader.started or NO_TIME, _terrain(first["key"]))
    queues, winner = Queues(scene["players"]), first["key"]["winner"]
    for frame in frames:
        for event in frame["events"]:
            if event["e"] == "ops":
                queues.take(event)
            elif event["e"] == "half":
                record.add(queues.half(event), [player for player, _ in event["left"]])
                winner = event["winner"]
        if "outcome" in frame:
            winner = frame["outcome"]["seats"][0]["data"]["winner"]
    names = [seat["name"] for seat in first["setup"]["seats"]]
    return record.replay(GameInfo(_identity(reader).int, SPEED, _players(names)), winner)


def write_replay(reader: ReplayReader) -> bytes:
    """The encoded `Replay`."""
    return encode(Replay, replay_of(reader))


def write_board(reader: ReplayReader) -> bytes:
    """``{"rid": of the replay, "width", "height", "lit": [places]}``: what a `Replay` lacks."""
    scene = next(reader.read(0, 1))["scene"]
    board = {name: scene[name] for name in ("width", "height", "lit")}
    return json.dumps({"rid": str(_identity(reader)), **board}, separators=(",", ":")).encode()


EXPORTS = (
    Export("replay", "Replay (binary)", "bin", "application/octet-stream", write_replay),
    Export("board", "Board of the replay", "json", "application/json", write_board),
)
