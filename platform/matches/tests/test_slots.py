"""Matches of one machine share its processors and memory."""

from __future__ import annotations

import os

import pytest
from django.utils import timezone

from controls.machines import machine_mb
from games.tests.crowd import bidder
from matches import services, tasks
from matches.models import Match
from matches.playing import runner
from matches.queueing import slots
from matches.queueing.slots import free_cpu, memory_slot
from matches.tests import crowd


def test_every_match_has_a_processor_of_its_own_while_there_are_some(tmp_path):
    cpus = os.sched_getaffinity(0)
    held = [free_cpu(tmp_path) for _ in range(len(cpus) + 1)]
    assert {each.__enter__() for each in held} == {*cpus, None}
    held[0].__exit__(None, None, None)
    with free_cpu(tmp_path) as again:
        assert again is not None
    for each in held[1:]:
        each.__exit__(None, None, None)


def test_of_matches_that_may_use_most_of_the_memory_one_is_played_at_a_time(tmp_path):
    heavy = machine_mb() // 2 + 1
    with memory_slot(tmp_path, heavy) as first:
        assert first
        with memory_slot(tmp_path, heavy) as second:
            assert not second
        with memory_slot(tmp_path, heavy - 1) as small:
            assert small
    with memory_slot(tmp_path, heavy) as later:
        assert later


@pytest.fixture
def matches(make_ready, alice, monkeypatch):
    """A match with sixteen seats that waits, and a duel behind it."""
    from bots.services import create_bot

    crowd.install(monkeypatch)
    version = make_ready(create_bot(alice, "crowd", "bidder"), bidder())
    return [
        services.request_match(alice, "crowd", ruleset, [version] * seats)
        for ruleset, seats in (("sixteen", 16), ("duel", 2))
    ]


def states(matches):
    for match in matches:
        match.refresh_from_db()
    return [match.state for match in matches]


def test_a_match_for_which_there_is_no_room_lets_others_go_first(matches, settings, monkeypatch):
    monkeypatch.setattr(slots, "machine_mb", lambda: 1024)
    with memory_slot(settings.VAR / "run", 16 * 64):
        tasks.play("matches")
        assert states(matches) == ["queued", "finished"]
        tasks.play("matches")  # and there is nothing else
    tasks.play("matches")
    assert states(matches) == ["finished", "finished"]


def test_the_claim_is_kept_while_the_programs_of_many_seats_are_unpacked(matches):
    match = Match.objects.claim(matches[0].pk, "here:1")
    assert match is not None
    claim = services.Claim(match.pk, "here:1", match.attempt)
    beats = []

    def renew():
        beats.append(claim.rows().update(lease_until=timezone.now()))

    assert len(runner.job_of(match, None, renew).seats) == 16
    assert beats == [1] * 16


def test_a_game_that_is_gone_needs_no_room():
    assert services.memory_mb("gone", "gone") == 0
    assert services.memory_mb("snake", "standard") == 2048
