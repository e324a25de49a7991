"""How cyclic a game is: the part of the pairwise log-odds that no rating explains.

A rating gives each bot a number s, and a pair the log-odds s_i - s_j.  The observed log-odds y of
the pairs are split by Hodge's decomposition into that gradient and a rest that goes in cycles:
X. Jiang, L.-H. Lim, Y. Yao and Y. Ye, "Statistical ranking and combinatorial Hodge theory"
(Mathematical Programming 127, 2011).  With the weights w the parts are orthogonal, and

    cyclicity = Σ w·(y - (s_i - s_j))² / Σ w·y²

- s is the fit of Bradley and Terry's model to the pairs' shares x, held to 0 by a wide normal
  prior, `SPREAD`, without which a bot that lost all would have no number.
- With p the fitted share and u the number of results, w = u·p·(1 - p) and
  y = (s_i - s_j) + (x - p) / (p·(1 - p)): log-odds to first order around the fit.  So shares of 0
  and 1 give finite log-odds, and results of uneven pairs are weighted by their information.
- Chance alone would leave a rest.  Its mean, from the scatter of results within pairs, is
  subtracted from both sums; ``leverage`` says how much of it the fit takes up (P. McCullagh and
  J. A. Nelder, "Generalized Linear Models", 1989, chapters 4 and 12).

The interval is a percentile bootstrap that draws the results of each pair again with replacement
(B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap", 1993).  A drawn sample scatters
twice, as results and as drawn ones, so both means are subtracted from its sums.

In matches of more than two sides the results of pairs are correlated by one ranking, which has no
cycles.  The subtracted mean is then too large, and the figure rather too small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ladder.core.diagnostics.linkage import parts
from ladder.core.diagnostics.rivalry import Unit
from ladder.core.tally import Floats, Ints, summed

DRAWS = 200
SPREAD = 5.0
"""Sigma of the prior of a bot's number, in log-odds: about 870 points."""
_STEPS, _LARGEST, _EXACT = 60, 1.5, 1e-7


@dataclass(frozen=True, slots=True)
class Cyclicity:
    """The figure from 0 (a rating explains everything) to 1, with its 95 % interval, from a number
    of ``pairs`` and of their results, ``units``."""

    value: float
    low: float
    high: float
    pairs: int
    units: int


@dataclass(frozen=True, slots=True)
class _Results:
    """Results sorted by pair: ``share`` of shape (units,), the rest of shape (pairs,)."""

    share: Floats
    count: Ints
    first: Ints
    second: Ints
    bots: int

    @property
    def pair(self) -> Ints:
        """By unit: the index of its pair."""
        return np.repeat(np.arange(len(self.count)), self.count)


@dataclass(frozen=True, slots=True)
class _Sums:
    """The weighted squares of the cycles and of the gradient, and the means that chance gives."""

    cycles: float
    gradient: float
    cycles_noise: float
    gradient_noise: float


def cyclicity(units: Sequence[Unit], bots: int, rng: np.random.Generator) -> Cyclicity | None:
    """None where no three pairs or more form a ring, or where bots do not differ at all."""
    results = _results(units, bots)
    if not _has_rings(results):
        return None
    strength, sums = _sums(results, results.share, np.zeros(bots))
    value = _part(sums)
    if value is None:
        return None
    drawn = [_drawn(results, strength, sums, rng) for _ in range(DRAWS)]
    low = np.quantile([0.0 if each is None else each for each in drawn], 0.025)
    high = np.quantile([1.0 if each is None else each for each in drawn], 0.975)
    ends = min(float(low), value), max(float(high), value)
    return Cyclicity(value, *ends, len(results.count), len(results.share))


