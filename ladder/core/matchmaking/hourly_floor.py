"""The hourly floor: the rated matches that a season gets in each hour, also while its bots rest."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ladder.core.matchmaking.pairing import MATCHES_PER_PLAN

HOUR = 3600.0
"""Seconds."""
USUAL = 30
"""The floor until organizers set another one."""
MOST = 240
"""The highest floor, 4 a minute."""
LATE = 5.0
"""Seconds from one look of the matchmaker to the next, by which a plan may come late."""


def spacing(floor: int) -> float:
    """The least time from a match to the next plan that the floor makes, in seconds."""
    plans = math.ceil(floor / MATCHES_PER_PLAN)
    return HOUR / plans - LATE


def is_due(ages: Sequence[float], floor: int) -> bool:
    """Whether a plan must be made now to keep the floor; never for a floor of 0.

    ``ages`` are those of the season's latest matches in seconds, newest first. Those after the
    first ``floor`` ones make no difference.
    """
    if floor <= 0:
        return False
    if len(ages) >= floor and ages[floor - 1] < HOUR:
        return False
    return not ages or ages[0] >= spacing(floor)
