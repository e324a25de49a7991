"""SQLite's statistics, by which it chooses among indexes."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from django.db import connection

from arbiter.database import statistics

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL collects its own"),
]
ROWS = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "
    "INSERT INTO counted SELECT i, 1, i FROM n"
)


@pytest.fixture
def counted():
    """A table with an index of a column of one value, and one of many values."""
    lines = (
        "CREATE TABLE counted (id integer PRIMARY KEY, alike integer, apart integer)",
        "CREATE INDEX of_apart ON counted (apart)",
        "CREATE INDEX of_alike ON counted (alike)",
        ROWS,
    )
    with connection.cursor() as cursor:
        for line in lines:
            cursor.execute(line)
        yield
        cursor.execute("DROP TABLE counted")
        cursor.execute("DELETE FROM sqlite_stat1")
        cursor.execute("ANALYZE sqlite_schema")


def test_connections_that_are_open_use_the_statistics(counted):
    with closing(sqlite3.connect(connection.settings_dict["NAME"], cached_statements=0)) as other:
        assert "of_alike" in plan(other)
        statistics.collect()
        assert "of_apart" in plan(other)


def plan(database):
    query = "SELECT id FROM counted WHERE alike = 1 AND apart = 7"
    assert database.execute(query).fetchall() == [(7,)]  # a plan alone reads no schema
    return str(database.execute(f"EXPLAIN QUERY PLAN {query}").fetchall())
