"""One poll loop for pipes, sockets and the ends of processes; no threads."""

from __future__ import annotations

import os
import select
from collections.abc import Callable

from sandbox.judger.pipes import Outlet
from sandbox.judger.poller import Poller

CHUNK = 65536
"""Bytes that are read at a time, so that nobody keeps the loop to itself."""
READ = select.POLLIN
WRITE = select.POLLOUT


class Loop(Poller):
    """Descriptors and what to do when they are ready."""

    def watch(self, fd: int, mask: int, handler: Callable[[], object]) -> None:
        """Call ``handler`` whenever ``fd`` is ready for ``mask``; a mask of 0 removes it."""
        if mask:
            self.add(fd, mask, handler)
        else:
            self.remove(fd)


class Outbox(Outlet):
    """An outlet that closes its descriptor, which is its own."""

    __slots__ = ("_last",)

    def __init__(self, fd: int, loop: Loop) -> None:
        super().__init__(fd, loop)
        self._last = False

    def send(self, data: bytes) -> bool:
        return not self._last and super().send(data)

    def finish(self) -> None:
        """Close the pipe as soon as all is written."""
        self._last = True
        if not self.kept:
            self.close()

    def close(self) -> None:
        if not self.closed:
            super().close()
            os.close(self._fd)

    def _write_on(self) -> None:
        super()._write_on()
        if self._last and not self.kept:
            self.close()
