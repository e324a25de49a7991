"""The processor's log: one line for each event.  Writing never blocks, even without a reader.

2022-10-10 21:00:01 2 [W] discarded bad move(34 57E) from player 1: target is out of border.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from enum import IntEnum

from games.generals.orders import COMPASS, Order

LONGEST = 500
"""Characters of a message; the rest is cut off."""
_ATOMIC = 4096
"""Bytes that a pipe with room takes at once without blocking (PIPE_BUF), as does a socket."""


class Level(IntEnum):
    """The severity of a line; the values are its codes on the wire."""

    D = 0
    I = 1  # noqa: E741
    W = 2
    E = 3
    F = 4


class Log:
    """Writes lines of at least ``level``; a level above `Level.F` silences it.

    ``write`` takes a line and returns whether it accepted it.  The log counts rejected lines, and
    writes their number before the next line.
    """

    def __init__(
        self, write: Callable[[bytes], bool], clock: Callable[[], float] = time.time
    ) -> None:
        self.level: int = Level.I
        self._write = write
        self._clock = clock
        self._lost = 0

    def line(self, level: Level, halfturn: int, message: str) -> None:
        """``halfturn`` is the current half-turn; between two half-turns, the next one.

        Parentheses mark discarded moves only, so parentheses in ``message`` become brackets.
        """
        self._line(level, halfturn, message.replace("(", "[").replace(")", "]"))

    def discarded(self, halfturn: int, player: int, order: Order, reason: str) -> None:
        """Log an illegal move.  No other line has the notation of a move in parentheses."""
        side = COMPASS[order.direction] if 0 <= order.direction < len(COMPASS) else "?"
        where = f"({order.x} {order.y}{side})"
        why = f"from player {player}: {reason}"
        self._line(Level.W, halfturn, f"discarded bad move{where} {why}")

    def _line(self, level: Level, halfturn: int, message: str) -> None:
        if level < self.level:
            return
        if self._lost and self._put(Level.W, halfturn, f"{self._lost} lines before were lost"):
            self._lost = 0
        self._lost += not self._put(level, halfturn, message)

    def _put(self, level: Level, halfturn: int, message: str) -> bool:
        now = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(self._clock()))
        text = "".join(c if c.isprintable() else "?" for c in message[:LONGEST])
        return self._write(f"{now} {halfturn} [{level.name}] {text}\n".encode())


class Spout:
    """A stream that never blocks its writer.

    It keeps up to ``most`` bytes that its reader has not taken yet.  A closed stream accepts all
    lines and discards them.
    """

    def __init__(self, fd: int, most: int = 1 << 20) -> None:
        self.fd = fd
        self._most = most
        self._waiting = bytearray()
        self._closed = False
        self._poll = select.poll()
        self._poll.register(fd, select.POLLOUT)

    @property
    def waiting(self) -> bool:
        """Whether some bytes have not been written yet."""
        return bool(self._waiting)

    def write(self, line: bytes) -> bool:
        """Accept a line.  False if too many bytes already wait: the line is lost."""
        if self._closed:
            return True
        if self._waiting:
            self.drain()
        if len(self._waiting) + len(line) > self._most:
            return False
        self._waiting += line
        self.drain()
        return True

    def drain(self, patience: float = 0) -> None:
        """Write the bytes that the stream takes; wait up to ``patience`` seconds for more room."""
        until = time.monotonic() + patience
        while self._waiting and not self._closed:
            left = max(0.0, until - time.monotonic()) if patience else 0
            if not self._poll.poll(left * 1000):
                return
            try:
                del self._waiting[: os.write(self.fd, self._waiting[:_ATOMIC])]
            except BlockingIOError:
                return
            except OSError:
                self._closed = True
                self._waiting.clear()
