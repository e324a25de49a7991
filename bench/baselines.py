"""The rating systems that the matchmaker is measured against, and how they pair.

Elo with K = 8 under round robin, as plain ladders have it; and Glicko-2, by Glickman, "Example of
the Glicko-2 system", with an opponent near in rating.  Ratings are in points, scores are 1, 0.5, 0.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

ELO_K = 8.0
TAU = 0.5
"""How fast volatilities change: Glickman gives 0.3 to 1.2 as reasonable, and 0.5 in his example."""
GLICKO = 400.0 / math.log(10)
"""Points per unit of his scale: 173.7178."""
MOST_RD = 350.0
NEIGHBOURS = 60.0
"""Points within which opponents are near, besides their deviations."""
_EXACT = 1e-6

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
