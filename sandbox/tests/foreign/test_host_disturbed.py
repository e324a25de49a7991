"""Matches whose rules are a program are marked as those of our own games are."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from games.engine import SeatSetup
from sandbox.foreign.host.seats import ForeignSeat
from sandbox.isolation import choose
from sandbox.judger.job import Job
from sandbox.judger.output import Output, SeatLog
from sandbox.judger.poller import Poller
from sandbox.judger.turn_watch import TurnWatch
from sandbox.limits import Limits
from sandbox.tests import strangers
from sandbox.tests.foreign.test_host import ends, job_of, player
from sandbox.tests.matches import Played, play_job
from sandbox.tests.sandboxes import PROGRAMS, python, read_line, started
from sandbox.tests.strangers import CPU, crowd, needs_waits
from tests.examples import sample

pytestmark = [pytest.mark.xdist_group("disturbed"), needs_waits]


def play(job: Job) -> Played:
    return play_job(replace(job, cpu=CPU))


def play_on_one(*how: str, **config: Any) -> Played:
    return play(job_of(*map(player, how), **{"rounds": 3, "time": 0.4, **config}))


def test_a_player_among_strangers_has_time_while_it_waits_for_them_and_the_match_is_marked():
    with crowd(6):
        played = play_on_one("think", "say")
    assert ends(played) == ["ok", "ok"]
    turn = played.result["disturbed"][0]
    assert (turn["game"], turn["turn"], turn["seat"]) == (0, 1, 0)
    assert turn["waited_ms"] >= 100
    assert turn["wall_ms"] >= turn["waited_ms"] + turn["cpu_ms"]


def test_a_player_that_sleeps_has_no_more_time_among_strangers():
    job = job_of(player("always-late"), player("say"), rounds=3, time=0.4)
    played = strangers.play_among(6, job)
    assert ends(played)[0] == "silent"
    assert len(played.result["seats"][0]["faults"]) == 3


def test_a_clock_that_ran_out_among_strangers_is_marked():
    with crowd(2):
        played = play_on_one("spin", "say")
    late = played.result["seats"][0]["faults"][0]
    assert late["kind"] == "timeout"
    assert "in which the machine kept it from running do not count" in late["detail"]
    marked = {(turn["turn"], turn["seat"]) for turn in played.result["disturbed"]}
    assert (late["turn"], 0) in marked


def test_the_mark_names_the_seat_as_the_match_counts():
    job = job_of(player("say"), player("think"), rounds=3, time=0.4)
    first, second = job.setup.seats
    turned = replace(job.setup, seats=(SeatSetup(1, second.name), SeatSetup(0, first.name)))
    played = strangers.play_among(6, replace(job, setup=turned))
    assert {turn["seat"] for turn in played.result["disturbed"]} == {1}


def test_a_player_that_sleeps_marks_nothing():
    # To wake up takes longer than 100 ms only where strangers truly disturb.
    tries = (play_on_one("nap", "say") for _ in range(4))
    assert any(not played.result["disturbed"] for played in tries)


def test_players_that_think_at_once_do_not_mark_each_others_turns():
    strangers.assert_no_false_mark(lambda: play_on_one(*["think"] * 6), sample(2, 1))


def test_what_the_games_own_program_has_worked_is_no_delay():
    burner = started(choose(), PROGRAMS, *python("spinner", 0.3, "itself"))
    with started(choose(), PROGRAMS, "/usr/bin/cat") as player, burner as logic:
        log = SeatLog(0, 0, Output(-1))
        seat = ForeignSeat(player, Poller(), log, lambda _: None, Limits())
        seat.clock.bound = 800_000_000
        watches = [TurnWatch([seat], pondering=True, others=each) for each in ((), (logic,))]
        began = time.monotonic_ns()
        seat.clock.start(began)
        for watch in watches:
            watch.over()
        assert read_line(logic) == "burnt"
        for watch in watches:
            watch.rest()
            watch.late([0], 350_000_000)
        turns = [watch.waited(0, began + 500_000_000) for watch in watches]
    assert [turn.disturbed for turn in turns] == [True, False]
