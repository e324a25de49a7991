"""What the judger costs, as ratios to a baseline of the same run (``python -m bench.judger``).

Everything is measured in turns with what it is compared to, several times, and the medians are
given: a machine that is busy in between spoils neither side alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from games.engine import JSON, Action, Game, SeatSetup, Setup
from games.registry import GAMES
from sandbox.judger.client import judger
from sandbox.judger.job import Job, SeatJob

HERE = Path(__file__).parent
REPEATS = 5
TURNS = 100_000
BARE_TURNS = 600_000
"""So many take about as long: what disturbs the machine then disturbs both."""
BOUND = 10
"""A turn through the judger may cost this many times a bare exchange between two C programs."""


@dataclass(frozen=True, slots=True)
class TurnCost:
    """Medians, in µs: a turn of two C processes, and one with the judger and sandbox between."""

    bare: float
    judged: float

    @property
    def ratio(self) -> float:
        return self.judged / self.bare


@dataclass(frozen=True, slots=True)
class MatchCost:
    """Medians of whole snake matches between trivial bots, in ms; ``bots`` is their CPU time."""

    wall: float
    bots: float
    turns: int

    @property
    def ratio(self) -> float:
        return self.wall / self.bots


@dataclass(frozen=True, slots=True)
class EngineSpeed:
    """Median of what the engine alone does: operations in a second, checked and played."""

    operations: float


@dataclass(frozen=True, slots=True)
class JudgerFigures:
    turn: TurnCost
    match: MatchCost
    engine: EngineSpeed

    def lines(self) -> list[str]:
        turn, match, speed = self.turn, self.match, self.engine.operations
        times = f"{turn.ratio:.1f} × (bound: {BOUND} ×)"
        return [
            f"a turn between two C programs, one processor: {turn.bare:.2f} µs",
            f"  with the judger and the sandbox between: {turn.judged:.2f} µs, {times}",
            f"a snake match between trivial C++ bots ({match.turns} turns): {match.wall:.0f} ms",
            f"  against those bots' own CPU time of {match.bots:.0f} ms: {match.ratio:.1f} ×",
            f"the snake engine alone: {speed:,.0f} operations a second",
        ]


@contextmanager
def programs() -> Iterator[Path]:
    """A folder with the compiled C and C++ programs, which every user may read."""
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for compiler, source in (("gcc", "pingpong.c"), ("g++", "trivial_snake.cpp")):
            target = folder / Path(source).stem
            subprocess.run([compiler, "-O2", "-o", target, HERE / source], check=True)
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


def judged_turn(folder: Path, cpu: int) -> float:
    """µs of one turn of a game without rules, the judger and its sandboxed bots on ``cpu``."""
    seat = SeatJob("echo", folder, ("/program/pingpong", "echo"))
    setup = Setup((SeatSetup(0), SeatSetup(1)), 1, "standard", {"turns": TURNS})
    job = Job("bench", "noop", setup, (seat, seat), cpu=cpu, modules=("bench.noop",))
    return float(_play(job)["wall_ms"]) * 1000 / TURNS


def snake_match(folder: Path, cpu: int) -> MatchCost:
    """One whole match, both halves."""
    game = GAMES["snake"]
    rules = game.rulesets[0]
    seat = SeatJob("trivial", folder, ("/program/trivial_snake",))
    setup = Setup((SeatSetup(0), SeatSetup(1)), 1, rules.name, rules.params)
    result = _play(Job("bench", "snake", setup, (seat, seat), cpu=cpu))
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


def measure() -> JudgerFigures:
    snake = GAMES["snake"]
    rules = snake.rulesets[0]
    setup = Setup((SeatSetup(0), SeatSetup(1)), 5, rules.name, rules.params)
    steps = random_game(snake, setup)
    cpu = max(os.sched_getaffinity(0))
    bare, judged, matches, speeds = [], [], [], []
    with programs() as folder:
        for _ in range(REPEATS):
            bare.append(bare_turn(folder, cpu))
            judged.append(judged_turn(folder, cpu))
            matches.append(snake_match(folder, cpu))
            speeds.append(engine_speed(snake, steps, setup))
    match = MatchCost(
        median(m.wall for m in matches), median(m.bots for m in matches), matches[0].turns
    )
    turn = TurnCost(median(bare), median(judged))
    return JudgerFigures(turn, match, EngineSpeed(median(speeds)))


def _play(job: Job) -> dict[str, JSON]:
    """The match's result.  The other lines are read, as a worker would, and not decoded."""
    with judger(job) as running:
        last = running.stdout.read().splitlines()[-1]
    result: dict[str, JSON] = json.loads(last)
    if result["type"] != "result":
        raise RuntimeError(f"the judger failed: {result['message']}")
    return result


def main() -> None:
    print("\n".join(measure().lines()))


if __name__ == "__main__":
    main()
