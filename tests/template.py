"""A database with all migrations, which tests copy: to migrate takes longer than most tests.

It is made once, and again when a migration, code that a migration imports, or a locked package
changes.
"""

from __future__ import annotations

import ast
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".pytest_cache" / "databases"


def copy(target: Path) -> None:
    """Make ``target`` a database of SQLite with all migrations and without rows of the site."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    source = FOLDER / f"{_digest()}.sqlite3"
    with open(FOLDER / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not source.exists():
            for old in FOLDER.glob("*.sqlite3"):
                old.unlink()
            _make(source)
        shutil.copyfile(source, target)
        target.chmod(0o600)


def lend(root: Path) -> None:
    """Give a copy of this project the database of this one.  The copy has more migrations; its
    tests apply those alone."""
    target = root / FOLDER.relative_to(ROOT) / f"{_digest(root)}.sqlite3"
    target.parent.mkdir(parents=True, exist_ok=True)
    copy(target)


def address() -> str:
    """The database of this process's tests, as of ``DATABASE_URL``."""
    from django.db import connection

    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return f"{os.environ['ARBITER_TESTS_DATABASE'].rpartition('/')[0]}/{name}"


def fill() -> None:
    """Make the database of this process's tests on PostgreSQL, from what `keep` has kept."""
    from django.db import connection

    from storage.databases import Postgres

    name: str = connection.creation._get_test_db_name()  # type: ignore[attr-defined]
    quoted = connection.ops.quote_name(name)
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {quoted} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {quoted}")
    if _dump().exists():
        with patch.dict(connection.settings_dict, NAME=name):
            Postgres().load(_dump())


def keep() -> None:
    """Keep the migrated database of the tests for other runs; without pg_dump each run migrates."""
    from storage.databases import DatabaseFailure, Postgres

    if _dump().exists():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.dump"):
        old.unlink(missing_ok=True)
    made = FOLDER / f"{os.getpid()}.part"
    with suppress(DatabaseFailure):
        Postgres().dump(made)
        made.rename(_dump())


def restore(address: str) -> None:
    """Have an empty database on PostgreSQL be as `keep` has kept it, if it has."""
    if _dump().exists():
        words = ("pg_restore", "--no-owner", "--no-privileges", f"--dbname={address}")
        subprocess.run([*words, str(_dump())], check=True)


def _dump() -> Path:
    return FOLDER / f"{_digest()}.dump"


def _make(target: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="arb-template-") as folder:
        made = Path(folder, "arbiter.sqlite3")
        environment = {
            **os.environ,
            "ARBITER_VAR": folder,
            "DATABASE_URL": f"sqlite:///{made}",
            "DJANGO_SETTINGS_MODULE": "arbiter.settings",
            "SECRET_KEY": "of no use",
        }
        words = (sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity=0")
        subprocess.run(words, env=environment, cwd=ROOT, check=True)
        assert not made.with_name("arbiter.sqlite3-wal").exists(), "a writer left its log"
        shutil.copyfile(made, target.with_suffix(".part"))
    target.with_suffix(".part").rename(target)


def _digest(root: Path = ROOT) -> str:
    found = hashlib.sha256()
    for path in sorted({root / "requirements.txt", *_sources(root)}):
        found.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def _sources(root: Path) -> Iterator[Path]:
    """The migrations, and the packages of the site that they import."""
    for room in ("platform", "ladder"):
        for path in (root / room).rglob("migrations/[0-9]*.py"):
            yield path
            for name in _imported(path):
                yield from _package(root, name)


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _package(root: Path, name: str) -> Iterator[Path]:
    """The Python files of the innermost package that a dotted name lies in, if it is the site's."""
    parts = name.split(".")
    for home in (root / "platform", root):  # the folders of top-level packages
        for count in range(len(parts), 0, -1):
            folder = home.joinpath(*parts[:count])
            if (folder / "__init__.py").exists():
                yield from folder.glob("*.py")
                return
