"""A timer descriptor that wakes the judger up at a fixed period.

A short timeout for each `poll` would do as well, but costs as much as all else in a quick turn:
the kernel sets the processor's timer again for each, which in a virtual machine is slow.
"""

from __future__ import annotations

import contextlib
import ctypes
import os

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
