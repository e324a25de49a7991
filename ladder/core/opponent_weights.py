"""Opponent weights: the factors that the matchmaker multiplies to draw an opponent.

Each takes the belief about one bot and arrays of beliefs about others, element i of every array
being bot i, and gives an array of weights; all weights are positive.
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
LEAST = 1e-9
"""The least value of a factor: products must not vanish by rounding."""


def spread(sigma: float, sigmas: Floats) -> Floats:
    """How far two performances are apart by chance and by what is not known of the bots, on the
    scale of mu: the unit in which a difference of ratings is large or small."""
    found: Floats = np.sqrt(2 * BETA**2 + sigma**2 + sigmas**2)
    return found


def nearness(bot: Belief, mus: Floats, sigmas: Floats) -> Floats:
    """A Cauchy curve over the difference of ratings, from 0 to 1, as wide as `spread`.

    Its tail falls with the square of the difference, a normal curve's with an exponential of that:
    a bot that is rated wrongly still meets those who are where it belongs.
    """
    apart = (mus - bot[0]) / spread(bot[1], sigmas)
    near: Floats = 1.0 / (1.0 + (apart / NEAR) ** 2)
    return near


def information(bot: Belief, mus: Floats, sigmas: Floats) -> Floats:
    """The expected information of a result about both strengths, by live ratings: p(1 - p) times
    the variance of their difference, in units of that of chance; to first order, nats doubled.

    p is the expected score, by the model of the ratings.  The gain of a result over the
    logarithm of odds is p(1 - p); what that takes from the uncertainty is in proportion to it.
    """
    apart = (mus - bot[0]) / spread(bot[1], sigmas)
    p = 1.0 / (1.0 + np.exp(np.clip(apart, -50.0, 50.0)))
    unsure = (bot[1] ** 2 + sigmas**2) / (2 * BETA**2)
    found: Floats = np.maximum(p * (1.0 - p) * unsure, LEAST)
    return found


def novelty(met: Floats) -> Floats:
    """Few repeats: 1 for bots that were not met recently, less with every match (``met`` counts
    them).
    """
    new: Floats = (1.0 + met / REPEAT) ** -REPEAT_POWER
    return new
