"""A database as one file, and back: SQLite by its online backup, PostgreSQL by its own programs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

from django.db import connection, transaction

from storage.bundles import BLOCK

Rows = list[tuple[Any, ...]]
Query = Callable[[str], Rows]
"""Runs a SELECT on a snapshot."""


class DatabaseFailure(Exception):
    """The database could not be copied or restored; the message says why and what to do."""


class Sqlite:
    """The database file of this site."""

    entry = "database.sqlite3"

    def __init__(self) -> None:
        self.path = Path(connection.settings_dict["NAME"])

    @contextmanager
    def snapshot(self, folder: Path, write: Callable[[IO[bytes]], None]) -> Iterator[Query]:
        """Write a consistent copy while others write to the database; the block queries the copy.

        The copy is made in ``folder`` first, so that folder needs room for it.
        """
        copy = folder / self.entry
        with (
            closing(sqlite3.connect(self.path, timeout=30)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
            # One file without a log beside it.
            target.execute("PRAGMA journal_mode=DELETE")
            with open(copy, "rb") as file:
                write(file)
            yield lambda sql: target.execute(sql).fetchall()

    def is_empty(self) -> bool:
        if not self.path.exists():
            return True
        with closing(sqlite3.connect(self.path)) as database:
            return database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None

    def check(self, file: Path) -> None:
        """`DatabaseFailure` where ``file`` is not a sound database."""
        try:
            with closing(sqlite3.connect(file)) as copy:
                (verdict,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            verdict = str(error)
        if verdict != "ok":
            raise DatabaseFailure(f"the database in the backup is damaged: {verdict}")


class Postgres:
    """The site's database, through ``pg_dump`` and ``pg_restore``, which must be on PATH."""

    entry = "database.dump"

    @contextmanager
    def snapshot(self, folder: Path, write: Callable[[IO[bytes]], None]) -> Iterator[Query]:
        """As `Sqlite.snapshot`: the dump and the block see one and the same moment."""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            (name,) = cursor.fetchone()
            with self._program(
                "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={name}"
            ) as output:
                write(output)

            def query(sql: str) -> Rows:
                cursor.execute(sql)
                rows: Rows = cursor.fetchall()
                return rows

            yield query

    def is_empty(self) -> bool:
        return not connection.introspection.table_names()

    def check(self, file: Path) -> None:
        """`DatabaseFailure` where ``file`` is not a dump."""
        with self._program("pg_restore", "--list", str(file)) as output:
            while output.read(BLOCK):
                pass

    def dump(self, file: Path) -> None:
        """Write the database as it is now to ``file``."""
        with self._program("pg_dump", "--format=custom", f"--file={file}") as output:
            output.read()

    def load(self, file: Path) -> None:
        """Replace the database's tables in one transaction: all of them, or nothing changes."""
        name = connection.settings_dict["NAME"]
        options = ("--no-owner", "--no-privileges", "--clean", "--if-exists")
        strict = ("--single-transaction", "--exit-on-error")
        with self._program(
            "pg_restore", *options, *strict, f"--dbname={name}", str(file)
        ) as output:
            output.read()

    @contextmanager
    def _program(self, name: str, *arguments: str) -> Iterator[IO[bytes]]:
        """The standard output of a program that knows the database; `DatabaseFailure`."""
        path = shutil.which(name)
        if path is None:
            raise DatabaseFailure(f"{name} is missing. Debian: apt-get install postgresql-client")
        process = subprocess.Popen(
            [path, *arguments],
            env=self._environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        with process:
            assert process.stdout is not None
            assert process.stderr is not None
            yield process.stdout
            errors = process.stderr.read().decode(errors="replace").strip()
        if process.returncode:
            raise DatabaseFailure(f"{name} failed: {errors or process.returncode}")

    def _environment(self) -> dict[str, str]:
        about = connection.settings_dict
        names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
        given = {name: str(about[key]) for name, key in names.items() if about.get(key)}
        return {**os.environ, **given, "PGDATABASE": str(about["NAME"])}


Database = Sqlite | Postgres


def database() -> Database:
    """The site's own."""
    return Sqlite() if connection.vendor == "sqlite" else Postgres()
