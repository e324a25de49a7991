"""Keeps a few programs running: starts them, starts again what ends, and ends all of them.

A part is a program, or a function that a fork of the supervisor's process runs (`tools.fork`).

A program that ends is started again after a pause that grows with the number of its recent ends;
if one ends too often, the supervisor stops everything, because an operator must look. The output of
programs is kept in logs of limited size.
"""

from __future__ import annotations

import ctypes
import math
import os
import select
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from tools.fork import Fork, die_with_parent

SHORT_S = 300.0
"""The seconds in which an end counts as recent."""
MOST_ENDS = 10
"""Ends within that time after which a part is given up."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 16.0
SOON_S = 5.0
"""A periodic part that failed is started again after this time, however often it fails."""
PATIENCE_S = 5.0
"""A part that does not end in this time after the signal is killed."""
REFUSED = 78
"""The exit status (EX_CONFIG of sysexits.h) of a part that would refuse again: it is not started
again."""
LAST_WORDS = 25
"""Lines of a log that are shown where its part was given up."""
LARGEST_LOG = 4 << 20
"""Bytes from which on a log is put aside, and of it that are kept then."""
LOOK_S = 10.0
"""How often logs are looked at."""
_PR_SET_CHILD_SUBREAPER = 36


class GivenUp(Exception):
    """A part ended too often, or refused to run (``refused``); the message says which, and what it
    said last."""

    def __init__(self, words: str, *, refused: bool = False) -> None:
        super().__init__(words)
        self.refused = refused


@dataclass
class Service:
    """One program with its environment and folder, or a function. Both outputs are appended to
    ``log``. When that file grows too large, its content moves to `older_log`.
    """

    name: str
    runs: list[str] | Callable[[], object]
    log: Path
    env: dict[str, str]
    cwd: Path
    every_s: float = 0.0
    """The pause before each start of a periodic part, which works and ends; 0 for others."""
    process: subprocess.Popen[bytes] | Fork | None = None
    ends: deque[float] = field(default_factory=deque)
    due: float = 0.0
    """When to start it again, as `time.monotonic` tells, while it does not run."""

    @property
    def older_log(self) -> Path:
        return self.log.with_name(f"{self.log.name}.1")

    def start(self) -> None:
        self.put_log_aside()
        with open(self.log, "ab") as log:
            if callable(self.runs):
                self.process = Fork(self.runs, log.fileno(), log.fileno())
                return
            self.process = subprocess.Popen(
                self.runs,
                env=self.env,
                cwd=self.cwd,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the supervisor, and ends are in order
                preexec_fn=die_with_parent,  # noqa: PLW1509  one call of C, found before the fork
            )

    def signal(self, number: int) -> None:
        """Tell the program and those that it started in its group; no error where it is gone."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)

    def put_log_aside(self) -> None:
        """Start a log again that is too large; its end replaces the older log.

        Copied and emptied instead of renamed, as the program holds the file open.  A line that is
        said between the two is lost.
        """
        with suppress(OSError), open(self.log, "r+b") as log:
            size = log.seek(0, os.SEEK_END)
            if size >= LARGEST_LOG:
                log.seek(size - LARGEST_LOG)
                log.readline()  # the rest of one
                new = self.log.with_name(f"{self.log.name}.new")
                new.write_bytes(log.read())
                new.replace(self.older_log)
                log.truncate(0)

    def last_words(self) -> str:
        logs = [path for path in (self.older_log, self.log) if path.exists()]
        lines = [line for path in logs for line in path.read_text(errors="replace").splitlines()]
        return "\n".join(lines[-LAST_WORDS:])


class Supervisor:
    """Parts in the order in which they start.  They are ended in the opposite order; the first one
    is ended after all others, which need it.

    Only the main thread may use it: the kernel ends the parts when the thread that started them
    ends.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._parts: list[Service] = []
        self._told = 0
        # Processes that the parts leave behind become our children, so that we can end them.
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def start(self, part: Service) -> None:
        self._parts.append(part)
        if part.every_s:
            part.due = time.monotonic() + part.every_s
        else:
            part.start()

    def watch(self) -> int:
        """Keep the parts running until a signal says to end; its number.  `GivenUp`."""
        reader, writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._hear)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # its number comes down the pipe
        while not self._told:
            self._reap()
            wait = min(self._start_those_due(), LOOK_S)
            for part in self._parts:
                part.put_log_aside()
            if select.select([reader], [], [], wait)[0]:
                with suppress(BlockingIOError):
                    os.read(reader, 4096)
        return self._told

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        self._told = number

    def _reap(self) -> None:
        """Handle all processes that have ended: parts, and their orphans."""
        how = os.WEXITED | os.WNOHANG
        while True:
            try:
                ended = os.waitid(os.P_ALL, 0, how | os.WNOWAIT)
            except ChildProcessError:
                return
            if ended is None:
                return
            part = self._part_of(ended.si_pid)
            if part is None:
                os.waitpid(ended.si_pid, 0)
            else:
                self._ended(part)

    def _part_of(self, pid: int) -> Service | None:
        return next((p for p in self._parts if p.process and p.process.pid == pid), None)

    def _ended(self, part: Service) -> None:
        assert part.process is not None
        # Before it is reaped: until then no other process can have its number.
        part.signal(signal.SIGKILL)
        status = part.process.wait()
        part.process = None
        if status == REFUSED:
            self._drop(part)
            return
        now = time.monotonic()
        if part.every_s:
            part.due = now + (SOON_S if status else part.every_s)
            return
        part.ends.append(now)
        while part.ends[0] < now - SHORT_S:
            part.ends.popleft()
        words = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
        if len(part.ends) >= MOST_ENDS:
            raise GivenUp(
                f"{part.name} {words}, the {MOST_ENDS}th time within {SHORT_S:.0f} s; it is not "
                f"started again. {part.log} ends with:\n\n{part.last_words()}"
            )
        pause = min(FIRST_PAUSE_S * 2 ** (len(part.ends) - 1), LONGEST_PAUSE_S)
        part.due = now + pause
        self._say(f"· {part.name} {words}; it is started again in {pause:g} s")

    def _drop(self, part: Service) -> None:
        """Go on without a part that refused to run; `GivenUp` where it was the last one."""
        self._parts.remove(part)
        words = f"{part.name} refused to run and is not started again:\n\n{part.last_words()}"
        if not self._parts:
            raise GivenUp(words, refused=True)
        self._say(f"· {words}")

    def _start_those_due(self) -> float:
        """Start what has paused long enough; seconds until the next is due."""
        now = time.monotonic()
        resting = [part for part in self._parts if part.process is None]
        for part in resting:
            if part.due <= now:
                part.start()
        left = [part.due - now for part in resting if part.process is None]
        return min(left, default=math.inf)

    def end(self) -> None:
        """End all parts and their children; returns when none is left."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        self._end(self._parts[1:])
        self._end(self._parts[:1])
        _end_orphans()

    def _end(self, parts: list[Service]) -> None:
        running = [part for part in parts if part.process is not None]
        for part in running:
            assert part.process is not None
            part.process.terminate()
        deadline = time.monotonic() + PATIENCE_S
        for part in running:
            assert part.process is not None
            with suppress(subprocess.TimeoutExpired):
                part.process.wait(max(0.0, deadline - time.monotonic()))
            part.signal(signal.SIGKILL)
            part.process.wait()
            part.process = None


def _end_orphans() -> None:
    while True:
        for folder in Path("/proc/self/task").iterdir():
            for pid in map(int, (folder / "children").read_text().split()):
                os.kill(pid, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return
