"""What the judger says: JSON lines for the worker, and among them what bots wrote to stderr."""

from __future__ import annotations

import codecs
import os

from games.engine import JSON
from games.wire import encode

FLUSH_NS = 50_000_000
"""A line waits no longer than this while the match goes on."""
_FLUSH_BYTES = 32 * 1024
"""Half of what a pipe holds, so that the judger goes on while its reader works."""


class Output:
    """Lines to a blocking descriptor, gathered so that a fast match is not a write per turn."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._lines: list[bytes] = []
        self._size = 0
        self._due = 0

    def write(self, message: JSON) -> None:
        line = encode(message)
        self._lines.append(line)
        self._size += len(line)

    def tick(self, now: int) -> None:
        """Flush if the oldest line may be `FLUSH_NS` old; ``now`` is the monotonic time in ns."""
        if self._size and (now >= self._due or self._size > _FLUSH_BYTES):
            self.flush()
            self._due = now + FLUSH_NS

    def flush(self) -> None:
        """Write everything.  BrokenPipeError where nobody reads any more."""
        data = memoryview(b"".join(self._lines))
        self._lines.clear()
        self._size = 0
        while data:
            data = data[os.write(self._fd, data) :]


class SeatLog:
    """One seat's standard error over a match: all of it counted, its first ``limit`` bytes kept.

    The line that holds the last kept byte, or comes after it, has the mark ``cut``.
    """

    def __init__(self, seat: int, limit: int, output: Output) -> None:
        self.total = 0
        self.waiting = False
        """Whether `emit` has something to put out."""
        self._seat = seat
        self._left = limit
        self._cut = False
        self._pending = bytearray()
        self._output = output
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def take(self, data: bytes) -> None:
        self.total += len(data)
        if self._cut:
            return
        kept = data[: self._left]
        self._left -= len(kept)
        self._pending += kept
        self._cut = len(kept) < len(data)
        self.waiting = True

    def emit(self, game: int, turn: int, *, final: bool = False) -> None:
        """Put out what was taken since the last call; ``final``: the process will say no more."""
        text = self._decoder.decode(bytes(self._pending), final)
        self._pending.clear()
        if self.waiting or text:
            line = {"type": "log", "seat": self._seat, "game": game, "turn": turn, "text": text}
            self._output.write({**line, "cut": True} if self.waiting and self._cut else line)
        self.waiting = False
