"""The side that is at fault for an error of a worker, and when the work begins again.

Work that meets a passing fault of the platform waits and is tried again, after pauses that grow.
Work that meets a fault of a machine counts no try, and goes to another machine.  Nobody's program
is at fault in either.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any, TypedDict, TypeVar

from django.db import InterfaceError, OperationalError, connection, models
from django.db.models import ExpressionWrapper, Q, QuerySet
from django.db.models.expressions import Combinable

from arbiter.database.locks import database_now
from arbiter.outage import FAILURES
from arbiter.working.workers import host
from sandbox.errors import (
    BuildError,
    Cause,
    CompilerKilled,
    LogicError,
    PassingFault,
    UploadError,
    machine_cause,
)

logger = logging.getLogger(__name__)
Value = TypeVar("Value")

MOST = 20
"""Passing faults after which the work fails."""
MOST_KILLED = 3
"""The same of killed compilers: a program may kill its own."""
LONGEST_PAUSE_S = 300
STORE_PAUSES_S = (1.0, 3.0, 10.0)
"""Before a write is offered to the database again."""
MACHINE_PAUSE_S = 60
"""Work goes from a machine that failed with it to the next one at most once in this time."""
ALONE_S = 120
"""After this time the same machine may try again, as the others may be gone."""
REMEMBERED = 4
"""Machines that failed with a row before the last one, at most."""
HOSTS = 300
"""Characters of their names; one is at most `arbiter.working.workers.LONGEST_HOST` long."""
_LASTING = (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError)
"""Errors of the system that the next attempt would meet again."""
_KINDS = (*FAILURES, OperationalError, InterfaceError, PassingFault)


class Blame(Enum):
    """The side that is at fault.  MACHINE: this one lacks something.  PASSING: the platform at this
    moment.  PLATFORM: the platform, and the next attempt would meet the same."""

    AUTHOR = auto()
    GAME = auto()
    MACHINE = auto()
    PASSING = auto()
    PLATFORM = auto()


@dataclass(frozen=True, slots=True)
class Fault:
    """``cause`` says what the machine lacks where that is at fault."""

    of: Blame
    cause: Cause | None = None


def fault_of(error: BaseException) -> Fault:
    """The side that is at fault for the error, or for the error that caused it: the one place that
    tells it for matches, builds, tries, installations and archives."""
    if isinstance(error, (BuildError, UploadError)):
        return Fault(Blame.AUTHOR)
    if isinstance(error, LogicError):
        return Fault(Blame.GAME)
    if (cause := machine_cause(error)) is not None:
        return Fault(Blame.MACHINE, cause)
    return Fault(Blame.PASSING if _passes(error) else Blame.PLATFORM)


def _passes(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, _LASTING):
            return False
        if isinstance(error, _KINDS):
            return True
        error = error.__cause__
    return False


def is_passing(error: BaseException) -> bool:
    """Whether the next attempt of the work may succeed, here or on another machine."""
    return fault_of(error).of in (Blame.PASSING, Blame.MACHINE)


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


def failed_on() -> models.CharField[str, str]:
    """The column with the machines that failed with a row."""
    text = "Machines that lacked something for it."
    return models.CharField(max_length=HOSTS, blank=True, help_text=text)


class Retried(models.Model):
    """Columns of work that is tried again after passing faults."""

    faults = models.PositiveSmallIntegerField(
        default=0, help_text="Tries that a passing fault of the platform ended."
    )
    retry_at = models.DateTimeField(
        null=True, blank=True, help_text="The next attempt does not begin before this time."
    )
    failed_on = failed_on()

    class Meta:
        abstract = True


AFRESH: dict[str, int | str | None] = {"faults": 0, "retry_at": None, "failed_on": ""}
"""Columns of work that nothing has interrupted yet."""


def due(machine: str | None = None) -> Q:
    """Rows that need not wait for a later attempt, by any machine or by this one.

    A machine that failed with a row gets it again only after `ALONE_S` in which no other took it.
    """
    now = Q(retry_at__lte=database_now())
    if machine is None:
        return Q(retry_at=None) | now
    alone = Q(retry_at__lte=database_now(-timedelta(seconds=ALONE_S)))
    other = now & ~Q(failed_on__contains=_marked(machine))
    return Q(retry_at=None) | alone | other


def _marked(machine: str) -> str:
    """A machine's name within ``failed_on``, told from names that contain it."""
    return f"/{machine}/"


class Moved(TypedDict):
    failed_on: str
    retry_at: datetime | Combinable


def moved_on(failed_on: str, machine: str, started: datetime | None) -> Moved:
    """Columns of work that met a fault of a machine, in an attempt that began then."""
    names = [name for name in failed_on.split("/") if name and name != machine]
    marked = "".join(map(_marked, [*names[-REMEMBERED:], machine]))
    pause = timedelta(seconds=MACHINE_PAUSE_S)
    return {"failed_on": marked, "retry_at": started + pause if started else database_now(pause)}


def next_try(faults: int) -> ExpressionWrapper[Any]:
    """The time of the next attempt after this number of faults."""
    return database_now(timedelta(seconds=min(2.0**faults, LONGEST_PAUSE_S)))


def put_off(
    held: QuerySet[Any], error: Exception | None = None, most: int = MOST, **waiting: object
) -> bool:
    """Have the row that the worker holds wait for another attempt, with the columns ``waiting``.

    False where the error is no passing fault, the row has met its ``most``-th one, or is no longer
    held: nothing has changed then.  Faults of machines do not count, but for killed compilers: a
    program may kill its own.
    """
    fault = Fault(Blame.PASSING) if error is None else fault_of(error)
    killed = isinstance(error, CompilerKilled)
    if fault.of not in (Blame.PASSING, Blame.MACHINE):
        return False

    def write() -> bool:
        row = held.values("faults", "failed_on").first()
        if row is None:
            return False
        later: dict[str, object] = {}
        if fault.of is Blame.MACHINE:
            later = {**moved_on(row["failed_on"], host(), None)}
        if killed or fault.of is Blame.PASSING:
            if row["faults"] + 1 >= (min(most, MOST_KILLED) if killed else most):
                return False
            later = {"retry_at": next_try(row["faults"]), **later, "faults": row["faults"] + 1}
        return bool(held.update(**waiting, **later))

    return persistently(write, "a fault of the platform")
