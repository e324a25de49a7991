"""Opponent weights, by which the matchmaker draws opponents, and the expected gain of order, by
which it draws the bot that asks and chooses among the opponents that it has drawn.

Weights take the belief about one bot and arrays of beliefs about others, element i of every array
being bot i, and give an array of weights; all weights are positive.

The gain is the number of pairs of bots whose order a match is expected to correct, to first order
and but for a constant.  A pair is in the wrong order if its true difference has the other sign.
Where the difference is known with the variance D, and its mean is m, its density at zero is
φ(m/√D)/√D, and pairs so near are missed in proportion to √D: a decrease of D by d saves
φ(m/√D)·d/(2D) of a pair.  Choosing what is expected to tell most about an order is common in
experiments of paired comparisons, as in Chen, Bennett, Collins-Thompson and Horvitz, "Pairwise
ranking aggregation in a crowdsourced setting" (WSDM 2013).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ladder.core.rating import BETA, Belief

Floats = NDArray[np.float64]

REPEAT = 2.0
"""The number of recent matches against one opponent (those of one plan) that reduce its weight to a
quarter ...
"""
REPEAT_POWER = 2
"""... and further ones take it down as this power of their number."""
NEAR = 0.25
"""Opponents are near within this part of `spread`."""
CHANCE = 2 * BETA**2
"""The variance of the difference of two performances, of bots whose strengths are known."""


def spread(sigma: float, sigmas: Floats) -> Floats:
    """The standard deviation of the difference of two performances, from chance and from the
    uncertainty of both bots, on the scale of mu: the unit for differences of ratings."""
    return np.sqrt(CHANCE + sigma**2 + sigmas**2)


def nearness(bot: Belief, mus: Floats, sigmas: Floats) -> Floats:
    """A Cauchy curve over the difference of ratings, from 0 to 1, as wide as `spread`.

    Its tail falls with the square of the difference, a normal curve's with an exponential of that:
    a bot with a wrong rating still meets opponents of its true strength.
    """
    apart = (mus - bot[0]) / spread(bot[1], sigmas)
    return 1.0 / (1.0 + (apart / NEAR) ** 2)


def novelty(met: Floats) -> Floats:
    """Few repeats: 1 for bots that were not met recently, less with every match (``met`` counts
    them).
    """
    return (1.0 + met / REPEAT) ** -REPEAT_POWER


def doubt(mus: Floats, sigmas: Floats, others: Floats, their_sigmas: Floats) -> Floats:
    """The pairs of the wrong order that a decrease of the variance of each difference saves, of
    bots in rows and of others in columns: φ(m/√D)/D, but for a constant."""
    variance = sigmas[:, None] ** 2 + their_sigmas[None, :] ** 2
    gap = mus[:, None] - others[None, :]
    return np.exp(-(gap**2) / (2 * variance)) / variance


def gain(sigmas: Floats, doubts: Floats) -> Floats:
    """The expected gain of order of a match of each bot with an equal, but for a constant: to first
    order it takes the part of σ⁴ from its variance.  ``doubts`` has the sum of each bot's `doubt`
    about its rivals."""
    return sigmas**4 * doubts


def information(mus: Floats) -> float:
    """The information of a match about the differences: the sum of p(1 - p) over all pairs of bots,
    with p the expected score by their ratings.  It falls with the distances.

    Uncertainty is left out: an owner's bots play less, and are less certain, the more of them there
    are, so the bots of that owner would be drawn most often.
    """
    apart = (mus[:, None] - mus[None, :]) / np.sqrt(CHANCE)
    p = 1.0 / (1.0 + np.exp(np.clip(apart, -50.0, 50.0)))
    return float(np.triu(p * (1.0 - p), 1).sum())
