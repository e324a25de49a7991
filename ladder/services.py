"""Verbs and questions of the ladder: seasons, standings, histories, and rebuilding them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from arbiter import audit
from bots.models import Bot
from games.registry import GAMES
from ladder import results
from ladder.core import rating as scale
from ladder.core.rating import Display
from ladder.core.seating import sides
from ladder.core.standings import places, trend, win_rate
from ladder.models import RatedMatch, Rating, RatingChange, Season
from matches.models import Match
from rulesets import lookup
from rulesets.models import Scenario

if TYPE_CHECKING:
    from datetime import datetime

    from bots.models import Viewer

TREND_MATCHES = 20
"""The trend in a table is how far a bot has come in so many matches."""
OF_REPLAYS = ("rated__match__map", "rated__match__outcome")
"""What a history leaves in the database."""
TEXTS = ("build_log", "failure")
"""What a table leaves in the database of versions."""
CHUNK = 500
"""Rows that a rebuild holds at a time."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings; equal strength shares a place.  ``trend`` is in points."""

    place: int
    rating: Rating
    display: Display
    win_rate: float | None
    trend: int


@dataclass(frozen=True, slots=True)
class Rank:
    """A place among so many: 3 of 120."""

    place: int
    of: int


@dataclass(frozen=True, slots=True)
class Step:
    """One match of a bot's history: its rating after it, and by how many points that moved."""

    order: int
    match_id: int
    finished: datetime | None
    display: Display
    change: int


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild did: how many matches it counted, and how many ratings were wrong before."""

    matches: int
    ratings: int
    corrected: int


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
        for ruleset in lookup.rated(game):
            if current_season(game.name, ruleset.name):
                continue
            past = Season.objects.filter(game=game.name, ruleset=ruleset.name).count()
            # Where two processes start at once, the constraint lets one of them create it.
            season, created = Season.objects.get_or_create(
                game=game.name,
                ruleset=ruleset.name,
                ends=None,
                defaults={"name": f"{ruleset.title}, season {past + 1}"},
            )
            if created:
                opened.append(season)
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
        rules = lookup.find(game, ruleset)
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


# Standings ---------------------------------------------------------------------------------------


def display(rating: Rating) -> Display:
    """A rating for people, less certain where a version that was not rated yet is to play."""
    return scale.display(results.belief(rating, rating.bot.active_version))


def standings(season: Season) -> list[Standing]:
    """Who is best, by mu − sigma.

    While the season runs, bots that play; afterwards all but those that organizers took out.
    """
    rows = list(_ranked(season))
    beliefs = [results.belief(row, row.bot.active_version) for row in rows]
    table = [
        Standing(
            place=place,
            rating=row,
            display=scale.display(now),
            win_rate=win_rate(row.wins, row.draws, row.losses),
            trend=round(scale.POINTS * trend(row.mu_then, row.mu)),
        )
        for row, now, place in zip(
            rows, beliefs, places([scale.standing(now) for now in beliefs]), strict=True
        )
    ]
    return sorted(table, key=lambda line: (line.place, line.rating.bot_id))


def rank(rating: Rating) -> Rank | None:
    """A rating's place in `standings`, without the table; None where it has none there."""
    strengths = {
        row.pk: scale.standing(results.belief(row, row.bot.active_version))
        for row in _placed(rating.season)
    }
    if rating.pk not in strengths:
        return None
    mine = strengths[rating.pk]
    return Rank(1 + sum(other > mine for other in strengths.values()), len(strengths))


def _placed(season: Season) -> QuerySet[Rating]:
    """Ratings that have a place, with what tells their strength: while the season runs, those of
    bots that play."""
    texts = [f"{each}__{text}" for each in ("bot__active_version", "version") for text in TEXTS]
    rows = (
        Rating.objects.filter(season=season, games__gt=0, bot__deactivated_at=None)
        .select_related("bot__active_version", "version")
        .defer(*texts)
    )
    if not season.has_ended:
        rows = rows.filter(bot__in=Bot.objects.playing())
    return rows


