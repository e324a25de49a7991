"""The page that people see when the database was locked for too long."""

from __future__ import annotations

import sqlite3

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection

from arbiter.database.busy import is_busy
from pages.frame.failure import failure


@pytest.fixture
def locked(tmp_path):
    """The error that Django raises while SQLite's database is locked."""
    name = tmp_path / "db.sqlite3"
    with sqlite3.connect(name) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        other = sqlite3.connect(name, timeout=0)
        try:
            with connection.wrap_database_errors:
                other.execute("CREATE TABLE a (b)")
        except OperationalError as error:
            return error
        finally:
            other.close()
    raise AssertionError("it was not locked")


def shown(error, request) -> tuple[int, str]:
    try:
        raise error
    except Exception:
        response = failure(request)
    return response.status_code, response.content.decode()


def test_what_was_typed_can_be_sent_again(locked, rf):
    request = rf.post("/a/?b=1", {"text": "<x>\n", "many": ["1", "2"]})
    status, page = shown(RuntimeError(), request)
    assert status == 500
    status, page = shown(locked, request)
    assert status == 503
    assert '<form method="post" action="/a/?b=1">' in page
    assert 'name="text" value="&lt;x&gt;\n"' in page
    assert page.count('name="many"') == 2


@pytest.mark.parametrize(
    "fields", [{"password1": "hush"}, {"file": SimpleUploadedFile("a.py", b"pass")}]
)
def test_passwords_and_files_are_not_repeated(locked, rf, fields):
    status, page = shown(locked, rf.post("/a/", fields))
    assert status == 503
    assert "<form" not in page
    assert "hush" not in page
    assert "Go back" in page


def test_other_errors_of_the_database_are_not_called_busy(locked):
    assert is_busy(locked)
    memory = sqlite3.connect(":memory:")
    with pytest.raises(OperationalError) as caught, connection.wrap_database_errors:
        memory.execute("SELECT * FROM nothing")
    memory.close()
    assert not is_busy(caught.value)
