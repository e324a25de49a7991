"""A Redis that does not answer is asked once in a while, not by everything on a page."""

from __future__ import annotations

import time

import pytest
from redis.exceptions import TimeoutError as RedisTimeout

from arbiter import outage


@pytest.fixture
def clock(monkeypatch):
    """The time, which a test moves."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(outage, "PAUSE_SECONDS", 5.0)
    return now


def test_it_is_left_alone_for_some_seconds_and_then_asked_again(clock):
    asked, works = [], [False]

    def call() -> str:
        asked.append(clock[0])
        if not works[0]:
            raise RedisTimeout
        return "found"

    one = outage.Outage()
    assert [one.ask(call, "nothing", "a test") for _ in range(3)] == ["nothing"] * 3
    works[0] = True
    clock[0] = 104.9
    assert one.ask(call, "nothing", "a test") == "nothing"
    clock[0] = 105.0
    assert [one.ask(call, "nothing", "a test") for _ in range(2)] == ["found"] * 2
    assert asked == [100.0, 105.0, 105.0]


def test_errors_of_the_caller_are_not_swallowed(clock):
    with pytest.raises(ZeroDivisionError):
        outage.Outage().ask(lambda: 1 // 0, 0, "a test")


def test_each_address_has_one_of_its_own():
    assert outage.of("unix://a") is outage.of("unix://a")
    assert outage.of("unix://a") is not outage.of("unix://b")
