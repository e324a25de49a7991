"""The locks and the clock that all machines of a site share: those of the database."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.contrib.contenttypes.models import ContentType
from django.db.models import DateTimeField, ExpressionWrapper, Manager, Model, QuerySet
from django.db.models.functions import Now

M = TypeVar("M", bound=Model)


def lock(
    rows: Manager[M] | QuerySet[M], *, deletes: bool = False, waits: bool = True
) -> QuerySet[M]:
    """These rows, locked until the transaction ends, and no row that ``select_related`` joins.

    Others may still insert rows that refer to a locked one, except where ``deletes`` says that the
    transaction deletes it: SQLite locks the whole database in any case.  Without ``waits``, rows
    that another transaction has locked are left out.  ``docs/locks.md`` has the order of locks.
    """
    return rows.select_for_update(of=("self",), no_key=not deletes, skip_locked=not waits)


def database_now(later: timedelta = timedelta()) -> ExpressionWrapper[Any]:
    """The database's time, or ``later`` than it, for a column of a query, a condition or a new
    value.  Leases and durations are measured by it, since clocks of machines differ."""
    # Without a sum, SQLite would write it in another form than other times.
    return ExpressionWrapper(Now() + later, output_field=DateTimeField())


def database_time() -> datetime:
    """The database's time as a value, for what is compared in Python; one query."""
    # Any table that always has rows.
    now: datetime = ContentType.objects.values_list(database_now(), flat=True)[0]
    return now
