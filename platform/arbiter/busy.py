"""The database does not take a write in time, because something else holds it.

Web processes wait for it shortly and then say so; workers wait longer.  See
``ARBITER_DATABASE_SECONDS``.
"""

from __future__ import annotations

import logging

from django.db import Error

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


class OneLine(logging.Filter):
    """Logs a request that found the database busy in one line: the code has no fault to trace."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and is_busy(record.exc_info[1]):
            record.exc_info = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True
