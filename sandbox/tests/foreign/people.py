"""A judger in test mode, and people who play and watch over real WebSockets."""

from __future__ import annotations

import base64
import json
import re
import threading
import time
from contextlib import contextmanager
from queue import Empty, SimpleQueue

from websockets.sync.client import ClientConnection, connect

from sandbox.tests.foreign.direct import DEADLINE_S, PLAIN, Line, running


class TestMode:
    """A console: commands go in, lines come out."""

    __test__ = False

    def __init__(self, process):
        self.process = process
        self.lines: list[Line] = []
        self.errors: list[str] = []
        self._new: SimpleQueue[Line] = SimpleQueue()
        for stream, sink in ((process.stdout, self._take), (process.stderr, self.errors.append)):
            threading.Thread(target=lambda s, f: [f(x) for x in s], args=(stream, sink)).start()

    def _take(self, line):
        self._new.put(json.loads(line))

    def write(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, **wanted):
        """The next line that has these members."""
        until = time.monotonic() + DEADLINE_S
        while True:
            try:
                line = self._new.get(timeout=max(0, until - time.monotonic()))
            except Empty:
                raise AssertionError((wanted, self.lines[-3:], self.errors[-3:])) from None
            self.lines.append(line)
            if wanted.items() <= line.items():
                return line

    def port(self, seat):
        """Where the judger awaits this seat, as it says on standard error."""
        until = time.monotonic() + DEADLINE_S
        while time.monotonic() < until:
            for line in self.errors:
                if found := re.match(rf"seat {seat} is awaited at [\d.]+:(\d+)/", line):
                    return int(found[1])
            time.sleep(0.02)
        raise AssertionError(self.errors)

    def end(self):
        """Wait for the end; the scores."""
        self.process.wait(DEADLINE_S)
        while True:
            try:
                self.lines.append(self._new.get(timeout=5))
            except Empty:
                return self.lines[-1]
            if "0" in self.lines[-1]:
                return self.lines[-1]


@contextmanager
def console(tmp_path, judger=PLAIN):
    with running(tmp_path, "test_mode", judger=judger) as (process, _):
        yield TestMode(process)


def token(address):
    return base64.b64encode(address.encode()).decode()


def say(client: ClientConnection, request, **members):
    client.send(json.dumps({"request": request, **members}))


def hear(client: ClientConnection, request="action"):
    """The content of the next message of that kind."""
    until = time.monotonic() + DEADLINE_S
    while True:
        message = json.loads(client.recv(timeout=max(0, until - time.monotonic())))
        if message["request"] == request:
            return message["content"]


@contextmanager
def person(port, seat, given=None):
    """Somebody who has connected to a seat."""
    address = f"127.0.0.1:{port}/1/somebody/{seat}"
    with connect(f"ws://{address}") as client:
        say(client, "connect", token=token(address) if given is None else given)
        yield client
