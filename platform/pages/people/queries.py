"""Rows of bots on pages of people and teams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bots.models import Bot
from ladder.climb import reading
from ladder.core import rating as scale
from ladder.models import Rating
from ladder.ratings import standings
from pages.frame.queries import ratings_of


@dataclass(frozen=True, slots=True)
class BotRow:
    """A bot with its rating and place on the ladder of its game's default ruleset, and the highest
    rung of the climb; None where it has none."""

    bot: Bot
    rating: Rating | None
    display: scale.Display | None
    rank: standings.Rank | None
    height: reading.Height | None


def rows_of(bots: Sequence[Bot]) -> list[BotRow]:
    """The number of queries does not depend on the number of bots."""
    ratings = ratings_of(bots)
    placed, climbed = standings.ranks(list(ratings.values())), reading.heights(bots)
    rows = []
    for bot in bots:
        rating = ratings.get(bot.pk)
        shown = standings.display(rating) if rating else None
        rank = placed.get(rating.pk) if rating else None
        rows.append(BotRow(bot, rating, shown, rank, climbed.get(bot.pk)))
    return rows
