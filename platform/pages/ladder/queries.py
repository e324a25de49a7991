"""Data of a ladder's tables beside the standings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ladder.core import rating as scale
from ladder.models import Season
from ladder.ratings import standings


@dataclass(frozen=True, slots=True)
class RatingScale:
    """The common scale of the intervals in one table, in displayed ratings."""

    low: float
    high: float


def rating_scale(table: standings.Standings) -> RatingScale:
    return RatingScale(*(table.bounds() or (0, 1)))


def courses(rows: Iterable[standings.StandingsRow]) -> dict[int, list[float]]:
    """By rating: its points before its last rated matches and after each, oldest first."""
    return {row.rating.pk: [scale.points(mu) for mu in row.rating.recent] for row in rows}


def seasons(game: str, ruleset: str) -> list[Season]:
    return list(Season.objects.filter(game=game, ruleset=ruleset).order_by("-starts"))
