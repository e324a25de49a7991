"""Bounds of processor time that hold on slow machines, too."""

from __future__ import annotations

import time
from functools import cache

REFERENCE_S = 0.05
"""Processor time of `_reference` on the machine for which bounds are written."""


def is_within(spent: float, bound: float) -> bool:
    """Whether processor time, in any unit, is within a bound for that machine.

    A loaded machine is slower than it was when the tests began, so it is measured again before
    the bound counts as broken.
    """
    return spent <= bound * _slowness_at_first() or spent <= bound * slowness()


def slowness() -> float:
    """By which factor this machine is now slower than that one, at least 1.

    The fastest of five loops, so that other work on the machine matters little.
    """
    return max(1.0, min(_reference() for _ in range(5)) / REFERENCE_S)


_slowness_at_first = cache(slowness)


def _reference() -> float:
    """Seconds of processor time for a fixed amount of work."""
    began, value = time.process_time(), 0
    for step in range(1_000_000):
        value = (value * 31 + step) & 0xFFFF
    return time.process_time() - began
