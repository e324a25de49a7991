"""Sixteen bots in one match, on one processor."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from sandbox.tests.matches import bot, play_job, toy_job

SEATS = 16


def play(*seats, **params):
    job = replace(toy_job(*seats, **params), cpu=min(os.sched_getaffinity(0)))
    return play_job(job)


def test_sixteen_bots_that_share_a_processor_play_to_the_end():
    played = play(*[bot("number")] * SEATS, together=True, rounds=20)
    assert [played.end(seat) for seat in range(SEATS)] == [("ok", "")] * SEATS
    assert len(played.result["seats"]) == SEATS
    answered = {seat for frame in played.of("frame") for seat in frame.get("cpu", {})}
    assert answered == {str(seat) for seat in range(SEATS)}


def test_sixteen_slow_starts_on_one_processor_cost_nobody_a_turn():
    # Together they take longer to load than two bots would be waited for.
    seats = [bot("dawdle", 0.15, 0)] * SEATS
    played = play(*seats, together=True, rounds=2, cpu_ms=60, wall_ms=20_000)
    assert [played.end(seat) for seat in range(SEATS)] == [("ok", "")] * SEATS


@pytest.mark.parametrize(
    "how", ["sleep", pytest.param("deaf", marks=pytest.mark.nightly, id="16-s-without-reading")]
)
def test_whoever_fails_among_sixteen_is_named_and_the_others_play_on(how):
    seats = [bot("number")] * SEATS
    seats[11] = bot(how)
    played = play(*seats, together=True, rounds=2, wall_ms=1000, forgiving=True)
    assert played.end(11)[0] == "silent"
    assert {played.end(seat) for seat in range(SEATS) if seat != 11} == {("ok", "")}
