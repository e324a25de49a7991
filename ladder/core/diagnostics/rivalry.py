"""Pairs that surprise, proven cycles of three, and counters of a bot: hidden by one rating.

A *unit* is one independent result of a pair: a match, or the mirrored matches of one seed together,
whose shares are averaged.  Its share lies between 0 and 1 and counts half for a tie.

- A pair *surprises* if its share is improbable under the share that the ratings predict.  The
  bound 2·exp(-u·KL(share, predicted)) for u units holds for every number of units and for ties,
  too: W. Hoeffding, "Probability inequalities for sums of bounded random variables" (JASA 58,
  1963), theorem 1.  Among all pairs, those that stand out are marked by Benjamini and Hochberg's
  procedure at 5 %.
  The ratings were fitted from these results, too, so that the test is a little careful.
- A beats B for certain if Wilson's interval lies above one half.  The intervals are so wide that
  with 95 % those of all pairs that met hold together (Bonferroni).  A cycle only uses such
  intervals, so it needs no further correction.
- A *counter* of a bot does better against it than predicted: Wilson's interval lies above the
  prediction and Hoeffding's bound is below 5 %, both corrected for the number of its opponents.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ladder.core.diagnostics.fairness import FEWEST, marks
from ladder.core.intervals import wilson, z_of_all

SURE = 0.05
MOST_CYCLES = 20
"""Cycles that are listed, the clearest ones."""


class Unit(NamedTuple):
    """One independent result of two bots: the first one's share, what was predicted, and the
    number of matches."""

    first: int
    second: int
    share: float
    expected: float
    matches: int


class Pair(NamedTuple):
    """All results of two bots.  ``low`` and ``high`` are Wilson's 95 % interval of the first one's
    share; ``mark`` is 1 where it is surprisingly high, -1 where it is surprisingly low."""

    first: int
    second: int
    matches: int
    units: int
    share: float
    expected: float
    low: float
    high: float
    mark: int = 0

    def turned(self) -> Pair:
        """The same from the side of the second bot."""
        shares = (1 - self.share, 1 - self.expected, 1 - self.high, 1 - self.low)
        return Pair(self.second, self.first, self.matches, self.units, *shares, -self.mark)


class Edge(NamedTuple):
    """A proven win: ``low`` is the corrected lower bound of the winner's share, above one half."""

    winner: int
    loser: int
    matches: int
    share: float
    low: float


@dataclass(frozen=True, slots=True)
class Cycles:
    """``rows`` are the clearest of ``count`` proven cycles, each three edges in order; ``looked``
    is the number of pairs for which the intervals are corrected."""

    count: int
    looked: int
    rows: Sequence[tuple[Edge, Edge, Edge]]


@dataclass(frozen=True, slots=True)
class Counters:
    """The proven counters of ``bot`` among ``looked`` opponents: the one that is furthest beyond
    the prediction, and the one nearest in rating.  ``first`` of both pairs is the counter."""

    bot: int
    looked: int
    best: Pair | None = None
    nearest: Pair | None = None


def pairs(units: Sequence[Unit]) -> list[Pair]:
    """One for each pair that met, with the smaller index first, in order."""
    groups: dict[tuple[int, int], list[Unit]] = {}
    for unit in units:
        if unit.first > unit.second:
            first, second, share, expected, matches = unit
            unit = Unit(second, first, 1 - share, 1 - expected, matches)
        groups.setdefault(unit[:2], []).append(unit)
    measured = [_pair(groups[key]) for key in sorted(groups)]
    marked = marks([chance(p.share, p.expected, p.units) for p in measured])
    return [
        p._replace(mark=(p.share > p.expected) - (p.share < p.expected)) if is_marked else p
        for p, is_marked in zip(measured, marked, strict=True)
    ]


def _pair(units: Sequence[Unit]) -> Pair:
    count = len(units)
    points = math.fsum(unit.share for unit in units)
    expected = math.fsum(unit.expected for unit in units) / count
    matches = sum(unit.matches for unit in units)
    interval = wilson(points, count)
    return Pair(*units[0][:2], matches, count, points / count, expected, *interval)


def chance(share: float, expected: float, units: int) -> float:
    """Hoeffding's bound of the probability of a mean so far from ``expected``, at most 1."""
    expected = min(max(expected, 1e-9), 1 - 1e-9)
    terms = ((share, expected), (1 - share, 1 - expected))
    distance = math.fsum(seen * math.log(seen / predicted) for seen, predicted in terms if seen > 0)
    return min(1.0, 2 * math.exp(-units * max(distance, 0.0)))


def edges(met: Sequence[Pair]) -> list[Edge]:
    """The wins that are proven all together; fewer than `FEWEST` units prove nothing."""
    z = z_of_all(len(met))
    kept = []
    for one in met:
        pair = one if one.share >= 0.5 else one.turned()
        low, _ = wilson(pair.share * pair.units, pair.units, z)
        if pair.units >= FEWEST and low > 0.5:
            kept.append(Edge(pair.first, pair.second, pair.matches, pair.share, low))
    return kept


def cycles(met: Sequence[Pair], bots: int) -> Cycles:
    """A beats B beats C beats A; the clearest are those whose weakest edge is clearest."""
    proven = {(edge.winner, edge.loser): edge for edge in edges(met)}
    beats = np.zeros((bots, bots), dtype=bool)
    for key in proven:
        beats[key] = True
    rows: list[tuple[Edge, Edge, Edge]] = []
    for first in range(bots):
        # Each cycle is found at its smallest index.
        later = np.arange(bots) > first
        joined = beats & (beats[first] & later)[:, None] & (beats[:, first] & later)[None, :]
        for second, third in np.argwhere(joined).tolist():
            steps = ((first, second), (second, third), (third, first))
            one, two, three = (proven[step] for step in steps)
            rows.append((one, two, three))
    rows.sort(key=lambda row: -min(edge.low for edge in row))
    return Cycles(len(rows), len(met), rows[:MOST_CYCLES])


def counters(bot: int, met: Sequence[Pair], points: Sequence[float]) -> Counters:
    """The counters of a bot; ``points`` are ratings by index."""
    against = [
        pair if pair.second == bot else pair.turned()
        for pair in met
        if bot in (pair.first, pair.second)
    ]
    proven = [pair for pair in against if _is_counter(pair, len(against))]
    if not proven:
        return Counters(bot, len(against))
    best = max(proven, key=lambda pair: pair.share - pair.expected)
    nearest = min(proven, key=lambda pair: abs(points[pair.first] - points[bot]))
    return Counters(bot, len(against), best, nearest)


def _is_counter(pair: Pair, looked: int) -> bool:
    low, _ = wilson(pair.share * pair.units, pair.units, z_of_all(looked))
    is_sure = chance(pair.share, pair.expected, pair.units) * looked <= SURE
    return pair.units >= FEWEST and low > pair.expected and is_sure
