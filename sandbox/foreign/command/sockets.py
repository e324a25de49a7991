"""WebSocket connections in a poll loop: everything a stranger may send is bounded and harmless."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus

from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from sandbox.foreign.command.loop import CHUNK, READ, WRITE, Loop

MAX_TEXT = 1 << 20
"""Bytes of one message from a player program."""

BACKLOG = 32 << 20
"""Bytes that may wait for a connection before it is given up."""

HANDSHAKE_S = 10
_CLOSE_S = 2
_SEGMENT = 1000
_SECOND = 1_000_000_000

_silent = logging.getLogger("sandbox.foreign.command.sockets")
_silent.addHandler(logging.NullHandler())
_silent.propagate = False


@dataclass(slots=True)
class Events:
    """The handlers of a connection: it is open (with its path), a text, a pong, it is gone."""

    opened: Callable[[Connection, str], None]
    text: Callable[[Connection, str], None]
    pong: Callable[[Connection, bytes], None]
    gone: Callable[[Connection], None]


class Connection:
    """One client.  ``deadline``, in ns, closes it unless it is moved or set to None."""

    def __init__(self, loop: Loop, sock: socket.socket, events: Events) -> None:
        self.heard = time.monotonic_ns()
        self.deadline: int | None = self.heard + HANDSHAKE_S * _SECOND
        self._loop = loop
        self._socket = sock
        self._events = events
        # No extensions: a compressed message could be larger than it looks.
        self._protocol = ServerProtocol(max_size=MAX_TEXT, logger=_silent)
        self._out = bytearray()
        self._parts: list[bytes] = []
        self._half_closed = False
        self._gone = False
        self._paused = False
        self._dismissed = False
        sock.setblocking(False)
        self._listen()

    @property
    def open(self) -> bool:
        return not self._gone and self._protocol.state is State.OPEN

    def send(self, text: str, ping: bytes | None = None) -> None:
        """Send a text, and with it a ping whose pong says that the text has arrived.

        The ping goes before a text that fits one segment with it: so it is confirmed before the
        client can react to it, by leaving for instance.  After a longer one it comes behind.
        """
        if self.open:
            data = text.encode()
            first = len(data) < _SEGMENT
            if ping is not None and first:
                self._protocol.send_ping(ping)
            self._protocol.send_text(data)
            if ping is not None and not first:
                self._protocol.send_ping(ping)
            self._flush()

    def ping(self, payload: bytes) -> None:
        if self.open:
            self._protocol.send_ping(payload)
            self._flush()

    def close(self, code: CloseCode = CloseCode.NORMAL_CLOSURE, reason: str = "") -> None:
        """Say good-bye; the connection is gone when the client has answered, or soon."""
        self._dismissed = True
        with suppress(InvalidState):
            self._protocol.send_close(code, reason[:100])
        self.deadline = time.monotonic_ns() + _CLOSE_S * _SECOND
        self._flush()

    def drop(self) -> None:
        """It is over, answered or not."""
        if not self._gone:
            self._gone = True
            self._loop.remove(self._socket.fileno())
            self._socket.close()
            self._events.gone(self)

    def pause(self, paused: bool) -> None:
        """Leave what the client sends where it is, or read on."""
        self._paused = paused
        self._listen()

    def tick(self, now: int) -> None:
        if self.deadline is not None and now >= self.deadline:
            self.drop()

    def _listen(self) -> None:
        if not self._gone:
            mask = (0 if self._paused else READ) | (WRITE if self._out else 0)
            self._loop.watch(self._socket.fileno(), mask, self._ready)

    def _ready(self) -> None:
        self._flush()
        if self._gone or self._paused:
            return
        try:
            data = self._socket.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            self.drop()
            return
        self.heard = time.monotonic_ns()
        if data:
            self._protocol.receive_data(data)
        else:
            self._protocol.receive_eof()
        for event in self._protocol.events_received():
            if self._gone:
                return
            if isinstance(event, Request):
                self._shake_hands(event)
            elif isinstance(event, Frame):
                self._on_frame(event)
        self._flush()
        if not data or self._protocol.state is State.CLOSED:
            self.drop()
        elif self._protocol.close_expected() and self.deadline is None:
            self.deadline = time.monotonic_ns() + _CLOSE_S * _SECOND

    def _shake_hands(self, request: Request) -> None:
        response = self._protocol.accept(request)
        self._protocol.send_response(response)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.deadline = None
            self._events.opened(self, request.path)

    def _on_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.PONG:
            self._events.pong(self, bytes(frame.data))
        elif frame.opcode is Opcode.BINARY:
            self.close(CloseCode.UNSUPPORTED_DATA, "text only")
        elif frame.opcode in (Opcode.TEXT, Opcode.CONT):
            self._parts.append(bytes(frame.data))
            if frame.fin:
                data, self._parts = b"".join(self._parts), []
                try:
                    text = data.decode()
                except UnicodeDecodeError:
                    self.close(CloseCode.INVALID_DATA, "not UTF-8")
                    return
                # It may have said so and closed at once: that counts, unless we have closed.
                if not self._dismissed:
                    self._events.text(self, text)

    def _flush(self) -> None:
        if self._gone:
            return
        for data in self._protocol.data_to_send():
            if data == SEND_EOF:
                self._half_closed = True
            else:
                self._out += data
        try:
            while self._out:
                with memoryview(self._out) as view:
                    sent = self._socket.send(view[:CHUNK])
                del self._out[:sent]
            if self._half_closed:
                self._half_closed = False
                self._socket.shutdown(socket.SHUT_WR)
        except BlockingIOError:
            if len(self._out) > BACKLOG:
                self.drop()
        except OSError:
            self.drop()
        self._listen()


class Listener:
    """Accepts connections at one address.  OSError where it cannot be had."""

    def __init__(
        self, loop: Loop, ip: str, port: int, accepted: Callable[[socket.socket], None]
    ) -> None:
        family = socket.AF_INET6 if ":" in ip else socket.AF_INET
        self._socket = socket.create_server((ip, port), family=family)
        self._socket.setblocking(False)
        self._loop = loop
        self._accepted = accepted
        self.port = int(self._socket.getsockname()[1])
        loop.watch(self._socket.fileno(), READ, self._accept)

    def close(self) -> None:
        self._loop.remove(self._socket.fileno())
        self._socket.close()

    def _accept(self) -> None:
        with suppress(OSError):  # it may have left before it was let in
            sock, _ = self._socket.accept()
            self._accepted(sock)
