"""Bots as separate processes, for the referee of ``play.py``.

This runs on Linux, macOS and Windows: threads read the pipes.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TypeVar

Value = TypeVar("Value", dict[str, Any], list[Any])

WINDOWS = os.name == "nt"
NOTE = "Bots run as plain programs here: without the platform's sandbox, and without its limits."
PYTHONS = ("python", "python3", "py")
"""These commands stand for the Python that runs ``play.py``: some systems lack one of them."""
_OWN = {"main.py": "python main.py", "main.js": "node main.js", "classes": "java -cp classes Main"}
OWN_BOT = next((command for name, command in _OWN.items() if os.path.exists(name)), "./bot")
"""The command of the bot in this folder, by the file or folder that starts it."""


def words_of(command: str, windows: bool = WINDOWS) -> list[str]:
    """The words of a command; on Windows a backslash is part of a path.

    A Python file may be the whole command.  ValueError for an empty command or an open quote.
    """
    words = shlex.split(command, posix=not windows)
    if windows:
        words = [word[1:-1] if word[0] in "\"'" and word[0] == word[-1] else word for word in words]
    if not words:
        raise ValueError("it is empty")
    if words[0] in PYTHONS:
        return [sys.executable, *words[1:]]
    return [sys.executable, *words] if words[0].endswith(".py") else words


def check_source(words: list[str]) -> None:
    """ValueError where Python would run a file that does not exist."""
    if words[0] == sys.executable and words[1:2] and words[1].endswith(".py"):
        if not os.path.exists(words[1]):
            raise ValueError(f"there is no file {words[1]}")


class Program:
    """A bot's process.  ``slowest`` is its longest time for an answer, in seconds of wall time.

    SystemExit with the reason where the process cannot be started.
    """

    def __init__(self, command: str):
        self.command = command
        self.slowest = 0.0
        try:
            words = words_of(command)
            check_source(words)
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise SystemExit(
                f"The bot “{command}” cannot be started: {why}. "
                'Write a command such as "python main.py" or "../other/bot", in quotes.'
            ) from None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin, self.process.stdout
        self._said: queue.SimpleQueue[bytes] | None = None

    def write(self, data: bytes) -> None:
        """Send bytes.  Ignores that a bot has stopped: the next read reports it."""
        with suppress(OSError):  # Windows has another error than BrokenPipeError
            self.input.write(data)
            self.input.flush()

    def read(self, seconds: float) -> bytes | None:
        """The bytes that the bot has written, empty at the end of its output.

        None where it writes nothing for ``seconds``.  After the first call nothing else may read
        from ``output``, because a thread does.
        """
        if self._said is None:
            self._said = queue.SimpleQueue()
            threading.Thread(target=self._listen, args=[self._said], daemon=True).start()
        try:
            return self._said.get(timeout=max(seconds, 0))
        except queue.Empty:
            return None

    def _listen(self, said: queue.SimpleQueue[bytes]) -> None:
        data = b"-"
        while data:
            data = os.read(self.output.fileno(), 65536)
            said.put(data)

    def close(self) -> None:
        """Close the bot's input, and kill the bot if it still runs two seconds later."""
        # It may have stopped before it had read everything.
        with suppress(OSError):
            self.input.close()
        try:
            self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.output.close()


class Player(Program):
    """A bot that reads and writes lines of JSON."""

    def tell(self, message: dict[str, Any]) -> None:
        self.write(json.dumps(message).encode() + b"\n")

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


class _Parser(argparse.ArgumentParser):
    """Prints in each run what the local referee does not do."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        found = super().parse_args(args, namespace)
        print(NOTE, file=sys.stderr)
        return found


def close_all(programs: Iterable[Program]) -> None:
    for program in programs:
        program.close()


def parser_of(usage: str | None) -> argparse.ArgumentParser:
    """For the options of ``play.py``; it shows ``usage`` as it is written."""
    return _Parser(
        description=usage, epilog=NOTE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
