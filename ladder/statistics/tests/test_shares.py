"""Shares and their intervals."""

import numpy as np
import pytest

from ladder.core.intervals import wilson
from ladder.statistics.shares import Share


def test_wilsons_interval_as_it_is_published():
    """1 of 10: the example of most textbooks."""
    assert wilson(1, 10) == pytest.approx((0.0179, 0.4042), abs=1e-4)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


def test_it_never_leaves_the_scale_and_is_never_empty():
    for results in range(20):
        for won in range(results + 1):
            low, high = wilson(won, results)
            assert 0 <= low < high <= 1
    assert wilson(0, 0) == (0, 1)
    assert wilson(5, 5)[1] == pytest.approx(1)


def test_it_holds_the_truth_about_95_times_in_100():
    rng = np.random.default_rng(4)
    for truth in (0.1, 0.5, 0.85):
        wins = rng.binomial(40, truth, 3000)
        held = [low <= truth <= high for low, high in (wilson(int(w), 40) for w in wins)]
        assert 0.92 < np.mean(held) < 0.98


def test_results_add_up():
    share = Share().plus(1.0).plus(0.5).plus(0.0).plus(1.0)
    assert (share.wins, share.draws, share.losses, share.results) == (2, 1, 1, 4)
    assert share.score == 0.625
    assert Share().score is None
