"""Bots as processes on plain pipes against an engine and its wire: a small referee for tests."""

from __future__ import annotations

import hashlib
import os
import re
import select
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.engine import (
    JSON,
    Action,
    EndState,
    Engine,
    Event,
    Fault,
    IllegalAction,
    Outcome,
    Seat,
    Setup,
)
from games.game import Game
from games.wire import Wire

PATIENCE = 60.0
"""Seconds of wall time after which a silent bot counts as hanging."""
STRICT = ("-Wall", "-Wextra", "-Werror")
_LINKED = ("-pthread", "-static")
"""As the platform does it."""
_PROMISE = re.compile(rb"^ +g\+\+ (.+) \*\.cpp -o bot$", re.MULTILINE)
_STARTED: dict[str, tuple[str, tuple[str, ...]]] = {
    "java": ("javac", ("java", "-cp", "{folder}/classes", "Main")),
    "javascript": ("", ("node", "{folder}/main.js")),
    "rust": ("rustc", ("{folder}/bot",)),
    "go": ("go", ("{folder}/bot",)),
}
"""By language, the tool in the line of the README that compiles, and how the bot is started."""

_KEPT = Path(__file__).resolve().parents[2] / ".pytest_cache" / "programs"
_MOST_KEPT = 150
"""Of 2 to 5 MB each."""

Command = Sequence[str]


@dataclass(frozen=True)
class SeatReport:
    """The remains of a bot's process after the game."""

    exit_code: int
    cpu_ms: float
    asked: int
    stderr: str
    surplus: bytes
    """Its output after its last answer."""


@dataclass(frozen=True)
class Played:
    """A game to its end; ``turn`` is the last one that was played."""

    outcome: Outcome
    turn: int
    seats: tuple[SeatReport, ...]
    events: tuple[Event, ...]

    @property
    def ranks(self) -> list[int]:
        return [seat.rank for seat in self.outcome.seats]

    @property
    def scores(self) -> list[float]:
        return [seat.score for seat in self.outcome.seats]

    @property
    def ends(self) -> list[EndState]:
        return [seat.end for seat in self.outcome.seats]

    @property
    def told(self) -> list[JSON]:
        """The data of all events."""
        return [event.data for event in self.events]

    def remarks(self, seat: Seat) -> list[str]:
        """The remarks in a seat's log."""
        return [event.remarks[seat] for event in self.events if seat in event.remarks]


