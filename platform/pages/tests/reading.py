"""How much a database reads for each query, in rows of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection

STEPS = 1000
"""Instructions of SQLite's machine between two calls of the handler in `_steps`."""
OF_A_ROW = 3
"""Instructions for a row that is passed over: read, compare, next."""
WHOLE = re.compile(r'SELECT COUNT\(\*\) AS "\w+" FROM "(\w+)"\Z')
"""SQLite counts all rows of a table by one instruction, which reads them all."""


@dataclass
class Query:
    sql: str
    params: Any
    rows: float = 0.0
    """How many were read; on SQLite at most, as it also has the work of sorting and joining."""

    def plan(self) -> str:
        words = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
        with connection.cursor() as cursor:
            cursor.execute(f"{words} {self.sql}", self.params)
            return "\n".join(str(row[-1]) for row in cursor.fetchall())


@contextmanager
def reading(tables: list[str]) -> Iterator[list[Query]]:
    """The queries of the block, each with what it read: on PostgreSQL of these tables alone.  Rows
    that are fetched later count for the query that was begun last."""
    found: list[Query] = []
    watch = _steps if connection.vendor == "sqlite" else _tuples
    with watch(found, tables) as before:

        def noted(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            before()
            found.append(Query(sql, params))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(noted):
            yield found
        before()


@contextmanager
def _steps(found: list[Query], tables: list[str]) -> Iterator[Callable[[], None]]:
    def step() -> int:
        if found:
            found[-1].rows += STEPS / OF_A_ROW
        return 0

    def count_whole() -> None:
        if found and (whole := WHOLE.match(found[-1].sql)) and whole[1] in tables:
            found[-1].rows = float("inf")

    connection.ensure_connection()
    connection.connection.set_progress_handler(step, STEPS)
    try:
        yield count_whole
    finally:
        connection.connection.set_progress_handler(None, 0)


@contextmanager
def _tuples(found: list[Query], tables: list[str]) -> Iterator[Callable[[], None]]:
    """Rows that were passed one after another, by the counters of this transaction.  Those to which
    an index has led are not counted: PostgreSQL chooses between indexes by the size of a table."""
    one = "pg_stat_get_xact_tuples_returned('{}'::regclass)"
    sql, last = f"SELECT {' + '.join(map(one.format, tables))}", 0

    def read() -> None:
        nonlocal last
        with connection.connection.cursor() as cursor:
            cursor.execute(sql)
            (now,) = cursor.fetchone()
        if found:
            found[-1].rows += now - last
        last = now

    read()
    yield read
