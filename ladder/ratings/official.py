"""The official ratings of a season: fitted from all of its results, stored, and queried."""

from __future__ import annotations

import io
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import chain
from uuid import uuid4

import numpy as np
from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from arbiter.database.locks import database_time, lock
from bots.models import Bot, BotVersion
from ladder.core import official as core
from ladder.core.official import Entrant, Fit
from ladder.core.standings import places
from ladder.core.tally import Ints, Rows, tally
from ladder.models import Anchor, OfficialRating, RatedMatch, Refit, RivalsReport, Season
from matches.models import Match, Seat
from storage.files import discard

SIGMAS = 1.96
"""An interval holds the true strength with a probability of 95 %."""
REST = 20
"""The least time between two fits or reports of a season, as a multiple of the last duration."""
CHUNK = 1000


@dataclass(frozen=True, slots=True)
class OfficialRow:
    """One line of the official table; ``low`` and ``high`` bound the interval, in points."""

    place: int
    rating: OfficialRating
    points: int
    low: int
    high: int

    @property
    def half(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Comparison:
    """The first is truly stronger with ``probability``."""

    first: OfficialRow
    second: OfficialRow
    probability: float

    @property
    def lead(self) -> int:
        """By how many points the first leads."""
        return self.first.points - self.second.points

    @property
    def behind(self) -> int:
        return -self.lead


# Fitting ------------------------------------------------------------------------------------------


def refit(season: Season) -> Refit:
    """Fit a season from its matches alone, and replace the earlier fit."""
    began = time.perf_counter()
    fresh = Season.objects.get(pk=season.pk)
    ratings, fit = fitted(season)
    return _keep(fresh, ratings, fit, began)


def fitted(
    season: Season,
    *,
    upto: int | None = None,
    without: Iterable[int] = (),
    also: Iterable[int] = (),
) -> tuple[list[OfficialRating], Fit]:
    """The ratings as rows that are not saved, by results up to a place among the season's,
    ``without`` some matches that count, with some void ones ``also``."""
    seats = _seats(season, upto, without, also)
    versions, entrants = _versions(season, {int(version) for version in np.unique(seats[:, 1])})
    rows = _rows(seats, versions)
    fit = core.fit(entrants, tally(rows, len(versions)))
    return _ratings(season, versions, fit, _games(rows, len(versions))), fit


def due(now: bool = False) -> list[Season]:
    """Seasons of which results came, were voided or restored since they were fitted.

    A fit that took long rests for a while, unless it is asked for ``now``.
    """
    seasons = Season.objects.filter(revision__gt=0).filter(
        Q(refit=None) | ~Q(refit__revision=F("revision"))
    )
    time = database_time()
    rows = seasons.select_related("refit")
    return [season for season in rows if now or rested(getattr(season, "refit", None), time)]


def rested(last: Refit | RivalsReport | None, now: datetime) -> bool:
    """Whether what was computed last, if anything was, is old enough to be computed again."""
    if last is None or last.made is None:
        return True
    return now >= last.made + timedelta(seconds=REST * last.seconds)


def without_anchors() -> QuerySet[Season]:
    """Seasons that are over and have no anchors."""
    over = Season.objects.filter(ends__lte=timezone.now(), refit__isnull=False)
    return over.filter(~Exists(Anchor.objects.filter(season=OuterRef("pk"))))


def fix_anchors(season: Season) -> int:
    """Keep what the house bots of a season that is over have shown; how many are new.

    Stored ratings are kept if a match of the season is voided afterwards: later seasons are
    measured by them.
    """
    rows = RatedMatch.objects.filter(season=season, order=None)
    unfinished = rows.filter(match__state__in=Match.UNFINISHED)
    if not season.has_ended or unfinished.exists():
        return 0
    known = Anchor.objects.filter(
        game=season.game, ruleset=season.ruleset, version=OuterRef("version")
    )
    shown = season.official_ratings.filter(~Exists(known), bot__is_house=True, games__gt=0)
    made = [
        Anchor(
            game=season.game,
            ruleset=season.ruleset,
            version_id=rating.version_id,
            season=season,
            strength=rating.strength,
        )
        for rating in shown
    ]
    return len(Anchor.objects.bulk_create(made, ignore_conflicts=True))


def _seats(season: Season, upto: int | None, without: Iterable[int], also: Iterable[int]) -> Ints:
    """The seats of all matches that count, in order: match, version, rank, team."""
    of_season = Seat.objects.filter(
        Q(match__voided_at=None) | Q(match__in=list(also)),
        match__rated__season=season,
        match__rated__order__isnull=False,
        match__state=Match.State.FINISHED,
    ).exclude(match__in=list(without))
    if upto is not None:
        of_season = of_season.filter(match__rated__order__lte=upto)
    rows = of_season.order_by("match_id", "number")
    found = rows.values_list("match_id", "version_id", "rank", "team")
    flat = chain.from_iterable(found.iterator(chunk_size=10_000))
    return np.fromiter(flat, dtype=np.int64).reshape(-1, 4)


def _versions(season: Season, played: set[int]) -> tuple[list[BotVersion], list[Entrant]]:
    """The versions of a fit, those of one bot by their numbers: those that played, those that their
    bots play now, and anchors that are their parents."""
    anchors = dict(
        Anchor.objects.filter(game=season.game, ruleset=season.ruleset)
        .exclude(season=season)
        .values_list("version", "strength")
    )
    bots = BotVersion.objects.filter(pk__in=played).values("bot")
    wanted = BotVersion.objects.filter(bot__in=bots).filter(
        Q(pk__in=played) | Q(pk__in=list(anchors)) | Q(bot__active_version=F("pk"))
    )
    rows_read = wanted.select_related("bot").only("bot", "number", "bot__active_version")
    rows = list(rows_read.order_by("bot_id", "number"))
    entrants = []
    for at, row in enumerate(rows):
        before = at - 1 if at and rows[at - 1].bot_id == row.bot_id else None
        anchor = anchors.get(row.pk)
        entrants.append(Entrant(parent=before, anchor=anchor))
    return rows, entrants


def _rows(seats: Ints, versions: Sequence[BotVersion]) -> Rows:
    match, version, rank, team = seats.T
    ids = np.array([row.pk for row in versions], dtype=np.int64)
    order = np.argsort(ids)
    bots = np.array([row.bot_id for row in versions], dtype=np.int64)
    entrant = order[np.searchsorted(ids, version, sorter=order)] if len(seats) else version
    bot = bots[entrant] if len(seats) else version
    return Rows(match=match, entrant=entrant, bot=bot, rank=rank, team=team)


def _games(rows: Rows, count: int) -> list[int]:
    """Matches by entrant; several seats of one match are one."""
    once = np.unique(rows.match * max(count, 1) + rows.entrant)
    counts: list[int] = np.bincount(once % max(count, 1), minlength=count).tolist()
    return counts


def _ratings(
    season: Season, versions: Sequence[BotVersion], fit: Fit, games: Sequence[int]
) -> list[OfficialRating]:
    standing = {row.bot_id: at for at, row in enumerate(versions)}
    for at, row in enumerate(versions):
        if row.bot.active_version_id == row.pk:
            standing[row.bot_id] = at
    current = np.array(sorted(standing.values()), dtype=np.int64)
    ranges = dict(zip(current.tolist(), core.rank_ranges(fit, current), strict=True))
    return [
        OfficialRating(
            season=season,
            bot_id=row.bot_id,
            version=row,
            index=at,
            strength=float(fit.strength[at]),
            error=float(fit.error[at]),
            games=games[at],
            current=at in ranges,
            best=ranges[at][0] if at in ranges else None,
            worst=ranges[at][1] if at in ranges else None,
        )
        for at, row in enumerate(versions)
    ]


def _keep(season: Season, ratings: list[OfficialRating], fit: Fit, began: float) -> Refit:
    """``season`` is as it was before its matches were read."""
    old = Refit.objects.filter(season=season).first()
    made = Refit(
        pk=old.pk if old else None,
        season=season,
        made=database_time(),
        results=season.results,
        revision=season.revision,
    )
    if fit.covariance is not None and ratings:
        data = io.BytesIO()
        np.save(data, fit.covariance.astype(np.float32))
        name = f"{season.pk}-{uuid4().hex}.npy"
        made.covariance.save(name, ContentFile(data.getvalue()), save=False)
    with transaction.atomic():
        lock(Season.objects).get(pk=season.pk)
        OfficialRating.objects.filter(season=season).delete()
        OfficialRating.objects.bulk_create(ratings, batch_size=CHUNK)
        made.seconds = time.perf_counter() - began
        made.save()
        if old and old.covariance:
            transaction.on_commit(partial(discard, str(old.covariance.name)))
    return made


# Asking -------------------------------------------------------------------------------------------


def table(season: Season) -> list[OfficialRow]:
    """The standings by all results. While the season runs: bots that play; afterwards all but
    banned bots. Disqualified bots have no line.
    """
    rows = list(_placed(season))
    ranks = places([row.strength for row in rows])
    lines = [_line(place, row) for place, row in zip(ranks, rows, strict=True)]
    return sorted(lines, key=lambda line: (line.place, line.rating.bot_id))


def compare(season: Season, first: int, second: int) -> Comparison | None:
    """Two bots (by id) that have a line in `table`; None where one of them has none."""
    lines = {line.rating.bot_id: line for line in table(season)}
    if first not in lines or second not in lines:
        return None
    one, two = lines[first], lines[second]
    return Comparison(one, two, _better(season, one.rating, two.rating))


def _placed(season: Season) -> QuerySet[OfficialRating]:
    rows = OfficialRating.objects.filter(
        season=season, current=True, bot__deactivated_at=None
    ).exclude(bot__in=season.disqualifications.standing().values("bot"))
    rows = rows.select_related("bot__owner", "bot__active_version", "version")
    if not season.has_ended:
        rows = rows.filter(bot__in=Bot.objects.playing_rated())
    return rows.defer("version__build_log", "bot__active_version__build_log")


def _line(place: int, row: OfficialRating) -> OfficialRow:
    return OfficialRow(
        place=place,
        rating=row,
        points=round(core.points(row.strength)),
        low=round(core.points(row.strength - SIGMAS * row.error)),
        high=round(core.points(row.strength + SIGMAS * row.error)),
    )


def _better(season: Season, first: OfficialRating, second: OfficialRating) -> float:
    """With the covariance where it is kept."""
    pair = np.array([first.index, second.index])
    kept = Refit.objects.filter(season=season).exclude(covariance="").first()
    shared = np.zeros((2, 2))
    if kept is not None and first.pk != second.pk:
        with kept.covariance.open() as file:
            shared = np.load(io.BytesIO(file.read()))[np.ix_(pair, pair)].astype(np.float64)
        shared[0, 0], shared[1, 1] = first.error**2, second.error**2
    fit = Fit(
        np.array([first.strength, second.strength]),
        np.array([first.error, second.error]),
        shared,
    )
    return fit.better(0, 1) if first.pk != second.pk else 0.5
