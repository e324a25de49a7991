"""Claims of workers, by shares, long matches, processors and first matches."""

from __future__ import annotations

import os
from contextlib import ExitStack
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from arbiter.working.workers import own_name
from bots.services import create_bot
from bots.tests.steps import ready, version_of
from controls import joining
from controls import services as controls
from controls.models import Share, ShareAccount
from matches import expectations, tasks
from matches.models import Match
from matches.queueing import claiming, forecasts
from matches.queueing.claiming import Skipped
from matches.queueing.slots import cpu_count, free_cpu, spare_cpu
from matches.services import create_match
from tools.workers import options

pytestmark = pytest.mark.django_db
BOX = ("box:1:2", "box:3:4")
"""Two workers of another machine."""


@pytest.fixture
def worm(alices_bot, redis_client):
    return ready(version_of(alices_bot))


@pytest.fixture
def make(worm):
    def make(kind, expected=5.0, **more):
        match = create_match("snake", "standard", kind, [worm, worm])
        Match.objects.filter(pk=match.pk).update(expected=expected, **more)
        match.refresh_from_db()
        return match

    return make


@pytest.fixture
def box():
    controls.accounts()
    for name in BOX:
        controls.seen(name, "matches")


def take(worker):
    """Claim the next match for a worker of the box, if any."""
    choice = claiming.choose("matches", worker, Skipped())
    return None if choice is None else claiming.claim(choice, worker)


def finish(match, seconds):
    """The match ends after this time."""
    now = timezone.now()
    began = now - timedelta(seconds=seconds)
    Match.objects.filter(pk=match.pk).update(state="finished", started=began, finished=now)
    match.refresh_from_db()
    controls.charge(match.share, seconds)


def test_forty_matches_of_a_comparison_do_not_stop_the_ladder(make, box):
    for _ in range(40):
        make("trial")
    for _ in range(16):
        make("ladder")
    taken = []
    for _ in range(20):
        match = take(BOX[0])
        taken.append(match.share)
        finish(match, 5)
    assert 14 <= taken.count("ladder") <= 16  # weights 20 and 5
    assert taken.count("comparisons") >= 4


def test_matches_of_an_events_season_stand_in_the_queue_of_the_events(worm, make):
    in_event = create_match("snake", "standard", "ladder", [worm, worm], share=Share.EVENTS)
    assert (in_event.share, make("series").share, make("ladder").share) == (
        "events", "events", "ladder",
    )  # fmt: skip


def test_within_a_share_priority_comes_first_and_then_age(make, box):
    old, urgent, new = make("event"), make("event", priority=10), make("series")
    assert [take(BOX[0]).pk for _ in range(3)] == [urgent.pk, old.pk, new.pk]


def test_a_share_that_is_held_back_is_passed_over(make, box, olga):
    make("event")
    ladder = make("ladder")
    controls.hold("share", "events", olga, "why")
    assert take(BOX[0]) == ladder
    assert take(BOX[1]) is None


def test_two_long_matches_of_the_ladder_leave_a_slot_to_the_event(make, box):
    for _ in range(2):
        make("ladder", 120.0)
    short = make("event", 5.0)
    ShareAccount.objects.filter(name="events").update(used=1e6)
    first = take(BOX[0])
    assert first.share == "ladder"
    assert take(BOX[1]) == short
    finish(short, 5)
    assert take(BOX[1]) is None  # also when nothing short waits
    finish(first, 120)
    assert take(BOX[1]).share == "ladder"


def test_a_match_that_runs_for_longer_than_expected_is_long(make, box):
    late = make("ladder", 5.0)
    assert take(BOX[0]) == late
    Match.objects.filter(pk=late.pk).update(started=timezone.now() - timedelta(minutes=5))
    long, short = make("ladder", 120.0), make("ladder", 5.0)
    wait = forecasts.forecast("matches").places[long.pk].wait
    assert wait is not None
    assert wait > timedelta(minutes=4)
    assert take(BOX[1]) == short
    assert take("box:5:6") is None


