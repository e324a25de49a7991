"""The factors by which opponents are drawn."""

import numpy as np
import pytest

from ladder.core.opponent_weights import NEAR, information, nearness, novelty, spread
from ladder.core.rating import BETA, MU, SIGMA, update
from ladder.core.tests.results import chance


def test_the_unit_of_differences_is_what_a_performance_may_be_off():
    assert spread(0.0, np.array([0.0]))[0] == pytest.approx(np.sqrt(2) * BETA)
    assert spread(3.0, np.array([4.0]))[0] == pytest.approx(np.sqrt(2 * BETA**2 + 25.0))


def test_nearness_has_a_heavy_tail():
    """Twice as far away is a quarter of the weight, however far: no normal curve has that."""
    far = NEAR * spread(1.0, np.array([1.0]))[0] * 100.0
    mus = MU + np.array([0.0, far, 2 * far, 4 * far])
    near = nearness((MU, 1.0), mus, np.full(4, 1.0))
    assert near[0] == 1.0
    assert near[1:3] / near[2:] == pytest.approx([4.0, 4.0], rel=1e-3)


def test_who_is_unsure_looks_for_opponents_further_away():
    others = np.array([MU + 8.0]), np.array([1.0])
    assert nearness((MU, SIGMA), *others) > 1.5 * nearness((MU, 1.0), *others)


@pytest.mark.parametrize(("gap", "sigma", "other"), [(0.0, 2.0, 2.0), (7.0, 1.0, 6.0)])
def test_information_is_p_times_one_minus_p_times_the_uncertainty_of_both(gap, sigma, other):
    p = chance((MU, sigma), (MU + gap, other))
    expected = p * (1 - p) * (sigma**2 + other**2) / (2 * BETA**2)
    told = information((MU, sigma), np.array([MU + gap]), np.array([other]))
    assert told[0] == pytest.approx(expected)


def test_matches_that_tell_more_take_more_uncertainty():
    """In the order in which the ratings themselves have it."""
    others = [(MU, 6.0), (MU, 3.0), (MU + 8.0, 3.0), (MU + 16.0, 3.0)]
    told = information((MU, 3.0), *(np.array(column) for column in zip(*others, strict=True)))
    taken = []
    for other in others:
        after = update([(MU, 3.0), other], [1, 2])
        taken.append(9.0 + other[1] ** 2 - after[0][1] ** 2 - after[1][1] ** 2)
    assert list(told) == sorted(told, reverse=True)
    assert taken == sorted(taken, reverse=True)


def test_no_distance_makes_an_opponent_impossible():
    mus, sigmas = np.array([MU - 1e6, MU + 1e6]), np.array([1.0, 1.0])
    assert (nearness((MU, 1.0), mus, sigmas) > 0).all()
    assert (information((MU, 1.0), mus, sigmas) > 0).all()


def test_every_meeting_makes_the_next_one_less_likely():
    new = novelty(np.array([0.0, 1.0, 2.0, 4.0, 2000.0]))
    assert new[0] == 1.0
    assert new[2] == pytest.approx(0.25)
    assert (np.diff(new) < 0).all()
    assert new[-1] > 0
