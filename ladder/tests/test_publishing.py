"""The machine for acts on results: its order, its refusals, and that a refused act does nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from accounts.models import User
from accounts.permissions import require_organizer
from audit.models import AuditEntry
from ladder.publishing import Act, Outdated, Preview

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Count(Preview):
    number: int = 0

    @property
    def facts(self) -> int:
        return self.number


@dataclass(frozen=True)
class Rename(Act[Count, str]):
    """Change the e-mail address of a person, and write down what was called."""

    person: User
    number: int = 1
    objection: str = ""
    calls: list[str] = field(default_factory=list)

    def require(self, by):
        return require_organizer(by)

    def locked(self, why):
        self.calls.append("locked")
        return self

    def preview(self):
        return Count(self.number, objection=self.objection)

    def apply(self, shown, person, why):
        self.calls.append("applied")
        User.objects.filter(pk=self.person.pk).update(email="new@example.org")
        return f"done {shown.number}"

    def history(self, shown, why):
        self.calls.append("recorded")
        return self.person, f"renamed {shown.number}", why

    def notify(self, done, person, why):
        self.calls.append(f"notified: {done}")
        if why == "fail":
            raise ValidationError("The notice failed.")

    def follow(self):
        self.calls.append("followed")


def test_an_act_is_applied_recorded_and_notified_in_this_order(olga, alice):
    act = Rename(alice)
    assert act.do(olga, " because ", seen=act.preview().fingerprint) == "done 1"
    assert act.calls == ["locked", "applied", "recorded", "notified: done 1", "followed"]
    assert AuditEntry.objects.get().summary == "renamed 1: because"


def test_an_act_whose_preview_has_changed_is_refused_unless_people_want_it_regardless(olga, alice):
    seen = Rename(alice, 1).preview().fingerprint
    act = Rename(alice, 2)
    assert (len(seen), seen == act.preview().fingerprint) == (20, False)
    for stale in (seen, ""):
        with pytest.raises(Outdated):
            act.do(olga, "because", seen=stale)
    assert act.calls == ["locked", "locked"]
    assert act.do(olga, "because", seen=seen, regardless=True) == "done 2"
    assert act.do(olga, "because") == "done 2", "a program that has seen no preview"


def test_who_may_not_gives_no_reason_or_cannot_is_refused_before_anything_is_done(olga, alice):
    act = Rename(alice, objection="It is too late.")
    with pytest.raises(PermissionDenied):
        act.do(alice, "because")
    with pytest.raises(ValidationError, match="Say why: other organizers will read it"):
        act.do(olga, " ")
    assert act.calls == []
    with pytest.raises(ValidationError, match="It is too late"):
        act.do(olga, "because", seen="another one", regardless=True)
    assert act.calls == ["locked"]


def test_changes_and_history_are_gone_where_a_later_step_fails(olga, alice):
    before, act = alice.email, Rename(alice)
    with pytest.raises(ValidationError, match="The notice failed"):
        act.do(olga, "fail")
    alice.refresh_from_db()
    assert (alice.email, AuditEntry.objects.exists()) == (before, False)
    assert "followed" not in act.calls
