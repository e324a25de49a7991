"""Passing faults of the platform: a full disk, a database that is away, a compiler that the machine
killed.

Work that meets one waits and is tried again, after pauses that grow.  Nobody's program is at fault.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import InterfaceError, OperationalError, connection, models
from django.db.models import Q, QuerySet
from django.utils import timezone

from arbiter.outage import FAILURES
from sandbox.errors import CompilerKilled, PassingFault

logger = logging.getLogger(__name__)
Value = TypeVar("Value")

MOST = 20
"""Passing faults after which the work fails."""
MOST_KILLED = 3
"""The same of killed compilers: a program may kill its own."""
LONGEST_PAUSE_S = 300
STORE_PAUSES_S = (1.0, 3.0, 10.0)
"""Before a write is offered to the database again."""
_LASTING = (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError)
"""Errors of the system that the next try would meet again."""
_KINDS = (*FAILURES, OperationalError, InterfaceError, PassingFault)


def is_passing(error: BaseException | None) -> bool:
    """Whether the error, or the error that caused it, is a passing fault of the platform."""
    while error is not None:
        if isinstance(error, _LASTING):
            return False
        if isinstance(error, _KINDS):
            return True
        error = error.__cause__
    return False


def mend_connection() -> None:
    """Drop the connection to the database if it does not work: the next query opens another."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


def persistently(
    write: Callable[[], Value], what: object, pauses_s: Sequence[float] = STORE_PAUSES_S
) -> Value:
    """The value of ``write``, which is called again while the database is away.

    ``what`` says in the log what is written.  After the last pause the error is raised.
    """
    for pause in pauses_s:
        try:
            return write()
        except (OperationalError, InterfaceError) as error:
            logger.warning("%s waits for the database: %s", what, error)
            mend_connection()
            time.sleep(pause)
    return write()


class Retried(models.Model):
    """Columns of work that is tried again after passing faults."""

    faults = models.PositiveSmallIntegerField(
        default=0, help_text="Tries that a passing fault of the platform ended."
    )
    retry_at = models.DateTimeField(
        null=True, blank=True, help_text="The next try does not begin before this time."
    )

    class Meta:
        abstract = True


AFRESH: dict[str, Any] = {"faults": 0, "retry_at": None}
"""Columns of work that nothing has interrupted yet."""


def due() -> Q:
    """Rows that need not wait for a later try."""
    return Q(retry_at=None) | Q(retry_at__lte=timezone.now())


def next_try(faults: int) -> datetime:
    """The time of the next try after this number of faults."""
    return timezone.now() + timedelta(seconds=min(2.0**faults, LONGEST_PAUSE_S))


def most_tries(error: Exception, most: int = MOST) -> int:
    """The number of such faults after which work fails that may otherwise meet ``most``."""
    return min(most, MOST_KILLED) if isinstance(error, CompilerKilled) else most


def put_off(held: QuerySet[Any], most: int = MOST, **waiting: object) -> bool:
    """Have the row that the worker holds wait for another try, with the columns ``waiting``.

    False where it has met its ``most``-th fault, or is no longer held: nothing has changed then.
    """

    def write() -> bool:
        faults = held.values_list("faults", flat=True).first()
        if faults is None or faults + 1 >= most:
            return False
        later = {"faults": faults + 1, "retry_at": next_try(faults)}
        return bool(held.update(**waiting, **later))

    return persistently(write, "a fault of the platform")
