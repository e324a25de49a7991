"""The owner of a control group, found from the group's name."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Owner:
    """A process as the name of a group tells it; the start tells it from a later one's pid, and
    the namespace from another container's that shares the hierarchy."""

    namespace: int
    pid: int
    start: int

    def __str__(self) -> str:
        return f"{self.namespace}-{self.pid}-{self.start}"

    @classmethod
    def of(cls, pid: int) -> Owner:
        # The command's name, in parentheses, may hold anything; the start time is field 22.
        start = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
        return cls(os.stat("/proc/self/ns/pid").st_ino, pid, start)

    @classmethod
    def ourselves(cls) -> Owner:
        return _of_us(os.getpid())

    @classmethod
    def parse(cls, name: str) -> Owner | None:
        """The owner in "owner-serial", the end of a group's name; None where there is none."""
        try:
            namespace, pid, start, _ = map(int, name.split("-"))
        except ValueError:
            return None
        return cls(namespace, pid, start)

    def is_alive(self) -> bool:
        """True also where it cannot be known."""
        if self.namespace != os.stat("/proc/self/ns/pid").st_ino:
            return True
        try:
            return Owner.of(self.pid) == self
        except (FileNotFoundError, ProcessLookupError):
            return False


@functools.cache
def _of_us(pid: int) -> Owner:
    """By pid, as a fork is another owner."""
    return Owner.of(pid)
