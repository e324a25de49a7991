"""``python -m games.generals.processor``: the processor on standard streams.

Calls are read from standard input and answered on standard output, one by one and each at once;
standard error has the log.  The process ends with status 0 at the end of its input, also in the
middle of a call, and when nobody reads its answers any more.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress

from games.generals.log import Log, Spout
from games.generals.rpc import Inbox, reply
from games.generals.session import Session

_CHUNK = 1 << 16
_ATOMIC = 4096
"""What a pipe that reports room takes without waiting (PIPE_BUF)."""
MOST_WAITING = 1 << 24
"""Bytes of calls that are taken in while nobody reads the answers; then the input has to wait."""
LAST_WORDS_S = 2
"""So long the log may go on at the end while somebody reads it."""


class Streams:
    """The ends of the process.  Input is taken in while an answer waits for its reader: an adapter
    may send many calls before it reads, and neither side may wait for the other for good."""

    def __init__(self, source: int, sink: int, log: Spout) -> None:
        self.inbox = Inbox()
        self.open = True
        """Whether more input can come."""
        self._source = source
        self._sink = sink
        self._log = log

    def receive(self) -> None:
        """Wait for input and take it in; meanwhile the log goes on."""
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
        """Write an answer, to its last byte.  OSError where nobody can read it any more."""
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
        """Wait until something can be done; which of ``wanted`` can, maybe none.

        A descriptor that is broken counts as ready: whoever uses it will learn.
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
    # An interrupt ends the process without a word, as it would end any filter.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    serve(0, 1, 2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
