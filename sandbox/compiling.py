"""Running one command in the compiler's sandbox: what it says becomes a log, and what it makes
comes back as files."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import select
import shlex
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from games.engine import EndState
from games.texts import IN_TEXT
from sandbox.artifacts import File, Files, cache_root, safe, shown
from sandbox.errors import BuildError, CompilerKilled
from sandbox.isolation.base import BUILD, PROGRAM, Backend, Process, Profile, Spec, Usage
from sandbox.languages.base import NOT_COMPILED, SHELL
from sandbox.limits import MIB, BuildLimits
from sandbox.tars import BadTar


class Log:
    """A build's log: text from bytes, terminal escapes removed, cut at ``limit`` bytes."""

    _ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)?|[@-Z\\^_])")
    _LINE = 8192

    def __init__(self, on_log: Callable[[str], object], limit: int) -> None:
        self._on_log = on_log
        self._limit = limit
        self._left = limit
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._parts: list[str] = []
        self._last = ""

    @property
    def last(self) -> str:
        """The last line, without its end, also where it is cut off in `text`."""
        return self._clean(self._last).rstrip("\n")

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def take(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + self._decoder.decode(data)).split("\n")
        for line in lines:
            self._say(line + "\n")
        if len(self._rest) > self._LINE:  # an endless line must not wait for its end
            self._say(self._rest + "\n")
            self._rest = ""

    def end(self) -> None:
        """Nothing more comes."""
        rest = self._rest + self._decoder.decode(b"", final=True)
        self._rest = ""
        if rest:
            self._say(rest + "\n")

    def _say(self, line: str) -> None:
        self._last = line
        if self._left <= 0:
            return
        line = self._clean(line)
        self._left -= len(line.encode())
        if self._left <= 0:
            line = f"[the log is cut here: it is longer than {self._limit // 1024} KiB]\n"
        self._parts.append(line)
        self._on_log(line)

    def _clean(self, line: str) -> str:
        return IN_TEXT.sub("", self._ESCAPES.sub("", line)).replace("\r", "")


_CHUNK = 65536
_EXIT_S = 5.0
_NAMES = 300
"""Characters of the names of files that a message has, at most."""
_NEARLY = 0.7e9
"""Nanoseconds of a second of CPU time: the kernel's own clock runs up to a fifth too fast."""
_KILLED = re.compile(
    r"Killed signal terminated program|^Killed$|\] Killed$|\] Error 137$|\(signal: 9, SIGKILL"
    r"|: signal: killed$",
    re.MULTILINE,
)
"""The words of GCC, a shell, make, cargo and Go for a part of the compiler that was killed."""
_LAST_WORDS = 2000
_WATCH_S = 0.025
"""How often limits are looked at that the kernel does not hold by itself."""


def run(
    command: Sequence[str],
    folder: Path,
    title: str,
    log: Log,
    backend: Backend,
    limits: BuildLimits,
) -> dict[str, File]:
    """The files that the command leaves in /build, with the files of ``folder`` at /program.

    ``title`` says of what the build is, for messages.  `BuildError` where the command fails or
    comes to a limit, `CompilerKilled` where something else ended it.
    """
    # All that it says goes to the log.  Its files are read from outside once nothing of it runs: no
    # pipe carries them that a program could write to, and no folder of the host is ever writable.
    script = f"cd {PROGRAM} && exec {shlex.join(command)} >&2"
    spec = Spec((SHELL, "-c", script), folder, limits.compiler, Profile.COMPILER)
    with contextlib.closing(backend.spawn(spec)) as process:
        process.close_stdin()
        _read(process, log, limits)
        status = _status(process)
        process.kill()
        _check(status, process.usage(), title, log, limits)
        try:
            return _files(process.scratch(BUILD), limits)
        except BadTar as error:
            raise BuildError(f"what the build made cannot be kept: {error}", log.text) from error


def _check(status: int, usage: Usage, title: str, log: Log, limits: BuildLimits) -> None:
    """`BuildError` where the command did not succeed."""
    log.end()
    over = usage.excess is not None and usage.excess[0] is EndState.MEMORY
    if usage.out_of_memory or over:
        raise BuildError(f"the compiler needed more than {limits.compiler.memory_mb} MB", log.text)
    if status != 0 and usage.excess is None and _was_killed(status, log.text, usage, limits):
        why = f"the compiler of {title} was killed by something on this machine"
        if usage.no_memory:
            why += ", which has no memory left"
        raise CompilerKilled(why, no_memory=usage.no_memory)
    if status != 0:
        raise BuildError(
            f"the build in {title} failed: {_ending(status, usage, log, limits)}", log.text
        )


