"""Intervals of shares: of 95 %, and wider ones where many are looked at together."""

from __future__ import annotations

import math
from statistics import NormalDist

Z95 = 1.959963984540054
"""Half the width of a 95 % interval of the normal distribution, in standard errors."""


def z_of_all(looked: int) -> float:
    """In place of `Z95` for several intervals: with 95 % all of them hold (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.025 / max(looked, 1))


def wilson(points: float, results: int, z: float = Z95) -> tuple[float, float]:
    """The interval of a share (E. B. Wilson, 1927); all of 0 to 1 without results."""
    if not results:
        return 0.0, 1.0
    share, z2 = points / results, z**2
    middle = (share + z2 / (2 * results)) / (1 + z2 / results)
    half = math.sqrt(share * (1 - share) / results + z2 / (4 * results * results))
    half *= z / (1 + z2 / results)
    # Rounding must not leave the ends out, which are exact.
    low = 0.0 if points == 0 else max(0.0, middle - half)
    high = 1.0 if points == results else min(1.0, middle + half)
    return low, high
