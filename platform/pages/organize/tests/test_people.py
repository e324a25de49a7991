"""Pages of an event by role; roles and creators by mouse."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from ladder.core.contest.plan import EventPlan, Feed, Kind
from ladder.events.models import Event, EventMember
from ladder.events.permissions import may_create, role_in
from ladder.events.planning import acts
from ladder.events.roles import ALLOWED, EventAct, EventRole
from ladder.events.tests import steps
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import finish

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def begun(kept_cast):
    ensure_seasons()
    league = steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    later = steps.stage("later", Kind.SINGLE, Feed("league"), begins=600)
    return steps.begin(kept_cast.olga, steps.authors(3), league, later).pk


@pytest.fixture
def event(begun, db, redis_client):
    return Event.objects.get(pk=begun)


@pytest.fixture
def draft(event, olga):
    plan = EventPlan((steps.stage("only", Kind.ROUND_ROBIN),))
    return acts.create(olga, acts.Draft("Draft", plan))


@pytest.fixture
def acting(client, alice, event, draft):
    """The client as alice, with a role in both events."""

    def become(role: EventRole | None):
        client.force_login(alice)
        EventMember.objects.filter(person=alice).delete()
        for each in (event, draft):
            if role is not None:
                EventMember.objects.create(event=each, person=alice, role=role)
        return client

    return become


def pages_of(event, draft):
    """Each page of organizers with the act that it needs."""
    entry = event.entries.first()
    match = steps.waiting(event)[0]
    running, planned = [event.slug], [draft.slug]
    return {
        EventAct.SEE: [
            reverse("event-run", args=running),
            reverse("event-desk-matches", args=running),
            reverse("event-people", args=running),
            reverse("event-plan-json", args=planned),
            reverse("event", args=planned),
        ],
        EventAct.PLAN: [
            reverse("event-organize-stage", args=[draft.slug, "only"]),
            reverse("event-dry-run", args=planned),
        ],
        EventAct.RUN: [reverse("event-stage-schedule", args=[event.slug, "later"])],
        EventAct.JUDGE: [
            reverse("event-foresee", args=[event.slug, "disqualify", entry.pk]),
            reverse("event-foresee", args=[event.slug, "void", match.pk]),
        ],
    }


PAGES = (
    *("run", "desk-matches", "people", "entrants", "entry-rules", "seeding", "ceremony", "copy"),
    *("fairness", "desk-talk", "incidents", "freeze", "workers", "reality", "plan-json"),
)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_the_desk_loads_its_event_once(client, olga, event, page):
    client.force_login(olga)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(reverse(f"event-{page}", args=[event.slug])).status_code == 200
    loaded = [each for each in queries if '"events_event"."slug" = ' in each["sql"]]
    assert len(loaded) == 1, loaded


@pytest.mark.parametrize("role", [*EventRole, None])
def test_pages_are_there_for_those_whose_role_includes_them(acting, event, draft, role):
    client = acting(role)
    for act, addresses in pages_of(event, draft).items():
        for address in addresses:
            expected = 200 if role in ALLOWED[act] else 404
            assert client.get(address).status_code == expected, address


POSTED = {
    "event-publish": EventAct.PLAN,
    "event-add-stage": EventAct.PLAN,
    "event-discard": EventAct.ABORT,
}


@pytest.mark.parametrize("role", [*EventRole, None])
@pytest.mark.parametrize("name", POSTED)
def test_posts_change_nothing_without_the_role(acting, draft, name, role):
    client = acting(role)
    answer = client.post(reverse(name, args=[draft.slug]), {"name": "More"})
    now = Event.objects.filter(pk=draft.pk).first()
    unchanged = now is not None and now.state == "draft" and len(now.planned.stages) == 1
    assert unchanged is (role not in ALLOWED[POSTED[name]])
    assert answer.status_code == (302 if role in ALLOWED[POSTED[name]] else 404)


@pytest.mark.parametrize("role", [*EventRole, None])
def test_acts_on_the_run_page_are_those_of_the_role(acting, event, role):
    client = acting(role)
    answer = client.post(reverse("event-act", args=[event.slug, "pause"]), {"reason": "lunch"})
    event.refresh_from_db()
    assert event.paused is (role in ALLOWED[EventAct.RUN])
    assert (answer.status_code == 404) is (role is None)
    page = client.get(reverse("event-run", args=[event.slug]))
    if role is None:
        return
    text = page.content.decode()
    entry = event.entries.first()
    offered = {
        EventAct.RUN: reverse(
            "event-act", args=[event.slug, "resume" if event.paused else "pause"]
        ),
        EventAct.ABORT: reverse("event-act", args=[event.slug, "abort"]),
        EventAct.REVEAL: reverse("event-stage-act", args=[event.slug, "league", "reveal"]),
        EventAct.JUDGE: reverse("event-foresee", args=[event.slug, "disqualify", entry.pk]),
    }
    for act, address in offered.items():
        assert (address in text) is (role in ALLOWED[act]), address


def test_a_judge_finds_the_way_from_the_match(acting, event):
    match = steps.waiting(event)[0]
    finish(match, [1, 2])
    void = reverse("event-foresee", args=[event.slug, "void", match.pk])
    for role in (EventRole.JUDGE, EventRole.OBSERVER, None):
        text = acting(role).get(match.get_absolute_url()).content.decode()
        assert (void in text) is (role is EventRole.JUDGE)


def test_an_owner_gives_and_takes_roles(acting, event, bob):
    client, page = acting(EventRole.OWNER), reverse("event-people", args=[event.slug])
    answer = client.post(page, {"username": "bob", "role": "judge"}, follow=True)
    assert "bob is judge of" in answer.content.decode()
    assert role_in(event, bob) is EventRole.JUDGE
    answer = client.post(page, {"username": "no-such-person", "role": "judge"})
    assert answer.status_code == 422
    assert "There is nobody named “no-such-person” here." in answer.content.decode()
    assert client.post(page, {"username": "bob", "role": "king"}).status_code == 422
    client.post(reverse("event-take-role", args=[event.slug]), {"person": "bob"})
    assert role_in(event, bob) is None
    taken = client.post(reverse("event-take-role", args=[event.slug]), {"person": "bob"})
    assert taken.status_code == 404


def test_a_judge_gives_no_roles_but_may_give_up_the_own(acting, event, bob, alice):
    client, page = acting(EventRole.JUDGE), reverse("event-people", args=[event.slug])
    refused = client.post(page, {"username": "bob", "role": "judge"})
    assert refused.status_code == 403
    assert "Your role in this event does not include this." in refused.text
    assert "bot's owner" not in refused.text
    assert role_in(event, bob) is None
    answer = client.post(reverse("event-take-role", args=[event.slug]), {"person": "alice"})
    assert answer.url == event.get_absolute_url()
    assert role_in(event, alice) is None


def test_organizers_of_the_site_name_creators(client, olga, alice):
    page = reverse("event-creators")
    client.force_login(alice)
    assert client.get(page).status_code == 404
    assert client.get(reverse("event-plan")).status_code == 404
    client.force_login(olga)
    assert client.post(page, {"username": "alice"}, follow=True).status_code == 200
    assert client.post(page, {"username": "alice"}).status_code == 422
    client.force_login(alice)
    assert client.get(reverse("event-plan")).status_code == 200
    made = client.post(reverse("event-plan-blank"), planned_form())
    assert made.status_code == 302, made.context["form"].errors
    assert role_in(Event.objects.get(name="My cup"), alice) is EventRole.OWNER
    client.force_login(olga)
    client.post(reverse("event-stop-creating"), {"person": "alice"})
    assert not may_create(User.objects.get(username="alice"))


def planned_form():
    return {
        "name": "My cup",
        "time_zone": "UTC",
        "per_person": "1",
        "most_entries": "16",
        "top": "0",
    }


def test_the_help_shows_the_table(client):
    text = client.get(reverse("event-help")).content.decode()
    for act in EventAct:
        assert act.label in text
