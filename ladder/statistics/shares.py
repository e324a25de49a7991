"""Shares of points with their intervals."""

from __future__ import annotations

from dataclasses import dataclass

from ladder.core.intervals import wilson


@dataclass(frozen=True, slots=True)
class Share:
    """A share of points over a number of results; ``points`` is at most 1 of each.

    With two sides a result is won, drawn or lost.  With more it is the share of opponents that one
    was ahead of, an equal counting half, so that the three numbers are those of results in which
    one was ahead of all, neither, and behind all.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0

    @property
    def results(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """From 0 to 1; None without results."""
        return self.points / self.results if self.results else None

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval by Wilson. Ties vary less than it assumes, so the interval is slightly too
        wide.
        """
        return wilson(self.points, self.results)

    @property
    def low(self) -> float:
        return self.interval[0]

    @property
    def high(self) -> float:
        return self.interval[1]

    def plus(self, points: float) -> Share:
        """With one more result."""
        return Share(
            self.wins + (points == 1),
            self.draws + (0 < points < 1),
            self.losses + (points == 0),
            self.points + points,
        )
