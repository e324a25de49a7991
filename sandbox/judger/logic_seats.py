"""The programs of a match whose rules are a program: their pipes, and what each has used."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from dataclasses import dataclass

from games.engine import EndState, Excess, Fault
from sandbox.isolation.base import Process
from sandbox.judger import faults
from sandbox.judger.output import SeatLog
from sandbox.judger.poller import Poller
from sandbox.limits import Limits

_CHUNK = 65536
_LEAVING_NS = 200_000_000
"""The end of a pipe is seen a moment before the exit status of its last writer."""
_LAST_WORDS = 4096
MESSAGES_A_TURN = 2000
"""More messages than this in one period of the clock count as a flood."""


class Outlet:
    """Writes to a program's standard input without waiting; what it does not take is kept."""

    def __init__(self, process: Process, poller: Poller) -> None:
        self._fd = process.stdin
        self._poller = poller
        self._kept = bytearray()
        self._closed = False
        os.set_blocking(self._fd, False)

    @property
    def kept(self) -> int:
        """Bytes that wait for the program to read on."""
        return len(self._kept)

    def send(self, data: bytes) -> None:
        if self._closed or not data:
            return
        if self._kept:
            self._kept += data
            return
        sent = self._write(data)
        if sent < len(data) and not self._closed:
            self._kept += data[sent:]
            self._poller.add(self._fd, select.POLLOUT, self._write_on)

    def close(self) -> None:
        """Write no more: nobody reads it."""
        self._closed = True
        self._kept.clear()
        self._poller.remove(self._fd)

    def _write(self, data: bytes | memoryview) -> int:
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            self.close()  # no fault in itself: it may have nothing more to learn
            return 0

    def _write_on(self) -> None:
        with memoryview(self._kept) as kept:
            sent = self._write(kept[:_CHUNK])
        del self._kept[:sent]
        if not self._kept:
            self._poller.remove(self._fd)


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


class Program:
    """A process with its three pipes; it has gone once `left` or `end` said so."""

    def __init__(
        self,
        process: Process,
        poller: Poller,
        take: Callable[[bytes], object],
        take_error: Callable[[bytes], object],
    ) -> None:
        self.process = process
        self.outlet = Outlet(process, poller)
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
        if status is None and (not self.leaving or now - self._closed_at() < _LEAVING_NS):
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

    def _closed_at(self) -> int:
        assert self._stdout.ended is not None
        return self._stdout.ended

    def _let_go(self) -> None:
        self._stdout.close()
        self.outlet.close()


class LogicSeat(Program):
    """A bot.  It is listened to or not; `heard` and the clocks count from one period to the next.

    ``take`` gets what it says.
    """

    def __init__(
        self, process: Process, poller: Poller, log: SeatLog, take: Callable[[bytes], object]
    ) -> None:
        super().__init__(process, poller, take, self._take_error)
        self.log = log
        self.last_words = bytearray()
        """The end of what it wrote to standard error."""
        self.turns = 0
        self.asked_ns = 0
        """How long it was listened to."""
        self.stolen_ns = 0
        """CPU time while it was not."""
        self.total = 0
        """Bytes of standard output."""
        self.bytes = 0
        """Of standard output, in this period."""
        self.heard = 0
        """Messages that went to the logic in this period."""
        self._frozen = False
        self._asked: int | None = None
        self._left_cpu = 0
        self._began_cpu = 0
        self._framed_cpu = 0

    def _take_error(self, data: bytes) -> None:
        self.log.take(data)
        self.last_words += data
        del self.last_words[:-_LAST_WORDS]

    def listened(self, now: int) -> None:
        """The logic listens to it from now on."""
        if self._asked is None:
            self._asked = now
            self.stolen_ns += max(0, self.process.cpu_ns() - self._left_cpu)

    def ignored(self, now: int) -> None:
        """Nobody listens to it from now on."""
        if self._asked is not None:
            self.asked_ns += now - self._asked
            self._asked = None
            self._left_cpu = self.process.cpu_ns()

    def begin_period(self) -> None:
        self.bytes = self.heard = 0
        self.turns += self._asked is not None
        self._began_cpu = self.process.cpu_ns()

    def turn_cpu_ns(self) -> int:
        """CPU time in this period."""
        return self.process.cpu_ns() - self._began_cpu

    def frame_cpu_us(self) -> int:
        """CPU time since the last call."""
        now = self.process.cpu_ns()
        used, self._framed_cpu = now - self._framed_cpu, now
        return max(0, used) // 1000

    def flood(self, limits: Limits) -> Fault | None:
        """What is wrong where it has said too much in this period."""
        if self.bytes > limits.turn_bytes:
            return faults.output("one turn", self.bytes, limits.turn_bytes)
        if self.heard > MESSAGES_A_TURN:
            what = Excess("messages in one turn", MESSAGES_A_TURN, self.heard, "")
            words = f"sent {self.heard} messages in one turn; the limit is {MESSAGES_A_TURN}"
            return Fault(EndState.OUTPUT, words, what)
        return None

    def freeze(self) -> None:
        if not self._frozen and not self.gone:
            self._frozen = True
            self.process.freeze()

    def thaw(self) -> bool:
        """Whether it had been frozen."""
        was, self._frozen = self._frozen, False
        if was and not self.gone:
            self.process.thaw()
        return was
