"""The cost of the judger, as ratios to a baseline of the same run (``python -m bench.judger``).

Everything is measured in turns with what it is compared to, several times, and the medians are
given: a machine that is busy in between spoils neither side alone.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import TypeVar

from bench.table import Row, told
from games.engine import JSON, Action, SeatSetup, Setup
from games.game import Game
from games.registry import GAMES
from sandbox.isolation import choose
from sandbox.judger.client import judger
from sandbox.judger.job import Job, SeatJob

Figures = TypeVar("Figures", bound="TurnCost | ShortMatch | MatchCost")

HERE = Path(__file__).parent
REPEATS = 7
TURNS = 50_000
BARE_TURNS = 300_000
"""They take about as long as `TURNS`, so that a disturbance of the machine hits both."""
EXCHANGES = 1000
BOUND = 5
"""A turn through the judger may cost this many times a bare exchange between two C programs."""
PAUSED_BOUND = 10
"""The same with the pause of who is not asked, every turn."""
OUTSIDE_BOUND = 10.0
"""Percent."""
MATCH_BOUND = 10


@dataclass(frozen=True, slots=True)
class TurnCost:
    """Medians, in µs: a turn of two C processes, and one with the judger and sandbox between.

    In ``judged``, who is not asked would be paused if somebody thought for long; ``unpaused`` is
    the same game by rules that allow pondering, and in ``paused`` both bots were seen to ponder,
    so that they are paused and woken up every turn.
    """

    bare: float
    judged: float
    unpaused: float
    paused: float

    def rows(self) -> list[Row]:
        lazy = self.judged / self.unpaused - 1
        judged = f"{self.judged:.1f} µs; rules that never pause a bot {lazy:+.1%}"
        paused = f"{self.paused:.1f} µs"
        return [
            self._row("judger turn, all walls up", self.judged, BOUND, 3, judged),
            self._row("judger turn, each paused each turn", self.paused, PAUSED_BOUND, 7, paused),
        ]

    def _row(self, title: str, took: float, goal: float, stretch: float, beside: str) -> Row:
        beside = f"{beside}; two C programs {self.bare:.2f} µs"
        return Row(title, took / self.bare, "×", goal, stretch, beside=beside)


@dataclass(frozen=True, slots=True)
class ShortMatch:
    """Medians of a match of `EXCHANGES` between trivial compiled bots.

    ``outside`` is the part of the time from the first question to the last answer in which
    nobody is being asked; ``play`` is that time, ``whole`` that of the worker from the start of
    the judger to its end, and ``least`` the same for a match of one exchange; in ms.
    """

    outside: float
    play: float
    whole: float
    least: float

    def rows(self) -> list[Row]:
        beside = (
            f"{self.play:.1f} ms, {self.whole:.0f} ms from the start to the end of all processes"
        )
        title = f"part outside of {EXCHANGES} exchanges"
        least = f"{self.least:.0f} ms, the judger started from nothing"
        print(f"  a match of one exchange: {least}", flush=True)
        return [Row(title, self.outside * 100, "%", OUTSIDE_BOUND, beside=beside)]


@dataclass(frozen=True, slots=True)
class MatchCost:
    """Medians of whole snake matches between trivial bots, in ms; ``bots`` is their CPU time."""

    wall: float
    bots: float
    turns: float

    def rows(self) -> list[Row]:
        beside = f"{self.wall:.0f} ms, {self.turns:.0f} turns; CPU of the bots {self.bots:.0f} ms"
        ratio = self.wall / self.bots
        return [
            Row("snake match / CPU of its trivial bots", ratio, "×", MATCH_BOUND, beside=beside)
        ]


@contextmanager
def programs() -> Iterator[Path]:
    """A folder with the compiled C and C++ programs, which every user may read."""
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for compiler, source in (
            (("gcc",), "pingpong.c"),
            (("g++",), "trivial_snake.cpp"),
            (("gcc", "-static"), "ends_at_once.c"),
        ):
            target = folder / Path(source).stem
            subprocess.run([*compiler, "-O2", "-o", target, HERE / source], check=True)
        yield folder


def bare_turn(folder: Path, cpu: int) -> float:
    """µs of one exchange between two C programs, both on processor ``cpu``."""
    done = subprocess.run(
        [folder / "pingpong", "measure", str(BARE_TURNS)],
        check=True,
        capture_output=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {cpu}),  # there are no threads here
    )
    return float(done.stdout) / 1000


@functools.cache
def isolation() -> JSON:
    """The settings that a worker determines once and sends to each of its judgers."""
    return choose().describe()


def noop_job(folder: Path, cpu: int, turns: int, bot: str = "echo", rules: str = "standard") -> Job:
    seat = SeatJob(bot, folder, ("/program/pingpong", bot))
    setup = Setup((SeatSetup(0), SeatSetup(1)), 1, rules, {"turns": turns})
    modules = ("bench.noop",)
    return Job(
        "bench", "noop", setup, (seat, seat), cpu=cpu, modules=modules, isolation=isolation()
    )


def judged_turn(folder: Path, cpu: int, bot: str = "echo", rules: str = "standard") -> float:
    """µs of one turn of a game without rules, the judger and its sandboxed bots on ``cpu``."""
    return float(_play(noop_job(folder, cpu, TURNS, bot, rules))["span_us"]) / TURNS


def short_match(folder: Path, cpu: int) -> ShortMatch:
    result, whole = _timed(noop_job(folder, cpu, EXCHANGES))
    _, least = _timed(noop_job(folder, cpu, 1))
    span = result["span_us"]
    return ShortMatch(1 - result["asked_us"] / span, span / 1000, whole, least)


def snake_match(folder: Path, cpu: int) -> MatchCost:
    """One whole match, both halves."""
    game = GAMES["snake"]
    rules = game.rulesets[0]
    seat = SeatJob("trivial", folder, ("/program/trivial_snake",))
    setup = Setup((SeatSetup(0), SeatSetup(1)), 1, rules.name, rules.params)
    job = Job("bench", "snake", setup, (seat, seat), cpu=cpu, isolation=isolation())
    result = _play(job)
    ends = [end["end"] for end in result["outcome"]["seats"]]
    if ends != ["ok", "ok"]:
        raise RuntimeError(f"the trivial bots did not play to the end: {result['outcome']}")
    bots = sum(used["process_cpu_ms"] for used in result["seats"])
    return MatchCost(result["wall_ms"], bots, sum(used["turns"] for used in result["seats"]))


def engine_speed(game: Game, steps: list[dict[int, Action]], setup: Setup) -> float:
    """Operations a second, from replies that were made before."""
    engine = game.engine(setup)
    start = time.perf_counter()
    for replies in steps:
        engine.pending()
        for seat, action in replies.items():
            engine.check(seat, action)
        engine.submit(replies)
    return len(steps) / (time.perf_counter() - start)


def random_game(game: Game, setup: Setup) -> list[dict[int, Action]]:
    """The replies of one game of legal actions."""
    engine = game.engine(setup)
    choose = Random(setup.seed).randrange
    steps: list[dict[int, Action]] = []
    while asks := engine.pending():
        replies = {seat: game.sample_action(engine, seat, choose) for seat in asks}
        engine.submit(replies)
        steps.append(replies)
    return steps


def measure() -> list[Row]:
    snake = GAMES["snake"]
    rules = snake.rulesets[0]
    setup = Setup((SeatSetup(0), SeatSetup(1)), 5, rules.name, rules.params)
    steps = random_game(snake, setup)
    cpu = max(os.sched_getaffinity(0))
    turns, shorts, matches, speeds = [], [], [], []
    with programs() as folder:
        for _ in range(REPEATS):
            turns.append(
                TurnCost(
                    bare_turn(folder, cpu),
                    judged_turn(folder, cpu),
                    judged_turn(folder, cpu, rules="pondering"),
                    judged_turn(folder, cpu, bot="ponder"),
                )
            )
            shorts.append(short_match(folder, cpu))
            matches.append(snake_match(folder, cpu))
            speeds.append(engine_speed(snake, steps, setup))
    print(f"  the snake engine alone: {median(speeds):,.0f} operations a second")
    return [
        *_medians(turns).rows(),
        *_medians(shorts).rows(),
        *_medians(matches).rows(),
    ]


def _medians(figures: list[Figures]) -> Figures:
    """An object whose every field is the median of that field."""
    columns = zip(*(astuple(each) for each in figures), strict=True)
    return type(figures[0])(*map(median, columns))


def _timed(job: Job) -> tuple[dict[str, JSON], float]:
    """The match's result, and how many ms it took in all."""
    began = time.perf_counter()
    result = _play(job)
    return result, (time.perf_counter() - began) * 1000


def _play(job: Job) -> dict[str, JSON]:
    """The match's result.  The other lines are read, as a worker would, and not decoded."""
    with judger(job) as running:
        last = running.stdout.read().splitlines()[-1]
    result: dict[str, JSON] = json.loads(last)
    if result["type"] != "result":
        raise RuntimeError(f"the judger failed: {result['message']}")
    return result


def main() -> list[Row]:
    print("judger: turns and matches of bots that think about nothing")
    return [told(row) for row in measure()]


if __name__ == "__main__":
    main()
