"""Starting judgers: what a worker, the local runner and the benchmarks have in common."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol

from games.wire import encode
from sandbox.errors import Cause, LogicError, MachineBusy, MachineFault, SandboxError
from sandbox.judger.job import Job, JobError
from sandbox.judger.status import BAD_JOB

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
