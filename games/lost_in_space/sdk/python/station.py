"""The station, which never changes: places, passages, lifts, machines, material points, zones."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from definition import Pos

PLAN: dict[str, Any] = json.loads(Path(__file__).with_name("station.json").read_text("utf-8"))


def place(numbers: Iterable[Any]) -> Pos:
    """A new place; ValueError or TypeError if these are not three numbers."""
    x, y, z = map(int, numbers)
    return Pos((x, y, z))


def _passages() -> dict[Pos, list[Pos]]:
    nodes = [place(node) for node in PLAN["nodes"]]
    found: dict[Pos, list[Pos]] = {node: [] for node in nodes}
    for a, b in PLAN["edges"]:
        found[nodes[a]].append(nodes[b])
        found[nodes[b]].append(nodes[a])
    return {node: sorted(near) for node, near in sorted(found.items())}


@dataclass(frozen=True)
class Zone:
    """Places that close at the end of round ``closes``, which kills all players inside."""

    title: str
    closes: int
    nodes: frozenset[Pos]


PASSAGES = _passages()
"""For every place, the places one passage away, which are all on the same layer."""
STOPS: dict[Pos, list[Pos]] = {
    place(stop): [place(other) for other in shaft if other != stop]
    for shaft in PLAN["lifts"]
    for stop in shaft
}
"""For every place with a lift, the other stops of the lift."""
MATERIALS: list[Pos] = [place(point) for point in PLAN["materials"]]
MACHINES: dict[Pos, int] = {place(pos): key for key, pos in PLAN["machines"]}
"""For every place with a machine, the key that the machine makes."""
SPAWNS: list[Pos] = [place(spawn) for spawn in PLAN["spawns"]]
CAPSULE: Pos = place(PLAN["capsule"])
ZONES = [
    Zone(zone["title"], zone["closes"], frozenset(map(place, zone["nodes"])))
    for zone in PLAN["zones"]
]
"""The zones in the order in which they close."""
CLOSES: dict[Pos, int] = {node: zone.closes for zone in ZONES for node in zone.nodes}
"""The last open round of each place in a zone.  Places outside the zones are missing."""


def is_open(pos: Pos, now: int) -> bool:
    """Whether a place is open in round ``now``."""
    return pos in PASSAGES and now <= CLOSES.get(pos, now)


def passages(pos: Pos, now: int) -> list[Pos]:
    """Open places one passage away: the targets of attacks, detection and blinks."""
    return [to for to in PASSAGES.get(pos, ()) if is_open(to, now)]


def ways(pos: Pos, now: int) -> list[Pos]:
    """Open places one move away, by passage or by lift."""
    return passages(pos, now) + [to for to in STOPS.get(pos, ()) if is_open(to, now)]


def distances(
    goals: Iterable[Iterable[int]], now: int, avoid: Iterable[Iterable[int]] = ()
) -> dict[Pos, int]:
    """Moves from every place to the nearest goal, through places that are open in round ``now``.

    Paths do not lead through ``avoid``.  Places without a path are left out.
    """
    found = {goal: 0 for goal in map(place, goals) if is_open(goal, now)}
    barred = set(map(place, avoid))
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for near in ways(here, now):
            if near not in found and near not in barred:
                found[near] = found[here] + 1
                queue.append(near)
    return found
