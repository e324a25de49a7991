"""Bounds of processor time grow with the machine's slowness."""

from __future__ import annotations

import pytest

from games.tests import speed


@pytest.mark.parametrize(("seconds", "factor"), [(0.01, 1.0), (0.05, 1.0), (0.2, 4.0)])
def test_a_slow_machine_has_more_time_and_a_fast_one_not_less(monkeypatch, seconds, factor):
    monkeypatch.setattr(speed, "_reference", lambda: seconds)
    assert speed.slowness() == pytest.approx(factor)


@pytest.mark.parametrize(
    ("spent", "now", "within"), [(5, 1, True), (9, 1, False), (9, 2, True), (11, 2, False)]
)
def test_a_bound_is_that_of_the_machine_at_first_or_now(monkeypatch, spent, now, within):
    monkeypatch.setattr(speed, "_slowness_at_first", lambda: 1.0)
    monkeypatch.setattr(speed, "slowness", lambda: now)
    assert speed.is_within(spent, 5) is within


def test_the_reference_is_work_that_takes_time():
    assert speed._reference() > 0
