"""Viewers of one live match: how late each of thousands gets each frame.

The frames come over Redis as a worker sends them, with the time in each.  The viewers are sockets
of one process, which reads no more of a message than that time.
"""

from __future__ import annotations

import base64
import json
import os
import re
import resource
import selectors
import socket
import statistics
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bench.references import slowness
from bench.table import Row, told
from tests.site import Site

if TYPE_CHECKING:
    from arbiter.streams import StreamWriter

VIEWERS = {1: 5_000, 2: 10_000}
"""By number of web processes."""
CALMS, STEADY = 3, 9
"""After each calm come a first frame and steady ones."""
FRAMES = CALMS * (1 + STEADY)
EVERY_S = 1.0
"""A steady frame each second, as in a match between bots that think."""
CALM_S = 8.0
SETTLE_S = 5.0
"""After this time the site has answered all who came."""
FIRST_MS, STEADY_MS = 400, 200
_SHORT, _LONG, _COMPRESSED, _TAIL = 2, 126, 0x40, b"\0\0\xff\xff"
Late = list[tuple[int, float]]
"""Of frames by number, how many ms late they came."""
_FINAL, _KIND, _TEXT, _PING, _PONG = 0x80, 0x0F, 1, 9, 10
_AT_ONCE = 50
_SILENCE_S = 10.0
_LAST = b'"type": "end"'
_STAMP = re.compile(rb'"n":([0-9]+),"sent":([0-9.]+)')


def measure(site: Site, processes: int = 1) -> list[Row]:
    count = VIEWERS[processes]
    with live_match() as (match, stream):
        port = urlsplit(site.address).port
        command = [sys.executable, "-m", "bench.viewers", str(port), str(match), str(count)]
        watching = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert watching.stdout is not None
        if watching.stdout.readline() != "ready\n":
            raise RuntimeError("the viewers did not get in")
        _play(stream)
    found = json.loads(watching.stdout.read())
    watching.wait()
    return [
        told(_row(count, "first frame after a calm", found["first"], found["complete"], FIRST_MS)),
        told(_row(count, "steady frames", found["steady"], found["complete"], STEADY_MS)),
    ]


def _row(count: int, what: str, late: list[float], complete: int, goal: int) -> Row:
    """``late`` has p50 and p99, in ms."""
    value = late[1] / slowness() if complete == count else float("inf")
    beside = f"{complete} complete, p50 {late[0]:.0f} and p99 {late[1]:.0f} ms"
    return Row(f"{count:,} viewers of a match, {what}, p99", value, "ms", goal, beside=beside)


@contextmanager
def live_match() -> Iterator[tuple[int, StreamWriter]]:
    """The number of a match that seems to be played meanwhile, and its stream."""
    from django.db import transaction
    from django.utils import timezone

    from arbiter.streams import StreamWriter, match_key
    from bench.throughput import SNAKE, create, versions_of
    from matches.models import Match

    now = timezone.now()
    with transaction.atomic():  # no worker sees it wait
        match = create(versions_of(SNAKE), 1, "snake").pk
        Match.objects.filter(pk=match).update(
            state="running", started=now, claimed_by="bench:1", lease_until=now + timedelta(hours=1)
        )
    stream = StreamWriter(match_key(match))
    stream.add("header", b"{}")
    stream.add("frames", b'{"n":0}')  # the socket's first answer waits for it
    yield match, stream
    Match.objects.filter(pk=match).update(state="aborted", lease_until=None)
    stream.end()
    stream.close()


def _play(stream: StreamWriter) -> None:
    time.sleep(SETTLE_S)
    for number in range(1, FRAMES + 1):
        time.sleep(CALM_S if _is_first(number) else EVERY_S)
        frame = {"n": number, "sent": time.time(), "events": [{"moves": [[1, 2], [3, 4]]}] * 8}
        stream.add("frames", json.dumps(frame, separators=(",", ":")).encode())


def _is_first(number: int) -> bool:
    """Whether a frame, counted from 1, comes after a calm."""
    return number % (1 + STEADY) == 1


