"""Statistics of a number of matches: plain functions."""

from __future__ import annotations

import math

_Z95 = 1.959963984540054


def wilson(wins: float, matches: int) -> tuple[float, float]:
    """The 95 % score interval of Wilson for a rate; ``wins`` may have halves, for draws.

    With draws it is wider than need be, as half a win varies less than a win or none.
    """
    if not matches:
        return 0.0, 1.0
    rate, z2 = wins / matches, _Z95 * _Z95
    middle = (rate + z2 / (2 * matches)) / (1 + z2 / matches)
    spread = math.sqrt(rate * (1 - rate) / matches + z2 / (4 * matches * matches))
    half = _Z95 * spread / (1 + z2 / matches)
    return max(0.0, middle - half), min(1.0, middle + half)


def better(wins: int, losses: int) -> float:
    """The probability that a player wins more often than they lose, after these numbers of each.

    Every chance to win a decided match counts as equally likely beforehand: then that chance has
    a beta distribution with ``wins + 1`` and ``losses + 1``, and this is its part above one half,
    which is the chance of at most ``wins`` heads in ``wins + losses + 1`` throws of a coin.
    """
    throws = wins + losses + 1
    total = ways = 1
    for heads in range(wins):
        ways = ways * (throws - heads) // (heads + 1)
        total += ways
    return total / (1 << throws)
