"""The name of a worker process, and its end.

A worker that claims a match or a build records its name, so that others can see whether it still
runs.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
from pathlib import Path
from typing import Any

from celery.signals import worker_process_init

from sandbox.isolation.proctree import Owner

LONGEST_HOST = 50
"""The most characters of a machine's name within a worker's: the length of a claim's field."""
_PR_SET_PDEATHSIG = 1


def host() -> str:
    """This machine, as the names of its workers begin."""
    return socket.gethostname()[:LONGEST_HOST]


def own_name() -> str:
    """This process, told from every other on any machine at any time."""
    return name_of(os.getpid())


def name_of(pid: int) -> str:
    """The name of a process of this machine."""
    return f"{host()}:{Owner.of(pid)}:{_boot()}"


def is_dead(name: str) -> bool:
    """Whether the worker of that name ran on this machine and runs no more.

    False where that cannot be known from here; in the end its time tells.
    """
    try:
        where, process, boot = name.split(":")
    except ValueError:
        return False
    owner = Owner.parse(f"{process}-0")
    here = (where, boot) == (host(), _boot())
    return here and owner is not None and not owner.is_alive()


def runs_here(name: str) -> bool:
    """Whether a worker of that name runs on this machine now."""
    parts = name.split(":")
    return len(parts) == 3 and (parts[0], parts[2]) == (host(), _boot()) and not is_dead(name)


def _boot() -> str:
    """Tells two machines of one name apart, and a machine from itself before it was restarted."""
    return Path("/proc/sys/kernel/random/boot_id").read_text()[:8]


@worker_process_init.connect(dispatch_uid="arbiter.working.workers")
def die_with_parent(**_: Any) -> None:
    """Let a pool's process end when the worker that started it is killed: nobody would ask it for
    anything more, and it would go on with what is being done elsewhere."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
