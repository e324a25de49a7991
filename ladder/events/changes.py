"""The differences between two states or plans of an event, in words for the history."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from dataclasses import fields
from datetime import datetime
from typing import Any

from audit.changes import change, changed, short
from ladder.core.contest.durations import say_minutes
from ladder.core.contest.plan import EventPlan, Feed, Options, StagePlan
from ladder.events.models import Event

_PLAIN = (
    *("name", "about", "time_zone", "per_person", "most_entries", "top", "compares_sources"),
    *("freeze_uploads", "freeze_stage"),
)
_MOMENTS = ("starts", "entries_open", "entries_close", "freeze_from", "freeze_until")
_MINUTES = ("begins", "ends", "freeze", "opens")
_STAGE = tuple(f.name for f in fields(StagePlan) if f.name not in ("key", "feeds", "options"))
_OPTIONS = tuple(f.name for f in fields(Options))
_BOTS = {
    (False, False): "{count} of {source}",
    (False, True): "{count} of all entered bots",
    (True, False): "all of {source}",
    (True, True): "all of all entered bots",
}
"""Bots of a source: whether there is no bound, and whether the source is the entries."""
_PLACES = {
    (False, False): "{bots}",
    (False, True): "{bots} in each group",
    (True, False): "{bots} from place {first}",
    (True, True): "{bots} from place {first} in each group",
}
"""Whether they begin below the first place, and whether they are taken from each group."""
_SOURCES = {
    (False, True): "{places}",
    (False, False): "{places}, without replacements",
    (True, True): "not {places}",
    (True, False): "not {places}, without replacements",
}
"""A source: whether it is excluded, and whether other bots replace those that have qualified."""


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


def differences(before: EventPlan, after: EventPlan) -> list[str]:
    """A phrase for each changed field, with its old and new value; empty if nothing changed."""
    old, new = ({stage.key: stage for stage in plan.stages} for plan in (before, after))
    lines = [f"stage removed: {old[key].name}" for key in old if key not in new]
    lines += [f"stage added: {new[key].name}" for key in new if key not in old]
    for key, stage in new.items():
        if key in old:
            lines += _of_stage(old[key], stage)
    kept = [[key for key in plan if key in old and key in new] for plan in (old, new)]
    if kept[0] != kept[1]:
        names = [", ".join(new[key].name for key in keys) for keys in kept]
        lines.append(change("order of stages", *names))
    return lines


def _of_stage(old: StagePlan, new: StagePlan) -> Iterator[str]:
    pairs: list[tuple[str, Any, Any]] = [
        (name, getattr(old, name), getattr(new, name)) for name in _STAGE
    ]
    pairs += [(name, getattr(old.options, name), getattr(new.options, name)) for name in _OPTIONS]
    for name, was, now in pairs:
        if was != now:
            yield f"{new.name}: {change(name, _words(name, was), _words(name, now))}"
    if old.feeds != new.feeds:
        was, now = ("; ".join(map(_fed, stage.feeds)) for stage in (old, new))
        yield f"{new.name}: {change('sources', was, now)}"


def _words(name: str, value: Any) -> str:
    if name in _MINUTES:
        return say_minutes(value)
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return short(value)


def _fed(feed: Feed) -> str:
    bots = _BOTS[feed.count is None, not feed.source].format(count=feed.count, source=feed.source)
    places = _PLACES[feed.first != 1, feed.each_group].format(bots=bots, first=feed.first)
    return _SOURCES[feed.exclude, feed.pass_on].format(places=places)
