"""The match of a game whose rules are a program: one game, between that program and the bots."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from games.engine import Outcome, Setup
from games.foreign.manifest import Manifest
from sandbox.foreign.host.play import ForeignPlay
from sandbox.foreign.host.verdict import ForeignRules, logic_limits
from sandbox.isolation.base import Spec
from sandbox.judger.job import JobError, LogicJob
from sandbox.judger.match import MatchPlay
from sandbox.judger.seats.poller import Poller


class ForeignMatch(MatchPlay):
    """Plays a job that has a `LogicJob`."""

    _logic: LogicJob
    _manifest: Manifest

    def play(self) -> None:
        """`JobError` where people have seats; other exceptions are ours or the logic's fault."""
        assert self._job.logic is not None
        if self._job.people:
            raise JobError("people cannot play games whose rules are a program")
        self._logic = self._job.logic
        self._manifest = Manifest.from_json(self._logic.manifest)
        began = time.monotonic_ns()
        self._enough = self._enough_from(began)
        setup = self._job.setup
        self._output.write(self._header())
        outcome = self._play_logic(setup).in_match_order(setup)
        self._output.write(self._result(outcome, [outcome], began))
        self._output.flush()

    def _play_logic(self, setup: Setup) -> Outcome:
        job = self._job
        indexes = [seat.index for seat in setup.seats]
        pondering = self._game.ruleset(setup.ruleset).pondering
        rules = ForeignRules(self._manifest, setup, job.limits, pondering, job.wall_s)
        with ExitStack() as stack:
            # All together: a start is slow, and no bot's turn pays for it.
            limits = logic_limits(self._manifest.limits)
            spec = Spec(self._logic.argv, self._logic.program, limits, cpu=job.cpu)
            logic, *bots = self._spawn(indexes, stack, spec)
            logs = [self._logs[index] for index in indexes]
            play = ForeignPlay(rules, logic, bots, logs, self._output, Poller(), self._enough)
            stack.callback(play.close)
            outcome = play.play()
            self._take_records(play, indexes)
        return outcome

    def _take_records(self, play: ForeignPlay, indexes: Sequence[int]) -> None:
        for index, seat, faults in zip(indexes, play.seats, play.faults, strict=True):
            record, usage = self._records[index], seat.process.usage()
            record.cpu_ns = record.process_cpu_ns = usage.cpu_ns
            record.saw_memory(usage.peak_memory)
            record.turns, record.output_bytes = seat.turns, seat.meter.total
            record.wall_ns, record.stolen_ns = seat.clock.total, seat.clock.stolen
            for turn, fault in faults:
                record.note(fault, 0, turn)
        disturbed = play.turn_watch.disturbed
        self._disturbed += [replace(turn, seat=indexes[turn.seat]) for turn in disturbed]
