"""The version of what pages of a stage show: a page that is read again compares it first."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import timedelta

from django.db.models import Count
from django.utils import timezone

from ladder.events.kinds.registry import kind_of
from ladder.events.models import Event, Stage, StagePulse
from ladder.events.reading.viewer import EventViewer
from matches.models import Match

LONGEST = timedelta(minutes=5)
"""After this time a version changes by itself, for what changes without an act, such as the
announcement of a map."""
_STAGE = (
    *("pk", "name", "state", "paused", "trouble", "reveal", "reveals_at", "rounds_shown"),
    *("places_shown", "begins", "ends", "started", "ended", "revision"),
)
_EVENT = ("name", "slug", "state", "paused", "trouble", "time_zone")


def version_of(viewer: EventViewer, stage: Stage) -> str:
    """Hexadecimal digits that change with all that pages of the stage show this viewer: results,
    running matches, decisions, bots that left, and what is kept back.  Empty for a stage whose
    table changes with the ladder, or depends on one that does."""
    shown = _shown_with(viewer, stage)
    if not all(kind_of(each).own_matches for each in shown):
        return ""
    return _digest(viewer, shown)


def version_of_all(viewer: EventViewer) -> str:
    """The same of all stages of an event."""
    if not all(kind_of(each).own_matches for each in viewer.stages):
        return ""
    return _digest(viewer, viewer.stages)


def _shown_with(viewer: EventViewer, stage: Stage) -> list[Stage]:
    """The stage, and those whose tables decide with its own which bots qualify."""
    fed = [plan.sources for plan in viewer.plans.values() if stage.key in plan.sources]
    keys = {stage.key}.union(*fed)
    return [each for each in viewer.stages if each.key in keys]


def _digest(viewer: EventViewer, stages: Collection[Stage]) -> str:
    user = viewer.user
    parts = (
        int(timezone.now().timestamp() // LONGEST.total_seconds()),
        user.pk if user.is_authenticated else None,
        sorted(viewer.rights),
        [(viewer.rounds(each), viewer.players(each)) for each in viewer.stages],
        [getattr(viewer.event, name) for name in _EVENT],
        [[getattr(each, name) for name in _STAGE] for each in viewer.stages],
        _changes(stages),
        _departures(viewer.event),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _changes(stages: Collection[Stage]) -> tuple[object, ...]:
    """Values that change with each result, move and start of a match."""
    pulses = StagePulse.objects.filter(stage__in=stages).order_by("pk")
    running = Match.objects.filter(state=Match.State.RUNNING).order_by("pk")
    games = running.filter(event_game__encounter__stage__in=stages)
    series = running.filter(series_game__series__stage__in=stages)
    return (
        list(pulses.values_list("changed", "moved")),
        [list(rows.values_list("pk", flat=True)) for rows in (games, series)],
    )


def _departures(event: Event) -> dict[str, int]:
    """How many bots are out of the event, and how many left it."""
    out, gone = Count("disqualified_at"), Count("dropped_at")
    return event.entries.aggregate(out=out, gone=gone)
