"""Matches whose rules are a program are marked as those of our own games are."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from games.engine import SeatSetup
from sandbox.foreign.host.seats import ForeignSeat
from sandbox.isolation import choose
from sandbox.judger.job import Job
from sandbox.judger.output import Output, SeatLog
from sandbox.judger.seats.poller import Poller
from sandbox.judger.turns.turn_watch import TurnWatch
from sandbox.limits import Limits
from sandbox.tests import strangers
from sandbox.tests.foreign.test_host import ends, job_of, player
from sandbox.tests.matches import Played, collect, forked, play_job
from sandbox.tests.sandboxes import PROGRAMS, python, read_line, started
from sandbox.tests.strangers import CPU, crowd, needs_waits
from sandbox.tests.test_judger_disturbed import stop
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


def test_a_player_that_sleeps_marks_nothing_where_the_judger_alone_is_kept_from_running():
    job = job_of(player("always-late"), player("say"), rounds=2, time=0.7)
    with forked(job) as running:
        while json.loads(running.stdout.readline()).get("turn") != 2:
            pass
        stop(running.process.pid, 0.3)
        played = collect(running)
    assert ends(played)[0] == "silent"
    assert played.result["disturbed"] == []


def test_work_of_the_games_own_program_is_none_of_strangers():
    burner = started(choose(), PROGRAMS, *python("spinner", 0.3, "itself"))
    with started(choose(), PROGRAMS, "/usr/bin/cat") as process, burner as logic:
        seat = ForeignSeat(process, Poller(), SeatLog(0, 0, Output(-1)), lambda _: None, Limits())
        busy = []
        for others in ((), (logic,)):
            TurnWatch([seat], pondering=True, others=others)
            busy.append(seat.clock.starvation.match_ns)
        assert read_line(logic) == "burnt"
        without, together = (match_ns() for match_ns in busy)
    assert together - without >= 300_000_000
