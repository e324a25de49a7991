"""The processes of a running site, by what they are."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from sandbox.judger.__main__ import NAME
from sandbox.tests.processes import children_of, name_of


class Kind(Enum):
    """Processes that may be killed, with weights in percent; the rest are only recognised."""

    JUDGER = "judger"
    TEMPLATE = "template of judgers"
    CHILD = "process of a worker"
    PARENT = "worker"
    REDIS = "redis"
    WEB = "web"
    BEAT = "beat"
    SANDBOX = "sandbox"
    OTHER = "other"


WEIGHTS = {
    Kind.JUDGER: 44,
    Kind.TEMPLATE: 6,
    Kind.CHILD: 30,
    Kind.PARENT: 8,
    Kind.REDIS: 6,
    Kind.WEB: 4,
    Kind.BEAT: 2,
}
MOST = {Kind.PARENT: 6, Kind.REDIS: 4, Kind.WEB: 4, Kind.BEAT: 4}
"""The supervisor gives a part up that ends ten times within five minutes."""


@dataclass(frozen=True)
class Victim:
    pid: int
    kind: Kind
    words: str

    def kill(self) -> bool:
        """SIGKILL; whether it was still there."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
            return True
        return False


def below(root: int) -> list[Victim]:
    """All living descendants of a process.

    A judger's child that has not begun its own program yet has the judger's name; it is what will
    be a sandbox.
    """
    found = []
    waiting = [(root, Kind.OTHER)]
    while waiting:
        parent, above = waiting.pop()
        for pid in children_of(parent):
            words = _words(pid)
            kind = _kind(pid, words, under_root=parent == root)
            if kind is Kind.JUDGER and above in (Kind.JUDGER, Kind.SANDBOX):
                kind = Kind.SANDBOX
            waiting.append((pid, kind))
            if words:
                found.append(Victim(pid, kind, words))
    return found


def _words(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
    return ""


def _kind(pid: int, words: str, *, under_root: bool) -> Kind:
    name = name_of(pid)
    if name == NAME:
        return Kind.JUDGER
    if "sandbox.judger.template" in words:
        return Kind.TEMPLATE
    if "bwrap" in words or "arbiter-launcher" in words or "/program" in words:
        return Kind.SANDBOX
    if name == "arbiter beat":
        return Kind.BEAT
    if name == "arbiter web":
        return Kind.WEB
    if name.startswith("arbiter "):
        return Kind.PARENT if under_root else Kind.CHILD
    if "redis-server" in words:
        return Kind.REDIS
    return Kind.OTHER
