"""The traffic in the pipes of a program: the messages to it, how much it says, and whether it has
read all and has nothing more to say.
"""

from __future__ import annotations

import fcntl
import os
import select
import sys
import termios
from typing import TYPE_CHECKING

from sandbox.isolation.base import Process
from sandbox.judger.turns import faults

if TYPE_CHECKING:
    from games.engine import Fault
    from sandbox.judger.seats.poller import Poller
    from sandbox.limits import Limits


_CHUNK = 65536
_write = os.write  # looked up often


class Outlet:
    """Writes to a program's standard input without waiting; what it does not take is kept."""

    __slots__ = ("_fd", "_poller", "closed", "kept")

    def __init__(self, fd: int, poller: Poller) -> None:
        self.kept = bytearray()
        """Bytes that wait for the program to read on."""
        self.closed = False
        """Whether nobody reads it any more."""
        self._fd = fd
        self._poller = poller
        os.set_blocking(fd, False)

    def send(self, data: bytes) -> bool:
        """Whether it has to wait for what was sent before."""
        if self.kept:
            self.kept += data
            return True
        if data and not self.closed:
            try:
                sent = _write(self._fd, data)
            except OSError as error:
                sent = self._not_sent(error)
            if sent < len(data) and not self.closed:
                self.kept += data[sent:]
                self._poller.add(self._fd, select.POLLOUT, self._write_on)
        return False

    def close(self) -> None:
        """Write no more."""
        self.closed = True
        self.kept.clear()
        self._poller.remove(self._fd)

    def _not_sent(self, error: OSError) -> int:
        """How much of a message was sent when the write failed: nothing."""
        if isinstance(error, BrokenPipeError):
            self.close()  # no fault in itself: it may have nothing more to learn
        elif not isinstance(error, BlockingIOError):
            raise error
        return 0

    def _write_on(self) -> None:
        try:
            sent = _write(self._fd, bytes(self.kept[:_CHUNK]))
        except OSError as error:
            sent = self._not_sent(error)
        del self.kept[:sent]
        if not self.kept:
            self._poller.remove(self._fd)


class Meter:
    """Counts a program's standard output against the limits of a turn and of a match, of which
    ``total`` bytes were said before."""

    __slots__ = ("_limit", "_match_bytes", "_turn_began", "_turn_bytes", "total")

    def __init__(self, limits: Limits, total: int = 0) -> None:
        self.total = total
        """Bytes of the match until now."""
        self._turn_bytes, self._match_bytes = limits.turn_bytes, limits.match_bytes
        self.turn()

    def turn(self) -> None:
        """A turn begins."""
        self._turn_began = total = self.total
        limit = total + self._turn_bytes
        self._limit = limit if limit < self._match_bytes else self._match_bytes

    def count(self, size: int) -> Fault | None:
        """Count ``size`` more bytes; the fault where they are too many."""
        self.total += size
        return self._over() if self.total > self._limit else None

    def _over(self) -> Fault:
        used = self.total - self._turn_began
        if used > self._turn_bytes:
            return faults.output("one turn", used, self._turn_bytes)
        return faults.output("one match", self.total, self._match_bytes)


LOOK_NS = 50_000_000
"""The time between two looks."""
LOOKS = 3
"""This number of looks in a row must find the program doing nothing."""


def unread(process: Process, outlet: Outlet) -> int:
    """Bytes that were sent to the program and that it has not read."""
    count = fcntl.ioctl(process.stdin, termios.FIONREAD, bytes(4))
    return int.from_bytes(count, sys.byteorder) + len(outlet.kept)


class IdleCheck:
    """Looks at one program: one that has read everything and uses no CPU time waits for us."""

    def __init__(self, process: Process, outlet: Outlet) -> None:
        self._process = process
        self._outlet = outlet
        self.begin()

    def begin(self) -> None:
        """From here on, what was seen before does not count."""
        self._cpu = -1
        self._still = 0

    def look(self) -> bool:
        """Whether the program has been quiet for long enough; to be asked every `LOOK_NS`."""
        before, self._cpu = self._cpu, self._process.cpu_ns()
        still = self._cpu == before and (
            self._outlet.closed or not unread(self._process, self._outlet)
        )
        self._still = self._still + 1 if still else 0
        return self._still >= LOOKS
