"""Reserve workers for one subject between two times, and release them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import require_organizer, require_reason
from arbiter.database.locks import database_now, lock
from controls.models import Reservation

LONGEST = timedelta(days=31)
MOST_WORKERS = 1000


@dataclass(frozen=True, slots=True)
class Wanted:
    """A reservation: a number of workers, or a percentage of those that there are."""

    begins: datetime
    ends: datetime
    workers: int | None = None
    percent: int | None = None


def current() -> Reservation | None:
    """The reservation of now."""
    now = database_now()
    return Reservation.objects.filter(begins__lte=now, ends__gt=now).first()


@transaction.atomic
def reserve(subject: int, by: User, wanted: Wanted, reason: str) -> Reservation:
    """By an organizer of the site.  At one time, workers are reserved for one subject alone."""
    require_organizer(by)
    text = require_reason(reason, field="reason")
    _check(wanted)
    others = lock(Reservation.objects)
    if other := others.filter(begins__lt=wanted.ends, ends__gt=wanted.begins).first():
        raise ValidationError(
            f"Workers are reserved already at that time: {other}. Choose other times, or end that "
            "reservation first."
        )
    return Reservation.objects.create(
        subject=subject,
        begins=wanted.begins,
        ends=wanted.ends,
        workers=wanted.workers,
        percent=wanted.percent,
        by=by,
        reason=text,
    )


def _check(wanted: Wanted) -> None:
    if (wanted.workers is None) == (wanted.percent is None):
        raise ValidationError({"workers": "Enter a number of workers or a percentage, not both."})
    if wanted.workers is not None and not 1 <= wanted.workers <= MOST_WORKERS:
        raise ValidationError({"workers": f"Enter a number from 1 to {MOST_WORKERS}."})
    if wanted.percent is not None and not 1 <= wanted.percent <= 100:
        raise ValidationError({"percent": "Enter a number from 1 to 100."})
    if wanted.ends <= timezone.now():
        raise ValidationError({"ends": "This time has passed. Choose a later one."})
    if wanted.ends <= wanted.begins:
        raise ValidationError({"ends": "The end must be after the begin."})
    if wanted.ends - wanted.begins > LONGEST:
        raise ValidationError({"ends": f"Workers are reserved for at most {LONGEST.days} days."})


@transaction.atomic
def release(row: Reservation, by: User, reason: str) -> None:
    """End a reservation now; one that has not begun is removed."""
    require_organizer(by)
    require_reason(reason, field="reason")
    row = lock(Reservation.objects).get(pk=row.pk)
    now = timezone.now()
    if row.ends <= now:
        raise ValidationError("This reservation has ended already.")
    if row.begins >= now:
        row.delete()
    else:
        row.ends = now
        row.save(update_fields=["ends"])
