"""People in a match and around it: seats played over WebSockets, and spectators.

The last element of a path says what a client is: the number of a seat, or, from an underscore on, a
spectator of the match.  A player that comes back gets again all messages that it has not
confirmed; the confirmations are the pongs of pings that go with each message.
"""

from __future__ import annotations

import base64
import binascii
import json
import socket
import sys
import time
from collections import deque
from collections.abc import Callable
from urllib.parse import urlsplit

from websockets.frames import CloseCode

from games.engine import JSON
from sandbox.foreign.command.loop import Loop
from sandbox.foreign.command.programs import say
from sandbox.foreign.command.sockets import HANDSHAKE_S, Connection, Events, Listener
from sandbox.foreign.wire.relay import Relay

MAX_CONNECTIONS = 32
HISTORY = 16 << 20
"""Characters of watch texts that late spectators still get; beyond that, the oldest go."""

_SECOND = 1_000_000_000
_HEARTBEAT = 5 * _SECOND
_DOUBT = 20 * _SECOND
_LOST = 60 * _SECOND
_CONNECT = 1
_GOODBYE_S = 2


class HumanSeat:
    """A seat that a person plays: what it is sent waits until a connection has confirmed it."""

    def __init__(self, index: int, address: tuple[str, int]) -> None:
        self.index = index
        self.address = address
        self.connection: Connection | None = None
        self.met = False
        """Whether anybody has ever connected."""
        self._sent: deque[tuple[int, str]] = deque()
        self._size = 0
        self._count = 0
        self._refused = False

    @property
    def free(self) -> bool:
        return self.connection is None and not self._refused

    def send(self, data: bytes) -> int:
        """Pass a message on, now or later; how many bytes nobody has confirmed."""
        text = data.decode(errors="replace")
        self._count += 1
        self._sent.append((self._count, text))
        self._size += len(data)
        self._transmit(self._count, text)
        return self._size

    def attach(self, connection: Connection) -> None:
        """Somebody plays the seat, for the first time or again."""
        self.connection = connection
        self.met = True
        for number, text in list(self._sent):
            self._transmit(number, text)

    def confirm(self, number: int) -> None:
        """All messages up to this one have arrived."""
        while self._sent and self._sent[0][0] <= number:
            self._size -= len(self._sent.popleft()[1].encode())

    def refuse(self, why: str) -> None:
        """The seat is out of the game, now and for good."""
        self._refused = True
        self._sent.clear()
        if self.connection is not None:
            self.connection.close(CloseCode.POLICY_VIOLATION, why)

    def _transmit(self, number: int, text: str) -> None:
        if self.connection is not None:
            message = json.dumps({"request": "action", "content": text})
            self.connection.send(message, ping=b"%d" % number)


