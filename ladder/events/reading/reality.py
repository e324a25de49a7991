"""The plan of an event beside what happens: for the people who run it, who see everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise

from django.db.models import F, Max, Sum
from django.utils import timezone

from ladder.core.contest.load import Spread, by_bucket, edges, is_hourly
from ladder.events.kinds.registry import kind_of
from ladder.events.models import Event, Promise, Stage
from ladder.events.models.promises import StagePromise
from ladder.events.reading.matches import IS_REPLACED
from matches.models import Seat

HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Promised:
    """A stage of a promise.  Times are None where the start of the event is not known."""

    matches: float
    most: float
    begins: datetime | None
    ends: datetime | None
    hours: float
    known: bool


@dataclass(frozen=True, slots=True)
class Happened:
    """The course of a stage so far: matches by their fate, and their durations.

    ``replaced`` games were played again, because they were void or had no result.  ``wall`` and
    ``cpu`` are hours; ``wait`` is the longest time from the making of a match to its start.
    """

    played: int
    voided: int
    replaced: int
    going: int
    begins: datetime | None
    ends: datetime | None
    wall: float
    cpu: float
    wait: timedelta | None


@dataclass(frozen=True, slots=True)
class StageReality:
    """A stage as promised and as it went; None for what there is not."""

    key: str
    name: str
    promised: Promised | None
    happened: Happened | None


@dataclass(frozen=True, slots=True)
class Bucket:
    """An hour or a day: matches and hours of workers, promised and real."""

    begins: datetime
    ends: datetime
    matches: float
    hours: float
    played: int
    worked: float


class Reality:
    """An event beside one of its promises, by default the last one that is done."""

    def __init__(self, event: Event, promise: int | None = None) -> None:
        self.event = event
        self.now = timezone.now()
        self.promises = list(event.promises.kept().order_by("pk"))
        done = [each for each in self.promises if each.state == Promise.State.DONE]
        wanted = (each for each in done if each.pk == promise)
        self.promise: Promise | None = next(wanted, done[-1] if done else None)

    @property
    def waits(self) -> bool:
        """Whether a dry run waits for a worker, or is played."""
        return any(each.is_active for each in self.promises)

    @property
    def failed(self) -> bool:
        return bool(self.promises) and self.promises[-1].state == Promise.State.FAILED

    @property
    def starts(self) -> datetime | None:
        return self.event.started or self.event.starts

    @cached_property
    def stages(self) -> list[StageReality]:
        """In the order of the event, or of the promise before the start."""
        stages: list[StagePromise] = self.promise.stages if self.promise else []
        promised = {each["key"]: each for each in stages}
        rows = list(self.event.stages.all())
        begun = [
            StageReality(
                row.key, row.name, self._promised(promised.pop(row.key, None)), self._happened(row)
            )
            for row in rows
        ]
        left = [] if rows else promised.values()
        return begun + [
            StageReality(each["key"], each["name"], self._promised(each), None) for each in left
        ]

    def _promised(self, row: StagePromise | None) -> Promised | None:
        if row is None:
            return None
        begins, ends = (self._moment(row[name]) for name in ("begins", "ends"))
        hours = row["worked"] / HOUR
        return Promised(row["matches"], row["most"], begins, ends, hours, row["known"])

    def _moment(self, seconds: float) -> datetime | None:
        return None if self.starts is None else self.starts + timedelta(seconds=seconds)

    def _happened(self, stage: Stage) -> Happened | None:
        if stage.started is None:
            return None
        own = kind_of(stage).matches(stage)
        played = own.filter(started__isnull=False, finished__isnull=False)
        took = played.aggregate(wall=Sum(F("finished") - F("started")))["wall"]
        waited = own.filter(started__isnull=False).aggregate(w=Max(F("started") - F("created")))
        cpu = Seat.objects.filter(match__in=own.values("pk")).aggregate(ms=Sum("cpu_ms"))["ms"]
        return Happened(
            played=own.counting().exclude(IS_REPLACED).count(),
            voided=own.filter(voided_at__isnull=False).count(),
            replaced=own.filter(IS_REPLACED).count(),
            going=own.unfinished().count(),
            begins=stage.started,
            ends=stage.ended,
            wall=0.0 if took is None else took.total_seconds() / HOUR,
            cpu=(cpu or 0) / 1000 / HOUR,
            wait=waited["w"],
        )

    # Over time ------------------------------------------------------------------------------------

    @cached_property
    def buckets(self) -> list[Bucket]:
        """By hour, or by day of the event's time zone if it is long; empty without a start."""
        planned = [each for each in self.stages if each.promised is not None]
        spread = list(self._spread(planned))
        real = list(self._real())
        times = [when for begin, end, _ in spread for when in (begin, end)]
        times += [when for begin, end in real for when in (begin, end)]
        if not times:
            return []
        bounds = edges(min(times), max(times), self.event.time_zone)
        matches = by_bucket(spread, bounds)
        hours = by_bucket(self._spread(planned, hours=True), bounds)
        counts = by_bucket([(end, end, 1.0) for _, end in real], bounds)
        worked = [(begin, end, (end - begin).total_seconds() / HOUR) for begin, end in real]
        columns = zip(
            pairwise(bounds), matches, hours, counts, by_bucket(worked, bounds), strict=True
        )
        return [Bucket(*span, m, h, round(n), w) for span, m, h, n, w in columns]

    @property
    def hourly(self) -> bool:
        return bool(self.buckets) and is_hourly([self.buckets[0].begins, self.buckets[0].ends])

    def _spread(self, stages: Sequence[StageReality], *, hours: bool = False) -> Iterator[Spread]:
        """The promised work, spread evenly over the promised time of each stage."""
        for each in stages:
            promised = each.promised
            if promised is not None and promised.begins is not None and promised.ends is not None:
                yield promised.begins, promised.ends, promised.hours if hours else promised.matches

    def _real(self) -> Iterator[tuple[datetime, datetime]]:
        """Begin and end of each match that has ended, also of those that do not count."""
        for stage in self.event.stages.exclude(started=None):
            rows = kind_of(stage).matches(stage).finished().filter(started__isnull=False)
            pairs = rows.order_by().values_list("started", "finished")
            for begin, end in pairs.iterator(chunk_size=2000):
                if begin is not None and end is not None:
                    yield begin, end
