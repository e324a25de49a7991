"""The rating systems that the matchmaker is measured against, and how they pair.

Also our own, as it was before it chose by expected gain of order: `weighted` and `damped`.
Elo with K = 8 under round robin, as plain ladders have it; and Glicko-2, by Glickman, "Example of
the Glicko-2 system", with an opponent near in rating.  Ratings are in points, scores are 1, 0.5, 0.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from openskill.models import BradleyTerryFull

from ladder.core.rating import BETA, MU, SIGMA, Belief

Floats = NDArray[np.float64]

ELO_K = 8.0
TAU = 0.5
"""How fast volatilities change: Glickman gives 0.3 to 1.2 as reasonable, and 0.5 in his example."""
GLICKO = 400.0 / math.log(10)
"""Points per unit of his scale: 173.7178."""
MOST_RD = 350.0
NEIGHBOURS = 60.0
"""Points within which opponents are near, besides their deviations."""
_EXACT = 1e-6
_DAMPED = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, tau=MU / 300, limit_sigma=False)

Pairing = tuple[int, int]
Met = tuple[float, float, float]
"""Of an opponent: rating, deviation, and the score against it."""


def elo(one: float, two: float, score: float) -> tuple[float, float]:
    """Both ratings after one game of which the first had the ``score``."""
    change = ELO_K * (score - 1.0 / (1.0 + 10.0 ** ((two - one) / 400.0)))
    return one + change, two - change


@dataclass(frozen=True, slots=True)
class Glicko:
    """Rating and deviation in points, and volatility on Glickman's scale; as of a new bot."""

    rating: float = 1500.0
    rd: float = MOST_RD
    volatility: float = 0.06


def glicko(bot: Glicko, results: Sequence[Met], periods: float = 1.0) -> Glicko:
    """Steps 2 to 8 of the paper, for results over a number of rating periods (or a part of one)."""
    phi, v, told = bot.rd / GLICKO, 0.0, 0.0
    for rating, rd, score in results:
        g = 1.0 / math.sqrt(1.0 + 3.0 * (rd / GLICKO / math.pi) ** 2)
        expected = 1.0 / (1.0 + math.exp(-g * (bot.rating - rating) / GLICKO))
        v += g * g * expected * (1.0 - expected)
        told += g * (score - expected)
    volatility = _volatility(phi, bot.volatility, 1.0 / v, told / v)
    star = phi**2 + periods * volatility**2
    after = 1.0 / math.sqrt(1.0 / star + v)
    return Glicko(bot.rating + GLICKO * after**2 * told, min(GLICKO * after, MOST_RD), volatility)


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Step 5: the Illinois algorithm."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        spread = phi**2 + v + e
        return e * (delta**2 - spread) / (2.0 * spread**2) - (x - a) / TAU**2

    low, high = a, a - TAU
    if delta**2 > phi**2 + v:
        high = math.log(delta**2 - phi**2 - v)
    else:
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _EXACT:
        new = low + (low - high) * f_low / (f_high - f_low)
        f_new = f(new)
        if f_new * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = new, f_new
    return math.exp(low / 2.0)


def round_robin(bots: int, rng: random.Random) -> Iterator[list[Pairing]]:
    """Endless rounds in which each bot plays once and meets all others in turn, for an even number
    of bots. Circle method: one bot stays, the others move on by a seat.
    """
    circle = rng.sample(range(bots), bots)
    while True:
        yield [(circle[i], circle[-1 - i]) for i in range(bots // 2)]
        circle = [circle[0], circle[-1], *circle[1:-1]]


def neighbours(bots: Sequence[Glicko], before: dict[int, int], rng: random.Random) -> list[Pairing]:
    """One round in which each bot plays once. The next bot is random; its opponent is drawn from
    the rest by a normal curve over the difference of ratings, as wide as `NEIGHBOURS` and both
    deviations.

    ``before`` says whom everybody met last, who is not met again at once, and is kept.
    """
    left = rng.sample(range(len(bots)), len(bots))
    pairs = []
    while left:
        one = left.pop()
        choice = [two for two in left if before.get(one) != two] or left
        weights = [_near(bots[one], bots[two]) for two in choice]
        (two,) = rng.choices(choice, weights)
        left.remove(two)
        before[one], before[two] = two, one
        pairs.append((one, two))
    return pairs


def _near(one: Glicko, two: Glicko) -> float:
    spread = NEIGHBOURS**2 + one.rd**2 + two.rd**2
    return 1e-12 + math.exp(-((one.rating - two.rating) ** 2) / (2.0 * spread))


def damped(one: Belief, two: Belief, ranks: Sequence[int]) -> tuple[Belief, Belief]:
    """Both live ratings after a duel, as they were: with openskill's own γ, and twice the τ."""
    sides = [[_DAMPED.rating(mu, sigma)] for mu, sigma in (one, two)]
    (a,), (b,) = _DAMPED.rate(sides, ranks=list(ranks))
    return (a.mu, a.sigma), (b.mu, b.sigma)


def weighted(
    beliefs: Sequence[Belief],
    asking: Floats,
    met: Floats,
    rng: random.Random,
    house: NDArray[np.bool_],
    burst: NDArray[np.bool_],
) -> Pairing:
    """A bot by its weight in ``asking`` times its uncertainty, and an opponent by nearness in
    rating × information × few repeats, but for every twentieth: as our matchmaker drew.

    ``met`` has the matches of each two, of shape (bots, bots).  Every fifth opponent of a bot in
    its ``burst`` is of the ``house``.
    """
    mus, sigmas = np.array(beliefs).T
    one = rng.choices(range(len(mus)), asking * np.minimum(sigmas / SIGMA, 1.0))[0]
    apart = (mus - mus[one]) / np.sqrt(2 * BETA**2 + sigmas**2 + sigmas[one] ** 2)
    p = 1.0 / (1.0 + np.exp(apart))
    information = p * (1.0 - p) * (sigmas**2 + sigmas[one] ** 2)
    weights = information / (1.0 + (4.0 * apart) ** 2) / (1.0 + met[one] / 2.0) ** 2
    if rng.random() < 0.05:
        weights = np.ones_like(mus)
    if burst[one] and not house[one] and rng.random() < 0.2:
        weights = weights * house
    weights[one] = 0.0
    return one, rng.choices(range(len(mus)), weights)[0]
