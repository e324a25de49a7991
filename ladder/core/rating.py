"""Ratings: a belief about a bot's strength, and how results move it.

A rating is a normal distribution ``(mu, sigma)`` on openskill's scale.  Results move it by
Algorithm 1 of Weng and Lin, "A Bayesian approximation method for online ranking" (JMLR 12, 2011):
Bradley-Terry with full pairing, in which every pair of seats counts as a win, a loss or a draw.
openskill's default, Plackett-Luce, is not used: behind two joint winners of four it rates the
third as if it had won too.

The arithmetic is that of IEEE doubles in a fixed order, seat by seat, with no clock and no
randomness: the same results in the same order give the same bits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

Belief = tuple[float, float]
"""``(mu, sigma)``"""

MU = 25.0
SIGMA = MU / 3
BETA = MU / 6
"""How far chance moves one performance: two bots that are √2·β apart meet at about 73 : 27."""
TAU = MU / 300
"""Uncertainty that every match adds, in quadrature, so that a rating never freezes."""
NEW_VERSION = SIGMA / 4
"""Uncertainty that a bot's new version adds, in quadrature: likely much like the one before it."""

CENTRE = 1500.0
POINTS = 400.0 / (math.log(10) * math.sqrt(2) * BETA)
"""Points per unit of mu, about 29.5: between settled bots a lead of 400 points means 10 : 1, as
it does in chess."""
PROVISIONAL = 0.6 * SIGMA
"""A rating with a larger sigma says little yet: that is the first twenty matches or so."""

# One gamma for every match: openskill's own, sqrt(sigma²)/c, which shrinks sigma with care.
_MODEL = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU, limit_sigma=False)


@dataclass(frozen=True, slots=True)
class Display:
    """A rating for people: ``points`` ± ``uncertainty`` (one sigma), both in whole points."""

    points: int
    uncertainty: int
    provisional: bool


def update(ratings: Sequence[Belief], ranks: Sequence[int]) -> list[Belief]:
    """The ratings after one match; element i belongs to seat i.

    ``ranks`` count from 1, the best; equal ranks are ties.  ValueError where the two do not
    describe a match of at least two seats.
    """
    if len(ratings) != len(ranks) or len(ratings) < 2:
        raise ValueError(f"{len(ratings)} ratings and {len(ranks)} ranks are not one match")
    if min(ranks) < 1:
        raise ValueError(f"ranks count from 1, not {min(ranks)}")
    teams = [[_MODEL.rating(mu, sigma)] for mu, sigma in ratings]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [(team[0].mu, team[0].sigma) for team in rated]


def with_new_version(belief: Belief) -> Belief:
    """What is believed of a bot whose program has changed; never less sure than of a new bot."""
    mu, sigma = belief
    return mu, max(sigma, min(SIGMA, math.hypot(sigma, NEW_VERSION)))


def display(belief: Belief) -> Display:
    """points = 1500 + k·(mu − 25), uncertainty = k·sigma, with k = `POINTS`."""
    mu, sigma = belief
    return Display(
        points=round(points(mu)),
        uncertainty=round(POINTS * sigma),
        provisional=sigma > PROVISIONAL,
    )


def points(mu: float) -> float:
    """A mean on the scale for people, not rounded."""
    return CENTRE + POINTS * (mu - MU)


def standing(belief: Belief) -> float:
    """What standings are ordered by: mu − sigma, a strength that the bot has with odds of 5 : 1.

    So nobody leads by a few lucky matches, while a strong newcomer still climbs within a day.
    """
    mu, sigma = belief
    return mu - sigma


def chance(a: Belief, b: Belief) -> float:
    """The expected score of ``a`` against ``b``, from 0 to 1, by the model that rates them."""
    spread = math.sqrt(2 * BETA**2 + a[1] ** 2 + b[1] ** 2)
    return 1 / (1 + math.exp((b[0] - a[0]) / spread))
