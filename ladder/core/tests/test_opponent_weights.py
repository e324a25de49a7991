"""The weights by which opponents are drawn, and the gain by which they are chosen."""

import math

import numpy as np
import pytest

from ladder.core.matchmaking.opponent_weights import (
    CHANCE,
    NEAR,
    doubt,
    gain,
    information,
    nearness,
    novelty,
    spread,
)
from ladder.core.rating import BETA, MU, SIGMA, TAU, update
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


def arrays(*rows):
    return [np.array(column, dtype=float) for column in zip(*rows, strict=True)]


def test_a_pair_is_in_doubt_where_its_difference_may_be_zero():
    ones, others = arrays((MU, 1.0), (MU, 3.0)), arrays((MU, 1.0), (MU + 2.0, 1.0), (MU + 9, 1.0))
    found = doubt(*ones, *others)
    assert found.shape == (2, 3)
    assert found[0, 0] == pytest.approx(1 / 2)
    assert found[1, 1] == pytest.approx(math.exp(-4 / 20) / 10)
    assert (np.diff(found) < 0).all()
    # Of two bots that are far apart, the order of the unsure one's pair is more in doubt.
    assert found[1, 2] > 100 * found[0, 2]


def test_a_match_gains_what_it_takes_from_the_variance_times_the_doubt():
    """To first order, in proportion to what a tie of equals takes from the ratings themselves."""
    sigmas, doubts = np.array([0.4, 0.6, 0.8]), np.array([1.0, 3.0, 2.0])
    after = [update([(MU, sigma), (MU, sigma)], [1, 1])[0][1] for sigma in sigmas]
    taken = sigmas**2 + TAU**2 - np.array(after) ** 2
    assert gain(sigmas, doubts) / (taken * doubts) == pytest.approx([4 * CHANCE] * 3, rel=0.15)


def test_matches_of_near_opponents_tell_most():
    distances = [information(np.array([MU, MU + gap])) for gap in (0.0, 1.0, 5.0, 50.0, 1e6)]
    assert distances[0] == pytest.approx(1 / 4)
    assert distances == sorted(distances, reverse=True)
    p = chance((MU, 0.0), (MU + 5.0, 0.0))
    assert distances[2] == pytest.approx(p * (1 - p))


def test_a_match_of_many_tells_what_its_pairs_tell():
    mus = np.array([MU, MU + 2.0, MU + 7.0])
    pairs = [information(mus[[a, b]]) for a, b in ((0, 1), (0, 2), (1, 2))]
    assert information(mus) == pytest.approx(sum(pairs))


def test_no_distance_makes_an_opponent_impossible():
    mus, sigmas = np.array([MU - 1e6, MU + 1e6]), np.array([1.0, 1.0])
    assert (nearness((MU, 1.0), mus, sigmas) > 0).all()


def test_every_meeting_makes_the_next_one_less_likely():
    new = novelty(np.array([0.0, 1.0, 2.0, 4.0, 2000.0]))
    assert new[0] == 1.0
    assert new[2] == pytest.approx(0.25)
    assert (np.diff(new) < 0).all()
    assert new[-1] > 0
