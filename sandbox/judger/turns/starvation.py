"""How long the machine keeps a program from running in one turn.

A thread that can run and does not run waits for a processor.  The kernel counts this time for each
thread, whoever asks and with control groups or without (``/proc/PID/task/TID/schedstat``: ns on a
processor, ns waiting for one).  It counts a wait only when the wait is over.  Times are in ns,
``now`` is `time.monotonic_ns`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sandbox.errors import MachineBusy
from sandbox.isolation.proctree import descendants

BACKSTOP = 10
"""A turn ends after this many times its limit, whatever the machine did."""
_MS = 1_000_000
_LOOK_NS = 10 * _MS
"""How soon to look again at a program that may be in the middle of a wait."""
_FRESH_NS = 20 * _MS
"""A turn is measured from a reading of the counters that is at most this much older than it."""
_MOVED_NS = 1 * _MS
"""A program that used less CPU time than this between two looks did not run."""


def measurable() -> bool:
    """Whether this kernel counts waits."""
    return Path("/proc/self/schedstat").exists()


class Measured(Protocol):
    """A program, as a `Process` is one."""

    pid: int

    def cpu_ns(self) -> int: ...

    def throttled_ns(self) -> int: ...


@dataclass(frozen=True, slots=True)
class _Reading:
    at: int
    threads: dict[int, int]
    own: int
    """CPU time of the program, with all of its processes."""
    match: int
    """CPU time of all programs of the match and of the judger."""
    throttled: int


@dataclass(frozen=True, slots=True)
class Turn:
    """When a turn began, how long it may take, and when it ends if nothing is excused."""

    began: int
    limit: int
    ends: int

    @property
    def longest(self) -> int:
        """When it ends whatever the machine did."""
        return self.began + BACKSTOP * self.limit


class Starvation:
    """The waits of one program in one turn.

    Excused is the time in which a thread of the program could run and none of its threads ran.
    While one thread waits, the others may run at most for the rest of the program's CPU time, so

        excused >= (time that the thread ran or waited) - (CPU time of the program).

    A program cannot make that large: sleeping is not waiting, and threads that wait for each other
    use CPU time meanwhile.  Waits for a quota of the sandbox's own do not count; for one of all the
    platform they do.
    """

    __slots__ = ("_before", "_began", "_held", "_newest", "_process", "active", "match_ns")

    def __init__(self, process: Measured) -> None:
        self._process = process
        self.match_ns: Callable[[], int] = int
        """The CPU time of everything in the match, the judger included."""
        self._newest: _Reading | None = None
        self.reset()

    def reset(self) -> None:
        """Nothing has been measured in this turn."""
        self.active = False
        """Whether something was measured in this turn."""
        self._before: _Reading | None = None
        self._began = 0
        self._held = -1

    def turn(self, now: int) -> None:
        """A turn begins, with a reading of the counters that is new enough for it."""
        self.reset()
        self._read(now)

    def begin(self, began: int) -> None:
        """Measure the turn that began at ``began``, unless that is done.  A wait that lasts when
        the counters are read counts as a whole."""
        if self._before is None:
            self.active = True
            self._before, self._began = self._read(began), began

    def _read(self, now: int) -> _Reading:
        newest, process = self._newest, self._process
        if newest is None or now - newest.at > _FRESH_NS:
            threads, throttled = _wanted(process.pid), process.throttled_ns()
            newest = _Reading(now, threads, process.cpu_ns(), self.match_ns(), throttled)
            self._newest = newest
        return newest

    def excused(self, now: int) -> int:
        """The excused time of the turn, at least."""
        before = self._before
        if before is None:
            return 0
        waited = self._longest(before) - (self._process.cpu_ns() - before.own)
        return max(0, min(waited, now - self._began))

    def ends(self, turn: Turn, now: int) -> int | None:
        """When a turn is over whose time has come, or when to ask again; None: it is over now.

        `MachineBusy` where the machine kept the
        program from running for nearly all of the longest time that a turn may take: that is no
        fault of the program's.
        """
        excused = self.excused(now)
        ends = turn.ends + excused
        undecided = self._undecided()
        if now >= turn.longest and (undecided or now < ends):
            raise MachineBusy(
                f"the machine is too busy: it kept a bot from running for {excused // _MS} ms or "
                f"more of a turn of {(now - turn.began) // _MS} ms"
            )
        if now >= ends and not undecided:
            return None
        return min(max(ends, now + _LOOK_NS), turn.longest)

    def by_strangers(self) -> int:
        """How long programs outside of the match made this one wait in the turn, at least."""
        before = self._before
        return 0 if before is None else self._longest(before) - (self.match_ns() - before.match)

    def _undecided(self) -> bool:
        """Whether the program may be in the middle of a wait that no count shows yet: True the
        first time that a thread can run, and then until the program has run or sleeps."""
        used, before = self._process.cpu_ns(), self._held
        self._held = used
        return (before < 0 or used - before < _MOVED_NS) and _runnable(self._process.pid)

    def _longest(self, before: _Reading) -> int:
        """The longest time that a single thread ran, or waited for more than a quota."""
        threads, throttled = _wanted(self._process.pid), self._process.throttled_ns()
        times = (ns - before.threads.get(tid, 0) for tid, ns in threads.items())
        return max(times, default=0) - (throttled - before.throttled)


def _wanted(pid: int) -> dict[int, int]:
    """For each thread of ``pid`` and below, how long it ran or waited for a processor so far.
    Empty where the kernel does not count that."""
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


def _runnable(pid: int) -> bool:
    """Whether some thread of ``pid`` or below runs or waits for a processor."""
    for process in (pid, *descendants(pid)):
        try:
            for thread in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{thread}/stat", "rb", buffering=0) as file:
                    if file.readall().rpartition(b") ")[2].startswith(b"R"):
                        return True
        except OSError:
            continue  # it ended while we looked
    return False
