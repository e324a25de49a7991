"""Waiting for many descriptors at once, and a timer descriptor that wakes the judger up.

A short timeout for each `poll` would do as well, but costs as much as all else in a quick turn:
the kernel sets the processor's timer again for each, which in a virtual machine is slow.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
from collections.abc import Callable


class Poller:
    """`select.poll` with a handler for each descriptor; registered once, not once a turn."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._ask = self._poll.poll
        self._handlers: dict[int, Callable[[], object]] = {}

    def add(self, fd: int, mask: int, handler: Callable[[], object]) -> None:
        self._handlers[fd] = handler
        self._poll.register(fd, mask)

    def remove(self, fd: int) -> None:
        if self._handlers.pop(fd, None):
            self._poll.unregister(fd)

    def wait(self, timeout_ms: int | None) -> bool:
        """Call the handler of every descriptor that is ready; False if none became so in time."""
        ready = self._ask(timeout_ms)
        if not ready:
            return False
        for fd, _ in ready:
            if handler := self._handlers.get(fd):  # else one of this round has just removed it
                handler()
        return True


_CLOCK_MONOTONIC = 1
_FLAGS = os.O_NONBLOCK | os.O_CLOEXEC


class _Times(ctypes.Structure):
    """The kernel's ``itimerspec``."""

    _fields_ = [
        ("interval_s", ctypes.c_long),
        ("interval_ns", ctypes.c_long),
        ("first_s", ctypes.c_long),
        ("first_ns", ctypes.c_long),
    ]


class Ticker:
    """``fd`` becomes readable every ``period_ns``, which is less than a second, while it runs."""

    def __init__(self, period_ns: int) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._running = _Times(0, period_ns, 0, period_ns)
        self.fd: int = self._libc.timerfd_create(_CLOCK_MONOTONIC, _FLAGS)
        if self.fd < 0:
            number = ctypes.get_errno()
            raise OSError(number, f"timerfd_create: {os.strerror(number)}")

    def start(self) -> None:
        self._libc.timerfd_settime(self.fd, 0, ctypes.byref(self._running), None)

    def stop(self) -> None:
        """Stop ticking, and forget a tick that was not read."""
        self._libc.timerfd_settime(self.fd, 0, ctypes.byref(_Times()), None)

    def drain(self) -> None:
        """Read the ticks that have come."""
        with contextlib.suppress(BlockingIOError):  # it was stopped in between
            os.read(self.fd, 8)

    def close(self) -> None:
        os.close(self.fd)
