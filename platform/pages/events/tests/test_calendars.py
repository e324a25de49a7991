"""Calendar feeds, read by a calendar library, and the calendar page."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from ladder.core.contest.plan import EventPlan, Feed, Kind
from ladder.events.entrants import entering
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft
from ladder.events.tests import steps

pytestmark = pytest.mark.django_db
START = datetime(2031, 5, 10, 18, 0, tzinfo=UTC)


@pytest.fixture
def draft(olga):
    first = steps.stage("league", Kind.ROUND_ROBIN)
    final = steps.stage("final", Kind.SINGLE, Feed("league", 2), begins=120, freeze=30)
    day = timedelta(days=1)
    draft = Draft(
        name="Größe, Cup; long long long long long long long",
        plan=EventPlan((first, final)),
        entries_open=START - 20 * day,
        entries_close=START - day,
        starts=START,
    )
    return acts.create(olga, draft)


@pytest.fixture
def event(draft, olga):
    acts.publish(draft, olga)
    draft.refresh_from_db()
    return draft


def read(client, address: str):
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    found = Calendar.from_ical(answer.content)
    return {str(item["uid"]): item for item in found.walk("VEVENT")}


def of_event(client, event: Event):
    prefix = f"event-{event.pk}-"
    items = read(client, reverse("event-ics", args=[event.slug]))
    return {uid.removeprefix(prefix).split("@")[0]: item for uid, item in items.items()}


def test_a_feed_has_every_time_of_an_event_in_utc(client, event, settings):
    items = of_event(client, event)
    assert {key: item.decoded("dtstart") for key, item in items.items()} == {
        "entries-open": START - timedelta(days=20),
        "entries-close": START - timedelta(days=1),
        "start": START,
        "stage-league-begin": START,
        "stage-final-freeze": START + timedelta(minutes=90),
        "stage-final-begin": START + timedelta(minutes=120),
    }
    assert items["start"].to_ical().count(b"DTSTART:20310510T180000Z") == 1
    assert str(items["start"]["summary"]) == f"{event.name}: the event starts"
    assert items["start"]["url"] == settings.SITE_URL.rstrip("/") + event.get_absolute_url()
    assert {str(item["status"]) for item in items.values()} == {"CONFIRMED"}


def test_a_schedule_that_has_begun_has_its_match_days(client, olga, redis_client):
    daily = steps.stage("league", Kind.SCHEDULE, options={"rounds": 4, "matchday": 1440})
    event = steps.begin(olga, steps.authors(5), daily)
    row = event.stages.get()
    assert row.started is not None
    items = of_event(client, event)
    days = {key: item.decoded("dtstart") for key, item in items.items() if "-day-" in key}
    start = row.started.replace(microsecond=0)
    # Of five bots, everybody meets two others on a day.
    assert days == {
        "stage-league-day-1": start,
        "stage-league-day-2": start + timedelta(days=1),
    }
    assert str(items["stage-league-day-2"]["summary"]) == "Open: match day 2 of League"
    steps.play_all(event)
    assert "Match day 2 of League begins" in client.get(event.get_absolute_url()).text


def test_a_change_keeps_the_uids_and_raises_the_sequence(client, event, olga):
    Event.objects.filter(pk=event.pk).update(created=timezone.now() - timedelta(hours=2))
    before = of_event(client, event)
    assert of_event(client, event) == before, "nothing changed"
    frame = {field: getattr(event, field) for field in ("name", "entries_open", "entries_close")}
    later = START + timedelta(hours=3)
    # Acts in the past, so that this one is later by a whole second.
    Event.objects.filter(pk=event.pk).update(created=timezone.now() - timedelta(hours=3))
    event.refresh_from_db()
    acts.change(event, olga, Draft(plan=event.planned, starts=later, **frame))
    after = of_event(client, event)
    assert set(after) == set(before)
    assert after["start"].decoded("dtstart") == later
    assert after["start"]["sequence"] > before["start"]["sequence"]
    assert after["start"].decoded("last-modified") >= before["start"].decoded("last-modified")


def test_an_aborted_event_cancels_what_was_to_come(client, event, olga):
    past = timezone.now() - timedelta(days=1)
    Event.objects.filter(pk=event.pk).update(entries_open=past)
    acts.abort(event, olga, "No room.")
    states = {key: str(item["status"]) for key, item in of_event(client, event).items()}
    assert states.pop("entries-open") == "CONFIRMED"
    assert set(states.values()) == {"CANCELLED"}
    assert len(states) == 5


def test_drafts_are_in_no_calendar_not_even_of_their_owner(client, draft, olga):
    client.force_login(olga)
    assert client.get(reverse("event-ics", args=[draft.slug])).status_code == 404
    assert read(client, reverse("events-ics")) == {}
    page = client.get(reverse("event-calendar"), {"month": "2031-05"})
    assert draft.name not in page.text
    assert reverse("event-ics", args=[draft.slug]) not in client.get(draft.get_absolute_url()).text


def test_the_feed_of_all_has_the_real_times_of_events_that_began(client, event, olga):
    begun = steps.open_event(olga, steps.stage("only", Kind.ROUND_ROBIN))
    for bot in steps.authors(2):
        entering.enter(begun, bot, bot.owner)
    acts.start(begun, olga)
    begun.refresh_from_db()
    items = read(client, reverse("events-ics"))
    assert len(items) == 6 + 2
    own = next(item for uid, item in items.items() if uid.startswith(f"event-{begun.pk}-start@"))
    assert begun.started is not None
    assert own.decoded("dtstart") == begun.started.replace(microsecond=0)


def test_queries_do_not_grow_with_events(client, event, olga, django_assert_max_num_queries):
    for _ in range(5):
        steps.open_event(olga, steps.stage("only", Kind.ROUND_ROBIN), starts=START)
    with django_assert_max_num_queries(6):
        items = read(client, reverse("events-ics"))
    assert len(items) == 6 + 10


def test_a_feed_that_did_not_change_is_not_sent_again(client, event):
    address = reverse("event-ics", args=[event.slug])
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304


# The page -----------------------------------------------------------------------------------------


def days_of(page) -> dict[str, str]:
    """By date: what stands there, as text."""
    found = re.findall(
        r'<time datetime="(\d{4}-\d\d-\d\d)">(.*?)(?=<time datetime="\d{4}-\d\d-\d\d">|</ol>)',
        page.text,
        re.DOTALL,
    )
    return {day: re.sub(r"<[^>]+>|\s+", " ", text) for day, text in found}


def test_the_page_has_a_month_in_the_time_zone_of_the_person(client, event, alice):
    address = reverse("event-calendar")
    days = days_of(client.get(address, {"month": "2031-05"}))
    assert "18:00" in days["2031-05-10"]
    assert "the event starts" in days["2031-05-10"]
    assert "entries close" in days["2031-05-09"]
    assert len(days) == 35
    alice.time_zone = "Pacific/Auckland"
    alice.save()
    client.force_login(alice)
    page = client.get(address, {"month": "2031-05"})
    days = days_of(page)
    assert "Pacific/Auckland" in page.text
    assert "06:00" in days["2031-05-11"]
    assert "the event starts" not in days["2031-05-10"]


def test_months_lead_to_each_other_and_a_wrong_one_is_not_found(client, event):
    address = reverse("event-calendar")
    page = client.get(address, {"month": "2031-01"})
    assert "No event has a time in this month." in page.text
    assert 'href="?month=2030-12"' in page.text
    assert 'href="?month=2031-02"' in page.text
    assert client.get(address).status_code == 200
    for wrong in ("2031-13", "soon", "1800-01", "2031-05-01"):
        assert client.get(address, {"month": wrong}).status_code == 404, wrong
    assert 'href="?month=2101-01"' not in client.get(address, {"month": "2100-12"}).text


def test_pages_lead_to_the_calendars(client, event):
    assert reverse("event-calendar") in client.get(reverse("events")).text
    assert reverse("event-ics", args=[event.slug]) in client.get(event.get_absolute_url()).text
    assert reverse("events-ics") in client.get(reverse("event-calendar")).text
