"""The desk's page of the audit trail."""

from __future__ import annotations

import csv
import io

import pytest
from django.db import connection

from audit import services as audit
from audit.models import AuditEntry
from audit.tests.unprotected import unprotected
from pages.audit import queries as audit_queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def acts(olga, bob, alice, team, redis_client):
    audit.record(olga, alice, "warned", "rude words")
    audit.record(bob, team, "renamed", "=HYPERLINK(1)")
    audit.record(olga, team, "closed", "")


@pytest.fixture
def desk(client, olga):
    client.force_login(olga)
    return client


@pytest.mark.parametrize("path", ["/desk/audit/", "/desk/audit.csv"])
def test_the_trail_is_for_organizers_alone(client, alice, path):
    assert client.get(path)["Location"].startswith("/accounts/login/")
    client.force_login(alice)
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, [3, 2, 1]),
        ({"who": "olg"}, [3, 1]),
        ({"what": "RUDE"}, [1]),
        ({"what": "renamed"}, [2]),
        ({"kind": "accounts.team"}, [3, 2]),
        ({"target": "alice"}, [1]),
        ({"since": "2000-01-01", "until": "2000-02-01"}, []),
        ({"since": "2000-01-01"}, [3, 2, 1]),
        ({"since": "0001-01-01", "until": "9999-12-31"}, [3, 2, 1]),
        ({"since": "9999-12-31"}, []),
        ({"until": "never"}, [3, 2, 1]),
        ({"who": "olga\0"}, [3, 2, 1]),
        ({"before": "3", "who": "olga"}, [1]),
        ({"before": "x"}, [3, 2, 1]),
    ],
)
def test_filters_narrow_it_down(desk, acts, query, found):
    page = desk.get("/desk/audit/", query).context["page"]
    assert [entry.number for entry in page.entries] == found


def test_a_target_is_found_by_its_number(desk, acts, team):
    found = desk.get("/desk/audit/", {"target": str(team.pk), "kind": "accounts.team"})
    assert {entry.target_text for entry in found.context["page"].entries} == {"wonderland"}


def test_pages_follow_the_key(desk, olga, alice, monkeypatch):
    monkeypatch.setattr(audit_queries, "PER_PAGE", 4)
    for n in range(10):
        audit.record(olga, alice, f"act {n}")
    seen, address = [], "/desk/audit/?who=olga"
    while address:
        answer = desk.get(address)
        page = answer.context["page"]
        seen += [entry.number for entry in page.entries]
        # A new entry does not move the others.
        audit.record(olga, alice, "another")
        address = f"/desk/audit/?who=olga&before={page.older}" if page.older else ""
        if address:
            assert f"before={page.older}" in answer.text
    assert seen == list(range(10, 0, -1))


def test_the_page_says_whether_entries_are_missing(desk, acts):
    assert "complete</span> 3 entries" in " ".join(desk.get("/desk/audit/").text.split())
    with unprotected(connection):
        connection.cursor().execute("DELETE FROM audit_auditentry WHERE number = 2")
        AuditEntry.objects.first()
    assert "1 entry is missing." in " ".join(desk.get("/desk/audit/").text.split())


def test_a_database_that_does_not_protect_it_is_told_of(desk, acts):
    with unprotected(connection):
        assert "The database does not protect it." in desk.get("/desk/audit/").text


def test_the_file_has_what_passes_the_filter_and_no_formulas(desk, acts):
    answer = desk.get("/desk/audit.csv", {"kind": "accounts.team"})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = b"".join(answer.streaming_content).decode()
    rows = list(csv.reader(io.StringIO(text)))
    assert tuple(rows[0]) == audit_queries.COLUMNS
    assert [row[0] for row in rows[1:]] == ["2", "3"]
    assert rows[1][4] == "'=HYPERLINK(1)"


def test_an_empty_trail_says_so(desk):
    assert "will be listed here" in desk.get("/desk/audit/").text
    assert "No entry fits" in desk.get("/desk/audit/?who=nobody").text