class Lobby:
    """All sockets of a judger.  While a match is heard, what players say goes to it."""

    def __init__(self, loop: Loop) -> None:
        self.seats: dict[int, HumanSeat] = {}
        self._loop = loop
        self._listeners: dict[tuple[str, int], Listener] = {}
        self._clients: dict[Connection, tuple[str, int]] = {}
        self._roles: dict[Connection, HumanSeat] = {}
        self._wanted: dict[Connection, int | None] = {}
        self._watchers: set[Connection] = set()
        self._history: deque[str] = deque()
        self._history_size = 0
        self._relay: Relay | None = None
        self._says: Callable[[int, str], object] | None = None
        self._beat = time.monotonic_ns() + _HEARTBEAT
        self._events = Events(self._opened, self._text, self._pong, self._gone)

    def open(self, index: int, ip: str, port: int, room: str) -> None:
        """Await a person for seat ``index`` there.  OSError where the address cannot be had."""
        address = (ip, port)
        if address not in self._listeners:
            listener = Listener(self._loop, ip, port, lambda sock: self._accepted(sock, address))
            address = (ip, listener.port)  # it may have been left to the system
            self._listeners[address] = listener
        self.seats[index] = HumanSeat(index, address)
        place = f"{ip}:{address[1]}/{room}"
        print(f"seat {index} is awaited at {place}/NAME/{index}", file=sys.stderr, flush=True)

    def forget(self, index: int) -> None:
        """The seat is somebody else's now."""
        seat = self.seats.pop(index)
        seat.refuse("the seat was given to somebody else")

    # Called by a match

    def watch(self, text: str) -> None:
        self._history.append(text)
        self._history_size += len(text)
        while self._history_size > HISTORY:
            self._history_size -= len(self._history.popleft())
        message = json.dumps({"request": "watch", "content": text})
        for connection in list(self._watchers):
            connection.send(message)

    def hear(self, relay: Relay | None, says: Callable[[int, str], object] | None = None) -> None:
        """The words of the player of a seat go to ``says`` from now on; None: to nobody."""
        self._relay, self._says = relay, says

    def pause(self, paused: bool) -> None:
        for connection in list(self._roles):
            connection.pause(paused)

    @property
    def due(self) -> int | None:
        times = [client.deadline for client in self._clients if client.deadline is not None]
        return min([*times, self._beat]) if self._clients else None

    def tick(self, now: int) -> None:
        for connection in list(self._clients):
            connection.tick(now)
        if now >= self._beat:
            self._beat = now + _HEARTBEAT
            self._heartbeat(now)

    def close(self) -> None:
        """Good-bye to all, after what was meant for them has gone out."""
        for listener in self._listeners.values():
            listener.close()
        self._listeners.clear()
        for connection in list(self._clients):
            connection.pause(False)
            connection.close()
        until = time.monotonic() + _GOODBYE_S
        while self._clients and time.monotonic() < until:
            self._loop.wait(20)
            self.tick(time.monotonic_ns())
        for connection in list(self._clients):
            connection.drop()

    # Events of clients

    def _accepted(self, sock: socket.socket, address: tuple[str, int]) -> None:
        if len(self._clients) >= MAX_CONNECTIONS:
            sock.close()
            return
        self._clients[Connection(self._loop, sock, self._events)] = address

    def _opened(self, connection: Connection, path: str) -> None:
        last = _last_element(urlsplit(path).path)
        if last.startswith("_"):
            self._watchers.add(connection)
            connection.send(json.dumps({"request": "history", "content": list(self._history)}))
            return
        self._wanted[connection] = _seat_number(last)
        connection.deadline = time.monotonic_ns() + HANDSHAKE_S * _SECOND
        if last and self._seat(connection, _seat_number(last)) is None:
            self._turn_away(connection)

    def _text(self, connection: Connection, text: str) -> None:
        if connection in self._watchers:
            return
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        request = message.get("request") if isinstance(message, dict) else None
        if connection in self._roles:
            content = message.get("content") if request == "action" else None
            if isinstance(content, str) and self._says is not None:
                self._says(self._roles[connection].index, content)
        elif request == "connect":
            self._connect(connection, message.get("token"))
        else:
            connection.close(CloseCode.POLICY_VIOLATION, "connect first")

    def _connect(self, connection: Connection, token: JSON) -> None:
        """The path says which seat; where it says nothing, the token may."""
        number = self._wanted.pop(connection, None)
        if number is None:
            number = _seat_number(_last_element(_address(token)))
        seat = self._seat(connection, number)
        if seat is None:
            self._turn_away(connection)
            return
        connection.deadline = None
        self._roles[connection] = seat
        say({"type": _CONNECT, "index": seat.index, "success": 1})
        seat.attach(connection)

    def _seat(self, connection: Connection, number: int | None) -> HumanSeat | None:
        """The seat, if it is one of this address and nobody sits there."""
        seat = None if number is None else self.seats.get(number)
        if seat is None or seat.address != self._clients.get(connection) or not seat.free:
            return None
        return seat

    def _turn_away(self, connection: Connection) -> None:
        connection.close(CloseCode.POLICY_VIOLATION, "there is no such seat here, or it is taken")

    def _pong(self, connection: Connection, payload: bytes) -> None:
        seat = self._roles.get(connection)
        if seat is not None and payload.isdigit() and len(payload) < 20:
            seat.confirm(int(payload))

    def _gone(self, connection: Connection) -> None:
        self._clients.pop(connection, None)
        self._wanted.pop(connection, None)
        self._watchers.discard(connection)
        seat = self._roles.pop(connection, None)
        if seat is not None and seat.connection is connection:
            seat.connection = None

    def _heartbeat(self, now: int) -> None:
        """Tell those who think how long they may, and find out who has gone without a word."""
        for connection, seat in list(self._roles.items()):
            if self._relay is not None and seat.index in self._relay.listen:
                left = self._relay.time_left(now)
                connection.send(json.dumps({"request": "time", "content": left}))
        for connection in [*self._roles, *self._watchers]:
            if now - connection.heard > _LOST:
                connection.drop()
            elif now - connection.heard > _DOUBT:
                connection.ping(b"")


def _last_element(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]


def _seat_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _address(token: JSON) -> str:
    """The address in a token, which is base64 or, by some players, the text itself."""
    if not isinstance(token, str):
        return ""
    try:
        padded = token + "=" * (-len(token) % 4)
        text = base64.b64decode(padded, validate=True).decode()
    except (binascii.Error, ValueError):
        text = token
    return text if "/" in text else token
