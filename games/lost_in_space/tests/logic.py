"""The game as a logic program of its own process, and the judger's side of its packets."""

from __future__ import annotations

import json
import os
import select
import struct
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
import sys
from examples.our_games import __main__, hosted
hosted.REST_S = 0.05
sys.exit(__main__.main())
"""
"""It listens to a player whose turn is over, as some are in most rounds, for a shorter time."""
COMMAND = [sys.executable, "-c", PROGRAM, "lost_in_space"]
TO_JUDGER = -1
DEADLINE_S = 120
"""A logic that is still silent after this time hangs. Long, as tests share a busy machine."""
_LENGTH = struct.Struct(">i")
_HEAD = struct.Struct(">ii")

Message = dict[str, Any]


class Logic:
    """A started logic; packets in and out.  Leaving the context kills it."""

    def __init__(self, replay: Path) -> None:
        self.replay = replay
        self._buffer = bytearray()
        self._process = subprocess.Popen(
            COMMAND,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout

    def __enter__(self) -> Logic:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def send(self, message: Message) -> None:
        body = json.dumps(message).encode()
        self._input.write(_LENGTH.pack(len(body)) + body)
        self._input.flush()

    def say(self, player: int, text: str) -> None:
        """A message of a player."""
        self.send({"player": player, "content": text, "time": 1})

    def hear(self, patience: float = DEADLINE_S) -> tuple[int, bytes] | None:
        """The next packet, its target first; None where there is none for ``patience`` seconds."""
        until = time.monotonic() + patience
        while (packet := self._packet()) is None:
            left = max(0.0, until - time.monotonic())
            if not select.select([self._output], [], [], left)[0]:
                return None
            data = os.read(self._output.fileno(), 1 << 16)
            assert data, f"the logic has ended: {self._errors()}"
            self._buffer += data
        return packet

    def end(self) -> int:
        """Wait for its end; its exit status."""
        return self._process.wait(DEADLINE_S)

    def _errors(self) -> str:
        assert self._process.stderr is not None
        return self._process.stderr.read().decode()

    def _packet(self) -> tuple[int, bytes] | None:
        if len(self._buffer) < _HEAD.size:
            return None
        length, target = _HEAD.unpack_from(self._buffer)
        end = _HEAD.size + length
        if len(self._buffer) < end:
            return None
        body = bytes(self._buffer[_HEAD.size : end])
        del self._buffer[:end]
        return target, body
