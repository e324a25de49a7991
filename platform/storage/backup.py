"""Writing a backup: the database at one moment, and every file that its rows name.

A backup is a bundle (`storage.bundles`) with ``database.sqlite3`` or ``database.dump``,
``media/<name>`` for each stored file, ``games/…`` for the installed games, and ``private/…`` for
the site's secret key and the organizer's first password.  Its manifest has, besides ``files``:
``kind`` and ``format``, ``created``, ``database`` (the vendor), ``migrations`` ([app, name] of each
that was applied), ``links`` (in the folder of installed games: name → target), and ``missing``
(names that rows have and the storage does not).
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import connection
from django.utils import timezone

from games.foreign import games_folder
from storage.bundles import BundleWriter
from storage.databases import Query, Rows, database
from storage.files import columns, keeping

KIND, FORMAT = "arbiter backup", 1
MEDIA, GAMES, PRIVATE = "media/", "games/", "private/"
PRIVATE_FILES = ("secret_key", "organizer_password")
"""Files of ``ARBITER_VAR`` that the site needs and the database does not hold."""
ROOT = "{root}"
"""In targets of links: the folder of this site's source."""
_PACKED = (".gz", ".zip", ".archive")


def write(file: IO[bytes], folder: Path) -> dict[str, Any]:
    """Write a backup to ``file``; returns its manifest.  ``folder`` has room for the database.

    The site may run meanwhile.
    """
    began = timezone.now()
    with BundleWriter(file) as bundle:
        with keeping(), tempfile.TemporaryDirectory(prefix=".backup-", dir=folder) as inside:
            names, migrations = _write_database(bundle, Path(inside))
            missing = [name for name in sorted(names) if not _write_media(bundle, name)]
        about = {
            "kind": KIND,
            "format": FORMAT,
            "created": began.isoformat(),
            "database": connection.vendor,
            "migrations": migrations,
            "links": _write_games(bundle),
            "missing": missing,
        }
        _write_private(bundle)
        return bundle.finish(about)


def _write_database(bundle: BundleWriter, folder: Path) -> tuple[set[str], Rows]:
    """Add the database as it is now; the stored files that it names, and its migrations."""
    source = database()

    def keep(copy: IO[bytes]) -> None:
        with bundle.entry(source.entry) as entry:
            entry.copy(copy)

    with source.snapshot(folder, keep) as query:
        return _names(query), query("SELECT app, name FROM django_migrations ORDER BY app, name")


def _names(query: Query) -> set[str]:
    """The stored files that rows of a snapshot name."""
    quote = connection.ops.quote_name
    names: set[str] = set()
    for each in columns():
        column, table = quote(each.column), quote(each.model._meta.db_table)
        rows = query(f"SELECT DISTINCT {column} FROM {table} WHERE {column} <> ''")  # noqa: S608
        names.update(str(name) for (name,) in rows)
    return names


def _write_media(bundle: BundleWriter, name: str) -> bool:
    """Add a stored file; whether it is there."""
    try:
        source = default_storage.open(name, "rb")
    except FileNotFoundError:
        return False
    with source, bundle.entry(MEDIA + name, packed=name.endswith(_PACKED)) as entry:
        entry.copy(source)
    return True


def _write_private(bundle: BundleWriter) -> None:
    """Add the secret key that is used, also where ``SECRET_KEY`` has it."""
    key, password = PRIVATE_FILES
    with bundle.entry(PRIVATE + key) as entry:
        entry.write(settings.SECRET_KEY.encode())
    path = Path(settings.VAR) / password
    if path.exists():
        with bundle.entry(PRIVATE + password) as entry:
            entry.write(path.read_bytes())


def _write_games(bundle: BundleWriter) -> dict[str, str]:
    """Add the versions of installed games that are in use; every link in their folder."""
    folder = games_folder()
    if folder is None or not folder.is_dir():
        return {}
    top = [path for path in folder.iterdir() if path.is_symlink()]
    links = {path.name: os.readlink(path) for path in top}
    for place in sorted({path.resolve() for path in top}):
        for path in sorted(place.rglob("*")):
            name = str(path.relative_to(folder.resolve()))
            if path.is_symlink():
                links[name] = os.readlink(path).replace(str(settings.ROOT), ROOT, 1)
            elif path.is_file():
                with (
                    open(path, "rb") as source,
                    bundle.entry(GAMES + name, mode=path.stat().st_mode) as entry,
                ):
                    entry.copy(source)
    return links
