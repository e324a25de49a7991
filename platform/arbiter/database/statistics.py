"""The statistics by which SQLite chooses among indexes.  PostgreSQL keeps its own."""

from __future__ import annotations

from typing import Any

from django.db import connection, transaction
from django.db.models import BooleanField, F, Func
from django.db.models.lookups import Exact

_RELOAD = ("CREATE TABLE statistics_are_new (id)", "DROP TABLE statistics_are_new")
"""Connections read statistics with the schema, and the schema again when it has changed."""


def collect() -> None:
    """Count the rows and the values of each index, one table after another: others can write in
    between."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f"ANALYZE {connection.ops.quote_name(name)}")
        with transaction.atomic():
            for line in _RELOAD:
                cursor.execute(line)


class Rare(Func):
    """The condition that a column has a value, for a list in the order of an index that begins with
    it: the index is used, however many rows have the value.  SQLite knows how many have one on
    average alone, and where all are alike it reads the table for a value that no row has."""

    function = "unlikely"
    output_field = BooleanField()

    def __init__(self, column: str, value: str) -> None:
        super().__init__(Exact(F(column), value))

    def as_postgresql(self, compiler: Any, connection: Any, **_: Any) -> Any:
        return compiler.compile(self.source_expressions[0])
