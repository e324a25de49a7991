"""Official ratings: what all results of a season say together, whatever their order.

The strengths are those that are most probable after all results (maximum a posteriori) in the
model of Bradley and Terry, "Rank analysis of incomplete block designs" (Biometrika 39, 1952):
of two sides the first wins with the probability 1 / (1 + exp(strength of the second - strength
of the first)).

- A tie is half a win for both.
- A match of more than two sides counts as its pairs, each with the weight 2/n, as for live ratings:
  a side that meets n - 1 others in one match has given one performance.
- A team is as strong as the sum of its members; a bot on several seats counts as in
  `ladder.core.rating`.
- Every version of a bot has a strength of its own.  Before any result that of a bot's first
  version is normal around `CENTRE` with `PRIOR`, and that of a later one around its parent's with
  `CHANGE`.
- Anchors have a strength that is given.  They are what makes numbers of two seasons comparable.

The posterior is log-concave, so that there is one maximum; Newton's method finds it on sums over
equal pairs.  The errors come from the curvature there.  Sums are made of whole numbers in an order
of their own: the same results in any order give the same bits.

Strengths are natural logarithms of odds here; `points` are for people.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from ladder.core.rating import CENTRE, POINTS, SIGMA
from ladder.core.sparse import Matrix, Pattern, inverted
from ladder.core.tally import Block, Floats, Ints, summed

SCALE = 400.0 / math.log(10)
"""Points per unit of strength: a lead of 400 points means odds of 10 : 1."""
PRIOR = SIGMA * POINTS / SCALE
"""The prior of a new bot: the same as of its live rating, about 246 points."""
CHANGE = PRIOR * 3 / 4
"""How far a new version may be from the one before it, about 185 points: a rewrite that is worth
200 must be seen soon after its burst (``bench/matchmaking.py``).  Live ratings add half of it, as
their standings subtract what is not known."""
MOST_EXACT = 2500
"""Up to this number of free entrants errors are exact; beyond, opponents' errors are followed for
one step.
"""

_STEPS = 60
_LARGE = 0.5
_EXACT = 1e-11
"""Newton's steps end below this change of every strength."""
_ROUGH, _FINE = 1e-4, 1e-26
"""Far from the top a rough direction will do; near it each step is as exact as can be."""
_PAIRS = 1 << 18
"""How many pairs are compared at a time."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One version of a bot.  ``parent`` is the index of the version before it, which must be
    smaller than its own; ``anchor`` its strength where that is given."""

    parent: int | None = None
    anchor: float | None = None


@dataclass(frozen=True, slots=True)
class Fit:
    """The outcome: ``strength`` and ``error`` (one sigma) by entrant; both of shape (n,).

    ``covariance`` has shape (n, n), with zeros for anchors; None where there were too many.
    """

    strength: Floats
    error: Floats
    covariance: Floats | None

    def better(self, first: int, second: int) -> float:
        """The probability that the first one is truly stronger, from 0 to 1."""
        variance = self._variance(np.array([first]), np.array([second]))[0, 0]
        sigmas = float(self.strength[first] - self.strength[second]) / math.sqrt(variance)
        return 0.5 * math.erfc(-sigmas / math.sqrt(2))

    def stronger(self, rows: Ints, columns: Ints, sigmas: float) -> NDArray[np.bool_]:
        """Whether every one of ``rows`` is stronger than every one of ``columns`` by at least this
        positive number of ``sigmas``; of two anchors, the one with the greater strength is."""
        least = self._variance(rows, columns)
        least *= sigmas**2
        gap = self.strength[rows, None] - self.strength[None, columns]
        gap *= np.abs(gap)
        return gap >= least

    def _variance(self, rows: Ints, columns: Ints) -> Floats:
        """Of the differences of strengths, always positive; hardly so between two anchors."""
        square = self.error**2
        variance: Floats = square[rows, None] + square[None, columns]
        if self.covariance is not None:
            variance -= 2 * self.covariance[np.ix_(rows, columns)]
        # Numbers so small are nothing but the rounding of sums.
        np.maximum(variance, _EXACT, out=variance)
        anchors = self.error == 0
        variance[np.ix_(anchors[rows], anchors[columns])] = np.finfo(np.float64).tiny
        return variance


