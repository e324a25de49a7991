"""Rows of tables whose keys rise with the time of their rows: spans of time are spans of keys.

A list in the order of its keys then reads the rows that it shows alone.  By the time alone a
database reads all rows where the newest is too old, or sorts all where the oldest is new enough.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TypeVar

from django.db.models import BigIntegerField, Model, QuerySet, Value
from django.db.models.functions import Coalesce

Row = TypeVar("Row", bound=Model)
_DISORDER = timedelta(days=1)
"""More than clocks of machines differ and transactions last: within this time rows may be in
another order by time than by key."""
_FIRST, _LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
"""Between these a zone's difference and `_DISORDER` stay in the calendar."""


def since(rows: QuerySet[Row], column: str, moment: datetime) -> QuerySet[Row]:
    """Those from ``moment`` on, which is aware, by the time in ``column``, which has an index."""
    moment = min(max(moment, _FIRST), _LAST)
    older = rows.model._default_manager.filter(**{f"{column}__lt": moment - _DISORDER})
    newest = Coalesce(older.order_by(f"-{column}").values("pk")[:1], Value(0))
    return rows.filter(**{f"{column}__gte": moment, "pk__gt": newest})


def until(rows: QuerySet[Row], column: str, moment: datetime) -> QuerySet[Row]:
    """Those up to ``moment``, as in `since`."""
    moment = min(max(moment, _FIRST), _LAST)
    newer = rows.model._default_manager.filter(**{f"{column}__gt": moment + _DISORDER})
    none = Value(BigIntegerField.MAX_BIGINT)
    oldest = Coalesce(newer.order_by(column).values("pk")[:1], none)
    return rows.filter(**{f"{column}__lte": moment, "pk__lt": oldest})
