"""Where a row is run: a backend with all of its walls."""

from __future__ import annotations

import contextlib
import functools
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sandbox.errors import SandboxError
from sandbox.isolation.base import Backend, Spec, Wall
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.plain import Plain
from sandbox.isolation.running import cgroups

EVERYTHING = frozenset(Wall)
"""As the walls of a row: they hold together, and only a program outside of any sandbox shows what
it can do."""
NAMES = ("groups", "rlimits", "plain")


@dataclass(frozen=True, slots=True)
class Ground:
    """``groups`` says whether control groups limit memory there."""

    name: str
    backend: Backend
    groups: bool


@functools.cache
def ground(name: str) -> Ground:
    """One of `NAMES`, warm: what a first start makes for all that follow is no trace of theirs.

    `SandboxError` where this machine has no such ground.
    """
    found = _ground(name)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        found.backend.spawn(Spec(("/usr/bin/true",), Path(folder))).close()
    return found


def _ground(name: str) -> Ground:
    if name == "plain":
        return Ground(name, Plain(), groups=False)
    if name == "rlimits":
        return Ground(name, Bubblewrap(None), groups=False)
    tree = cgroups.find()
    if tree is None or not tree.memory:
        raise SandboxError("this machine has no memory control groups for us")
    return Ground(name, Bubblewrap(tree), groups=True)


def strongest() -> Ground:
    """With control groups where there are some."""
    with contextlib.suppress(SandboxError):
        return ground("groups")
    return ground("rlimits")
