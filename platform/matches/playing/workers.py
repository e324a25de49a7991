"""The environment of a worker's judgers: the machine's sandbox, and paths that are hidden from
them.
"""

from __future__ import annotations

import functools
import os
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from controls.walls import watched
from sandbox.isolation import choose
from sandbox.judger.client import Templates


@functools.cache
def isolation() -> Any:
    """The sandbox of this machine for the jobs of judgers, found out once in a process.

    `SandboxError` where there is none.
    """
    return choose().describe()


def forget_isolation() -> None:
    """Find out again for the next match: something was wrong, and it may have been this."""
    isolation.cache_clear()
    choose.cache_clear()
    watched.cache_clear()


@functools.cache
def _templates_of(_pid: int) -> Templates:
    return Templates()


def templates() -> Templates:
    """The template of this process's judgers; a fork of a worker has one of its own."""
    return _templates_of(os.getpid())


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
    places_once = dict.fromkeys(place.resolve() for place in places)
    # A folder that holds what a judger runs on cannot be covered whole.
    return tuple(p for p in places_once if not any(n.resolve().is_relative_to(p) for n in needed))
