"""Starting judgers: what a worker, the local runner and the benchmarks have in common.

A judger that starts from nothing loads Python, itself and its game; a fork of a template
(`sandbox.judger.template`) has all of that.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol

from games.wire import encode
from sandbox.errors import Cause, LogicError, MachineBusy, MachineFault, SandboxError
from sandbox.judger.job import BAD_JOB, Job, JobError
from sandbox.judger.template import IDLE_S, LEAST_AVAILABLE, Key

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from games.engine import JSON


ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds the packages ``games`` and ``sandbox``."""

_ENVIRONMENT = ("PATH", "PYTHONPATH", "LANG", "TMPDIR", "ARBITER_UNSAFE_NO_SANDBOX")
_STOP_S = 10


class JudgerProcess(Protocol):
    """What `subprocess.Popen` and a judger that a template has forked have in common."""

    @property
    def pid(self) -> int: ...

    def wait(self, timeout: float | None = None) -> int:
        """The exit status, negative for a signal.  `subprocess.TimeoutExpired` after ``timeout``
        seconds."""

    def send_signal(self, sig: int) -> None:
        """Nothing happens where it has ended."""


Start = Callable[[Job, Sequence[int]], JudgerProcess]
"""Starts a judger with these three descriptors as its first; it reads the job itself."""


@dataclass(frozen=True, slots=True)
class RunningJudger:
    """A judger at work.  ``stdout`` gives its lines; ``stdin`` takes what people send, and is
    closed where nobody of them plays."""

    process: JudgerProcess
    stdout: IO[bytes]
    stdin: IO[bytes]


def environment() -> dict[str, str]:
    """A judger gets no more than it needs: it is next to other people's programs."""
    return {
        **{name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
        "ARBITER_GAMES": "",  # a foreign game comes with the job
        "OPENBLAS_NUM_THREADS": "1",  # numpy would start threads for large matrices
    }


def start_process(_job: Job, descriptors: Sequence[int]) -> JudgerProcess:
    """A process of its own, from nothing."""
    stdin, stdout, stderr = descriptors
    return subprocess.Popen(
        [sys.executable, "-m", "sandbox.judger"],
        cwd=ROOT,
        env=environment(),
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,  # an interrupt at the keyboard is ours to pass on
    )


@contextmanager
def judger(
    job: Job, errors: IO[bytes] | None = None, start: Start = start_process
) -> Iterator[RunningJudger]:
    """A judger that plays ``job``; on leaving, it and its bots are dead.

    Its standard error, of interest only where it fails, goes to ``errors``.
    """
    theirs, ours = os.pipe2(os.O_CLOEXEC), os.pipe2(os.O_CLOEXEC)
    with ExitStack() as stack:
        stdin = open(theirs[1], "wb")
        stack.callback(_close, stdin)
        stdout = stack.enter_context(open(ours[0], "rb"))
        try:
            error = 2 if errors is None else errors.fileno()
            process = start(job, (theirs[0], ours[1], error))
        finally:
            os.close(theirs[0])
            os.close(ours[1])
        stack.callback(_end, process)
        # A judger that dies at once says why by its status and on standard error.
        with suppress(BrokenPipeError):
            stdin.write(encode(job.to_json()))
            stdin.flush()
            if not job.people:
                stdin.close()
        yield RunningJudger(process, stdout, stdin)


def _close(stdin: IO[bytes]) -> None:
    with suppress(BrokenPipeError):
        stdin.close()


def _end(process: JudgerProcess) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        status = process.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        status = process.wait()
    if status < 0:
        from sandbox import isolation  # slow to load, and seldom wanted

        isolation.sweep()


def messages(job: Job) -> Generator[dict[str, JSON], None, None]:
    """Play a job here and now; its lines, decoded, from the header to the result.

    `JobError` where the job cannot be played, `LogicError` where a game's program is at fault,
    `SandboxError` where the judger failed.
    """
    last: dict[str, JSON] = {}
    with judger(job) as running:
        for line in running.stdout:
            last = json.loads(line)
            if last["type"] != "error":
                yield last
        status = running.process.wait()
    raise_unless_done(status, last)


def raise_unless_done(status: int, last: dict[str, JSON]) -> None:
    """`JobError` or `failure` for a judger's exit status that is not 0, by its last line."""
    if status == BAD_JOB:
        raise JobError(last["message"])
    if status != 0:
        raise failure(last, f"the judger ended with status {status}")


def failure(line: dict[str, JSON], otherwise: str) -> SandboxError:
    """The failure that a judger's last line names; ``otherwise`` where it names none."""
    game = line.get("game")
    if isinstance(game, dict):
        return LogicError(game["reason"], game["wrote"], endless=game["endless"])
    message = line.get("message", otherwise)
    if lacking := line.get("machine"):
        return MachineFault(message, Cause(lacking))
    return MachineBusy(message) if line.get("busy") else SandboxError(message)


START_S = 30.0
"""A template answers within milliseconds once it has loaded its game."""
ENDING_S = 1.0
"""A process that has closed its sockets has ended a moment later."""
_LOST = -signal.SIGKILL
"""The status of a judger whose template was killed, and so was it."""


class ForkedJudger:
    """A judger that a template has forked.  ``told`` gives its pid, then its exit status."""

    def __init__(self, told: socket.socket) -> None:
        self._told = told
        told.settimeout(START_S)
        data, descriptors, _, _ = socket.recv_fds(told, 64, 1)
        if not descriptors:
            raise ConnectionError("the template of the judger has ended")
        first, _, self._rest = data.partition(b"\n")
        self.pid = int(first)
        self._pidfd = descriptors[0]
        self._status: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        if self._status is None:
            self._told.settimeout(timeout)
            try:
                while b"\n" not in self._rest and (data := self._told.recv(64)):
                    self._rest += data
            except TimeoutError:
                raise subprocess.TimeoutExpired("judger", timeout or 0.0) from None
            except ConnectionError:
                self._rest = b""
            self._status = int(self._rest) if self._rest else _LOST
            self._told.close()
            os.close(self._pidfd)
        return self._status

    def send_signal(self, sig: int) -> None:
        if self._status is None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, sig)


