"""Running hostile programs in real sandboxes, and looking for what they leave."""

from __future__ import annotations

import os
import select
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from sandbox.isolation.base import Backend, Process, Profile, Spec, Usage
from sandbox.isolation.proctree import Owner
from sandbox.isolation.running import cgroups
from sandbox.limits import Limits
from sandbox.tests.readable import readable

PROGRAMS = readable(Path(__file__).parent / "programs") / "programs"
PYTHON = ("/usr/bin/python3", "-E", "-s", "-B")
TREE = cgroups.find()
"""Where control groups are made here; None where there are none for us."""
needs_groups = pytest.mark.skipif(TREE is None, reason="this machine has no control groups for us")
needs_memory_groups = pytest.mark.skipif(
    TREE is None or not TREE.memory, reason="this machine has no memory control groups for us"
)
SMALL = Limits(memory_mb=128, processes=16, scratch_mb=16, file_mb=8)


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str
    usage: Usage


@contextmanager
def started(
    backend: Backend,
    folder: Path,
    *argv: object,
    limits: Limits = SMALL,
    profile: Profile = Profile.BOT,
    cpu: int | None = None,
) -> Iterator[Process]:
    """A running sandbox, of which nothing is left afterwards."""
    token = uuid.uuid4().hex
    before = leftovers()
    words = tuple(map(str, argv))
    process = backend.spawn(Spec((*words, token), folder, limits, profile, cpu))
    try:
        yield process
    finally:
        process.close()
    assert processes_with(token) == []
    assert leftovers() == before


def python(program: str, *arguments: object) -> tuple[object, ...]:
    return (*PYTHON, f"/program/{program}.py", *arguments)


def run(backend: Backend, folder: Path, *argv: object, seconds: float = 20, **options) -> Ran:
    """Run a program to its end, with nothing to read."""
    with started(backend, folder, *argv, **options) as process:
        process.close_stdin()
        out = read_to_end(process.stdout, seconds)
        err = read_to_end(process.stderr, seconds)
        status = wait(process, seconds)
        return Ran(status, out, err, process.usage())


def read_line(process: Process, seconds: float = 20) -> str:
    """The next line of standard output, or what there is of it when the time is over."""
    line = b""
    while not line.endswith(b"\n") and _readable(process.stdout, seconds):
        byte = os.read(process.stdout, 1)
        if not byte:
            break
        line += byte
    return line.decode().rstrip("\n")


def read_to_end(fd: int, seconds: float = 20) -> str:
    said = b""
    deadline = time.monotonic() + seconds
    while _readable(fd, deadline - time.monotonic()):
        data = os.read(fd, 65536)
        if not data:
            return said.decode()
        said += data
    raise AssertionError(f"still open after {seconds} s; so far: {said[-500:]!r}")


def wait(process: Process, seconds: float = 20) -> int:
    deadline = time.monotonic() + seconds
    while (status := process.poll()) is None:
        assert time.monotonic() < deadline, "it does not end"
        time.sleep(0.002)
    return status


def leftovers() -> tuple[int, int, tuple[str, ...]]:
    """This process's open descriptors and mounts (how many), and its control groups."""
    mounts = Path("/proc/self/mountinfo").read_text().count("\n")
    groups = tuple(map(str, cgroups.groups(f"arbiter-{Owner.of(os.getpid())}-*")))
    return len(os.listdir("/proc/self/fd")), mounts, groups


def processes_with(token: str) -> list[int]:
    """Processes on this machine that have ``token`` among their arguments."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and token.encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue  # it ended while we looked
    return found


def _readable(fd: int, seconds: float) -> bool:
    return bool(select.select([fd], [], [], max(seconds, 0))[0])
