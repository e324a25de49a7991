"""The times of public events, for calendars: the same for every reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import Max, Q, QuerySet

from audit.models import AuditEntry
from ladder.core.contest.plan import LONGEST_EVENT
from ladder.events.models import Event, Stage
from ladder.events.reading.schedule import StageLine, schedule
from ladder.events.reading.viewer import EventViewer, visible_events
from ladder.events.running.upload_freezes import freeze_of

MOST_EVENTS = 500
LONGEST = timedelta(minutes=LONGEST_EVENT)


@dataclass(frozen=True, slots=True)
class Appointment:
    """A time of an event.  ``key`` names it within the event and never changes."""

    event: Event
    key: str
    what: str
    when: datetime
    url: str
    cancelled: bool


@dataclass(frozen=True, slots=True)
class Agenda:
    """An event with its times in order.

    ``modified`` is the time of its last change, ``revision`` a number that rises with each.
    """

    event: Event
    appointments: Sequence[Appointment]
    modified: datetime

    @property
    def revision(self) -> int:
        return max(0, int((self.modified - self.event.created).total_seconds()))


def agenda(event: Event) -> Agenda:
    return next(iter(agendas([event])))


def public_agendas() -> Iterator[Agenda]:
    """The newest public events, without drafts."""
    return agendas(visible_events(AnonymousUser()).order_by("-pk")[:MOST_EVENTS])


def appointments_between(first: datetime, last: datetime) -> list[Appointment]:
    """Of all public events, in order: those from ``first`` to before ``last``."""
    near = agendas(_around(visible_events(AnonymousUser()), first, last)[:MOST_EVENTS])
    shown = (each for one in near for each in one.appointments if first <= each.when < last)
    return sorted(shown, key=lambda each: (each.when, each.event.pk))


def _around(events: QuerySet[Event], first: datetime, last: datetime) -> QuerySet[Event]:
    """Events that can have a time in between; versions are fixed before the start at times."""
    start = (first - LONGEST, last + LONGEST)
    return events.filter(
        Q(starts__range=start)
        | Q(started__range=start)
        | Q(entries_open__range=(first, last))
        | Q(entries_close__range=(first, last))
        | Q(freeze_from__range=(first, last))
        | Q(freeze_until__range=(first, last))
    ).order_by("-pk")


def agendas(events: Iterable[Event]) -> Iterator[Agenda]:
    rows = list(events)
    stages: dict[int, list[Stage]] = {}
    for stage in Stage.objects.filter(event__in=rows).order_by("number"):
        stages.setdefault(stage.event_id, []).append(stage)
    changed = _changed(rows, stages)
    for event in rows:
        own = stages.get(event.pk, [])
        moments = sorted(_appointments(event, own), key=lambda each: each.when)
        yield Agenda(event, moments, _modified(event, own, changed.get(event.pk)))


def _changed(events: Sequence[Event], stages: dict[int, list[Stage]]) -> dict[int, datetime]:
    """By event: the time of the last act on it or on one of its stages."""
    owners = {("events.event", str(event.pk)): event.pk for event in events}
    owners |= {("events.stage", str(s.pk)): pk for pk, rows in stages.items() for s in rows}
    newest: dict[int, datetime] = {}
    for kind in ("events.event", "events.stage"):
        names = [name for each, name in owners if each == kind]
        acts = AuditEntry.objects.filter(target_type=kind, target_id__in=names).order_by()
        for name, when in acts.values_list("target_id").annotate(Max("time")):
            pk = owners[kind, name]
            newest[pk] = max(when, newest.get(pk, when))
    return newest


def _modified(event: Event, stages: Sequence[Stage], acted: datetime | None) -> datetime:
    """Acts of people, and what happens by itself: starts, frozen versions and ends."""
    times = [event.created, acted, event.started, event.ended]
    for stage in stages:
        times += [stage.started, stage.frozen_at, stage.ended]
    return max(when for when in times if when is not None)


def _appointments(event: Event, stages: list[Stage]) -> Iterator[Appointment]:
    viewer = EventViewer(event, AnonymousUser())
    for stage in stages:
        stage.event = event
    viewer.stages = stages
    home = event.get_absolute_url()
    own = [
        ("entries-open", "entries open", event.entries_open),
        ("entries-close", "entries close", event.entries_close),
        ("start", "the event starts", event.started or event.starts),
        *_of_freeze(event),
    ]
    for key, what, when in own:
        if when is not None:
            yield Appointment(event, key, what, when, home, _cancelled(event, when))
    for line in schedule(viewer):
        url = line.row.get_absolute_url() if line.row is not None else home
        for key, what, when in _of_stage(line):
            if when is not None:
                off = _cancelled(event, when) or _skipped(line)
                yield Appointment(event, key, what, when, url, off)


def _of_freeze(event: Event) -> list[tuple[str, str, datetime | None]]:
    freeze = freeze_of(event)
    if freeze is None:
        return []
    return [
        ("upload-freeze", "the freeze of uploads begins", freeze.begins),
        ("upload-freeze-end", "the freeze of uploads ends", freeze.ends),
    ]


def _of_stage(line: StageLine) -> list[tuple[str, str, datetime | None]]:
    name, key = line.plan.name, f"stage-{line.plan.key}"
    freezes = line.freezes if line.plan.freeze else None  # else it is when the stage begins
    return [
        (f"{key}-freeze", f"versions for {name} are fixed", freezes),
        (f"{key}-begin", f"{name} begins", line.begins),
        (f"{key}-end", f"{name} ends", line.ends),
        *((f"{key}-day-{n}", f"match day {n} of {name}", when) for n, when in line.match_days),
    ]


def _skipped(line: StageLine) -> bool:
    return line.row is not None and line.row.state == Stage.State.SKIPPED


def _cancelled(event: Event, when: datetime) -> bool:
    """Whether the event was aborted before."""
    ended = event.ended or datetime.max.replace(tzinfo=UTC)
    return event.state == Event.State.ABORTED and when >= ended
