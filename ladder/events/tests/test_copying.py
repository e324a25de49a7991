"""Copies of events: fields, moved times, roles, and who may copy."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from accounts.models import User
from audit.models import AuditEntry
from ladder.core.contest.plan import EventPlan, Feed, Kind
from ladder.events import people
from ladder.events.entrants.terms import rules
from ladder.events.entrants.terms.rules import RulesDraft
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft
from ladder.events.planning.copying import copy
from ladder.events.roles import EventRole
from ladder.events.tests import steps
from notices.models import Notice

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2031, 3, 29, 18, 0, tzinfo=BERLIN)
"""The evening before clocks change there."""


@pytest.fixture
def event(olga):
    league = steps.stage("league", Kind.ROUND_ROBIN)
    final = steps.stage("final", Kind.SINGLE, Feed("league", 2), begins=1440, freeze=60)
    plan = EventPlan((league, final))
    day = timedelta(days=1)
    draft = Draft(
        name="March Cup",
        plan=plan,
        about="*Rules*",
        time_zone="Europe/Berlin",
        entries_open=START - 14 * day,
        entries_close=START - 2 * day,
        starts=START,
        per_person=3,
        most_entries=12,
        top=2,
        freeze_uploads="people",
        freeze_from=START - day,
        freeze_until=START + day,
    )
    return acts.create(olga, draft)


def test_a_copy_has_every_field_and_its_times_by_the_clocks_of_the_zone(event, olga, bots):
    last = START - timedelta(days=1)
    rules.change(event, olga, RulesDraft(per_team=2, code_word="tulip", withdraw_until=last))
    acts.publish(event, olga)
    starts = datetime(2031, 4, 12, 19, 30, tzinfo=BERLIN)
    made = copy(event, olga, "April Cup", starts)
    made.refresh_from_db()
    assert (made.name, made.state, made.slug) == ("April Cup", Event.State.DRAFT, "april-cup")
    assert made.starts == starts
    # By clocks: 18:00 became 19:30, in winter time before and in summer time afterwards.
    assert made.entries_open == datetime(2031, 3, 29, 18, 30, tzinfo=UTC)
    assert made.entries_close is not None
    assert made.entries_open.astimezone(BERLIN).strftime("%d %H:%M") == "29 19:30"
    assert made.entries_close.astimezone(BERLIN).strftime("%d %H:%M") == "10 19:30"
    assert made.freeze_from == datetime(2031, 4, 11, 19, 30, tzinfo=BERLIN)
    assert made.freeze_until == datetime(2031, 4, 13, 19, 30, tzinfo=BERLIN)
    moved = {"name", "starts", "entries_open", "entries_close", "freeze_from", "freeze_until"}
    for field in fields(Draft):
        if field.name not in moved:
            assert getattr(made, field.name) == getattr(event, field.name), field.name
    copied = made.entry_rules
    assert (copied.per_team, bool(copied.code_word)) == (2, True)
    assert copied.withdraw_until == datetime(2031, 4, 11, 19, 30, tzinfo=BERLIN)
    assert copy(event, olga, "Later", None).entry_rules.withdraw_until is None
    assert made.entries.count() == 0
    entry = AuditEntry.objects.filter(act="copied").order_by("number")[0]
    assert "March Cup (march-cup)" in entry.reason


def test_without_a_start_the_copy_has_no_times(event, olga):
    made = copy(event, olga, "Later", None)
    assert (made.starts, made.entries_open, made.entries_close) == (None, None, None)
    assert (made.freeze_uploads, made.freeze_from, made.freeze_until) == ("people", None, None)
    assert made.plan == event.plan


def test_an_event_started_by_hand_is_moved_from_its_real_start(olga, bots):
    event = steps.begin(olga, bots[:2], steps.stage("only", Kind.ROUND_ROBIN))
    assert event.started is not None
    opened = event.started - timedelta(hours=3)
    Event.objects.filter(pk=event.pk).update(entries_open=opened)
    event.refresh_from_db()
    starts = timezone.now() + timedelta(days=40)
    made = copy(event, olga, "Again", starts)
    assert made.entries_open is not None
    assert abs(made.entries_open - (starts - timedelta(hours=3))) < timedelta(seconds=1)
    assert made.entries.count() == 0


def test_times_that_cannot_be_moved_and_past_starts_are_refused(event, olga):
    with pytest.raises(ValidationError, match="has passed"):
        copy(event, olga, "Past", timezone.now() - timedelta(days=1))
    Event.objects.filter(pk=event.pk).update(starts=None)
    event.refresh_from_db()
    with pytest.raises(ValidationError, match="no start"):
        copy(event, olga, "Never", START)
    assert Event.objects.count() == 1


def test_roles_are_copied_if_wished(event, olga, alice, bob):
    people.give(event, olga, "alice", EventRole.ORGANIZER)
    people.give(event, olga, "bob", EventRole.JUDGE)
    gone = User.objects.create_user("gone")
    people.give(event, olga, "gone", EventRole.OBSERVER)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    people.let_create(olga, "alice")
    alice = User.objects.get(pk=alice.pk)
    told = Notice.objects.filter(user=bob).count()
    alone = copy(event, alice, "Alone", None)
    assert [(m.person, m.role) for m in alone.members.all()] == [(alice, EventRole.OWNER)]
    made = copy(event, alice, "Together", None, with_roles=True)
    roles = {m.person.username: m.role for m in made.members.all()}
    assert roles == {"alice": "owner", "bob": "judge", olga.username: "owner"}
    assert Notice.objects.filter(user=bob).count() == told + 1


def test_only_planners_of_the_event_who_may_create_events_copy_it(event, olga, alice, bob):
    people.give(event, olga, "alice", EventRole.ORGANIZER)
    with pytest.raises(PermissionDenied, match="right to create"):
        copy(event, alice, "Mine", None)
    people.give(event, olga, "bob", EventRole.JUDGE)
    people.let_create(olga, "bob")
    with pytest.raises(PermissionDenied, match="Your role"):
        copy(event, User.objects.get(pk=bob.pk), "Mine", None)
    assert Event.objects.count() == 1
