"""One match: its header, its games one after the other, its result."""

from __future__ import annotations

import copy
import os
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from games.ending import plain
from games.engine import JSON, Engine, Fault, Outcome, Seat, Setup, TurnLimits, with_facts
from games.game import Game
from games.replay import FORMAT
from sandbox.isolation.base import Backend, Process, Spec
from sandbox.judger.enclosure import Memory
from sandbox.judger.game import QUICK_NS, GamePlay, MatchTools, Span
from sandbox.judger.job import Job, JobError
from sandbox.judger.output import Frames, Output, SeatLog
from sandbox.judger.past import UNFIT, PastStep
from sandbox.judger.seats.human_input import Opening
from sandbox.judger.seats.played import MAX_NS
from sandbox.judger.seats.poller import Poller, Ticker
from sandbox.judger.seats.seat import BotSeat
from sandbox.judger.signals import Guard
from sandbox.judger.turns.clock import Clock
from sandbox.judger.turns.record import SeatRecord
from sandbox.judger.turns.turn_watch import Disturbance

if TYPE_CHECKING:
    from sandbox.judger.fork import CatchUp
    from sandbox.judger.seats.human import HumanSeat
    from sandbox.judger.seats.human_input import HumanInput


class MatchPlay:
    """Plays a job's match and writes it to ``output``."""

    def __init__(
        self,
        job: Job,
        game: Game,
        backend: Backend,
        output: Output,
        guard: Guard,
        human_input: HumanInput | None = None,
    ) -> None:
        self._job = job
        self._game = game
        self._backend = backend
        self._output = output
        self._guard = guard
        self._human_input = human_input
        if human_input is not None:
            human_input.announce = self._say_left
        self._memory = Memory(job.memory_mb)
        self._cpus = 1 if job.cpu is not None else len(os.sched_getaffinity(0))
        self._turn = TurnLimits(job.limits.turn_cpu_ms, job.limits.turn_wall_ms)
        self._ticker = Ticker(QUICK_NS)
        self._frames = Frames(output)
        self._disturbed: list[Disturbance] = []
        self._span = Span()
        self._enough, self._cut = MAX_NS, False
        self._caught_up: CatchUp | None = None
        count = range(len(job.seats))
        self._records = [SeatRecord() for _ in count]
        kept, most = job.limits.stderr_bytes, job.limits.stderr_match_bytes
        self._logs = [SeatLog(i, kept, output, most) for i in count]

    def play(self) -> None:
        """`JobError` where the match cannot be set up; any other exception is a fault of ours."""
        job, game = self._job, self._game
        began = time.monotonic_ns()
        self._enough = self._enough_from(began)
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
            outcome = self._past_game(setup, engine, len(outcomes))
            outcome = outcome or self._play_game(setup, engine, len(outcomes))
            outcomes.append(outcome.in_match_order(setup))
            setup = None if self._cut else game.next_game(job.setup, outcomes)
        self._ticker.close()
        decided = outcomes[-1] if self._cut else game.decide(outcomes)
        result = self._result(decided, outcomes, began)
        names = [seat.name for seat in job.seats]
        for index in sorted(job.people):
            told = plain(game.ending(decided, index), names)
            over = {"type": "over", "outcome": with_facts(result), "told": told}
            self._output.write({"type": "human", "seat": index, "message": over})
        self._output.write(result)
        self._output.flush()

    def _past_game(self, setup: Setup, engine: Engine, number: int) -> Outcome | None:
        """The end of a game that is wholly on record; ``engine`` is untouched if there is none."""
        past = self._job.past
        if past is None or number >= len(past.games):
            return None
        if number == len(past.games) - 1 and not _ends(engine, past.games[number]):
            return None
        # Few matches are played on.
        from sandbox.judger.fork import repeat

        try:
            repeat(self._frames, number, setup, engine, past.games[number])
        except UNFIT as error:
            raise JobError(f"job.past.games[{number}] cannot be played: {error}") from error
        outcome = engine.outcome()
        if outcome is None:
            raise JobError(f"job.past.games[{number}] has no end")
        return outcome

    def _result(self, outcome: Outcome, outcomes: Sequence[Outcome], began: int) -> JSON:
        span = self._span
        return {
            "type": "result",
            "outcome": outcome.to_json(),
            "facts": outcome.facts(),
            "games": [outcome.to_json() for outcome in outcomes],
            "seats": [
                {**record.to_json(), "stderr_bytes": log.total, "stderr_cut": log.cut}
                for record, log in zip(self._records, self._logs, strict=True)
            ],
            "disturbed": [turn.to_json() for turn in self._disturbed],
            "wall_ms": (time.monotonic_ns() - began) // 1_000_000,
            # From the first question of the match to its last answer, and how much of that
            # somebody was being asked.
            "span_us": (span.taken - span.asked) // 1000 if span.taken else 0,
            "asked_us": span.within // 1000,
            **({"cut": True} if self._cut else {}),
            **({"past": self._caught_up.to_json()} if self._caught_up else {}),
        }

    def _enough_from(self, began: int) -> int:
        """When a match that began then has shown enough, by the monotonic clock."""
        enough = self._job.enough_s
        return MAX_NS if enough is None else began + round(enough * 1e9)

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
            **({"origin": dict(job.past.origin)} if job.past else {}),
            "options": {
                "turn": asdict(self._turn),
                "limits": asdict(job.limits),
                "isolation": self._backend.name,
            },
        }

    def _play_game(self, setup: Setup, engine: Engine, number: int) -> Outcome:
        indexes = [seat.index for seat in setup.seats]
        pondering = self._game.ruleset(self._job.setup.ruleset).pondering
        room = MatchTools(
            Poller(),
            self._ticker,
            self._output,
            self._frames,
            self._turn,
            pondering,
            self._disturbed,
            self._span,
            self._enough,
        )
        people = [n for n, index in enumerate(indexes) if index in self._job.people]
        with ExitStack() as stack:
            # All of them before the first question: a start is slow, and no bot's turn pays for it.
            bots = [n for n in range(len(indexes)) if n not in people]
            processes = self._spawn([indexes[n] for n in bots], stack)
            playing: dict[int, BotSeat] = {
                n: self._seat(setup, n, each, room, engine.wait_ms)
                for n, each in zip(bots, processes, strict=True)
            }
            persons = {n: self._person(setup, n, engine) for n in people}
            if self._human_input is not None:
                self._human_input.listen(room.poller)
            seats = [playing.get(n) or persons[n] for n in range(len(indexes))]
            first = self._opening(list(persons.values())) if number == 0 else None
            play = self._play_of(engine, seats, indexes, room, number, frozenset(people), first)
            outcome = play.play(setup.to_json())
            self._cut = play.cut
            for bot in playing.values():
                _add(bot, number)
            for person in persons.values():
                person.record.wall_ns += person.clock.wall_total
                person.record.turns += person.clock.turns
        return outcome

    def _play_of(self, engine: Engine, *details: Any) -> GamePlay:
        """The play of a game, which begins in its past where the job has one."""
        past, number = self._job.past, details[3]
        steps = past.games[number] if past and number < len(past.games) else ()
        if past is None or not steps:
            return GamePlay(engine, *details)
        from sandbox.judger.fork import CatchUp, ForkPlay

        self._caught_up = CatchUp()
        bounds = {"bank_ms": self._job.limits.game_cpu_ms, "wait_ms": engine.wait_ms}
        return ForkPlay(engine, *details, past=past, steps=steps, report=self._caught_up, **bounds)

    def _opening(self, people: Sequence[HumanSeat]) -> Opening | None:
        job = self._job
        wanted = people and (job.ready_s or job.countdown_s)
        return Opening(job.ready_s, job.countdown_s, people) if wanted else None

    def _say_left(self, index: Seat, fault: Fault, away: float | None) -> None:
        """Tell everybody that a person has left."""
        told = {"type": "left", "seat": index, "reason": fault.detail, "away": away}
        self._output.write(told)
        for other in sorted(self._job.people):
            self._output.write({"type": "human", "seat": other, "message": told})

    def _person(self, setup: Setup, number: int, engine: Engine) -> HumanSeat:
        # Most matches do not need it.
        from sandbox.judger.seats.human import HumanSeat, HumanWire, Mailbox

        assert self._human_input is not None
        index = setup.seats[number].index
        mailbox = Mailbox(index, self._output)
        wire = HumanWire(setup, number, mailbox)
        record = self._records[index]
        return HumanSeat(wire, mailbox, self._game, engine, record, self._human_input)

    def _spawn(self, indexes: Sequence[int], stack: ExitStack, *first: Spec) -> list[Process]:
        """Start ``first`` and the programs of the match's seats; ``stack`` will close them."""
        job = self._job
        seats = [job.seats[index] for index in indexes]
        specs = [*first, *(Spec(s.argv, s.program, job.limits, cpu=job.cpu) for s in seats)]
        with self._guard.shielded(), self._memory.lifted():
            processes = self._backend.spawn_all(specs)
            for process in processes:
                stack.enter_context(closing(process))
        return processes

    def _seat(
        self, setup: Setup, number: int, process: Process, room: MatchTools, wait_ms: int | None
    ) -> BotSeat:
        index = setup.seats[number].index
        limits = self._job.limits
        return BotSeat(
            process,
            self._game.wire(setup, number),
            Clock(process, self._cpus, limits.game_cpu_ms, wait_ms),
            self._logs[index],
            room.poller,
            limits,
            self._records[index],
            pondering=room.pondering,
        )


def _ends(engine: Engine, steps: Sequence[PastStep]) -> bool:
    """Whether these steps end the game; ``engine`` stays as it is."""
    engine = copy.deepcopy(engine)
    try:
        for step in steps:
            engine.submit(step.played)
    except UNFIT as error:
        raise JobError(f"the last game of job.past cannot be played: {error}") from error
    return engine.outcome() is not None


def _add(seat: BotSeat, game: int) -> None:
    """Count in a game that is over; the process must not be closed yet."""
    record, clock, usage = seat.record, seat.clock, seat.process.usage()
    record.cpu_ns += clock.cpu_total
    record.process_cpu_ns += usage.cpu_ns
    record.stolen_ns += clock.stolen
    record.wall_ns += clock.wall_total
    record.saw_memory(usage.peak_memory)
    record.turns += clock.turns
    record.turn_times.take(clock.times, game)
