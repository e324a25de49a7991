"""Is B better than A?  A sequential test on pairs of games.

The unit is a pair: two matches with the places of both sides exchanged, so that neither a board nor
a seat favours a side.  The result of a pair is one of a few values: for two versions that play each
other B's mean score of both games, 0, ¼, ½, ¾ or 1 (the "pentanomial" counts); against a pool B's
mean score less A's against the same opponent on the same seed, −1 to 1 by quarters.

*The test.*  Wald's sequential probability ratio test (A. Wald, "Sequential tests of statistical
hypotheses", 1945) compares H0 with H1 after each unit and stops as soon as the log-likelihood
ratio leaves (log β/(1−α), log (1−β)/α); its errors are then about α and β at most.  H0 says that
the mean of a unit is m0, H1 that it is m1: what Elo differences ``elo0`` and ``elo1`` give.  The
mean alone does not make a distribution, so that each hypothesis is taken at its best: by the most
probable distribution of that mean, given what was seen (the generalised test; M. Van den Bergh's
notes on it are how testers of chess engines know it).  Since a unit's values are few, that is
solved exactly.  With shares q of the values a, of n units, maximise Σ q log p subject to Σ p = 1
and Σ p (a − m) = 0.  Lagrange gives p = q / (1 + θ (a − m)), and the second condition fixes θ:
Σ q (a − m) / (1 + θ (a − m)) = 0, which falls strictly between the poles of its first and last
value and so has one root there.  The ratio is n Σ q log(p1 / p0).

The test assumes nothing about draws, or about the correlation of the games of a pair: both are in
the counts.  A value that was not seen yet is possible: each count is at least `LEAST`.

*Against a pool* a lead in Elo is worth less score the further from even the games are.  With s the
mean score of both versions against an opponent, a lead of e is worth the difference of
score(l + e/2) and score(l − e/2), where the level l is such that their mean is s: with
x = 10^(l/400) and c = 10^(e/800), 2c(1 − s) x² + (1 + c²)(1 − 2s) x − 2sc = 0.  The means of the
hypotheses are these differences over the opponents as often as they were met.

*The estimate.*  The mean of the units and its variance, by the delta method on the scale of Elo.
One pair is added to them half of which either side won and which thus says nothing of who is
better (`PRIOR`): the difference stays finite where one side won everything, and the interval has
a width where all pairs ended alike.  Against a pool the lead is the one whose worth is the mean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ladder.core.intervals import Z95

Floats = NDArray[np.float64]

LEAST = 0.5
"""The least weight of a value, in units."""
PRIOR = 1.0
"""Pairs that are added for an estimate: half of it won by either side."""
DUEL = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The possible results of a pair for B against A: its mean score."""
CONTRAST = (-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0)
"""B's mean score less A's, against the same opponent."""
EVEN = 0.5
MOST_ELO = 4000.0
"""Greater leads are cut to this."""
_HALVINGS = 40


class Verdict(Enum):
    BETTER = "better"
    NOT_BETTER = "not_better"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The hypotheses: differences in Elo, and the error probabilities (each from 0 to ½).

    ValueError where they make no test.
    """

    elo0: float = 0.0
    elo1: float = 50.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError("The first difference has to be less than the second one.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("Chances of error lie between 0 and one half.")

    @property
    def lower(self) -> float:
        """Where the ratio comes to this, B is not better."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Where the ratio comes to this, B is better."""
        return math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Estimate:
    """B's lead over A in Elo, its interval of 95 %, and how likely B is better at all."""

    elo: float
    low: float
    high: float
    likelihood: float


@dataclass(frozen=True, slots=True)
class SprtReport:
    """How a test stands.  ``path`` has the ratio after each unit that counts; those after the
    decision do not.  ``estimate`` is None before the first unit."""

    verdict: Verdict
    path: tuple[float, ...]
    counts: tuple[int, ...]
    estimate: Estimate | None

    @property
    def units(self) -> int:
        return len(self.path)

    @property
    def ratio(self) -> float:
        return self.path[-1] if self.path else 0.0


def score_of(elo: float | Floats) -> Floats:
    """The expected score for a lead in points of Elo (logistic)."""
    return 1 / (1 + 10 ** (-np.asarray(elo, dtype=np.float64) / 400))


def elo_of(score: float | Floats) -> Floats:
    """The lead that gives such a score, which lies strictly between 0 and 1."""
    share = np.asarray(score, dtype=np.float64)
    return 400 * np.log10(share / (1 - share))


def log_ratio(
    counts: ArrayLike, values: Sequence[float], mean0: ArrayLike, mean1: ArrayLike
) -> Floats:
    """The generalised log-likelihood ratio of H1 to H0, for each row of ``counts``.

    ``counts`` has shape (…, k) for k ``values``; the means have shape (…) or are numbers, and lie
    strictly between the first and the last value.
    """
    numbers = np.maximum(np.asarray(counts, dtype=np.float64), LEAST)
    total = numbers.sum(axis=-1)
    shares = numbers / total[..., None]
    logs = [_log_fit(shares, np.asarray(values), np.asarray(mean)) for mean in (mean0, mean1)]
    ratio: Floats = total * (shares * (logs[1] - logs[0])).sum(axis=-1)
    return ratio


