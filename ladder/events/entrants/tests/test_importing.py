"""Imports of CSV: what the preview says, and that nothing tells who has an account."""

from __future__ import annotations

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from audit.models import AuditEntry
from ladder.events.entrants import importing, invitations
from ladder.events.models import Invitation
from notices.models import Delivery, Notice

pytestmark = pytest.mark.django_db


def wrong(event, text):
    return [(each.line, each.text) for each in importing.preview(event, text).errors]


def labels(event, text):
    found = importing.preview(event, text)
    assert found.ready, found.errors
    return [(row.label, row.note) for row in found.rows]


def test_one_name_a_line(event):
    assert labels(event, "alice\n\n bob \r\n") == [("alice", ""), ("bob", "")]


@pytest.mark.parametrize(("sign", "word"), [(",", "comma"), (";", "semicolon"), ("\t", "tab")])
def test_separators_are_found(event, sign, word):
    text = f"full name{sign}e-mail\nAna{sign}ana@example.org\n"
    found = importing.preview(event, text)
    assert (found.separator, [row.label for row in found.rows]) == (word, ["ana@example.org"])
    assert found.rows[0].note == "Ana"


def test_quoted_fields_span_lines_and_errors_name_the_line(event):
    assert labels(event, 'name,note\n"a,b","says ""no"""\n') == [("a,b", 'says "no"')]
    line, words = wrong(event, 'a\n"b\nc')[0]
    assert line == 2
    assert "a quotation mark is not closed" in words


def test_errors_by_line(event):
    text = f"alice\n,empty\n{'x' * 101}\nAlice\nb\u202eob\n"
    found = dict(wrong(event, text))
    assert "The name is empty" in found[2]
    assert "101 characters" in found[3]
    assert found[4] == "“Alice” is also in line 1."
    assert "invisible" in found[5]


def test_too_many_rows_too_long_a_text_and_an_empty_one(event):
    assert "at most 5,000" in wrong(event, "\n".join(f"p{n}" for n in range(5001)))[0][1]
    assert "longer than 1,024 KB" in wrong(event, "x" * (1024 * 1024 + 1))[0][1]
    assert "The list is empty" in wrong(event, " \n\n")[0][1]


def test_encodings():
    assert importing.decoded("Zoë".encode("utf-8-sig"))[0] == "Zoë"
    assert importing.decoded("Zoë".encode("utf-16"))[0] == "Zoë"
    text, remarks = importing.decoded("Zoë".encode("cp1252"))
    assert text == "Zoë"
    assert "Windows-1252" in remarks[0]
    with pytest.raises(ValidationError, match="encoding"):
        importing.decoded(b"\x81\x8d")
    with pytest.raises(ValidationError, match="larger than"):
        importing.decoded(b"x" * (1024 * 1024 + 1))


def test_every_row_gets_a_code_and_known_people_are_invited(event, alice, charlie, olga):
    people = User.objects.count()
    text = "alice\nCharlie@Example.org\nzora\nzora@example.org\n"
    made = importing.confirm(event, olga, text)
    assert len({row.code for row in made}) == 4
    assert sorted(Notice.objects.values_list("user__username", flat=True)) == ["alice", "charlie"]
    assert User.objects.count() == people
    sent_to = set(Delivery.objects.values_list("user__username", flat=True))
    assert sent_to <= {"alice", "charlie"}
    assert mail.outbox == []
    invitations.accept(event, alice)
    assert event.invitations.get(person=alice).state == "accepted"


def test_an_import_of_many_known_people_has_as_many_queries_as_one_of_few(event, olga):
    people = [User(username=f"p{n}", email=f"p{n}@example.org") for n in range(60)]
    User.objects.bulk_create(people)

    def queries(first, last):
        with CaptureQueriesContext(connection) as asked:
            importing.confirm(event, olga, "\n".join(f"p{n}" for n in range(first, last)))
        return len(asked)

    few = queries(0, 5)
    assert queries(5, 60) == few
    assert Notice.objects.count() == 60
    assert event.invitations.exclude(person=None).count() == 60


def test_the_organizer_sees_the_same_for_known_and_unknown_names(event, alice, olga):
    text = "alice\nzora\nzora@example.org\nalice@example.org\n"
    found = importing.preview(event, text)
    assert found.ready
    importing.confirm(event, olga, text)
    rows = list(event.invitations.all())
    assert {(row.kind, row.state, row.shown_person) for row in rows} == {("code", "invited", None)}
    invitations.decline(event, alice)
    assert {row.state for row in event.invitations.all()} == {"invited"}
    acts = " ".join(f"{e.act} {e.reason}" for e in AuditEntry.objects.filter(actor_name="olga"))
    assert "imported 4 rows" in acts
    assert "alice" not in acts


def test_a_person_of_a_row_can_still_be_invited_by_name(event, alice, olga):
    """Otherwise the refusal would tell that the row's mail is that person's."""
    importing.confirm(event, olga, "alice@example.org\n")
    made = invitations.invite(event, olga, "alice")
    assert made.kind == "person"
    assert event.invitations.get(kind="code").person is None


def test_the_code_of_a_row_works_for_others_too(event, alice, bob, olga):
    (made,) = importing.confirm(event, olga, "alice\n")
    invitations.redeem(event, bob, made.code)
    assert event.invitations.get().shown_person == bob
    with pytest.raises(ValidationError, match="no open invitation"):
        invitations.accept(event, alice)


def test_rows_are_not_imported_twice(event, olga):
    importing.confirm(event, olga, "alice\n")
    assert "was imported before" in wrong(event, "ALICE\nbob\n")[0][1]
    with pytest.raises(ValidationError, match="Line 1"):
        importing.confirm(event, olga, "alice\n")
    assert Invitation.objects.count() == 1


def test_people_without_the_role_import_nothing(event, alice):
    with pytest.raises(PermissionDenied):
        importing.confirm(event, alice, "bob\n")


def test_a_file_of_codes_is_given_only_for_codes_of_the_event(event, olga):
    made = importing.confirm(event, olga, "alice\nzora\n")
    assert importing.own_codes(event, made)
    forged = importing.Made("alice", "", "BCDFG-BCDFG-BCDFG-BCDFG")
    assert not importing.own_codes(event, [forged])
    assert not importing.own_codes(event, [])
