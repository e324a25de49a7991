"""A bot as a plain program of the person at the keyboard, without a sandbox, on every system."""

from __future__ import annotations

import queue
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress

_CHUNK = 65536
_LEAVE_S = 2.0
"""How long a program may go on after its input has ended."""


class CannotStart(Exception):
    """The command starts no program; the message says why."""


class Program:
    """A running program with pipes for input and output; its standard error is that of ours.

    Threads read and write, so that a program that does not read never stops the caller.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """`CannotStart` where there is no such program."""
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise CannotStart(f"“{' '.join(command)}” cannot be started: {why}") from error
        self._said: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._to_send: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    def send(self, data: bytes) -> None:
        """Send without waiting.  A program that has ended shows it in `read`."""
        if data:
            self._to_send.put(data)

    def read(self, seconds: float | None) -> bytes | None:
        """The bytes that the program wrote next, empty at the end of its output; None where it
        writes nothing for ``seconds``.  Waits without end where that is None."""
        try:
            return self._said.get(timeout=None if seconds is None else max(seconds, 0))
        except queue.Empty:
            return None

    def status(self) -> int | None:
        """Its exit status, negative for a signal; None where it does not end."""
        try:
            return self._process.wait(timeout=_LEAVE_S)
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        """End its input, and kill it where it does not leave."""
        self._to_send.put(b"")
        if self.status() is None:
            self._process.kill()
            self._process.wait()

    def _read(self) -> None:
        assert self._process.stdout is not None
        data = b"-"
        while data:
            data = self._process.stdout.read(_CHUNK) or b""
            self._said.put(data)
        self._process.stdout.close()

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # Windows has another error than BrokenPipeError
            while data := self._to_send.get():
                left = memoryview(data)
                while left:
                    left = left[self._process.stdin.write(left) or 0 :]
        with suppress(OSError):
            self._process.stdin.close()
