"""Outside its turns a bot does not think, its children included, unless the rules allow it."""

import time
from dataclasses import replace
from typing import Any

import pytest

from sandbox.isolation import choose
from sandbox.limits import Limits
from sandbox.tests.matches import bot, collect, forked, play, play_job, toy_job
from sandbox.tests.sandboxes import TREE

pytestmark = pytest.mark.skipif(
    TREE is None or not TREE.cpu or not TREE.freezes, reason="no group counts and freezes here"
)
THOUGHTS = 20
ROOMY = Limits(memory_mb=256)


def stolen(ruleset: str) -> int:
    """ms that a bot with children who never rest steals while its opponent thinks 20 times, 30 ms
    each time."""
    # One more turn than thoughts: what is used before the first one is getting started.
    rules: Any = {"rounds": THOUGHTS, "wall_ms": 30_000, "cpu_ms": 5000}
    job = toy_job(bot("spin", 0.03), bot("ponder", 2), ruleset=ruleset, **rules)
    played = play_job(replace(job, cpu=None))
    assert played.end(1) == ("ok", "")
    return int(played.result["seats"][1]["stolen_ms"])


def test_a_bot_that_ponders_steals_next_to_nothing():
    allowed = stolen("pondering")
    assert allowed > 100
    # How long it takes to stop a program depends on how busy the machine is: try it again.
    assert any(stolen("standard") < allowed / 10 for _ in range(3))


def test_a_paused_bot_answers_when_it_is_asked_and_has_missed_nothing():
    played = play(bot("nap", 0.05), bot("count"), rounds=6, blob=20_000)
    # It says how many events it has been told of, modulo 10.
    assert [r["1"] for r in played.replies if "1" in r] == [1, 3, 5, 7, 9, 1]


def test_a_paused_bot_is_not_blamed_for_what_it_cannot_read():
    limits = Limits(memory_mb=256, unread_bytes=1_000_000)
    # Twenty messages of 100 kB come while the second seat is paused.
    rules = {"asks": 20, "rounds": 1, "blob": 100_000, "wall_ms": 20_000}
    played = play(bot("nap", 0.05), bot("count"), limits=limits, **rules)
    assert played.end(1) == ("ok", "")


def test_a_bot_that_could_read_and_does_not_is_blamed_all_the_same():
    limits = Limits(memory_mb=256, unread_bytes=400_000)
    rules = {"asks": 10, "rounds": 1, "blob": 100_000, "wall_ms": 20_000}
    played = play(bot("nap", 0.03), bot("deaf", 1), limits=limits, **rules)
    assert played.end(1)[0] == "unread"


def test_a_match_ends_at_once_although_a_bot_is_paused():
    job = toy_job(bot("sleep"), bot("ponder", 2), wall_ms=300)
    began = time.monotonic()
    with forked(job) as running:
        assert collect(running).end(0)[0] == "silent"
    assert time.monotonic() - began < 15


def test_a_late_answer_of_a_bot_that_was_paused_meanwhile_is_still_dropped():
    played = play(bot("late", 0.8), bot("nap", 0.1), forgiving=True, rounds=4, wall_ms=600)
    first, *others = [r["0"] for r in played.replies if "0" in r]
    assert first["fault"] == "silent"
    assert others == [1, 1, 1]
    assert played.result["seats"][0]["late"] == 1


def test_all_who_are_asked_may_think_at_once():
    played = play(bot("nap", 0.05), bot("nap", 0.05), together=True, rounds=4)
    assert played.end(0) == played.end(1) == ("ok", "")
    for seat in played.result["seats"]:
        assert seat["turns"] == 4


def test_the_backend_says_where_bots_cannot_be_paused():
    assert not any("pause" in weakness for weakness in choose().weaknesses)
