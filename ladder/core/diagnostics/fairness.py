"""Fairness of seats, maps and machines: shares of points against those that ratings predict.

The statistics compare *sides*: seats of one team, or a single seat.

- A side's *share* of a match is the part of the others that it beat, a tie counting half: 1, 1/2
  or 0 between two, anything between among more.  Shares of a match have the mean 1/2.
- The *expected* share is the mean over the others of 1 / (1 + 10^(-lead / 400)), in points of the
  ratings before the match; a team is as strong as its members together.
- Their difference is the advantage that something gives.  Where ratings say too much or too little,
  that cancels out as long as strong bots come to every seat alike.

Matches that share a seed are mirrored: the same bots on the same board with seats exchanged, so
their results are correlated.  They are one unit; errors are those of means of units.

Wilson's interval: "Probable inference, the law of succession, and statistical inference" (JASA 22,
1927).  Marks: Benjamini and Hochberg, "Controlling the false discovery rate" (JRSS B 57, 1995).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from ladder.core.intervals import Z95, wilson
from ladder.core.rating import CENTRE
from ladder.core.seating import sides

DISCOVERIES = 0.05
"""The expected share of wrong marks (false discovery rate), where all the rest is fair."""
FEWEST = 20
"""With fewer units nothing is marked: the normal approximation would be too rough."""
_ODDS = 400.0


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole with Wilson's 95 % interval; ``hits`` of ``n``."""

    hits: int
    n: int
    low: float
    high: float

    @property
    def value(self) -> float | None:
        """None of nothing."""
        return self.hits / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of ``n`` values in ``units`` units, with its standard ``error``.

    The error is infinite with fewer than two units.
    """

    value: float
    error: float
    n: int
    units: int

    @property
    def low(self) -> float:
        return self.value - Z95 * self.error

    @property
    def high(self) -> float:
        return self.value + Z95 * self.error

    @property
    def is_sure(self) -> bool:
        """Whether there is an interval at all."""
        return math.isfinite(self.error)


def share(hits: int, n: int) -> Share:
    """ValueError where there are more hits than tries.  Without results the interval is 0 to 1."""
    if not 0 <= hits <= n:
        raise ValueError(f"{hits} of {n} is no share")
    return Share(hits, n, *wilson(hits, n))


def mean(values: Sequence[float], units: Sequence[Hashable] | None = None) -> Mean:
    """The mean of values, of which those of one unit are correlated.

    With u units of sums s and sizes w the mean is m = Σs / Σw and its variance
    u/(u - 1) · Σ(s - w·m)² / (Σw)²; with single values that is the well-known variance / n.
    """
    if not values:
        return Mean(0.0, math.inf, 0, 0)
    sums: dict[Hashable, tuple[float, int]] = {}
    for unit, value in zip(units if units is not None else range(len(values)), values, strict=True):
        total, size = sums.get(unit, (0.0, 0))
        sums[unit] = total + value, size + 1
    average, count = math.fsum(values) / len(values), len(sums)
    if count < 2:
        return Mean(average, math.inf, len(values), count)
    squares = math.fsum((total - size * average) ** 2 for total, size in sums.values())
    error = math.sqrt(count / (count - 1) * squares) / len(values)
    return Mean(average, error, len(values), count)


def shares(ranks: Sequence[int], teams: Sequence[int]) -> list[float]:
    """By seat: the share of its side.  ValueError where there is one side alone."""
    groups = _sides(teams)
    places = [ranks[seats[0]] for seats in groups]
    return _by_seat(groups, [_mean_over(places, own, _won) for own in range(len(groups))])


def expected(points: Sequence[float | None], teams: Sequence[int]) -> list[float]:
    """By seat: the expected share of its side; None stands for a bot without a rating."""
    groups = _sides(teams)
    leads = [math.fsum((points[s] or CENTRE) - CENTRE for s in seats) for seats in groups]
    return _by_seat(groups, [_mean_over(leads, own, _chance) for own in range(len(groups))])


def _sides(teams: Sequence[int]) -> list[list[int]]:
    groups = sides(len(teams), teams)
    if len(groups) < 2:
        raise ValueError("a match has at least two sides")
    return groups


def _by_seat(groups: Sequence[Sequence[int]], values: Sequence[float]) -> list[float]:
    value_of = {s: value for seats, value in zip(groups, values, strict=True) for s in seats}
    return [value_of[seat] for seat in range(len(value_of))]


def _won(own: float, other: float) -> float:
    return 0.5 if own == other else float(own < other)


def _chance(own: float, other: float) -> float:
    return 0.5 * (1 + math.tanh(math.log(10) * (own - other) / (2 * _ODDS)))


def _mean_over(values: Sequence[float], own: int, score: Callable[[float, float], float]) -> float:
    others = [value for other, value in enumerate(values) if other != own]
    return math.fsum(score(values[own], value) for value in others) / len(others)


def chance_of(mean: Mean, fair: float = 0.0) -> float:
    """The probability of a mean so far from ``fair`` (two-sided); 1 with too few units to tell."""
    if mean.units < FEWEST or not mean.is_sure:
        return 1.0
    gap = abs(mean.value - fair)
    if mean.error == 0:
        return 0.0 if gap > 0 else 1.0
    return math.erfc(gap / mean.error / math.sqrt(2))


def difference(first: Mean, second: Mean) -> Mean:
    """The first less the second, which are of different matches."""
    error = math.hypot(first.error, second.error)
    units = min(first.units, second.units)
    return Mean(first.value - second.value, error, min(first.n, second.n), units)


def chance_of_shares(first: Share, second: Share) -> float:
    """How probable shares so different are of one truth (two-sided, pooled); 1 with too few."""
    if min(first.n, second.n) < FEWEST:
        return 1.0
    pooled = (first.hits + second.hits) / (first.n + second.n)
    variance = pooled * (1 - pooled) * (1 / first.n + 1 / second.n)
    if variance == 0:
        return 1.0
    gap = abs(first.hits / first.n - second.hits / second.n)
    return math.erfc(gap / math.sqrt(2 * variance))


def marks(chances: Sequence[float], rate: float = DISCOVERIES) -> list[bool]:
    """Which of several findings stand out, by Benjamini and Hochberg.

    The k smallest do, for the largest k whose k-th is at most k/m times ``rate``.
    """
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    last = 0
    for k, index in enumerate(order, 1):
        if chances[index] <= rate * k / len(chances):
            last = k
    chosen = set(order[:last])
    return [index in chosen for index in range(len(chances))]