def _ranked(season: Season) -> QuerySet[Any]:
    """Ratings that have a place, with ``mu_then``: mu before the matches that the trend counts."""
    newest = RatingChange.objects.filter(rating=OuterRef("pk")).order_by("-pk")
    then = newest[TREND_MATCHES - 1 : TREND_MATCHES].values("mu_before")
    first = newest.reverse()[:1].values("mu_before")
    owned = _placed(season).select_related("bot__owner", "bot__active_version", "version")
    return owned.annotate(mu_then=Coalesce(Subquery(then), Subquery(first)))


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
    ``RatedMatch.order``, however many workers finish at once.
    """
    rated = RatedMatch.objects.filter(match=match, order=None).first()
    if match.kind != Match.Kind.LADDER or rated is None:
        return
    season = Season.objects.select_for_update().get(pk=rated.season_id)
    if not RatedMatch.objects.filter(pk=rated.pk, order=None).update(order=season.results + 1):
        return
    Season.objects.filter(pk=season.pk).update(results=F("results") + 1)
    seats = list(match.seats.select_related("version").order_by("number"))
    ratings = _rows(season, {seat.program.bot_id for seat in seats})
    changes = results.apply(rated, seats, ratings, match.finished)
    for row in ratings.values():
        row.save()
    RatingChange.objects.bulk_create(changes)


def _rows(season: Season, bots: set[int]) -> dict[int, Rating]:
    found = Rating.objects.filter(season=season, bot__in=bots).select_related("version")
    rows = {row.bot_id: row for row in found}
    for bot in sorted(bots - rows.keys()):
        rows[bot] = Rating.objects.create(season=season, bot_id=bot)
    return rows


@transaction.atomic
def rebuild(season: Season) -> Rebuilt:
    """Rate every match of a season anew, in their order; the numbers come out bit for bit.

    Nothing but the matches and their order goes in.  Ratings keep their rows; those of bots
    without a match that counts begin anew.
    """
    Season.objects.select_for_update().get(pk=season.pk)
    before = {row.bot_id: row for row in Rating.objects.filter(season=season)}
    ratings = {bot: Rating(pk=row.pk, season=season, bot_id=bot) for bot, row in before.items()}
    RatingChange.objects.filter(rated__season=season).delete()
    counted = 0
    changes: list[RatingChange] = []
    for rated in _counted(season):
        seats = sorted(rated.match.seats.all(), key=lambda seat: seat.number)
        for seat in seats:
            bot = seat.program.bot_id
            if bot not in ratings:
                ratings[bot] = Rating.objects.create(season=season, bot_id=bot)
        changes += results.apply(rated, seats, ratings, rated.match.finished)
        counted += 1
        if len(changes) >= CHUNK:
            RatingChange.objects.bulk_create(changes)
            changes.clear()
    RatingChange.objects.bulk_create(changes)
    corrected = [row for bot, row in ratings.items() if not _same(row, before.get(bot))]
    Rating.objects.bulk_update(
        corrected, [name.removesuffix("_id") for name in _NUMBERS], batch_size=CHUNK
    )
    return Rebuilt(matches=counted, ratings=len(ratings), corrected=len(corrected))


_NUMBERS = (
    "mu",
    "sigma",
    "games",
    "wins",
    "draws",
    "losses",
    "places",
    "last_played",
    "version_id",
    "version_games",
)


def _same(row: Rating, before: Rating | None) -> bool:
    return all(getattr(row, name) == getattr(before, name, None) for name in _NUMBERS)


def _counted(season: Season) -> Iterator[RatedMatch]:
    return (
        RatedMatch.objects.filter(
            season=season, order__isnull=False, match__state=Match.State.FINISHED
        )
        .select_related("match")
        .prefetch_related("match__seats__version")
        .order_by("order")
        .iterator(chunk_size=CHUNK)
    )
