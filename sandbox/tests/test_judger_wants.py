"""Asks that can do without an answer: a word, a rest, nothing."""

from __future__ import annotations

from sandbox.judger.job import SeatJob
from sandbox.tests.matches import BOTS, PYTHON, bot, play

BOB = bot("number", 1)
"""Answers every ask."""
HOUR_MS = 3_600_000


def answers(played, seat=0):
    return [replies[str(seat)] for replies in played.replies if str(seat) in replies]


RESTING = {"rounds": 2, "asks": 2, "wall_ms": HOUR_MS, "word_ms": HOUR_MS, "cpu_ms": 2000}


def choosy(*prompts):
    argv = (*PYTHON[:-1], "/program/choosy.py", *map(str, prompts))
    return SeatJob("choosy", BOTS, argv)


def asking(alice, *wants, **params):
    """A match in which both are asked together, for these in turns."""
    usual = {"rounds": len(wants), "together": True, "forgiving": True, "word_ms": 300}
    return play(alice, BOB, wants=list(wants), **{**usual, **params})


def test_silence_is_an_answer_to_who_wants_a_word_and_nothing_is_owed():
    played = asking(choosy(0, 2, 3), "answer", "word", "word", "answer")
    assert answers(played) == [4, None, 4, 4]
    record = played.result["seats"][0]
    assert (record["late"], played.end(0)) == (0, ("ok", ""))


def test_a_word_is_taken_like_an_answer():
    assert answers(asking(bot("number", 3), "answer", "word")) == [3, 3]


def test_a_fault_is_one_whatever_is_wanted():
    played = asking(bot("script", "2", "junk"), "answer", "word", "nothing", "answer")
    first, *others = answers(played)
    assert first == 2
    assert [reply["fault"] for reply in others] == ["malformed"] * 3


def test_who_wants_nothing_does_not_wait_and_takes_no_word():
    played = asking(choosy(0, 2), "answer", "nothing", "answer", wall_ms=HOUR_MS, word_ms=HOUR_MS)
    assert answers(played) == [4, None, 4]


def test_a_rest_of_a_turn_has_its_own_clock_and_keeps_what_was_said_already():
    played = asking(choosy("0+", "2+"), "answer", "rest", **RESTING)
    assert answers(played) == [4, 7, 4, 7]


def test_who_idles_has_nothing_more_to_say():
    played = asking(choosy(0, 2), "answer", "rest", **RESTING)
    assert answers(played) == [4, None, 4, None]


def test_who_works_on_after_his_turn_is_waited_for():
    played = asking(choosy("0~", 2), "answer", "rest", **RESTING)
    assert answers(played) == [4, 7, 4, None]
