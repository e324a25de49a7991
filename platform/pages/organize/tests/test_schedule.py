"""Organizers change stages of a running event on a page; schedules say when maps become public."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from ladder.core.contest.plan import EventPlan, Feed, Kind
from ladder.events.models import Event, Stage
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft
from ladder.events.planning.rescheduling import schedule_of
from ladder.events.tests.steps import authors, begin, stage
from ladder.seasons.current import ensure_seasons
from pages.organize.plans.forms import rules_choices
from rulesets import services
from rulesets.models import Scenario
from rulesets.tests.steps import install, make, plant

pytestmark = pytest.mark.django_db
LEAGUE = stage("league", Kind.ROUND_ROBIN)
CUP = stage("cup", Kind.SINGLE, Feed("league", 2), begins=2 * 24 * 60)


@pytest.fixture
def desk(client, olga):
    client.force_login(olga)
    return client


@pytest.fixture
def event(olga, redis_client):
    ensure_seasons()
    return begin(olga, authors(2), LEAGUE, CUP)


def page_of(key: str) -> str:
    return reverse("event-stage-schedule", args=["open", key])


def test_a_stage_to_come_is_changed_on_its_page(desk, event, alice, client):
    assert page_of("cup") in desk.get(reverse("event-run", args=["open"])).text
    assert page_of("league") not in desk.get(reverse("event-run", args=["open"])).text
    assert desk.get(page_of("league")).status_code == 404
    cup = event.stages.get(key="cup")
    shown = desk.get(page_of("cup")).text
    typed = f"{cup.begins:%Y-%m-%dT%H:%M}"
    assert f'value="{typed}"' in shown
    same = {"ruleset": cup.ruleset, "begins": typed, "freeze": ""}
    assert desk.post(page_of("cup"), same).status_code == 302
    assert schedule_of(event.stages.get(key="cup")) == schedule_of(cup), "its seconds, too"
    later = cup.begins + timedelta(days=1)
    given = same | {"begins": f"{later:%Y-%m-%dT%H:%M}", "freeze": "2h"}
    assert desk.post(page_of("cup"), given).status_code == 302
    found = Stage.objects.get(key="cup")
    assert (found.begins, found.planned.freeze) == (later.replace(second=0, microsecond=0), 120)
    assert "begins " in desk.get(reverse("event-history", args=["open"])).text
    client.force_login(alice)
    assert client.get(page_of("cup")).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"begins": "2001-01-01T10:00"}, "this time has passed"),
        ({"begins": "soon"}, "Write a date and a time"),
        ({"freeze": "soon"}, "Enter weeks, days, hours and minutes"),
        ({"ruleset": "chess"}, "Select a valid choice"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(desk, event, wrong, words):
    given = {"ruleset": "standard", "begins": "", "freeze": "3h", **wrong}
    answer = desk.post(page_of("cup"), given)
    assert answer.status_code == 422
    assert words in answer.text
    assert f'value="{given["freeze"]}"' in answer.text


def test_pages_say_when_the_map_of_a_planned_scenario_becomes_public(
    client, monkeypatch, settings, redis_client, olga
):
    install(monkeypatch, settings)
    summer = make(olga, plant(olga))
    assert ("orchard/summer", "Orchard, Summer fair (draft)") in rules_choices()
    starts = timezone.now() + timedelta(days=20)
    services.publish(summer, olga, starts)
    brawl = stage("brawl", Kind.ROUND_ROBIN, game="orchard", ruleset="summer")
    event = acts.create(olga, Draft("Open", EventPlan((brawl,)), starts=starts))
    acts.publish(event, olga)
    where, api = event.get_absolute_url(), "/api/v1/events/open/"
    page, (told,) = client.get(where).text, client.get(api).json()["stages"]
    summer.refresh_from_db()
    assert "The map becomes public on " in page
    assert f"{summer.map_public_at:%-d %B %Y}" in page
    assert "a scenario that is not public yet" in page
    assert "Summer fair" not in page
    assert (told["ruleset"], told["map_public"] is not None) == (None, True)
    Scenario.objects.update(map_public_at=timezone.now())
    services.show_maps()
    page, (told,) = client.get(where).text, client.get(api).json()["stages"]
    assert "Summer fair" in page
    assert summer.map.get_absolute_url() in page
    assert "becomes public" not in page
    assert told["ruleset"] == "summer"
    assert Event.objects.get().state == Event.State.OPEN
