"""Official ratings against closed forms, and against a fit that shares no line with them."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

from ladder.core import official
from ladder.core.official import (
    CHANGE,
    PRIOR,
    SCALE,
    Entrant,
    fit,
    points,
    rank_ranges,
)
from ladder.core.rating import CENTRE
from ladder.core.tally import tally
from ladder.core.tests.results import Result, by_chance, duels, rows_of

NEW = Entrant()


def fitted(entrants, results=()):
    return fit(entrants, tally(rows_of(results), len(entrants)))


def strength_of(shown):
    """The strength that has these points."""
    return (shown - CENTRE) / SCALE


def root(slope, low=-50.0, high=50.0):
    """Where a falling function is 0."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return low


def logistic(x):
    return 1 / (1 + math.exp(-x))


def test_before_any_result_a_new_bot_has_the_middle_and_the_priors_error():
    found = fitted([NEW, NEW])
    assert [points(s) for s in found.strength] == [1500, 1500]
    assert found.error == pytest.approx([PRIOR, PRIOR])
    assert round(PRIOR * official.SCALE) == 246
    assert found.better(0, 1) == 0.5


@pytest.mark.parametrize(("won", "lost", "tied"), [(7, 3, 0), (0, 5, 0), (9, 0, 0), (2, 1, 6)])
def test_one_bot_against_an_anchor_solves_one_equation(won, lost, tied):
    given = strength_of(1650)
    found = fitted([Entrant(anchor=given), NEW], duels(1, 0, won, lost, tied))
    games, score = won + lost + tied, won + tied / 2
    strength = root(lambda s: score - games * logistic(s - given) - s / PRIOR**2)
    assert found.strength == pytest.approx([given, strength], abs=1e-9)
    chance = logistic(strength - given)
    curvature = games * chance * (1 - chance) + PRIOR**-2
    assert found.error == pytest.approx([0, curvature**-0.5])


def test_two_new_bots_are_mirror_images():
    found = fitted([NEW, NEW], duels(0, 1, won=6, lost=2))
    assert found.strength[0] == pytest.approx(-found.strength[1])
    gap = root(lambda g: 6 - 8 * logistic(g) - g / (2 * PRIOR**2))
    assert found.strength[0] - found.strength[1] == pytest.approx(gap)
    # The prior of the gap has twice the variance; the curvature of the duels is the gap's own.
    chance = logistic(gap)
    error = (8 * chance * (1 - chance) + 1 / (2 * PRIOR**2)) ** -0.5
    assert found.better(0, 1) == pytest.approx(0.5 * math.erfc(-gap / error / math.sqrt(2)))
    assert found.better(0, 1) + found.better(1, 0) == pytest.approx(1)


def test_a_lead_of_400_points_means_ten_to_one():
    many = duels(1, 0, won=100_000, lost=10_000)
    found = fitted([Entrant(anchor=0.0), NEW], many)
    assert points(found.strength[1]) == pytest.approx(1900, abs=0.2)


def test_a_version_without_results_is_its_parent_with_a_larger_error():
    entrants = [Entrant(anchor=0.0), NEW, Entrant(parent=1), Entrant(parent=2)]
    found = fitted(entrants, duels(1, 0, won=8, lost=2))
    assert found.strength[2] == found.strength[3] == pytest.approx(found.strength[1])
    expected = [math.sqrt(found.error[1] ** 2 + n * CHANGE**2) for n in range(3)]
    assert found.error[1:] == pytest.approx(expected)


def test_what_a_version_shows_is_believed_of_its_parent_too():
    alone = fitted([Entrant(anchor=0.0), NEW], duels(1, 0, won=5, lost=5))
    followed = fitted(
        [Entrant(anchor=0.0), NEW, Entrant(parent=1)],
        [*duels(1, 0, won=5, lost=5), *duels(2, 0, won=10, lost=0)],
    )
    assert alone.strength[1] < followed.strength[1] < followed.strength[2]


def test_an_anchor_is_a_parent_as_well():
    given = strength_of(1700)
    found = fitted([Entrant(anchor=given), Entrant(parent=0)])
    assert found.strength[1] == pytest.approx(given)
    assert found.error[1] == pytest.approx(CHANGE)
    assert fitted([Entrant(anchor=given), Entrant(anchor=0.0)]).better(0, 1) == 1


VERSIONS = [
    Entrant(anchor=strength_of(1420)),
    Entrant(anchor=strength_of(1610)),
    NEW,
    NEW,
    Entrant(parent=2),
    NEW,
    Entrant(parent=4),
    Entrant(parent=3),
]


