"""Live ratings rebuilt from the matches alone: in memory, and written back.

A season whose results were touched anywhere but at their end is *stale*.  Its ratings are then
recalculated result by result in the order of the season, in short transactions, so that
neither results nor pages wait for it.  Each recalculation has a number, and each of its
transactions checks that it is still the season's. A void in between, or a process that takes over
from a lost one, changes the number, and the old recalculation stops. Results that end meanwhile
only get their place in the order; the recalculation counts them later.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Prefetch, Q, QuerySet
from django.utils import timezone

from arbiter.database.locks import database_now, lock
from arbiter.working import queues
from bots.models import BotVersion
from ladder.models import RatedMatch, Rating, RatingChange, Season
from ladder.ratings import results
from matches.models import Match, Seat

CHUNK = 500
"""Results that are counted in one transaction."""
QUICK = 1000
"""A season with at most this number of results is recalculated at once, without a worker."""
LEASE = timedelta(seconds=60)
"""A recalculation that has not reported for this time has lost its process."""
NUMBERS = tuple(
    name.attname
    for name in Rating._meta.concrete_fields
    if name.attname not in ("id", "season_id", "bot_id")
)
"""The changes of a rating by matches."""
MARKS = (
    *("stale_since", "stale_from"),
    *("recalculation", "recalculation_until", "recalculated"),
)
IN_SHORT = (
    *("season", "order", "match__state", "match__kind"),
    *("match__finished", "match__voided_at"),
)
"""The fields that are read of a result."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The result of a rebuild: the number of counted matches, and of ratings that were wrong
    before.
    """

    matches: int
    ratings: int
    corrected: int


# In memory ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Replay:
    """A season's ratings by bot, moved by one result after the other; nothing is saved."""

    season: Season
    ratings: dict[int, Rating] = field(default_factory=dict)

    @classmethod
    def of(cls, season: Season) -> Replay:
        """With no results, on the rows of the season's ratings."""
        rows = Rating.objects.filter(season=season).values_list("bot_id", "pk")
        return cls(season, {bot: Rating(pk=pk, season=season, bot_id=bot) for bot, pk in rows})

    def add(self, rated: RatedMatch) -> list[RatingChange]:
        """Count a result of `results_of`."""
        seats = list(rated.match.seats.all())
        rated.season = self.season
        for seat in seats:
            bot = seat.program.bot_id
            if bot not in self.ratings:
                self.ratings[bot] = Rating(season=self.season, bot_id=bot)
        return results.apply(rated, seats, self.ratings, rated.match.finished)

    def settle(self) -> None:
        """After the last result: the ratings with the active versions."""
        active = _active(self.ratings)
        for bot, row in self.ratings.items():
            results.settle(row, active.get(bot))

    def copy(self) -> Replay:
        """Another one that continues from here."""
        return Replay(self.season, {bot: _copy(row) for bot, row in self.ratings.items()})


def _copy(row: Rating) -> Rating:
    numbers = {name: getattr(row, name) for name in NUMBERS if name != "version_id"}
    return Rating(pk=row.pk, season=row.season, bot_id=row.bot_id, version=row.version, **numbers)


def results_of(
    season: Season, *, after: int = 0, upto: int | None = None, also: Iterable[int] = ()
) -> QuerySet[RatedMatch]:
    """The results that count in their order, and void ones among the matches ``also``."""
    counting = Q(match__voided_at=None) | Q(match__in=list(also))
    results = RatedMatch.objects.filter(counting, season=season, match__state=Match.State.FINISHED)
    results = results.filter(order__gt=after)
    if upto is not None:
        results = results.filter(order__lte=upto)
    seats = Seat.objects.select_related("version").only(
        *("match", "number", "team", "rank", "version__bot", "version__number")
    )
    every = Prefetch("match__seats", seats.order_by("number"))
    return results.select_related("match").only(*IN_SHORT).prefetch_related(every).order_by("order")


def _active(bots: Iterable[int]) -> dict[int, BotVersion]:
    """By bot: the version that plays."""
    playing = BotVersion.objects.filter(bot__in=list(bots), bot__active_version=F("pk"))
    return {version.bot_id: version for version in playing.only("bot", "number")}


# Written back -------------------------------------------------------------------------------------


def mark(season: Season, order: int) -> None:
    """The ratings of a season, just read under its lock, are wrong from the result with this place
    on."""
    if season.stale_since is None:
        season.stale_since, season.stale_from = timezone.now(), order
    season.stale_from = min(season.stale_from, order)
    season.recalculation += 1
    season.recalculation_until, season.recalculated = None, 0
    season.save(update_fields=MARKS)


