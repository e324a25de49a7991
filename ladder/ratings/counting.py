"""Results of single matches in the ratings of their season: counted, withdrawn, and listed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Count, F, Min

from arbiter.database.locks import lock
from bots.models import Bot, BotVersion
from ladder.core import rating as scale
from ladder.core.rating import Display
from ladder.models import RatedMatch, Rating, RatingChange, Season
from ladder.ratings import rebuilding, results
from matches.models import Match

OF_BUILDS = ("version__build_log", "bot__active_version__build_log")
OF_REPLAYS = ("rated__match__map", "rated__match__outcome")
"""Fields that a history does not load."""


@dataclass(frozen=True, slots=True)
class Step:
    """One match of a bot's history: its rating after it, and by how many points that moved."""

    order: int
    match_id: int
    finished: datetime | None
    display: Display
    change: int


@transaction.atomic
def count(match: Match) -> None:
    """Rate a finished ladder match; one that is not of a season, or was counted, changes nothing.

    The season's row is the lock: results are counted one after another, in the order of
    ``RatedMatch.order``, however many workers finish at once.  While the season's ratings are
    being recalculated a result only gets its place: the recalculation comes to it.
    """
    rated = RatedMatch.objects.filter(match=match, order=None).first()
    if match.kind != Match.Kind.LADDER or rated is None:
        return
    season = lock(Season.objects).get(pk=rated.season_id)
    if not RatedMatch.objects.filter(pk=rated.pk, order=None).update(order=season.revision + 1):
        return
    Season.objects.filter(pk=season.pk).update(results=F("results") + 1, revision=F("revision") + 1)
    if season.stale_since is not None:
        return
    rated.season = season
    light = match.seats.select_related("version").defer("version__build_log", "version__failure")
    seats = list(light.order_by("number"))
    ratings = _rows(season, {seat.program.bot_id for seat in seats})
    changes = results.apply(rated, seats, ratings, match.finished)
    for row in ratings.values():
        results.settle(row, row.bot.active_version)
        row.save()
    RatingChange.objects.bulk_create(changes)


def _rows(season: Season, bots: set[int]) -> dict[int, Rating]:
    ratings = Rating.objects.filter(season=season, bot__in=bots)
    ratings = ratings.select_related("season", "version", "bot__active_version").defer(*OF_BUILDS)
    rows = {row.bot_id: row for row in ratings}
    for bot in sorted(bots - rows.keys()):
        rows[bot] = Rating.objects.create(season=season, bot_id=bot)
    return rows


def withdraw(matches: Collection[Match]) -> None:
    """Withdraw matches that were voided from the ratings of their seasons."""
    if _touch(matches, -1):
        RatingChange.objects.filter(rated__match__in=matches).delete()


def reinstate(matches: Collection[Match]) -> None:
    """Count matches that were void again, in their old places among the results; those that never
    had a place, because they repeated others, get the next ones."""
    _touch(matches, 1)
    new = set(
        RatedMatch.objects.filter(match__in=matches, order=None).values_list("match", flat=True)
    )
    for match in matches:
        if match.pk in new:
            count(match)


@transaction.atomic
def _touch(matches: Collection[Match], by: int) -> bool:
    """Add ``by`` to the counts of results of seasons for each of their matches, and have their
    ratings recalculated; whether there are any."""
    rated = RatedMatch.objects.filter(match__in=matches, order__isnull=False)
    touched = list(
        rated.values_list("season").annotate(Count("pk"), Min("order")).order_by("season")
    )
    for pk, number, first in touched:
        season = lock(Season.objects).get(pk=pk)
        season.results += by * number
        season.revision += number
        season.save(update_fields=["results", "revision"])
        rebuilding.mark(season, first)
        transaction.on_commit(partial(rebuilding.soon, pk), robust=True)
    return bool(touched)


@transaction.atomic
def expect(bot: Bot, version: BotVersion) -> None:
    """A version becomes active: running standings show its prior."""
    seasons = Season.objects.running().filter(ratings__bot=bot)
    # The lock of results: one that is being counted has not seen this version.
    list(lock(Season.objects).filter(pk__in=seasons.values("pk")).order_by("pk"))
    rows = Rating.objects.select_related("season", "version")
    for row in rows.filter(bot=bot, season__in=seasons):
        results.settle(row, version)
        row.save(update_fields=["sigma_shown", "standing", "tie"])


def history(rating: Rating) -> list[Step]:
    """A bot's way through a season, oldest match first."""
    changes = rating.changes.select_related("rated__match").defer(*OF_REPLAYS).order_by("pk")
    return [
        Step(
            order=change.rated.order or 0,
            match_id=change.rated.match_id,
            finished=change.rated.match.finished,
            display=scale.display((change.mu, change.sigma)),
            change=round(scale.points(change.mu)) - round(scale.points(change.mu_before)),
        )
        for change in changes
    ]