def test_the_time_that_a_match_has_run_is_at_most_the_limit_of_a_match(make, box, settings):
    make("ladder")
    take(BOX[0])
    Match.objects.update(started=timezone.now() - timedelta(days=2))
    (running,) = claiming.floor_of("matches").running.values()
    assert running.elapsed == settings.MATCH_WALL_SECONDS


def test_all_workers_of_rooms_play_long_matches(make):
    controls.accounts()
    for _ in range(2):
        make("room", 600.0)
    for worker in BOX:
        controls.seen(worker, "rooms")
        choice = claiming.choose("rooms", worker, Skipped())
        assert choice is not None
        assert claiming.claim(choice, worker) is not None


def test_first_matches_get_half_of_the_slots(make, box):
    make("proving")
    make("proving")
    assert take(BOX[0]).share == "first"
    assert take(BOX[1]) is None
    make("ladder")
    assert take(BOX[1]).share == "ladder"


def test_a_first_match_that_was_disturbed_comes_next(make, box):
    make("event")
    make("proving")
    again = make("proving", reruns=1)
    ShareAccount.objects.filter(name="first").update(used=1e6)
    assert take(BOX[0]) == again


def test_it_does_not_share_the_spare_processor_with_people(make, tmp_path):
    again, fresh = make("proving", reruns=1), make("proving")
    assert not claiming.needs_cpu_alone(again)
    make("room", state="running", claimed_by=own_name())
    assert claiming.needs_cpu_alone(again)
    assert not claiming.needs_cpu_alone(fresh)
    with ExitStack() as stack:
        held = [stack.enter_context(free_cpu(tmp_path, alone=True)) for _ in range(cpu_count())]
    if cpu_count() > 1:
        assert spare_cpu() not in held
        assert held[-1] is None


def test_no_match_begins_without_a_processor_of_its_own(make, settings, monkeypatch):
    played = []
    monkeypatch.setattr(tasks, "play_claimed", lambda match, cpu: played.append(cpu))
    make("event")
    with ExitStack() as stack:
        while stack.enter_context(free_cpu(settings.VAR / "run")) is not None:
            pass
        tasks.play("matches")
        assert played == []
    tasks.play("matches")
    assert len(played) == 1
    assert played[0] is not None


def test_a_machine_has_no_more_slots_than_processors():
    controls.seen(own_name(), "matches")
    assert claiming.slots("matches") == 1
    assert claiming.slots("matches", [f"box:{n}:x" for n in range(9)]) == 10


@pytest.mark.parametrize(("cpus", "workers"), [(1, 1), (2, 2), (4, 3)])
def test_one_processor_is_left_to_the_site_unless_that_leaves_one_slot(cpus, workers, monkeypatch):
    monkeypatch.delenv("ARBITER_MATCH_WORKERS", raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cpus)))
    assert (options("matches")["queues"], options("matches")["concurrency"]) == ("matches", workers)
    assert options("builds")["queues"] == "builds"


def test_the_time_that_a_match_took_is_charged_to_its_share(make, monkeypatch):
    monkeypatch.setattr(tasks, "play_claimed", lambda match, cpu: None)
    make("event")
    tasks.play("matches")
    assert ShareAccount.objects.get(name="events").used > 0


def test_a_match_that_ends_sends_the_task_for_the_next(make, monkeypatch, redis_client):
    monkeypatch.setattr(tasks, "play_claimed", lambda match, cpu: None)
    make("event")
    make("event")
    redis_client.delete("matches")
    tasks.play("matches")
    assert redis_client.llen("matches") == 1
    redis_client.delete("matches")
    tasks.play("matches")
    assert redis_client.llen("matches") == 0


# Expectations -----------------------------------------------------------------------------------


def test_a_match_is_expected_to_take_as_long_as_its_slowest_bots_last_ones(worm, make, alice):
    fast = ready(version_of(create_bot(alice, "snake", "fast")))
    assert make("ladder", 10.0).expected == expectations.DEFAULT_S
    for seconds in (60, 61, 900):
        done = make("ladder")
        finish(done, seconds)
        expectations.learn(done)
    assert create_match("snake", "standard", "ladder", [worm, fast]).expected == 61
    # Nothing is known of a bot: the ruleset's last matches tell, then those of the kind.
    assert create_match("snake", "standard", "ladder", [fast, fast]).expected == 61
    assert create_match("snake", "blitz", "ladder", [fast, fast]).expected == 61
    assert create_match("snake", "blitz", "event", [fast, fast]).expected == 10


