"""How results move ratings, and what people see of them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.rating import (
    BETA,
    MU,
    POINTS,
    PROVISIONAL,
    SIGMA,
    TAU,
    display,
    standing,
    update,
    with_new_version,
)
from ladder.core.tests.results import chance

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
def test_joint_winners_are_treated_equally_and_all_others_worse(ranks):
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


# Teams, many sides, and bots on several seats ---------------------------------------------------

SIXTEEN = [(20.0 + n, 1.0 + n / 4) for n in range(16)]


def close(got, wanted):
    return [x for pair in got for x in pair] == pytest.approx([x for pair in wanted for x in pair])


def duel(a, b):
    """The winner's and the loser's rating by the closed form of Bradley-Terry for one pair."""
    (ma, sa), (mb, sb) = ((mu, math.hypot(sigma, TAU)) for mu, sigma in (a, b))
    c = math.sqrt(sa**2 + sb**2 + 2 * BETA**2)
    upset = 1 / (1 + math.exp((ma - mb) / c))
    after = []
    for mu, sigma, sign in ((ma, sa, 1), (mb, sb, -1)):
        shrunk = 1 - (sigma / c) ** 2 * upset * (1 - upset)
        after.append((mu + sign * sigma**2 / c * upset, sigma * math.sqrt(shrunk)))
    return after


@given(beliefs, beliefs)
def test_a_duel_moves_by_the_closed_form(a, b):
    assert close(update([a, b], [1, 2]), duel(a, b))


def test_a_team_of_one_is_a_bot_alone():
    ratings, ranks = SIXTEEN[:4], [2, 1, 3, 3]
    assert update(ratings, ranks, [3, 1, 0, 2]) == update(ratings, ranks)


def test_members_of_a_team_move_by_their_own_uncertainty():
    sure, unsure = (25.0, 2.0), (25.0, 6.0)
    after = update([sure, unsure, sure, unsure], [1, 1, 3, 3], [1, 1, 2, 2])
    gains = [mu - 25.0 for mu, _ in after]
    assert gains[0] > 0 > gains[2]
    assert gains[1] / gains[0] == pytest.approx((36 + TAU**2) / (4 + TAU**2))
    assert gains[2:] == pytest.approx([-gain for gain in gains[:2]])


def test_a_team_is_as_strong_as_the_sum_of_its_members():
    mixed = update([(30.0, 3.0), (20.0, 3.0), (25.0, 3.0), (25.0, 3.0)], [1, 1, 3, 3], [1, 1, 2, 2])
    even = update([(25.0, 3.0)] * 4, [1, 1, 3, 3], [1, 1, 2, 2])
    assert mixed[0][0] - 30.0 == pytest.approx(even[0][0] - 25.0)


@given(st.permutations(range(8)), st.booleans())
def test_who_sits_where_changes_nothing(order, teamed):
    ratings = [SIXTEEN[n // 2] if n < 4 else SIXTEEN[n] for n in range(8)]
    bots = [n // 2 if n < 4 else n for n in range(8)]
    teams = [1, 1, 2, 2, 3, 3, 3, 1] if teamed else []
    ranks = [1, 1, 4, 4, 6, 6, 6, 1] if teamed else [1, 5, 2, 2, 4, 7, 6, 8]
    there = update(ratings, ranks, teams, bots)
    moved = update(
        *([column[n] for n in order] for column in (ratings, ranks, teams or [0] * 8, bots))
    )
    assert close(moved, [there[n] for n in order])


def test_a_bot_on_several_seats_is_rated_once_by_the_mean_of_its_ranks():
    house, guest, third = SIXTEEN[:3]
    after = update([house, guest, house, third], [1, 2, 4, 3], bots=[7, 8, 7, 9])
    assert after[0] == after[2]
    # Ranks 2.5, 2 and 3 of three sides.
    assert [after[1], after[0], after[3]] == update([guest, house, third], [1, 2, 3])


def test_filling_ten_seats_teaches_no_more_of_a_bot_than_filling_one():
    filled = update([NEW] * 11, range(1, 12), bots=[1] + [2] * 10)
    assert close([filled[0], filled[10]], update([NEW, NEW], [1, 2]))


def test_a_bot_in_both_teams_moves_by_the_mean_of_both():
    house, ada, bix = (25.0, 2.0), (25.0, 4.0), (25.0, 4.0)
    after = update([house, ada, house, bix], [1, 1, 3, 3], [1, 1, 2, 2], [7, 8, 7, 9])
    assert after[0] == after[2]
    assert after[0][0] == pytest.approx(25.0)
    assert after[1][0] > 25.0 > after[3][0]


def test_a_bot_that_met_itself_keeps_its_rating():
    assert update([NEW] * 3, [1, 2, 3], bots=[5, 5, 5]) == [NEW] * 3


def test_two_seats_in_one_team_count_twice_and_move_together():
    after = update([NEW] * 4, [1, 1, 3, 3], [1, 1, 2, 2], [7, 7, 8, 9])
    assert after == update([NEW] * 4, [1, 1, 3, 3], [1, 1, 2, 2])


def test_one_match_of_sixteen_newcomers_does_not_settle_them():
    after = update([NEW] * 16, range(1, 17))
    assert all(sigma > PROVISIONAL for _, sigma in after)
    one_duel, _ = update([NEW, NEW], [1, 2])
    assert one_duel[0] - MU < after[0][0] - MU < 2 * (one_duel[0] - MU)


@given(st.lists(beliefs, min_size=3, max_size=16), st.data())
def test_ratings_stay_numbers_however_many_sides_and_teams(ratings, data):
    count = len(ratings)
    teams = data.draw(st.lists(st.integers(1, 4), min_size=count, max_size=count))
    if len(set(teams)) < 2:
        return
    ranks = [1 + sum(other < team for other in teams) for team in teams]
    after = update(ratings, ranks, teams)
    assert all(math.isfinite(mu) and sigma > 0 for mu, sigma in after)


@pytest.mark.parametrize(
    ("ranks", "teams", "bots"),
    [
        ([1, 2, 3], [1, 1, 2], []),  # a team with two ranks
        ([1, 1, 1], [1, 1, 1], []),  # one team alone
        ([1, 2, 3], [1, 2], []),
        ([1, 2, 3], [], [1, 2]),
    ],
)
def test_sides_that_make_no_match_are_refused(ranks, teams, bots):
    with pytest.raises(ValueError, match=r"match|team"):
        update([NEW] * 3, ranks, teams, bots)
