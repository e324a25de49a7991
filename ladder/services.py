"""Verbs and questions of the ladder: seasons, histories, results, and rebuilding ratings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from arbiter import audit
from bots.models import Bot, BotVersion
from games.registry import GAMES
from ladder.core import rating as scale
from ladder.core.rating import Display
from ladder.core.seating import sides
from ladder.models import RatedMatch, Rating, RatingChange, Season
from ladder.ratings import rebuilding, results
from ladder.ratings.rebuilding import rebuild as rebuild
from ladder.seasons import planning as season_plans
from matches.models import Match
from rulesets import catalogue
from rulesets.models import Scenario

if TYPE_CHECKING:
    from datetime import datetime

    from bots.models import Viewer

OF_BUILDS = ("version__build_log", "bot__active_version__build_log")
OF_REPLAYS = ("rated__match__map", "rated__match__outcome")
"""What a history leaves in the database."""


@dataclass(frozen=True, slots=True)
class Step:
    """One match of a bot's history: its rating after it, and by how many points that moved."""

    order: int
    match_id: int
    finished: datetime | None
    display: Display
    change: int


# Seasons -----------------------------------------------------------------------------------------


def current_season(game: str, ruleset: str) -> Season | None:
    """The season that runs now; the newest where several do."""
    return Season.objects.running().filter(game=game, ruleset=ruleset).first()


def ensure_seasons() -> list[Season]:
    """One running season for each ruleset of each game that bots play against each other.

    Returns those that it opened; running it again opens none.
    """
    opened = []
    for game in GAMES.values():
        for ruleset in catalogue.rated(game):
            if current_season(game.name, ruleset.name):
                continue
            past = Season.objects.filter(game=game.name, ruleset=ruleset.name).count()
            # Where two processes start at once, the constraint lets one of them create it.
            season, created = Season.objects.get_or_create(
                game=game.name,
                ruleset=ruleset.name,
                ends=None,
                defaults={"name": f"{ruleset.title}, season {past + 1}", "automatic": True},
            )
            if created:
                opened.append(season)
    season_plans.hand_over()
    return opened


def end_seasons() -> list[Season]:
    """End the seasons of scenarios that are retired; returns those that it ended.

    What waits or runs is still played and rated.
    """
    now = timezone.now()
    retired = Scenario.objects.filter(
        game=OuterRef("game"), name=OuterRef("ruleset"), retired_at__lte=now
    )
    ended = list(Season.objects.running().filter(Exists(retired)))
    # A ruleset that ships with the game comes before a scenario of its name.
    shipped = {(game.name, rules.name) for game in GAMES.values() for rules in game.rulesets}
    ended = [season for season in ended if (season.game, season.ruleset) not in shipped]
    for season in ended:
        season.ends = now
        season.save(update_fields=["ends"])
    return ended


def side_count(game: str, ruleset: str) -> int:
    """How many sides meet in a match: teams, or bots alone; 0 where the game is not here now."""
    try:
        rules = catalogue.find(game, ruleset)
    except KeyError:
        return 0
    return len(sides(rules.seats, rules.teams))


def pause(season: Season, by: Viewer, reason: str) -> None:
    """No new matches from now on; those that wait or run are still played and rated."""
    _set_paused(season, by, reason, paused=True)


def resume(season: Season, by: Viewer, reason: str) -> None:
    """Let the matchmaker go on."""
    _set_paused(season, by, reason, paused=False)


@transaction.atomic
def _set_paused(season: Season, by: Viewer, reason: str, *, paused: bool) -> None:
    if not by.is_authenticated or not by.is_staff:
        raise PermissionDenied("Only organizers may pause or resume a season.")
    if not reason.strip():
        raise ValidationError("Say why: other organizers will read it in the history.")
    act = "paused" if paused else "resumed"
    if not Season.objects.filter(pk=season.pk, paused=not paused).update(paused=paused):
        raise ValidationError(f"The season is already {act}.")
    season.paused = paused
    audit.record(by, season, act, reason.strip())


# Histories --------------------------------------------------------------------------------------


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


# Results -----------------------------------------------------------------------------------------


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
    season = Season.objects.select_for_update().get(pk=rated.season_id)
    if not RatedMatch.objects.filter(pk=rated.pk, order=None).update(order=season.revision + 1):
        return
    Season.objects.filter(pk=season.pk).update(results=F("results") + 1, revision=F("revision") + 1)
    if season.stale_since is not None:
        return
    seats = list(match.seats.select_related("version").order_by("number"))
    ratings = _rows(season, {seat.program.bot_id for seat in seats})
    changes = results.apply(rated, seats, ratings, match.finished)
    for row in ratings.values():
        results.settle(row, row.bot.active_version)
        row.save()
    RatingChange.objects.bulk_create(changes)


def _rows(season: Season, bots: set[int]) -> dict[int, Rating]:
    found = Rating.objects.filter(season=season, bot__in=bots)
    found = found.select_related("season", "version", "bot__active_version").defer(*OF_BUILDS)
    rows = {row.bot_id: row for row in found}
    for bot in sorted(bots - rows.keys()):
        rows[bot] = Rating.objects.create(season=season, bot_id=bot)
    return rows


def withdraw(match: Match) -> None:
    """A match was voided: its season is to be as if it had never been played."""
    if (season := _touched(match, -1)) is not None:
        RatingChange.objects.filter(rated__match=match).delete()
        transaction.on_commit(lambda: rebuilding.soon(season.pk), robust=True)


def reinstate(match: Match) -> None:
    """A match that was void counts again, in its old place among the results."""
    if (season := _touched(match, 1)) is not None:
        transaction.on_commit(lambda: rebuilding.soon(season.pk), robust=True)


@transaction.atomic
def _touched(match: Match, by: int) -> Season | None:
    """The season of a rated match, which has so many results more now; None of other matches."""
    rated = RatedMatch.objects.filter(match=match, order__isnull=False).first()
    if rated is None:
        return None
    season = Season.objects.select_for_update().get(pk=rated.season_id)
    season.results, season.revision = season.results + by, season.revision + 1
    season.save(update_fields=["results", "revision"])
    rebuilding.mark(season, rated.order or 0)
    return season


@transaction.atomic
def expect(bot: Bot, version: BotVersion) -> None:
    """A version is to play from now on: what is believed of it shows in running standings."""
    seasons = Season.objects.running().filter(ratings__bot=bot)
    # The lock of results: one that is being counted has not seen this version.
    list(Season.objects.select_for_update().filter(pk__in=seasons.values("pk")))
    rows = Rating.objects.select_related("season", "version")
    for row in rows.filter(bot=bot, season__in=seasons):
        results.settle(row, version)
        row.save(update_fields=["sigma_shown", "standing", "tie"])
