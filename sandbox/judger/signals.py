"""How a judger ends before its match does: it is told to, its time is up, or its parent is gone."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from sandbox.errors import SandboxError

_PR_SET_PDEATHSIG, _PR_SET_NAME = 1, 15


class Terminated(BaseException):
    """Told to stop: clean up and leave.  Not an `Exception`, so that nothing takes it for one."""


class Guard:
    """Makes SIGTERM raise `Terminated`, and the end of ``wall_s`` seconds a `SandboxError`.

    They are raised wherever the judger is, an engine that never returns included, but not while
    `shielded`.  Only the first one is raised: clean-up is not disturbed.
    """

    def __init__(self, wall_s: float) -> None:
        self._wall_s = wall_s
        self._shielded = False
        self._raised = False
        self._late: BaseException | None = None
        signal.signal(signal.SIGTERM, self._on_terminate)
        signal.signal(signal.SIGALRM, self._on_alarm)
        signal.setitimer(signal.ITIMER_REAL, wall_s)

    @contextmanager
    def shielded(self) -> Iterator[None]:
        """Within, nothing is raised: a process being started must not get lost."""
        self._shielded = True
        try:
            yield
        finally:
            self._shielded = False
        if self._late is not None:
            raise self._late

    def _on_terminate(self, _number: int, _frame: FrameType | None) -> None:
        self._interrupt(Terminated())

    def _on_alarm(self, _number: int, _frame: FrameType | None) -> None:
        self._interrupt(SandboxError(f"the match took longer than {self._wall_s:g} s"))

    def _interrupt(self, reason: BaseException) -> None:
        if self._raised:
            return
        self._raised = True
        if self._shielded:
            self._late = reason
        else:
            raise reason


def name_process(name: str) -> None:
    """Set the name that `ps` shows of this process; the kernel keeps 15 bytes of it."""
    ctypes.CDLL(None).prctl(_PR_SET_NAME, name.encode(), 0, 0, 0)


def die_with_parent(parent: int) -> None:
    """Get SIGTERM when the process ``parent``, which started this one, ends."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0) != 0:
        raise SandboxError(f"prctl(PR_SET_PDEATHSIG): {os.strerror(ctypes.get_errno())}")
    if os.getppid() != parent:
        raise Terminated  # it ended before we asked
