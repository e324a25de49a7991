"""Reserved workers of an event, measured: what it used of them, and how long matches waited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Avg, Count, F, Max, Q
from django.utils import timezone

from controls.models import Reservation
from ladder.core.contest.load import Spread, by_bucket, edges
from ladder.events.models import Event
from ladder.events.running.reserving import matches_of, reservations_of
from matches.kinds import LANES
from matches.models import Match, MatchQuerySet
from matches.queueing.reserving import LANE

HOURS = 48
"""Hours that the table by hour shows: the first ones of a reservation."""


@dataclass(frozen=True, slots=True)
class Hour:
    """The mean numbers of workers that played the event, and all other matches."""

    begins: datetime
    used: float
    others: float


@dataclass(frozen=True, slots=True)
class Waits:
    """How long matches waited that began at some time; times are None without a match."""

    title: str
    count: int
    mean: timedelta | None
    longest: timedelta | None


class Measured:
    """One reservation of an event, as far as it has gone."""

    def __init__(self, event: Event, row: Reservation) -> None:
        self.event, self.row = event, row
        self.now = timezone.now()
        self.until = min(row.ends, self.now)

    @property
    def begun(self) -> bool:
        return self.row.begins < self.now

    @property
    def on(self) -> bool:
        return self.begun and self.row.ends > self.now

    @cached_property
    def on_reserved(self) -> int:
        """Matches of the event that began on a reserved worker, rather than by their share."""
        return self._begun(self.row.begins, self.until).filter(self._own, reserved=True).count()

    @cached_property
    def hours(self) -> list[Hour]:
        if not self.begun:
            return []
        last = min(self.until, self.row.begins + timedelta(hours=HOURS - 1))
        bounds = edges(self.row.begins, last, self.event.time_zone)
        used, others = (self._used(which, bounds) for which in (self._own, ~self._own))
        return [Hour(*each) for each in zip(bounds[:-1], used, others, strict=True)]

    def _used(self, which: Q, bounds: Sequence[datetime]) -> list[float]:
        """The mean number of workers in each hour, while the reservation was on."""
        first, last = max(bounds[0], self.row.begins), min(bounds[-1], self.until)
        rows = self._lane().filter(which, started__lt=last)
        rows = rows.filter(Q(finished__gt=first) | Q(state=Match.State.RUNNING))
        spread: list[Spread] = []
        for started, finished in rows.order_by().values_list("started", "finished"):
            begin, end = max(started or first, first), min(finished or last, last)
            spread.append((begin, end, (end - begin).total_seconds()))
        measured = by_bucket([(first, last, (last - first).total_seconds())], bounds)
        return [
            seconds / there if there else 0.0
            for seconds, there in zip(by_bucket(spread, bounds), measured, strict=True)
        ]

    @cached_property
    def waits(self) -> list[Waits]:
        """With and without reserved workers, of the event and of the others."""
        begins, until = self.row.begins, self.until
        own, others = self._own, ~self._own
        within = self._begun(begins, until)
        before = self._begun(begins - (until - begins), begins)
        outside = self._lane().filter(own)
        for each in reservations_of(self.event):
            outside = outside.exclude(started__gte=each.begins, started__lt=each.ends)
        return [
            _waits("Matches of the event, with reserved workers", within.filter(own)),
            _waits("Matches of the event, at other times", outside),
            _waits("Other matches, at the same time", within.filter(others)),
            _waits("Other matches, in as long a time before", before.filter(others)),
        ]

    @cached_property
    def _own(self) -> Q:
        return matches_of(self.event.pk)

    def _lane(self) -> MatchQuerySet:
        return Match.objects.filter(share__in=LANES[LANE], started__isnull=False)

    def _begun(self, first: datetime, last: datetime) -> MatchQuerySet:
        return self._lane().filter(started__gte=first, started__lt=last)


def _waits(title: str, rows: MatchQuerySet) -> Waits:
    waited = F("started") - F("created")
    figures = rows.order_by().aggregate(n=Count("pk"), mean=Avg(waited), longest=Max(waited))
    return Waits(title, figures["n"], figures["mean"], figures["longest"])
