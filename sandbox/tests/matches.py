"""Playing toy matches with real judgers and real bots."""

from __future__ import annotations

import atexit
import functools
import json
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from games.engine import JSON, SeatSetup, Setup
from sandbox.isolation import choose
from sandbox.judger.client import RunningJudger, Templates, judger
from sandbox.judger.job import Job, SeatJob
from sandbox.limits import Limits
from sandbox.tests.readable import readable

Line = dict[str, Any]
BOTS = readable(Path(__file__).parent / "bots") / "bots"
PYTHON = ("/usr/bin/python3", "-E", "-s", "-B", "/program/bot.py")


@dataclass(frozen=True)
class Played:
    """The output of a judger, by type, and its exit status."""

    status: int
    lines: list[Line]

    def of(self, kind: str) -> list[Line]:
        return [line for line in self.lines if line["type"] == kind]

    @property
    def result(self) -> Line:
        assert self.status == 0, self.lines[-1:]
        return self.lines[-1]

    @property
    def replies(self) -> list[Line]:
        """The replies of every step, in order."""
        return [frame["replies"] for frame in self.of("frame") if "replies" in frame]

    @property
    def error(self) -> str:
        assert self.lines[-1]["type"] == "error"
        return str(self.lines[-1]["message"])

    def end(self, seat: int) -> tuple[str, str]:
        """How the match's seat ended, and why."""
        outcome = self.result["outcome"]["seats"][seat]
        return outcome["end"], outcome["reason"]

    def log(self, seat: int) -> str:
        return "".join(line["text"] for line in self.of("log") if line["seat"] == seat)


_TEMPLATES = Templates()
"""As a worker has one: a judger that starts from nothing takes longer than most toy matches."""
atexit.register(_TEMPLATES.close)


def bot(behaviour: str, *arguments: object) -> SeatJob:
    argv = (*PYTHON, behaviour, *(str(argument) for argument in arguments))
    return SeatJob(behaviour, BOTS, argv)


@functools.cache
def isolation() -> JSON:
    """The facts that a worker finds out once and passes to each of its judgers."""
    return choose().describe()


SMALL = Limits(memory_mb=256)


def toy_job(*seats: SeatJob, limits: Limits = SMALL, ruleset: str = "standard", **params) -> Job:
    """A toy match by the rules ``params``."""
    setup = Setup(tuple(SeatSetup(i, s.name) for i, s in enumerate(seats)), 1, ruleset, params)
    return Job(
        match="toy match",
        game="toy",
        setup=setup,
        seats=seats,
        limits=limits,
        wall_s=60,
        modules=("sandbox.tests.toy",),
        isolation=isolation(),
    )


def collect(running: RunningJudger) -> Played:
    lines = [json.loads(line) for line in running.stdout]
    return Played(running.process.wait(), lines)


def forked(job: Job) -> AbstractContextManager[RunningJudger]:
    """A judger as a worker's."""
    job = job if job.isolation else replace(job, isolation=isolation())
    return judger(job, start=_TEMPLATES.start)


def play_job(job: Job) -> Played:
    """Play a match to its end."""
    with forked(job) as running:
        return collect(running)


def play(*seats: SeatJob, **options) -> Played:
    """Play a toy match to its end; options are those of `toy_job`."""
    return play_job(toy_job(*seats, **options))