class Viewer:
    """One socket of a browser, which has messages compressed: what has come of the frames."""

    def __init__(self, port: int, match: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws/matches/{match}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
            f"Origin: http://127.0.0.1:{port}\r\n\r\n".encode()
        )
        self._bytes = b""
        self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        self.frames, self.ended = 0, False

    def follow(self) -> None:
        """Wait for the header of the match, and ask for all frames."""
        while b"\r\n\r\n" not in self._bytes:
            self._receive()
        _, _, self._bytes = self._bytes.partition(b"\r\n\r\n")
        while not list(self._messages()):
            self._receive()
        self.socket.sendall(_masked(b'{"type":"follow","from":0}'))

    def take(self) -> Late:
        """How late each frame is that has come now, in ms, with its number."""
        self._receive()
        now = time.time()
        late: Late = []
        for message in self._messages():
            stamps = _STAMP.findall(message)
            late += [(int(number), (now - float(sent)) * 1000) for number, sent in stamps]
            self.ended = self.ended or _LAST in message
        self.frames += len(late)
        return late

    def _receive(self) -> None:
        if not (data := self.socket.recv(65536)):
            raise RuntimeError(f"a viewer was refused: {self._bytes[:200]!r}")
        self._bytes += data

    def _messages(self) -> Iterator[bytes]:
        """Those that are whole: RFC 6455, section 5.2, without a mask, and RFC 7692."""
        while len(self._bytes) >= _SHORT:
            first, size = self._bytes[0], self._bytes[1]
            start = {126: 4, 127: 10}.get(size, _SHORT)
            if size >= _LONG:
                size = int.from_bytes(self._bytes[_SHORT:start])
            if len(self._bytes) < start + size:
                return
            body, self._bytes = self._bytes[start : start + size], self._bytes[start + size :]
            if first & _KIND == _PING:
                self.socket.sendall(_masked(body, _PONG))
            else:
                yield self._inflate.decompress(body + _TAIL) if first & _COMPRESSED else body


def _masked(body: bytes, kind: int = _TEXT) -> bytes:
    """One short message as a client sends it, with a mask of zeros."""
    return struct.pack("!BB", _FINAL | kind, 0x80 | len(body)) + bytes(4) + body


def join(port: int, match: int, count: int, selector: selectors.BaseSelector) -> None:
    """Let many viewers come, and follow the match."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    while (there := len(selector.get_map())) < count:
        some = [Viewer(port, match) for _ in range(min(_AT_ONCE, count - there))]
        for viewer in some:
            viewer.follow()
            selector.register(viewer.socket, selectors.EVENT_READ, viewer)
        _hear(selector, 0)  # pings want answers


def watch(port: int, match: int, count: int) -> None:
    """Be many viewers; prints "ready", and at the end how late the frames were, as JSON."""
    with selectors.DefaultSelector() as selector:
        join(port, match, count, selector)
        viewers = [key.data for key in selector.get_map().values()]
        print("ready", flush=True)
        late: Late = []
        while selector.get_map() and (heard := _hear(selector, _SILENCE_S)) is not None:
            late += heard
    found = {
        "complete": sum(viewer.frames == FRAMES for viewer in viewers),
        "first": _told([ms for number, ms in late if _is_first(number)]),
        "steady": _told([ms for number, ms in late if not _is_first(number)]),
    }
    print(json.dumps(found))


def _told(late: list[float]) -> list[float]:
    return [statistics.median(late), statistics.quantiles(late, n=100)[-1]]


def _hear(selector: selectors.BaseSelector, seconds: float) -> Late | None:
    """How late the frames are that have come; None where nothing has.  Viewers that saw the end
    leave."""
    ready = selector.select(seconds)
    late: Late = []
    for key, _ in ready:
        viewer: Viewer = key.data
        late += viewer.take()
        if viewer.ended:
            selector.unregister(viewer.socket)
    return late if ready else None


if __name__ == "__main__":
    watch(*map(int, sys.argv[1:]))
