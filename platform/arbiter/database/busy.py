"""The database does not take a write in time, because something else holds it.

Web processes wait for it and then say so: shortly for a page, longer for a change that somebody has
sent.  Workers wait longer still.  See ``ARBITER_DATABASE_SECONDS``.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse

from arbiter.serving import Middleware

CHANGE_SECONDS = 8.0
"""How long at least each write of a request that changes something waits for others."""
RETRY_SECONDS = 5
"""After this long it is worth trying again."""
WORDS = (
    "The site is busy: its database did not take your change in time, so nothing was changed. "
    "Try again in a few seconds."
)
_SQLITE = ("SQLITE_BUSY", "SQLITE_LOCKED")
_POSTGRES = ("55P03", "40001", "40P01")
"""Lock not available, serialization failure, deadlock."""


def is_busy(error: BaseException | None) -> bool:
    """Whether this is the reason, or the reason of the reason."""
    while error is not None:
        if isinstance(error, Error):
            cause = error.__cause__
            name = getattr(cause, "sqlite_errorname", "")
            if name.startswith(_SQLITE) or getattr(cause, "sqlstate", "") in _POSTGRES:
                return True
        error = error.__cause__ or error.__context__
    return False


class PatientChanges(Middleware):
    """Middleware: a request that changes something waits `CHANGE_SECONDS` for the database.

    A person who has sent a program or a form rather waits than sends it again.  The last
    middleware: what the others write does not wait once more.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD", "OPTIONS") or connection.vendor != "sqlite":
            return self.get_response(request)
        with _waiting(max(CHANGE_SECONDS, settings.DATABASE_SECONDS)):
            return self.get_response(request)


@contextmanager
def _waiting(seconds: float) -> Iterator[None]:
    """Within the block, SQLite waits that long for a lock."""
    connection.ensure_connection()
    _wait(seconds)
    try:
        yield
    finally:
        _wait(settings.DATABASE_SECONDS)


def _wait(seconds: float) -> None:
    """Does nothing where there is no connection now: a new one begins with the usual time."""
    if connection.connection is not None:
        connection.connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")


class OneLine(logging.Filter):
    """Logs a request that found the database busy in one line: the code has no fault to trace."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and is_busy(record.exc_info[1]):
            record.exc_info = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True
