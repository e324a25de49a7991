"""Locks that all processes of a site see, on all of its machines: they are in the database."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Manager, Model, QuerySet

M = TypeVar("M", bound=Model)


def lock(rows: Manager[M] | QuerySet[M], *, deletes: bool = False) -> QuerySet[M]:
    """These rows, locked until the transaction ends, and no row that ``select_related`` joins.

    Others may still insert rows that refer to a locked one, except where ``deletes`` says that the
    transaction deletes it: SQLite locks the whole database in any case.
    """
    return rows.select_for_update(of=("self",), no_key=not deletes)
