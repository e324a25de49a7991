"""Bots as processes of their own, for the referee of ``play.py``."""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TypeVar

Value = TypeVar("Value", dict[str, Any], list[Any])

OWN_BOT = f"{shlex.quote(sys.executable)} main.py"
"""The command of the bot in this folder."""


class Program:
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

    def write(self, data: bytes) -> None:
        """Send it; that a bot has stopped shows when it is asked next."""
        with suppress(BrokenPipeError):
            self.input.write(data)
            self.input.flush()

    def close(self) -> None:
        """Hang up; a bot that goes on for two more seconds is killed."""
        # It may have stopped before it had read everything.
        with suppress(BrokenPipeError):
            self.input.close()
        try:
            self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.output.close()


class Player(Program):
    """A bot that is told and answers lines of JSON."""

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


def close_all(programs: Iterable[Program]) -> None:
    for program in programs:
        program.close()


def parser_of(usage: str | None) -> argparse.ArgumentParser:
    """For the options of ``play.py``; it shows ``usage`` as it is written."""
    return argparse.ArgumentParser(
        description=usage, formatter_class=argparse.RawDescriptionHelpFormatter
    )
