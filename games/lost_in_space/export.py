"""The replay format of the source: the spawns, a list for every round, the final points.

Every round is four lists of events, one for each small turn.  Places count from the middle of the
layer: the capsule is ``[0, 0, 0]``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from games.engine import JSON
from games.lost_in_space.state import PLAYERS, SPAWNS
from games.package import Export
from games.replay import ReplayReader

MIDDLE = 3
PLACES = ("pos", "tar_pos", "box")
"""Fields of events that hold one place."""
OURS = ("now",)
"""Kinds of events that only frames contain, not the export."""


def write(replay: ReplayReader) -> bytes:
    """The whole match, which is one game.  ValueError if it has no result yet."""
    rounds: list[list[list[JSON]]] = []
    for event in _events(replay):
        kind = event.get("type")
        if kind == "turn":
            while len(rounds) < event["round"]:
                rounds.append([[] for _ in range(PLAYERS)])
            turn = event["playerid"]
        elif kind is not None and kind not in OURS:
            rounds[-1][turn].append(_moved(event))
    outcome = replay.result["outcome"]
    points = {str(n): round(seat["score"]) for n, seat in enumerate(outcome["seats"])}
    spawns = [_from_middle(list(spawn)) for spawn in SPAWNS]
    return json.dumps([spawns, *rounds, points]).encode()


def _events(replay: ReplayReader) -> Iterator[JSON]:
    yield {"type": "turn", "round": 1, "playerid": 0}
    for frame in replay.read():
        yield from frame.get("events", ())


def _moved(event: JSON) -> JSON:
    """The event with its places counted from the middle of the layer."""
    moved: dict[str, JSON] = {}
    for key, value in event.items():
        if key in PLACES:
            moved[key] = _from_middle(value)
        elif key == "attack":
            moved[key] = [_from_middle(place) for place in value]
        elif key == "args":
            moved[key] = [_from_middle(v) if isinstance(v, list) else v for v in value]
        else:
            moved[key] = value
    return moved


def _from_middle(place: list[int]) -> list[int]:
    x, y, z = place
    return [x - MIDDLE, y - MIDDLE, z]


EXPORTS = (Export("replay", "List of rounds", "json", "application/json", write),)