def fit(entrants: Sequence[Entrant], blocks: Sequence[Block]) -> Fit:
    """The most probable strengths.

    ValueError where a parent is not an earlier entrant or an anchor is no number.
    """
    problem = _Problem(entrants, blocks)
    strength = problem.solve()
    error, covariance = problem.errors(strength)
    return Fit(strength, error, covariance)


def rank_ranges(fit: Fit, ranked: Ints, sure: float = 0.975) -> list[tuple[int, int]]:
    """The places that each of ``ranked`` may truly have, best and worst, counting from 1.

    Another bot is certainly ahead if the probability of that is at least ``sure``.
    """
    limit = NormalDist().inv_cdf(sure)
    count = len(ranked)
    order = np.argsort(-fit.strength[ranked], kind="stable")
    best, worst = np.ones(count, dtype=np.int64), np.full(count, count)
    rows = max(1, _PAIRS // max(count, 1))
    for start in range(0, count, rows):
        some, rest = order[start : start + rows], order[start:]
        stronger = fit.stronger(ranked[some], ranked[rest], limit)
        worst[some] -= stronger.sum(axis=1)
        best[rest] += stronger.sum(axis=0)
    return list(zip(best.tolist(), worst.tolist(), strict=True))


def points(strength: float) -> float:
    """A strength on the scale for people."""
    return CENTRE + SCALE * strength


class _Problem:
    """The posterior as a function of the free entrants' strengths."""

    def __init__(self, entrants: Sequence[Entrant], blocks: Sequence[Block]) -> None:
        self._blocks = blocks
        self._size = size = len(entrants)
        for index, entrant in enumerate(entrants):
            if entrant.parent is not None and not 0 <= entrant.parent < index:
                raise ValueError(f"entrant {index} has the parent {entrant.parent}: not before it")
            if entrant.anchor is not None and not math.isfinite(entrant.anchor):
                raise ValueError(f"entrant {index} has the anchor {entrant.anchor}")
        self._start = np.array([e.anchor or 0.0 for e in entrants])
        free = [i for i, e in enumerate(entrants) if e.anchor is None]
        # The strength of index `size` is that of nobody, 0: what a bot without a parent is held to.
        self._child = np.array(free, dtype=np.int64)
        parents = [entrants[i].parent for i in free]
        self._parent = np.array([size if p is None else p for p in parents], dtype=np.int64)
        sigmas = [PRIOR if p is None else CHANGE for p in parents]
        self._precision = 1.0 / np.square(np.array(sigmas, dtype=np.float64))
        self._pattern = self._curvatures()

    def solve(self) -> Floats:
        """Newton's method with steps that are halved until they lead upwards."""
        strength = self._start.copy()
        for _ in range(_STEPS if self._child.size else 0):
            slope, curvature = self._slope(strength)
            step = np.zeros(self._size)
            step[self._child] = curvature.solved(slope[self._child], _ROUGH, _FINE)
            # Small steps always lead upwards, by less than the rounding error of a long sum.
            if np.abs(step).max() > _LARGE:
                step = self._upwards(strength, step)
            strength += step
            if np.abs(step).max() < _EXACT:
                break
        return strength

    def _upwards(self, strength: Floats, step: Floats) -> Floats:
        """A large step, halved until it leads upwards."""
        height = self._height(strength)
        while np.abs(step).max() > _LARGE and self._height(strength + step) < height:
            step = step / 2
        return step

    def errors(self, strength: Floats) -> tuple[Floats, Floats | None]:
        """One sigma for every entrant, and the covariance where they are few enough."""
        error = np.zeros(self._size)
        _, curvature = self._slope(strength)
        if self._child.size > MOST_EXACT:
            error[self._child] = np.sqrt(self._nearly(curvature))
            return error, None
        covariance = np.zeros((self._size, self._size))
        if self._child.size:
            covariance[np.ix_(self._child, self._child)] = inverted(curvature.dense())
        error[:] = np.sqrt(np.diagonal(covariance))
        return error, covariance

    def _height(self, strength: Floats) -> float:
        """The logarithm of the posterior, but for a constant."""
        held = np.append(strength, 0.0)
        gap = held[self._child] - held[self._parent]
        total = -0.5 * float(self._precision @ gap**2)
        for block in self._blocks:
            lead = block.lead(held)
            # log of 1 / (1 + exp(-lead)) for wins; for losses it is less by the lead.
            won = np.minimum(lead, 0.0) - np.log1p(np.exp(-np.abs(lead)))
            total += float(block.weight @ won - (block.weight - block.won) @ lead)
        return total

    def _slope(self, strength: Floats) -> tuple[Floats, Matrix]:
        """The gradient by entrant, and the negative Hessian of the free entrants."""
        held = np.append(strength, 0.0)
        slope = np.zeros(self._size + 1)
        pull = self._precision * (held[self._child] - held[self._parent])
        slope[self._child] -= pull
        np.add.at(slope, self._parent, pull)
        weights = [self._precision]
        for block in self._blocks:
            expected = 1.0 / (1.0 + np.exp(-block.lead(held)))
            surprise = block.won - block.weight * expected
            for column in block.first.T:
                slope += summed(column, surprise, self._size + 1)
            for column in block.second.T:
                slope -= summed(column, surprise, self._size + 1)
            weights.append(block.weight * expected * (1.0 - expected))
        return slope[:-1], self._pattern.filled(np.concatenate(weights))

    def _curvatures(self) -> Pattern:
        """Where the negative Hessian of the free entrants has entries: sums of precisions, and of
        the curvatures of all pairs of all blocks in their order."""
        free = np.full(self._size + 1, -1)
        free[self._child] = np.arange(self._child.size)
        total = self._child.size + sum(block.won.size for block in self._blocks)
        signed = [(self._child, 0), (self._parent, total)]
        begin, parts = 0, []
        for block in (None, *self._blocks):
            if block is not None:
                signed = [(column, 0) for column in block.first.T]
                signed += [(column, total) for column in block.second.T]
            source = np.arange(begin, begin + len(signed[0][0]))
            begin += source.size
            for (one, sign), (two, other) in product(signed, repeat=2):
                rows, columns = free[one], free[two]
                known = (rows >= 0) & (columns >= 0)
                parts.append((rows[known], columns[known], source[known] + abs(sign - other)))
        rows, columns, source = (np.concatenate(part) for part in zip(*parts, strict=True))
        return Pattern.of(self._child.size, rows, columns, source)

    def _nearly(self, curvature: Matrix) -> Floats:
        """The free entrants' variances, where other bots' are followed one step far.

        The versions of one bot hang together by their prior and are taken together: a tree, in
        which what is known of every version is gathered from its children and then spread again.
        """
        diagonal = np.zeros(self._size + 1)
        diagonal[self._child] = curvature.diagonal
        known = diagonal > 0
        parent = np.full(self._size + 1, -1)
        parent[self._child] = self._parent
        rows, columns = self._child[curvature.rows], self._child[curvature.columns]
        met = (parent[rows] != columns) & (parent[columns] != rows)
        followed = np.where(met, curvature.values**2 / diagonal[columns], 0.0)
        own = diagonal - summed(rows, followed, diagonal.size)
        # Opponents that met no other bot would take all of it; a part is the bot's own.
        own = np.maximum(own, diagonal * 1e-3)
        return _tree_variances(own, self._child, parent, self._precision, known)[self._child]


def _tree_variances(
    own: Floats, order: Ints, parent: Ints, precision: Floats, known: NDArray[np.bool_]
) -> Floats:
    """Diagonal of the inverse of a matrix whose graph is a forest, by elimination from the leaves.

    ``own`` is the diagonal; entry (child, parent) is minus the child's ``precision``, which
    belongs to ``order``.
    """
    link = np.zeros_like(own)
    link[order] = np.where(known[parent[order]], precision, 0.0)
    left = own.copy()
    for child in order[::-1]:  # children come after their parents
        if link[child]:
            left[parent[child]] -= link[child] ** 2 / left[child]
    variance = np.zeros_like(own)
    for child in order:
        variance[child] = 1.0 / left[child]
        if link[child]:
            share = link[child] / left[child]
            variance[child] += share**2 * variance[parent[child]]
    return variance
