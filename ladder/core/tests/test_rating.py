"""How results move ratings, and what people see of them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.rating import (
    MU,
    POINTS,
    PROVISIONAL,
    SIGMA,
    chance,
    display,
    standing,
    update,
    with_new_version,
)

NEW = (MU, SIGMA)
beliefs = st.tuples(st.floats(-25, 75), st.floats(0.8, SIGMA))


def test_the_winner_gains_what_the_loser_loses_between_equals():
    (winner, loser) = update([NEW, NEW], [1, 2])
    assert winner[0] > MU > loser[0]
    assert winner[0] - MU == pytest.approx(MU - loser[0])
    assert winner[1] == loser[1] < SIGMA


def test_a_tie_of_equals_moves_neither_mean_and_teaches_both():
    a, b = update([NEW, NEW], [1, 1])
    assert a == b
    assert a[0] == MU
    assert a[1] < SIGMA


def test_a_tie_draws_unequal_bots_together_by_the_same_amount():
    strong, weak = update([(30.0, 2.0), (20.0, 2.0)], [1, 1])
    assert strong[0] < 30.0
    assert weak[0] > 20.0
    assert 30.0 - strong[0] == pytest.approx(weak[0] - 20.0)


@pytest.mark.parametrize("ranks", [[1, 1, 3], [1, 1, 3, 4], [1, 3, 1, 4], [4, 3, 1, 1]])
def test_joint_winners_are_treated_equally_and_everybody_else_worse(ranks):
    after = update([NEW] * len(ranks), ranks)
    winners = [mu for (mu, _), rank in zip(after, ranks, strict=True) if rank == 1]
    others = [mu for (mu, _), rank in zip(after, ranks, strict=True) if rank != 1]
    assert winners[0] == winners[1]
    assert max(others) < MU < winners[0]


@given(st.lists(beliefs, min_size=2, max_size=8), st.data())
def test_an_update_is_a_function_of_its_arguments_bit_for_bit(ratings, data):
    ranks = data.draw(st.lists(st.integers(1, 8), min_size=len(ratings), max_size=len(ratings)))
    first = update(ratings, ranks)
    assert update(ratings, ranks) == first
    assert all(math.isfinite(mu) and sigma > 0 for mu, sigma in first)


@given(beliefs, beliefs)
def test_seats_do_not_matter(a, b):
    assert update([a, b], [1, 2]) == update([b, a], [2, 1])[::-1]


@given(beliefs, beliefs)
def test_a_win_never_lowers_and_a_loss_never_raises(a, b):
    won, lost = update([a, b], [1, 2])
    assert won[0] >= a[0]
    assert lost[0] <= b[0]


def test_a_rating_never_freezes():
    belief = NEW
    for number in range(4000):
        belief, _ = update([belief, (MU, 1.0)], [1 + number % 2, 2 - number % 2])
    assert 0.5 < belief[1] < 2.0


@pytest.mark.parametrize(
    ("ratings", "ranks"), [([NEW], [1]), ([NEW, NEW], [1]), ([NEW, NEW], [0, 1])]
)
def test_what_is_no_match_is_refused(ratings, ranks):
    with pytest.raises(ValueError, match=r"match|ranks"):
        update(ratings, ranks)


def test_a_new_version_is_less_certain_but_never_less_than_a_new_bot():
    assert with_new_version((30.0, 1.0))[0] == 30.0
    assert 1.0 < with_new_version((30.0, 1.0))[1] < SIGMA / 2
    assert with_new_version(NEW) == NEW


def test_four_hundred_points_between_settled_bots_are_ten_to_one():
    assert chance((MU + 400 / POINTS, 0.0), (MU, 0.0)) == pytest.approx(10 / 11)


def test_a_new_bot_is_shown_at_1500_and_provisional():
    shown = display(NEW)
    assert (shown.points, shown.uncertainty, shown.provisional) == (1500, 246, True)


def test_about_twenty_even_matches_make_a_rating_more_than_provisional():
    a = b = NEW
    played = 0
    while a[1] > PROVISIONAL:
        a, b = update([a, b], [1 + played % 2, 2 - played % 2])
        played += 1
    assert 15 <= played <= 25


def test_standings_put_the_certain_before_the_lucky():
    lucky, *_ = update([NEW, NEW], [1, 2])
    assert lucky[0] > 27
    assert standing((27.0, 1.0)) > standing(lucky)
