"""A worker's clock is an hour off: the database's time alone decides leases and shares."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from arbiter.tests.clocks import OFF, clock_off
from bots.tests.steps import ready, version_of
from controls import services as controls
from controls.models import ShareAccount, Worker, WorkerCount
from ladder.tests.play import finish
from matches import expectations, tasks
from matches.models import Duration, Match
from matches.playing import failures, runner
from matches.queueing import claiming
from matches.queueing.claiming import Skipped
from matches.services import Claim, create_match, withdraw

pytestmark = [pytest.mark.django_db, OFF]
BOX = "box:1:2"
HERE = "here:1:2"


@pytest.fixture
def make(alices_bot, redis_client):
    worm = ready(version_of(alices_bot))
    for name in (BOX, HERE):
        controls.seen(name, "matches")
    return lambda kind="series": create_match("snake", "standard", kind, [worm, worm])


def take(worker: str) -> Match:
    choice = claiming.choose("matches", worker, Skipped())
    assert choice is not None
    match = claiming.claim(choice, worker)
    assert match is not None
    return match


def claim_of(match: Match) -> Claim:
    return Claim(match.pk, match.claimed_by, match.attempt)


def seconds_from_now(moment: datetime | None) -> float:
    assert moment is not None
    return (moment - timezone.now()).total_seconds()


def test_its_claims_last_as_long_as_those_of_others(make, hours, settings):
    make()
    with clock_off(hours):
        match = take(BOX)
    assert abs(seconds_from_now(match.started)) < 60
    assert 0 < seconds_from_now(match.lease_until) <= settings.LEASE_SECONDS
    with clock_off(hours):
        runner._renew(claim_of(match), runner.Recorder(match))
    match.refresh_from_db()
    assert 0 < seconds_from_now(match.lease_until) <= settings.LEASE_SECONDS


def test_nobody_loses_a_match_by_it(make, hours):
    make()
    make()
    with clock_off(hours):
        take(BOX)
    take(HERE)
    tasks.sweep()
    with clock_off(hours):
        tasks.sweep()
    assert Match.objects.live().count() == 2


def test_a_match_whose_worker_fell_silent_is_taken_back_by_it(make, hours):
    make()
    match = take(HERE)
    late = timezone.now() - timedelta(seconds=1)
    Match.objects.filter(pk=match.pk).update(lease_until=late)
    with clock_off(hours):
        tasks.sweep()
    assert not Match.objects.live().exists()


def test_no_share_pays_for_it(make, hours):
    make("series")
    make("ladder")
    make("ladder")
    take(HERE)
    with clock_off(hours):
        take(BOX)
        assert all(each.elapsed < 60 for each in claiming.floor_of("matches").running.values())
    assert max(ShareAccount.objects.values_list("used", flat=True)) < 1


def test_the_duration_of_its_match_is_right(make, hours):
    match = make()
    with clock_off(hours):
        finish(match, [1, 2], worker=BOX)
        expectations.learn(match)
    assert abs(seconds_from_now(match.finished)) < 60
    kept = Duration.objects.values_list("recent", flat=True)
    assert kept
    assert all(0 <= seconds < 60 for recent in kept for seconds in recent)
    count = WorkerCount.objects.get(name=BOX)
    assert count.since == WorkerCount.span_of(match.finished)


def test_a_match_that_it_gives_back_is_tried_again_in_time(make, hours):
    make()
    for _ in range(2):
        Match.objects.update(retry_at=None)
        with clock_off(hours):
            failures.give_back(claim_of(take(BOX)), "no reason", lost=True)
    match = Match.objects.get()
    assert abs(seconds_from_now(match.retry_at)) < 60
    Match.objects.update(retry_at=timezone.now() + timedelta(minutes=5))
    with clock_off(hours):
        assert not Match.objects.waiting().exists()
    Match.objects.update(retry_at=timezone.now() - timedelta(minutes=5))
    with clock_off(hours):
        assert Match.objects.waiting().exists()


def test_matches_that_it_ends_ended_now(make, hours):
    one, two = make(), make()
    with clock_off(hours):
        failures.give_up(one, "no reason")
        withdraw([two], "no reason")
    assert abs(seconds_from_now(one.finished)) < 60
    assert abs(seconds_from_now(two.finished)) < 60


def test_it_is_alive_for_others_and_they_for_it(hours, redis_client):
    Worker.objects.all().delete()
    with clock_off(hours):
        controls.seen(BOX, "matches")
        controls.forget()
        assert controls.live_workers("matches") == {"box": 1}
    assert controls.live_workers("matches") == {"box": 1}
    Worker.objects.update(seen=timezone.now() - controls.HEARD - timedelta(seconds=1))
    with clock_off(hours):
        assert controls.live_workers("matches") == {}
