"""Bounds of processor time grow with the machine's slowness."""

from __future__ import annotations

import pytest

from games.tests import speed


@pytest.mark.parametrize(("seconds", "factor"), [(0.01, 1.0), (0.05, 1.0), (0.2, 4.0)])
def test_a_slow_machine_has_more_time_and_a_fast_one_not_less(monkeypatch, seconds, factor):
    monkeypatch.setattr(speed, "_reference", lambda: seconds)
    assert speed.slowness.__wrapped__() == pytest.approx(factor)


def test_the_reference_is_work_that_takes_time():
    assert speed._reference() > 0
