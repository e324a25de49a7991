"""How soon a new version can settle at best: its opponents are known exactly, and equal to it.

Of a bot on a ladder neither is true.  Its rating is the mean of what is possible after its games,
by the odds of `bench.populations.World` themselves, with the best of some priors around its
predecessor.  So the mean over many such bots bounds what any ladder can reach.
"""

from __future__ import annotations

import math

import numpy as np

from bench.matchmaking import AFTER, BEFORE, HORIZON, LOOK, STAYS, settled
from bench.populations import DRAWS, Floats

BOTS = 400
PRIORS = (150.0, 200.0, 300.0)
"""Points of one sigma around the predecessor."""
_GRID = np.arange(BEFORE - 800.0, AFTER + 800.0, 2.0)


def odds(strength: Floats | float, opponent: float) -> tuple[Floats, Floats]:
    """The probability of a draw and of a win, as in `World.score`."""
    p = 1.0 / (1.0 + 10.0 ** ((opponent - np.asarray(strength)) / 400.0))
    draw = DRAWS * 4.0 * p * (1.0 - p)
    return draw, p - draw / 2.0


def games(prior: float, rng: np.random.Generator) -> int:
    """Games until one bot has settled."""
    believed, errors = -((_GRID - BEFORE) ** 2) / (2.0 * prior**2), []
    draw, win = odds(AFTER, AFTER)
    by_draw, by_win = odds(_GRID, AFTER)
    for game in range(1, HORIZON + STAYS + 1):
        lot = rng.random()
        if lot < draw:
            believed = believed + np.log(by_draw)
        else:
            won = lot < draw + win
            believed = believed + np.log(by_win if won else 1.0 - by_draw - by_win)
        if game % LOOK == 0:
            weight = np.exp(believed - believed.max())
            errors.append(float(weight @ _GRID / weight.sum()) - AFTER)
    return settled(errors)


def best() -> tuple[float, float]:
    """The mean with the best prior, and its standard error."""
    rng, found = np.random.default_rng(1), []
    for prior in PRIORS:
        spent = np.array([games(prior, rng) for _ in range(BOTS)], dtype=float)
        found.append((float(spent.mean()), float(spent.std(ddof=1)) / math.sqrt(BOTS)))
    return min(found)


if __name__ == "__main__":
    mean, error = best()
    print(f"a new version settles after {mean:.1f} ± {error:.1f} games at best")
