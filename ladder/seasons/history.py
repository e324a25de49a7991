"""The standings of past days: stored once a day and at the end of a season, and queried."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from arbiter.database.locks import lock
from bots.models import Bot
from ladder.core import rating as scale
from ladder.models import Disqualification, RatedMatch, Season, StandingsDay
from ladder.ratings.standings import ORDER, Key, placed, shared_places
from matches.models import Match

KEPT = 1000
"""The number of places of a day that are kept; ties at the last one are cut."""


@dataclass(frozen=True, slots=True)
class Course:
    """The course of one bot through a season, or through the seasons of a ruleset: by day or
    season, oldest first.
    """

    bot: Bot
    rows: Sequence[StandingsDay]


# Storing ------------------------------------------------------------------------------------------


def keep_due() -> list[Season]:
    """Store the standings of yesterday, in UTC, and of seasons that are over, unless they are
    stored already; returns the seasons.

    A day on which the site did not run is left out: its standings are not known afterwards.
    """
    now = timezone.now()
    midnight = datetime.combine(now.astimezone(UTC).date(), time(), UTC)
    yesterday = midnight.date() - timedelta(days=1)
    kept = []
    for season in _running_without(yesterday, midnight):
        keep(season, yesterday)
        kept.append(season)
    return kept + [season for season in _ended_without(now) if keep_final(season)]


def _running_without(day: date, midnight: datetime) -> QuerySet[Season]:
    known = StandingsDay.objects.filter(season=OuterRef("pk"), day=day)
    begun = Season.objects.running().filter(starts__lt=midnight, results__gt=0, stale_since=None)
    return begun.filter(~Exists(known))


def _ended_without(now: datetime) -> QuerySet[Season]:
    """Also those whose results or disqualifications have changed since."""
    later = Q(created__gt=OuterRef("made")) | Q(undone_at__gt=OuterRef("made"))
    judged = Disqualification.objects.filter(later, season=OuterRef("season"))
    known = StandingsDay.objects.filter(
        ~Exists(judged), season=OuterRef("pk"), final=True, revision=OuterRef("revision")
    )
    over = Season.objects.filter(ends__lte=now, stale_since=None).filter(
        Q(results__gt=0) | Exists(StandingsDay.objects.filter(season=OuterRef("pk"), final=True))
    )
    return over.filter(~Exists(known))


def keep_final(season: Season) -> bool:
    """Store the final standings of a season that is over; False while matches of it are waiting
    or running."""
    rows = RatedMatch.objects.filter(season=season, order=None)
    unfinished = rows.filter(match__state__in=Match.UNFINISHED)
    if season.ends is None or not season.has_ended or unfinished.exists():
        return False
    # A match that ends at midnight does not belong to the new day.
    day = (season.ends.astimezone(UTC) - timedelta(microseconds=1)).date()
    keep(season, day, final=True)
    return True


@transaction.atomic
def keep(season: Season, day: date, *, final: bool = False) -> int:
    """Store the present standings for a day, replacing stored ones; returns the number of rows.

    The season's row is the lock: of two tasks at once the second replaces equal rows.
    """
    season = lock(Season.objects).get(pk=season.pk)
    columns = ("bot_id", "standing", "tie", "mu", "games")
    rows = list(placed(season).order_by(*ORDER).values_list(*columns)[:KEPT])
    places = shared_places([Key(-standing, -tie) for _, standing, tie, _, _ in rows])
    old, now = StandingsDay.objects.filter(season=season), timezone.now()
    old.filter(Q(day=day) | Q(final=True) if final else Q(day=day)).delete()
    made = StandingsDay.objects.bulk_create(
        StandingsDay(
            season=season,
            day=day,
            bot_id=bot,
            place=place,
            value=standing if season.by_points else scale.points(mu),
            games=games,
            final=final,
            revision=season.revision,
            made=now,
        )
        for place, (bot, standing, _, mu, games) in zip(places, rows, strict=True)
    )
    return len(made)


# Querying -----------------------------------------------------------------------------------------


def days(season: Season) -> list[date]:
    """The days whose standings are kept, newest first."""
    firsts = StandingsDay.objects.filter(season=season, place=1).order_by("-day")
    return list(firsts.values_list("day", flat=True).distinct())


def of_day(season: Season, day: date) -> QuerySet[StandingsDay]:
    """The table of a day, best first; empty if none is stored."""
    return _with_bots(StandingsDay.objects.filter(season=season, day=day)).order_by("place", "bot")


def of_days(season: Season, bots: Iterable[int] = ()) -> QuerySet[StandingsDay]:
    """All that is kept of a season, by day and place; of some bots alone (by id) where some are
    named."""
    rows = _with_bots(StandingsDay.objects.filter(season=season)).order_by("day", "place", "bot")
    chosen = list(bots)
    return rows.filter(bot__in=chosen) if chosen else rows


def finals(game: str, ruleset: str) -> QuerySet[StandingsDay]:
    """The final standings of a ruleset's seasons, by season and place, without banned bots."""
    rows = StandingsDay.objects.filter(
        season__game=game, season__ruleset=ruleset, final=True, bot__deactivated_at=None
    )
    return _with_bots(rows.select_related("season")).order_by("season__starts", "place", "bot")


def courses(season: Season, bots: Sequence[Bot]) -> list[Course]:
    """The days of each of the bots, in the order in which these are given."""
    standings = StandingsDay.objects.filter(season=season, bot__in=bots).order_by("bot_id", "day")
    rows: dict[int, list[StandingsDay]] = {bot.pk: [] for bot in bots}
    for row in standings:
        rows[row.bot_id].append(row)
    return [Course(bot, rows[bot.pk]) for bot in bots]


def leaders(season: Season, count: int) -> list[Bot]:
    """The first bots of the last day that is kept."""
    newest = StandingsDay.objects.filter(season=season).order_by("-day").values("day")[:1]
    rows = StandingsDay.objects.filter(season=season, day=newest)
    return [row.bot for row in _with_bots(rows).order_by("place", "bot")[:count]]


def champions(seasons: Iterable[Season]) -> dict[int, list[StandingsDay]]:
    """By season: the final lines of the best bots, without bots that are out of play."""
    best: dict[int, list[StandingsDay]] = {}
    rows = StandingsDay.objects.filter(
        season__in=list(seasons), final=True, place__lte=3, bot__deactivated_at=None
    )
    for row in _with_bots(rows).order_by("place", "bot"):
        winners = best.setdefault(row.season_id, [])
        if not winners or winners[0].place == row.place:
            winners.append(row)
    return best


def _with_bots(rows: QuerySet[StandingsDay]) -> QuerySet[StandingsDay]:
    return rows.select_related("bot__owner")