def learned(match, seconds):
    finish(match, seconds)
    expectations.learn(match)


def test_a_bot_without_matches_is_as_slow_as_its_first_match_beside_those_of_others(
    worm, make, alice
):
    for seconds in (3, 3, 3):
        learned(make("ladder"), seconds)
        learned(make("proving"), 2)
    searching = ready(version_of(create_bot(alice, "snake", "searching")))
    learned(create_match("snake", "standard", "proving", [searching, worm]), 60)
    for kind in ("friendly", "event"):
        slow = create_match("snake", "standard", kind, [worm, searching])
        assert slow.expected == pytest.approx(90)
        assert create_match("snake", "standard", kind, [worm, worm]).expected == 3
    learned(create_match("snake", "standard", "ladder", [worm, searching]), 400)
    slow.refresh_from_db()
    assert slow.expected == 400


@pytest.mark.parametrize("kind", ["fork", "room"])
def test_parts_of_matches_and_matches_with_people_tell_nothing_of_others(make, kind):
    learned(make("ladder"), 75)
    for _ in range(3):
        learned(make(kind), 2)
    seats = make("ladder").seats.values_list("version", flat=True)
    assert expectations.expect("snake", "standard", "ladder", seats) == 75
    assert expectations.expect("snake", "standard", kind, seats) == 2


def test_brief_first_matches_tell_nothing_of_others(make):
    done = make("ladder")
    finish(done, 75)
    expectations.learn(done)
    first = make("proving")
    assert expectations.expect(
        "snake", "standard", "proving", [first.seats.first().version_id]
    ) == (expectations.DEFAULT_S)
    finish(first, 20)
    expectations.learn(first)
    assert expectations.expect("snake", "standard", "proving", []) == 20
    assert expectations.expect("snake", "standard", "ladder", []) == 75


def test_matches_that_wait_hear_of_it(worm, make):
    waiting, done = make("event"), make("ladder")
    finish(done, 75)
    expectations.learn(done)
    waiting.refresh_from_db()
    assert waiting.expected == 75


# Forecasts --------------------------------------------------------------------------------------


def test_the_forecast_is_what_the_scheduler_does(make, box):
    for _ in range(4):
        make("trial", 10.0)
    last = make("trial", 10.0)
    event = make("event", 20.0)
    ahead = forecasts.forecast("matches")
    assert ahead.places[event.pk].position == 1
    assert ahead.places[last.pk].position == 6
    assert ahead.places[last.pk].wait == timedelta(seconds=30)
    assert ahead.new["comparisons"] == timedelta(seconds=30)
    assert ahead.new["ladder"] == timedelta(0)
    assert forecasts.place_of(last) == ahead.places[last.pk]


def test_a_match_that_begins_while_the_queue_is_read_is_not_read_twice(make, box):
    match = make("event", 5.0)
    make("ladder")
    reads = []

    def begin(execute, sql, params, many, context):
        if sql.startswith("SELECT") and 'FROM "matches_match"' in sql:
            reads.append(sql)
            if len(reads) == 2:
                Match.objects.filter(pk=match.pk).update(state="running", started=timezone.now())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(begin):
        ahead = forecasts.forecast("matches")
    assert len(ahead.places) == 2
    assert len(reads) == 1


def test_without_workers_there_are_places_and_no_times(make, olga):
    match = make("event")
    ahead = forecasts.forecast("matches")
    assert (ahead.places[match.pk].wait, ahead.new) == (None, {})
    controls.hold("share", "events", olga, "why")
    assert forecasts.forecast("matches").places == {}


def test_a_long_queue_costs_as_many_queries_as_a_short_one(
    make, box, django_assert_max_num_queries
):
    for _ in range(12):
        make("event", 60.0)
        make("ladder")
    joining.own("matches")  # once a minute
    with django_assert_max_num_queries(18):
        assert take(BOX[0]) is not None
    with django_assert_max_num_queries(8):
        forecasts.forecast("matches")
