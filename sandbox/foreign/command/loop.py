"""One poll loop for pipes, sockets and the ends of processes; no threads."""

from __future__ import annotations

import os
import select
from collections.abc import Callable

from sandbox.judger.seats.poller import Poller

CHUNK = 65536
"""Bytes that are read at a time, so that nobody keeps the loop to itself."""

READ = select.POLLIN
WRITE = select.POLLOUT


class Loop(Poller):
    """Descriptors and what to do when they are ready."""

    def watch(self, fd: int, mask: int, handler: Callable[[], object]) -> None:
        """Call ``handler`` whenever ``fd`` is ready for ``mask``; a mask of 0 forgets it."""
        if mask == 0:
            self.remove(fd)
        else:
            self.add(fd, mask, handler)


class Outbox:
    """Bytes that wait to be written to a pipe that nobody may block on."""

    def __init__(self, loop: Loop, fd: int) -> None:
        self.closed = False
        self._loop = loop
        self._fd = fd
        self._waiting = bytearray()
        self._last = False
        os.set_blocking(fd, False)

    def __len__(self) -> int:
        return len(self._waiting)

    def send(self, data: bytes) -> None:
        """Write what the pipe takes and keep the rest; nothing, once the reader has gone."""
        if not self.closed and not self._last:
            self._waiting += data
            self._write()

    def finish(self) -> None:
        """Close the pipe as soon as all is written."""
        self._last = True
        self._write()

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._waiting.clear()
            self._loop.remove(self._fd)
            os.close(self._fd)

    def _write(self) -> None:
        if self.closed:
            return
        try:
            while self._waiting:
                with memoryview(self._waiting) as view:
                    sent = os.write(self._fd, view[:CHUNK])
                del self._waiting[:sent]
        except BlockingIOError:
            self._loop.watch(self._fd, WRITE, self._write)
            return
        except OSError:
            self.close()
            return
        self._loop.remove(self._fd)
        if self._last:
            self.close()
