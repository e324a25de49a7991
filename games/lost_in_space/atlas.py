"""The station: its places, passages, lifts, machines, material points and zones.

The station never changes, so it is data of the package (``station.json``).  A place is ``(x, y,
z)``: in drawings x grows upwards and y to the right.  z is the layer; layer 0 is the top one.
Players can enter a zone until the end of the round in which it closes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

Pos = tuple[int, int, int]

FILE = Path(__file__).with_name("station.json")
TOP = 0
SPAWN_LAYER = 1


@dataclass(frozen=True, slots=True)
class Zone:
    """Places that close at the end of round ``closes``."""

    name: str
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
    Zone(zone["name"], zone["title"], zone["closes"], frozenset(map(_pos, zone["nodes"])))
    for zone in PLAN["zones"]
)
"""The zones in the order in which they close."""
