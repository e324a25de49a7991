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
from sandbox.judger.starvation import Starvation

_MS = 1_000_000
WATCH_NS = 25 * _MS
"""How often limits are looked after while everybody thinks."""
LATE_NS = 10 * _MS
"""A judger that wakes this long after it meant to was kept from running."""
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


@dataclass(slots=True)
class TurnWatch:
    """One for a game.  ``others`` are programs of the match that have no seat."""

    seats: Sequence[Watched]
    pondering: bool
    others: Sequence[Process] = ()
    active: bool = False
    """Whether `waited` may have something to tell of this turn."""
    _asked: Collection[Seat] = ()
    _late: int = 0
    _watched: int = 0
    _awake: int = 0
    _worked: int = 0
    _others_before: int = 0

    def late(self, asked: Collection[Seat], by: int) -> None:
        """The judger came back ``by`` ns late, its own work in between included."""
        before = self._worked
        self.rest()
        by -= self._worked - before
        if by < LATE_NS:
            return
        self.active = True
        self._asked = asked
        self._late += by
        for number in asked:
            clock = self.seats[number].clock
            clock.starvation.begin(clock.began, self._busy)

    def keep(self, asked: Collection[Seat], now: int) -> None:
        """Nobody of those asked has answered for a while."""
        if len(asked) != self._awake and not self.pondering:
            self._awake = len(asked)
            self.active = True
            for number, seat in enumerate(self.seats):
                if number not in asked:
                    seat.pause()
        if now - self._watched >= WATCH_NS:
            self.watch(now)
        for number in asked:
            clock = self.seats[number].clock
            if now - clock.began >= _LOOK_NS:
                self.active = True
                self._asked = asked
                clock.starvation.begin(clock.began, self._busy)

    def rest(self) -> None:
        """Note how much the judger itself has worked by now; call it often, lest the work of
        earlier turns hides a delay of this one."""
        self._worked = time.process_time_ns()

    def watch(self, now: int) -> None:
        """Hold the limits that the kernel does not."""
        self._watched = now
        for seat in self.seats:
            seat.process.watch()

    def waited(self, number: Seat, now: int, *, failed: bool = False) -> Waited:
        """Of the turn that ``number`` has just ended, its CPU time lapped already; ``failed``: by
        running out of wall time."""
        clock = self.seats[number].clock
        wall, cpu, waited = now - clock.began, clock.in_turn(), 0
        if failed or wall >= clock.bound // 2:
            if self._late >= _DISTURBED_NS:
                waited = self._late - self._used_in_turn()
            if wall - cpu >= _DISTURBED_NS:
                waited = max(waited, clock.starvation.by_strangers(self._busy()))
        return Waited(wall, cpu, min(waited, wall - cpu), clock.bound, failed)

    def over(self) -> None:
        """The turn is over."""
        self.active = False
        self._awake = 0
        self._late = 0
        if self.others:
            self._others_before = self._used_by_others()

    def _busy(self) -> int:
        """CPU time of all of the match until now."""
        bots = sum(seat.process.cpu_ns() for seat in self.seats)
        return time.process_time_ns() + bots + self._used_by_others()

    def _used_by_others(self) -> int:
        return sum(process.cpu_ns() for process in self.others)

    def _used_in_turn(self) -> int:
        """CPU time of all programs since the question, and a little more of those not asked."""
        total = self._used_by_others() - self._others_before
        for number, seat in enumerate(self.seats):
            total += seat.clock.running()
            if number in self._asked:
                total += seat.clock.in_turn()
        return total
