"""Which message is the answer to which question."""

import contextlib
import re
import time

from games.engine import SeatSetup, Setup, TurnLimits
from games.wire import JsonLines
from sandbox.isolation import choose
from sandbox.isolation.base import Spec
from sandbox.judger.job import SeatJob
from sandbox.judger.output import Output, SeatLog
from sandbox.judger.seats.poller import Poller
from sandbox.judger.seats.seat import BotSeat
from sandbox.judger.turns.clock import Clock
from sandbox.judger.turns.record import SeatRecord
from sandbox.limits import Limits
from sandbox.tests.matches import BOTS, PYTHON, bot, play
from sandbox.tests.toy import ToyEngine

BOB = bot("number", 4)


def onward(*arguments):
    argv = (*PYTHON[:-1], "/program/onward.py", *map(str, arguments))
    return SeatJob("onward", BOTS, argv)


def answers(played, seat=0):
    return [replies[str(seat)] for replies in played.replies if str(seat) in replies]


def test_a_late_answer_is_not_taken_for_the_next_one():
    played = play(bot("late", 0.7), BOB, forgiving=True, rounds=4, wall_ms=600)
    first, *others = answers(played)
    assert first["fault"] == "silent"
    assert others == [1, 1, 1]  # the late one was a 9
    assert played.result["seats"][0]["late"] == 1


def test_a_late_answer_is_not_taken_for_the_next_one_of_the_same_turn():
    played = play(bot("late", 0.7), BOB, forgiving=True, rounds=2, asks=2, wall_ms=600)
    assert [reply if reply == 1 else reply["fault"] for reply in answers(played)] == [
        "silent",
        "silent",  # the turn has one clock
        1,
        1,
    ]
    assert played.result["seats"][0]["late"] == 2


def test_a_judger_that_was_held_up_does_not_take_it_for_the_bots_lateness():
    setup = Setup((SeatSetup(0), SeatSetup(1)), 1, "standard")
    engine = ToyEngine(setup)
    program = bot("number", 3)
    wire = JsonLines(setup, 0)
    with contextlib.closing(choose().spawn(Spec(program.argv, program.program))) as process:
        clock, log = Clock(process, cpus=1), SeatLog(0, 1000, Output(1))
        seat = BotSeat(process, wire, clock, log, Poller(), Limits(), SeatRecord())
        ask = engine.pending()[0]
        seat.ask(ask.turn, TurnLimits(cpu_ms=500, wall_ms=500), wire.ask(ask), heard=0)
        time.sleep(0.8)
        assert seat.reply(engine, time.monotonic_ns()) == 3


def test_what_a_bot_says_before_it_is_asked_is_no_answer():
    played = play(bot("spin", 0.3), bot("early"), ruleset="pondering", rounds=4)
    assert answers(played, 1) == [1, 1, 1, 1]
    assert played.result["seats"][1]["early"] >= 3


def test_answers_of_one_turn_may_be_sent_all_at_once():
    played = play(bot("pipelined", 5, 6, 7), BOB, rounds=2, asks=3)
    assert answers(played) == [5, 6, 7, 5, 6, 7]
    assert played.result["seats"][0]["early"] == 0


def test_answers_beyond_those_of_the_turn_are_dropped():
    played = play(bot("pipelined", 5, 6, 9, 9), BOB, rounds=1, asks=2)
    assert answers(played) == [5, 6]


def test_where_answers_may_be_given_ahead_they_are_those_of_the_next_turns():
    played = play(onward("stay", 5, 6, 7), BOB, rounds=3, ahead=True)
    assert answers(played) == [5, 6, 7]
    assert played.result["seats"][0]["early"] == 0


def test_a_bot_that_has_answered_ahead_and_left_is_at_fault_when_it_has_no_answer_left():
    played = play(onward("leave", 5, 6, 7), BOB, rounds=5, ahead=True, forgiving=True)
    *said, lost, again = answers(played)
    assert said == [5, 6, 7]
    assert lost["fault"] == again["fault"] == "exit"


def test_a_game_may_have_waited_enough_for_a_bot_that_is_in_time_with_every_answer():
    played = play(onward("nap", 0.5), BOB, rounds=9, wait_ms=1250, wall_ms=20_000)
    *said, fault = answers(played)
    assert said == [1, 1]
    assert fault["fault"] == "silent"
    assert re.fullmatch(
        r"let the game wait for 1\d{3} ms in all its turns; the limit is 1250 ms; .*",
        fault["detail"],
    )


def test_a_message_may_come_one_byte_at_a_time():
    assert answers(play(bot("dribble"), BOB)) == [7, 7, 7, 7]


def test_asks_of_one_turn_share_one_clock():
    played = play(bot("spin", 0.1), BOB, rounds=1, asks=4, cpu_ms=280)
    assert answers(played)[:2] == [1, 1]
    assert answers(played)[2]["fault"] == "timeout"
    assert played.result["seats"][0]["turns"] == 1


def test_each_turn_has_its_own_clock():
    played = play(bot("spin", 0.1), BOB, rounds=4, cpu_ms=250)
    assert answers(played) == [1, 1, 1, 1]
    assert played.result["seats"][0]["cpu_ms"] >= 400


def test_a_bot_that_reads_no_more_is_not_sent_more_than_a_backlog():
    limit = Limits(memory_mb=256, unread_bytes=200_000)
    rules = {"together": True, "forgiving": True, "rounds": 6, "wall_ms": 600, "blob": 100_000}
    played = play(bot("deaf", 1), BOB, limits=limit, **rules)
    kinds = [answer["fault"] for answer in answers(played)]
    assert kinds[0] == "silent"
    assert kinds[-1] == "unread"
    fault = played.result["seats"][0]["faults"][-1]
    used, limit = fault["excess"]["used"], fault["excess"]["limit"]
    assert used > limit == 200_000
    assert fault["detail"] == f"left {used} bytes of messages unread; the limit is 200000 bytes"
    assert answers(played, 1) == [4] * 6


def test_messages_that_are_larger_than_a_pipe_arrive_whole():
    played = play(bot("dribble"), BOB, rounds=8, blob=200_000)
    assert answers(played) == [7] * 8
