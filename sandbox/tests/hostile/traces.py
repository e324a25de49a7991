"""The traces that a program may leave behind, and checks that it has left none."""

from __future__ import annotations

import contextlib
import ctypes
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from sandbox.isolation import proctree
from sandbox.isolation.proctree import Owner
from sandbox.isolation.running import cgroups
from sandbox.tests.hostile.kinds import Broken

_PLACES = ("/tmp", "/dev/shm", "/var/tmp")
_LIBC = ctypes.CDLL(None)
_IPC_RMID = 0
_SETTLES_S = 2.0
"""How long the kernel may take to forget what has ended."""


@dataclass(frozen=True, slots=True)
class Traces:
    """The traces of one run, by its token, and of all that this process has open."""

    processes: tuple[str, ...]
    groups: tuple[str, ...]
    files: tuple[str, ...]
    mounts: int
    descriptors: int
    shared_memory: tuple[str, ...]
    keys: tuple[str, ...]

    @classmethod
    def of(cls, token: str) -> Traces:
        return cls(
            processes=tuple(map(str, processes_with(token))),
            groups=_groups(),
            files=_files(token),
            mounts=Path("/proc/self/mountinfo").read_text().count("\n"),
            descriptors=len(os.listdir("/proc/self/fd")),
            shared_memory=_shared_memory(token),
            keys=tuple(line for line in _lines("/proc/keys") if token in line),
        )

    def more_than(self, other: Traces) -> list[str]:
        """In what this differs, in words."""
        pairs = ((f.name, getattr(other, f.name), getattr(self, f.name)) for f in fields(self))
        changed = [(name, before, now) for name, before, now in pairs if before != now]
        return [f"{name}: {_shown(before)} → {_shown(now)}" for name, before, now in changed]


def _shown(value: int | tuple[str, ...]) -> str:
    if isinstance(value, int):
        return str(value)
    more = f" and {len(value) - 2} more" if len(value) > 2 else ""
    return (", ".join(value[:2]) or "none") + more


@contextmanager
def without_trace(token: str) -> Iterator[None]:
    """The code run inside, with ``token`` among its arguments and in the names of all it makes,
    must leave nothing.  `Broken` says what it left."""
    before = Traces.of(token)
    yield
    until = time.monotonic() + _SETTLES_S
    while left := Traces.of(token).more_than(before):
        if time.monotonic() > until:
            raise Broken("it left traces: " + "; ".join(left))
        time.sleep(0.01)


def processes_with(token: str) -> list[int]:
    """Processes on this machine that have ``token`` among their arguments."""
    return [pid for pid, words in proctree.arguments() if any(token in word for word in words)]


def _groups() -> tuple[str, ...]:
    return tuple(sorted(map(str, cgroups.groups(f"arbiter-{Owner.of(os.getpid())}-*"))))


def _files(token: str) -> tuple[str, ...]:
    found = []
    for place in _PLACES:
        with contextlib.suppress(OSError):
            found += [f"{place}/{name}" for name in os.listdir(place) if token in name]
    return tuple(sorted(found))


def _shared_memory(token: str) -> tuple[str, ...]:
    """Segments of System V whose key the token gives, and queues with it in their names."""
    key = str(segment_key(token))
    found = [line for line in _lines("/proc/sysvipc/shm") if key in line.split()[:1]]
    queue = _LIBC.mq_open(queue_name(token), os.O_RDONLY)
    if queue >= 0:
        os.close(queue)
        found.append(f"the queue hostile-{token}")
    return tuple(found)


def segment_key(token: str) -> int:
    """The number of the shared memory that a program with this token makes."""
    return int(token[-7:], 16)


def queue_name(token: str) -> bytes:
    return f"/hostile-{token}".encode()


@contextmanager
def removed(*tokens: str) -> Iterator[None]:
    """Clean up after the code run inside, however it ended: where walls are missing it does
    leave things."""
    try:
        yield
    finally:
        for token in tokens:
            for path in _files(token):
                with contextlib.suppress(OSError):
                    os.unlink(path)
            remove_shared(token)


def remove_shared(token: str) -> None:
    """Remove what is shared by a number or a name, which outlives all programs."""
    segment = _LIBC.shmget(segment_key(token), 0, 0)
    if segment >= 0:
        _LIBC.shmctl(segment, _IPC_RMID, None)
    _LIBC.mq_unlink(queue_name(token))


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []
