"""Processes that other processes have started: finding them all, and ending them all."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections import defaultdict
from contextlib import suppress

from sandbox.errors import SandboxError

_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none gets lost."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise SandboxError(f"prctl(PR_SET_CHILD_SUBREAPER): {os.strerror(ctypes.get_errno())}")


def descendants(root: int) -> list[int]:
    """All living processes below ``root``, in whatever session or group they are."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    zombies = set()
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                # The command stands in brackets and may hold anything.
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        children[int(parent)].append(int(name))
        if state in (b"Z", b"X"):
            zombies.add(int(name))
    found = []
    front = [root]
    while front:
        front = [child for pid in front for child in children[pid]]
        found += front
    return [pid for pid in found if pid not in zombies]


def reap_orphans(known: set[int]) -> None:
    """Take the exit statuses of adopted processes; of ``known`` ones somebody else does."""
    me = os.getpid()
    try:
        with open(f"/proc/{me}/task/{me}/children", "rb") as file:
            children = [int(pid) for pid in file.read().split()]
    except OSError:
        return
    for pid in children:
        if pid not in known:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)


def end_descendants(patience_s: float = 10) -> None:
    """Kill everything below this process, again and again until nothing is left, zombies included.

    They would go to the machine's first process, which in a container may leave them for ever.
    """
    until = time.monotonic() + patience_s
    while (left := descendants(os.getpid())) and time.monotonic() < until:
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)
        _reap()
    _reap()


def _reap() -> None:
    """Take the exit statuses of all children that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
