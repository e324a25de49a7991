"""Another process of the site that writes."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from django.db import connection

one_writer = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="one writer at a time is SQLite's"
)


def write_beside() -> None:
    """Change something, as another process does, and commit."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other, other:
        other.execute("UPDATE accounts_user SET about = hex(randomblob(8))")
