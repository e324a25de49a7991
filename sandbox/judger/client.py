"""Starting judgers: what a worker, the local runner and the benchmarks have in common."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from games.wire import encode
from sandbox.errors import LogicError, MachineBusy, SandboxError
from sandbox.judger.job import Job, JobError
from sandbox.judger.status import BAD_JOB

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.engine import JSON

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds the packages ``games`` and ``sandbox``."""

_ENVIRONMENT = ("PATH", "PYTHONPATH", "LANG", "TMPDIR", "ARBITER_UNSAFE_NO_SANDBOX")
_STOP_S = 10


@dataclass(frozen=True, slots=True)
class RunningJudger:
    """A judger at work.  ``stdout`` gives its lines; ``stdin`` takes what people send, and is
    closed where nobody of them plays."""

    process: subprocess.Popen[bytes]
    stdout: IO[bytes]
    stdin: IO[bytes]


@contextmanager
def judger(job: Job, errors: IO[bytes] | None = None) -> Iterator[RunningJudger]:
    """A judger that plays ``job``; on leaving, it and its bots are dead.

    Its standard error, of interest only where it fails, goes to ``errors``.  It gets no more
    of the environment than it needs: it is next to other people's programs.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "sandbox.judger"],
        cwd=ROOT,
        # A foreign game comes with the job.
        env={
            **{name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
            "ARBITER_GAMES": "",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        start_new_session=True,  # an interrupt at the keyboard is ours to pass on
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        # A judger that dies at once says why by its status and on standard error.
        with suppress(BrokenPipeError):
            process.stdin.write(encode(job.to_json()))
            process.stdin.flush()
            if not job.people:
                process.stdin.close()
        yield RunningJudger(process, process.stdout, process.stdin)
    finally:
        process.terminate()
        try:
            process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.close()


def messages(job: Job) -> Iterator[dict[str, JSON]]:
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
    kind = MachineBusy if line.get("busy") else SandboxError
    return kind(line.get("message", otherwise))
