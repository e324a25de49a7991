"""Disk space for log-ins alone: a file beside the database, which is given back piece by piece.

A session is a row.  Without the reserve nobody could log in while the disk is full, not even an
organizer who wants to see why.  Only SQLite has one: a database server has a disk of its own.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from django.db import connection
from django.http import HttpRequest, HttpResponse

from arbiter.serving import Middleware
from storage import space
from storage.space import MB

SIZE = 16 * MB
PIECE = MB
"""Given back at a time; a log-in is satisfied with less."""
REST_S = 10.0
"""A process gives no more often than this: what else fills the disk takes the space, too."""
PATHS = ("/accounts/login/", "/accounts/logout/", "/accounts/reauthenticate/", "/accounts/2fa/")
_last = [-REST_S]


def file() -> Path | None:
    if connection.vendor != "sqlite":
        return None
    return Path(connection.settings_dict["NAME"]).parent / "reserve"


def fill() -> None:
    """Allocate the reserve, or what was given back of it, unless the disk is below its floor, or
    has no room for it: a site with a low floor starts and tidies up all the same."""
    path = file()
    if path is None or space.is_low() or (path.exists() and path.stat().st_size >= SIZE):
        return
    handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        with suppress(OSError):
            os.posix_fallocate(handle, 0, SIZE)
    finally:
        os.close(handle)


def give() -> bool:
    """Give a piece back if the disk of the database is full; whether that was done."""
    path, now = file(), time.monotonic()
    if path is None or not path.exists() or now - _last[0] < REST_S:
        return False
    state, size = os.statvfs(path), path.stat().st_size
    if state.f_bavail * state.f_frsize >= PIECE or not size:
        return False
    _last[0] = now
    os.truncate(path, max(0, size - PIECE))
    return True


class ReserveMiddleware(Middleware):
    """Makes room for the rows of a log-in before it begins."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path
        if (request.method == "POST" and path.startswith(PATHS)) or (
            path.startswith("/accounts/") and path.endswith("/login/callback/")
        ):
            give()
        return self.get_response(request)
