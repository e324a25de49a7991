"""Whether this version of the site can use a database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


def unknown_migrations(applied: Iterable[Sequence[str]]) -> list[str]:
    """Of the applied migrations, each an app and a name: those that this version does not have."""
    loader = MigrationLoader(connection=None)
    known = {*loader.disk_migrations, *loader.replacements}
    return [f"{app}.{name}" for app, name in applied if (app, name) not in known]


def unknown_here() -> list[str]:
    """The same for the database of this site; none of an empty one."""
    return unknown_migrations(sorted(MigrationRecorder(connection).applied_migrations()))
