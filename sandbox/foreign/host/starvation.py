"""The waits of players in a match whose rules are a program, which itself chooses whom to ask."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence

from sandbox.foreign.host.seats import ForeignSeat
from sandbox.isolation.base import Process
from sandbox.judger.poller import Poller
from sandbox.judger.record import MOST
from sandbox.judger.starvation import Turn
from sandbox.judger.turn_watch import Disturbance, TurnWatch


class ForeignTurnWatch:
    """A `TurnWatch` for this kind of match.  It does not choose whom to pause."""

    def __init__(self, seats: Sequence[ForeignSeat], logic: Process, poller: Poller) -> None:
        self.disturbed: list[Disturbance] = []
        """With the seats' numbers in the game; the turn is the period of the logic's clock."""
        self._seats = seats
        self._poller = poller
        self._turn_watch = TurnWatch(seats, pondering=True, others=[logic])
        self.watch = self._turn_watch.watch

    def wait(self, asked: Collection[int], patience_ms: int) -> bool:
        """Let time pass until a program says something; whether one did."""
        heard = self._poller.wait(patience_ms)
        self._turn_watch.measure(asked, time.monotonic_ns())
        return heard

    def keep(self, asked: Collection[int], now: int) -> None:
        """Nobody of those asked has answered for a while."""
        if asked:
            self._turn_watch.keep(asked, now)

    def excused(self, asked: Collection[int], clock: Turn, now: int) -> Iterator[tuple[int, int]]:
        """The period of the clock is over: who of those ``asked`` has more time because the
        machine kept its program from running, and until when.

        `MachineBusy`: see `Starvation.ends`.
        """
        for number in asked:
            until = self._seats[number].clock.ends(clock, now)
            if until is not None:
                yield number, until

    def answered(self, number: int, period: int, now: int, *, failed: bool = False) -> None:
        """The turn of a seat is over, or, if it ``failed``, its time is."""
        if not self._turn_watch.active or len(self.disturbed) >= MOST:
            return
        self._seats[number].clock.lap()
        took = self._turn_watch.waited(number, now, failed=failed)
        known = any((turn.turn, turn.seat) == (period, number) for turn in self.disturbed)
        if took.disturbed and not known:
            figures = took.wall, took.cpu, took.waited
            self.disturbed.append(Disturbance(0, period, number, *figures))

    def begin(self) -> None:
        """A turn begins for somebody."""
        self._turn_watch.over()
