"""An adapter for tests: starts the real processor and speaks its protocol.

It shares no code with the processor, so that a slip of one is not repeated by the other.
"""

from __future__ import annotations

import os
import select
import struct
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "games.generals.processor"]
PATIENCE_S = 60

SET_SEED, SET_LOG_LEVEL, GET_ERROR, GET_ERROR_INFO = 0, 1, 2, 3
IMPORT_TERRAIN, RANDOM_TERRAIN = 10, 11
APPEND, CLEAR, POP, OFFLINE = 20, 21, 22, 23
INIT, TICK, KEY_FRAME, SAVE_REPLAY = 30, 31, 40, 50
FUNCTIONS = [0, 1, 2, 3, 10, 11, 20, 21, 22, 23, 30, 31, 40, 50]


def call(function, argument=b"", call_id=b"call 001"):
    return call_id + struct.pack("<II", function, len(argument)) + argument


def text(words):
    data = words if isinstance(words, bytes) else words.encode()
    return struct.pack("<I", len(data)) + data


def terrain(width, height, words):
    return bytes([width, height]) + text(words)


def init_info(teams, modifiers=()):
    wire = struct.pack(f"<BI{len(teams) + 1}i", len(teams), len(teams) + 1, 0, *teams)
    return wire + struct.pack("<I", len(modifiers)) + b"".join(
        struct.pack("<Ii", *modifier) for modifier in modifiers
    )  # fmt: skip


def game_info(rid, speed, players):
    """``players`` are of the form ``(uid, number, name)``."""
    wire = rid.to_bytes(16, "little") + struct.pack("<bI", speed, len(players))
    return wire + b"".join(
        uid.to_bytes(16, "little") + bytes([number]) + text(name) for uid, number, name in players
    )


class Adapter:
    """A processor that was started here; each method waits for what it returns."""

    def __init__(self, log=subprocess.DEVNULL):
        self.process = subprocess.Popen(
            COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, bufsize=0
        )
        assert self.process.stdin
        assert self.process.stdout
        self._calls, self._results = self.process.stdin, self.process.stdout
        self._answers = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for stream in (self._calls, self._results, self.process.stderr):
            if stream:
                stream.close()

    def send(self, data):
        """Write without reading."""
        while data:
            data = data[os.write(self._calls.fileno(), data) :]

    def read(self, size):
        """The next ``size`` bytes of the answers."""
        until = time.monotonic() + PATIENCE_S
        while len(self._answers) < size:
            left = until - time.monotonic()
            ready, _, _ = select.select([self._results], [], [], max(left, 0))
            assert ready, f"no answer for {PATIENCE_S} s"
            data = os.read(self._results.fileno(), 1 << 16)
            assert data, f"the processor has ended with status {self.process.wait()}"
            self._answers += data
        found, self._answers = self._answers[:size], self._answers[size:]
        return found

    def reply(self):
        """The next reply, header included."""
        head = self.read(12)
        return head + self.read(struct.unpack("<8sI", head)[1])

    def ask(self, request):
        """The reply to a whole call."""
        self.send(request)
        return self.reply()

    def __call__(self, function, argument=b""):
        """The result of a call."""
        return self.ask(call(function, argument))[12:]

    def error(self):
        """The last error's number."""
        return struct.unpack("<i", self(GET_ERROR))[0]

    def finish(self):
        """Close the input; the status with which the process ends."""
        self._calls.close()
        return self.process.wait(PATIENCE_S)
