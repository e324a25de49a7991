"""The clock of a seat: what one turn has cost, and when to look again.

The rules charge CPU time of the bot's whole process tree; wall time is a backstop against a bot
that waits for nothing.  Times are in ns, ``now`` is `time.monotonic_ns`.
"""

from __future__ import annotations

from games.engine import TurnLimits
from sandbox.isolation.base import Process

_MS = 1_000_000
_NEXT_LOOK = 1 * _MS


class Clock:
    """Charges one process, one turn after the other.

    ``cpus`` is the number of processors the process may use at once: its CPU time can grow that
    many times faster than wall time.
    """

    __slots__ = (
        "_cpu_limit",
        "_cpu_ns",
        "_cpus",
        "_last_cpu",
        "_last_wall",
        "_start_cpu",
        "_start_wall",
        "_wall_limit",
        "cpu_total",
        "due",
        "turns",
        "wall_total",
    )

    def __init__(self, process: Process, cpus: int) -> None:
        self._cpu_ns = process.cpu_ns
        self._cpus = cpus
        self._start_cpu = self._last_cpu = self._start_wall = self._last_wall = 0
        self._cpu_limit = self._wall_limit = 0
        self.turns = 0
        self.cpu_total = self.wall_total = 0
        self.due = 0
        """The time before which the turn cannot have become too long."""

    def start(self, limits: TurnLimits, now: int) -> None:
        """A new turn begins."""
        self._cpu_limit = limits.cpu_ms * _MS
        self._wall_limit = limits.wall_ms * _MS
        self._start_wall = self._last_wall = now
        self._start_cpu = self._last_cpu = self._cpu_ns()
        self.due = now + min(self._cpu_limit // self._cpus, self._wall_limit)
        self.turns += 1

    def lap(self, now: int) -> int:
        """CPU time since the turn began or since the last lap: what one answer has cost."""
        cpu = self._cpu_ns()
        used = cpu - self._last_cpu
        self.cpu_total += used
        self.wall_total += now - self._last_wall
        self._last_cpu = cpu
        self._last_wall = now
        return used

    def over_cpu(self) -> str | None:
        """Why the turn was too long by the CPU time up to the last lap; None if it was not."""
        return self._over_cpu(self._last_cpu - self._start_cpu)

    def over(self, now: int) -> str | None:
        """Why the turn is too long by now; None, with a new `due`, if it is not."""
        used = self._cpu_ns() - self._start_cpu
        if reason := self._over_cpu(used):
            return reason
        deadline = self._start_wall + self._wall_limit
        if now >= deadline:
            limit = self._wall_limit // _MS
            return f"gave no answer within {limit} ms (and used {used // _MS} ms of CPU time)"
        self.due = min(deadline, now + max((self._cpu_limit - used) // self._cpus, _NEXT_LOOK))
        return None

    def _over_cpu(self, used: int) -> str | None:
        if used <= self._cpu_limit:
            return None
        limit = self._cpu_limit // _MS
        # Rounded up: "used 3000 ms; the limit is 3000 ms" would be no reason.
        return f"used {-(-used // _MS)} ms of CPU time in one turn; the limit is {limit} ms"
