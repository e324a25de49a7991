"""``python -m games.generals.processor``: the processor on standard streams.

The process reads calls from standard input and answers each at once on standard output.  It
writes its log to standard error.  It ends with status 0 when its input ends, even within a call,
and when its output is closed.

call:   call id (8 bytes) | function id (u32) | argument length (u32) | argument
reply:  call id (8 bytes) | result length (u32) | result
"""

from __future__ import annotations

import os
import select
import signal
import struct
import sys
from contextlib import suppress
from typing import NamedTuple

from games.generals.log import Log, Spout
from games.generals.session import MOST_ARGUMENT, Session

_CALL = struct.Struct("<8sII")
_REPLY = struct.Struct("<8sI")


class Call(NamedTuple):
    """``argument`` is None where it was longer than `MOST_ARGUMENT`."""

    id: bytes
    function: int
    argument: bytes | None


def reply(call: Call, result: bytes) -> bytes:
    return _REPLY.pack(call.id, len(result)) + result


class Inbox:
    """Assembles calls from bytes in any fragmentation.

    It keeps at most one call, and the bytes received since `next` last returned None.
    """

    def __init__(self, most: int = MOST_ARGUMENT) -> None:
        self._most = most
        self._bytes = bytearray()
        self._refused: Call | None = None
        self._passing = 0
        """Bytes of the refused call's argument that have not arrived yet."""

    def __len__(self) -> int:
        """Bytes that wait here."""
        return len(self._bytes)

    def feed(self, data: bytes) -> None:
        passed = min(self._passing, len(data))
        self._passing -= passed
        self._bytes += memoryview(data)[passed:]

    def next(self) -> Call | None:
        """The next call that is complete, None where more bytes are needed."""
        if self._refused is None:
            if len(self._bytes) < _CALL.size:
                return None
            call_id, function, length = _CALL.unpack_from(self._bytes)
            end = _CALL.size + length
            if length <= self._most:
                if len(self._bytes) < end:
                    return None
                argument = bytes(memoryview(self._bytes)[_CALL.size : end])
                del self._bytes[:end]
                return Call(call_id, function, argument)
            self._refused = Call(call_id, function, None)
            self._passing = max(0, end - len(self._bytes))
            del self._bytes[:end]
        if self._passing:
            return None
        call, self._refused = self._refused, None
        return call


_CHUNK = 1 << 16
_ATOMIC = 4096
"""Bytes that a pipe with room takes without blocking (PIPE_BUF)."""
MOST_WAITING = 1 << 24
"""Bytes of calls to read while nobody reads the answers.  After that, reading pauses."""
LAST_WORDS_S = 2
"""Seconds to write the rest of the log at the end, if somebody reads it."""


class Streams:
    """The standard streams of the process.

    It reads input while an answer waits for its reader.  An adapter may send many calls before it
    reads an answer; without this, both sides could wait for each other forever.
    """

    def __init__(self, source: int, sink: int, log: Spout) -> None:
        self.inbox = Inbox()
        self.open = True
        """Whether the input has not ended."""
        self._source = source
        self._sink = sink
        self._log = log

    def receive(self) -> None:
        """Wait for input and read it; write the log while waiting."""
        while self._source not in self._ready({self._source: select.POLLIN}):
            pass
        self._take()

    def _take(self) -> None:
        try:
            data = os.read(self._source, _CHUNK)
        except BlockingIOError:
            return
        self.inbox.feed(data)
        self.open = bool(data)

    def send(self, data: bytes) -> None:
        """Write a whole answer.  OSError if the output is closed."""
        view = memoryview(data)
        while view:
            wanted = {self._sink: select.POLLOUT}
            if self.open and len(self.inbox) < MOST_WAITING:
                wanted[self._source] = select.POLLIN
            ready = self._ready(wanted)
            if self._sink in ready:
                with suppress(BlockingIOError):
                    view = view[os.write(self._sink, view[:_ATOMIC]) :]
            elif self._source in ready:
                self._take()

    def _ready(self, wanted: dict[int, int]) -> set[int]:
        """Wait until a descriptor is ready; returns the ready ones of ``wanted``, maybe none.

        A broken descriptor counts as ready: the next read or write raises the error.
        """
        poll = select.poll()
        for fd, event in wanted.items():
            poll.register(fd, event)
        if self._log.waiting:
            poll.register(self._log.fd, select.POLLOUT)
        ready = {fd for fd, _ in poll.poll()}
        if self._log.fd in ready:
            self._log.drain()
        return ready & wanted.keys()


def serve(source: int, sink: int, errors: int) -> None:
    """Answer the calls that come from one descriptor on another until there are no more."""
    log = Spout(errors)
    session = Session(Log(log.write))
    streams = Streams(source, sink, log)
    try:
        while True:
            while (call := streams.inbox.next()) is not None:
                streams.send(reply(call, session.call(call.function, call.argument)))
            if not streams.open:
                break
            streams.receive()
    except OSError:
        pass
    log.drain(LAST_WORDS_S)


def main() -> int:
    # An interrupt ends the process without a traceback, like any filter.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    serve(0, 1, 2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
