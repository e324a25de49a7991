"""No isolation at all: for developing on a machine where nothing better works.

Only `ARBITER_UNSAFE_NO_SANDBOX=1` selects it, and every page of the site says so then.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from games.engine import JSON
from sandbox.errors import SandboxError
from sandbox.isolation import layout
from sandbox.isolation.base import (
    BUILD,
    HOME,
    PROGRAM,
    Backend,
    Process,
    Profile,
    Spec,
    Usage,
    check_machine,
)
from sandbox.isolation.proctree import SignalPause, process_ns


class PlainProcess(Process):
    def __init__(self, process: subprocess.Popen[bytes], home: Path) -> None:
        self.pid = process.pid
        # Duplicates, as the objects would close theirs once more.
        pipes = [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe]
        self.stdin, self.stdout, self.stderr = (os.dup(pipe.fileno()) for pipe in pipes)
        for pipe in pipes:
            pipe.close()
        self._process = process
        self._home = home
        self._scratch = os.open(home, os.O_RDONLY | os.O_DIRECTORY)
        self._cpu = 0
        self._pause = SignalPause(self.pid, itself=True)

    def cpu_ns(self) -> int:
        self._cpu = max(self._cpu, process_ns(self.pid))
        return self._cpu

    def usage(self) -> Usage:
        return Usage(self.cpu_ns(), None, out_of_memory=False)

    def scratch(self, place: str) -> int:
        return self._scratch  # all places are one here

    def path_of(self, place: str) -> str:
        return str(self._home)

    def poll(self) -> int | None:
        return self._process.poll()

    def freeze(self) -> None:
        if self._process.poll() is None:
            self._pause.freeze()

    def thaw(self) -> None:
        if self._process.poll() is None:
            self._pause.thaw()

    def kill(self) -> None:
        self.cpu_ns()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        self.kill()
        self.close_pipes()
        if self._scratch >= 0:
            os.close(self._scratch)
            self._scratch = -1
        shutil.rmtree(self._home, ignore_errors=True)


class Plain(Backend):
    name = "none"

    @property
    def weaknesses(self) -> tuple[str, ...]:
        warning = (
            "THERE IS NO SANDBOX: programs run as this server's user, can read and change its "
            "files, use the network and end its processes; never let strangers upload here"
        )
        return (warning,)

    def describe(self) -> JSON:
        return {"name": self.name}

    def spawn(self, spec: Spec) -> PlainProcess:
        check_machine(spec)
        home = Path(tempfile.mkdtemp(prefix="arbiter-plain-"))
        if spec.profile is Profile.BOT:
            for name in os.listdir(spec.files):
                (home / name).symlink_to(spec.files.resolve() / name)
        limits = layout.shell(layout.rlimits(spec.limits, address_space=True, processes=None))
        places = {PROGRAM: str(spec.files.resolve()), HOME: str(home), BUILD: str(home)}
        argv = [_localized(word, places) for word in spec.argv]
        try:
            process = subprocess.Popen(
                [layout.SHELL, "-c", f'{limits} && exec "$@"', "start", *argv],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=layout.environment(str(home)),
                cwd=home,
                start_new_session=True,
            )
        except OSError as error:
            shutil.rmtree(home)
            raise SandboxError(f"{spec.argv[0]} does not start: {error}") from error
        plain = PlainProcess(process, home)
        try:
            if spec.cpu is not None:
                os.sched_setaffinity(process.pid, {spec.cpu})
        except OSError as error:
            plain.close()
            raise SandboxError(f"{spec.argv[0]} cannot be pinned: {error}") from error
        return plain


def _localized(word: str, places: dict[str, str]) -> str:
    """The word with paths inside the sandbox replaced by what stands for them out here."""
    pattern = rf"(?<![\w/.-])({'|'.join(map(re.escape, places))})(?![\w.-])"
    return re.sub(pattern, lambda match: places[match[1]], word)
