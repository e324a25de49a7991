"""A match is marked where strangers kept its programs waiting, and by nothing that bots do."""

import os
import re
import signal
import time
from dataclasses import replace
from typing import Any

import pytest

from sandbox.judger.job import FAILED
from sandbox.judger.turns.turn_watch import Waited
from sandbox.tests import strangers
from sandbox.tests.matches import Played, bot, collect, forked, play_job, toy_job
from sandbox.tests.strangers import CPU, crowd, needs_waits
from tests.examples import sample

RULES: dict[str, Any] = {"rounds": 3, "cpu_ms": 400, "wall_ms": 60_000}
"""A turn counts as disturbed where waits take it past 200 ms."""
pytestmark = [pytest.mark.xdist_group("disturbed"), needs_waits]


def play_on_one(*seats, **rules) -> Played:
    return play_job(replace(toy_job(*seats, **{**RULES, **rules}), cpu=CPU))


def play_among(size: int, *seats, **rules) -> Played:
    """A match that strangers disturb as soon as its bots have started."""
    return strangers.play_among(size, toy_job(*seats, **{**RULES, **rules}))


def stop(pid: int, seconds: float) -> None:
    """Keep a process from running for a while."""
    os.kill(pid, signal.SIGSTOP)
    time.sleep(seconds)
    os.kill(pid, signal.SIGCONT)


def assert_no_false_mark(*seats, **rules) -> None:
    strangers.assert_no_false_mark(lambda: play_on_one(*seats, **rules), sample(2, 1))


def test_a_match_among_strangers_who_want_the_processor_is_marked():
    played = play_among(6, bot("spin", 0.05), bot("number", 1))
    assert played.end(0) == ("ok", "")
    turn = played.result["disturbed"][0]
    assert (turn["game"], turn["seat"]) == (0, 0)
    assert turn["waited_ms"] >= 100
    assert turn["wall_ms"] >= turn["waited_ms"] + turn["cpu_ms"]


def test_a_bot_among_strangers_is_not_silent_while_it_waits_for_them():
    played = play_among(6, bot("spin", 0.1), bot("number", 1), wall_ms=400, rounds=2)
    # Without them it needs 100 ms for a turn; with all of them there, a turn took more than its
    # limit.  The work of the judger, which is longer on a slow machine, does not count as a wait.
    assert played.end(0) == ("ok", "")
    turn = played.result["disturbed"][-1]
    assert turn["seat"] == 0
    assert turn["wall_ms"] > 400


def test_a_bot_that_sleeps_too_long_is_silent_among_strangers_as_well():
    played = play_among(6, bot("nap", 0.9), bot("number", 1), wall_ms=400)
    end, reason = played.end(0)
    assert end == "silent"
    figures = re.search(
        r"used (\d+) ms of CPU time, and slept or waited for input for (\d+)", reason
    )
    assert figures is not None, reason
    assert int(figures[1]) < 100 < 350 < int(figures[2])
    assert "It has read all that it was sent" in reason


def test_waits_in_turns_that_stay_far_below_their_limits_mark_nothing():
    played = play_among(6, bot("spin", 0.05), bot("number", 1), cpu_ms=20_000)
    assert played.result["disturbed"] == []
    assert played.result["seats"][0]["wall_ms"] > 300


def test_a_bot_that_sleeps_marks_nothing():
    # To wake up takes longer than 100 ms only where strangers truly disturb.
    tries = (play_on_one(bot("nap", 0.3), bot("number", 1)) for _ in range(4))
    assert any(not played.result["disturbed"] for played in tries)


def test_a_bot_that_thinks_marks_nothing():
    assert_no_false_mark(bot("spin", 0.2), bot("number", 1), rounds=2)


def test_a_bot_whose_own_children_keep_each_other_waiting_marks_nothing():
    # Half of the time all sleep, half of the time each of eight waits for the other seven.
    assert_no_false_mark(bot("shirk"), bot("number", 1), rounds=2)


def test_opponents_that_are_asked_at_once_do_not_mark_each_others_turns():
    assert_no_false_mark(*[bot("spin", 0.15)] * 4, together=True, rounds=2)


def test_a_bot_that_sleeps_marks_nothing_where_the_judger_alone_is_kept_from_running():
    job = toy_job(bot("nap", 60), bot("number", 1), **{**RULES, "rounds": 1, "wall_ms": 700})
    with forked(job) as running:
        lines = [running.stdout.readline() for _ in range(2)]  # the first seat is asked now
        time.sleep(0.2)  # and the judger waits for it
        stop(running.process.pid, 0.3)
        played = collect(running)
    assert len(lines) == 2
    assert played.end(0)[0] == "silent"
    assert played.result["disturbed"] == []


@pytest.mark.parametrize(
    ("wall", "waited", "failed", "disturbed"),
    [
        (2000, 1500, False, True),  # past half of 3 s, by the wait alone
        (2000, 400, False, False),  # past half of it without the wait as well
        (1400, 1300, False, False),  # far below the limit
        (1500, 90, True, False),  # too short a wait
        (9000, 500, True, True),
    ],
)
def test_a_wait_counts_only_where_it_may_have_changed_the_turn(wall, waited, failed, disturbed):
    ns = 1_000_000
    turn = Waited(wall * ns, 100 * ns, waited * ns, bound=3000 * ns, failed=failed)
    assert turn.disturbed is disturbed


@pytest.mark.parametrize("seat", [pytest.param(0, marks=pytest.mark.nightly), 1])
def test_the_mark_names_the_seat_as_the_match_counts(seat):
    seats = [bot("number", 1), bot("number", 1)]
    seats[seat] = bot("spin", 0.1)
    played = play_among(6, *seats, games=2, rounds=1)
    assert seat in {turn["seat"] for turn in played.result["disturbed"]}


def test_a_judger_that_the_machine_stops_takes_the_answer_that_came_meanwhile():
    job = toy_job(bot("number", 1), bot("nap", 0.5), **{**RULES, "rounds": 1, "wall_ms": 900})
    with forked(job) as running:
        lines = [running.stdout.readline() for _ in range(3)]  # the second seat is asked now
        time.sleep(0.2)  # and the judger waits for it
        stop(running.process.pid, 1.1)
        rest = collect(running)
    assert len(lines) == 3
    assert rest.end(1) == ("ok", "")


def test_a_machine_that_lets_a_bot_run_for_a_tenth_of_its_time_judges_nothing():
    with crowd(30):
        # Part of this is used before the judger, which waits as well, begins to measure the turn.
        played = play_on_one(bot("spin", 1.0), bot("number", 1), wall_ms=100, rounds=1)
    assert played.status == FAILED
    assert played.lines[-1]["busy"] is True
    assert "the machine is too busy" in played.error
