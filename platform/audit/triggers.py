"""Triggers by which the database protects the audit trail, on SQLite and on PostgreSQL.

Neither UPDATE (but for an actor whose account is deleted), nor DELETE, nor an entry anywhere but
at the end.  A migration that alters the table on SQLite creates it again without its triggers, so
it must call `install`. `is_installed` checks this.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

TABLE = "audit_auditentry"
WORDS = "the audit trail only grows"
_KEPT = (
    *("number", "time", "actor_name", "act", "reason"),
    *("target_type", "target_id", "target_text", "role"),
)
NAMES = ("audit_append", "audit_keep", "audit_stay")


def _changed(differs: str, columns: Collection[str]) -> str:
    kept = [name for name in _KEPT if name in columns]
    fields = " OR ".join(f'NEW."{name}" {differs} OLD."{name}"' for name in kept)
    actor = f"NEW.actor_id IS NOT NULL AND NEW.actor_id {differs} OLD.actor_id"
    return f"{fields} OR ({actor})"


_LAST = f"(SELECT COALESCE(MAX(number), 0) FROM {TABLE})"  # noqa: S608  constants alone


def _sqlite(columns: Collection[str]) -> tuple[str, ...]:
    changed = _changed("IS NOT", columns)
    return (
        f"""CREATE TRIGGER audit_append BEFORE INSERT ON {TABLE}
            WHEN NEW.number <> {_LAST} + 1
            BEGIN SELECT RAISE(ABORT, '{WORDS}, at its end'); END""",
        f"""CREATE TRIGGER audit_keep BEFORE UPDATE ON {TABLE}
            WHEN {changed}
            BEGIN SELECT RAISE(ABORT, '{WORDS}'); END""",
        f"""CREATE TRIGGER audit_stay BEFORE DELETE ON {TABLE}
            BEGIN SELECT RAISE(ABORT, '{WORDS}'); END""",
    )


def _postgresql(columns: Collection[str]) -> tuple[str, ...]:
    changed = _changed("IS DISTINCT FROM", columns)
    return (
        f"""CREATE OR REPLACE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION '{WORDS}' USING ERRCODE = 'integrity_constraint_violation';
            END $$""",
        f"""CREATE OR REPLACE FUNCTION audit_at_end() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN IF NEW.number <> {_LAST} + 1 THEN
            RAISE EXCEPTION '{WORDS}, at its end' USING ERRCODE = 'integrity_constraint_violation';
            END IF; RETURN NEW; END $$""",
        f"""CREATE TRIGGER audit_append BEFORE INSERT ON {TABLE}
            FOR EACH ROW EXECUTE FUNCTION audit_at_end()""",
        f"""CREATE TRIGGER audit_keep BEFORE UPDATE ON {TABLE}
            FOR EACH ROW WHEN ({changed}) EXECUTE FUNCTION audit_refuse()""",
        f"""CREATE TRIGGER audit_stay BEFORE DELETE ON {TABLE}
            FOR EACH ROW EXECUTE FUNCTION audit_refuse()""",
        f"""CREATE TRIGGER audit_whole BEFORE TRUNCATE ON {TABLE}
            FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse()""",
    )


def install(connection: Any) -> None:
    """Set the triggers, for the columns that the table has now.  Other database engines than
    SQLite and PostgreSQL have none."""
    remove(connection)
    makers = {"sqlite": _sqlite, "postgresql": _postgresql}
    if connection.vendor not in makers:
        return
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, TABLE)
        statements = makers[connection.vendor]([column.name for column in described])
        for statement in statements:
            cursor.execute(statement)


def remove(connection: Any) -> None:
    """Take the triggers away, for the way back of the migration and for emptying a database of
    tests."""
    where = f" ON {TABLE}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in (*NAMES, "audit_whole"):
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{where}")


def is_installed(connection: Any) -> bool:
    """Whether the database protects the trail."""
    if connection.vendor == "sqlite":
        query = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
        wanted = len(NAMES)
    else:
        query = (
            "SELECT count(*) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
            "WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND c.relname = %s"
        )
        wanted = len(NAMES) + 1
    with connection.cursor() as cursor:
        cursor.execute(query, [TABLE])
        return bool(cursor.fetchone()[0] >= wanted)
