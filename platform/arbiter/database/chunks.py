"""Tables that are read row after row, while the process writes what it has done so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from django.db.models import QuerySet

Row = TypeVar("Row")


def in_chunks(rows: QuerySet[Any, Row], size: int, by: str = "pk") -> Iterator[Row]:
    """The rows in the order of a column that tells them apart, ``size`` of them in memory.

    No query is open between two rows.  Django's ``iterator`` keeps one open: with SQLite a write of
    the process then fails at once, “database is locked”, if another process has written since.
    """
    column = rows.model._meta.pk.attname if by == "pk" else by
    rows = rows.order_by(by)
    chunk = list(rows[:size])
    while chunk:
        yield from chunk
        last: Any = chunk[-1]
        value = last[column] if isinstance(last, dict) else getattr(last, column)
        chunk = list(rows.filter(**{f"{by}__gt": value})[:size]) if len(chunk) == size else []
