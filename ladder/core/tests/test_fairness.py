"""The arithmetic of fairness against closed forms."""

from __future__ import annotations

import math
import random

import pytest

from ladder.core.diagnostics import fairness
from ladder.core.diagnostics.fairness import Mean
from ladder.core.intervals import Z95


def test_wilsons_interval_solves_its_equation():
    """Its ends are the p for which |k/n - p| is z standard errors of p."""
    for hits, n in [(3, 10), (50, 100), (1, 40), (399, 400)]:
        found = fairness.share(hits, n)
        for end in (found.low, found.high):
            gap = abs(hits / n - end)
            assert gap == pytest.approx(Z95 * math.sqrt(end * (1 - end) / n))
        assert found.low < hits / n < found.high


def test_the_ends_of_shares_are_exact():
    z2 = Z95**2
    none, all_ = fairness.share(0, 12), fairness.share(12, 12)
    assert none.low == 0.0
    assert none.high == pytest.approx(z2 / (12 + z2))
    assert all_.low == pytest.approx(12 / (12 + z2))
    assert all_.high == 1.0
    assert (fairness.share(0, 0).low, fairness.share(0, 0).high) == (0.0, 1.0)
    assert fairness.share(0, 0).value is None
    with pytest.raises(ValueError, match="13 of 12"):
        fairness.share(13, 12)


def test_a_mean_of_single_values_has_the_error_of_the_textbook():
    values = [1.0, 0.0, 0.5, 1.0, 0.0, 0.25]
    found = fairness.mean(values)
    middle = sum(values) / 6
    variance = sum((v - middle) ** 2 for v in values) / 5
    assert found.value == pytest.approx(middle)
    assert found.error == pytest.approx(math.sqrt(variance / 6))
    assert found.high - found.low == pytest.approx(2 * Z95 * found.error)


def test_mirrored_matches_are_one_unit():
    """Pairs that say the same are no more than one of each; pairs that balance leave no doubt."""
    once = [0.5, -0.5, 0.3, -0.1, 0.2]
    twice = [value for value in once for _ in range(2)]
    units = [pair for pair in range(5) for _ in range(2)]
    assert fairness.mean(twice, units).error == pytest.approx(fairness.mean(once).error)
    assert fairness.mean(twice).error < 0.75 * fairness.mean(once).error
    balanced = [sign * value for value in (0.5, 0.4, 0.3) for sign in (1, -1)]
    assert fairness.mean(balanced, [0, 0, 1, 1, 2, 2]).error == pytest.approx(0)


def test_units_of_different_sizes_follow_the_formula():
    values, units = [1.0, 0.0, 1.0, 0.5], ["a", "a", "b", "c"]
    m = 2.5 / 4
    squares = (1.0 - 2 * m) ** 2 + (1.0 - m) ** 2 + (0.5 - m) ** 2
    assert fairness.mean(values, units).error == pytest.approx(math.sqrt(1.5 * squares) / 4)


def test_one_unit_tells_nothing_of_its_error():
    assert not fairness.mean([0.1, 0.2], [7, 7]).is_sure
    assert not fairness.mean([]).is_sure
    assert fairness.chance_of(fairness.mean([0.1, 0.2], [7, 7])) == 1.0


@pytest.mark.parametrize(
    ("ranks", "teams", "shares"),
    [
        ([1, 2], [0, 0], [1, 0]),
        ([1, 1], [0, 0], [0.5, 0.5]),
        ([2, 1, 3, 3], [0, 0, 0, 0], [2 / 3, 1, 1 / 6, 1 / 6]),
        ([1, 2, 2, 1], [1, 2, 2, 1], [1, 0, 0, 1]),
        ([1, 3, 1, 2], [1, 2, 1, 0], [1, 0, 1, 0.5]),
    ],
)
def test_a_share_is_the_part_of_the_others_that_was_beaten(ranks, teams, shares):
    assert fairness.shares(ranks, teams) == pytest.approx(shares)


def test_what_is_expected_follows_the_ratings():
    assert fairness.expected([1900, 1500], [0, 0]) == pytest.approx([10 / 11, 1 / 11])
    assert fairness.expected([None, 1500, None], [0, 0, 0]) == pytest.approx([0.5] * 3)
    team = fairness.expected([1700, 1500, 1500, 1700], [1, 2, 2, 1])
    assert team == pytest.approx([10 / 11, 1 / 11, 1 / 11, 10 / 11])
    three = fairness.expected([1900, 1500, 1500], [0, 0, 0])
    assert three == pytest.approx([10 / 11, (1 / 11 + 0.5) / 2, (1 / 11 + 0.5) / 2])
    for match in (fairness.expected([1, 2000, 1500], [0] * 3), fairness.shares([2, 2, 1], [0] * 3)):
        assert sum(match) / 3 == pytest.approx(0.5)
    with pytest.raises(ValueError, match="two sides"):
        fairness.expected([1500, 1500], [3, 3])


def test_chances_are_those_of_the_normal_distribution():
    assert fairness.chance_of(Mean(Z95, 1.0, 40, 40)) == pytest.approx(0.05)
    assert fairness.chance_of(Mean(0.7, 0.1, 40, 40), 0.7) == 1.0
    assert fairness.chance_of(Mean(0.5, 0.0, 40, 40)) == 0.0
    assert fairness.chance_of(Mean(0.5, 0.0, 19, 19)) == 1.0
    gap = fairness.difference(Mean(0.5, 0.3, 40, 40), Mean(0.1, 0.4, 30, 25))
    assert (gap.value, gap.error) == pytest.approx((0.4, 0.5))
    assert (gap.n, gap.units) == (30, 25)


def test_two_shares_are_compared_by_their_pooled_error():
    chance = fairness.chance_of_shares(fairness.share(30, 100), fairness.share(50, 100))
    z = 0.2 / math.sqrt(0.4 * 0.6 * 2 / 100)
    assert chance == pytest.approx(math.erfc(z / math.sqrt(2)))
    assert fairness.chance_of_shares(fairness.share(0, 50), fairness.share(0, 90)) == 1.0
    assert fairness.chance_of_shares(fairness.share(5, 5), fairness.share(0, 90)) == 1.0


def test_marks_follow_benjamini_and_hochbergs_own_example():
    """The fifteen chances of their paper's section 3.3: four stand out."""
    chances = [
        *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
        *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
    ]
    assert fairness.marks(chances) == [True] * 4 + [False] * 11
    shuffled = random.Random(3).sample(range(15), 15)
    assert fairness.marks([chances[i] for i in shuffled]) == [i < 4 for i in shuffled]
    assert fairness.marks([]) == []
    # A larger one pulls smaller ones along: 0.04 alone would not do.
    assert fairness.marks([0.04, 0.045]) == [True, True]
    assert fairness.marks([0.04, 0.5]) == [False, False]


def test_a_fair_game_is_seldom_marked_and_an_unfair_one_is_found():
    chance = random.Random(11)
    wrong = 0
    for _ in range(200):
        gaps = [float(chance.random() < 0.5) - 0.5 for _ in range(150)]
        wrong += fairness.chance_of(fairness.mean(gaps)) < 0.05
    assert wrong <= 22  # ten are to be expected; more than 22 come once in 10,000 times
    leaning = [float(chance.random() < 0.65) - 0.5 for _ in range(400)]
    assert fairness.marks([fairness.chance_of(fairness.mean(leaning))]) == [True]
