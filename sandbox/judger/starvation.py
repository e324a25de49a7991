"""What the judger does while all who are asked think for long.

It keeps the others from thinking, holds limits that the kernel does not, and finds out whether
strangers to the match, other programs of the machine or of its host, keep its programs waiting.
Times are in ns, ``now`` is `time.monotonic_ns`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.engine import JSON, Seat
from sandbox.isolation.base import Process
from sandbox.isolation.proctree import descendants

_MS = 1_000_000
WATCH_NS = 25 * _MS
"""How often limits are looked after while everybody thinks."""
LATE_NS = 10 * _MS
"""A judger that wakes so long after it meant to was kept from running."""
_LOOK_NS = 20 * _MS
"""Turns that are shorter are not looked into: that would cost more than it could tell."""
_DISTURBED_NS = 100 * _MS
"""So much waiting for strangers disturbs a turn, if the turn used no more CPU time than that."""


@dataclass(frozen=True, slots=True)
class Disturbance:
    """A turn of which much was spent waiting for strangers to the match; ``seat`` as the match
    counts.  ``waited`` is proven: the real wait may have been longer."""

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
    """What one turn of a seat took: ``waited`` for strangers, or nothing worth a mark."""

    wall: int
    cpu: int
    waited: int

    @property
    def disturbed(self) -> bool:
        return self.waited >= _DISTURBED_NS and self.waited > self.cpu


@dataclass(slots=True)
class _Look:
    """How far the threads of each asked seat had come, and all CPU time of the match by then."""

    threads: dict[Seat, dict[int, int]]
    busy: int


class TurnClock(Protocol):
    """What the turn of a seat has used so far."""

    @property
    def began(self) -> int: ...

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
class Vigil:
    """One for a game.  A thread that can run and does not waits either for others of its own
    match or for strangers, so that

        the wait for strangers >= the thread's wait - CPU time of the whole match but itself.

    A bot cannot make that large: to sleep is not to wait, and while its own processes, or an
    opponent's, keep each other waiting they use CPU time themselves.  In the same way a judger
    that wakes up late, and whose bots have not used the time, was kept waiting by strangers.
    ``others`` are programs of the match that have no seat.
    """

    seats: Sequence[Watched]
    pondering: bool
    others: Sequence[Process] = ()
    active: bool = False
    """Whether `waited` may have something to tell of this turn."""
    _asked: Collection[Seat] = ()
    _late: int = 0
    _look: _Look | None = None
    _watched: int = 0
    _awake: int = 0
    _worked: int = 0
    _others_before: int = 0

    def late(self, asked: Collection[Seat], by: int) -> None:
        """The judger came back so much later than it meant to, its own work in between included."""
        before = self._worked
        self.rest()
        by -= self._worked - before
        if by < LATE_NS:
            return
        self.active = True
        self._asked = asked
        self._late += by

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
        if self._look is None:
            last = max(self.seats[number].clock.began for number in asked)
            if now - last >= _LOOK_NS:
                self.active = True
                self._asked = asked
                threads = {n: _threads(self.seats[n].process.pid) for n in asked}
                self._look = _Look(threads, self._busy())

    def rest(self) -> None:
        """Note how much the judger itself has worked by now; every so often, lest the work of
        earlier turns hides a delay of this one."""
        self._worked = time.process_time_ns()

    def watch(self, now: int) -> None:
        """Hold the limits that the kernel does not."""
        self._watched = now
        for seat in self.seats:
            seat.process.watch()

    def waited(self, number: Seat, now: int) -> Waited:
        """Of the turn that ``number`` has just ended, its CPU time lapped already."""
        clock = self.seats[number].clock
        wall, cpu = now - clock.began, clock.in_turn()
        waited = 0
        if self._late >= _DISTURBED_NS:
            waited = self._late - self._used_in_turn()
        if self._look is not None and wall - cpu >= _DISTURBED_NS:
            waited = max(waited, self._kept(number, self._look))
        return Waited(wall, cpu, min(waited, wall - cpu))

    def over(self) -> None:
        """The turn is over."""
        self.active = False
        self._awake = 0
        self._late = 0
        self._look = None
        if self.others:
            self._others_before = self._used_by_others()

    def _kept(self, number: Seat, look: _Look) -> int:
        """How long some thread of the seat was kept by strangers, at least."""
        before = look.threads.get(number, {})
        threads = _threads(self.seats[number].process.pid)
        longest = max((time - before.get(tid, 0) for tid, time in threads.items()), default=0)
        return longest - (self._busy() - look.busy)

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


def _threads(pid: int) -> dict[int, int]:
    """For each thread of ``pid`` and below, how long it has wanted to run so far: on a processor
    or waiting for one.  Empty where the kernel keeps no such account."""
    found: dict[int, int] = {}
    for process in (pid, *descendants(pid)):
        try:
            for thread in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{thread}/schedstat", "rb", buffering=0) as file:
                    ran, waited, _ = file.readall().split()
                found[int(thread)] = int(ran) + int(waited)
        except (OSError, ValueError):
            continue  # it ended while we looked
    return found
