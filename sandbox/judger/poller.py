"""Waiting for many descriptors at once."""

from __future__ import annotations

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

    def wait(self, timeout_ms: int) -> bool:
        """Call the handler of every descriptor that is ready; False if none became so in time."""
        ready = self._ask(timeout_ms)
        if not ready:
            return False
        for fd, _ in ready:
            if handler := self._handlers.get(fd):  # else one of this round has just removed it
                handler()
        return True
