"""Matches from the queue to the result: claimed once, finished once, tried again when it was us."""

from __future__ import annotations

import gzip
import json
import re
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.dispatch import receiver
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from audit.models import AuditEntry
from controls import services as controls
from games.engine import with_facts
from games.registry import GAMES
from games.wire import encode
from matches import services, tasks
from matches.models import Match
from matches.playing import failures
from matches.playing.runner import Recorder
from matches.recorded.replays import open_replay
from matches.services import Claim
from matches.signals import match_finished
from matches.tests import sample

pytestmark = pytest.mark.usefixtures("quick_transactions")

LATELY = timezone.now() - timedelta(hours=1)


@pytest.fixture
def ready(make_ready, alices_bot):
    return make_ready(alices_bot)


@pytest.fixture
def match(ready, alice):
    return services.request_match(alice, "snake", "blitz", [ready, ready], seed=5)


def test_a_match_is_played_by_the_real_judger_to_result_replay_and_log(match, alice, charlie):
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.attempt, match.failure) == ("finished", 1, "")
    first, second = match.seats.all()
    assert {first.rank, second.rank} == {1, 2}
    assert (first.end, second.end) == ("ok", "ok")
    assert first.cpu_ms is not None
    with open_replay(match) as replay:
        assert replay.frames == match.frames > 10
        assert len(replay.games) == 2
        *_, last = replay.read()
        assert (match.turn, match.game_number) == (last["turn"], 1)
        assert with_facts(replay.result) == match.outcome
    assert services.may_see_log(first, alice)
    assert not services.may_see_log(first, charlie)
    texts = "".join(row["text"] for row in services.seat_log(first))
    assert "hello from player 0" in texts
    assert "hello from player 1" in texts


@pytest.mark.parametrize(("beat", "least", "most"), [(60.0, 1, 1), (0.0, 10, 1000)])
def test_a_claim_is_written_when_it_is_due_and_not_for_each_seat(
    match, monkeypatch, beat, least, most
):
    monkeypatch.setattr("matches.playing.runner.BEAT_SECONDS", beat)
    with CaptureQueriesContext(connection) as asked:
        tasks.play("matches")
    leases = re.compile(r'^UPDATE "matches_match" SET .*"lease_until" = \(?(?!NULL)')
    assert least <= sum(bool(leases.match(query["sql"])) for query in asked) <= most


def test_what_bots_write_to_standard_error_is_not_in_the_replay(match):
    tasks.play("matches")
    match.refresh_from_db()
    with match.replay.open("rb") as file:
        assert b"hello from player" not in gzip.decompress(file.read())


def test_what_is_for_a_bots_owner_alone_is_not_in_the_replay(match):
    tasks.play("matches")
    seat = match.seats.first()
    assert seat.stderr_bytes > 0
    match.refresh_from_db()
    with open_replay(match) as replay:
        assert replay.result["seats"][0]["cpu_ms"] == seat.cpu_ms
        for used in replay.result["seats"]:
            assert not used.keys() & {"faults", "stolen_ms", "stderr_bytes", "stderr_cut"}


def test_the_replay_re_simulates_to_the_same_frames(match):
    from games.tests.conformance import replay_reaches_the_same_frames

    tasks.play("matches")
    match.refresh_from_db()
    with open_replay(match) as replay:
        replay_reaches_the_same_frames(GAMES["snake"], replay.read())


def test_a_match_is_claimed_by_one_worker_only(match):
    assert Match.objects.claim(match.pk, "here:1") is not None
    assert Match.objects.claim(match.pk, "there:2") is None


def test_a_match_is_finished_exactly_once(match):
    claimed = Match.objects.claim(match.pk, "here:1")
    assert claimed is not None
    claim = Claim(match.pk, "here:1", claimed.attempt)
    finished = []

    @receiver(match_finished)
    def count(sender, match, **_):
        finished.append(match.pk)

    assert services.finish(claim, _played(claimed))
    assert not services.finish(claim, _played(claimed))
    assert finished == [match.pk]
    assert controls.finished_since(LATELY)["here:1"] == 1


def test_what_goes_wrong_twice_is_tried_again_after_a_pause(match, ready):
    ready.artifact.delete()
    tasks.play("matches")
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.faults) == ("queued", 2)
    assert match.retry_at > timezone.now() - timedelta(seconds=1)
    Match.objects.update(retry_at=timezone.now() + timedelta(minutes=1))
    tasks.play("matches")
    match.refresh_from_db()
    assert match.attempt == 2
    Match.objects.update(retry_at=timezone.now())
    tasks.play("matches")
    match.refresh_from_db()
    assert match.attempt == 3


def test_a_worker_that_lost_its_claim_stores_nothing(match):
    claimed = Match.objects.claim(match.pk, "here:1")
    assert claimed is not None
    stale = Claim(match.pk, "here:1", claimed.attempt)
    failures.give_back(stale, "the worker was lost")
    again = Match.objects.claim(match.pk, "there:2")
    assert again is not None
    assert not services.finish(stale, _played(claimed))
    match.refresh_from_db()
    assert (match.state, match.attempt, again.attempt) == ("running", 2, 2)


