"""Bots as processes on plain pipes against the engine and the wire: a small referee for tests."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from games.engine import JSON, Action, EndState, Event, Fault, IllegalAction, Outcome, Setup
from games.xghj.engine import XghjEngine
from games.xghj.wire import XghjWire

PATIENCE = 60.0
"""Seconds of wall time after which a silent bot counts as hanging."""

Command = Sequence[str]


@dataclass(frozen=True)
class SeatReport:
    """What is left of a bot's process after the game."""

    exit_code: int
    cpu_ms: float
    asked: int
    stderr: str


@dataclass(frozen=True)
class Played:
    """A game to its end."""

    outcome: Outcome
    rounds: int
    seats: tuple[SeatReport, ...]
    events: tuple[JSON, ...]

    @property
    def ranks(self) -> list[int]:
        return [seat.rank for seat in self.outcome.seats]

    @property
    def ends(self) -> list[EndState]:
        return [seat.end for seat in self.outcome.seats]


def unpack(files: Mapping[str, bytes], language: str, folder: Path) -> Command:
    """Write an upload into a folder, build it where needed, and say how it is started."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if language == "python":
        return [sys.executable, str(folder / "main.py")]
    compile_cpp(sorted(folder.glob("*.cpp")), folder / "bot", "-Wall", "-Wextra", "-Werror")
    return [str(folder / "bot")]


def compile_cpp(sources: Sequence[Path], program: Path, *flags: str) -> None:
    """Linked as the platform does it: without shared libraries."""
    command = ["g++", "-O1", "-std=gnu++20", "-pthread", "-static", *flags]
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
        self.wire = XghjWire(setup, seat)
        self.asked = 0
        self._messages: list[Action | Fault] = []
        self._stderr = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._input, self._output = self.process.stdin, self.process.stdout

    def tell(self, data: bytes) -> None:
        with suppress(BrokenPipeError):  # it shows when the bot is asked next
            self._input.write(data)
            self._input.flush()

    def answer(self) -> Action | Fault:
        self.asked += 1
        output = self._output.fileno()
        while not self._messages:
            if not select.select([output], [], [], PATIENCE)[0]:
                return Fault(EndState.TIMEOUT, f"silent for {PATIENCE} s")
            data = os.read(output, 65536)
            if not data:
                return Fault(EndState.CRASH, "closed its standard output")
            self._messages += self.wire.feed(data)
        return self._messages.pop(0)

    def close(self) -> SeatReport:
        """Hang up and wait for its end."""
        with suppress(BrokenPipeError):
            self._input.close()
        self._output.close()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self._stderr.seek(0)
        log = self._stderr.read().decode()
        self._stderr.close()
        cpu_ms = 1000 * (usage.ru_utime + usage.ru_stime)
        return SeatReport(self.process.returncode, cpu_ms, self.asked, log)


def replies_of(engine: XghjEngine, bots: Sequence[Bot]) -> dict[int, Action | Fault]:
    """Everybody who is asked thinks at the same time."""
    pending = engine.pending()
    for seat, ask in pending.items():
        bots[seat].tell(bots[seat].wire.ask(ask))
    replies: dict[int, Action | Fault] = {}
    for seat in pending:
        reply: JSON = bots[seat].answer()
        if not isinstance(reply, Fault):
            try:
                engine.check(seat, reply)
            except IllegalAction as error:
                reply = Fault(EndState.ILLEGAL, str(error))
        replies[seat] = reply
    return replies


def play(commands: Sequence[Command], setup: Setup) -> Played:
    """Play to the end; a fault of a bot shows in the outcome."""
    engine = XghjEngine(setup)
    bots = [Bot(command, setup, seat) for seat, command in enumerate(commands)]
    events: list[Event] = []
    for seat, bot in enumerate(bots):
        bot.tell(bot.wire.begin(engine.scene(), engine.view(seat)))
    while engine.pending():
        events += engine.submit(replies_of(engine, bots))
    outcome = engine.outcome()
    assert outcome is not None
    for bot in bots:
        bot.tell(bot.wire.end(outcome))
    seats = tuple(bot.close() for bot in bots)
    told = tuple(event.data for event in events)
    return Played(outcome, engine.state.round - 1, seats, told)
