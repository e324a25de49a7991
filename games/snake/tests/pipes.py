"""Bots as processes on plain pipes against the engine and the wire: a small referee for tests."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from games.engine import Action, EndState, Fault, Outcome, SeatSetup, Setup
from games.snake.engine import SnakeEngine
from games.snake.wire import SnakeWire

PATIENCE = 20.0
"""Seconds of wall time after which a silent bot counts as hanging."""

Command = Sequence[str]


@dataclass(frozen=True)
class SeatReport:
    """What is left of a bot's process after the half."""

    exit_code: int
    cpu_ms: float
    ops: int
    stderr: str
    surplus: bytes
    """What it wrote after its last op that was asked for."""


@dataclass(frozen=True)
class Half:
    outcome: Outcome
    rounds: int
    seats: tuple[SeatReport, SeatReport]

    @property
    def scores(self) -> tuple[int, int]:
        return int(self.outcome.seats[0].score), int(self.outcome.seats[1].score)


def unpack(files: Mapping[str, bytes], language: str, folder: Path) -> Command:
    """Write an upload into a folder, build it where needed, and say how it is started."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if language == "python":
        return [sys.executable, str(folder / "main.py")]
    compile_cpp(sorted(folder.glob("*.cpp")), folder / "bot")
    return [str(folder / "bot")]


def compile_cpp(sources: Sequence[Path], program: Path, *flags: str) -> None:
    command = ["g++", "-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", *flags]
    done = subprocess.run(
        [*command, *map(str, sources), "-o", str(program)],
        capture_output=True,
        text=True,
        check=False,  # the assertion shows what the compiler said
    )
    assert done.returncode == 0, done.stderr


class Bot:
    """A started bot and its side of the wire."""

    def __init__(self, command: Command, setup: Setup, seat: int) -> None:
        self.wire = SnakeWire(setup, seat)
        self.ops = 0
        self._messages: list[Action | Fault] = []
        self._stderr = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._input, self._output = self.process.stdin.fileno(), self.process.stdout.fileno()

    def tell(self, data: bytes) -> None:
        if data:
            os.write(self._input, data)

    def ask(self) -> Action | Fault:
        while not self._messages:
            if not select.select([self._output], [], [], PATIENCE)[0]:
                return Fault(EndState.TIMEOUT, f"silent for {PATIENCE} s")
            data = os.read(self._output, 4096)
            if not data:
                return Fault(EndState.CRASH, "closed its standard output")
            self._messages += self.wire.feed(data)
        self.ops += 1
        return self._messages.pop(0)

    def close(self) -> SeatReport:
        """Hang up and wait for its end; a bot that goes on is killed and fails the test."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        surplus = b""
        while select.select([self._output], [], [], PATIENCE)[0]:
            data = os.read(self._output, 4096)
            if not data:
                break
            surplus += data
        else:
            self.process.kill()
        self.process.stdout.close()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self._stderr.seek(0)
        log = self._stderr.read().decode()
        self._stderr.close()
        cpu_ms = 1000 * (usage.ru_utime + usage.ru_stime)
        return SeatReport(self.process.returncode, cpu_ms, self.ops, log, surplus)


def half_setup(seed: int, rounds: int) -> Setup:
    seats = (SeatSetup(0), SeatSetup(1))
    return Setup(seats=seats, seed=seed, ruleset="standard", params={"rounds": rounds})


def play_half(commands: tuple[Command, Command], seed: int, rounds: int) -> Half:
    """Play to the end; a fault of a bot shows in the outcome."""
    setup = half_setup(seed, rounds)
    engine = SnakeEngine(setup)
    bots = [Bot(command, setup, seat) for seat, command in enumerate(commands)]
    for bot in bots:
        bot.tell(bot.wire.begin(engine.scene(), engine.view()))
    while pending := engine.pending():
        (seat,) = pending
        reply = bots[seat].ask()
        if not isinstance(reply, Fault):
            try:
                engine.check(seat, reply)
            except ValueError as error:
                reply = Fault(EndState.ILLEGAL, str(error))
        events = engine.submit({seat: reply})
        for bot in bots:
            bot.tell(bot.wire.tell(events))
    outcome = engine.outcome()
    assert outcome is not None
    for bot in bots:
        bot.tell(bot.wire.end(outcome))
    first, second = (bot.close() for bot in bots)
    return Half(outcome, engine.progress().turn, (first, second))
