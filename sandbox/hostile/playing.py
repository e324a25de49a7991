"""Rows that play a match before the real judger, against an honest opponent."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.engine import EndState, SeatSetup, Setup
from sandbox.errors import SandboxError
from sandbox.hostile import files, traces
from sandbox.hostile.alone import new_token
from sandbox.hostile.grounds import Ground
from sandbox.hostile.kinds import Broken, Hostile
from sandbox.isolation import cgroups, describe
from sandbox.isolation.base import PROGRAM
from sandbox.judger.client import ROOT, judger
from sandbox.judger.job import Job, SeatJob
from sandbox.limits import Limits

_GAME = "sandbox.tests.toy"
BOT = Limits(memory_mb=256, processes=32, scratch_mb=16)
_HUNG = "hung"
_HUNG_S = 1.0
"""Time limit of a referee that is expected to hang; an honest bot takes 0.1 s."""
_PATIENCE_S = 20.0
_ROUNDS = 4
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
            lines = self._match(ground, self.rules, self.limits, token)
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

    def freed(self, ground: Ground) -> str:
        if self.lifted is None:
            return self._naive()
        lines = self._match(ground, *self.lifted, new_token())
        mine = lines[-1]["outcome"]["seats"][0]
        if mine["end"] != EndState.OK:
            raise Broken(f"with other limits it ends as {mine['end']}: {mine['reason']}")
        return f"with other limits it plays to the end and has {mine['score']} points"

    def _match(
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
            isolation=describe(ground.backend),
        )
        with judger(job) as running:
            lines = [json.loads(line) for line in running.stdout]
            pid, status = running.process.pid, running.process.wait()
        if status != 0:
            raise SandboxError(f"the judger failed: {lines[-1:]}")
        if left := _groups_of(pid):
            raise Broken(f"the judger left groups: {left}")
        return lines

    def _naive(self) -> str:
        seconds = _HUNG_S if self.harm.startswith(_HUNG) else _PATIENCE_S
        said = naive(self.program, token := new_token(), seconds)
        outliving = traces.processes_with(token)
        for pid in outliving:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if outliving and said != _HUNG:
            said += f", {len(outliving)} processes outlive it"
        if not re.search(self.harm, said):
            raise Broken(f"a naive referee: {said}")
        return f"a naive referee: {said}"


def naive(program: str, token: str, seconds: float = _PATIENCE_S) -> str:
    """A naive referee's report of its match with a player, or "hung"; see `sandbox.hostile.naive`.

    The player may live on: find it by its ``token``.
    """
    folder = str(files.folder())
    argv = [re.sub(rf"^{PROGRAM}(?=/)", folder, word) for word in files.command(program)]
    with subprocess.Popen(
        [sys.executable, "-m", "sandbox.hostile.naive", str(_ROUNDS), folder, *argv, token],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as referee:
        assert referee.stdout is not None
        try:
            return referee.communicate(timeout=seconds)[0].strip() or "broke"
        except subprocess.TimeoutExpired:
            referee.kill()
            return _HUNG


def _groups_of(pid: int) -> list[str]:
    """Control groups that a process has made."""
    tree = cgroups.find()
    parents = dict.fromkeys(tree.parents.values()) if tree else ()
    return [str(path) for parent in parents for path in Path(parent).glob(f"arbiter-*-{pid}-*-*")]
