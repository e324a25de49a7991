"""The clock of a seat: what its turns and its game have cost, and when to look again.

The rules charge CPU time of the bot's whole process tree; wall time is a backstop against a bot
that waits for nothing.  Wall time in which the machine kept the bot from running is not charged:
see `Starvation`.  Times are in ns, ``now`` is `time.monotonic_ns`.
"""

from __future__ import annotations

from games.engine import Fault, TurnLimits
from sandbox.isolation.base import Process
from sandbox.judger.turns import faults
from sandbox.judger.turns.record import TurnTimes
from sandbox.judger.turns.starvation import Starvation, Turn

_MS = 1_000_000
_NEXT_LOOK = 1 * _MS


class Clock:
    """Charges one process in one game, one turn after the other.

    ``cpus`` is the number of processors the process may use at once: its CPU time can grow that
    many times faster than wall time.  ``bank_ms`` bounds the CPU time of the game, which runs
    from `open` on and includes what the process uses while it is not asked; ``wait_ms`` the wall
    time of all turns, up to each answer; None: no bound.
    """

    __slots__ = (
        "_bank",
        "_cpu_limit",
        "_cpu_ns",
        "_cpus",
        "_excused",
        "_excused_before",
        "_first_look",
        "_last_cpu",
        "_last_wall",
        "_limits",
        "_start_cpu",
        "_start_wall",
        "_wait",
        "_wall_limit",
        "cpu_total",
        "due",
        "idle",
        "starvation",
        "stolen",
        "times",
        "turns",
        "wall_total",
    )

    def __init__(
        self,
        process: Process,
        cpus: int,
        bank_ms: int | None = None,
        wait_ms: int | None = None,
        starvation: Starvation | None = None,
    ) -> None:
        self.starvation = starvation or Starvation(process)
        self._excused = self._excused_before = 0  # in this turn as last measured; in earlier ones
        self._cpu_ns = process.cpu_ns
        self._cpus = cpus
        self._bank = None if bank_ms is None else bank_ms * _MS
        self._wait = None if wait_ms is None else wait_ms * _MS
        self._start_cpu = self._last_cpu = self._start_wall = self._last_wall = 0
        self._cpu_limit = self._wall_limit = self._first_look = 0
        self._limits: TurnLimits | None = None
        self.turns = 0
        self.times = TurnTimes()
        self.cpu_total = self.wall_total = 0
        self.stolen = 0
        """CPU time that was used while the process was not asked."""
        self.idle = 0
        """The part of it before the turn in play."""
        self.due = 0
        """The time before which the turn cannot have become too long."""

    def open(self, cpu: int) -> None:
        """The game begins: what the process had used by then, to get started, is free."""
        self._last_cpu = cpu

    def take_over(self, cpu_ns: int, bank_ms: int | None, wait_ms: int | None) -> None:
        """Hold these bounds from now on, as if the game had cost ``cpu_ns`` so far."""
        self._bank = None if bank_ms is None else bank_ms * _MS
        self._wait = None if wait_ms is None else wait_ms * _MS
        self.cpu_total, self.wall_total, self.stolen = cpu_ns, 0, 0
        self._last_cpu = self._cpu_ns()

    def start(self, limits: TurnLimits, now: int, cpu: int | None = None) -> None:
        """A new turn begins; ``cpu`` is what the process had used by then if not by now."""
        if limits is not self._limits:
            self._limits = limits
            self._cpu_limit = limits.cpu_ms * _MS
            self._wall_limit = limits.wall_ms * _MS
            self._first_look = min(self._cpu_limit // self._cpus, self._wall_limit)
        if self.turns:
            self.times.add(self._last_cpu - self._start_cpu, self.turns)
        if self.starvation.active:
            self._excused_before += self._excused
            self._excused = 0
        self.starvation.turn(now)
        self._start_wall = self._last_wall = now
        if cpu is None:
            cpu = self._cpu_ns()
        self.idle = idle = cpu - self._last_cpu
        self.stolen += idle
        self._start_cpu = self._last_cpu = cpu
        self.due = now + self._first_look
        if self._bank is not None:
            left = self._bank - self.cpu_total - self.stolen
            self.due = min(self.due, now + left // self._cpus)
        if self._wait is not None:
            self.due = min(self.due, now + self._wait + self._excused_before - self.wall_total)
        self.turns += 1

    def lap(self, now: int) -> int:
        """CPU time since the turn began or since the last lap: what one answer has cost."""
        cpu = self._cpu_ns()
        used = cpu - self._last_cpu
        self.cpu_total += used
        self.wall_total += now - self._last_wall
        self._last_cpu = cpu
        self._last_wall = now
        if self._wait is not None and self.starvation.active:
            self._excused = self.starvation.excused(now)
        return used

    def close(self) -> None:
        """The game is over; what was used since the last turn is counted."""
        if self.turns:
            self.times.add(self._last_cpu - self._start_cpu, self.turns)
        cpu = self._cpu_ns()
        self.stolen += cpu - self._last_cpu
        self._last_cpu = cpu

    def running(self) -> int:
        """CPU time that no lap has counted yet."""
        return self._cpu_ns() - self._last_cpu

    def in_turn(self) -> int:
        """CPU time of the turn up to the last lap."""
        return self._last_cpu - self._start_cpu

    @property
    def began(self) -> int:
        """When the turn began."""
        return self._start_wall

    def over_cpu(self) -> Fault | None:
        """The error of the CPU time up to the last lap; None if there is none."""
        if self._last_cpu - self._start_cpu <= self._cpu_limit and self._bank is None:
            return None
        return self._over_cpu(self._last_cpu)

    @property
    def bound(self) -> int:
        """The smallest time limit of the turn."""
        return min(self._cpu_limit, self._wall_limit)

    def over(self, now: int) -> Fault | None:
        """Why the turn is too long by now; None, with a new `due`, if it is not.

        `MachineBusy`: see `Starvation.ends`.
        """
        cpu = self._cpu_ns()
        if fault := self._over_cpu(cpu):
            return fault
        used = cpu - self._start_cpu
        turn = self._turn()
        deadline = min(turn.ends + self._excused, turn.longest)
        if now >= deadline:
            self._excused = self.starvation.excused(now)
            ends = self.starvation.ends(turn, now)
            if ends is None:
                return self._too_long(now, used)
            deadline = ends
        left = self._cpu_limit - used
        if self._bank is not None:
            left = min(left, self._bank - self._in_game(cpu))
        self.due = min(deadline, now + max(left // self._cpus, _NEXT_LOOK))
        return None

    def _turn(self) -> Turn:
        """It ends with its own wall time, or with the game's."""
        ends = self._start_wall + self._wall_limit
        if self._wait is not None:
            game = self._last_wall + self._wait + self._excused_before - self.wall_total
            ends = min(ends, game)
        return Turn(self._start_wall, self._wall_limit, ends)

    def _too_long(self, now: int, used: int) -> Fault:
        excused, wall = self._excused, now - self._start_wall
        if wall - excused >= self._wall_limit:
            return faults.silent(wall, self._wall_limit, used, excused)
        assert self._wait is not None
        excused += self._excused_before
        waited = self.wall_total + now - self._last_wall - excused
        return faults.waited(waited, self._wait, excused)

    def _over_cpu(self, cpu: int) -> Fault | None:
        if cpu - self._start_cpu > self._cpu_limit:
            return faults.turn_cpu(cpu - self._start_cpu, self._cpu_limit)
        if self._bank is not None and self._in_game(cpu) > self._bank:
            return faults.bank(self._in_game(cpu), self._bank, self.stolen)
        return None

    def _in_game(self, cpu: int) -> int:
        return self.cpu_total + self.stolen + cpu - self._last_cpu
