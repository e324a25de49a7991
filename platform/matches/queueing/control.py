"""Organizers change the order of waiting matches; people cancel those that they asked for."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction

from accounts.models import User
from accounts.permissions import require_organizer
from arbiter.database.locks import lock
from audit import services as audit
from matches.kinds import may_end
from matches.models import Match
from matches.services import abort

STEP = 10
"""Matches wait with priority 0: one step passes all others of the same share."""
FURTHEST = 100


def cancel(match: Match, by: User) -> None:
    """The person who asked for a match ends it.  `ValidationError` where it is over."""
    if not may_end(match, by):
        raise PermissionDenied(
            "Only the person who asked for a friendly match, a fork or a preview can cancel it."
        )
    abort(match, by, "The person who asked for this match cancelled it.")


def play_sooner(match: Match, by: User, reason: str) -> None:
    """Raise the priority of a match that waits."""
    _move(match, STEP, by, reason)


def play_later(match: Match, by: User, reason: str) -> None:
    """Lower the priority of a match that waits."""
    _move(match, -STEP, by, reason)


def _move(match: Match, step: int, by: User, reason: str) -> None:
    require_organizer(by)
    with transaction.atomic():
        rows = lock(Match.objects).filter(pk=match.pk, state=Match.State.QUEUED)
        row = rows.first()
        if row is None:
            raise ValidationError("Only a match that waits has a place in the queue.")
        priority = max(-FURTHEST, min(FURTHEST, row.priority + step))
        if not rows.filter(priority=row.priority).update(priority=priority):
            raise ValidationError("Something else has just moved it; try again.")
        match.priority = priority
        audit.record(by, match, f"given priority {priority} instead of {row.priority}", reason)
