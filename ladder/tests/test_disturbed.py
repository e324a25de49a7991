"""Matches in which the machine took the processor from a bot: rated ones are played again, once."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.storage import default_storage

from ladder.models import RatedMatch, RatingChange
from ladder.seasons.current import current_season, ensure_seasons
from matches import services, tasks
from matches.models import Match
from matches.playing import failures
from matches.recorded.outputs import SHOWN_TURNS
from matches.services import Claim
from matches.tests.sample import played

TURN = {"game": 0, "turn": 12, "seat": 1, "wall_ms": 900, "cpu_ms": 3, "waited_ms": 890}


@pytest.fixture
def ready(make_ready, alices_bot):
    return make_ready(alices_bot)


@pytest.fixture
def rated(ready):
    """A waiting match of the running season."""
    ensure_seasons()
    match = services.create_match("snake", "standard", "ladder", [ready, ready], seed=5)
    season = current_season("snake", "standard")
    assert season is not None
    RatedMatch.objects.create(match=match, season=season)
    return match


@pytest.fixture
def judged(monkeypatch):
    """Lets workers play without a judger: each run ends with the next list of disturbed turns."""
    ahead: list[list[dict[str, Any]]] = []

    def run(match, claim, cpu):
        return played(match, ahead.pop(0))

    monkeypatch.setattr(tasks, "run", run)
    return ahead


def test_a_rated_match_that_was_disturbed_is_played_again_as_it_was(rated, judged):
    judged += [[TURN], []]
    tasks.play("matches")
    rated.refresh_from_db()
    assert (rated.state, rated.reruns, rated.disturbed) == ("queued", 1, [TURN])
    assert (rated.seed, rated.priority, rated.outcome, rated.replay.name) == (5, 0, None, "")
    assert (rated.faults, rated.losses) == (0, 0)
    assert rated.seats.first().rank is None
    assert RatingChange.objects.count() == 0
    tasks.play("matches")
    rated.refresh_from_db()
    assert (rated.state, rated.reruns, rated.disturbed) == ("finished", 1, [])
    assert RatingChange.objects.count() == 1  # one bot sits on both seats


def test_the_second_run_counts_even_where_it_was_disturbed_as_well(rated, judged):
    judged += [[TURN], [TURN, TURN]]
    tasks.play("matches")
    tasks.play("matches")
    rated.refresh_from_db()
    assert (rated.state, rated.reruns, rated.disturbed) == ("finished", 1, [TURN, TURN])
    assert RatingChange.objects.count() == 1  # one bot sits on both seats
    assert default_storage.exists(rated.replay.name)


def test_a_versions_first_match_that_was_disturbed_is_played_again_too(ready, judged):
    match = services.create_match("snake", "standard", "proving", [ready, ready])
    judged += [[TURN], []]
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.reruns) == ("queued", 1)
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.reruns, match.disturbed) == ("finished", 1, [])


def test_a_match_of_a_series_that_was_disturbed_is_played_again_too(ready, judged):
    match = services.create_match("snake", "blitz", "series", [ready, ready])
    judged += [[TURN], []]
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.reruns) == ("queued", 1)
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.disturbed) == ("finished", [])


def test_a_friendly_match_is_finished_with_the_mark(ready, judged, alice):
    match = services.request_match(alice, "snake", "blitz", [ready, ready])
    judged += [[TURN]]
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.reruns, match.disturbed) == ("finished", 0, [TURN])


def test_who_lost_the_claim_sends_nothing_to_be_played_again(rated):
    claimed = Match.objects.claim(rated.pk, "here:1")
    assert claimed is not None
    stale = Claim(rated.pk, "here:1", claimed.attempt)
    failures.give_back(stale, "the worker was lost", lost=True)
    assert Match.objects.claim(rated.pk, "there:2") is not None
    assert not services.play_again(stale, played(claimed, [TURN]))
    rated.refresh_from_db()
    assert (rated.state, rated.reruns, rated.claimed_by) == ("running", 0, "there:2")


def test_a_run_is_sent_to_be_played_again_exactly_once(rated):
    claimed = Match.objects.claim(rated.pk, "here:1")
    assert claimed is not None
    claim = Claim(rated.pk, "here:1", claimed.attempt)
    run = played(claimed, [TURN])
    assert services.play_again(claim, run)
    assert not services.play_again(claim, run)
    assert not services.finish(claim, run)
    rated.refresh_from_db()
    assert (rated.state, rated.reruns) == ("queued", 1)


def test_a_worker_is_called_for_the_second_run(rated, judged, redis_client):
    judged += [[TURN]]
    redis_client.delete("matches")
    tasks.play("matches")
    assert redis_client.llen("matches") == 1


def test_of_a_match_disturbed_throughout_a_few_turns_are_kept(ready, judged, alice):
    match = services.request_match(alice, "snake", "blitz", [ready, ready])
    judged += [[TURN] * 1000]
    tasks.play("matches")
    match.refresh_from_db()
    assert match.disturbed == [TURN] * SHOWN_TURNS


def test_where_walls_are_only_watched_a_rated_match_waits_and_a_friendly_one_does_not(
    rated, ready, judged, alice, settings, monkeypatch
):
    monkeypatch.setattr("controls.walls.watched", lambda: ("memory",))
    settings.RATED_WATCHED = False
    friendly = services.request_match(alice, "snake", "blitz", [ready, ready])
    judged += [[], []]
    for _ in range(2):
        tasks.play("matches")
    rated.refresh_from_db()
    friendly.refresh_from_db()
    assert (rated.state, friendly.state) == ("queued", "finished")
    settings.RATED_WATCHED = True
    tasks.play("matches")
    rated.refresh_from_db()
    assert rated.state == "finished"
