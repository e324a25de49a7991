"""Full text on SQLite (FTS5) and on PostgreSQL (tsvector with a GIN index): one interface.

The database keeps its part in step with the table: SQLite by triggers, PostgreSQL by generated
columns.  `search.folding` has made the words, so that both databases find the same rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection, models
from django.db.models.expressions import RawSQL

TABLE = "search_searchentry"
_NEW = "new.id, new.name_words, new.text_words"
_OLD = "'delete', old.id, old.name_words, old.text_words"
_INSERT = "INSERT INTO search_words(rowid, name_words, text_words)"
_DELETE = "INSERT INTO search_words(search_words, rowid, name_words, text_words)"
SQLITE = (
    f"""CREATE VIRTUAL TABLE search_words USING fts5(name_words, text_words,
        content='{TABLE}', content_rowid='id', tokenize='ascii', prefix='1 2 3')""",
    f"""CREATE TRIGGER search_added AFTER INSERT ON {TABLE}
        BEGIN {_INSERT} VALUES ({_NEW}); END""",  # noqa: S608  constants alone
    f"""CREATE TRIGGER search_removed AFTER DELETE ON {TABLE}
        BEGIN {_DELETE} VALUES ({_OLD}); END""",
    f"""CREATE TRIGGER search_changed AFTER UPDATE ON {TABLE}
        BEGIN {_DELETE} VALUES ({_OLD}); {_INSERT} VALUES ({_NEW}); END""",
    "INSERT INTO search_words(search_words) VALUES ('rebuild')",
)


def _vector(column: str) -> str:
    array = f"array_remove(string_to_array({column}, ' '), '')"
    return f"tsvector GENERATED ALWAYS AS (array_to_tsvector({array})) STORED"


POSTGRESQL = (
    f"ALTER TABLE {TABLE} ADD COLUMN name_vector {_vector('name_words')}",
    f"ALTER TABLE {TABLE} ADD COLUMN words_vector " + _vector("name_words || ' ' || text_words"),
    f"CREATE INDEX search_vector ON {TABLE} USING gin (words_vector)",
)
REMOVE = {
    "sqlite": (
        *(f"DROP TRIGGER IF EXISTS search_{act}" for act in ("added", "removed", "changed")),
        "DROP TABLE IF EXISTS search_words",
    ),
    "postgresql": (
        "DROP INDEX IF EXISTS search_vector",
        f"ALTER TABLE {TABLE} DROP COLUMN IF EXISTS name_vector",
        f"ALTER TABLE {TABLE} DROP COLUMN IF EXISTS words_vector",
    ),
}


def install(on: Any) -> None:
    """Make the parts of the index that are of one database."""
    remove(on)
    _run(on, SQLITE if on.vendor == "sqlite" else POSTGRESQL)


def remove(on: Any) -> None:
    _run(on, REMOVE[on.vendor])


def _run(on: Any, statements: Sequence[str]) -> None:
    with on.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def has_words(words: Sequence[str], *, in_name: bool = False) -> RawSQL:
    """Whether an entry has words that begin so, all of them; ``words`` are of `query_words`."""
    if connection.vendor == "sqlite":
        asked = " AND ".join(f'"{word}"*' for word in words)
        asked = f"name_words : ({asked})" if in_name else asked
        sql = f"{TABLE}.id IN (SELECT rowid FROM search_words WHERE search_words MATCH %s)"  # noqa: S608
    else:
        asked = " & ".join(f"'{word}':*" for word in words)
        sql = f"{TABLE}.{'name' if in_name else 'words'}_vector @@ %s::tsquery"
    return RawSQL(sql, [asked], output_field=models.BooleanField())  # noqa: S611


def binary_collation() -> str:
    """The collation by which both databases sort alike."""
    return "BINARY" if connection.vendor == "sqlite" else "C"
