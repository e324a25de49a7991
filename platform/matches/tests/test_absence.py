"""People who are away for too long, by a simulated clock and without Redis."""

from __future__ import annotations

import io
import threading
import time

import pytest

from matches.playing import human_input
from matches.playing.human_input import Absence, presence_seconds


def outlived(closed_for: float, away: float) -> float:
    """When the mark of a page that was closed ``closed_for`` before is gone, at the earliest."""
    return closed_for + presence_seconds(away) * 2 / 3


def test_a_person_is_away_after_the_time_and_never_before():
    absence = Absence([0, 2], 60)
    assert absence.look([True, True], 100) == []
    gone = outlived(100, 60)  # seat 0 closed the page at 100
    assert absence.look([False, True], gone) == []
    assert absence.look([False, True], 159.9) == []
    assert absence.look([False, True], 160) == [0]
    absence.dismiss(0)
    assert absence.look([True], 161) == []


def test_a_person_who_is_back_in_time_has_the_whole_time_again():
    absence = Absence([1], 60)
    for now in (0, 40):
        assert absence.look([False], now) == []
    assert absence.look([True], 45) == []
    assert absence.look([False], 50) == []
    assert absence.look([False], 100) == []
    assert absence.look([False], 110) == [1]


def test_marks_that_a_restart_of_redis_lost_cost_nobody_the_seat():
    absence = Absence([0, 1], 60)
    assert absence.look([False, False], 0) == []
    assert absence.look([True, True], 5) == []  # the sockets have renewed them
    assert absence.look([True, True], 1000) == []


def test_time_in_which_nothing_is_known_does_not_count():
    absence = Absence([0], 60)
    absence.look([False], 0)
    absence.forget()
    assert absence.look([False], 500) == []
    assert absence.look([False], 560) == [0]


def test_without_a_time_nobody_is_ever_away():
    absence = Absence([0, 1], 0)
    assert absence.look([], 10**9) == []


@pytest.mark.parametrize("away", [1, 60, 600])
def test_marks_go_long_before_the_time_is_over(away):
    assert 0 < presence_seconds(away) <= away / 2


def test_while_redis_is_away_nobody_leaves(settings, monkeypatch):
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    settings.ROOM_AWAY_SECONDS = 0.05
    monkeypatch.setattr(human_input, "PAUSE_S", 0.02)
    stdin = io.BytesIO()
    before = set(threading.enumerate())
    with human_input.passing_on(7, stdin, [0, 1]):
        time.sleep(0.3)
        assert set(threading.enumerate()) - before  # it goes on trying
    assert stdin.getvalue() == b""
