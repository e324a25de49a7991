"""A ruleset over all of its seasons: its participants and their successes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Min, Q, Sum

from bots.models import Bot
from ladder.core import official as core
from ladder.models import OfficialRating, Rating, Season, StandingsDay
from ladder.seasons import history
from ladder.seasons.history import Course


@dataclass(frozen=True, slots=True)
class Record:
    """One bot's seasons.  ``titles`` and ``best`` are of seasons that are over, and of their first
    places alone (`ladder.seasons.history.KEPT`); ``official`` is its last official rating in
    points, which mean the same in all seasons."""

    bot: int
    seasons: int
    matches: int
    titles: int
    best: int | None
    official: int | None

    @property
    def order(self) -> tuple[float, ...]:
        worst = float("inf")
        return (
            -self.titles,
            self.best or worst,
            worst if self.official is None else -self.official,
            -self.matches,
            self.bot,
        )


@dataclass(frozen=True, slots=True)
class PastSeason:
    """A season with those that won it: none before it is over or where nobody played, several
    where they share the place."""

    season: Season
    champions: Sequence[StandingsDay]


def seasons(game: str, ruleset: str) -> list[PastSeason]:
    """Newest first."""
    every = list(Season.objects.filter(game=game, ruleset=ruleset).order_by("-starts"))
    best = history.champions(every)
    return [PastSeason(season, best.get(season.pk, [])) for season in every]


def records(game: str, ruleset: str) -> list[Record]:
    """Of all bots that played a rated match and that organizers did not take out: those with most
    titles first, then by their best place, then by their rating."""
    every = Rating.objects.filter(
        season__game=game, season__ruleset=ruleset, games__gt=0, bot__deactivated_at=None
    )
    played = every.order_by().values_list("bot").annotate(Count("pk"), Sum("games"))
    ended = history.finals(game, ruleset).order_by().values_list("bot")
    won = {
        bot: (titles, best)
        for bot, titles, best in ended.annotate(
            titles=Count("pk", filter=Q(place=1)), best=Min("place")
        )
    }
    last = _last_official(game, ruleset)
    records = [
        Record(bot, count, matches, *won.get(bot, (0, None)), last.get(bot))
        for bot, count, matches in played
    ]
    return sorted(records, key=lambda record: record.order)


def _last_official(game: str, ruleset: str) -> dict[int, int]:
    rows = OfficialRating.objects.filter(season__game=game, season__ruleset=ruleset, current=True)
    ordered = rows.order_by("season__starts", "pk").values_list("bot", "strength")
    return {bot: round(core.points(strength)) for bot, strength in ordered}


def bots_of(records: Sequence[Record]) -> dict[int, Bot]:
    """By id, with their owners."""
    return Bot.objects.select_related("owner").in_bulk([record.bot for record in records])


def courses(game: str, ruleset: str, bots: Sequence[Bot]) -> list[Course]:
    """The final line of each bot in the seasons, oldest first."""
    rows: dict[int, list[StandingsDay]] = {bot.pk: [] for bot in bots}
    for row in history.finals(game, ruleset).filter(bot__in=bots):
        rows[row.bot_id].append(row)
    return [Course(bot, rows[bot.pk]) for bot in bots]
