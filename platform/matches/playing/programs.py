"""Built programs for matches: those that wait or run need theirs, and have them built again."""

from __future__ import annotations

import logging
from typing import Any

from django.db.models import Exists, QuerySet
from django.dispatch import receiver

from bots.models import BotVersion
from bots.signals import artifact_failed
from bots.versions import artifacts
from matches.models import Match, Seat
from matches.playing.failures import give_up

logger = logging.getLogger(__name__)
ArtifactState = BotVersion.ArtifactState


@artifacts.needed
def of_matches() -> QuerySet[Seat, Any]:
    """Versions on seats of matches that wait or run."""
    return (
        Seat.objects.filter(match__state__in=Match.UNFINISHED)
        .exclude(version=None)
        .values("version")
    )


def prepare() -> None:
    """Have programs built that waiting matches lack; give up matches whose program cannot be."""
    queued = Match.objects.filter(state=Match.State.QUEUED)
    lacking = queued.filter(Exists(Seat.objects.without_program()))
    for match in lacking.prefetch_related("seats__version__bot__owner")[:100]:
        versions = [seat.version for seat in match.seats.all() if seat.version is not None]
        states = {version.pk: version.artifact_state for version in versions}
        artifacts.want(pk for pk, state in states.items() if state == ArtifactState.REMOVED)
        for version in versions:
            if version.artifact_state == ArtifactState.DELETED:
                give_up(match, f"The files of {version} were deleted, so it cannot play.")
                break


@receiver(artifact_failed)
def give_up_matches(version: BotVersion, failure: str, **_: object) -> None:
    waiting = Match.objects.filter(state=Match.State.QUEUED, seats__version=version).distinct()
    for match in waiting:
        give_up(match, f"{version} could not be built again: {failure}")


def being_built(match: Match) -> list[BotVersion]:
    """Versions that a waiting match waits for, for its page."""
    if match.state != Match.State.QUEUED:
        return []
    lacking = match.seats.exclude(version=None).exclude(version__artifact_state=ArtifactState.KEPT)
    return [seat.program for seat in lacking.select_related("version__bot__owner")]
