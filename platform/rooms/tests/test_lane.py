"""Matches with people have workers, and a share of the machine, of their own."""

from __future__ import annotations

import asyncio
import os
from contextlib import ExitStack

import pytest

from live.tests.player import Player, work
from matches import services as matches
from matches import tasks
from matches.models import Match
from matches.playing import runner
from matches.queueing.slots import free_cpu
from rooms import services
from tools.workers import options


@pytest.fixture
def match(room, alice, bidding):
    services.sit(room, alice, 0)
    services.put_bot(room, alice, 1, bidding)
    return services.start(room, alice)


def test_as_many_workers_play_with_people_as_there_may_be_such_matches(settings, monkeypatch):
    assert options("rooms")["autoscale"] == (settings.ROOM_MATCHES, 1)
    monkeypatch.setenv("ARBITER_ROOM_MATCHES", "7")
    assert options("rooms")["autoscale"] == (7, 1)


def test_ladder_workers_leave_matches_with_people_alone(match):
    tasks.play("matches")
    match.refresh_from_db()
    assert match.state == "queued"


def test_a_match_with_people_waits_in_their_lane_and_the_sweep_makes_up_for_lost_calls(
    match, redis_client
):
    assert redis_client.llen("rooms") == 1
    redis_client.delete("rooms")
    tasks.sweep()
    assert redis_client.llen("rooms") == 1


async def test_a_match_with_people_is_played_while_all_processors_are_held(match, alice, settings):
    with ExitStack() as stack:
        while stack.enter_context(free_cpu(settings.VAR / "run")) is not None:
            pass
        working = work()
        async with Player(match, 0, alice) as player:
            await player.play(lambda _: {"bid": 1})
            with free_cpu(settings.VAR / "run") as free:
                assert free is None
        await working
    await match.arefresh_from_db()
    assert match.state == "finished"


async def test_a_match_with_people_holds_no_processor(match, alice, settings):
    working = work()
    async with Player(match, 0, alice) as player:
        await player.play(lambda _: {"bid": 1}, until=lambda m: m["type"] == "taken")
        with ExitStack() as stack:
            held = [stack.enter_context(free_cpu(settings.VAR / "run"))]
            while held[-1] is not None:
                held.append(stack.enter_context(free_cpu(settings.VAR / "run")))
            assert len(held) == len(os.sched_getaffinity(0)) + 1
        await player.say(type="leave")
    await working


def test_people_need_no_memory():
    assert matches.memory_mb("snake", "standard", people=1) == 1024
    assert matches.memory_mb("snake", "standard", people=2) == 0


async def test_a_person_who_thinks_is_not_taken_for_a_judger_that_hangs(match, alice, monkeypatch):
    monkeypatch.setattr(runner, "SILENCE_SECONDS", -560.0)  # patience is 600 s
    working = work()
    async with Player(match, 0, alice) as player:
        await player.until("ask")
        await asyncio.sleep(1.2)
        await player.act(player.of("ask")[-1]["ask"], {"bid": 1})
        await player.play(lambda _: {"bid": 1})
    await working


def test_people_have_more_time_for_a_match(match):
    assert runner.wall_seconds(match) > runner.wall_seconds(Match(kind=Match.Kind.LADDER))
