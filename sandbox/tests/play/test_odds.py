"""The statistics of the table against values from elsewhere and against their definitions."""

from __future__ import annotations

import math

import pytest

from sandbox.play.report import better, wilson


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [
        # By hand from the formula; 81 of 263 is the example of Newcombe (1998), method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_has_the_published_values(wins, matches, low, high):
    assert wilson(wins, matches) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_is_symmetric_and_says_nothing_of_no_matches():
    low, high = wilson(12.5, 40)
    assert wilson(27.5, 40) == pytest.approx((1 - high, 1 - low))
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_interval_ends_where_the_rate_would_be_196_deviations_off():
    low, high = wilson(30, 100)
    for edge in (low, high):
        deviation = math.sqrt(edge * (1 - edge) / 100)
        assert abs(0.3 - edge) / deviation == pytest.approx(1.96, abs=1e-4)


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (3, 0), (7, 4), (12, 30), (60, 40)])
def test_better_is_the_part_of_the_beta_distribution_above_one_half(wins, losses):
    steps = 200_000
    xs = [(i + 0.5) / steps for i in range(steps)]
    density = [
        math.exp(wins * math.log(x) + losses * math.log1p(-x) + 60 * math.log(2)) for x in xs
    ]
    above = sum(density[steps // 2 :]) / sum(density)
    assert better(wins, losses) == pytest.approx(above, abs=1e-5)


def test_better_is_even_and_holds_for_many_matches():
    assert better(5, 5) == 0.5
    assert better(3, 9) == pytest.approx(1 - better(9, 3))
    assert better(5200, 4800) == pytest.approx(0.99997, abs=2e-5)
