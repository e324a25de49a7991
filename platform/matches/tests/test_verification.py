"""Verifications that wait are carried out once, and a sample of rated matches is taken daily."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.registry import GAMES
from ladder.tests.play import make_bot
from matches.models import Match, Verification
from matches.recorded import verification
from matches.services import create_match
from matches.tests.recorded import recorded
from pages.status.health import Level, check_replays


@pytest.fixture
def play(db, redis_client, alice, charlie):
    bots = [make_bot(alice, "worm"), make_bot(charlie, "viper")]

    def play(kind="ladder") -> Match:
        versions = [bot.active_version for bot in bots if bot.active_version]
        return recorded(create_match("snake", "blitz", kind, versions))

    return play


def test_a_day_has_one_sample_of_rated_matches(play):
    rated, friendly = [play() for _ in range(3)], play("friendly")
    assert verification.sample() == 3
    assert verification.sample() == 0
    assert verification.carry_out() == 3
    rows = Verification.objects.filter(sampled=True)
    assert {row.match_id for row in rows} == {match.pk for match in rated}
    assert {row.finding for row in rows} == {"same"}
    assert not Verification.objects.filter(match=friendly).exists()
    rows.update(requested=timezone.now() - timedelta(days=1, minutes=1))
    assert verification.sample() == 0, "each match is verified once"
    play()
    assert verification.sample() == 1


def test_a_sample_has_a_largest_size(play, monkeypatch):
    monkeypatch.setattr(verification, "SAMPLE", 2)
    for _ in range(3):
        play()
    assert verification.sample() == 2
    assert Verification.objects.count() == 2


def test_old_and_voided_matches_are_in_no_sample(play):
    old, void = play(), play()
    Match.objects.filter(pk=old.pk).update(finished=timezone.now() - timedelta(days=2))
    Match.objects.filter(pk=void.pk).update(voided_at=timezone.now())
    assert verification.sample() == 0


def test_a_verification_whose_worker_was_lost_is_done_by_another(play, charlie):
    row = verification.request(play(), charlie)
    lost = timezone.now() - timedelta(minutes=6)
    Verification.objects.filter(pk=row.pk).update(state="running", started=lost)
    assert verification.carry_out() == 1
    row.refresh_from_db()
    assert row.state == "done"


def test_one_that_runs_is_left_alone(play, charlie):
    row = verification.request(play(), charlie)
    Verification.objects.filter(pk=row.pk).update(state="running", started=timezone.now())
    assert verification.carry_out() == 0


def test_a_new_version_of_the_engine_verifies_again_and_says_why_it_cannot(
    play, charlie, monkeypatch
):
    match = play()
    verification.request(match, charlie)
    verification.carry_out()
    monkeypatch.setattr(type(GAMES["snake"]), "version", "99")
    assert verification.request(match, charlie).state == "waiting"
    verification.carry_out()
    row = Verification.objects.get(match=match)
    assert row.finding == "impossible"
    assert "99" in row.detail


def test_a_replay_that_is_gone_cannot_be_verified(play, charlie):
    match = play()
    verification.request(match, charlie)
    match.replay.storage.delete(match.replay.name)
    verification.carry_out()
    assert Verification.objects.get(match=match).finding == "impossible"


def test_the_status_page_has_the_number_of_verified_matches(play):
    assert check_replays().level is Level.OK
    play(), play()
    verification.sample()
    verification.carry_out()
    check = check_replays()
    assert check.level is Level.OK
    assert "2 of 2" in check.summary
    row = Verification.objects.first()
    assert row is not None
    Verification.objects.filter(pk=row.pk).update(finding="differs", detail="Frame 3: …")
    check = check_replays()
    assert check.level is Level.WARN
    assert "1 of 2" in check.summary
    assert any(f"match {row.match_id}" in line for line in check.details)