def _files(root: int, limits: BuildLimits) -> dict[str, File]:
    """The files below the folder with this descriptor.  `BadTar` where there is anything else, or
    more than may be: what was read counts, and not what a file says of itself."""
    found, folders = Files(limits.artifact, limits.files), ["."]
    for folder in folders:
        fd = _open(folder, os.O_DIRECTORY, root)
        try:
            with os.scandir(fd) as entries:
                for entry in entries:
                    path = safe(f"{folder}/{entry.name}")
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(path)
                    elif entry.is_file(follow_symlinks=False):
                        _take(found, path, root)
                    else:
                        raise BadTar(f"{shown(path)} is not a regular file")
        finally:
            os.close(fd)
        if len(folders) > limits.files:
            raise BadTar(f"more than {limits.files} folders")
    return found.files


def _take(found: Files, path: str, root: int) -> None:
    fd = _open(path, os.O_NONBLOCK, root)
    with open(fd, "rb", buffering=0) as file:
        state = os.fstat(fd)
        if state.st_size > found.left:
            raise found.too_much()
        content = file.read(state.st_size + 1)
    found.add(path, content, executable=bool(state.st_mode & 0o100))


def _open(path: str, flags: int, root: int) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_NOFOLLOW | flags, dir_fd=root)
    except PermissionError:  # where the platform is no superuser
        raise BadTar(f"{shown(path)} has a mode with which nobody may read it") from None


def run_alone(
    command: Sequence[str], title: str, log: Log, backend: Backend, limits: BuildLimits
) -> dict[str, File]:
    """`run` without any files at /program."""
    with tempfile.TemporaryDirectory(prefix="new-", dir=cache_root()) as folder:
        Path(folder).chmod(0o755)
        return run(command, Path(folder), title, log, backend, limits)


def _read(process: Process, log: Log, limits: BuildLimits) -> None:
    """Read what a build says until its pipes end.  `BuildError` if that, or the time, is too
    much."""
    deadline = time.monotonic() + limits.wall_s
    poll = select.poll()
    waiting = {process.stdout, process.stderr}
    for fd in waiting:
        poll.register(fd, select.POLLIN)
    said, watched = 0, time.monotonic()
    while waiting:
        if (now := time.monotonic()) >= deadline:
            raise _stopped(process, log, f"the compiler took longer than {limits.wall_s:g} s")
        if now - watched >= _WATCH_S:
            process.watch()
            watched = now
        for fd, _ in poll.poll(_WATCH_S * 1000):
            data = os.read(fd, _CHUNK)
            log.take(data)
            said += len(data)
            if said > limits.said:
                raise _stopped(process, log, f"the build wrote more than {limits.said // MIB} MB")
            if not data:
                poll.unregister(fd)
                waiting.remove(fd)


def _stopped(process: Process, log: Log, message: str) -> BuildError:
    """End a build that is over a limit; its error."""
    process.kill()
    log.end()
    return BuildError(message, log.text)


def _status(process: Process) -> int:
    """The exit status; the pipes have ended, and the process is about to."""
    deadline = time.monotonic() + _EXIT_S
    while (status := process.poll()) is None:
        if time.monotonic() > deadline:
            process.kill()
        time.sleep(0.001)
    return status


def _was_killed(status: int, log: str, usage: Usage, limits: BuildLimits) -> bool:
    """Whether the compiler was killed though it was within its limits, as by a machine without
    memory."""
    if usage.cpu_ns >= limits.compiler.cpu_s * _NEARLY:
        return False
    return status == -signal.SIGKILL or _KILLED.search(log[-_LAST_WORDS:]) is not None


def _ending(status: int, usage: Usage, log: Log, limits: BuildLimits) -> str:
    if usage.excess is not None and usage.excess[0] is not EndState.TIMEOUT:
        state, excess = usage.excess
        return f"it {state.words} ({excess.what}: at most {excess.limit:g} {excess.unit})"
    # A driver that runs the compiler itself, as g++ does, hides the signal that ended it; and the
    # kernel holds this limit by another clock, which runs up to a fifth too fast on a busy machine.
    if usage.excess is not None or usage.cpu_ns >= limits.compiler.cpu_s * _NEARLY:
        return f"the compiler used more than {limits.compiler.cpu_s} s of CPU time"
    if status >= 0:
        named = log.last.startswith(NOT_COMPILED)
        files = log.last.removeprefix(NOT_COMPILED)[:_NAMES] if named else ""
        return f"{files or f'exit status {status}'}; the log says why"
    return f"the compiler was ended by {signal.Signals(-status).name}"
