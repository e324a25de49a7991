"""The vigil of a match whose rules are a program, which says by itself who is asked."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

from sandbox.isolation.base import Process
from sandbox.judger.logic_seats import LogicSeat
from sandbox.judger.poller import Poller
from sandbox.judger.record import MOST
from sandbox.judger.starvation import LATE_NS, Disturbance, Vigil

_MS = 1_000_000


class LogicVigil:
    """Finds the turns that waited for strangers; see `Vigil`.  Whom to pause is not its matter."""

    def __init__(self, seats: Sequence[LogicSeat], logic: Process, poller: Poller) -> None:
        self.disturbed: list[Disturbance] = []
        """With the seats' numbers in the game; the turn is the period of the logic's clock."""
        self._seats = seats
        self._poller = poller
        self._vigil = Vigil(seats, pondering=True, others=[logic])
        self.watch = self._vigil.watch

    def wait(self, asked: Collection[int], patience_ms: int) -> bool:
        """Let time pass until a program says something; whether one did."""
        self._vigil.rest()
        before = time.monotonic_ns()
        heard = self._poller.wait(patience_ms)
        late = time.monotonic_ns() - before - patience_ms * _MS
        if asked and late > LATE_NS:
            self._vigil.late(asked, late)
        return heard

    def keep(self, asked: Collection[int], now: int) -> None:
        """Nobody of those asked has answered for a while."""
        if asked:
            self._vigil.keep(asked, now)

    def answered(self, number: int, period: int, now: int) -> None:
        """The turn of a seat is over, or its time is."""
        if not self._vigil.active or len(self.disturbed) >= MOST:
            return
        self._seats[number].clock.lap()
        took = self._vigil.waited(number, now)
        known = any((turn.turn, turn.seat) == (period, number) for turn in self.disturbed)
        if took.disturbed and not known:
            figures = took.wall, took.cpu, took.waited
            self.disturbed.append(Disturbance(0, period, number, *figures))

    def begin(self) -> None:
        """A turn begins for somebody."""
        self._vigil.over()
