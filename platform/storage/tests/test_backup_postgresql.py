"""A backup on PostgreSQL, by its own programs."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from storage.tests.test_backup import backup, manage, played, tree  # noqa: F401  fixtures, too
from tests import template

pytestmark = pytest.mark.skipif(connection.vendor != "postgresql", reason="it is about PostgreSQL")


@pytest.fixture
def other(transactional_db):
    """An empty database on the same server."""
    found = connection.copy()
    found.settings_dict["NAME"] = name = f"{connection.settings_dict['NAME']}_restored"
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    yield found
    found.close()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def matches_in(database) -> list[tuple[Any, ...]]:
    with database.cursor() as cursor:
        cursor.execute("SELECT id, replay, replay_sha256 FROM matches_match ORDER BY id")
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def test_a_restored_database_has_the_rows_the_next_numbers_and_the_triggers(
    backup,  # noqa: F811
    other,
    tmp_path,
):
    var, address = tmp_path / "var", f"{template.address()}_restored"

    def restore(*options: str):
        given = {"DATABASE_URL": address, "SECRET_KEY": "x"}
        return manage(var, "restore", str(backup), *options, **given)

    done = restore()
    assert done.returncode == 0, done.stderr
    matches = matches_in(connection)
    assert matches_in(other) == matches
    assert {f"replays/{path.name}" for path in (var / "media" / "replays").iterdir()} == {
        replay for _, replay, _ in matches
    }
    with other.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence('matches_match', 'id'))")
        assert cursor.fetchone()[0] > max(pk for pk, *_ in matches)
        cursor.execute("SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'audit_%'")
        assert cursor.fetchone() == (4,)
    other.close()
    files = tree(var / "media")

    done = restore("--replace")
    assert done.returncode == 0, done.stderr
    assert matches_in(other) == matches
    assert {name: sha for name, sha in tree(var / "media").items() if "replaced-" not in name} == (
        files
    )
    assert len(list(var.glob("replaced-*/database.dump"))) == 1