def _results(units: Sequence[Unit], bots: int) -> _Results:
    turned = [
        (u.first, u.second, u.share) if u.first < u.second else (u.second, u.first, 1 - u.share)
        for u in units
    ]
    rows = np.array(sorted(turned), dtype=np.float64).reshape(-1, 3)
    keys = (rows[:, 0] * bots + rows[:, 1]).astype(np.int64)
    known, count = np.unique(keys, return_counts=True)
    return _Results(rows[:, 2], count, known // max(bots, 1), known % max(bots, 1), bots)


def _has_rings(results: _Results) -> bool:
    """Whether there are more pairs than a forest has."""
    games = np.zeros((results.bots, results.bots), dtype=np.int64)
    games[results.first, results.second] = games[results.second, results.first] = 1
    return len(results.count) > results.bots - len(parts(games))


def _drawn(
    results: _Results, strength: Floats, observed: _Sums, rng: np.random.Generator
) -> float | None:
    """The figure of results that are drawn again within each pair."""
    pair = results.pair
    starts = np.cumsum(results.count) - results.count
    chosen = (rng.random(len(pair)) * results.count[pair]).astype(np.int64) + starts[pair]
    _, sums = _sums(results, results.share[chosen], strength)
    return _part(sums, observed)


def _part(sums: _Sums, also: _Sums | None = None) -> float | None:
    """The cycles' part, without the noise of ``sums`` and that of ``also``; None of nothing."""
    cycles = sums.cycles - sums.cycles_noise - (also.cycles_noise if also else 0.0)
    gradient = sums.gradient - sums.gradient_noise - (also.gradient_noise if also else 0.0)
    total = max(cycles, 0.0) + max(gradient, 0.0)
    return max(cycles, 0.0) / total if total > 0 else None


def _sums(results: _Results, shares: Floats, start: Floats) -> tuple[Floats, _Sums]:
    """The fitted numbers of the bots, and the sums of squares."""
    first, second, count = results.first, results.second, results.count
    pair, size = results.pair, len(count)
    share = summed(pair, shares, size) / count
    scatter = np.maximum(summed(pair, shares**2, size) - count * share**2, 0.0)
    strength = _fit(results, share, start)
    gap = strength[first] - strength[second]
    spread = _spread(gap)
    weight = count * spread
    inverse = np.linalg.inv(_curvature(results, weight))
    tied = inverse[first, first] + inverse[second, second] - 2 * inverse[first, second]
    fitted = 1 / (1 + np.exp(-gap))
    # One more result than there are keeps the scatter of few equal results from being nothing.
    noise = (scatter.sum() + 0.25) / (float((count - 1) @ spread) + 0.25)
    leverage = weight * tied
    sums = _Sums(
        cycles=float(count @ ((share - fitted) ** 2 / spread)),
        gradient=float(weight @ gap**2),
        cycles_noise=float(noise * (1 - leverage).sum()),
        gradient_noise=float(noise * leverage.sum()),
    )
    return strength, sums


def _fit(results: _Results, share: Floats, start: Floats) -> Floats:
    """The most probable numbers, by Newton's method with bounded steps."""
    strength, first, second = start.copy(), results.first, results.second
    for _ in range(_STEPS):
        gap = strength[first] - strength[second]
        surprise = results.count * (share - 1 / (1 + np.exp(-gap)))
        slope = summed(first, surprise, results.bots) - summed(second, surprise, results.bots)
        slope -= strength / SPREAD**2
        step = np.linalg.solve(_curvature(results, results.count * _spread(gap)), slope)
        largest = float(np.abs(step).max())
        strength += step * min(1.0, _LARGEST / max(largest, _EXACT))
        if largest < _EXACT:
            break
    return strength


def _spread(gap: Floats) -> Floats:
    """p·(1 - p) at these log-odds."""
    return 0.25 / np.cosh(np.clip(gap, -50, 50) / 2) ** 2


def _curvature(results: _Results, weight: Floats) -> Floats:
    """The Laplacian of the weights, with the prior on its diagonal."""
    matrix = np.zeros((results.bots, results.bots))
    matrix[results.first, results.second] = matrix[results.second, results.first] = -weight
    np.fill_diagonal(matrix, 1 / SPREAD**2 - matrix.sum(axis=1))
    return matrix
