"""The audit trail only grows, whoever tries, and reports what is missing."""

from __future__ import annotations

from io import StringIO
from threading import Thread

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, OperationalError, connection, transaction

from accounts.models import User
from audit import services as audit
from audit import triggers
from audit.models import AuditEntry, TrailIsClosed
from audit.tests.unprotected import unprotected

ONLY = {"REPLACE": "sqlite", "TRUNCATE": "postgresql"}
REFUSED = (IntegrityError, OperationalError)


@pytest.fixture
def three(olga, alice):
    """Three acts of olga's on alice."""
    return [audit.record(olga, alice, f"act {n}", "because" if n else "") for n in range(3)]


def test_entries_are_numbered_and_keep_who_did_what_to_whom(three, olga, alice):
    first, second, third = AuditEntry.objects.order_by("number")
    assert [first.number, second.number, third.number] == [1, 2, 3]
    assert (first.actor, first.target_type, first.target_id) == (
        olga,
        "accounts.user",
        str(alice.pk),
    )
    assert [first.summary, second.summary] == ["act 0", "act 1: because"]
    assert audit.extent() == (3, 0)


def test_the_code_neither_changes_nor_deletes(three):
    entry = three[1]
    entry.reason = "another"
    for attempt in (
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.update(reason="another"),
    ):
        with pytest.raises(TrailIsClosed):
            attempt()
    assert audit.extent() == (3, 0)
    assert AuditEntry.objects.get(number=2).reason == "because"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_auditentry SET reason = 'another' WHERE number = 2",
        "UPDATE audit_auditentry SET actor_id = NULL, act = 'x' WHERE number = 2",
        "UPDATE audit_auditentry SET actor_id = actor_id + 1",
        "DELETE FROM audit_auditentry WHERE number = 3",
        "DELETE FROM audit_auditentry",
        (
            "INSERT INTO audit_auditentry (number, time, actor_name, act, reason, target_type, "
            "target_id, target_text, role) "
            "VALUES (5, '2026-01-01 00:00Z', '', '', '', '', '', '', '')"
        ),
        "TRUNCATE audit_auditentry",
        "REPLACE INTO audit_auditentry SELECT * FROM audit_auditentry WHERE number = 2",
    ],
)
def test_the_database_refuses_it_too(three, statement):
    if ONLY.get(statement.split()[0], connection.vendor) != connection.vendor:
        pytest.skip("no such statement here")
    before = list(AuditEntry.objects.values_list())
    connection.check_constraints()  # PostgreSQL empties no table with checks that are still due
    with pytest.raises(REFUSED, match="only grows"), transaction.atomic():
        connection.cursor().execute(statement)
    assert list(AuditEntry.objects.values_list()) == before


def test_who_acted_may_go_and_the_name_stays(three, olga):
    olga.delete()
    assert not User.objects.filter(username="olga").exists()
    assert {(e.actor, e.actor_name) for e in AuditEntry.objects.all()} == {(None, "olga")}
    assert audit.extent() == (3, 0)


@pytest.mark.parametrize(
    ("statement", "missing"),
    [
        ("DELETE FROM audit_auditentry WHERE number = 2", 1),
        ("DELETE FROM audit_auditentry WHERE number = 1", 1),
        ("DELETE FROM audit_auditentry WHERE number = 3", 1),
        ("DELETE FROM audit_auditentry", 3),
    ],
)
def test_entries_that_were_deleted_without_the_triggers_are_missed(three, statement, missing):
    with unprotected(connection):
        connection.cursor().execute(statement)
    assert audit.extent() == (3 - missing, missing)
    with pytest.raises(CommandError, match=f"Missing entries of the audit trail: {missing}"):
        call_command("check_audit")


def test_the_command_says_the_state_and_misses_the_triggers(three):
    said = StringIO()
    call_command("check_audit", stdout=said)
    assert said.getvalue() == "complete, 3 entries\n"
    triggers.remove(connection)
    try:
        with pytest.raises(CommandError, match="triggers that protect them are gone"):
            call_command("check_audit")
    finally:
        triggers.install(connection)


def test_what_is_undone_leaves_no_entry_and_no_gap(three, olga, alice):
    with transaction.atomic():
        audit.record(olga, alice, "never")
        transaction.set_rollback(True)
    assert audit.record(olga, alice, "after").number == 4
    assert audit.extent() == (4, 0)


def test_nothing_is_missing_in_an_empty_trail(db):
    assert audit.extent() == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_many_at_once_leave_no_gap(olga, alice):
    def act(name):
        for n in range(8):
            audit.record(olga, alice, f"{name} {n}")
        connection.close()

    threads = [Thread(target=act, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert audit.extent() == (32, 0)


@pytest.mark.django_db(transaction=True)
def test_the_tests_own_database_is_emptied_between_them(olga):
    """And is protected again."""
    assert not AuditEntry.objects.exists()
    assert triggers.is_installed(connection)
