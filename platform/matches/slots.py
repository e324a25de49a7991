"""One CPU per match: which CPUs of this machine are taken by the matches of its workers."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def free_cpu(folder: Path) -> Iterator[int | None]:
    """Hold a CPU that no other match on this machine holds; None where all are taken.

    The hold is a lock on a file in ``folder``, so it ends with the process whatever happens.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for cpu in sorted(os.sched_getaffinity(0), reverse=True):
        descriptor = os.open(folder / f"cpu-{cpu}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            continue
        try:
            yield cpu
        finally:
            os.close(descriptor)
        return
    yield None
