"""uvicorn's protocols with deadlines for clients.

uvicorn waits without end for a request that a client has begun to send, and for a client to read
the response.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from arbiter.serving.connections import Connections

HEADER_SECONDS = 10.0
"""From the connection, or a request's first byte, to the end of its headers."""
BODY_SECONDS = 20.0
BODY_RATE = 1000
"""A body has `BODY_SECONDS`, and one second more for each ``BODY_RATE`` bytes that have arrived."""
WRITE_SECONDS = 30.0
"""A client that has taken nothing of a response for this long is disconnected."""
LEFT_SECONDS = 30.0
"""After this time, what was done for thousands of connections that were lost has ended."""
_WORDS = b"The request did not arrive in time. Send it again.\n"
_TIMED_OUT = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"connection: close\r\ncontent-length: %d\r\n\r\n%b" % (len(_WORDS), _WORDS)
)

if TYPE_CHECKING:
    _Protocol = asyncio.Protocol
else:
    _Protocol = object  # both subclasses bring their own


class _Bounded(_Protocol):
    """Common to both protocols: a place among the `Connections`, and a deadline for a client that
    does not read.
    """

    bounds: ClassVar[Connections]
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    client: Any
    _unread: asyncio.TimerHandle | None = None

    def abort(self) -> None:
        self.transport.abort()

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.bounds.add(self, self.client[0] if self.client else "")

    def connection_lost(self, error: Exception | None) -> None:
        if self.bounds.remove(self):
            self.loop.call_later(LEFT_SECONDS, self.bounds.return_memory)
        self._stop_waiting()
        super().connection_lost(error)

    def pause_writing(self) -> None:
        self._wait_for_reader()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._stop_waiting()
        super().resume_writing()

    def _wait_for_reader(self) -> None:
        self._stop_waiting()
        self._unread = self.loop.call_later(WRITE_SECONDS, self.abort)

    def _stop_waiting(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class Http(_Bounded, HttpToolsProtocol):
    """HTTP/1.1.  A request that does not arrive in time is answered by 408."""

    _deadline: asyncio.TimerHandle | None = None
    _body_began = 0.0
    """When the headers of the request that arrives were complete, in the loop's time; else 0."""
    _body_bytes = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._expect_headers()

    def connection_lost(self, error: Exception | None) -> None:
        self._arrived()
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        # Any byte, as those before a request's first line begin no message.
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._expect_headers()
        super().data_received(data)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._body_began, self._body_bytes = self.loop.time(), 0
        self._expect(BODY_SECONDS)

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._arrived()
        self.bounds.busy(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.bounds.idle(self)
        if self.transport.is_closing() and self.transport.get_write_buffer_size():
            self._wait_for_reader()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._wait_for_reader()

    def handle_websocket_upgrade(self) -> None:
        self._arrived()
        self.bounds.remove(self)
        super().handle_websocket_upgrade()
        del self.parser  # they refer to each other: neither would leave by itself

    def _expect_headers(self) -> None:
        self._body_began = 0.0
        self._expect(HEADER_SECONDS)

    def _expect(self, seconds: float) -> None:
        self._arrived()
        self._deadline = self.loop.call_later(seconds, self._too_late)

    def _arrived(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        if self._body_began:
            allowed = BODY_SECONDS + self._body_bytes / BODY_RATE
            left = self._body_began + allowed - self.loop.time()
            if left > 0 or self.flow.read_paused:
                self._expect(max(left, 1.0))
                return
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_TIMED_OUT)
        self.transport.close()
        self._wait_for_reader()


class WebSocket(_Bounded, WebSocketsSansIOProtocol):
    """WebSockets.  uvicorn's pings find clients that are gone."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.bounds.busy(self)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.conn.parser.close()  # waits for bytes, and refers to the connection with its buffers
