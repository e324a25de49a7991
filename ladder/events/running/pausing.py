"""Organizers pause and resume a running event, or one of its stages.

While it is paused, no new games are created; queued and running ones are still played and count.
A stage that has not begun does not begin while it is paused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from accounts.models import Viewer
from ladder.events.models import Event, Stage
from ladder.events.permissions import require, role_words
from ladder.events.roles import EventAct
from ladder.events.running.advancing import move, move_all
from ladder.pausing import set_paused


def pause(event: Event, by: Viewer, reason: str) -> None:
    _set(event, event, [_running(event)], by, reason, paused=True)


def resume(event: Event, by: Viewer, reason: str) -> None:
    """Continue the event and all of its stages."""
    stages = Stage.objects.filter(event__in=_running(event), state__in=Stage.PLAYABLE)
    _set(event, event, [_running(event), stages], by, reason, paused=False, trouble="")
    move_all(event.pk)


def pause_stage(stage: Stage, by: Viewer, reason: str) -> None:
    _set(stage.event, stage, [_running_stage(stage)], by, reason, paused=True, trouble="")


def resume_stage(stage: Stage, by: Viewer, reason: str) -> None:
    """Continue the stage, also one that stopped because a game had no result, or that does not
    begin since the stage before it is looked at again."""
    _set(stage.event, stage, [_running_stage(stage)], by, reason, paused=False, trouble="")
    move(stage.pk)


def _set(
    event: Event,
    row: Event | Stage,
    rows: Sequence[QuerySet[Any]],
    by: Viewer,
    reason: str,
    **how: Any,
) -> None:
    person = require(by, event, EventAct.RUN)
    set_paused(row, rows, person, reason, role=role_words(event, person), **how)


def _running(event: Event) -> QuerySet[Event]:
    return Event.objects.running().filter(pk=event.pk)


def _running_stage(stage: Stage) -> QuerySet[Stage]:
    running = Event.objects.running()
    return Stage.objects.filter(pk=stage.pk, event__in=running, state__in=Stage.PLAYABLE)