def lay_out(files: Mapping[str, bytes], folder: Path) -> Path:
    """Write an upload, a kit or whatever into a folder; the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def unpack(files: Mapping[str, bytes], language: str, folder: Path) -> Command:
    """Write an upload that stands on a kit into a folder, build it by the command that the kit's
    README tells people, where one is needed, and say how it is started."""
    lay_out(files, folder)
    if language == "python":
        return [sys.executable, str(folder / "main.py")]
    if language in _STARTED:
        return _built(files["README.md"].decode(), language, folder)
    promise = _PROMISE.search(files["README.md"])
    assert promise, "the README does not say how it is compiled"
    flags = promise[1].decode().split()
    compile_cpp(sorted(folder.glob("*.cpp")), folder / "bot", *flags, *STRICT)
    return [str(folder / "bot")]


def _built(guide: str, language: str, folder: Path) -> Command:
    tool, started = _STARTED[language]
    if tool:
        promise = re.search(rf"^ +({tool} .+)$", guide, re.MULTILINE)
        assert promise, "the README does not say how it is compiled"
        build(promise[1], folder)
    return [part.format(folder=folder) for part in started]


def build(command: str, folder: Path) -> None:
    """Compile by a line of the shell in a folder, or copy what it made of the same files before.
    AssertionError where it fails or says something."""
    digest = hashlib.sha256(repr((command, _tools())).encode())
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder)} {len(content)} ".encode() + content)
    kept = _KEPT / f"{digest.hexdigest()}.tar"
    if kept.exists():
        with tarfile.open(kept) as made:
            made.extractall(folder, filter="data")
        return
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr, "it compiles with a warning"
    with _keeping(kept) as part, tarfile.open(part, "w") as made:
        made.add(folder, arcname=".")


@cache
def _tools() -> list[object]:
    """The compilers, by what another version of them changes."""
    found = [Path(path).resolve() for name, _ in _STARTED.values() if (path := shutil.which(name))]
    return [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in found]


@contextmanager
def _keeping(kept: Path) -> Iterator[Path]:
    """A file that has this name from the end of the block on; the oldest ones go."""
    _KEPT.mkdir(parents=True, exist_ok=True)
    for old in sorted(_KEPT.iterdir(), key=lambda path: path.stat().st_mtime)[:-_MOST_KEPT]:
        old.unlink(missing_ok=True)
    part = _KEPT / f"{os.getpid()}.part"
    yield part
    part.rename(kept)


def compile_cpp(sources: Sequence[Path], program: Path, *flags: str) -> None:
    build_cpp(sources, program, "-O1", *flags, *_LINKED)


def build_cpp(sources: Sequence[Path], program: Path, *flags: str) -> None:
    """Compile, or copy what the same files and flags made before: that takes seconds."""
    kept = _KEPT / _key(sources, flags)
    if kept.exists():
        shutil.copy(kept, program)
        return
    done = subprocess.run(
        ["g++", *flags, *map(str, sources), "-o", str(program)],
        capture_output=True,
        text=True,
        check=False,  # the assertion shows what the compiler said
    )
    assert done.returncode == 0, done.stderr
    with _keeping(kept) as part:
        shutil.copy(program, part)


def _key(sources: Sequence[Path], flags: Sequence[str]) -> str:
    """A name for what the compiler makes of these sources, the files beside them and those in the
    folders that flags name."""
    digest = hashlib.sha256(_compiler())
    folders = [Path(flag) for flag in flags if Path(flag).is_dir()]
    words = [flag for flag in flags if Path(flag) not in folders]
    digest.update(repr((words, [path.name for path in sources])).encode())
    beside = dict.fromkeys(path.parent for path in sources)
    read = [path for folder in (*beside, *folders) for path in _sources_in(folder)]
    for path in (*sources, *read):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)} ".encode() + content)
    return digest.hexdigest()


def _sources_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".cpp", ".hpp", ".h"))


@cache
def _compiler() -> bytes:
    version: bytes = subprocess.run(["g++", "-v"], capture_output=True, check=True).stderr
    return version


class Bot:
    """A started bot and its side of the wire."""

    def __init__(self, command: Command, wire: Wire) -> None:
        self.wire = wire
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
        """Its next message."""
        self.asked += 1
        while not self._messages:
            data = self._read()
            if data is None:
                return Fault(EndState.TIMEOUT, f"silent for {PATIENCE} s")
            if not data:
                return Fault(EndState.CLOSED, "closed its standard output")
            self._messages += self.wire.feed(data)
        return self._messages.pop(0)

    def _read(self) -> bytes | None:
        """Its new output, empty at its end; None where it runs without output."""
        output = self._output.fileno()
        return os.read(output, 65536) if select.select([output], [], [], PATIENCE)[0] else None

    def close(self) -> SeatReport:
        """Hang up and wait for its end; one that goes on is killed, as its exit code tells."""
        with suppress(BrokenPipeError):
            self._input.close()
        surplus = b""
        while data := self._read():
            surplus += data
        if data is None:
            self.process.kill()
        self._output.close()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self._stderr.seek(0)
        log = self._stderr.read().decode()
        self._stderr.close()
        cpu_ms = 1000 * (usage.ru_utime + usage.ru_stime)
        return SeatReport(self.process.returncode, cpu_ms, self.asked, log, surplus)


def play(game: Game, commands: Sequence[Command], setup: Setup) -> Played:
    """Play one game to its end; a fault of a bot shows in the outcome."""
    engine = game.engine(setup)
    bots = [Bot(command, game.wire(setup, seat)) for seat, command in enumerate(commands)]
    events: list[Event] = []
    for seat, bot in enumerate(bots):
        bot.tell(bot.wire.begin(engine.scene(), engine.view(seat)))
    while engine.pending():
        happened = engine.submit(_replies(engine, bots))
        for seat, bot in enumerate(bots):
            if told := [event for event in happened if event.told_to(seat)]:
                bot.tell(bot.wire.tell(told))
        events += happened
    outcome = engine.outcome()
    assert outcome is not None
    for bot in bots:
        bot.tell(bot.wire.end(outcome))
    seats = tuple(bot.close() for bot in bots)
    return Played(outcome, engine.progress().turn, seats, tuple(events))


def _replies(engine: Engine, bots: Sequence[Bot]) -> dict[Seat, Action | Fault]:
    """Everybody who is asked thinks at the same time."""
    pending = engine.pending()
    for seat, ask in pending.items():
        bots[seat].tell(bots[seat].wire.ask(ask))
    return {seat: checked(engine, seat, bots[seat].answer()) for seat in pending}


def checked(engine: Engine, seat: Seat, reply: Action | Fault) -> Action | Fault:
    """The engine's input for a reply: a fault for one that the rules do not allow."""
    if not isinstance(reply, Fault):
        try:
            engine.check(seat, reply)
        except IllegalAction as error:
            return Fault(EndState.ILLEGAL, str(error))
    return reply
