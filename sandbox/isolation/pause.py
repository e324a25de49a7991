"""Stopping a sandbox where no control group can."""

from __future__ import annotations

import contextlib
import os
import signal

from sandbox.isolation.proctree import descendants

_ROUNDS = 8
"""How often to look for processes that were made while others were being stopped."""


class SignalPause:
    """Stops and continues, one by one, what is below ``root``, and ``root`` only if ``itself``.

    A program that forks faster than the search runs on, and programs can see that they were
    stopped.
    """

    def __init__(self, root: int, *, itself: bool = False) -> None:
        self._root = root
        self._itself = itself
        self._stopped: set[int] = set()

    def freeze(self) -> None:
        for _ in range(_ROUNDS):
            new = self._tree() - self._stopped
            if not new:
                return
            for pid in new:
                _send(pid, signal.SIGSTOP)
            self._stopped |= new

    def thaw(self) -> None:
        # Nobody has run since, so that no pid is another process's by now: parents reap, and the
        # first of the namespace only its own orphans.
        for pid in self._stopped & self._tree():
            _send(pid, signal.SIGCONT)
        self._stopped.clear()

    def _tree(self) -> set[int]:
        below = set(descendants(self._root))
        return below | {self._root} if self._itself else below


def _send(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
