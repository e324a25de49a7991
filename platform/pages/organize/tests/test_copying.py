"""The page on which organizers copy an event."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from accounts.models import User
from ladder.core.contest.plan import EventPlan, Kind
from ladder.events import people
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.roles import EventRole
from ladder.events.tests import steps

pytestmark = pytest.mark.django_db
TOKYO = ZoneInfo("Asia/Tokyo")
START = datetime(2031, 5, 10, 18, 0, tzinfo=TOKYO)


@pytest.fixture
def event(olga):
    plan = EventPlan((steps.stage("only", Kind.ROUND_ROBIN),))
    close = START - timedelta(days=1)
    draft = acts.Draft("Cup", plan, time_zone="Asia/Tokyo", starts=START, entries_close=close)
    return acts.create(olga, draft)


def test_the_form_moves_an_event_in_its_own_time_zone(client, event, olga):
    client.force_login(olga)
    address = reverse("event-copy", args=[event.slug])
    page = client.get(address)
    assert page.context["form"]["starts"].value() == "2031-06-07T18:00"
    assert f'href="{address}">Copy</a>' in page.text
    sent = {"name": "Cup of June", "starts": "2031-06-14T20:00", "roles": "on"}
    answer = client.post(address, sent)
    made = Event.objects.get(slug="cup-of-june")
    assert answer.url == reverse("event-organize", args=[made.slug])
    assert made.starts == datetime(2031, 6, 14, 20, 0, tzinfo=TOKYO)
    assert made.entries_close == datetime(2031, 6, 13, 20, 0, tzinfo=TOKYO)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("starts", "2001-01-01T10:00", "This time has passed"),
        ("starts", "soon", "Write a date and a time"),
        ("name", "", "This field is required"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(client, event, olga, field, value, words):
    client.force_login(olga)
    sent = {"name": "Copy", "starts": "2031-06-14T20:00", field: value}
    answer = client.post(reverse("event-copy", args=[event.slug]), sent)
    assert answer.status_code == 422
    assert words in " ".join(answer.context["form"].errors[field])
    assert Event.objects.count() == 1


def test_a_planner_without_the_right_to_create_has_neither_the_tab_nor_the_page(
    client, event, olga, alice
):
    people.give(event, olga, "alice", EventRole.ORGANIZER)
    client.force_login(alice)
    address = reverse("event-copy", args=[event.slug])
    plan = reverse("event-organize", args=[event.slug])
    assert address not in client.get(plan).text
    assert client.get(address).status_code == 404
    people.let_create(olga, "alice")
    client.force_login(User.objects.get(pk=alice.pk))
    assert address in client.get(plan).text
    assert client.get(address).status_code == 200
