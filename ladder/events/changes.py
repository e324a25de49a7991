"""The differences between two states of an event, in words for the history."""

from __future__ import annotations

import zoneinfo
from datetime import datetime

from audit.changes import change, changed
from ladder.core.contest.plan import EventPlan
from ladder.events.differences import differences
from ladder.events.models import Event

_PLAIN = (
    *("name", "about", "time_zone", "per_person", "most_entries", "top", "compares_sources"),
    *("freeze_uploads", "freeze_stage"),
)
_MOMENTS = ("starts", "entries_open", "entries_close", "freeze_from", "freeze_until")


def changes(before: Event, after: Event) -> list[str]:
    """A phrase for each changed field, with its old and new value; empty if nothing changed."""
    lines = changed(before, after, _PLAIN)
    for name in _MOMENTS:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            lines.append(change(name, moment(old, after.time_zone), moment(new, after.time_zone)))
    return lines + differences(_plan(before), after.planned)


def _plan(event: Event) -> EventPlan:
    try:
        return event.planned
    except ValueError:  # saved by an older version
        return EventPlan()


def moment(when: datetime | None, zone: str) -> str:
    """A time in the event's zone, such as “2031-05-01 18:00 (Europe/Warsaw)”; empty for None."""
    if when is None:
        return ""
    return f"{when.astimezone(zoneinfo.ZoneInfo(zone)):%Y-%m-%d %H:%M} ({zone})"
