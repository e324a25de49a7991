"""Promises of the dry run: when they are kept, and how they stand beside what happened."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from ladder.core.contest.plan import Feed, Kind
from ladder.events.entrants import entering
from ladder.events.mending.rulings import Void
from ladder.events.models import Event, Promise
from ladder.events.planning import acts, promises
from ladder.events.planning.acts import Draft
from ladder.events.planning.forecasts import EventForecast, forecast
from ladder.events.reading.reality import Reality
from ladder.events.tests import steps
from matches.models import Match, Seat

pytestmark = pytest.mark.django_db
LEAGUE = steps.stage("league", Kind.ROUND_ROBIN)
CUP = steps.stage("cup", Kind.SINGLE, Feed("league", 2), options={"extra": 0})
STARTED = datetime(2031, 5, 10, 12, 0, tzinfo=UTC)


def kept(event: Event) -> list[tuple[str, str]]:
    return [(each.occasion, each.state) for each in event.promises.order_by("pk")]


def work(event: Event) -> None:
    """Do the tasks of a worker."""
    for pk in event.promises.values_list("pk", flat=True):
        promises.keep(pk)


def draft_of(event: Event, **more: object) -> Draft:
    return Draft(name="Open", plan=event.planned, **more)  # type: ignore[arg-type]


def test_a_dry_run_is_kept_at_publication_at_each_change_and_at_the_start(olga, bots):
    event = steps.open_event(olga, LEAGUE)
    assert kept(event) == [("published", "queued")]
    acts.change(event, olga, draft_of(event, most_entries=9))
    assert kept(event) == [("published", "queued")], "nobody had computed it yet"
    work(event)
    first = event.promises.get()
    assert (first.state, first.supposed) == ("done", True)
    for bot in bots[:4]:
        entering.enter(event, bot, bot.owner)
    acts.change(event, olga, draft_of(event, most_entries=8))
    acts.change(event, olga, draft_of(event, most_entries=8))
    assert kept(event) == [("published", "done"), ("changed", "queued")], "no change, no dry run"
    work(event)
    acts.start(event, olga)
    work(event)
    assert [occasion for occasion, _ in kept(event)] == ["published", "changed", "started"]
    last = event.promises.order_by("-pk")[0]
    assert (last.matches, last.supposed, last.stages[0]["matches"]) == (12, False, 12)
    assert event.promises.get(pk=first.pk).stages == first.stages


def test_a_dry_run_outlasts_a_database_that_is_away(olga, monkeypatch):
    event = steps.open_event(olga, LEAGUE)
    faults = [OperationalError("database is locked")] * 2

    def away(found: Event, told: Callable[[float], None]) -> EventForecast:
        if faults:
            raise faults.pop()
        return forecast(found, told=told)

    monkeypatch.setattr(promises, "forecast", away)
    monkeypatch.setattr("arbiter.working.passing.time.sleep", lambda _: None)
    work(event)
    assert (kept(event), faults) == ([("published", "done")], [])


@pytest.fixture
def sent(monkeypatch) -> list[tuple[object, ...]]:
    """The tasks that were sent, with their arguments."""
    tasks: list[tuple[object, ...]] = []
    monkeypatch.setattr("arbiter.working.queues.send", lambda *given, **_: tasks.append(given))
    return tasks


def late(**more: object) -> None:
    """Let all tasks of dry runs have been sent three minutes ago."""
    Promise.objects.update(sent=timezone.now() - timedelta(minutes=3), **more)


def test_a_lost_task_is_sent_again_once_and_a_failed_dry_run_is_shown(olga, sent, redis_client):
    event = steps.open_event(olga, LEAGUE)
    promises.send_lost()
    assert sent == []
    late()
    promises.send_lost()
    promises.send_lost()
    assert sent == [(promises.TASK, event.promises.get().pk)]
    Event.objects.update(plan={"format": "unknown"})
    work(event)
    found = Reality(Event.objects.get())
    assert found.failed
    assert (found.promise, found.stages, found.buckets) == (None, [], [])


def test_a_dry_run_has_one_worker_until_its_lease_ends(olga, sent, redis_client):
    event = steps.open_event(olga, LEAGUE)
    soon = timezone.now() + timedelta(minutes=1)
    late(state="running", claim="first", lease_until=soon, tries=1)
    work(event)
    promises.send_lost()
    row = event.promises.get()
    assert (row.state, row.claim, sent) == ("running", "first", [])
    assert Reality(event).waits
    late(lease_until=timezone.now() - timedelta(seconds=1))
    promises.send_lost()
    assert sent == [(promises.TASK, row.pk)]
    work(event)
    row.refresh_from_db()
    assert (row.state, row.tries, row.runs) == ("done", 2, 100)


def test_a_dry_run_whose_workers_were_lost_three_times_has_failed(olga, sent, redis_client):
    event = steps.open_event(olga, LEAGUE)
    late(state="running", lease_until=timezone.now() - timedelta(seconds=1), tries=3)
    promises.send_lost()
    assert (kept(event), sent) == ([("published", "failed")], [])


def test_a_worker_that_has_lost_its_claim_writes_nothing(olga, monkeypatch):
    event = steps.open_event(olga, LEAGUE)
    monkeypatch.setattr(promises, "NOTED_S", 0.0)
    noted: list[int] = []

    def slow(found: Event, told: Callable[[float], None]) -> EventForecast:
        told(0.5)
        noted.append(Promise.objects.filter(done=0.5).count())
        Promise.objects.update(claim="another")
        return forecast(found, told=told)

    monkeypatch.setattr(promises, "forecast", slow)
    work(event)
    row = event.promises.get()
    assert (row.state, row.claim, row.done, noted) == ("running", "another", 0.5, [1])


def test_a_preview_is_asked_for_once_and_is_no_promise(
    olga, bots, sent, django_capture_on_commit_callbacks
):
    event = steps.open_event(olga, LEAGUE)
    work(event)
    with django_capture_on_commit_callbacks(execute=True):
        first, again = promises.preview(event).row, promises.preview(event).row
    assert first == again
    assert sent == [(promises.TASK, first.pk)]
    entering.enter(event, bots[0], bots[0].owner)
    other = promises.preview(event).row
    last = promises.last_preview(event)
    assert last is not None
    assert last.row == other != first
    promises.keep(first.pk)
    promises.keep(other.pk)
    assert kept(event) == [("published", "done"), ("preview", "done")]
    assert [each.occasion for each in Reality(event).promises] == ["published"]


def test_a_dry_run_ends_with_its_budget_after_one_run_at_least(olga, bots, monkeypatch):
    monkeypatch.setattr("ladder.events.planning.forecasts.BUDGET_S", 1e-9)
    told: list[float] = []
    found = forecast(steps.open_event(olga, LEAGUE), told=told.append)
    assert (found.runs, told) == (1, [1.0])


def test_promise_and_reality_agree_with_a_count_of_the_matches(olga, bots):
    event = steps.begin(olga, bots[:3], LEAGUE, CUP)
    work(event)
    steps.play_all(event)
    again = Match.objects.filter(event_game__encounter__stage__key="cup").earliest("pk")
    Void(again).do(olga, "The wrong map.")
    steps.play_all(event)
    _set_clocks(event)
    event = Event.objects.get(pk=event.pk)
    found = Reality(event)
    league, cup = found.stages
    assert found.promise is not None
    assert league.promised is not None
    assert cup.promised is not None
    assert (league.promised.matches, cup.promised.matches) == (6, 2)
    assert league.promised.begins == event.started
    assert cup.promised.begins == league.promised.ends
    assert league.happened is not None
    assert cup.happened is not None
    assert (league.happened.played, league.happened.voided) == (6, 0)
    assert (cup.happened.played, cup.happened.voided, cup.happened.replaced) == (2, 1, 1)
    # Each match took 30 minutes after 10 minutes in the queue, on 2 seats with 9 s of CPU time.
    matches = Match.objects.count()
    assert league.happened.wall + cup.happened.wall == pytest.approx(0.5 * matches)
    assert league.happened.cpu == pytest.approx(6 * 2 * 9 / 3600)
    assert league.happened.wait == timedelta(minutes=10)
    assert found.hourly
    assert sum(each.played for each in found.buckets) == matches
    assert sum(each.worked for each in found.buckets) == pytest.approx(0.5 * matches)
    assert sum(each.matches for each in found.buckets) == pytest.approx(found.promise.matches)
    at_one = next(each for each in found.buckets if each.begins == STARTED + timedelta(hours=1))
    ends = [STARTED + timedelta(minutes=30 * n + 30) for n in range(matches)]
    assert at_one.played == sum(at_one.begins <= end < at_one.ends for end in ends)


def _set_clocks(event: Event) -> None:
    """The matches follow each other, half an hour each."""
    Event.objects.filter(pk=event.pk).update(started=STARTED)
    for number, match in enumerate(Match.objects.order_by("pk")):
        begin = STARTED + timedelta(minutes=30 * number)
        Match.objects.filter(pk=match.pk).update(
            created=begin - timedelta(minutes=10),
            started=begin,
            finished=begin + timedelta(minutes=30),
        )
    Seat.objects.update(cpu_ms=9000)


def test_without_a_promise_the_page_shows_what_happened_alone(olga, bots):
    event = steps.begin(olga, bots[:3], LEAGUE)
    steps.play_all(event)
    Promise.objects.all().delete()
    found = Reality(Event.objects.get(pk=event.pk))
    assert (found.promise, found.waits, found.failed) == (None, False, False)
    (league,) = found.stages
    assert league.promised is None
    assert league.happened is not None
    assert league.happened.played == 6


def test_old_promises_make_room_but_the_first_one_stays(olga, monkeypatch, redis_client, bots):
    monkeypatch.setattr(promises, "MOST_KEPT", 2)
    event = steps.open_event(olga, LEAGUE)
    work(event)
    first = event.promises.get()
    for places in (5, 6, 7):
        acts.change(event, olga, draft_of(event, most_entries=places))
        work(event)
    assert event.promises.count() == 2
    assert event.promises.order_by("pk")[0] == first
