"""The enforcement of each wall of the sandboxes, and how to let the kernel enforce it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sandbox.isolation.base import Backend
from sandbox.isolation.bubblewrap import Bubblewrap

_AUTOGROUP = Path("/proc/sys/kernel/sched_autogroup_enabled")


class Holder(StrEnum):
    KERNEL = "kernel"
    WATCHER = "watcher"
    """The platform looks now and then, and ends what is over a limit."""
    NOBODY = "not at all"


@dataclass(frozen=True, slots=True)
class Held:
    wall: str
    by: Holder


def table(backend: Backend) -> tuple[Held, ...]:
    """Every wall, and what holds it."""
    bwrap = isinstance(backend, Bubblewrap)
    tree = backend.tree if isinstance(backend, Bubblewrap) else None
    kernel = Holder.KERNEL if bwrap else Holder.NOBODY
    watcher = Holder.WATCHER if bwrap else Holder.NOBODY
    sessions = bwrap and _share_by_session()

    def held(grouped: bool, otherwise: Holder) -> Holder:
        return Holder.KERNEL if grouped else otherwise

    return (
        Held("files, network, other processes, users", kernel),
        Held("system calls", kernel),
        Held("number of processes, size of files", kernel),
        Held("memory", held(tree is not None and tree.memory, watcher)),
        Held("CPU time, child processes included", held(tree is not None and tree.cpu, watcher)),
        Held(
            "equal shares of a processor",
            held((tree is not None and tree.shares) or sessions, Holder.NOBODY),
        ),
        Held("pause of bots that are not asked", held(tree is not None and tree.freezes, watcher)),
        Held("end of all processes after a match", kernel),
    )


def weak(backend: Backend) -> tuple[Held, ...]:
    """The walls that the kernel does not hold."""
    return tuple(held for held in table(backend) if held.by is not Holder.KERNEL)


def remedy() -> str:
    """A command that starts the site where the kernel holds all walls, on a machine with systemd
    and version 2 of control groups."""
    if os.geteuid() == 0:
        return "systemd-run --scope -p Delegate=yes make run"
    return (
        'sudo systemd-run --pty --uid="$USER" --working-directory="$PWD" -p Delegate=yes make run'
    )


def lines(backend: Backend) -> list[str]:
    """The table as text, and the remedy where something is weak."""
    rows = table(backend)
    width = max(len(held.wall) for held in rows)
    found = [f"{held.wall:{width}}  {held.by}" for held in rows]
    if weak(backend):
        found.append(f"To have the kernel hold all of it: {remedy()}")
    return found


def _share_by_session() -> bool:
    """Whether the kernel shares processors among sessions, of which each sandbox has one."""
    try:
        return _AUTOGROUP.read_text().strip() == "1"
    except OSError:
        return False