def _log_fit(shares: Floats, values: Floats, mean: Floats) -> Floats:
    """log p / q of the most probable distribution of this mean: −log(1 + θ (a − mean))."""
    away = values - np.broadcast_to(mean, shares.shape[:-1])[..., None]
    low, high = -1 / away[..., -1], -1 / away[..., 0]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        slope = (shares * away / (1 + middle[..., None] * away)).sum(axis=-1)
        low, high = np.where(slope > 0, middle, low), np.where(slope > 0, high, middle)
    return -np.log1p(((low + high) / 2)[..., None] * away)


def decide(path: ArrayLike, terms: Hypotheses) -> tuple[Verdict, int]:
    """The verdict of a sequence of ratios, and the number of units that it took: all of them while
    it is open."""
    ratios = np.asarray(path, dtype=np.float64)
    out = np.flatnonzero((ratios >= terms.upper) | (ratios <= terms.lower))
    if not out.size:
        return Verdict.OPEN, len(ratios)
    first = int(out[0])
    better = ratios[first] >= terms.upper
    return Verdict.BETTER if better else Verdict.NOT_BETTER, first + 1


def duel(scores: Sequence[float], terms: Hypotheses) -> SprtReport:
    """A test of versions that played each other: B's score of each pair, in their order."""
    counts = _running(scores, DUEL)
    means = (float(score_of(terms.elo0)), float(score_of(terms.elo1)))
    path = log_ratio(counts, DUEL, *means)
    verdict, units = decide(path, terms)
    kept = np.asarray(scores[:units], dtype=np.float64)
    estimate = _duel_estimate(kept) if units else None
    return _report(verdict, path[:units], counts, estimate)


def contrast(
    of_b: Sequence[float], of_a: Sequence[float], opponents: Sequence[int], terms: Hypotheses
) -> SprtReport:
    """A test against a pool: the scores of both versions against the same opponents, numbered from
    0, on the same seeds, in their order."""
    differences = [b - a for b, a in zip(of_b, of_a, strict=True)]
    counts = _running(differences, CONTRAST)
    met = np.cumsum(np.eye(max(opponents, default=0) + 1)[list(opponents)], axis=0)
    both = (np.asarray(of_b, dtype=np.float64) + of_a) / 2
    shared = np.cumsum(np.eye(met.shape[1])[list(opponents)] * both[:, None], axis=0)
    level = (shared + PRIOR * EVEN) / (met + PRIOR)
    means = [_worth(level, met, elo) for elo in (terms.elo0, terms.elo1)]
    path = log_ratio(counts, CONTRAST, *means)
    verdict, units = decide(path, terms)
    if not units:
        return _report(verdict, path, counts, None)
    seen = np.asarray(differences[:units], dtype=np.float64)
    estimate = _contrast_estimate(seen, level[units - 1], met[units - 1])
    return _report(verdict, path[:units], counts, estimate)


def _worth(level: Floats, met: Floats, elo: float) -> Floats:
    """The mean value of a lead over opponents (the last axis): ``level`` has the mean score
    of both versions against each, ``met`` how often they met it."""
    c = 10 ** (elo / 800)
    linear = (1 + c * c) * (1 - 2 * level)
    root = np.sqrt(linear**2 + 16 * c * c * level * (1 - level))
    x = (root - linear) / (4 * c * (1 - level))
    worth = x * c / (1 + x * c) - x / (x + c)
    average: Floats = (worth * met).sum(axis=-1) / met.sum(axis=-1)
    return average


def _report(
    verdict: Verdict, path: Floats, counts: Floats, estimate: Estimate | None
) -> SprtReport:
    last = counts[len(path) - 1] if len(path) else np.zeros(counts.shape[1])
    ratios = tuple(float(ratio) for ratio in path)
    return SprtReport(verdict, ratios, tuple(int(n) for n in last), estimate)


def _running(results: Sequence[float], values: Sequence[float]) -> Floats:
    """The count of each value after each unit; ValueError for any other value."""
    places = np.round((np.asarray(results, dtype=np.float64) - values[0]) * 4).astype(np.int64)
    known = (places >= 0) & (places < len(values))
    if not known.all() or not np.allclose(values[0] + places / 4, results):
        raise ValueError("a pair has no such result")
    return np.cumsum(np.eye(len(values))[places].reshape(-1, len(values)), axis=0)


def _duel_estimate(scores: Floats) -> Estimate:
    mean, error = _mean(scores, 0.0, 1.0)
    slope = 400 / (math.log(10) * mean * (1 - mean))
    return _estimate(float(elo_of(mean)), slope * error)


def _contrast_estimate(differences: Floats, level: Floats, met: Floats) -> Estimate:
    mean, error = _mean(differences, -1.0, 1.0)
    low, high = -MOST_ELO, MOST_ELO
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _worth(level, met, middle) < mean else (low, middle)
    slope = 1 / float(_worth(level, met, low + 0.5) - _worth(level, met, low - 0.5))
    return _estimate(low, slope * error)


def _mean(units: Floats, least: float, most: float) -> tuple[float, float]:
    """The mean of units and its standard error, with the pair of `PRIOR`: half of it the least that
    a unit can be, half the most."""
    total = len(units) + PRIOR
    mean = float(units.sum() + PRIOR * (least + most) / 2) / total
    added = PRIOR * ((least - mean) ** 2 + (most - mean) ** 2) / 2
    return mean, math.sqrt((float(((units - mean) ** 2).sum()) + added) / total / total)


def _estimate(elo: float, error: float) -> Estimate:
    """From a lead and its standard error, both in Elo."""
    likelihood = 0.5 * math.erfc(-elo / (error * math.sqrt(2)))
    return Estimate(elo, elo - Z95 * error, elo + Z95 * error, likelihood)
