"""Places and rates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.standings import Left, order, places, win_rate


def test_equal_values_share_the_better_place_and_the_next_one_is_skipped():
    assert places([5.0, 9.0, 5.0, 1.0]) == [2, 1, 2, 4]


def test_entrants_that_left_are_behind_all_others_and_disqualified_ones_are_equal():
    lines = [
        (Left.DISQUALIFIED, -9),
        (Left.STAYED, -1),
        (Left.WITHDREW, -5),
        (Left.DISQUALIFIED, -2),
        (Left.WITHDREW, -5),
        (Left.STAYED, -3),
    ]
    keys = [order(left, points) for left, points in lines]
    assert places(keys, least_first=True) == [5, 2, 3, 5, 3, 1]


def test_nobody_has_no_places():
    assert places([]) == []


@given(st.lists(st.integers(-3, 3).map(float)))
def test_a_place_is_one_more_than_the_number_of_those_that_are_better(values):
    assert places(values) == [1 + sum(other > value for other in values) for value in values]


@pytest.mark.parametrize(
    ("record", "rate"), [((0, 0, 0), None), ((1, 0, 3), 0.25), ((0, 4, 0), 0.5), ((2, 1, 1), 0.625)]
)
def test_a_draw_is_half_a_win(record, rate):
    assert win_rate(*record) == rate
