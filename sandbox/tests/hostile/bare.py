"""Where a row runs without some of its walls: a sandbox that lacks them, or none at all."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess

from games.engine import JSON
from sandbox.errors import SandboxError
from sandbox.isolation.base import PROGRAM, Backend, Process, Spec, Usage, Wall
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.tests.hostile.grounds import EVERYTHING, Ground

STRANGER = 60_999
"""Uid that owns nothing, for what only shows in a program that is not root's."""


def without(ground: Ground, walls: frozenset[Wall], *, stranger: bool = False) -> Backend:
    """The ground's backend without these walls; ``stranger``: should that be no sandbox at all,
    then as a user that is not root."""
    if walls == EVERYTHING:
        return Bare(STRANGER if stranger and os.geteuid() == 0 else None)
    if not isinstance(ground.backend, Bubblewrap):
        return ground.backend
    return Bubblewrap(ground.backend.tree, proc=ground.backend.proc, without=walls)


class Bare(Backend):
    """No protection of any kind: a child process with all that this process has.

    For programs of the kit alone, which bound themselves.
    """

    name = "bare"
    weaknesses = ("all of them",)

    def __init__(self, uid: int | None = None) -> None:
        self._uid = uid

    def spawn(self, spec: Spec) -> Process:
        files = str(spec.files.resolve())
        argv = [re.sub(rf"^{PROGRAM}(?=/|$)", files, word) for word in spec.argv]
        return BareProcess(
            subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=files,
                close_fds=False,
                start_new_session=True,
                user=self._uid,
                group=self._uid,
                extra_groups=None if self._uid is None else [],
            )
        )

    def describe(self) -> JSON:
        raise SandboxError("no judger may play on bare ground")


class BareProcess(Process):
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        pipes = [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe]
        self.pid = process.pid
        self.stdin, self.stdout, self.stderr = (os.dup(pipe.fileno()) for pipe in pipes)
        for pipe in pipes:
            pipe.close()
        self._process = process

    def cpu_ns(self) -> int:
        return 0

    def usage(self) -> Usage:
        return Usage(0, None, out_of_memory=False)

    def poll(self) -> int | None:
        return self._process.poll()

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        self.kill()
        self.close_pipes()
