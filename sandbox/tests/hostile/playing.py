"""Rows that play a match before the real judger, against an honest opponent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine import EndState, SeatSetup, Setup
from sandbox.errors import SandboxError
from sandbox.isolation.running import cgroups
from sandbox.judger.client import judger
from sandbox.judger.job import Job, SeatJob
from sandbox.limits import Limits
from sandbox.tests.hostile import files, traces
from sandbox.tests.hostile.alone import new_token
from sandbox.tests.hostile.grounds import Ground
from sandbox.tests.hostile.kinds import Broken, Hostile

_GAME = "sandbox.tests.toy"
BOT = Limits(memory_mb=256, processes=32, scratch_mb=16)
HONEST = "honest.py"

Rules = Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Player(Hostile):
    """A player of the toy game, by its ``rules`` (see `sandbox.tests.toy`).

    It must end as one of ``ends``, and with ``points`` where they are given; the opponent always
    plays to the end.  The proof is a match in which ``lifted`` rules or limits let it play to the
    end, or the naive referee, to whom it does the ``harm`` (a pattern; one that begins with "hung"
    means that the referee need not be waited for).
    """

    name: str
    tries: str
    program: str
    ends: tuple[EndState, ...]
    points: int | None = None
    rules: Rules = field(default_factory=dict)
    limits: Limits = BOT
    lifted: tuple[Rules, Limits] | None = None
    harm: str = ""

    def held(self, ground: Ground) -> str:
        token = new_token()
        with traces.without_trace(token):
            lines = self.match(ground, self.rules, self.limits, token)
        mine, other = lines[-1]["outcome"]["seats"]
        if other["end"] != EndState.OK:
            raise Broken(f"the opponent ended as {other['end']}: {other['reason']}")
        if mine["end"] not in self.ends:
            raise Broken(f"ended as {mine['end']}: {mine['reason']}")
        if self.points is not None and mine["score"] != self.points:
            raise Broken(f"it has {mine['score']} points and not {self.points}")
        said = sum(len(line["text"].encode()) for line in lines if line["type"] == "log")
        if said > 2 * self.limits.stderr_bytes:
            raise Broken(f"{said} bytes of its standard error are kept")
        return f"{mine['end']}: {mine['reason']}" if mine["reason"] else mine["end"]

    def match(
        self, ground: Ground, rules: Rules, limits: Limits, token: str
    ) -> list[dict[str, Any]]:
        seats = tuple(
            SeatJob(name, files.folder(), (*files.command(name), token))
            for name in (self.program, HONEST)
        )
        names = tuple(SeatSetup(index, seat.name) for index, seat in enumerate(seats))
        job = Job(
            match="match of the kit",
            game="toy",
            setup=Setup(names, 1, "standard", dict(rules)),
            seats=seats,
            limits=limits,
            wall_s=60,
            modules=(_GAME,),
            isolation=ground.backend.describe(),
        )
        with judger(job) as running:
            lines = [json.loads(line) for line in running.stdout]
            pid, status = running.process.pid, running.process.wait()
        if status != 0:
            raise SandboxError(f"the judger failed: {lines[-1:]}")
        if left := list(map(str, cgroups.groups(f"arbiter-*-{pid}-*-*"))):
            raise Broken(f"the judger left groups: {left}")
        return lines
