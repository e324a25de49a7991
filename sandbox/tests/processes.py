"""Processes, as /proc shows them."""

from __future__ import annotations

import os
from pathlib import Path

from sandbox.judger.__main__ import NAME


def name_of(pid: int) -> str:
    """The name of a process; "" where it has ended."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().rstrip("\n")
    except OSError:
        return ""


def runs(pid: int) -> bool:
    """Whether the process is there and not just unburied: whoever buries orphans may be slow."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, from any of its threads."""
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    except OSError:
        pass
    return found


def judgers(pid: int | None = None) -> list[int]:
    """The judgers that play matches for a process, or for this one."""
    found, waiting = [], children_of(os.getpid() if pid is None else pid)
    while waiting:
        child = waiting.pop()
        if name_of(child) == NAME:
            found.append(child)
        else:
            waiting += children_of(child)
    return found