class Templates:
    """The template of this process, started when it is first needed and again where it has ended.

    Use it from the main thread: the template ends with the thread that started it.
    """

    def __init__(self, *, idle_s: float = IDLE_S, least_available: float = LEAST_AVAILABLE) -> None:
        self._bounds = idle_s, least_available
        self._process: subprocess.Popen[bytes] | None = None
        self._requests: socket.socket | None = None

    @property
    def pid(self) -> int | None:
        """The process of the template; None before the first match."""
        return None if self._process is None else self._process.pid

    def start(self, job: Job, descriptors: Sequence[int]) -> JudgerProcess:
        """A `sandbox.judger.client.Start`.

        `OSError` where it loses its templates, as those that are killed, `SandboxError` where
        they end or hang by themselves.
        """
        key = Key.of(job)
        try:
            return self._ask(key, descriptors)
        except OSError:  # it was killed since the last match
            self.close()
        try:
            return self._ask(key, descriptors)
        except OSError as error:
            if isinstance(error, TimeoutError) or self._has_left():
                raise SandboxError(f"no judger could be started: {error}") from error
            raise

    def _has_left(self) -> bool:
        """Whether the common template has ended by itself.  One that lives has lost its game's."""
        with suppress(subprocess.TimeoutExpired):
            return self._process is not None and self._process.wait(ENDING_S) >= 0
        return False

    def _ask(self, key: Key, descriptors: Sequence[int]) -> ForkedJudger:
        if self._requests is None:
            self._requests = self._begin()
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self._requests, [key.to_bytes()], [*descriptors, theirs.fileno()])
        return ForkedJudger(ours)

    def _begin(self) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "sandbox.judger.template", *map(str, self._bounds)],
                cwd=ROOT,
                env=environment(),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        return ours

    def close(self) -> None:
        """End the template, and with it the judgers that still play."""
        if self._requests is not None:
            self._requests.close()
            self._requests = None
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None
