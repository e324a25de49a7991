"""Relations between countries, and the orders that countries give."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Relation(IntEnum):
    """The relation between two countries."""

    UNDISCOVERED = 0
    NEUTRAL = 1
    ALLIED = 2
    AT_WAR = 3


class Stance(IntEnum):
    """A diplomatic order towards one country."""

    KEEP_NEUTRAL = 0
    FORM_ALLIANCE = 1
    JUSTIFY_WAR = 2
    BACKSTAB = 3


USUAL = {
    Relation.UNDISCOVERED: Stance.KEEP_NEUTRAL,
    Relation.NEUTRAL: Stance.KEEP_NEUTRAL,
    Relation.ALLIED: Stance.FORM_ALLIANCE,
    Relation.AT_WAR: Stance.JUSTIFY_WAR,
}
"""The default stance for each relation, where a country gives no order."""

Bomb = tuple[int, int, int]
"""``(x, y, size)``"""


@dataclass(frozen=True, slots=True)
class Orders:
    """One country's orders for a round.

    ``stances`` has an entry per country, None for the default; the country's own is ignored.
    ``capital`` is a point that may lie off the board; None: the capital stays.
    """

    stances: tuple[Stance | None, ...]
    bombs: tuple[Bomb, ...] = ()
    capital: tuple[int, int] | None = None
