"""Times and rules of stages that have not begun change while an event runs; scenarios that are not
public yet can be planned."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit.models import AuditEntry
from bots.services import create_bot
from ladder.core.contest.plan import EventPlan, Feed, Kind
from ladder.events.entrants import entering
from ladder.events.models import Event, Stage
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft, PlanError
from ladder.events.planning.rescheduling import reschedule, schedule_of
from ladder.events.running import advancing
from ladder.events.tests.steps import begin, open_event, stage
from ladder.tests.play import add_version
from notices.models import Notice
from rulesets import services
from rulesets.models import Scenario
from rulesets.tests.steps import install, make, plant

pytestmark = pytest.mark.django_db
DAY = 24 * 60
LEAGUE = stage("league", Kind.ROUND_ROBIN, begins=DAY)
CUP = stage("cup", Kind.SINGLE, Feed("league", 2), begins=2 * DAY, freeze=60)


@pytest.fixture
def event(olga, bots):
    return begin(olga, bots[:2], LEAGUE, CUP)


def row(event: Event, key: str) -> Stage:
    return event.stages.select_related("event").get(key=key)


def texts() -> list[str]:
    return list(Notice.objects.order_by("pk").values_list("text", flat=True))


def newest() -> AuditEntry:
    found = AuditEntry.objects.order_by("-number").first()
    assert found is not None
    return found


def test_times_and_rules_of_a_stage_to_come_change_and_everybody_who_plays_is_notified(event, olga):
    Event.objects.update(time_zone="Europe/Warsaw")
    event.refresh_from_db()
    cup = row(event, "cup")
    assert cup.begins is not None
    begins = cup.begins + timedelta(days=5)
    Notice.objects.all().delete()
    wanted = replace(schedule_of(cup), begins=begins, ruleset="blitz", freeze=30)
    reschedule(cup, olga, wanted)
    changed = row(event, "cup")
    assert (changed.begins, changed.ruleset) == (begins, "blitz")
    assert changed.freezes == begins - timedelta(minutes=30)
    event.refresh_from_db()
    for plan in (changed.planned, event.planned.stage("cup")):
        assert (plan.begins, plan.ruleset, plan.freeze) == (7 * DAY, "blitz", 30)
    said = newest()
    assert (said.act, said.target_text) == ("changed", "Cup of Open")
    assert "ruleset standard → blitz; begins " in said.reason
    assert "(Europe/Warsaw) → " in said.reason
    assert "freeze 1h → 30m" in said.reason
    (one, other) = texts()
    assert one == other
    assert one.startswith("Cup of Open has changed: it now begins on ")
    assert "(Europe/Warsaw). Rules: Blitz" in one


def test_nothing_happens_where_nothing_is_changed(event, olga):
    count, told = AuditEntry.objects.count(), texts()
    reschedule(row(event, "cup"), olga, schedule_of(row(event, "cup")))
    assert (AuditEntry.objects.count(), texts()) == (count, told)


@pytest.mark.parametrize(
    ("key", "change", "field", "words"),
    [
        ("cup", {"begins": -1}, "begins", "this time has passed. Choose a later time."),
        ("cup", {"begins": 0.5}, "begins", "waits for League, which begins 1 day after the start"),
        ("league", {"begins": 3}, "begins", "Cup begins 2 days after the start, but waits for"),
        ("cup", {"freeze": 5 * DAY}, "freeze", "the time at which versions would be fixed"),
        (
            "cup",
            {"ends": 9},
            "ends",
            "Only a season of the ladder has an end time. Leave this empty.",
        ),
        ("cup", {"ruleset": "chess"}, "ruleset", "has no ruleset “chess”"),
    ],
)
def test_what_cannot_be_played_is_refused_beside_its_field(event, olga, key, change, field, words):
    times = {
        name: event.started + timedelta(days=value)
        for name, value in change.items()
        if name in ("begins", "ends")
    }
    before, count = schedule_of(row(event, key)), AuditEntry.objects.count()
    with pytest.raises(ValidationError) as caught:
        reschedule(row(event, key), olga, replace(before, **change | times))
    assert words in str(caught.value.message_dict[field])
    assert (schedule_of(row(event, key)), AuditEntry.objects.count()) == (before, count)


def test_only_organizers_change_a_stage_and_only_before_it_begins(event, olga, alice):
    soon = replace(schedule_of(row(event, "league")), begins=None)
    with pytest.raises(PermissionDenied):
        reschedule(row(event, "league"), alice, soon)
    reschedule(row(event, "league"), olga, soon)
    assert row(event, "league").state == Stage.State.RUNNING
    with pytest.raises(ValidationError, match="it has begun or is over"):
        reschedule(row(event, "league"), olga, replace(soon, freeze=5))


def test_versions_are_fixed_again_where_a_stage_begins_later(event, olga):
    now = timezone.now()
    Stage.objects.filter(key="cup").update(begins=now + timedelta(minutes=30))
    advancing.move_all(event.pk)
    cup = row(event, "cup")
    assert cup.frozen_at is not None
    assert cup.entries.count() == 2
    later = now + timedelta(days=9)
    reschedule(cup, olga, replace(schedule_of(cup), begins=later))
    assert row(event, "cup").frozen_at is None
    assert not cup.entries.exists()


def test_an_open_event_tells_its_changes_with_old_and_new_values(olga, bots):
    starts = timezone.now() + timedelta(days=3)
    event = open_event(olga, LEAGUE, CUP, starts=starts)
    entering.enter(event, bots[0], bots[0].owner)
    plan = event.planned.with_stage(replace(CUP, begins=3 * DAY))
    acts.change(event, olga, Draft("Spring", plan, starts=starts, most_entries=64))
    assert newest().reason == "name Open → Spring; Cup: begins 2d → 3d"
    when = f"{starts + timedelta(days=3):%Y-%m-%d %H:%M} (UTC)"
    assert texts() == [f"Cup of Spring has changed: it now begins on {when}. Rules: {_title()}."]
    count = AuditEntry.objects.count()
    acts.change(event, olga, Draft("Spring", plan, starts=starts, most_entries=64))
    assert (AuditEntry.objects.count(), len(texts())) == (count, 1)
    acts.change(event, olga, Draft("Spring", plan, most_entries=64))
    assert texts()[-1] == "Spring now starts when an organizer starts it."


def _title() -> str:
    from rulesets.catalogue import public_title

    return public_title("snake", LEAGUE.ruleset)


# Scenarios ----------------------------------------------------------------------------------------


@pytest.fixture
def summer(monkeypatch, settings, redis_client, olga):
    install(monkeypatch, settings)
    return make(olga, plant(olga))


def brawl(**more):
    return stage("brawl", Kind.ROUND_ROBIN, game="orchard", ruleset="summer", **more)


def test_an_event_with_a_draft_scenario_is_planned_and_published_once_it_has_a_date(summer, olga):
    starts = timezone.now() + timedelta(days=10)
    drafted = Draft("Cup", EventPlan((brawl(begins=DAY),)), starts=starts)
    event = acts.create(olga, drafted)
    with pytest.raises(PlanError) as caught:
        acts.publish(event, olga)
    (said,) = caught.value.messages
    assert said == (
        "brawl, ruleset: Brawl cannot be announced: its scenario Summer fair is a draft without a "
        "date, so nobody would know when its map becomes public. "
        "Set the date on the scenario's page."
    )
    services.publish(summer, olga, starts + timedelta(days=1, minutes=1))
    with pytest.raises(PlanError, match="Brawl may begin too early: it can begin 1 day after"):
        acts.publish(event, olga)
    services.publish(summer, olga, starts + timedelta(days=1))
    acts.publish(event, olga)
    services.retire(summer, olga, "a mistake")
    with pytest.raises(PlanError, match=r"is retired\. Choose other rules"):
        acts.start(event, olga)


def test_a_stage_waits_for_its_scenario(summer, olga, people):
    services.publish(summer, olga)
    event = acts.create(olga, Draft("Cup", EventPlan((brawl(begins=DAY),))))
    acts.publish(event, olga)
    for person in people:
        bot = create_bot(person, "orchard", f"of-{person}")
        add_version(bot)
        bot.refresh_from_db()
        entering.enter(event, bot, person)
    acts.start(event, olga)
    Stage.objects.update(begins=timezone.now())
    later = timezone.now() + timedelta(days=1)
    Scenario.objects.update(published_at=later, map_public_at=later)
    advancing.move_all(event.pk)
    waiting = row(event, "brawl")
    assert waiting.state == Stage.State.WAITING
    assert waiting.trouble == (
        "The stage does not begin: its scenario Summer fair is not public. "
        "Publish the scenario, or choose other rules for the stage."
    )


@pytest.fixture
def people(alice, bob):
    return alice, bob
