"""Builds: from an upload's files to an artifact, in the compiler's sandbox."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import re
import select
import shlex
import signal
import stat
import time
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from sandbox.artifacts import (
    Artifact,
    BadTar,
    File,
    Manifest,
    cache_root,
    pack,
    prune,
    read_tar,
    scratch,
    write_files,
)
from sandbox.errors import BuildError
from sandbox.isolation import choose
from sandbox.isolation.base import BUILD, PROGRAM, Backend, Process, Profile, Spec
from sandbox.languages.base import Language
from sandbox.limits import BUILDS, MIB, BuildLimits

_SHELL = "/bin/sh"
_TAR = "/usr/bin/tar --create --format=posix --file=- ."
_CHUNK = 65536
_EXIT_S = 5.0


def build(
    source: Path,
    language: Language,
    on_log: Callable[[str], object],
    backend: Backend | None = None,
    limits: BuildLimits = BUILDS,
) -> Artifact:
    """Build the files below ``source``; ``on_log`` gets whole lines of the log as they come.

    `BuildError`, with the whole log, where the author's program does not build; `SandboxError`
    where the fault is ours.
    """
    log = Log(on_log, limits.log)
    files = _read(source)
    prune()
    with scratch(cache_root()) as folder:
        # A copy, as the sandbox's uid may not be able to reach the original.
        write_files(files, folder)
        made = _compile(folder, language, list(files), log, backend or choose(), limits)
    if language.product and language.product not in made:
        raise BuildError("the compiler ended in order but left no program", log.text)
    shipped = {path: file for path, file in files.items() if language.ships(path)}
    return pack(_joined(shipped, made, limits, log), Manifest(language.name, language.run))


def _joined(
    shipped: dict[str, File], made: dict[str, File], limits: BuildLimits, log: Log
) -> dict[str, File]:
    """The program's files: what was uploaded, and over it what the build made."""
    files = {**shipped, **made}
    if len(files) > limits.files:
        raise BuildError(f"the program has more than {limits.files} files", log.text)
    folders = {str(folder) for path in files for folder in PurePosixPath(path).parents}
    if clashes := sorted(folders & files.keys()):
        name = clashes[0]
        raise BuildError(
            f"the upload and the build both make a {name}, one a folder and one a file: "
            "rename yours",
            log.text,
        )
    return files


def _compile(
    folder: Path,
    language: Language,
    paths: list[str],
    log: Log,
    backend: Backend,
    limits: BuildLimits,
) -> dict[str, File]:
    command = shlex.join(language.build(paths))
    # What the compiler says goes to the log, what it makes leaves as a tar: no folder of the
    # host's is ever writable.
    script = f"cd {PROGRAM} && {command} >&2 && cd {BUILD} && exec {_TAR}"
    spec = Spec((_SHELL, "-c", script), folder, limits.compiler, Profile.COMPILER)
    with contextlib.closing(backend.spawn(spec)) as process:
        process.close_stdin()
        output = _Reader(process, log, limits).run()
        status = _status(process)
        usage = process.usage()
    log.end()
    if usage.out_of_memory:
        raise BuildError(f"the compiler needed more than {limits.compiler.memory_mb} MB", log.text)
    if status != 0:
        raise BuildError(
            f"the build in {language.title} failed: {_ending(status, limits)}", log.text
        )
    try:
        return read_tar(io.BytesIO(output), limits.artifact, limits.files)
    except BadTar as error:
        raise BuildError(f"what the build made cannot be kept: {error}", log.text) from error


class Log:
    """A build's log: text from bytes, terminal escapes removed, cut at ``limit`` bytes."""

    _ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)?|[@-Z\\^_])")
    _CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
    _LINE = 8192

    def __init__(self, on_log: Callable[[str], object], limit: int) -> None:
        self._on_log = on_log
        self._limit = limit
        self._left = limit
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._parts: list[str] = []

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def take(self, data: bytes) -> None:
        if self._left <= 0:
            return
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
        if self._left <= 0:
            return
        line = self._CONTROLS.sub("", self._ESCAPES.sub("", line))
        self._left -= len(line.encode())
        if self._left <= 0:
            line = f"[the log is cut here: it is longer than {self._limit // 1024} KiB]\n"
        self._parts.append(line)
        self._on_log(line)


class _Reader:
    """Reads a build's two pipes to their ends, or to a limit."""

    def __init__(self, process: Process, log: Log, limits: BuildLimits) -> None:
        self._process = process
        self._log = log
        self._limits = limits
        self._output = bytearray()

    def run(self) -> bytes:
        """What came on standard output; `BuildError` where that or the time is too much."""
        deadline = time.monotonic() + self._limits.wall_s
        poll = select.poll()
        waiting = {self._process.stdout, self._process.stderr}
        for fd in waiting:
            poll.register(fd, select.POLLIN)
        while waiting:
            left = deadline - time.monotonic()
            ready = poll.poll(left * 1000) if left > 0 else []
            if not ready:
                self._fail(f"the compiler took longer than {self._limits.wall_s:g} s")
            for fd, _ in ready:
                data = os.read(fd, _CHUNK)
                if not data:
                    poll.unregister(fd)
                    waiting.remove(fd)
                elif fd == self._process.stderr:
                    self._log.take(data)
                else:
                    self._take_output(data)
        return bytes(self._output)

    def _take_output(self, data: bytes) -> None:
        self._output += data
        # A tar is larger than its files: headers, and blocks of 10 KiB.
        if len(self._output) > self._limits.artifact + self._limits.files * 2048:
            self._fail(f"the build made more than {self._limits.artifact // MIB} MB")

    def _fail(self, message: str) -> None:
        self._process.kill()
        self._log.end()
        raise BuildError(message, self._log.text)


def _read(source: Path) -> dict[str, File]:
    """The regular files below ``source``, by relative path."""
    return {
        path.relative_to(source).as_posix(): File(path.read_bytes())
        for path in sorted(source.rglob("*"))
        if stat.S_ISREG(path.lstat().st_mode)
    }


def _status(process: Process) -> int:
    """The exit status; the pipes have ended, and the process is about to."""
    deadline = time.monotonic() + _EXIT_S
    while (status := process.poll()) is None:
        if time.monotonic() > deadline:
            process.kill()
        time.sleep(0.001)
    return status


def _ending(status: int, limits: BuildLimits) -> str:
    if status >= 0:
        return f"exit status {status}; the log says why"
    name = signal.Signals(-status).name
    if name == "SIGXCPU":
        return f"the compiler used more than {limits.compiler.cpu_s} s of CPU time"
    return f"the compiler was ended by {name}"
