"""Stored files: which columns of the database name them, and how they are deleted.

Every deletion goes through `discard` or `deleting`, so that a backup finds each file that its
snapshot of the database names.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Self, cast

from django.apps import apps
from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import FileField, Model
from django.db.models.fields.files import FieldFile

from sandbox.errors import Cause, MachineFault
from storage.databases import DatabaseFailure

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Column:
    """A column that holds names of stored files; they begin with ``folder``."""

    model: type[Model]
    name: str
    column: str
    folder: str


def columns() -> list[Column]:
    """Every file column of every model."""
    return [
        Column(model, field.name, field.column or field.name, str(field.upload_to))
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, FileField)
    ]


@contextmanager
def opened(file: FieldFile) -> Iterator[BinaryIO]:
    """A stored file for reading.

    `MachineFault` where this machine has none of the site's files; the error of the storage where
    it lacks this one alone.
    """
    try:
        content = file.open("rb")
    except Exception:  # each kind of storage has errors of its own
        require_here()
        raise
    with content:
        yield cast("BinaryIO", content)


def require_here() -> None:
    """`MachineFault` where this machine has none of the site's files: not the newest of any
    column."""
    named = False
    for column in columns():
        rows = column.model._default_manager.exclude(**{column.name: ""}).order_by("-pk")
        name = rows.values_list(column.name, flat=True).first()
        named = named or bool(name)
        with suppress(Exception):
            if name and default_storage.exists(name):
                return
    if named:
        reason = "this machine has none of the site's stored files; check its MEDIA_ROOT or store"
        raise MachineFault(reason, Cause.FILES)


def discard(name: str) -> None:
    """Delete a stored file that no row names any more.

    While a backup is being written the file stays; `storage.cleanup` removes it later.
    """
    with deleting() as allowed:
        if allowed:
            default_storage.delete(name)


class NewFiles:
    """Stores files before the transaction that names them begins, since others wait while it holds
    the database.  A context manager: what was not kept by its end is deleted.
    """

    def __init__(self) -> None:
        self._names: list[str] = []

    def __enter__(self) -> Self:
        return self

    def save(self, column: FieldFile, name: str, content: File[bytes]) -> None:
        """Store the content as the column's file; the row is not saved."""
        column.save(name, content, save=False)
        self._names.append(str(column.name))

    def keep(self) -> None:
        """Rows that are committed name the files."""
        self._names.clear()

    def __exit__(self, *_: object) -> None:
        for name in self._names:
            discard(name)


_KEY = 0x66696C65
"""Of the lock on stored files among PostgreSQL's advisory locks of this database."""


@contextmanager
def deleting() -> Iterator[bool]:
    """Whether stored files may be deleted while the block runs: not while a backup is written, on
    any machine, and not while the database cannot say that."""
    if connection.vendor != "postgresql":
        with locked(_guard(), fcntl.LOCK_SH | fcntl.LOCK_NB) as held:
            yield held
        return
    held = _ask(connection, "pg_try_advisory_lock_shared")
    try:
        yield held
    finally:
        if held:
            _ask(connection, "pg_advisory_unlock_shared")


@contextmanager
def keeping() -> Iterator[None]:
    """While the block runs, no process deletes a stored file.

    A site with SQLite has one machine, and locks a file.  PostgreSQL's lock ends with its
    connection: `DatabaseFailure` where that was lost meanwhile.
    """
    if connection.vendor != "postgresql":
        with locked(_guard(), fcntl.LOCK_EX):
            yield
        return
    with closing(connection.copy()) as own:
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [_KEY])
        yield
        if not _ask(own, "pg_advisory_unlock"):
            raise DatabaseFailure(
                "the connection to the database was lost, so stored files may have been deleted "
                "meanwhile. Write the backup again"
            )


def _ask(on: BaseDatabaseWrapper, function: str) -> bool:
    """The answer of a function of PostgreSQL about the lock; False where there is none."""
    try:
        with on.cursor() as cursor:
            cursor.execute(f"SELECT {function}(%s)", [_KEY])
            return bool(cursor.fetchone()[0])
    except DatabaseError as error:
        logger.warning("the lock on stored files: %s", error)
        return False


def _guard() -> Path:
    return Path(settings.VAR) / "run" / "files"


@contextmanager
def locked(path: Path, how: int = fcntl.LOCK_EX | fcntl.LOCK_NB) -> Iterator[bool]:
    """Lock a file, which is made, while the block runs; whether it is ours.  The lock ends with the
    process whatever happens."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, how)
            held = True
        except BlockingIOError:
            held = False
        yield held
    finally:
        os.close(descriptor)
