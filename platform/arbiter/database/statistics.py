"""The statistics by which SQLite chooses among indexes.  PostgreSQL keeps its own."""

from django.db import connection, transaction

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
