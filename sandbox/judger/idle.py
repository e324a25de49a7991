"""Whether a program has read what it was sent and has nothing more to say."""

from __future__ import annotations

import fcntl
import sys
import termios

from sandbox.isolation.base import Process
from sandbox.judger.pipes import Outlet

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
