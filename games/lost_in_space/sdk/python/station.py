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
    """A place of its own; ValueError or TypeError where these are not three numbers."""
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
    """Places that can be used until the end of round ``closes``; who is inside then dies."""

    title: str
    closes: int
    nodes: frozenset[Pos]


PASSAGES = _passages()
"""Of every place, those one passage away, all on its own layer."""
STOPS: dict[Pos, list[Pos]] = {
    place(stop): [place(other) for other in shaft if other != stop]
    for shaft in PLAN["lifts"]
    for stop in shaft
}
"""Of every place with a lift, the other stops of its shaft."""
MATERIALS: list[Pos] = [place(point) for point in PLAN["materials"]]
MACHINES: dict[Pos, int] = {place(pos): key for key, pos in PLAN["machines"]}
"""The key that the machine of a place gives."""
SPAWNS: list[Pos] = [place(spawn) for spawn in PLAN["spawns"]]
CAPSULE: Pos = place(PLAN["capsule"])
ZONES = [
    Zone(zone["title"], zone["closes"], frozenset(map(place, zone["nodes"])))
    for zone in PLAN["zones"]
]
"""In the order in which they close."""
CLOSES: dict[Pos, int] = {node: zone.closes for zone in ZONES for node in zone.nodes}
"""The round after which a place is closed; those of the core are not in here."""


def is_open(pos: Pos, now: int) -> bool:
    """Whether one can be at a place in round ``now``."""
    return pos in PASSAGES and now <= CLOSES.get(pos, now)


def passages(pos: Pos, now: int) -> list[Pos]:
    """Open places one passage away: where one can strike, detect and blink."""
    return [to for to in PASSAGES.get(pos, ()) if is_open(to, now)]


def ways(pos: Pos, now: int) -> list[Pos]:
    """Open places one move away, by passage or by lift."""
    return passages(pos, now) + [to for to in STOPS.get(pos, ()) if is_open(to, now)]


def distances(
    goals: Iterable[Iterable[int]], now: int, avoid: Iterable[Iterable[int]] = ()
) -> dict[Pos, int]:
    """Moves from every place to the nearest goal, on ways that are open in round ``now``.

    Nobody goes through ``avoid``; places from which there is no way are left out.
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
