"""What a worker process is: its name, its end, its sandbox, and what its judgers shall not see."""

from __future__ import annotations

import ctypes
import functools
import os
import signal
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from celery.signals import worker_process_init
from django.conf import settings

from sandbox.isolation import choose, describe
from sandbox.isolation.owner import Owner

LONGEST_HOST = 50
"""Characters of a machine's name within a worker's: a claim has room for so many."""
_PR_SET_PDEATHSIG = 1


def host() -> str:
    """This machine, as the names of its workers begin."""
    return socket.gethostname()[:LONGEST_HOST]


def own_name() -> str:
    """This process, told from every other on any machine at any time."""
    return f"{host()}:{Owner.of(os.getpid())}:{_boot()}"


def is_dead(name: str) -> bool:
    """Whether the worker of that name ran on this machine and runs no more.

    False where that cannot be known from here; its lease then tells in the end.
    """
    try:
        where, process, boot = name.split(":")
    except ValueError:
        return False
    owner = Owner.parse(f"{process}-0")
    here = (where, boot) == (host(), _boot())
    return here and owner is not None and not owner.is_alive()


def _boot() -> str:
    """Tells two machines of one name apart, and a machine from itself before it was restarted."""
    return Path("/proc/sys/kernel/random/boot_id").read_text()[:8]


@worker_process_init.connect(dispatch_uid="matches.workers")
def die_with_parent(**_: Any) -> None:
    """Let a pool's process end when the worker that started it is killed: nobody would ask it for
    anything more, and it would go on with a match that is being played elsewhere."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


@functools.cache
def isolation() -> Any:
    """The sandbox of this machine for the jobs of judgers, found out once in a process.

    `SandboxError` where there is none.
    """
    return describe(choose())


def forget_isolation() -> None:
    """Find out again for the next match: something was wrong, and it may have been this."""
    isolation.cache_clear()
    choose.cache_clear()


@functools.cache
def secrets() -> tuple[Path, ...]:
    """Folders that no judger needs: the database, the stored files, sockets, the secret key."""
    places = [Path(settings.VAR), Path(settings.MEDIA_ROOT)]
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        places.append(Path(database["NAME"]).parent)
    redis = urlsplit(settings.REDIS_URL)
    if redis.scheme == "unix":
        places.append(Path(redis.path).parent)
    needed = (settings.ROOT, Path(sys.prefix), Path(sys.base_prefix), Path(tempfile.gettempdir()))
    found = dict.fromkeys(place.resolve() for place in places)
    # A folder that holds what a judger runs on cannot be covered whole.
    return tuple(p for p in found if not any(n.resolve().is_relative_to(p) for n in needed))
