"""Scenarios as data: what four scripted players do, and what must come of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

JSON = Any
FINISH = json.dumps({"type": "finish"})
STEPS = {
    *("do", "raw", "expect", "ends", "then_finish", "then_send", "other", "msg", "error", "of"),
    *("stale", "log", "silent", "patient"),
}


@dataclass(frozen=True)
class Expected:
    """Messages to one player: this many must fit the pattern, or at least one."""

    to: int
    first: int
    last: int
    pattern: JSON
    count: int | None

    @classmethod
    def read(cls, data: dict[str, JSON]) -> Expected:
        assert data.keys() <= {"to", "round", "rounds", "expect", "count"}, data
        first, last = data.get("rounds") or [data["round"]] * 2
        return cls(data["to"], first, last, data["expect"], data.get("count"))


@dataclass(frozen=True)
class Scenario:
    """One file; the fields are those of ``vectors/README.md``, where they are explained."""

    name: str
    title: str
    basis: Sequence[str]
    lanes: dict[str, dict[str, list[dict[str, JSON]]]] = field(default_factory=dict)
    walks: dict[str, dict[str, list[JSON]]] = field(default_factory=dict)
    player_list: Sequence[int] = (1, 1, 1, 1)
    stop_after_round: int | None = None
    config: JSON = None
    configs: JSON = None
    begin: Sequence[dict[str, JSON]] = ()
    no_begin: Sequence[dict[str, JSON]] = ()
    messages: Sequence[dict[str, JSON]] = ()
    absent: Sequence[dict[str, JSON]] = ()
    order: Sequence[dict[str, JSON]] = ()
    replay: Sequence[dict[str, JSON]] = ()
    replay_spawns: JSON = None
    scores: JSON = None
    rounds_played: int | None = None

    @classmethod
    def read(cls, path: Path) -> Scenario:
        scenario = cls(**json.loads(path.read_text()))
        assert scenario.name == path.stem
        for lane in scenario.lanes.values():
            for step in (step for steps in lane.values() for step in steps):
                assert step.keys() <= STEPS, step
        return scenario

    def steps(self, player: int, number: int) -> list[dict[str, JSON]]:
        """The steps of a player in its own turn of a round; walks come first."""
        found = []
        for start, way in self.walks.get(str(player), {}).items():
            if 0 <= number - int(start) < len(way):
                place = way[number - int(start)]
                found.append({"do": ["move", place], "expect": {"success": True}})
        return found + self.lanes.get(str(player), {}).get(str(number), [])
