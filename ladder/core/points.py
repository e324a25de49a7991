"""Points of a season in which the newest results count, and no more of them than a window holds.

A match is worth up to `FULL` points, by the sides that a bot left behind, or what the game's rules
give for it (`Worth`); a season's total is the sum over its newest matches.  Playing more matches
than the window holds gains nothing by itself.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ladder.core.rating import Side, sides_of

FULL = 10
"""Points of a match in which a bot left all others behind."""
DIGITS = 6
"""Totals are rounded to this number of digits, so that rounding errors of thirds break no tie."""
MOST_WINDOW = 1000
"""The largest window, in matches."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The points that a game's rules give for a match."""

    win: int
    draw: int
    loss: int


@dataclass(frozen=True, slots=True)
class Total:
    """A bot's points over ``matches`` of them; ``tie`` tells equals apart, the larger is better."""

    points: float
    matches: int
    tie: int

    @property
    def average(self) -> float | None:
        """Points a match; None before the first."""
        return self.points / self.matches if self.matches else None


def match_points(
    ranks: Sequence[int], teams: Sequence[int], bots: Sequence[int]
) -> dict[int, float]:
    """By bot: 10 × (sides beaten + ½ × sides tied with) / (sides − 1).

    The arguments are by seat, and sides are those that are rated (`ladder.core.rating`): a bot
    alone on several seats is one, with the mean of their ranks.  A bot on several sides has the
    mean of what they got.  Empty where a bot met only itself: nobody was there to be beaten.
    """
    sides = sides_of(teams, bots) if len(set(bots)) > 1 else []
    if len(sides) < 2:
        return {}
    standing = [_mean(side, ranks) for side in sides]
    count = Counter(standing)
    points = []
    for rank in standing:
        beaten = sum(number for other, number in count.items() if other > rank)
        points.append(FULL * (beaten + (count[rank] - 1) / 2) / (len(sides) - 1))
    return _means(sides, points, bots)


def earned(scores: Sequence[float], teams: Sequence[int], bots: Sequence[int]) -> dict[int, float]:
    """By bot: the points of a game that gives points itself, which are the scores of the seats.

    A bot on several seats or sides has the mean of them.  Empty where a bot met only itself.
    """
    sides = sides_of(teams, bots) if len(set(bots)) > 1 else []
    return _means(sides, [_mean(side, scores) for side in sides], bots) if len(sides) > 1 else {}


def _mean(side: Side, values: Sequence[float]) -> float:
    """Over the seats of a side."""
    return math.fsum(values[seat] for seat in side.seats) / len(side.seats)


def _means(sides: Sequence[Side], points: Sequence[float], bots: Sequence[int]) -> dict[int, float]:
    """By bot: the mean of the points of its sides."""
    values_of: dict[int, list[float]] = {}
    for side, value in zip(sides, points, strict=True):
        for bot in dict.fromkeys(bots[seat] for seat in side.seats):
            values_of.setdefault(bot, []).append(value)
    return {bot: math.fsum(each) / len(each) for bot, each in values_of.items()}


def newest(values: Sequence[float], value: float, window: int) -> list[float]:
    """The points of the newest matches, oldest first, after one more match."""
    return [*values, value][-window:]


def total(values: Sequence[float], worth: Worth | None = None) -> Total:
    """Of the matches in the window.  Of equal points more matches won outright are better, then
    fewer matches."""
    full = FULL if worth is None else worth.win
    won = sum(value == full for value in values)
    return Total(
        points=round(math.fsum(values), DIGITS),
        matches=len(values),
        tie=won * (MOST_WINDOW + 1) - len(values),
    )