def test_a_handler_that_fails_undoes_the_whole_result(match):
    claimed = Match.objects.claim(match.pk, "here:1")
    assert claimed is not None

    @receiver(match_finished)
    def fail(sender, match, **_):
        raise RuntimeError("ratings are broken")

    with pytest.raises(RuntimeError):
        services.finish(Claim(match.pk, "here:1", claimed.attempt), _played(claimed))
    match_finished.disconnect(fail)
    match.refresh_from_db()
    assert (match.state, match.outcome, match.seats.first().rank) == ("running", None, None)
    assert "here:1" not in controls.finished_since(LATELY)


def test_a_match_of_a_dead_worker_is_played_again(match):
    Match.objects.claim(match.pk, "dead:1")
    Match.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    tasks.sweep()
    match.refresh_from_db()
    assert (match.state, match.losses, match.failure) == ("queued", 1, "the worker was lost")
    assert match.faults == 0
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.failure) == ("finished", "")


def test_a_fault_of_ours_is_tried_again_and_given_up_in_the_end(match, ready, settings):
    ready.artifact.delete()
    for attempt in range(1, settings.MATCH_FAULTS + 1):
        Match.objects.update(retry_at=None)
        tasks.play("matches")
        match.refresh_from_db()
        assert match.faults == attempt
    assert match.state == Match.State.FAILED
    assert match.failure
    assert match.seats.first().end == ""


def test_the_sweep_calls_workers_for_matches_whose_call_was_lost(match, redis_client):
    redis_client.flushall()
    tasks.sweep()
    assert redis_client.llen("matches") == 1
    tasks.sweep()
    assert redis_client.llen("matches") == 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "no game"),
        ({"ruleset": "chess960"}, "no ruleset"),
        ({"seed": -1}, "whole number"),
        ({"seed": 2**53}, "whole number"),
        ({"count": 1}, "played by 2 bots"),
        ({"count": 3}, "played by 2 bots"),
    ],
)
def test_a_request_that_makes_no_match_says_why(ready, alice, change, reason):
    wanted = {"game": "snake", "ruleset": "blitz", "seed": 1, "count": 2, **change}
    with pytest.raises(ValidationError, match=reason):
        services.request_match(
            alice, wanted["game"], wanted["ruleset"], [ready] * wanted["count"], wanted["seed"]
        )


def test_a_friendly_match_needs_a_bot_of_yours(ready, charlie, bob):
    with pytest.raises(ValidationError, match="must be yours"):
        services.request_match(charlie, "snake", "blitz", [ready, ready])
    assert services.request_match(bob, "snake", "blitz", [ready, ready]).requested_by == bob


def test_one_person_does_not_fill_the_queue(ready, alice):
    for _ in range(services.MAX_WAITING):
        services.request_match(alice, "snake", "blitz", [ready, ready])
    with pytest.raises(ValidationError, match="still wait"):
        services.request_match(alice, "snake", "blitz", [ready, ready])


def test_an_organizer_aborts_and_queues_again_and_leaves_a_trace(match, olga, bob):
    with pytest.raises(PermissionDenied):
        services.abort(match, bob)
    services.abort(match, olga, "wrong seed")
    match.refresh_from_db()
    assert (match.state, match.failure) == ("aborted", "wrong seed")
    with pytest.raises(ValidationError):
        services.abort(match, olga)
    services.requeue(match, olga, "it was right")
    match.refresh_from_db()
    assert (match.state, match.failure) == ("queued", "")
    words = [entry.summary for entry in AuditEntry.objects.order_by("pk")]
    assert words == ["aborted: wrong seed", "queued again: it was right"]


def test_matches_that_a_stop_interrupted_wait_again_without_a_fault(match):
    Match.objects.claim(match.pk, "here:77")
    assert services.release_all("elsewhere") == 0
    assert services.release_all("here") == 1
    match.refresh_from_db()
    assert (match.state, match.faults) == ("queued", 0)


def _played(match):
    recorder = Recorder(match)
    for line in sample.lines(rounds=5):
        recorder.take(line)
    return recorder.played("")


@pytest.mark.parametrize("kind", [Match.Kind.LADDER, Match.Kind.COMPARISON])
def test_the_digest_of_a_play_leaves_out_what_the_bots_used(match, kind):
    match.kind, match.map = kind, {"items": []}

    def digest(rounds: int, cpu: int) -> str:
        recorder = Recorder(match)
        for line in sample.lines(rounds=rounds):
            recorder.take(encode({**json.loads(line), "cpu": {"0": cpu}}).rstrip(b"\n"))
        return recorder.played("").play_sha256

    assert digest(5, 1) == digest(5, 2) != digest(6, 1)
    match.map = None  # then its seed draws the items
    assert digest(5, 1) == ""
