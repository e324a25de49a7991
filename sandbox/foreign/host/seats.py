"""The programs of a match whose rules are a program: their pipes, waits, and what each has used."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from games.engine import EndState, Excess, Fault
from games.texts import visible
from sandbox.errors import LogicError
from sandbox.foreign.host.verdict import too_late
from sandbox.isolation.base import Process
from sandbox.judger.output import SeatLog
from sandbox.judger.seats.pipes import Meter, Outlet
from sandbox.judger.seats.poller import Poller
from sandbox.judger.turns import faults
from sandbox.judger.turns.record import MOST
from sandbox.judger.turns.starvation import Starvation, Turn
from sandbox.judger.turns.turn_watch import Disturbance, TurnWatch
from sandbox.limits import MIB, Limits

_MS = 1_000_000
_CHUNK = 65536
_LEAVING_NS = 200_000_000
"""The end of a pipe is seen a moment before the exit status of its last writer."""
SAID_BYTES = 64 * MIB
"""Bytes that a game's program may write to standard error in one match."""
_KEPT = 4000
MESSAGES_A_TURN = 2000
"""More messages than this in one period of the clock count as a flood."""


class Inlet:
    """Reads what a program says on one descriptor, until its end."""

    def __init__(self, fd: int, poller: Poller, take: Callable[[bytes], object]) -> None:
        self._fd = fd
        self._poller = poller
        self._take = take
        self.ended: int | None = None
        """When its end was seen, in monotonic ns."""
        os.set_blocking(fd, False)
        poller.add(fd, select.POLLIN, self.read)

    def read(self) -> bool:
        """Take one chunk; whether there may be more."""
        if self.ended is not None:
            return False
        try:
            data = os.read(self._fd, _CHUNK)
        except BlockingIOError:
            return False
        if data:
            self._take(data)
        else:
            self.close()
        return bool(data)

    def drain(self) -> None:
        """Take what is there, at most a pipe's fill and a little: its writer may go on."""
        for _ in range(64):
            if not self.read():
                return

    def close(self) -> None:
        if self.ended is None:
            self.ended = time.monotonic_ns()
            self._poller.remove(self._fd)


@dataclass(frozen=True, slots=True)
class Left:
    """A program ended by itself, with a status as `Process.poll` gives it; None: it lives, but has
    closed its standard output."""

    status: int | None


class PipedProgram:
    """A process with its three pipes; it has gone once `left` or `end` said so."""

    def __init__(
        self,
        process: Process,
        poller: Poller,
        take: Callable[[bytes], object],
        take_error: Callable[[bytes], object],
    ) -> None:
        self.process = process
        self.outlet = Outlet(process.stdin, poller)
        self._stdout = Inlet(process.stdout, poller, take)
        self._stderr = Inlet(process.stderr, poller, take_error)
        self.gone = False

    @property
    def leaving(self) -> bool:
        """Whether it is about to end: look again soon."""
        return not self.gone and self._stdout.ended is not None

    def catch_up(self) -> None:
        """Take what it has said by now."""
        if not self.gone:
            self._stdout.drain()

    def left(self, now: int) -> Left | None:
        """That it has ended by itself, once; None while it plays on or after it was ended."""
        if self.gone:
            return None
        status = self.process.poll()
        closed = self._stdout.ended
        if status is None and (closed is None or now - closed < _LEAVING_NS):
            return None
        self._stdout.drain()
        self.gone = True
        self._let_go()
        return Left(status)

    def end(self) -> None:
        """End it, and read what it had written to standard error."""
        self.gone = True
        self.process.kill()
        self._stderr.drain()
        self._let_go()

    def _let_go(self) -> None:
        self._stdout.close()
        self.outlet.close()


class LogicLog:
    """The standard error of a game's program, of which the end is kept.

    `LogicError` from `take` where it is more than `SAID_BYTES`.
    """

    def __init__(self) -> None:
        self._end = bytearray()
        self._total = 0

    def take(self, data: bytes) -> None:
        self._end += data
        del self._end[:-_KEPT]
        self._total += len(data)
        if self._total > SAID_BYTES:
            most = SAID_BYTES // MIB
            raise LogicError(f"the game's program wrote more than {most} MB to standard error")

    @property
    def text(self) -> str:
        return visible(bytes(self._end).decode(errors="replace").strip())


