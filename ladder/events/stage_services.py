"""Acts of organizers on one stage of a running event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import transaction

from audit import services as audit
from ladder.events.models import Stage
from ladder.events.planning import require_organizer
from ladder.events.running import move

if TYPE_CHECKING:
    from bots.models import Viewer


def pause(stage: Stage, by: Viewer, reason: str) -> None:
    """Create no new games of the stage; queued and running ones are still played and count."""
    _set_paused(stage, by, reason, paused=True)


def resume(stage: Stage, by: Viewer, reason: str) -> None:
    """Continue the stage, also one that stopped because a game had no result."""
    _set_paused(stage, by, reason, paused=False)
    move(stage.pk)


@transaction.atomic
def _set_paused(stage: Stage, by: Viewer, reason: str, *, paused: bool) -> None:
    organizer = require_organizer(by)
    rows = Stage.objects.filter(pk=stage.pk, state=Stage.State.RUNNING, paused=not paused)
    if not rows.update(paused=paused, trouble=""):
        raise ValidationError(
            "The stage is not running, or is already paused."
            if paused
            else "The stage is not paused."
        )
    audit.record(organizer, stage, "paused" if paused else "resumed", reason.strip())
