"""Organizers pause and resume a running event, or one of its stages.

While it is paused, no new games are created; queued and running ones are still played and count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ladder.events.models import Event, Stage
from ladder.events.running import move, move_all
from ladder.pausing import set_paused

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from accounts.models import Viewer


def pause(event: Event, by: Viewer, reason: str) -> None:
    set_paused(event, [_running(event)], by, reason, paused=True)


def resume(event: Event, by: Viewer, reason: str) -> None:
    """Continue the event and all of its stages."""
    stages = Stage.objects.filter(event__in=_running(event), state=Stage.State.RUNNING)
    set_paused(event, [_running(event), stages], by, reason, paused=False, trouble="")
    move_all(event.pk)


def pause_stage(stage: Stage, by: Viewer, reason: str) -> None:
    set_paused(stage, [_running_stage(stage)], by, reason, paused=True, trouble="")


def resume_stage(stage: Stage, by: Viewer, reason: str) -> None:
    """Continue the stage, also one that stopped because a game had no result."""
    set_paused(stage, [_running_stage(stage)], by, reason, paused=False, trouble="")
    move(stage.pk)


def _running(event: Event) -> QuerySet[Event]:
    return Event.objects.running().filter(pk=event.pk)


def _running_stage(stage: Stage) -> QuerySet[Stage]:
    return Stage.objects.filter(pk=stage.pk, state=Stage.State.RUNNING)
