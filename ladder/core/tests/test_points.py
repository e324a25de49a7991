"""Points: what a match is worth, and which matches count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.points import FULL, MOST_WINDOW, Worth, earned, match_points, newest, total


@pytest.mark.parametrize(
    ("ranks", "wanted"),
    [
        ([1, 2], [10, 0]),
        ([1, 1], [5, 5]),
        ([1, 2, 3], [10, 5, 0]),
        ([1, 1, 3], [7.5, 7.5, 0]),
        ([2, 1, 2], [2.5, 10, 2.5]),
        ([4, 3, 2, 1], [0, 10 / 3, 20 / 3, 10]),
    ],
)
def test_a_match_is_worth_the_share_of_sides_left_behind(ranks, wanted):
    bots = [7, 3, 9, 5][: len(ranks)]
    found = match_points(ranks, [0] * len(ranks), bots)
    assert [found[bot] for bot in bots] == pytest.approx(wanted)


def test_team_mates_get_what_their_team_got():
    assert match_points([1, 2, 1, 2], [1, 2, 1, 2], [1, 2, 3, 4]) == {1: 10, 2: 0, 3: 10, 4: 0}


def test_a_bot_alone_on_several_seats_is_one_side():
    """It has the mean of its ranks, 2, and so does the other one."""
    assert match_points([1, 3, 2], [0, 0, 0], [1, 1, 2]) == {1: 5, 2: 5}


def test_a_bot_in_both_teams_has_the_mean_of_both():
    assert match_points([1, 1, 2, 2], [1, 1, 2, 2], [1, 2, 1, 3]) == {1: 5, 2: 10, 3: 0}


def test_who_met_only_itself_has_beaten_nobody():
    assert match_points([1, 2], [0, 0], [4, 4]) == {}


@given(st.lists(st.integers(1, 6), min_size=2, max_size=16))
def test_all_sides_of_a_match_share_the_same_sum(ranks):
    found = match_points(ranks, [0] * len(ranks), range(len(ranks)))
    assert sum(found.values()) == pytest.approx(FULL * len(ranks) / 2)
    best = [found[seat] for seat, rank in enumerate(ranks) if rank == min(ranks)]
    assert min(best) == max(found.values())


MICROWARS = Worth(win=3, draw=0, loss=-1)


@pytest.mark.parametrize("scores", [(3, -1), (-1, 3), (0, 0), (-1, -1)])
def test_points_that_a_game_gives_itself_are_the_scores_even_where_both_lose(scores):
    assert earned(scores, [0, 0], [7, 3]) == {7: scores[0], 3: scores[1]}


def test_points_of_a_game_are_summed_with_those_of_losses():
    found = total([3, 0, -1, -1, 3], MICROWARS)
    assert (found.points, found.matches, found.average) == (4, 5, 0.8)
    # Of equal points two wins are better than one.
    assert total([3, 3, -1, -1], MICROWARS).tie > total([3, 0, 0, 0], MICROWARS).tie


def test_who_meets_only_itself_earns_nothing():
    assert earned([3, -1], [0, 0], [4, 4]) == {}


def test_the_newest_matches_count_and_no_more_than_the_window_holds():
    values: list[float] = []
    for value in (1.0, 2.0, 3.0, 4.0):
        values = newest(values, value, 3)
    assert values == [2.0, 3.0, 4.0]
    assert (total(values).points, total(values).matches, total(values).average) == (9, 3, 3)


def test_before_the_first_match_there_is_no_average():
    assert (total([]).points, total([]).average) == (0, None)


def test_of_equal_points_wins_tell_and_then_fewer_matches():
    won, drawn, longer = total([10, 0]), total([5, 5]), total([10, 0, 0])
    assert won.points == drawn.points == longer.points
    assert won.tie > longer.tie > drawn.tie
    many = total([10.0] + [0.0] * (MOST_WINDOW - 1))
    assert many.tie > drawn.tie


def test_thirds_leave_nothing_behind():
    for sides in range(2, 16):
        assert total([10 / sides] * sides).points == 10
