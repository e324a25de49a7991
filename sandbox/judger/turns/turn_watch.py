"""The judger's work while all seats in turn think for long.

It keeps the others from thinking, holds limits that the kernel does not, and finds the turns in
which programs outside of the match took the processor.  Times are in ns, ``now`` is
`time.monotonic_ns`.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.engine import JSON, Seat
from sandbox.isolation.base import Process
from sandbox.judger.turns.starvation import Starvation

_MS = 1_000_000
WATCH_NS = 25 * _MS
"""How often limits are looked after while everybody thinks."""
LATE_NS = 10 * _MS
"""A judger that wakes this late was kept from running, and so were others, maybe."""
_LOOK_NS = 20 * _MS
"""Waits in shorter turns are not measured: that would cost more than it could tell."""
_DISTURBED_NS = 100 * _MS
"""A shorter wait disturbs no turn."""


@dataclass(frozen=True, slots=True)
class Disturbance:
    """A turn that programs outside of the match may have changed; ``seat`` as the match counts.
    ``waited`` is proven: the real wait may have been longer."""

    game: int
    turn: int
    seat: Seat
    wall: int
    cpu: int
    waited: int

    def to_json(self) -> dict[str, JSON]:
        return {
            "game": self.game,
            "turn": self.turn,
            "seat": self.seat,
            "wall_ms": self.wall // _MS,
            "cpu_ms": self.cpu // _MS,
            "waited_ms": self.waited // _MS,
        }


@dataclass(frozen=True, slots=True)
class Waited:
    """The time that one turn of a seat took, ``waited`` of it for programs outside of the match.

    ``bound`` is the smallest time limit of the turn.  ``failed``: the seat ran out of wall time.
    """

    wall: int
    cpu: int
    waited: int
    bound: int
    failed: bool

    @property
    def disturbed(self) -> bool:
        """Whether the wait may have changed the turn: the seat failed, or the wait took it past
        half of its limit.  Bots that look at the clock play worse from there on."""
        if self.waited < _DISTURBED_NS:
            return False
        return self.failed or self.wall >= self.bound // 2 > self.wall - self.waited


class TurnClock(Protocol):
    """The time that the turn of a seat has used so far."""

    @property
    def starvation(self) -> Starvation: ...

    @property
    def began(self) -> int: ...

    @property
    def bound(self) -> int:
        """The smallest time limit of the turn."""

    def in_turn(self) -> int:
        """CPU time of the turn up to the last lap."""

    def running(self) -> int:
        """CPU time that no lap has counted yet."""


class Watched(Protocol):
    """A seat."""

    @property
    def process(self) -> Process: ...

    @property
    def clock(self) -> TurnClock: ...

    def pause(self) -> None: ...


class TurnWatch:
    """One for a game.  ``others`` are programs of the match that have no seat."""

    def __init__(
        self, seats: Sequence[Watched], *, pondering: bool, others: Sequence[Process] = ()
    ) -> None:
        self.active = False
        """Whether `waited` may have something to tell of this turn."""
        self._seats = seats
        self._pondering = pondering
        self._others = others
        self._watched = self._awake = 0
        for seat in seats:
            seat.clock.starvation.match_ns = self._busy

    def keep(self, asked: Collection[Seat], now: int) -> None:
        """Nobody of those asked has answered for a while."""
        if len(asked) != self._awake and not self._pondering:
            self._awake = len(asked)
            self.active = True
            for number, seat in enumerate(self._seats):
                if number not in asked:
                    seat.pause()
        if now - self._watched >= WATCH_NS:
            self.watch(now)
        self.measure(asked, now)

    def measure(self, asked: Collection[Seat], now: int) -> None:
        """Measure the waits of those asked whose turns have become long."""
        for number in asked:
            clock = self._seats[number].clock
            if now - clock.began >= _LOOK_NS:
                self.active = True
                clock.starvation.begin(clock.began)

    def watch(self, now: int) -> None:
        """Hold the limits that the kernel does not."""
        self._watched = now
        for seat in self._seats:
            seat.process.watch()

    def waited(self, number: Seat, now: int, *, failed: bool = False) -> Waited:
        """Of the turn that ``number`` has just ended, its CPU time lapped already; ``failed``: by
        running out of wall time."""
        clock = self._seats[number].clock
        wall, cpu, waited = now - clock.began, clock.in_turn(), 0
        if (failed or wall >= clock.bound // 2) and wall - cpu >= _DISTURBED_NS:
            waited = min(clock.starvation.by_strangers(), wall - cpu)
        return Waited(wall, cpu, waited, clock.bound, failed)

    def over(self) -> None:
        """The turn is over."""
        self.active = False
        self._awake = 0

    def _busy(self) -> int:
        """CPU time of all of the match until now."""
        bots = sum(seat.process.cpu_ns() for seat in self._seats)
        others = sum(process.cpu_ns() for process in self._others)
        return time.process_time_ns() + bots + others
