"""A match is marked where strangers kept its programs waiting, and by nothing that bots do."""

import os
import signal
import time
from dataclasses import replace
from typing import Any

import pytest

from sandbox.judger.client import judger
from sandbox.judger.starvation import Vigil
from sandbox.tests import strangers
from sandbox.tests.matches import Played, bot, collect, toy_job
from sandbox.tests.strangers import CPU, crowd, needs_waits

RULES: dict[str, Any] = {"rounds": 3, "cpu_ms": 20_000, "wall_ms": 60_000}
pytestmark = [pytest.mark.xdist_group("disturbed"), needs_waits]


def play_on_one(*seats, **rules) -> Played:
    with judger(replace(toy_job(*seats, **{**RULES, **rules}), cpu=CPU)) as running:
        return collect(running)


def assert_no_false_mark(*seats, **rules) -> None:
    strangers.assert_no_false_mark(lambda: play_on_one(*seats, **rules))


def test_a_match_among_strangers_who_want_the_processor_is_marked():
    with crowd(10):
        played = play_on_one(bot("spin", 0.05), bot("number", 1))
    assert played.end(0) == ("ok", "")
    turn = played.result["disturbed"][0]
    assert (turn["game"], turn["seat"]) == (0, 0)
    assert turn["waited_ms"] >= 100
    assert turn["wall_ms"] >= turn["waited_ms"] + turn["cpu_ms"]


def test_silence_that_strangers_have_caused_is_marked():
    with crowd(10):
        played = play_on_one(bot("spin", 0.5), bot("number", 1), wall_ms=800)
    assert played.end(0)[0] == "silent"
    assert played.result["disturbed"][-1]["seat"] == 0


def test_a_bot_that_sleeps_marks_nothing():
    # To wake up takes longer than 100 ms only where strangers truly disturb.
    tries = (play_on_one(bot("nap", 0.3), bot("number", 1)) for _ in range(4))
    assert any(not played.result["disturbed"] for played in tries)


def test_a_bot_that_thinks_marks_nothing():
    assert_no_false_mark(bot("spin", 0.2), bot("number", 1))


def test_a_bot_whose_own_children_keep_each_other_waiting_marks_nothing():
    # Half of the time all sleep, half of the time each of eight waits for the other seven.
    assert_no_false_mark(bot("shirk"), bot("number", 1), rounds=2)


def test_opponents_that_are_asked_at_once_do_not_mark_each_others_turns():
    assert_no_false_mark(*[bot("spin", 0.3)] * 4, together=True, rounds=2)


def test_what_the_judger_works_itself_is_no_delay():
    vigil = Vigil((), pondering=False)
    vigil.rest()
    until = time.process_time() + 0.05
    while time.process_time() < until:
        pass
    vigil.late((), 50_000_000)
    assert not vigil.active
    vigil.late((), 50_000_000)
    assert vigil.active


@pytest.mark.parametrize("seat", [0, 1])
def test_the_mark_names_the_seat_as_the_match_counts(seat):
    seats = [bot("number", 1), bot("number", 1)]
    seats[seat] = bot("spin", 0.05)
    with crowd(10):
        played = play_on_one(*seats, games=2, rounds=1)
    assert seat in {turn["seat"] for turn in played.result["disturbed"]}


def test_a_judger_that_the_machine_stops_marks_the_turn():
    job = toy_job(bot("number", 1), bot("nap", 1.0), **{**RULES, "rounds": 1})
    with judger(job) as running:
        lines = [running.stdout.readline() for _ in range(3)]  # the second seat is asked now
        time.sleep(0.2)  # and the judger waits for it
        os.kill(running.process.pid, signal.SIGSTOP)
        time.sleep(1.8)
        os.kill(running.process.pid, signal.SIGCONT)
        rest = collect(running)
    assert len(lines) == 3
    turn = rest.result["disturbed"][-1]
    assert turn["seat"] == 1
    assert turn["waited_ms"] >= 300
    assert rest.end(1) == ("ok", "")
