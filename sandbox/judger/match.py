"""One match: its header, its games one after the other, its result."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass

from games.engine import JSON, Engine, Game, Outcome, Setup
from games.replay import FORMAT
from sandbox.isolation.base import Backend, Process, Spec
from sandbox.judger.clock import Clock
from sandbox.judger.game import Counter, GamePlay
from sandbox.judger.job import Job, JobError
from sandbox.judger.output import Output, SeatLog
from sandbox.judger.seat import BotSeat, Poller
from sandbox.judger.signals import Guard


@dataclass(slots=True)
class SeatTotals:
    """What one seat of the match has used over all games, in ns and bytes."""

    cpu_ns: int = 0
    process_cpu_ns: int = 0
    wall_ns: int = 0
    peak_memory: int | None = None
    turns: int = 0
    late: int = 0
    early: int = 0

    def add(self, seat: BotSeat) -> None:
        """Count in a game that is over; the process must not be closed yet."""
        usage = seat.process.usage()
        self.cpu_ns += seat.clock.cpu_total
        self.process_cpu_ns += usage.cpu_ns
        self.wall_ns += seat.clock.wall_total
        if usage.peak_memory is not None:
            self.peak_memory = max(self.peak_memory or 0, usage.peak_memory)
        self.turns += seat.clock.turns
        self.late += seat.late
        self.early += seat.early

    def to_json(self) -> dict[str, JSON]:
        return {
            "cpu_ms": self.cpu_ns // 1_000_000,
            "process_cpu_ms": self.process_cpu_ns // 1_000_000,
            "wall_ms": self.wall_ns // 1_000_000,
            "peak_memory": self.peak_memory,
            "turns": self.turns,
            "late": self.late,
            "early": self.early,
        }


class MatchPlay:
    """Plays a job's match and writes it to ``output``."""

    def __init__(
        self, job: Job, game: Game, backend: Backend, output: Output, guard: Guard
    ) -> None:
        self._job = job
        self._game = game
        self._backend = backend
        self._output = output
        self._guard = guard
        self._counter = Counter()
        self._cpus = 1 if job.cpu is not None else len(os.sched_getaffinity(0))
        count = range(len(job.seats))
        self._totals = [SeatTotals() for _ in count]
        self._logs = [SeatLog(i, job.output.stderr_bytes, output) for i in count]

    def play(self) -> None:
        """`JobError` where the match cannot be set up; any other exception is a fault of ours."""
        job, game = self._job, self._game
        began = time.monotonic_ns()
        outcomes: list[Outcome] = []
        setup = game.next_game(job.setup, outcomes)
        while setup is not None:
            try:
                engine = game.engine(setup)
            except ValueError as error:
                if outcomes:
                    raise
                raise JobError(f"job.setup cannot be played: {error}") from error
            if not outcomes:
                self._output.write(self._header())
            outcome = self._play_game(setup, engine, len(outcomes))
            outcomes.append(outcome.in_match_order(setup))
            setup = game.next_game(job.setup, outcomes)
        result = {
            "type": "result",
            "outcome": game.decide(outcomes).to_json(),
            "games": [outcome.to_json() for outcome in outcomes],
            "seats": [
                {**totals.to_json(), "stderr_bytes": log.total}
                for totals, log in zip(self._totals, self._logs, strict=True)
            ],
            "wall_ms": (time.monotonic_ns() - began) // 1_000_000,
        }
        self._output.write(result)
        self._output.flush()

    def _header(self) -> JSON:
        job = self._job
        return {
            "type": "header",
            "format": FORMAT,
            "game": self._game.name,
            "engine": self._game.version,
            "ruleset": job.setup.ruleset,
            "setup": job.setup.to_json(),
            "seats": [{"name": seat.name} for seat in job.seats],
            "options": {
                "turn": asdict(self._game.ruleset(job.setup.ruleset).limits),
                "limits": asdict(job.limits),
                "isolation": self._backend.name,
            },
        }

    def _play_game(self, setup: Setup, engine: Engine, number: int) -> Outcome:
        indexes = [seat.index for seat in setup.seats]
        poller = Poller()
        with ExitStack() as stack:
            # All of them before anybody is asked: a start is slow, and no bot's turn pays for it.
            processes = [self._spawn(index, stack) for index in indexes]
            seats = [self._seat(setup, n, process, poller) for n, process in enumerate(processes)]
            outcome = GamePlay(
                self._game, setup, engine, seats, poller, self._output, number, self._counter
            ).play()
            for index, seat in zip(indexes, seats, strict=True):
                self._totals[index].add(seat)
        return outcome

    def _spawn(self, index: int, stack: ExitStack) -> Process:
        """Start the program of the match's seat ``index``; ``stack`` will close it."""
        job = self._job
        seat = job.seats[index]
        spec = Spec(seat.argv, seat.program, job.limits, cpu=job.cpu)
        with self._guard.shielded():
            return stack.enter_context(closing(self._backend.spawn(spec)))

    def _seat(self, setup: Setup, number: int, process: Process, poller: Poller) -> BotSeat:
        return BotSeat(
            process,
            self._game.wire(setup, number),
            Clock(process, self._cpus),
            self._logs[setup.seats[number].index],
            poller,
            self._job.output,
            self._job.limits.memory_mb,
        )
