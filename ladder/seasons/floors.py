"""Service: set the hourly floor of a season (`ladder.core.hourly_floor`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.permissions import require_organizer, require_reason
from arbiter.database.locks import lock
from audit import services as audit
from ladder.core.hourly_floor import MOST
from ladder.models import Season

if TYPE_CHECKING:
    from accounts.models import Viewer

OUT_OF_BOUNDS = (
    f"The hourly floor is a whole number from 0 to {MOST}. Enter 0 to let the season rest with its "
    "bots."
)


@transaction.atomic
def set_hourly_floor(season: Season, by: Viewer, floor: int, reason: str) -> Season:
    """Set the least number of rated matches in an hour; 0 for none.

    It affects no result, so it can be set while the season runs. Later seasons of the ruleset begin
    with it. PermissionDenied for others than organizers; ValidationError without a reason, for a
    number out of bounds, and where nothing would change.
    """
    organizer, why = require_organizer(by), require_reason(reason)
    if not 0 <= floor <= MOST:
        raise ValidationError(OUT_OF_BOUNDS)
    locked = lock(Season.objects).get(pk=season.pk)
    if locked.has_ended:
        raise ValidationError("The season has ended: it gets no more matches.")
    if floor == locked.hourly_floor:
        raise ValidationError(f"The hourly floor is {floor} already.")
    act = f"given an hourly floor of {floor} instead of {locked.hourly_floor}"
    locked.hourly_floor = floor
    locked.save(update_fields=["hourly_floor"])
    audit.record(organizer, locked, act, why)
    return locked