class ListenClock:
    """The time that a bot has used while the logic listened to it, and while not, in ns.

    A turn begins with the period of the logic's clock, or later in it when the bot is listened to
    at last.
    """

    def __init__(self, process: Process) -> None:
        self._cpu_ns = process.cpu_ns
        self._start = self._last = self._since = 0
        self.starvation = Starvation(process)
        self.bound = 0
        """How long the period of the logic's clock is."""
        self.runs = False
        """Whether the bot is listened to."""
        self.began = 0
        """When the turn did."""
        self.total = 0
        """How long the bot was listened to."""
        self.stolen = 0
        """CPU time while it was not."""

    def start(self, now: int) -> None:
        """The logic listens to the bot from now on."""
        self.runs = True
        self.stolen += max(0, self._cpu_ns() - self._last)
        self._since = now
        self.turn(now)

    def turn(self, now: int) -> None:
        """A turn begins."""
        self.began = now
        self._start = self._last = self._cpu_ns()
        self.starvation.turn(now)

    def lap(self) -> None:
        """Count what was used until now."""
        self._last = self._cpu_ns()

    def stop(self, now: int) -> None:
        """Nobody listens to it from now on."""
        self.runs = False
        self.total += now - self._since
        self.lap()

    def in_turn(self) -> int:
        """CPU time of the turn up to the last lap."""
        return self._last - self._start

    def running(self) -> int:
        """CPU time that no lap has counted yet."""
        return self._cpu_ns() - self._last


class ForeignSeat(PipedProgram):
    """A bot.  It is listened to or not; `heard` counts from one period to the next.

    ``take`` gets what it says.
    """

    def __init__(
        self,
        process: Process,
        poller: Poller,
        log: SeatLog,
        take: Callable[[bytes], object],
        limits: Limits,
    ) -> None:
        super().__init__(process, poller, take, log.take)
        self.log = log
        self.meter = Meter(limits)
        self.clock = ListenClock(process)
        self.turns = 0
        self.heard = 0
        """Messages that went to the logic in this period."""
        self.answers = 0
        """Messages that went to the logic in all periods."""
        self._limits = limits
        self._frozen = False
        self._began_cpu = 0
        self._framed_cpu = 0

    def listened(self, now: int) -> None:
        """The logic listens to it from now on."""
        if not self.clock.runs:
            self.clock.start(now)

    def ignored(self, now: int) -> None:
        """Nobody listens to it from now on."""
        if self.clock.runs:
            self.clock.stop(now)

    def begin_period(self, now: int) -> None:
        self.meter.turn()
        self.heard = 0
        if self.clock.runs:
            self.turns += 1
            self.clock.turn(now)
        self._began_cpu = self.process.cpu_ns()

    def take(self) -> None:
        """Count a message of the bot that went to the logic."""
        self.heard += 1
        self.answers += 1

    def turn_cpu_ns(self) -> int:
        """CPU time in this period."""
        return self.process.cpu_ns() - self._began_cpu

    def frame_cpu_us(self) -> int:
        """CPU time since the last call."""
        now = self.process.cpu_ns()
        used, self._framed_cpu = now - self._framed_cpu, now
        return max(0, used) // 1000

    def flood(self, size: int) -> Fault | None:
        """Count ``size`` more bytes of the bot; the fault where that is too much in this period or
        in the match."""
        if fault := self.meter.count(size):
            return fault
        if self.heard > MESSAGES_A_TURN:
            what = Excess("messages in one turn", MESSAGES_A_TURN, self.heard, "")
            words = f"sent {self.heard} messages in one turn; the limit is {MESSAGES_A_TURN}"
            return Fault(EndState.OUTPUT, words, what)
        return None

    def over(self, *, in_turn: bool) -> Fault | None:
        """The backstop of the clocks: it computed for too long, on whatever processors.

        ``in_turn``: the limit on CPU time of one turn holds now.
        """
        limits = self._limits
        if flood := self.log.flood:
            return flood
        if in_turn and (used := self.turn_cpu_ns()) > limits.turn_cpu_ms * _MS:
            return faults.turn_cpu(used, limits.turn_cpu_ms * _MS)
        if limits.game_cpu_ms is not None:
            used = self.process.cpu_ns()
            if used > limits.game_cpu_ms * _MS:
                return faults.bank(used, limits.game_cpu_ms * _MS, 0)
        return None

    def late(self, limit_ms: int, now: int) -> Fault:
        """It let the clock of this period run out."""
        wall, excused = now - self.clock.began, self.clock.starvation.excused(now)
        return self.seen(too_late(wall, limit_ms, self.turn_cpu_ns(), excused))

    def seen(self, fault: Fault) -> Fault:
        """``fault``, or what is behind it, as the program shows while it lives."""
        usage = self.process.usage()
        return faults.behind(fault, usage, self.log.last_words, self._limits)

    def gone_by_itself(self, status: int | None) -> Fault:
        """Why it says nothing any more, if nobody has ended it."""
        usage, words = self.process.usage(), self.log.last_words
        return faults.gone(status, self.answers, usage, words, self._limits)

    def pause(self) -> None:
        if not self._frozen and not self.gone:
            self._frozen = True
            self.process.freeze()

    def thaw(self) -> bool:
        """Whether it had been frozen."""
        was, self._frozen = self._frozen, False
        if was and not self.gone:
            self.process.thaw()
        return was


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
            until = self._seats[number].clock.starvation.ends(clock, now)
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