class Plain:
    """The posterior as it is written in books, match by match, climbed one strength at a time."""

    def __init__(self, entrants, results):
        self.entrants = entrants
        self.pairs = [pair for result in results for pair in self._pairs(result)]

    @staticmethod
    def _pairs(result):
        sides: dict[tuple[str, int], list[int]] = {}
        for seat in range(len(result.entrants)):
            team = result.teams[seat] if result.teams else 0
            sides.setdefault(("team", team) if team else ("seat", seat), []).append(seat)
        for one, two in itertools.combinations(sides.values(), 2):
            a, b = result.ranks[one[0]], result.ranks[two[0]]
            score = 1.0 if a < b else 0.0 if a > b else 0.5
            names = [[result.entrants[s] for s in side] for side in (one, two)]
            yield names[0], names[1], score, 2 / len(sides)

    def height(self, strength):
        parts = []
        for index, entrant in enumerate(self.entrants):
            if entrant.anchor is None:
                first = entrant.parent is None
                gap = strength[index] - (0 if first else strength[entrant.parent])
                parts.append(-(gap**2) / (2 * (PRIOR if first else CHANGE) ** 2))
        for one, two, score, weight in self.pairs:
            lead = sum(strength[i] for i in one) - sum(strength[i] for i in two)
            chance = logistic(lead)
            parts.append(weight * (score * math.log(chance) + (1 - score) * math.log(1 - chance)))
        return math.fsum(parts)

    def slope(self, strength, index, by=1e-5):
        up, down = list(strength), list(strength)
        up[index] += by
        down[index] -= by
        return (self.height(up) - self.height(down)) / (2 * by)

    def climb(self):
        strength = [e.anchor or 0.0 for e in self.entrants]
        free = [i for i, e in enumerate(self.entrants) if e.anchor is None]
        for _ in range(60):
            for index in free:

                def here(value, index=index):
                    strength[index] = value
                    return self.slope(strength, index)

                low, high = -6.0, 6.0
                for _ in range(34):
                    middle = (low + high) / 2
                    low, high = (middle, high) if here(middle) > 0 else (low, middle)
                strength[index] = low
        return strength, free

    def errors(self, strength, free, by=1e-3):
        def at(*changes):
            moved = list(strength)
            for index, step in changes:
                moved[index] += step
            return self.height(moved)

        hessian = [
            [
                (at((i, by), (j, by)) - at((i, by), (j, -by)) - at((i, -by), (j, by))
                 + at((i, -by), (j, -by))) / (4 * by * by)
                for j in free
            ]
            for i in free
        ]  # fmt: skip
        return np.sqrt(np.diagonal(np.linalg.inv(-np.array(hessian))))


@pytest.mark.parametrize("matches", [10, pytest.param(60, marks=pytest.mark.nightly)])
def test_any_results_are_fitted_as_by_a_plain_climb(matches):
    results = by_chance(seed=11, entrants=len(VERSIONS), matches=matches)
    plain = Plain(VERSIONS, results)
    strength, free = plain.climb()
    found = fitted(VERSIONS, results)
    assert found.strength == pytest.approx(strength, abs=2e-5)
    assert found.error[free] == pytest.approx(plain.errors(strength, free), rel=1e-3)
    assert np.sqrt(np.diagonal(found.covariance)) == pytest.approx(found.error)


def test_the_order_of_results_changes_not_a_bit():
    results = by_chance(seed=3, entrants=8, matches=200)
    shuffled = random.Random(1).sample(results, len(results))
    one, other = fitted(VERSIONS, results), fitted(VERSIONS, shuffled)
    assert one.strength.tobytes() == other.strength.tobytes()
    assert one.error.tobytes() == other.error.tobytes()


def test_who_always_wins_is_far_ahead_and_not_infinitely_so():
    found = fitted([NEW, NEW, NEW], [*duels(0, 1, 500, 0), *duels(1, 2, 500, 0)])
    assert np.isfinite(found.strength).all()
    assert found.strength[0] > found.strength[1] + 2 > found.strength[2] + 4
    assert found.better(0, 2) > 0.999


def test_a_rank_range_leaves_out_only_places_that_are_surely_anothers():
    ladder = [Entrant(anchor=0.0), NEW, NEW, NEW]
    results = [*duels(1, 0, 90, 10), *duels(2, 0, 10, 90), *duels(3, 0, 3, 2)]
    found = fitted(ladder, results)
    ranges = rank_ranges(found, np.array([1, 2, 3]))
    assert ranges == [(1, 1), (3, 3), (2, 2)]
    unsure = fitted(ladder, [*duels(1, 0, 6, 4), *duels(2, 0, 1, 19), *duels(3, 0, 3, 2)])
    assert rank_ranges(unsure, np.array([1, 2, 3])) == [(1, 2), (3, 3), (1, 2)]
    assert rank_ranges(unsure, np.array([2])) == [(1, 1)]


def test_many_entrants_have_the_same_strengths_and_nearly_the_same_errors(monkeypatch):
    entrants = [Entrant(anchor=0.0), *([NEW] * 39), *(Entrant(parent=n) for n in range(1, 60))]
    results = by_chance(seed=7, entrants=len(entrants), matches=3000)
    exact = fitted(entrants, results)
    monkeypatch.setattr(official, "MOST_EXACT", 10)
    quick = fitted(entrants, results)
    assert quick.covariance is None
    assert quick.strength == pytest.approx(exact.strength, abs=1e-9)
    ratio = quick.error[1:] / exact.error[1:]
    assert 0.85 < ratio.min() <= ratio.max() < 1.05
    assert quick.better(0, 5) == pytest.approx(exact.better(0, 5), abs=0.05)


@pytest.mark.parametrize(
    ("entrants", "complaint"),
    [
        ([Entrant(parent=1), NEW], "entrant 0 has the parent 1"),
        ([Entrant(parent=0)], "entrant 0 has the parent 0"),
        ([Entrant(parent=-1)], "entrant 0 has the parent -1"),
        ([Entrant(anchor=math.nan)], "entrant 0 has the anchor nan"),
    ],
)
def test_invalid_entrants_are_refused(entrants, complaint):
    with pytest.raises(ValueError, match=complaint):
        fitted(entrants)


def test_results_of_nobody_are_no_problem():
    assert fitted([]).strength.shape == (0,)


def test_a_match_in_which_a_bot_sat_twice_is_taken_as_one_side():
    twice = [Result((1, 2, 2), (1, 2, 3), bots=(1, 2, 2))] * 5
    once = duels(1, 2, won=5, lost=0)
    ladder = [Entrant(anchor=0.0), NEW, NEW]
    assert fitted(ladder, twice).strength == pytest.approx(fitted(ladder, once).strength)
