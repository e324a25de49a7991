"""Workers reserved by the API, and the announcement of an incident."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from api.tests.test_problems import assert_problem
from api.tests.test_scopes import client_with
from controls.models import Reservation
from ladder.core.contest.plan import Kind
from ladder.events.mending import incidents
from ladder.events.models import EventMember
from ladder.events.roles import EventRole
from ladder.events.tests.steps import authors, begin, play, stage, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, bob, redis_client):
    event = begin(olga, authors(2), stage("league", Kind.ROUND_ROBIN))
    EventMember.objects.create(event=event, person=bob, role=EventRole.OWNER)
    return event


def test_organizers_of_the_site_reserve_workers_and_release_them(event, olga, bob):
    path = f"/api/v1/events/{event.slug}/reservations/"
    ends = (timezone.now() + timedelta(hours=2)).isoformat()
    wanted = {"ends": ends, "workers": 2, "reason": "The final is on."}
    owner, organizer = client_with(bob, "organize"), client_with(olga, "organize")
    assert_problem(owner.post(path, wanted), 403)
    wrong = organizer.post(path, {**wanted, "percent": 50})
    assert "not both" in str(assert_problem(wrong, 400))
    made = organizer.post(path, wanted)
    assert (made.status_code, made.data["workers"], made.data["percent"]) == (201, 2, None)
    assert "reserved already" in str(assert_problem(organizer.post(path, wanted), 400))
    assert [row["id"] for row in owner.get(path).data] == [made.data["id"]]
    end = f"{path}{made.data['id']}/release/"
    assert_problem(owner.post(end, {"reason": "no"}), 403)
    assert organizer.post(end, {"reason": "It is over."}).status_code == 204
    assert Reservation.objects.get().ends <= timezone.now()


def test_an_incident_is_public_when_its_announcement_is(event, olga):
    play(waiting(event)[0])
    choice = incidents.Choice(machine="test")
    made = incidents.PlayAgain(event, choice).do(olga, "A broken disk")
    path = f"/api/v1/events/{event.slug}/incidents/{made.pk}/announce/"
    client = client_with(olga, "organize")
    assert_problem(client.post(path, {"title": ""}), 400)
    answer = client.post(path, {"title": "Played again", "text": made.text})
    assert (answer.status_code, answer.data["title"]) == (201, "Played again")
    made.refresh_from_db()
    assert made.announcement_id == answer.data["id"]
    assert "published already" in str(assert_problem(client.post(path, {"title": "Again"}), 400))


def test_a_number_that_no_database_has_is_not_found(event, olga):
    client, number = client_with(olga, "organize"), "9" * 30
    for path in (
        f"reservations/{number}/release/",
        f"incidents/{number}/announce/",
        f"encounters/{number}/decide/",
        f"entrants/invitations/{number}/renew/",
        f"questions/{number}/answer/",
    ):
        answer = client.post(f"/api/v1/events/{event.slug}/{path}", {"reason": "x"})
        assert_problem(answer, 404)
    assert_problem(client.get(f"/api/v1/events/{event.slug}/archives/{number}/file/"), 404)
