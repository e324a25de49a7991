"""One poll loop for pipes, sockets and the ends of processes; no threads."""

from __future__ import annotations

import os
import select
from collections.abc import Callable

CHUNK = 65536
"""Bytes that are read at a time, so that nobody keeps the loop to itself."""

READ = select.POLLIN
WRITE = select.POLLOUT


class Loop:
    """Descriptors and what to do when they are ready."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._masks: dict[int, int] = {}
        self._handlers: dict[int, Callable[[], object]] = {}

    def watch(self, fd: int, mask: int, handler: Callable[[], object]) -> None:
        """Call ``handler`` whenever ``fd`` is ready for ``mask``; a mask of 0 forgets it."""
        if mask == 0:
            self.forget(fd)
        elif self._masks.get(fd) != mask:
            self._poll.register(fd, mask)
            self._masks[fd] = mask
        if mask:
            self._handlers[fd] = handler

    def forget(self, fd: int) -> None:
        if self._masks.pop(fd, None) is not None:
            self._poll.unregister(fd)
            del self._handlers[fd]

    def wait(self, timeout_ms: int | None) -> None:
        """Wait until something is ready, at most for the timeout, and call the handlers."""
        for fd, _ in self._poll.poll(timeout_ms):
            handler = self._handlers.get(fd)
            if handler is not None:  # else another handler of this round has just forgotten it
                handler()


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
            self._loop.forget(self._fd)
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
        self._loop.forget(self._fd)
        if self._last:
            self.close()
