"""A bot as a process of its own, for the referee of ``play.py``.  Lines of JSON both ways."""

from __future__ import annotations

import json
import shlex
import subprocess
import time
from typing import Any, TypeVar

Value = TypeVar("Value", dict[str, Any], list[Any])


class Player:
    """A bot's process, and the longest time that it took, in seconds of wall time."""

    def __init__(self, command: str):
        self.command = command
        self.slowest = 0.0
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout

    def tell(self, message: dict[str, Any]) -> None:
        try:
            self.input.write(json.dumps(message).encode() + b"\n")
            self.input.flush()
        except BrokenPipeError:
            pass  # It shows when the bot is asked next.

    def answer(self, kind: type[Value]) -> Value:
        """Its next line, which must hold a value of this kind."""
        began = time.perf_counter()
        line = self.output.readline()
        self.slowest = max(self.slowest, time.perf_counter() - began)
        if not line:
            raise SystemExit(f"{self.command} stopped (exit code {self.process.wait()})")
        try:
            value = json.loads(line)
        except ValueError:
            value = None
        if not isinstance(value, kind):
            word = {dict: "object", list: "list"}[kind]
            raise SystemExit(f"{self.command} sent no {word}: {line[:200]!r}")
        return value

    def close(self) -> None:
        self.input.close()
        try:
            self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.output.close()
