"""The excitement of a match: its bounds, its order, and the lengths that it is measured by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.models import Match
from pages.front.excitement import (
    CLOSE,
    LATE,
    RATED,
    STAKE,
    UNKNOWN,
    Usual,
    excitement,
    gain,
    lateness,
    stake_of,
    strength,
)

part = st.floats(0, 1)
four = st.tuples(part, part, part, part)
points = st.floats(-4000, 6000)


@given(four)
def test_it_is_from_0_to_1(measures):
    assert -1e-9 <= excitement(*measures) <= 1 + 1e-9


def test_it_reaches_both_bounds():
    assert pytest.approx(1) == LATE + CLOSE + RATED + STAKE == excitement(1, 1, 1, 1)
    assert excitement(1, 0, 0, 0) == pytest.approx(LATE)
    # The start of a match says nothing of its scores.
    assert excitement(0, 0, 0, 0) == excitement(0, 1, 0, 0) == pytest.approx(CLOSE * UNKNOWN)


@given(four, st.integers(0, 3), part)
def test_it_never_falls_where_one_measure_rises(measures, which, other):
    low, high = list(measures), list(measures)
    low[which], high[which] = sorted((measures[which], other))
    assert excitement(*low) <= excitement(*high) + 1e-9


@given(part, part, part, part)
def test_the_browser_adds_the_closeness_by_the_gain(late, close, rated, stake):
    base = excitement(late, UNKNOWN, rated, stake)
    added = base + gain(late) * (close - UNKNOWN)
    assert added == pytest.approx(excitement(late, close, rated, stake))


@given(
    st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 9), st.floats(0, 2000),
    st.floats(0, 9),
)  # fmt: skip
def test_a_later_turn_is_never_earlier(turn, other, game, turns, games):
    usual = Usual(turns, games)
    first, second = sorted((turn, other))
    assert 0 <= lateness(first, game, usual) <= lateness(second, game, usual) <= 1
    assert lateness(second, game, usual) <= lateness(first, game + 1, usual)


def test_each_game_of_a_match_is_a_part_of_it():
    halves = Usual(turns=500, games=2)
    assert [lateness(*each, halves) for each in ((0, 0), (250, 0), (900, 0), (250, 1))] == [
        *(0, 0.25, 0.5, 0.75)
    ]
    assert lateness(900, 1, halves) == lateness(3, 7, halves) == 1
    assert lateness(900, 1, None) == 0


@given(st.lists(st.none() | points, max_size=16), points, st.integers(0, 15))
def test_a_higher_rating_is_never_weaker(ratings, other, seat):
    assert 0 <= strength(ratings) <= 1
    if seat < len(ratings):
        low, high = list(ratings), list(ratings)
        low[seat], high[seat] = sorted((ratings[seat] or 0.0, other))
        assert strength(low) <= strength(high)
        low[seat] = None
        assert strength(low) <= strength(high)


def test_strength_is_that_of_all_seats():
    assert strength([1500.0, 1500.0]) == 0.5
    assert strength([1900.0, None]) == pytest.approx(10 / 11 / 2)
    assert strength([]) == 0


def test_games_of_events_have_more_at_stake_than_those_of_ladders_and_these_than_others():
    stakes = [stake_of(kind) for kind in ("event", "series", "ladder", "friendly", "room")]
    assert stakes == [1, 1, 0.5, 0, 0]
    assert all(0 <= stake_of(kind) <= 1 for kind in Match.Kind)
