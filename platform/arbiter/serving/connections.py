"""How many connections the web server holds, in all and of one address.

Each connection is an open file, of which a process has a limited number.
"""

from __future__ import annotations

import ctypes
import gc
import resource
from collections import Counter
from typing import Any, Protocol

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope

from arbiter.serving.addresses import household, is_loopback

MOST = 10_000
RESERVED = 256
"""Open files that are left to everything but connections: databases, Redis, uploads."""
CROWD = 200
"""Connections whose memory is returned when they have left."""
REFUSED = b"Too many connections from your address are open. Close some, then try again.\n"


def raise_open_files() -> int:
    """Let this process open as many files as it ever may; returns how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def most_connections(open_files: int) -> int:
    """For a process that may open ``open_files`` files."""
    return min(MOST, open_files - min(RESERVED, open_files // 4))


class Connection(Protocol):
    def abort(self) -> None:
        """Close it at once, whatever is still to be sent."""


class Connections:
    """All connections of this process.

    ``most`` bounds all of them.  ``per_address`` bounds those of one household (`household`), where
    it is not None; this machine itself is exempt.
    """

    def __init__(self, most: int, per_address: int | None) -> None:
        self._most = most
        self._per_address = per_address
        self._open: dict[Connection, str] = {}
        self._idle: dict[Connection, None] = {}
        """Those without a complete request, the one that waits longest first."""
        self._households: Counter[str] = Counter()
        self._crowd = 0
        """The largest number of them since half of a crowd left."""

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: Connection, address: str) -> None:
        """Take a new connection, which is aborted where its address has too many already.

        Where there are too many in all, the one that waits longest for a request is aborted.
        """
        owner = "" if is_loopback(address) else household(address)
        self._open[connection] = owner
        self._idle[connection] = None
        self._households[owner] += 1
        self._crowd = max(self._crowd, len(self._open))
        if owner and self._per_address and self._households[owner] > self._per_address:
            self._drop(connection)
        elif len(self._open) > self._most:
            self._drop(next(iter(self._idle)))

    def busy(self, connection: Connection) -> None:
        """A whole request has arrived."""
        self._idle.pop(connection, None)

    def idle(self, connection: Connection) -> None:
        """The response has been sent."""
        if connection in self._open:
            self._idle[connection] = None

    def _drop(self, connection: Connection) -> None:
        self.remove(connection)
        connection.abort()

    def remove(self, connection: Connection) -> bool:
        """Whether half of a crowd has left since that was said last."""
        self._idle.pop(connection, None)
        owner = self._open.pop(connection, None)
        if owner is not None:
            self._households[owner] -= 1
            if not self._households[owner]:
                del self._households[owner]
        if self._crowd < CROWD or len(self._open) > self._crowd // 2:
            return False
        self._crowd = len(self._open)
        return True

    def return_memory(self) -> None:
        """Give the kernel the pages that are free between those in use, which malloc keeps.

        Garbage that holds such pages goes first, where few are left whom the search for it stops.
        """
        if len(self._open) < CROWD:
            gc.collect()
        ctypes.CDLL(None).malloc_trim(0)


class RequestLimit:
    """ASGI middleware: 429 above ``most`` open requests and sockets of one household.

    For sites behind a proxy, where `Connections` sees only the proxy's own.
    """

    def __init__(self, application: ASGI3Application, most: int) -> None:
        self._application = application
        self._most = most
        self._households: Counter[str] = Counter()

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        address = scope["client"][0] if scope["type"] != "lifespan" and scope["client"] else ""
        if is_loopback(address):
            await self._application(scope, receive, send)
            return
        owner = household(address)
        self._households[owner] += 1
        try:
            if self._households[owner] > self._most:
                await _refuse(scope, receive, send)
            else:
                await self._application(scope, receive, send)
        finally:
            self._households[owner] -= 1
            if not self._households[owner]:
                del self._households[owner]


async def _refuse(scope: Scope, receive: ASGIReceiveCallable, send: Any) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1013})
        return
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"retry-after", b"10"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": REFUSED})