def soon(pk: int) -> None:
    """After a transaction that marked a season: at once where that is quick, else by a worker.
    The periodic task does what remains."""
    season = Season.objects.get(pk=pk)
    if season.stale_since is None:
        return
    if season.revision <= QUICK:
        recalculate(pk)
    else:
        queues.send("ladder.tasks.recalculate", pk, queue="builds")


def waiting() -> QuerySet[Season, int]:
    """Stale seasons that no process recalculates."""
    free = Q(recalculation_until=None) | Q(recalculation_until__lt=database_now())
    return Season.objects.filter(free, stale_since__isnull=False).values_list("pk", flat=True)


def rebuild(season: Season) -> Rebuilt:
    """Rate every match of a season again, in their order; the numbers are the same bit for bit.

    Nothing but the matches and their order goes in.  Ratings keep their rows; those of bots without
    a match that counts are reset.
    """
    while True:
        with transaction.atomic():
            locked = lock(Season.objects).get(pk=season.pk)
            mark(locked, 0)
        if (done := recalculate(season.pk)) is not None:
            return done


def recalculate(pk: int) -> Rebuilt | None:
    """Bring a stale season's ratings in line with its matches.

    None if it is not stale, or another process recalculates it.  If the process dies, the season
    stays stale and the next process begins again.
    """
    season = _claim(pk)
    if season is None:
        return None
    work = _Work(Replay.of(season), season.recalculation, season.stale_from)
    while True:
        with transaction.atomic():
            now = lock(Season.objects).get(pk=pk)
            if now.recalculation != work.number:
                return None
            if not work.go_on(now):
                return _finish(now, work)


def _claim(pk: int) -> Season | None:
    with transaction.atomic():
        season = lock(Season.objects).get(pk=pk)
        if not waiting().filter(pk=pk).exists():
            return None
        season.recalculation += 1
        season.recalculation_until, season.recalculated = database_now(LEASE), 0
        season.save(update_fields=MARKS)
        return season


@dataclass(slots=True)
class _Work:
    """``begin`` is the first place from which changes are written; ``done`` the last one that was
    counted."""

    replay: Replay
    number: int
    begin: int
    done: int = 0
    counted: int = 0
    created: set[int] = field(default_factory=set)

    def go_on(self, season: Season) -> bool:
        """Count the next results, under the season's lock; whether there were any."""
        some = list(results_of(season, after=self.done)[:CHUNK])
        changes = [(rated.order or 0, self.replay.add(rated)) for rated in some]
        last = some[-1].order if some else None
        wanted = [row for order, each in changes if order >= self.begin for row in each]
        self._write(season, wanted, last)
        if last is None:
            return False
        self.done, self.counted = last, self.counted + len(some)
        Season.objects.filter(pk=season.pk).update(
            recalculated=self.counted, recalculation_until=database_now(LEASE)
        )
        return True

    def _write(self, season: Season, changes: list[RatingChange], last: int | None) -> None:
        """In place of the changes from the results since ``done`` to ``last``, or to the end."""
        if last is not None and last < self.begin:
            return
        old = RatingChange.objects.filter(
            rated__season=season, rated__order__gt=max(self.done, self.begin - 1)
        )
        (old if last is None else old.filter(rated__order__lte=last)).delete()
        new = [row for row in self.replay.ratings.values() if row.pk is None]
        self.created.update(row.bot_id for row in new)
        Rating.objects.bulk_create(new, batch_size=CHUNK)
        RatingChange.objects.bulk_create(changes, batch_size=CHUNK)


def _finish(season: Season, work: _Work) -> Rebuilt:
    """Under the season's lock: keep the ratings, and have new results counted as they come."""
    work.replay.settle()
    ratings = work.replay.ratings
    before = {row.bot_id: row for row in Rating.objects.filter(season=season)}
    corrected = [
        row for bot, row in ratings.items() if bot in work.created or not _same(row, before[bot])
    ]
    names = [name.removesuffix("_id") for name in NUMBERS]
    Rating.objects.bulk_update(corrected, names, batch_size=CHUNK)
    Season.objects.filter(pk=season.pk).update(
        results=work.counted,
        stale_since=None,
        stale_from=0,
        recalculation_until=None,
    )
    return Rebuilt(matches=work.counted, ratings=len(ratings), corrected=len(corrected))


def _same(row: Rating, before: Rating) -> bool:
    return all(getattr(row, name) == getattr(before, name) for name in NUMBERS)
