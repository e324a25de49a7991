"""Load over time: buckets of hours and days, and amounts spread over them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.contest.load import by_bucket, edges, is_hourly

NOON = datetime(2031, 3, 29, 12, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_short_spans_are_shown_by_hour_and_long_ones_by_day_of_the_zone():
    hours = edges(NOON, NOON + 2 * HOUR, "Europe/Berlin")
    assert is_hourly(hours)
    assert [f"{when:%H:%M}" for when in hours] == ["12:00", "13:00", "14:00", "15:00"]
    assert len(edges(NOON, NOON, "UTC")) == 2
    days = edges(NOON, NOON + 60 * HOUR, "Europe/Berlin")
    assert not is_hourly(days)
    # Midnights there, of which the last ones are in summer time.
    assert [f"{when:%d %H}" for when in days] == ["28 23", "29 23", "30 22", "31 22", "01 22"]
    assert len(edges(NOON, NOON + timedelta(days=5000), "UTC")) == 401


def test_an_amount_is_spread_evenly_over_its_span():
    found = edges(NOON, NOON + 2 * HOUR, "UTC")
    spread = [
        (NOON, NOON + HOUR, 60.0),
        (NOON, NOON, 5.0),
        (NOON + 9 * HOUR, NOON + 10 * HOUR, 1.0),
    ]
    assert by_bucket(spread, found) == pytest.approx([45.0, 20.0, 0.0])


@given(
    st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 4000), st.integers(0, 50)), max_size=8)
)
def test_nothing_is_lost_and_minutes_agree(rows):
    """Against a count minute by minute."""
    found = edges(NOON, NOON + timedelta(minutes=8100), "UTC")
    spread = [
        (NOON + timedelta(minutes=begin), NOON + timedelta(minutes=begin + length), float(amount))
        for begin, length, amount in rows
    ]
    sums = by_bucket(spread, found)
    assert sum(sums) == pytest.approx(sum(amount for _, _, amount in rows))
    counted = [0.0] * len(sums)
    for begin, length, amount in rows:
        for minute in range(max(1, length)):
            when = NOON + timedelta(minutes=begin + minute)
            bucket = next(n for n, edge in enumerate(found[1:]) if when < edge)
            counted[bucket] += amount / max(1, length)
    assert sums == pytest.approx(counted)
